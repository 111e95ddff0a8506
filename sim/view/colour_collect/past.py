"""A round that is over: its board at a moment, and all its moves in a line.

Anna   o . o . ! . o        each disc in the row of who took it; who could win at the time has a bright row
Ben    . o . o . o .
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from sim.view.box import circle
from sim.view.colour_collect.disc import RADIUS, disc, pawn
from sim.view.colour_collect.grid import board_viewport, grid, middle_of, on_square
from sim.view.controls import Controls, rounded_rect
from sim.view.items import SCREEN, Area, Layer, Point, Points, Rgba, Sprite, Text, Viewport
from sim.view.layout import Rect

_GROUND: Rgba = (20, 22, 24, 230)


@dataclass(frozen=True, slots=True)
class Look:
    """A moment of a round that is looked back on."""

    names: tuple[str, ...]
    board: Mapping[tuple[int, int], str]
    pawn: tuple[int, int] | None
    seats: tuple[int, ...]
    """Who made each move."""
    colours: tuple[str, ...]
    """Which disc each move took."""
    at: int
    """The move that comes next; as many as there are: the round is over."""
    played: tuple[int, int] | None
    """Where that move goes."""
    better: tuple[int, int] | None
    """Where it should have gone."""
    fault: bool
    winner: int
    faults: tuple[int, ...]
    leaders: tuple[int, ...]
    """Who could have won before each move."""


def little_board(controls: Controls, rect: Rect, look: Look) -> Iterator[Sprite]:
    """Yield the board with its discs, and where the next move goes."""
    theme = controls.look
    view = board_viewport(rect)
    yield from grid(theme, view, "little-board")
    for (x, y), colour in sorted(look.board.items()):
        yield disc(f"little-{x}-{y}", colour, on_square(view, x, y), theme)
    if look.pawn is not None:
        yield pawn("little-pawn", on_square(view, *look.pawn), theme)
    if look.played is not None:
        ink = theme.warn if look.fault else theme.glow
        yield _way("played", look.pawn, look.played, ink, view)
        if look.fault:
            right, low = view.pixel(middle_of(*look.played))
            far = 0.74 * RADIUS * view.scale
            yield _badge(controls, "played-fault", (right + far, low - far), 11 * controls.unit)
    if look.better is not None:
        yield _way("better", look.pawn, look.better, theme.accent, view)


def _way(tag: str, start: tuple[int, int] | None, goal: tuple[int, int], ink: Rgba, view: Viewport) -> Sprite:
    """Return an arrow from the pawn to a disc, or a ring around the disc where the pawn is placed."""
    bx, by = middle_of(*goal)
    ring = Area(circle((bx, by), RADIUS + 1.2, 40), None, ink, 2.4)
    dark = Area(circle((bx, by), RADIUS + 1.2, 40), None, _GROUND, 4.2)
    if start is None:
        return Sprite(tag, Layer.LABELS, (dark, ring), at=view)
    ax, ay = middle_of(*start)
    length = math.dist((ax, ay), (bx, by))
    ux, uy = (bx - ax) / length, (by - ay) / length

    def shape(more: float) -> Points:
        head, tip, thin, wide = length - RADIUS - 6.5, length - RADIUS + 2.5 + 1.6 * more, 2.0 + more, 5.4 + 1.6 * more
        half = ((8.0 - more, thin), (head, thin), (head - more, wide))
        form = (*((along, -across) for along, across in half), (tip, 0.0), *reversed(half))
        return tuple((ax + ux * a - uy * b, ay + uy * a + ux * b) for a, b in form)

    return Sprite(tag, Layer.LABELS, (dark, Area(shape(1.0), _GROUND), ring, Area(shape(0.0), ink)), at=view)


def timeline(controls: Controls, rect: Rect, look: Look) -> Iterator[Sprite]:
    """Yield all moves in two rows, one for each player; what gave the round away wears a sign.

    Discs that have not been taken yet are smaller.
    """
    theme, u = controls.look, controls.unit
    yield controls.well("line", rect, 10)
    inside = rect.inset(12 * u, 10 * u)
    for seat, row in enumerate(inside.rows(2, 8 * u)):
        head, body = row.cut_top(20 * u, 2 * u)
        ink = theme.accent if seat == look.winner else theme.ink
        yield controls.text(f"line-{seat}", head.x, head.middle[1], look.names[seat], 14, bold=True, ink=ink)
        cells = _cells(body, len(look.colours) + 1, 40 * u)
        yield from _lead(controls, cells, look, seat)
        for k, (mover, colour) in enumerate(zip(look.seats, look.colours, strict=True)):
            if mover == seat:
                yield from _move(controls, cells[k], look, k, colour)
        if seat == look.winner:
            yield from _end(controls, cells[-1], look)


def _cells(rect: Rect, count: int, widest: float) -> list[Rect]:
    wide = min(rect.width / count, widest)
    return [Rect(rect.x + k * wide, rect.y, wide, rect.height) for k in range(count)]


def _lead(controls: Controls, cells: list[Rect], look: Look, seat: int) -> Iterator[Sprite]:
    """Yield a bright ground behind the moves before which this player could win."""
    tint = controls.look.accent
    areas = []
    start = None
    for k, leader in enumerate((*look.leaders, 1 - seat)):
        if leader == seat and start is None:
            start = k
        elif leader != seat and start is not None:
            first, last = cells[start], cells[k - 1]
            band = Rect(first.x, first.y, last.right - first.x, first.height)
            areas.append(Area(rounded_rect(band, 8 * controls.unit), (*tint[:3], 52)))
            start = None
    if areas:
        yield Sprite(f"lead-{seat}", Layer.CONTROLS, tuple(areas), at=SCREEN)


def _move(controls: Controls, cell: Rect, look: Look, number: int, colour: str) -> Iterator[Sprite]:
    theme, u = controls.look, controls.unit
    x, y = cell.middle
    radius = min(0.4 * cell.width, 0.4 * cell.height) * (1.0 if number <= look.at else 0.66)
    yield disc(f"past-{number}", colour, Viewport(radius / RADIUS, round(x), round(y)), theme)
    if number == look.at:
        ring = circle((x, y), radius + 3 * u, 28)
        yield Sprite(f"now-{number}", Layer.CONTROLS, (Area(ring, None, theme.ink, 2.4 * u),), at=SCREEN)
    if number in look.faults:
        spot = (x + 0.62 * radius, y - 0.72 * radius)
        yield _badge(controls, f"fault-{number}", spot, max(6.5 * u, 0.52 * radius))
    yield Sprite(f"move-{number}", Layer.CONTROLS, (), cell.corners, f"{number + 1}", SCREEN, target=True)


def _badge(controls: Controls, tag: str, spot: Point, size: float) -> Sprite:
    """Return the sign of a move that gave the round away."""
    items = (
        Area(circle(spot, size + 1.5 * controls.unit, 20), _GROUND),
        Area(circle(spot, size, 20), controls.look.warn),
        Text(spot, "!", 1.7 * size, (40, 20, 12, 255)),
    )
    return Sprite(tag, Layer.CONTROLS, items, at=SCREEN)


def _end(controls: Controls, cell: Rect, look: Look) -> Iterator[Sprite]:
    """Yield a coin for whom the round went to."""
    theme, u = controls.look, controls.unit
    x, y = cell.middle
    radius = min(0.36 * cell.width, 0.36 * cell.height)
    items = [Area(circle((x, y), radius, 28), theme.accent)]
    items.append(Area(circle((x, y), 0.6 * radius, 24), None, theme.accent_ink, 1.2 * u))
    if look.at == len(look.colours):
        items.append(Area(circle((x, y), radius + 3 * u, 28), None, theme.ink, 2.4 * u))
    tag = f"move-{len(look.colours)}"
    yield Sprite(tag, Layer.CONTROLS, tuple(items), cell.corners, tag, SCREEN, target=True)
