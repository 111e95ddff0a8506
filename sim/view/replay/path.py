"""The way that a hand has carried the box, found again from how it pushed."""

from __future__ import annotations

from collections.abc import Sequence

from sim.pile.trace import PUSHES, Push
from sim.view.items import Point

_G = 9.81  # mm/s2 for a thousandth of g
_FADES = 0.82  # of the way back, each sixtieth of a second, once the box is put down


def path_of(trace: Sequence[Push]) -> tuple[Point, ...]:
    """Return how far the box is off its place after each push, in mm; then how it comes back.

    >>> path_of([(1000, 0)])[0]
    (2.725, 0.0)
    """
    x = y = vx = vy = 0.0
    places: list[Point] = []
    for ax, ay in trace:
        vx, vy = vx + ax * _G / PUSHES, vy + ay * _G / PUSHES
        x, y = x + vx / PUSHES, y + vy / PUSHES
        places.append((x, y))
    while abs(x) + abs(y) > 0.2:
        x, y = x * _FADES, y * _FADES
        places.append((x, y))
    return tuple(places)
