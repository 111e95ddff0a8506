"""The board of a player: five stones on their tracks, from 0 to 12."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from sim.view.axio_rota.camera import PITCH
from sim.view.axio_rota.situation import COLOURS, TOP, Situation
from sim.view.axio_rota.tiles import disc, from_behind
from sim.view.box import circle
from sim.view.controls import Controls, rounded_rect
from sim.view.items import SCREEN, Area, Item, Layer, Rgba, Shade, Silhouette, Sprite, Viewport
from sim.view.layout import Rect
from sim.view.raster import text_width
from sim.view.theme import Theme, mix
from sim.view.words import plural

OPAQUE: Rgba = (34, 39, 42, 246)
"""Panels that tiles may lie behind."""
_STONE = 40.0  # radius of a disc in its own units


def cards(controls: Controls, column: Rect, sit: Situation) -> Iterator[Sprite]:
    """Yield the boards of all players, one below the other."""
    for seat in range(sit.view.players):
        yield from _card(controls, card_rect(controls.unit, column, sit.view.players, seat), sit, seat)


def card_rect(u: float, column: Rect, players: int, seat: int) -> Rect:
    """Return where the board of a player lies."""
    gap = 10 * u
    high = min(270 * u, (column.height - gap * (players - 1)) / players)
    return Rect(column.x, column.y + seat * (high + gap), column.width, high)


def track(u: float, card: Rect) -> Rect:
    """Return where the five tracks of a board are."""
    inside = card.inset(14 * u, 10 * u)
    _head, body = inside.cut_top(28 * u, 4 * u)
    return body


def field(u: float, card: Rect, colour: int, steps: int) -> tuple[float, float]:
    """Return the middle of a field of a track."""
    body, _numbers = track(u, card).cut_right(26 * u, 6 * u)[::-1]
    row = body.height / len(COLOURS)
    return body.x + (steps + 0.5) * body.width / (TOP + 1), body.y + (colour + 0.5) * row


def radius(u: float, card: Rect) -> float:
    """Return how large a stone is."""
    body = track(u, card)
    return min(0.45 * body.height / len(COLOURS), 0.5 * (body.width - 32 * u) / (TOP + 1))


def stone(tag: str, colour: str, place: tuple[float, float], size: float, look: Theme, alpha: bool = False) -> Sprite:
    """Return a stone: a thick disc that wears its colour and its sign."""
    at = Viewport(size / _STONE, round(place[0]), round(place[1]), -1.0)
    sx, sy = look.light.slope
    outline = tuple((x, y) for area in disc(colour, look)[:1] if isinstance(area, Area) for x, y in area.points[::3])
    cast = tuple((x + 14 * sx, y - 14 * sy) for x, y in outline)
    items: tuple[Item, ...] = disc(colour, look)
    if not alpha:
        items = (Shade((Silhouette(cast, 4.0, 0.9),), look.light.shadow), *items)
    return Sprite(tag, Layer.CONTROLS, items, at=at)


def _card(controls: Controls, rect: Rect, sit: Situation, seat: int) -> Iterator[Sprite]:
    look, u, view = controls.look, controls.unit, sit.view
    moving = seat == view.to_move and view.outcome is None
    outline = rounded_rect(rect, 12 * u)
    items: list[Item] = []
    if moving:
        items.append(Shade((Silhouette(outline, 4 * u),), (*look.accent[:3], 70)))
    line = look.accent if moving else look.panel_line
    items.append(Area(outline, OPAQUE, line, (2.0 if moving else 1.0) * max(1.0, u)))
    yield Sprite(f"card-{seat}", Layer.PANELS, tuple(items), rect.corners, sit.names[seat], SCREEN)
    head, _body = rect.inset(14 * u, 10 * u).cut_top(28 * u)
    y = head.middle[1]
    ink = look.accent if moving else look.ink
    yield controls.text(f"name-{seat}", head.x, y, sit.names[seat], 19, bold=True, width=0.42 * head.width, ink=ink)
    soft = look.ink_soft
    role = sit.roles[seat]
    yield controls.text(f"role-{seat}", head.x + 0.44 * head.width, y, role, 14, ink=soft, width=0.25 * head.width)
    left = view.stacks[seat]
    told = plural("{n} tile", "{n} tiles", left)
    yield controls.text(f"stack-told-{seat}", head.right, y, told, 14, ink=soft, anchor="end")
    if left:
        x = head.right - text_width(told, 14 * u, False) - 17 * u
        yield from_behind(f"stack-{seat}", Viewport(round(20 * u) / PITCH, round(x), round(y), -1.0), look)
    yield from _tracks(controls, rect, sit, seat)


def _tracks(controls: Controls, rect: Rect, sit: Situation, seat: int) -> Iterator[Sprite]:
    look, u = controls.look, controls.unit
    size = radius(u, rect)
    stones = sit.view.tracks[seat]
    lowest = min(stones)
    yield Sprite(f"tracks-{seat}", Layer.CONTROLS, _grooves(u, rect, look), at=SCREEN)
    for k, colour in enumerate(COLOURS):
        place = field(u, rect, k, stones[k])
        if stones[k]:
            x, y = field(u, rect, k, 0)
            come = rounded_rect(Rect(x - size, y - 0.62 * size, place[0] - x + size, 1.24 * size), 0.62 * size)
            fill = mix(look.axio.symbols[colour], (20, 23, 25, 255), 0.3)
            yield Sprite(f"come-{seat}-{colour}", Layer.CONTROLS, (Area(come, fill),), at=SCREEN)
        yield stone(f"stone-{seat}-{colour}", colour, place, size, look)
        weak = stones[k] == lowest
        right = track(u, rect).right
        ink = look.accent if stones[k] == TOP else look.ink if weak else look.ink_soft
        tag = f"count-{seat}-{colour}"
        yield controls.text(tag, right, place[1], str(stones[k]), 17, ink=ink, anchor="end", bold=True)


# Of a board these never change, and there are many.
@lru_cache(maxsize=16)
def _grooves(u: float, rect: Rect, look: Theme) -> tuple[Item, ...]:
    """Return the tracks of a board: grooves with a dot for each field and a ring at the end."""
    size = radius(u, rect)
    items: list[Item] = []
    for k, colour in enumerate(COLOURS):
        tint = look.axio.symbols[colour]
        (x, y), (end, _y) = field(u, rect, k, 0), field(u, rect, k, TOP)
        groove = Rect(x - size, y - 0.62 * size, end - x + 2 * size, 1.24 * size)
        items.append(Area(rounded_rect(groove, 0.62 * size), mix(tint, (20, 23, 25, 255), 0.72)))
        for step in range(TOP):
            px, py = field(u, rect, k, step)
            dot = rounded_rect(Rect(px - 0.12 * size, py - 0.12 * size, 0.24 * size, 0.24 * size), 0.12 * size)
            items.append(Area(dot, mix(tint, (255, 255, 255, 255), 0.35)))
        goal = circle((end, y), 0.62 * size, 24)
        items.append(Area(goal, mix(tint, (20, 23, 25, 255), 0.5), mix(tint, (255, 255, 255, 255), 0.3), 0.16 * size))
    return tuple(items)
