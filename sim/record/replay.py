"""A recorded game played again by the rules alone: nothing is drawn, nothing is shaken."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from sim.errors import PolypileError, ReplayDiverged
from sim.pile.reading import listed, short
from sim.rules.game import Outcome, State
from sim.rules.luck import Luck
from sim.rules.moves import Move

if TYPE_CHECKING:
    from sim.record.record import Record

_FIGURE = re.compile(r"[ACK]?-?[0-9]+")


def start(record: Record) -> State:
    """Return the state before the first move; raise ReplayDiverged where chance cannot have been as recorded."""
    return _started(record).untold()


def replay(record: Record) -> Iterator[tuple[Move, State]]:
    """Yield each move with the state after it; raise ReplayDiverged at the first that the rules do not allow.

    Plies count from 1, as people do: the first move is ply 1. From each state other moves can be played as well: what
    chance then decides is drawn from the seed.
    """
    for move, state in _played(record, _started(record)):
        yield move, state.untold()


def last(record: Record) -> State:
    """Return the state after the last move; raise ReplayDiverged as a replay does."""
    state = start(record)
    for _, after in replay(record):
        state = after
    return state


def verify(record: Record) -> None:
    """Raise ReplayDiverged at the first thing in a record that is not what the rules give, naming its ply.

    Every move and every result of chance must be allowed, none may be missing or left over, and scores, winners and
    the figures and rules by which they won must be as recorded; the wording of the reason may be another version's.
    Whether the seed gives that chance, or that pile, is another question.
    """
    state = last(record)
    ply, results = len(record.moves), len(state.luck.results)
    if results < len(record.chance):
        raise _diverged(ply, f"chance decides no more, but the record goes on with {short(record.chance[results])}")
    if _decided(state.outcome) != _decided(record.outcome):
        told, right = (outcome or "that the game is not over" for outcome in (record.outcome, state.outcome))
        raise _diverged(ply, f"the record says {told}, the rules say {right}")
    if state.scores != record.scores:
        raise _diverged(ply, f"the record has the scores {listed(record.scores)}, the rules {listed(state.scores)}")


def _started(record: Record) -> State:
    try:
        state = record.setup.start(Luck(record.seed, told=record.chance))
    except PolypileError as wrong:
        raise _diverged(0, str(wrong)) from None
    _check_told(record, state, 0)
    return state


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


def _decided(outcome: Outcome | None) -> tuple[tuple[int, ...], list[str]] | None:
    """Return who has won, and the figures and numbers of rules that the reason names."""
    return None if outcome is None else (outcome.winners, _FIGURE.findall(outcome.reason))


def _diverged(ply: int, reason: str) -> ReplayDiverged:
    return ReplayDiverged(f"ply {ply}: {reason}" if ply else f"at the start: {reason}")
