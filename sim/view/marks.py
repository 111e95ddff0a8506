"""Signs for colours, made of polygons: whoever cannot tell two colours apart tells their signs apart in any language.

yellow   green    orange   red      blue     pink     purple
 dot    triangle   ring    cross    bars     plus     diamond
"""

from __future__ import annotations

import math
from collections.abc import Iterator

from sim.view.items import Area, Point, Points, Rgba
from sim.view.theme import Theme

_BRIGHT = 140  # a colour as light as this is written on with dark ink
_TURNS = tuple(k * math.tau / 28 for k in range(28))
_CIRCLE: Points = tuple((math.cos(turn), math.sin(turn)) for turn in _TURNS)
_THIN = 0.21


def _bar(length: float, thin: float, turn: float = 0.0, y: float = 0.0) -> Points:
    cos, sin = math.cos(turn), math.sin(turn)
    corners = (-length, y - thin), (length, y - thin), (length, y + thin), (-length, y + thin)
    return tuple((cos * u - sin * v, sin * u + cos * v) for u, v in corners)


_SHAPES: dict[str, tuple[Points, ...]] = {
    "yellow": (tuple((0.62 * x, 0.62 * y) for x, y in _CIRCLE),),
    "green": (((-0.92, -0.62), (0.92, -0.62), (0.0, 0.98)),),
    "orange": (),
    "red": (_bar(1.0, _THIN, math.pi / 4), _bar(1.0, _THIN, -math.pi / 4)),
    "blue": (_bar(0.88, _THIN, y=0.42), _bar(0.88, _THIN, y=-0.42)),
    "pink": (_bar(0.92, _THIN), _bar(0.92, _THIN, math.pi / 2)),
    "purple": (((-0.72, 0.0), (0.0, -0.98), (0.72, 0.0), (0.0, 0.98)),),
}
COLOURS = tuple(_SHAPES)
"""All colours that have a sign."""


def mark(colour: str, middle: Point, size: float, ink: Rgba, up: float = 1.0) -> Iterator[Area]:
    """Yield the sign of a colour, so large from side to side; `up` is -1 where y grows downwards."""
    x, y = middle
    half = size / 2
    for points in _SHAPES[colour]:
        yield Area(tuple((x + half * u, y + up * half * v) for u, v in points), ink)
    if colour == "orange":
        ring = tuple((x + 0.7 * half * u, y + 0.7 * half * v) for u, v in _CIRCLE)
        yield Area(ring, None, ink, 0.4 * half)


def ink_on(fill: Rgba, look: Theme) -> Rgba:
    """Return the ink that can be read on a colour."""
    red, green, blue, _ = fill
    return look.marker_ink if 0.3 * red + 0.6 * green + 0.1 * blue > _BRIGHT else look.ink
