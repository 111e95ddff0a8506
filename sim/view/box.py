"""How the box looks: its walls, the floor of the inlay, and the coloured corners with their markers."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType

from sim.pile.piece import Colour
from sim.pile.tray import Tray
from sim.view.items import Area, Fade, Item, Layer, Point, Points, Rgba, Shade, Silhouette, Sprite, Text
from sim.view.marks import ink_on, mark
from sim.view.theme import Theme, lit, unit
from sim.view.tile import brightness

FULL_STACKS: Mapping[Colour, tuple[int, ...]] = MappingProxyType(dict.fromkeys(Colour, (4, 3, 2)))
"""The markers at the start of a game, bottom first."""
_SIGN = 0.36
"""How far from the tip of a corner to its markers the sign for its colour lies."""


def box(tray: Tray, look: Theme) -> Sprite:
    """Return the box around the floor."""
    far = tray.across / 2
    wall = rounded(far + look.box_wall, 9.0)
    groove = rounded(far + look.lip + 1.0, 2.0)
    hole = _grown(tray, look.lip)
    sx, sy = look.light.slope
    under = tuple((x + 14 * sx, y + 14 * sy) for x, y in wall)
    items: list[Item] = [
        Shade((Silhouette(under, 7.0, 0.8), Silhouette(wall, 2.0, 0.6)), look.light.shadow),
        Area(wall, _across(far, lit(look.box, 1.12), lit(look.box, 0.86)), grain=look.floor_grain),
    ]
    items += edge(wall, rounded(far + look.box_wall - 1.0, 8.0), look.box, look, 1.0)
    items.append(Area(groove, lit(look.box, 0.5)))
    for colour, corner in hole.marker_corners:
        items += _plate(colour, corner, look)
    items += edge(hole.outline, tray.outline, look.lip_colour, look, -1.0)
    return Sprite("box", Layer.BOX, tuple(items), (), "box")


def floor(tray: Tray, look: Theme, casts: Sequence[Silhouette] = ()) -> tuple[Sprite, Sprite]:
    """Return the bare floor, and the shadows of the walls and of all that lies on it."""
    outline = tray.outline
    bare = Area(outline, _across(tray.across / 2, *look.floor), grain=look.floor_grain)
    shadows = Shade((*_wall_shadows(outline, look), *casts), look.light.shadow, outline)
    return (
        Sprite("floor", Layer.FLOOR, (bare,), (), "floor"),
        Sprite("floor-shadows", Layer.FLOOR, (shadows,)),
    )


def markers(
    tray: Tray, look: Theme, stacks: Mapping[Colour, tuple[int, ...]], face_up: bool = True
) -> Iterable[Sprite]:
    """Yield the stack of markers in each corner, the last of each stack on top."""
    for colour, corner in tray.marker_corners:
        yield _stack(colour, corner, look, stacks.get(colour, ()), face_up)


@lru_cache(maxsize=256)
def _stack(colour: Colour, corner: Points, look: Theme, values: tuple[int, ...], face_up: bool) -> Sprite:
    middle = _incentre(corner)
    items: list[Item] = []
    for level, value in enumerate(values):
        items += marker(middle, level, str(value) if face_up else "", colour, look)
    return Sprite(f"stack-{colour}", Layer.BOX, tuple(items), corner, f"{colour} stack")


def marker(middle: Point, level: int, value: str, colour: Colour, look: Theme) -> Iterable[Item]:
    """Yield one disc. Those above are moved against the light's shadow, so that the pile of them shows."""
    step = look.marker_step
    x, y = middle[0] - 0.5 * step * (level - 1), middle[1] + 0.75 * step * (level - 1)
    sx, sy = look.light.slope
    radius = look.marker_radius
    disc = circle((x, y), radius)
    fallen = circle((x + 1.5 * step * sx, y + 1.5 * step * sy), radius)
    yield Shade((Silhouette(fallen, 0.7, 0.9),), look.light.shadow)
    yield Area(disc, lit(look.marker, 0.72))
    yield Area(circle((x - 0.15, y + 0.2), radius - 0.45), _across_at((x, y), radius, look.marker))
    yield Area(circle((x, y), radius - 2.2), look.corners[colour])
    yield Area(circle((x, y), radius - 3.0), lit(look.marker, 1.0))
    if value:
        yield Text((x, y), value, 8.5, look.marker_ink)
    else:
        yield Area(circle((x, y), radius - 5.5), look.corners[colour])


def rounded(half: float, radius: float, steps: int = 12) -> Points:
    """Return a square about the origin with rounded corners."""
    middle = half - radius
    points = []
    for i, j, quarter in ((1, -1, 3), (1, 1, 0), (-1, 1, 1), (-1, -1, 2)):
        for k in range(steps + 1):
            turn = (quarter + k / steps) * math.pi / 2
            points.append((i * middle + radius * math.cos(turn), j * middle + radius * math.sin(turn)))
    return tuple(points)


@lru_cache(maxsize=1024)
def circle(middle: Point, radius: float, steps: int = 48) -> Points:
    """Return a disc as a polygon."""
    turns = [k * math.tau / steps for k in range(steps)]
    return tuple((middle[0] + radius * math.cos(a), middle[1] + radius * math.sin(a)) for a in turns)


def _across(half: float, first: Rgba, last: Rgba) -> Fade:
    return Fade((-half, half), (half, -half), first, last)


def _across_at(middle: Point, radius: float, colour: Rgba) -> Fade:
    x, y = middle
    return Fade((x - radius, y + radius), (x + radius, y - radius), lit(colour, 1.08), lit(colour, 0.88))


def _grown(tray: Tray, width: float) -> Tray:
    """Return the tray with all walls moved outwards."""
    cut = tray.corner + width * (2 - math.sqrt(2.0)) if tray.corner else 0.0
    return Tray(tray.across + 2 * width, cut)


def edge(outer: Points, inner: Points, colour: Rgba, look: Theme, outwards: float) -> Iterable[Area]:
    """Yield the strips between two outlines, lit as a slope that faces outwards (1) or inwards (-1)."""
    for k in range(len(outer)):
        (ax, ay), (bx, by) = outer[k - 1], outer[k]
        length = math.hypot(bx - ax, by - ay)
        if length < 1e-9:
            continue
        normal = unit(outwards * (by - ay) / length, outwards * (ax - bx) / length, 0.9)
        glow = brightness(look.light, normal, (ax + bx) / 2, (ay + by) / 2)
        yield Area((outer[k - 1], outer[k], inner[k], inner[k - 1]), lit(colour, glow))


def _plate(colour: Colour, corner: Points, look: Theme) -> Iterable[Area]:
    """Yield the coloured plate in a cut-off corner, with a rim like that of the pieces."""
    base = look.corners[colour]
    plate = _shrunk(corner, 0.6)
    inner = _shrunk(corner, 1.8)
    yield Area(plate, lit(base, 0.8))
    yield from edge(plate, inner, base, look, 1.0)
    x, y = _incentre(corner)
    fill = Fade((x - 20, y + 20), (x + 20, y - 20), lit(base, 1.06), lit(base, 0.9))
    yield Area(inner, fill, grain=look.floor_grain)
    if look.marks:
        tip = max(corner, key=lambda point: math.hypot(*point))
        spot = tip[0] + (x - tip[0]) * _SIGN, tip[1] + (y - tip[1]) * _SIGN
        yield from mark(colour, spot, 8.0, ink_on(base, look))


def _incentre(triangle: Points) -> Point:
    sides = [math.dist(triangle[k - 1], triangle[k - 2]) for k in range(3)]
    total = sum(sides)
    return (
        sum(side * x for side, (x, _) in zip(sides, triangle, strict=True)) / total,
        sum(side * y for side, (_, y) in zip(sides, triangle, strict=True)) / total,
    )


def _shrunk(triangle: Points, width: float) -> Points:
    """Move the sides of a triangle inwards."""
    sides = [math.dist(triangle[k - 1], triangle[k]) for k in range(3)]
    (ax, ay), (bx, by), (cx, cy) = triangle
    area = abs((bx - ax) * (cy - ay) - (by - ay) * (cx - ax)) / 2
    keep = 1 - width * sum(sides) / (2 * area)
    x, y = _incentre(triangle)
    return tuple((x + (px - x) * keep, y + (py - y) * keep) for px, py in triangle)


def _wall_shadows(outline: Points, look: Theme) -> Iterable[Silhouette]:
    """Yield the shadow of each wall between light and floor, and a faint dark along the foot of the others.

        ____ light
    wall    |  -  _
    ________|_______-_____ floor
              shadow
    """
    sx, sy = look.light.slope
    for k in range(len(outline)):
        (ax, ay), (bx, by) = outline[k - 1], outline[k]
        length = math.hypot(bx - ax, by - ay)
        ux, uy = (bx - ax) / length, (by - ay) / length
        # How deep the shadow reaches inwards; the wall itself reaches far outwards and past its own ends.
        deep = max(0.0, -(sx * uy - sy * ux)) * look.wall_height
        far, past = 30.0, 12.0
        points = (
            (ax - uy * deep - ux * past, ay + ux * deep - uy * past),
            (ax + uy * far - ux * past, ay - ux * far - uy * past),
            (bx + uy * far + ux * past, by - ux * far + uy * past),
            (bx - uy * deep + ux * past, by + ux * deep + uy * past),
        )
        yield Silhouette(points, 1.2 + 0.3 * deep, 0.7 if deep else 0.35)
