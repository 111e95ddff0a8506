"""The score sheet of Collexion: where the points come from (C18)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sim.view.collexion.phrases import winners_told
from sim.view.screens.sheet import Result
from sim.view.words import _, plural

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sim.rules.collexion import Collexion


_MOST_TOLD = 8
"""Markers whose values have room in a sum."""


def result_of(state: Collexion, names: Sequence[str]) -> Result:
    """Return how a game that is over has ended."""
    assert state.outcome is not None
    winners = state.outcome.winners
    return Result(
        title=winners_told([names[seat] for seat in winners]),
        why=_why(state),
        heads=(_("Player"), _("Markers"), _("Actions"), _("Left over"), _("Points")),
        rows=tuple(_row(state, names[seat], seat) for seat in range(len(names))),
        winners=winners,
        note=plural("{n} move on pile {code}", "{n} moves on pile {code}", state.ply, code=state.pile.code),
    )


def _row(state: Collexion, name: str, seat: int) -> tuple[str, ...]:
    markers = sorted(state.markers[seat], reverse=True)
    total = str(sum(markers))
    if 1 < len(markers) <= _MOST_TOLD:
        total = f"{'+'.join(map(str, markers))} = {total}"
    unused, left = len(state.actions[seat]), len(state.collections[seat])
    return name, total, f"+ {unused}", f"\u2013 {left}", str(state.scores[seat])


def _why(state: Collexion) -> str:
    assert state.outcome is not None
    if state.setup.team:
        return _("Partners count together: markers and unused actions, less the polygons left over.")
    winners = state.outcome.winners
    best = max(state.scores)
    if len(winners) < sum(score == best for score in state.scores):
        return _("Equal points: fewer polygons left over decide.")
    return _("Each marker counts its value, each unused action 1, each polygon left over takes 1 away.")
