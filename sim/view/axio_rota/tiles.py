"""How a square tile looks: bevelled like the polygons, with a quarter of a circle in each corner.

Drawn in units with y downwards, the middle of the tile at (0, 0) and the grid points that its corners point to at
(50, 50) off it, so that four quarters make up a circle. Lying tiles are made of parts that are alike for many of them:
a shadow, a plain tile, a quarter for each corner. So a new size takes a few new pictures, however many tiles lie.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache

from sim.view.axio_rota.camera import PITCH
from sim.view.controls import rounded_rect
from sim.view.items import Area, Item, Layer, Points, Rgba, Shade, Silhouette, Sprite, Viewport
from sim.view.layout import Rect
from sim.view.theme import Theme, lit, mix, unit
from sim.view.tile import BEVEL_SLOPE, brightness

HALF = PITCH / 2
SIDE = 98.0
"""From one side of a tile to the other; the rest of the pitch is a gap."""
CORNERS = ((-1, -1), (1, -1), (1, 1), (-1, 1))
"""Where the corners of a tile lie, clockwise from the top left."""

_ROUND = 7.0
_RIM = 2.6  # width of the bevel
_LINE = 0.7  # width of the dark line round a tile
_OUTER = HALF - SIDE / 2 + _LINE  # from the grid point to where the bevel of the tile begins, along a side
_SMALLEST = HALF - SIDE / 2 + _RIM  # and to its face
_RADIUS = 40.0  # of the circle about a grid point
_EDGE = 1.6  # width of the dark line round a quarter
_PALE = 0.8  # how much paler than its quarter a sign is
_LINE_LIGHT = 0.6
_SHADE: Rgba = (84, 62, 44, 255)
_ARC = 14  # steps in a quarter of a circle


def lying(tag: str, tile: Sequence[str], at: Viewport, look: Theme, layer: Layer = Layer.PIECES) -> tuple[Sprite, ...]:
    """Return a tile that lies on the grid, part by part, without its shadow."""
    parts = [Sprite(tag, layer, _plain(look, 0), at=at)]
    parts += [Sprite(f"{tag}-{k}", layer, _corner(name, k, look, 0), at=at) for k, name in enumerate(tile)]
    return tuple(parts)


def fallen(tag: str, at: Viewport, look: Theme) -> Sprite:
    """Return the shadow of a lying tile."""
    return Sprite(tag, Layer.FLOOR, _shadow(look, 2.6, 1.6), at=at)


def held(tag: str, tile: Sequence[str], at: Viewport, look: Theme, turn: int = 0, *, high: bool = True) -> Sprite:
    """Return a tile in one piece, turned by so many degrees clockwise, high over the table or just on it."""
    rise = (9.0, 5.0) if high else (2.6, 1.6)
    return Sprite(tag, Layer.CONTROLS, (*_shadow(look, *rise), *_whole(tuple(tile), look, turn)), at=at)


def from_behind(tag: str, at: Viewport, look: Theme) -> Sprite:
    """Return a tile that lies face down."""
    return Sprite(tag, Layer.CONTROLS, (*_shadow(look, 4.0, 2.0), *_back(look)), at=at)


def disc(name: str, look: Theme) -> tuple[Item, ...]:
    """Return the whole circle of a colour with its sign: its radius is 40 units."""
    return _disc(name, look)


@lru_cache(maxsize=64)
def _shadow(look: Theme, rise: float, blur: float) -> tuple[Item, ...]:
    sx, sy = look.light.slope
    outline = _square(SIDE / 2, _ROUND)
    cast = tuple((x + 1.4 * rise * sx, y - 1.4 * rise * sy) for x, y in outline[::3])
    return (Shade((Silhouette(cast, blur, 0.9),), look.light.shadow),)


@lru_cache(maxsize=256)
def _whole(tile: tuple[str, ...], look: Theme, turn: int) -> tuple[Item, ...]:
    items = list(_plain(look, turn))
    for k, name in enumerate(tile):
        items += _corner(name, k, look, turn)
    return tuple(items)


@lru_cache(maxsize=32)
def _plain(look: Theme, turn: int) -> tuple[Item, ...]:
    return tuple(_bevelled(look.axio.tile, look, turn))


@lru_cache(maxsize=4)
def _back(look: Theme) -> tuple[Item, ...]:
    """Return the back of a tile: the five colours about its middle."""
    items: list[Item] = list(_bevelled(look.axio.back, look, 0))
    for k, colour in enumerate(look.axio.symbols.values()):
        a = (k / len(look.axio.symbols) - 0.25) * math.tau
        items.append(Area(_round((22 * math.cos(a), 22 * math.sin(a)), 8.5), lit(colour, 0.85)))
    return tuple(items)


def _bevelled(base: Rgba, look: Theme, turn: int) -> Iterator[Item]:
    outline = _square(SIDE / 2, _ROUND)
    outer, inner = _square(SIDE / 2 - _LINE, _ROUND - _LINE), _square(SIDE / 2 - _RIM, _ROUND - _RIM)
    outer, inner = _turned(outer, turn), _turned(inner, turn)
    yield Area(_turned(outline, turn), _card(base, _LINE_LIGHT))
    yield from _rim(outer, inner, base, look, _card)
    yield Area(inner, base)


def _card(base: Rgba, light: float) -> Rgba:
    """Return the colour of the card that tiles are made of under more or less light: in the shade it is brown."""
    return lit(base, light) if light >= 1.0 else mix(base, _SHADE, (1.0 - light) * 0.9)


def _rim(outer: Points, inner: Points, base: Rgba, look: Theme, tint: Callable[[Rgba, float], Rgba]) -> Iterator[Area]:
    """Yield the strips of a bevel, each as bright as it faces the light; that of a quarter is open at its arc."""
    for k in range(0 if tint is _card else 1, len(outer)):
        (ax, ay), (bx, by) = outer[k - 1], outer[k]
        length = max(math.hypot(bx - ax, by - ay), 1e-9)
        # The outline goes clockwise to the eye; the light has y upwards.
        ox, oy = (by - ay) / length, (bx - ax) / length
        glow = brightness(look.light, unit(BEVEL_SLOPE * ox, BEVEL_SLOPE * oy, 1.0), 0.0, 0.0)
        yield Area((outer[k - 1], outer[k], inner[k], inner[k - 1]), tint(base, max(0.5, glow)))


@lru_cache(maxsize=1024)
def _corner(name: str, corner: int, look: Theme, turn: int) -> tuple[Item, ...]:
    """Return the quarter in a corner; of a blank one a faint line alone."""
    colour = look.axio.symbols.get(name)

    def placed(points: Points) -> Points:
        sx, sy = CORNERS[corner]
        return _turned(tuple((sx * (HALF - a), sy * (HALF - b)) for a, b in points), turn)

    if colour is None:
        inner, outer = _arc(_RADIUS - 1.2), _arc(_RADIUS)
        return (Area(placed((*outer, *inner[::-1])), look.axio.blank),)
    # Mirrored, an outline goes the other way round.
    way = 1 if CORNERS[corner][0] == CORNERS[corner][1] else -1
    outer, inner = placed(_edge(_OUTER, _ROUND - _LINE))[::way], placed(_edge(_SMALLEST, _ROUND - _RIM))[::way]
    items: list[Item] = [Area(placed(_quarter(_RADIUS)), lit(colour, 0.74))]
    items += _rim(outer, inner, colour, look, lit)
    items.append(Area(placed(_quarter(_RADIUS - _EDGE)), colour))
    pale = mix(colour, (255, 252, 244, 255), _PALE)
    items += [Area(placed(points), pale) for points in _SIGNS[name]]
    return tuple(items)


@lru_cache(maxsize=32)
def _disc(name: str, look: Theme) -> tuple[Item, ...]:
    colour = look.axio.symbols[name]
    pale = mix(colour, (255, 252, 244, 255), _PALE)
    items: list[Item] = [Area(_round((0, 0), _RADIUS), lit(colour, 0.66))]
    items.append(Area(_round((-0.8, -1.0), _RADIUS - 2.4), lit(colour, 1.12)))
    items.append(Area(_round((0.4, 0.5), _RADIUS - 3.6), colour))
    for sx, sy in CORNERS:
        for points in _SIGNS[name]:
            # Without the gap between tiles the sign is whole.
            closed = [(_closed(a), _closed(b)) for a, b in points]
            items.append(Area(tuple((sx * a, sy * b) for a, b in closed), pale))
    return tuple(items)


def _closed(distance: float) -> float:
    return 0.0 if math.isclose(distance, _SMALLEST) else distance


# Shapes. Those of a quarter are told by the distances (a, b) from the grid point along the two sides of the tile.


def _square(half: float, round: float) -> Points:
    return rounded_rect(Rect(-half, -half, 2 * half, 2 * half), round)


def _round(middle: tuple[float, float], radius: float, steps: int = 40) -> Points:
    turns = [k * math.tau / steps for k in range(steps)]
    return tuple((middle[0] + radius * math.cos(a), middle[1] + radius * math.sin(a)) for a in turns)


def _turned(points: Points, degrees: int) -> Points:
    if not degrees:
        return points
    cos, sin = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    return tuple((cos * x - sin * y, sin * x + cos * y) for x, y in points)


def _arc(radius: float) -> Points:
    """Return the arc of a circle about the grid point, from side to side of the face."""
    first = math.asin(_SMALLEST / radius)
    span = math.pi / 2 - 2 * first
    turns = [first + span * k / _ARC for k in range(_ARC + 1)]
    return tuple((radius * math.cos(a), radius * math.sin(a)) for a in turns)


def _quarter(radius: float) -> Points:
    return (*_arc(radius), *_edge(_SMALLEST, _ROUND - _RIM)[1:-1])


def _edge(near: float, bend: float) -> Points:
    """Return the edge of a tile from one end of a quarter round its corner to the other."""
    turns = [math.pi / 2 * k / 4 for k in (4, 3, 2, 1, 0)]
    corner = [(near + bend * (1 - math.sin(a)), near + bend * (1 - math.cos(a))) for a in turns]
    far = math.sqrt((_RADIUS - 0.5) ** 2 - near**2)
    return (near, far), *corner, (far, near)


def _ray(degrees: float, near: float, far: float, half: float) -> Points:
    a = math.radians(degrees)
    cos, sin = math.cos(a), math.sin(a)
    return (
        (near * cos - half * sin, near * sin + half * cos),
        (far * cos, far * sin),
        (near * cos + half * sin, near * sin - half * cos),
    )


def _leaf() -> Points:
    side = [(7 + 22 * k / 8, 7.5 * math.sin(math.pi * (k / 8) ** 0.8)) for k in range(9)]
    both = [*side, *((along, -across) for along, across in side[::-1])]
    half = math.sqrt(0.5)
    return tuple((half * (along * 1.15 - across), half * (along * 1.15 + across)) for along, across in both)


_N = _SMALLEST
_SIGNS: Mapping[str, Sequence[Points]] = {
    # Four of each, about one point: a diamond, a clover, a ring, a sun, a cross.
    "red": (((_N, _N), (27.0, _N), (_N, 27.0)),),
    "green": (_leaf(),),
    "blue": ((*_arc(25.0), *_arc(17.0)[::-1]),),
    "orange": (
        (*_arc(14.0), (_N, _N)),
        _ray(22.5, 17.0, 31.0, 4.2),
        _ray(67.5, 17.0, 31.0, 4.2),
    ),
    "purple": (((_N, _N), (29.0, _N), (29.0, _N + 5.5), (_N + 5.5, _N + 5.5), (_N + 5.5, 29.0), (_N, 29.0)),),
}
