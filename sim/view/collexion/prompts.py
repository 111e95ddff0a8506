"""What the table of Collexion asks of the player: a headline, and a line below it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from sim.view.collexion.phrases import ACTIONS, SETS
from sim.view.steps import Picked, Step, move_of
from sim.view.words import N_, _, and_list

if TYPE_CHECKING:
    from sim.rules.collexion.view import CollexionView

MOST_TAKES = 4

_PICKED: Mapping[tuple[str, int], str] = {
    ("swap", 1): N_("Swap: choose one of your polygons to give away"),
    ("swap", 2): N_("Swap: choose the polygon that you want for it"),
    ("steal", 1): N_("Steal: choose a polygon of another player"),
    ("give", 1): N_("Give: choose one of your polygons"),
    ("give", 2): N_("Give: choose who gets it"),
    ("remove", 1): N_("Remove: choose a polygon of the pile"),
    ("score", 3): N_("Choose the stack that pays: click it in its corner"),
}


def prompt(view: CollexionView, steps: Mapping[str, Step], picked: Picked, name: str) -> tuple[str, str]:
    """Return headline and detail for a human who is to move."""
    if picked:
        return _(_PICKED[str(picked[0]), len(picked)]), _("Esc: do something else")
    if view.taking:
        return _taking(view, steps, name)
    sets = [tag.rsplit("-", 1)[1] for tag in steps if tag.startswith("set-")]
    if sets:
        told = and_list([_(SETS[which]) for which in sets])
        return _("{name}, score {sets}").format(name=name, sets=told), _("Click the coin beside it.")
    return _("{name}, end your turn").format(name=name), _actions_told(steps)


def _taking(view: CollexionView, steps: Mapping[str, Step], name: str) -> tuple[str, str]:
    pieces = any(tag.startswith("piece-") for tag in steps)
    count = len(view.taken)
    if not pieces and not count:
        return _("{name}, nothing is left to take").format(name=name), _actions_told(steps)
    if not count:
        if "stop" in steps:
            return _("Last turns: {name} may take, or end the turn").format(name=name), _actions_told(steps)
        return _("{name}, take a polygon").format(name=name), _("Those with a bright rim can be taken.")
    if count == MOST_TAKES:
        return _("Four taken: end your turn"), _actions_told(steps)
    if not pieces:
        return _("Nothing fits any more: end your turn"), _actions_told(steps)
    told = _("Bright rims share shape or colour with the last one.")
    return _("{name}, take another, or end your turn").format(name=name), told


def _actions_told(steps: Mapping[str, Step]) -> str:
    actions = [str(step[0]) for tag, step in steps.items() if tag.startswith("action-") and move_of(step) is None]
    if not actions:
        return ""
    told = and_list([_(ACTIONS[action][0]) for action in actions])
    return _("You may still play: {actions}.").format(actions=told)
