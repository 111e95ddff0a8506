"""A recorded game played again by the rules alone: nothing is drawn, nothing is shaken."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from sim.errors import PolypileError, ReplayDiverged
from sim.pile.reading import short
from sim.rules.game import Outcome, State
from sim.rules.luck import Luck
from sim.rules.moves import Move

if TYPE_CHECKING:
    from sim.record.record import Record


def start(record: Record) -> State:
    """Return the state before the first move; raise ReplayDiverged where chance cannot have been as recorded."""
    try:
        state = record.setup.start(Luck(record.seed, told=record.chance))
    except PolypileError as wrong:
        raise _diverged(0, str(wrong)) from None
    _check_told(record, state, 0)
    return state


def replay(record: Record) -> Iterator[tuple[Move, State]]:
    """Yield each move with the state after it; raise ReplayDiverged at the first that the rules do not allow.

    Plies count from 1, as people do: the first move is ply 1.
    """
    yield from _played(record, start(record))


def verify(record: Record) -> None:
    """Raise ReplayDiverged at the first thing in a record that is not what the rules give, naming its ply.

    Every move and every result of chance must be allowed, none may be missing or left over, and scores and outcome
    must be as recorded. Whether the seed gives that chance, or that pile, is another question.
    """
    state = start(record)
    for _, after in _played(record, state):
        state = after
    ply, results = len(record.moves), len(state.luck.results)
    if results < len(record.chance):
        raise _diverged(ply, f"chance decides no more, but the record goes on with {short(record.chance[results])}")
    if state.outcome != record.outcome:
        raise _diverged(ply, f"the record says {_told(record.outcome)}, the rules {_told(state.outcome)}")
    if state.scores != record.scores:
        raise _diverged(ply, f"the record has the scores {_listed(record.scores)}, the rules {_listed(state.scores)}")


def _played(record: Record, state: State) -> Iterator[tuple[Move, State]]:
    for ply, text in enumerate(record.moves, 1):
        try:
            move = state.grammar.parse(text)
            state = state.play(move)
        except PolypileError as wrong:
            raise _diverged(ply, str(wrong)) from None
        _check_told(record, state, ply)
        yield move, state


def _check_told(record: Record, state: State, ply: int) -> None:
    """Refuse a state for which chance was drawn: it could be another one than in the game that was played."""
    if len(state.luck.results) > len(record.chance):
        raise _diverged(ply, "chance decides something here that the record does not tell")


def _diverged(ply: int, reason: str) -> ReplayDiverged:
    return ReplayDiverged(f"ply {ply}: {reason}" if ply else f"at the start: {reason}")


def _told(outcome: Outcome | None) -> str:
    if outcome is None:
        return "the game is not over"
    seats = "seat" if len(outcome.winners) == 1 else "seats"
    return f"{seats} {_listed(outcome.winners)} won: {outcome.reason}"


def _listed(numbers: tuple[int, ...]) -> str:
    *first, last = map(str, numbers)
    return f"{', '.join(first)} and {last}" if first else last
