"""The sheet of AXIO rota: whose lowest stone has come furthest (A11), or the high scores of who plays alone (A13)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sim.view.axio_rota.phrases import colour_told, solo_told, winners_told
from sim.view.axio_rota.situation import COLOURS, TOP
from sim.view.screens.sheet import Result
from sim.view.words import _, plural

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sim.record.scores import HighScore
    from sim.rules.axio_rota import AxioRota

SHOWN = 5
"""High scores on the sheet."""


def result_of(state: AxioRota, names: Sequence[str]) -> Result:
    """Return how a game of several players has ended."""
    assert state.outcome is not None
    winners = state.outcome.winners
    return Result(
        title=winners_told([names[seat] for seat in winners]),
        why=_why(state),
        heads=(_("Player"), *(colour_told(colour).capitalize() for colour in COLOURS), _("Lowest")),
        rows=tuple((names[seat], *map(str, state.tracks[seat]), str(state.scores[seat])) for seat in range(len(names))),
        winners=winners,
        note=plural("{n} tile was laid", "{n} tiles were laid", state.ply),
    )


def _why(state: AxioRota) -> str:
    assert state.outcome is not None
    if TOP in state.scores:
        return _("All five stones at {top} win at once.").format(top=TOP)
    winners = state.outcome.winners
    best = sorted(state.tracks[winners[0]])
    if len(winners) == len(state.tracks):
        return _("All five stones are equal.")
    others = [sorted(track) for seat, track in enumerate(state.tracks) if seat not in winners]
    second = max(others)
    k = next(k for k in range(len(best)) if best[k] != second[k])
    if k == 0:
        return _("The lowest stones are compared: {best} against {second}.").format(best=best[0], second=second[0])
    return _("The lowest stones are equal, so the next one counts: {best} against {second}.").format(
        best=best[k], second=second[k]
    )


def solo_result(state: AxioRota, name: str, scores: Sequence[HighScore], rank: int | None, kept: bool) -> Result:
    """Return how a game played alone has ended, among the high scores."""
    stones = sorted(state.tracks[0])
    rows, own = _ranked(name, stones, scores, rank)
    if not kept:
        why = _("Five stones: {stones}.").format(stones=_listed(stones))
    elif rank is None:
        why = _("Not among the best {count} so far.").format(count=len(scores))
    elif rank == 1:
        why = _("A new high score!") if len(scores) > 1 else _("The first high score: try to beat it.")
    else:
        why = _("Rank {rank} of {count}.").format(rank=rank, count=len(scores))
    return Result(
        title=solo_told(stones[0]),
        why=why,
        heads=(_("High scores"), _("Rank"), _("Stones"), _("Date"), _("Lowest")),
        rows=rows,
        winners=own,
        note=plural("{n} tile was laid", "{n} tiles were laid", state.ply),
    )


def _ranked(
    name: str, stones: Sequence[int], scores: Sequence[HighScore], rank: int | None
) -> tuple[tuple[tuple[str, ...], ...], tuple[int, ...]]:
    """Return the rows of the best scores with the own one, and which of them it is."""
    numbers = list(range(1, min(SHOWN, len(scores)) + 1))
    if rank is not None and rank > SHOWN:
        numbers = [*numbers[: SHOWN - 1], rank]
    rows = [_row(number, scores[number - 1]) for number in numbers]
    if rank is None:
        rows = [*rows[: SHOWN - 1], (name, "\u2013", _listed(stones), "", str(stones[0]))]
        return tuple(rows), (len(rows) - 1,)
    return tuple(rows), (numbers.index(rank),)


def _row(rank: int, score: HighScore) -> tuple[str, ...]:
    return score.name, str(rank), _listed(score.stones), score.date[:10], str(score.score)


def _listed(stones: Sequence[int]) -> str:
    return " ".join(map(str, stones))
