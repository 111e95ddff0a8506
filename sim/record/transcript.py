"""A recorded game as text, one move a line: what people read and what golden files hold."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from sim.record.replay import replay, start

if TYPE_CHECKING:
    from sim.record.record import Record
    from sim.rules.game import State


def transcript(record: Record) -> Iterator[str]:
    """Yield the lines: who played what, each move with the position after it, how it ended.

    Raise ReplayDiverged, as a replay does, at the first move that the rules do not allow.
    """
    yield f"{record.setup}; seed {record.seed}: {', '.join(record.players)}"
    state = start(record)
    yield from _told(0, state)
    yield line("start", state)
    for move, after in replay(record):
        yield from _told(len(state.luck.results), after)
        state, before = after, state
        yield line(f"seat {before.to_move}: {move}", state)
    yield str(state.outcome or "unfinished")


def line(what: str, state: State) -> str:
    """Return what led to a state, and the state with the number of its legal moves.

    Most moves fit the fixed width, which keeps what follows in a column.
    """
    return f"{state.ply:4d}  {what:<28} | {state} | {len(state.legal)} legal"


def _told(known: int, state: State) -> Iterator[str]:
    yield from (f"      chance: {result}" for result in state.luck.results[known:])
