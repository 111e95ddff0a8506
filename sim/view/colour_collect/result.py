"""The score sheet of Colour Collect: who won which round, and with what (K5, K6, K10)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from sim.view.colour_collect.phrases import COLOURS, match_told, winners_told
from sim.view.colour_collect.rounds import Finished, finished
from sim.view.screens.sheet import Result
from sim.view.words import _, plural

if TYPE_CHECKING:
    from sim.rules.colour_collect import ColourCollect
    from sim.session import Session


def result_of(session: Session, names: Sequence[str]) -> Result:
    """Return how a match that is over has ended."""
    state: ColourCollect = session.state  # type: ignore[assignment]
    assert state.outcome is not None
    rounds = finished(session)
    setup, winners = state.setup, state.outcome.winners
    heads = [_("Round {number}").format(number=each.number + 1) for each in rounds]
    return Result(
        title=winners_told(names, winners),
        why=_why(rounds, len(winners)),
        heads=(_("Player"), *heads, _("Won")),
        rows=tuple(
            (name, *(_cell(each, seat) for each in rounds), str(state.rounds[seat])) for seat, name in enumerate(names)
        ),
        winners=winners,
        note=plural(
            "{n} move; {match}", "{n} moves; {match}", state.ply, match=match_told(setup.variant, setup.best_of)
        ),
    )


def _cell(each: Finished, seat: int) -> str:
    if each.winner != seat:
        return "\u2013"
    return _(COLOURS[each.colour]) if each.colour else _("blocked")


def _why(rounds: Sequence[Finished], winners: int) -> str:
    if winners > 1:
        return _("Nobody has won more rounds than the other.")
    if rounds and not rounds[-1].colour:
        return _("The last round was won as the other player could not move.")
    return _("Three discs of a colour win a round; most rounds win the match.")
