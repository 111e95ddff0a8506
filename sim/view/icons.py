"""Small pictures made of polygons, in a square from -1 to 1 with y downwards."""

from __future__ import annotations

import math
from collections.abc import Iterable
from functools import lru_cache

from sim.view.items import Area, Points, Rgba

_ARROW: Points = ((-1.0, -0.16), (0.1, -0.16), (0.1, -0.5), (0.95, 0.0), (0.1, 0.5), (0.1, 0.16), (-1.0, 0.16))

_RIGHT: Points = ((-0.6, -0.85), (0.8, 0.0), (-0.6, 0.85))


@lru_cache(maxsize=512)
def _moved(points: Points, x: float, y: float, scale: float = 1.0, turn: float = 0.0) -> Points:
    cos, sin = math.cos(turn), math.sin(turn)
    return tuple((x + scale * (cos * u - sin * v), y + scale * (sin * u + cos * v)) for u, v in points)


def _bar(x: float, y: float, width: float, height: float) -> Points:
    return (x, y), (x + width, y), (x + width, y + height), (x, y + height)


_ICONS: dict[str, tuple[Points, ...]] = {
    "swap": (_moved(_ARROW, 0.05, -0.45, 0.85), _moved(_ARROW, -0.05, 0.45, 0.85, math.pi)),
    "steal": (_moved(_ARROW, 0.15, -0.1, 0.8, math.pi), _bar(0.72, -0.85, 0.22, 1.5), _bar(-0.9, 0.65, 1.84, 0.22)),
    "give": (_moved(_ARROW, -0.2, -0.1, 0.8), _bar(0.72, -0.85, 0.22, 1.5), _bar(-0.9, 0.65, 1.84, 0.22)),
    "remove": (_moved(_ARROW, 0.0, 0.1, 0.8, -math.pi / 2), _bar(-0.8, -0.98, 1.6, 0.22)),
    "play": (_RIGHT,),
    "pause": (_bar(-0.62, -0.8, 0.42, 1.6), _bar(0.2, -0.8, 0.42, 1.6)),
    "step": (_bar(-0.75, -0.8, 0.32, 1.6), _moved(_RIGHT, 0.2, 0.0, 0.9)),
    "back": (_bar(0.43, -0.8, 0.32, 1.6), _moved(_RIGHT, -0.2, 0.0, 0.9, math.pi)),
    "last": (_moved(_RIGHT, -0.55, 0.0, 0.75), _moved(_RIGHT, 0.35, 0.0, 0.75), _bar(0.72, -0.7, 0.25, 1.4)),
    "first": (
        _moved(_RIGHT, 0.55, 0.0, 0.75, math.pi),
        _moved(_RIGHT, -0.35, 0.0, 0.75, math.pi),
        _bar(-0.97, -0.7, 0.25, 1.4),
    ),
}


def icon(name: str, x: float, y: float, size: float, ink: Rgba) -> Iterable[Area]:
    """Yield the areas of an icon of this size about a point in pixels."""
    for points in _ICONS[name]:
        yield Area(_moved(points, x, y, size / 2), ink)
