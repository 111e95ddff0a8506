"""The card of a player: the collection as a grid of shapes and colours, markers won, actions left.

A row of the grid that is full is a set of one shape, a full column a set of one colour.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache

from sim.pile import Colour
from sim.view.box import circle, marker
from sim.view.collexion.phrases import ACTIONS, SETS
from sim.view.collexion.situation import COLOURS, SHAPES, Situation
from sim.view.controls import Controls, rounded_rect
from sim.view.icons import icon
from sim.view.items import SCREEN, Area, Item, Layer, Rgba, Shade, Silhouette, Sprite, Text, Viewport
from sim.view.layout import Rect
from sim.view.raster import text_width
from sim.view.theme import Theme, mix
from sim.view.token import SPAN, ghost, token
from sim.view.words import _, plural

MARKER_ACTIONS = "swap", "steal", "remove"


def cards(controls: Controls, column: Rect, sit: Situation) -> Iterator[Sprite]:
    """Yield the cards of all players, one below the other."""
    u = controls.unit
    for seat, rect in enumerate(column.rows(sit.view.players, 10 * u)):
        yield from _card(controls, rect, sit, seat)


def _card(controls: Controls, rect: Rect, sit: Situation, seat: int) -> Iterator[Sprite]:
    u, view = controls.unit, sit.view
    moving = seat == view.to_move and view.outcome is None
    yield _ground(controls, rect, sit, seat, moving)
    inside = rect.inset(14 * u, 8 * u)
    head, body = inside.cut_top(30 * u, 4 * u)
    yield from _head(controls, head, sit, seat, moving)
    tall = body.height > 240 * u
    actions = _actions(sit, seat)
    if tall:
        row, body = body.cut_bottom(38 * u, 8 * u)
        places = row.columns(max(3, len(actions)), 8 * u)
    else:
        high = min(34 * u, body.height / max(3, len(actions)) - 5 * u)
        column, body = body.cut_right(118 * u if actions else 0.0, 8 * u)
        stack, _above = column.cut_bottom(max(1, len(actions)) * (high + 5 * u) - 5 * u)
        places = stack.rows(max(1, len(actions)), 5 * u)
    for action, place in zip(actions, places, strict=False):
        yield _action(controls, place, sit, seat, action)
    cell = min(body.height / 4.4, 64 * u, (0.165 if tall else 0.18) * body.width)
    grid = Rect(body.x + 0.06 * cell, body.y + 0.06 * cell, 4 * cell, 4 * cell)
    yield from _grid(controls, grid, sit, seat)
    # A coin that scores a row lies beside it.
    _left, beside = body.cut_left(4 * cell, 0.95 * cell)
    yield from _won(controls, beside, sit, seat)


def _head(controls: Controls, head: Rect, sit: Situation, seat: int, moving: bool) -> Iterator[Sprite]:
    look, u, y = controls.look, controls.unit, head.middle[1]
    called = 0.46 * head.width
    name, size = controls.fitted(sit.names[seat], 19, called, True)
    ink = look.accent if moving else look.ink
    yield controls.text(f"name-{seat}", head.x, y, sit.names[seat], 19, bold=True, ink=ink, width=called)
    points, wide = _points(sit, seat), 0.28 * head.width
    yield controls.text(f"points-{seat}", head.right, y, points, 17, anchor="end", bold=True, width=wide)
    x = head.x + text_width(name, size, True) + 12 * u
    room = head.right - wide - x
    yield controls.text(f"role-{seat}", x, y + u, sit.roles[seat], 14, ink=look.ink_soft, width=room)


def _ground(controls: Controls, rect: Rect, sit: Situation, seat: int, moving: bool) -> Sprite:
    look, u = controls.look, controls.unit
    outline = rounded_rect(rect, 12 * u)
    line = look.accent if moving else look.panel_line
    items: list[Item] = []
    if moving:
        items.append(Shade((Silhouette(outline, 4 * u),), (*look.accent[:3], 70)))
    items.append(Area(outline, look.panel, line, (2.0 if moving else 1.0) * max(1.0, u)))
    target = f"card-{seat}" in sit.steps
    return Sprite(f"card-{seat}", Layer.PANELS, tuple(items), rect.corners, sit.names[seat], SCREEN, target)


def _points(sit: Situation, seat: int) -> str:
    score = sit.view.scores[seat]
    if score is not None and (sit.peek or seat != sit.view.seat):
        return plural("{n} point", "{n} points", score)
    return plural("{n} marker", "{n} markers", sit.view.marker_counts[seat])


def cell_rect(grid: Rect, shape: str, colour: str) -> Rect:
    """Return the place of a kind in the grid."""
    cell = grid.width / 4
    return Rect(grid.x + COLOURS.index(colour) * cell, grid.y + SHAPES.index(shape) * cell, cell, cell)


def _grid(controls: Controls, grid: Rect, sit: Situation, seat: int) -> Iterator[Sprite]:
    look = controls.look
    cell = grid.width / 4
    yield controls.well(f"grid-{seat}", grid.inset(-0.06 * cell), 8)
    whole = sit.complete(seat)
    for name in whole:
        yield _band(controls, grid, seat, name)
    owned = Counter(sit.view.collections[seat])
    for shape in SHAPES:
        for colour in COLOURS:
            kind = f"{shape}-{colour}"
            tag = f"cell-{seat}-{kind}"
            place = cell_rect(grid, shape, colour)
            x, y = place.middle
            at = Viewport(0.9 * cell / SPAN, round(x), round(y))
            if not owned[kind]:
                yield ghost(tag, kind, at, look)
                continue
            own = seat == sit.view.seat
            if tag in sit.steps or (own and kind in sit.picked):
                yield _spot(controls, f"spot-{tag}", place, chosen=own and kind in sit.picked)
            yield token(f"token-{tag}", kind, at, look)
            yield Sprite(tag, Layer.CONTROLS, (), place.corners, kind, SCREEN, tag in sit.steps)
            if owned[kind] > 1:
                yield _badge(controls, f"count-{tag}", place.right - 0.2 * cell, place.bottom - 0.2 * cell, owned[kind])
    for name in whole:
        if f"set-{seat}-{name}" in sit.steps:
            yield _coin(controls, grid, sit, seat, name)


def _band(controls: Controls, grid: Rect, seat: int, name: str) -> Sprite:
    rect = _line(grid, name).inset(0.04 * grid.width / 4)
    outline = rounded_rect(rect, 8 * controls.unit)
    tint = controls.look.accent
    items = (Area(outline, (*tint[:3], 46), (*tint[:3], 200), 1.5 * controls.unit),)
    return Sprite(f"band-{seat}-{name}", Layer.CONTROLS, items, at=SCREEN)


def _line(grid: Rect, name: str) -> Rect:
    """Return the row or column of a set."""
    cell = grid.width / 4
    if name in SHAPES:
        return Rect(grid.x, grid.y + SHAPES.index(name) * cell, grid.width, cell)
    return Rect(grid.x + COLOURS.index(name) * cell, grid.y, cell, grid.height)


def _coin(controls: Controls, grid: Rect, sit: Situation, seat: int, name: str) -> Sprite:
    """Return what is clicked to score a set: a coin at the end of its row or column."""
    look, u = controls.look, controls.unit
    line, radius = _line(grid, name), 0.36 * grid.width / 4
    x = line.right + 0.42 * line.height if name in SHAPES else line.middle[0]
    y = line.middle[1] if name in SHAPES else line.bottom + 0.3 * line.width
    rim = circle((x, y), radius, 24)[::-1]
    hit = circle((x, y), radius + 3 * u, 12)
    items: tuple[Item, ...] = (
        Shade((Silhouette(circle((x, y + 2 * u), radius, 16), 2 * u),), look.light.shadow),
        Area(rim, look.accent, mix(look.accent, (255, 255, 255, 255), 0.5), 1.5 * u),
        Text((x, y), _worth(sit, name), 1.05 * radius, look.accent_ink),
    )
    return Sprite(f"set-{seat}-{name}", Layer.CONTROLS, items, hit, _(SETS[name]), SCREEN, True)


def _worth(sit: Situation, name: str) -> str:
    """Return what a set would earn, as far as that can be seen: the top marker of its colour's stack."""
    stacks = sit.view.stacks
    if name in COLOURS and stacks is not None:
        return f"+{stacks[name][-1]}" if stacks[name] else "0"
    return "+" if any(sit.view.heights) else "0"


def _spot(controls: Controls, tag: str, place: Rect, chosen: bool) -> Sprite:
    look, u = controls.look, controls.unit
    tint = look.accent if chosen else look.glow
    area = Area(rounded_rect(place.inset(1.5 * u), 6 * u), (*tint[:3], 40), (*tint[:3], 220), 1.5 * u)
    return Sprite(tag, Layer.CONTROLS, (area,), at=SCREEN)


def _badge(controls: Controls, tag: str, x: float, y: float, count: int) -> Sprite:
    look, u = controls.look, controls.unit
    radius = 9.5 * u
    items = (
        Area(circle((x, y), radius, 20), (30, 34, 37, 235), look.panel_line, u),
        Text((x, y), str(count), 13 * u, look.ink),
    )
    return Sprite(tag, Layer.CONTROLS, items, at=SCREEN)


# Beside the grid


def _actions(sit: Situation, seat: int) -> tuple[str, ...]:
    if "expert" not in sit.view.variants:
        return MARKER_ACTIONS
    return sit.view.edition.expert_actions if seat == sit.view.seat else ()


def _won(controls: Controls, rect: Rect, sit: Situation, seat: int) -> Iterator[Sprite]:
    """Yield the markers that a player has won: one's own with their values, those of others from behind."""
    look, u, view = controls.look, controls.unit, sit.view
    count = view.marker_counts[seat]
    known = sit.markers[seat] if sit.markers else view.markers if seat == view.seat and sit.peek else None
    values = [""] * count if known is None else [str(value) for value in sorted(known, reverse=True)]
    radius = 16.5 * u
    rows = max(1, int(rect.height // (2.1 * radius)))
    each = max(-(-max(count, 1) // rows), int(rect.width // (2.1 * radius)))
    # Where there are too many they overlap.
    step = min(2.15 * radius, (rect.width - 2 * radius) / max(each - 1, 1))
    scale = radius / look.marker_radius
    for k, value in enumerate(values):
        x = rect.x + radius + (k % each) * step
        y = rect.y + radius + (k // each) * 2.1 * radius
        items = _disc(value, look)
        yield Sprite(f"won-{seat}-{k}", Layer.CONTROLS, items, at=Viewport(scale, round(x), round(y)))
    yield Sprite(f"won-{seat}", Layer.CONTROLS, (), rect.corners, at=SCREEN)


@lru_cache(maxsize=32)
def _disc(value: str, look: Theme) -> tuple[Item, ...]:
    return tuple(marker((0.0, 0.0), 1, value, Colour.YELLOW, look))


def _action(controls: Controls, rect: Rect, sit: Situation, seat: int, action: str) -> Sprite:
    look, u = controls.look, controls.unit
    own = seat == sit.view.seat
    tag = f"action-{action}" if own else f"action-{seat}-{action}"
    left = action in sit.view.actions[seat] or "expert" in sit.view.variants
    ready = own and tag in sit.steps
    picked = own and sit.picked[:1] == (action,)
    fill: Rgba = look.accent if picked else look.button if ready else (*look.button[:3], 70)
    ink = look.accent_ink if picked else look.ink if ready else (*look.ink_soft[:3], 170)
    if not left:
        fill, ink = (0, 0, 0, 40), (*look.ink_soft[:3], 60)
    outline = rounded_rect(rect, 9 * u)
    size = 0.46 * rect.height
    items: list[Item] = []
    if ready or picked:
        low = tuple((x, y + 1.6 * u) for x, y in outline)
        items.append(Area(low, mix(fill, (0, 0, 0, 255), 0.45)))
    items.append(Area(outline, fill))
    items += icon(action, rect.x + 0.62 * rect.height, rect.middle[1], size, ink)
    items.append(
        Text((rect.x + 1.15 * rect.height, rect.middle[1]), _(ACTIONS[action][0]), 15 * u, ink, "start", ready)
    )
    hit = rect.corners if ready or picked else ()
    return Sprite(tag, Layer.CONTROLS, tuple(items), hit, _(ACTIONS[action][1]), SCREEN, ready or picked)
