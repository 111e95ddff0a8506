"""The trace of a hand that shook the box: how it accelerated the box, a sixtieth of a second at a time."""

from __future__ import annotations

from typing import Any, TypeAlias

from sim.pile.plain import whole
from sim.pile.reading import ErrorType, short

Push: TypeAlias = tuple[int, int]
"""How the box is accelerated for a sixtieth of a second, in thousandths of g along x and y."""

PUSHES = 60
"""A second."""
MOST_PUSHES = 60 * PUSHES
HARDEST = 4000
"""Thousandths of g along either axis."""


def plain_push(value: Any, told: str, error: ErrorType) -> Push:
    """Return a push as two ints; raise the error for anything else, and for one that no hand gives."""
    if not isinstance(value, tuple | list) or len(value) != 2:
        raise error(f"{told} is {short(value)}, not two whole numbers")
    x, y = (whole(one, told, error) for one in value)
    if max(abs(x), abs(y)) > HARDEST:
        raise error(f"{told} is {short((x, y))}: a hand gives no more than {HARDEST} thousandths of g")
    return x, y


def plain_trace(value: Any, error: ErrorType) -> tuple[Push, ...]:
    """Return a trace as pairs of ints; raise the error for anything that is no trace.

    >>> from sim.errors import PileError
    >>> plain_trace([[1500, -20], [0, 0]], PileError)
    ((1500, -20), (0, 0))
    """
    if not isinstance(value, tuple | list):
        raise error(f"trace is {short(value)}, not a list of pushes")
    if len(value) > MOST_PUSHES:
        raise error(f"trace has {len(value)} pushes: nobody shakes longer than {MOST_PUSHES // PUSHES} s")
    return tuple(plain_push(push, f"push {k} of the trace", error) for k, push in enumerate(value))
