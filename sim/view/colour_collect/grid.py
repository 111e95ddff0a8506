"""The wooden board: 5 x 5 squares in a frame, the quadrant inlaid in a darker wood. Its middle is (0, 0), y grows up.

+-----------------+
|  o  o  o  o  o  |
|  o +-------+ o  |
|  o | o o o | o  |
|  o | o o o | o  |   the quadrant: where the pawn starts
|  o | o o o | o  |
|  o +-------+ o  |
|  o  o  o  o  o  |
+-----------------+
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from sim.view.box import circle, edge, rounded
from sim.view.colour_collect.disc import PITCH, RADIUS
from sim.view.items import Area, Fade, Item, Layer, Point, Points, Rgba, Shade, Silhouette, Sprite, Viewport
from sim.view.layout import Rect
from sim.view.theme import Theme, lit, mix

SIZE = 5
HALF = SIZE * PITCH / 2
WALL = 11.0
_GAP = 1.1  # between two squares, mm
_INLAY = 1.5 * PITCH


def middle_of(x: int, y: int) -> Point:
    """Return the middle of a square; x grows to the right and y downwards, as players count.

    >>> middle_of(2, 2), middle_of(0, 0)
    ((0.0, 0.0), (-76.0, 76.0))
    """
    return (x - SIZE // 2) * PITCH, (SIZE // 2 - y) * PITCH


def board_viewport(rect: Rect) -> Viewport:
    """Return the viewport that shows the whole board in the middle of a rectangle, on whole pixels."""
    span = 2 * (HALF + WALL + 5.0)
    x, y = rect.middle
    return Viewport(min(rect.width, rect.height) / span, round(x), round(y))


def on_square(view: Viewport, x: int, y: int) -> Viewport:
    """Return the viewport of what lies on a square: its own middle is that of the square, on a whole pixel."""
    px, py = view.pixel(middle_of(x, y))
    return Viewport(view.scale, round(px), round(py))


# The same sprites again and again: a painter need not even compare them.
@lru_cache(maxsize=8)
def grid(look: Theme, view: Viewport, tag: str = "board") -> tuple[Sprite, ...]:
    """Return the board without anything on it; all squares of a wood share one picture."""
    sprites = [Sprite(tag, Layer.BOX, tuple(_frame(look)), title="board", at=view)]
    for y in range(SIZE):
        for x in range(SIZE):
            inner = 0 < x < SIZE - 1 and 0 < y < SIZE - 1
            square = Sprite(f"{tag}-{x}-{y}", Layer.FLOOR, _square(look, inner), at=on_square(view, x, y))
            sprites.append(square)
    return *sprites, Sprite(f"{tag}-lines", Layer.FLOOR, tuple(_lines(look)), at=view)


def _frame(look: Theme) -> Iterator[Item]:
    far = HALF + WALL
    wall, hole, floor = rounded(far, 9.0), rounded(HALF + 3.0, 3.0), rounded(HALF, 2.0)
    sx, sy = look.light.slope
    under = tuple((x + 14 * sx, y + 14 * sy) for x, y in wall)
    yield Shade((Silhouette(under, 7.0, 0.8), Silhouette(wall, 2.0, 0.6)), look.light.shadow)
    yield Area(wall, _across(far, lit(look.box, 1.12), lit(look.box, 0.86)), grain=look.floor_grain)
    yield from edge(wall, rounded(far - 1.4, 8.0), look.box, look, 1.0)
    yield Area(hole, lit(look.box, 0.5))
    yield from edge(hole, floor, look.lip_colour, look, -1.0)
    yield Area(floor, lit(look.box, 0.62))


@lru_cache(maxsize=8)
def _square(look: Theme, inner: bool) -> tuple[Item, ...]:
    """Return a square, a plate of wood with a shallow dish: a darker one within the quadrant."""
    wood = mix(look.floor[1], look.lip_colour, 0.62) if inner else look.floor[0]
    half = PITCH / 2 - _GAP / 2
    plate, inside = rounded(half, 1.6, 4), rounded(half - 0.7, 1.2, 4)
    fill = Fade((-half, half), (half, -half), lit(wood, 1.03), lit(wood, 0.95))
    dish, bed = circle((0.0, 0.0), RADIUS + 0.8, 48), circle((0.0, 0.0), RADIUS - 0.3, 48)
    return (
        *edge(plate, inside, wood, look, 1.0),
        Area(inside, fill, grain=look.floor_grain),
        *edge(dish, bed, wood, look, -0.55),
        Area(bed, lit(wood, 0.93), grain=look.floor_grain),
    )


def _lines(look: Theme) -> Iterator[Item]:
    """Yield the line around the quadrant, and the shadow of the frame on the squares."""
    yield Area(_box(_INLAY), None, mix(look.box, (40, 24, 16, 255), 0.35), 1.3)
    yield Area(_box(_INLAY + 0.9), None, (*look.glow[:3], 70), 0.4)
    sx, sy = look.light.slope
    walls = (
        ((-HALF - 20, HALF + 20), (-HALF - 20, HALF), (HALF + 20, HALF), (HALF + 20, HALF + 20)),
        ((-HALF - 20, HALF + 20), (-HALF - 20, -HALF - 20), (-HALF, -HALF - 20), (-HALF, HALF + 20)),
    )
    fallen = (tuple((x + 7 * sx, y + 7 * sy) for x, y in wall) for wall in walls)
    yield Shade(tuple(Silhouette(wall, 1.8, 0.6) for wall in fallen), look.light.shadow, _box(HALF))


def _box(half: float) -> Points:
    return (half, -half), (half, half), (-half, half), (-half, -half)


def _across(half: float, first: Rgba, last: Rgba) -> Fade:
    return Fade((-half, half), (half, -half), first, last)
