"""Discs and the pawn, in the light that falls on everything: each of any size, with its own small shadow."""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import lru_cache

from sim.view.box import circle
from sim.view.items import Area, Fade, Item, Layer, Points, Rgba, Shade, Silhouette, Sprite, Viewport
from sim.view.marks import ink_on, mark
from sim.view.theme import Light, Theme, lit, mix, unit
from sim.view.tile import brightness

RADIUS = 15.0
"""Of a disc, mm."""
PITCH = 38.0
"""From the middle of a square to that of the next, mm."""
_THICK = 4.0
_BEVEL = 1.7
_DISH = 3.4  # width of the slope between rim and sunken face
_STEPS = 60
_SLOPE = 0.8  # how steep bevels are, rise over run
_PALE: Rgba = (255, 252, 244, 255)


def disc(
    tag: str, colour: str, at: Viewport, look: Theme, *, marked: bool = False, met: bool = False, target: bool = False
) -> Sprite:
    """Return a disc with its middle where a viewport has it; marked it has a bright rim.

    Its title is its colour. A pointer meets it only where that is asked for.
    """
    outline = _OUTLINE if met else ()
    return Sprite(tag, Layer.PIECES, _disc(colour, look, marked), outline, colour, at, target)


def hollow(tag: str, colour: str, at: Viewport, look: Theme) -> Sprite:
    """Return the faint place of a disc that is not there."""
    return Sprite(tag, Layer.CONTROLS, _hollow(colour, look), at=at)


def pawn(tag: str, at: Viewport, look: Theme) -> Sprite:
    """Return the pawn as it is seen from above."""
    return Sprite(tag, Layer.PIECES, _pawn(look), at=at)


def rings(middle: tuple[float, float], radii: tuple[float, ...]) -> Iterator[Points]:
    """Yield circles about a point."""
    return (circle(middle, radius, _STEPS) for radius in radii)


_OUTLINE = circle((0.0, 0.0), RADIUS, 24)


@lru_cache(maxsize=64)
def _disc(colour: str, look: Theme, marked: bool) -> tuple[Item, ...]:
    base, light = look.discs[colour], look.light
    sx, sy = light.slope
    # Its side shows a little on the far side of the light, as that of the markers does.
    rise = (-0.35 * sx, -0.35 * sy)
    fallen = circle((_THICK * sx, _THICK * sy), RADIUS, 24)
    middle = (rise[0], rise[1])
    outer, rim, dish, face = rings(middle, (RADIUS - 0.3, RADIUS - _BEVEL, RADIUS - 4.4, RADIUS - 4.4 - 0.9))
    items: list[Item] = []
    if marked:
        items.append(Shade((Silhouette(circle((0.0, 0.0), RADIUS + 0.6, 24), 1.7),), look.glow))
    items.append(Shade((Silhouette(fallen, 1.1, 0.9),), light.shadow))
    items.append(Area(circle((0.0, 0.0), RADIUS, _STEPS), lit(base, 0.52), lit(base, 0.42), 0.7))
    items += _slope(outer, rim, base, light, _SLOPE)
    items.append(Area(rim, _sheen(rim, base, 1.1, 0.98)))
    items += _slope(dish, face, base, light, -_SLOPE)
    items.append(Area(face, _sheen(face, base, 0.95, 1.06)))
    items.append(_gloss(middle, look))
    if look.marks:
        items += mark(colour, middle, 0.86 * RADIUS, ink_on(base, look))
    if marked:
        items.append(Area(circle(middle, RADIUS - 0.5, _STEPS), None, look.glow, 1.0))
    return tuple(items)


def _slope(outer: Points, inner: Points, base: Rgba, light: Light, slope: float) -> Iterator[Area]:
    """Yield the strips between two circles, lit as they face: outwards, or inwards where the slope is negative."""
    for k in range(len(outer)):
        (ax, ay), (bx, by) = outer[k - 1], outer[k]
        length = math.hypot(bx - ax, by - ay)
        normal = unit(slope * (by - ay) / length, slope * (ax - bx) / length, 1.0)
        yield Area((outer[k - 1], outer[k], inner[k], inner[k - 1]), lit(base, brightness(light, normal, 0.0, 0.0)))


def _sheen(points: Points, base: Rgba, first: float, last: float) -> Fade:
    xs, ys = zip(*points, strict=True)
    return Fade((min(xs), max(ys)), (max(xs), min(ys)), lit(base, first), lit(base, last))


def _gloss(middle: tuple[float, float], look: Theme) -> Shade:
    """Return the lamp as it is mirrored: an ellipse on the side that faces it."""
    lx, ly, _ = unit(look.light.x, look.light.y, 0.0)
    x, y = middle[0] + 8.6 * lx, middle[1] + 8.6 * ly
    shape = []
    for k in range(20):
        turn = k * math.tau / 20
        along, across = 1.5 * math.cos(turn), 4.6 * math.sin(turn)
        shape.append((x + along * lx - across * ly, y + along * ly + across * lx))
    return Shade((Silhouette(tuple(shape), 0.9),), (255, 255, 255, 175))


@lru_cache(maxsize=32)
def _hollow(colour: str, look: Theme) -> tuple[Item, ...]:
    tint = look.discs[colour]
    place = Area(circle((0.0, 0.0), 0.88 * RADIUS, 40), (*tint[:3], 22), (*tint[:3], 84), 1.3)
    return (place, *mark(colour, (0.0, 0.0), 11.0, (*look.ink[:3], 60))) if look.marks else (place,)


@lru_cache(maxsize=8)
def _pawn(look: Theme) -> tuple[Item, ...]:
    """Return a turned pawn of dark wood: foot, waist and head, each higher one nearer to the eye."""
    base, light = mix(look.box, (30, 18, 14, 255), 0.5), look.light
    sx, sy = light.slope
    items: list[Item] = [
        Shade(
            (
                Silhouette(circle((3.0 * sx, 3.0 * sy), 10.5, 24), 0.9, 0.9),
                Silhouette(circle((13.0 * sx, 13.0 * sy), 6.8, 24), 2.0, 0.8),
            ),
            light.shadow,
        )
    ]
    for radius, rise, slope in ((10.6, 0.0, 1.2), (8.4, 1.2, 0.9), (6.9, 3.2, 1.0)):
        middle = (-0.32 * rise * sx, -0.32 * rise * sy)
        outer, inner = rings(middle, (radius, radius - 1.9))
        items.append(Area(outer, lit(base, 0.6), lit(base, 0.35), 0.7))
        items += _slope(outer, inner, base, light, slope)
        items.append(Area(inner, _sheen(inner, base, 1.16, 0.86)))
    lx, ly, _ = unit(light.x, light.y, 0.0)
    head = (-1.0 * sx + 2.6 * lx, -1.0 * sy + 2.6 * ly)
    items.append(Shade((Silhouette(circle(head, 1.5, 16), 1.0),), (*_PALE[:3], 190)))
    return tuple(items)
