"""What a tile would bring where it is held: by corner, in total, on the stones, and for each colour of a blank one."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import TYPE_CHECKING

from sim.view.axio_rota.camera import Camera, Square
from sim.view.axio_rota.cards import card_rect, field, radius, stone
from sim.view.axio_rota.phrases import colour_told
from sim.view.axio_rota.places import Places
from sim.view.axio_rota.situation import COLOURS, TOP, Situation
from sim.view.axio_rota.tiles import CORNERS
from sim.view.box import circle
from sim.view.controls import Controls, rounded_rect
from sim.view.items import SCREEN, Area, Item, Layer, Rgba, Sprite, Text, Viewport
from sim.view.layout import Rect
from sim.view.raster import text_width
from sim.view.theme import mix
from sim.view.words import _

if TYPE_CHECKING:
    from sim.rules.axio_rota.view import AxioRotaView, Prospect

_GROUND: Rgba = (26, 30, 33, 240)


def spot(
    controls: Controls,
    where: Places,
    camera: Camera,
    square: Square,
    prospect: Prospect,
    named: str | None,
    sit: Situation,
) -> Iterator[Sprite]:
    """Yield all that a tile would bring on a square; while a colour is chosen the total gives way to the colours."""
    yield from corners(controls, camera, square, prospect, named)
    if not sit.picked:
        yield from total(controls, where.grid, camera, square, prospect, sit)
    yield from ghosts(controls, where, sit, prospect)


def corners(
    controls: Controls, camera: Camera, square: Square, prospect: Prospect, named: str | None
) -> Iterator[Sprite]:
    """Yield at each grid point that the tile would score what it would earn there."""
    x, y = camera.pixel(square)
    half = camera.step / 2
    size = max(11.0 * controls.unit, 0.17 * camera.step)
    for k, (points, (sx, sy)) in enumerate(zip(prospect.corners, CORNERS, strict=True)):
        if points is None:
            continue
        colour = prospect.tile[k] if prospect.tile[k] in COLOURS else named
        at = Viewport(1.0, round(x + sx * half), round(y + sy * half), -1.0)
        yield _badge(controls, f"corner-{k}", f"+{points}" if points else "0", colour, size, at, strong=points > 0)


def _badge(
    controls: Controls, tag: str, told: str, colour: str | None, size: float, at: Viewport, strong: bool
) -> Sprite:
    look = controls.look
    tint = look.axio.symbols.get(colour or "", look.ink_soft)
    size = round(size * 2) / 2
    ink = look.ink if strong else look.ink_soft
    items = (
        Area(circle((0.0, 0.0), size, 28), _GROUND, mix(tint, (255, 255, 255, 255), 0.15), max(1.5, 0.16 * size)),
        Text((0.0, 0.0), told, 1.02 * size, ink),
    )
    return Sprite(tag, Layer.CONTROLS, items, at=at)


def total(
    controls: Controls, rect: Rect, camera: Camera, square: Square, prospect: Prospect, sit: Situation
) -> Iterator[Sprite]:
    """Yield beside the tile how far each stone would move in all."""
    u, look = controls.unit, controls.look
    size = 15 * u
    parts: list[tuple[str, str, Rgba]] = []
    for colour, steps, now in zip(COLOURS, prospect.steps, sit.view.tracks[sit.view.seat], strict=True):
        if steps:
            top = now + steps == TOP
            parts.append((colour, f"+{steps} AXIO!" if top else f"+{steps}", look.accent if top else look.ink))
    wides = [30 * u + text_width(told, size) for _colour, told, _ink in parts]
    if not parts:
        wides = [text_width(_("no points"), size) + 4 * u]
    wide = sum(wides) + 12 * u * (len(wides) - 1) + 24 * u
    pill = beside(rect, camera, square, (wide, 34 * u), 6 * u, sit.lying)
    items: list[Item] = [
        Area(rounded_rect(Rect(0, 0, wide, 34 * u), 17 * u), _GROUND, (*look.panel_line[:3], 50), max(1.0, u))
    ]
    at = Viewport(1.0, round(pill.x), round(pill.y), -1.0)
    x, y = 12 * u, 17 * u
    if not parts:
        items.append(Text((wide / 2, y), _("no points"), size, look.ink_soft, "middle", False))
    discs = []
    for (colour, told, ink), one in zip(parts, wides, strict=False):
        place = (at.x + x + 11 * u, at.y + y)
        discs.append(stone(f"total-{colour}", colour, place, 11 * u, look, alpha=True))
        items.append(Text((x + 28 * u, y), told, size, ink, "start"))
        x += one + 12 * u
    yield Sprite("total", Layer.CONTROLS, tuple(items), at=at)
    yield from discs


def ghosts(controls: Controls, where: Places, sit: Situation, prospect: Prospect) -> Iterator[Sprite]:
    """Yield on the player's own board where the stones would come to."""
    u, look, seat = controls.unit, controls.look, sit.view.seat
    card = card_rect(u, where.right, sit.view.players, seat)
    size = radius(u, card)
    for k, (colour, steps) in enumerate(zip(COLOURS, prospect.steps, strict=True)):
        if steps:
            x, y = field(u, card, k, sit.view.tracks[seat][k] + steps)
            tint = look.axio.symbols[colour]
            fill = mix(tint, (255, 255, 255, 255), 0.25)
            rim = look.glow
            items = (
                Area(circle((0.0, 0.0), 0.86 * size, 28), (*fill[:3], 150), rim, 0.16 * size),
                Text((0.0, 0.0), f"+{steps}", 1.0 * size, look.ink),
            )
            yield Sprite(f"ghost-{colour}", Layer.CONTROLS, items, at=Viewport(1.0, round(x), round(y), -1.0))


def beside(
    rect: Rect, camera: Camera, square: Square, size: tuple[float, float], gap: float, lying: Collection[Square]
) -> Rect:
    """Return a place for something about a square: on the side where it lies over the fewest tiles."""
    wide, high = size
    x, y = camera.pixel(square)
    reach = 0.66 * camera.step + gap
    sides = (
        Rect(x - wide / 2, y + reach, wide, high),
        Rect(x - wide / 2, y - reach - high, wide, high),
        Rect(x + reach, y - high / 2, wide, high),
        Rect(x - reach - wide, y - high / 2, wide, high),
    )
    return min((_within(side, rect) for side in sides), key=lambda place: _hidden(place, camera, square, lying))


def _within(place: Rect, rect: Rect) -> Rect:
    left = min(max(place.x, rect.x + 4), rect.right - place.width - 4)
    top = min(max(place.y, rect.y + 4), rect.bottom - place.height - 4)
    return Rect(left, top, place.width, place.height)


def _hidden(place: Rect, camera: Camera, square: Square, lying: Collection[Square]) -> float:
    """Return how much of lying tiles a place hides; neighbours count more, and the tile in the hand most."""
    half = camera.step / 2
    hidden = 0.0
    for other in (square, *lying):
        x, y = camera.pixel(other)
        more = 0.16 * camera.step if other == square else 0.0
        wide = min(place.right, x + half + more) - max(place.x, x - half - more)
        high = min(place.bottom, y + half + more) - max(place.y, y - half - more)
        hidden += max(0.0, wide) * max(0.0, high) * _weight(square, other)
    return round(hidden)


def _weight(square: Square, other: Square) -> float:
    apart = max(abs(square[0] - other[0]), abs(square[1] - other[1]))
    return {0: 1000.0, 1: 3.0}.get(apart, 1.0)


def blank_points(view: AxioRotaView, square: Square, turns: int) -> Mapping[str, int | None]:
    """Return what the blank corner of the tile in the hand would bring as each colour."""
    prospects = {colour: view.prospect(square, turns, colour) for colour in COLOURS}
    return {colour: p.corners[p.tile.blank] for colour, p in prospects.items() if p.tile.blank is not None}


def picker(
    controls: Controls,
    rect: Rect,
    camera: Camera,
    square: Square,
    points: Mapping[str, int | None],
    lying: Collection[Square],
) -> Iterator[Sprite]:
    """Yield a circle for each colour that a blank corner can be, with the points that it would bring."""
    u, look = controls.unit, controls.look
    each, high = 58 * u, 92 * u
    size = each * len(COLOURS) + 16 * u, high
    place = beside(rect, camera, square, size, 8 * u, lying)
    yield controls.card("picker", place)
    for k, colour in enumerate(COLOURS):
        if colour not in points:
            continue
        cell = Rect(place.x + 8 * u + k * each, place.y + 5 * u, each, high - 10 * u)
        x, y = cell.middle[0], cell.y + 28 * u
        yield stone(f"dot-{colour}", colour, (x, y), 21 * u, look)
        worth = points[colour] or 0
        ink = look.ink if worth else look.ink_soft
        told = f"+{worth}" if worth else "0"
        yield controls.text(
            f"dot-points-{colour}", x - 5 * u, y + 38 * u, told, 17, ink=ink, anchor="middle", bold=True
        )
        yield controls.text(
            f"dot-key-{colour}", x + 17 * u, y + 38 * u, str(k + 1), 12, ink=look.ink_soft, anchor="middle"
        )
        title = colour_told(colour)
        yield Sprite(f"colour-{colour}", Layer.CONTROLS, (), cell.inset(2 * u).corners, title, SCREEN, True)
