"""The card of a player: discs grouped by colour, three of which win a round; rounds won, and discs set aside."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from sim.view.box import circle
from sim.view.colour_collect.disc import RADIUS, disc, hollow
from sim.view.colour_collect.situation import COLOURS, ENOUGH, Situation
from sim.view.controls import Controls, rounded_rect
from sim.view.items import SCREEN, Area, Item, Layer, Shade, Silhouette, Sprite, Viewport
from sim.view.layout import Rect
from sim.view.theme import mix
from sim.view.words import _


def cards(controls: Controls, column: Rect, sit: Situation) -> Iterator[Sprite]:
    """Yield the cards of both players, one below the other."""
    for seat, rect in enumerate(column.rows(2, 10 * controls.unit)):
        yield from _card(controls, rect, sit, seat)


def _card(controls: Controls, rect: Rect, sit: Situation, seat: int) -> Iterator[Sprite]:
    look, u = controls.look, controls.unit
    bright = sit.won[0] == seat if sit.won is not None else seat == sit.moving
    yield _ground(controls, rect, sit, seat, bright)
    inside = rect.inset(18 * u, 12 * u)
    head, body = inside.cut_top(34 * u, 8 * u)
    ink = look.accent if bright else look.ink
    name, y = f"name-{seat}", head.middle[1]
    yield controls.text(name, head.x, y, sit.names[seat], 21, bold=True, width=0.5 * head.width, ink=ink)
    soft = look.ink_soft
    yield controls.text(
        f"role-{seat}", head.right, y, sit.roles[seat], 14, ink=soft, anchor="end", width=0.46 * head.width
    )
    foot, body = body.cut_bottom(54 * u, 10 * u)
    yield from _discs(controls, body, sit, seat)
    yield from _won(controls, foot, sit, seat)


def _ground(controls: Controls, rect: Rect, sit: Situation, seat: int, bright: bool) -> Sprite:
    look, u = controls.look, controls.unit
    outline = rounded_rect(rect, 12 * u)
    line = look.accent if bright else look.panel_line
    items: list[Item] = []
    if bright:
        items.append(Shade((Silhouette(outline, 4 * u),), (*look.accent[:3], 70)))
    items.append(Area(outline, look.panel, line, (2.0 if bright else 1.0) * max(1.0, u)))
    return Sprite(f"card-{seat}", Layer.PANELS, tuple(items), rect.corners, sit.names[seat], SCREEN)


def _discs(controls: Controls, rect: Rect, sit: Situation, seat: int) -> Iterator[Sprite]:
    """Yield a column for each colour, filled from below: the third one on top wins the round."""
    look, u = controls.look, controls.unit
    cell = min(rect.width / len(COLOURS), rect.height / ENOUGH, 74 * u)
    grid = Rect(rect.x, rect.y, rect.width, ENOUGH * cell).centred(len(COLOURS) * cell, ENOUGH * cell)
    grid = Rect(grid.x, rect.middle[1] - grid.height / 2, grid.width, grid.height)
    yield controls.well(f"grid-{seat}", Rect(rect.x, grid.y - 4 * u, rect.width, grid.height + 8 * u), 10)
    grid = grid.inset((grid.width - rect.width) / 2 + 6 * u, 0)
    owned = Counter(sit.discs[seat])
    for colour, column in zip(COLOURS, grid.columns(len(COLOURS)), strict=True):
        if owned[colour] >= ENOUGH - 1:
            yield _band(controls, column, seat, colour, owned[colour] >= ENOUGH)
        for k, place in enumerate(reversed(tuple(column.rows(ENOUGH)))):
            x, y = place.middle
            at = Viewport(0.42 * cell / RADIUS, round(x), round(y))
            yield hollow(f"place-{seat}-{colour}-{k}", colour, at, look)
            if k < owned[colour]:
                yield disc(f"owned-{seat}-{colour}-{k}", colour, at, look)


def _band(controls: Controls, column: Rect, seat: int, colour: str, full: bool) -> Sprite:
    """Return what makes a colour stand out of which one disc is missing, or none."""
    look, u = controls.look, controls.unit
    outline = rounded_rect(column.inset(3 * u, 0), 10 * u)
    tint = look.accent if full else look.glow
    items: list[Item] = [Area(outline, (*tint[:3], 60 if full else 20), (*tint[:3], 230 if full else 60), 1.6 * u)]
    if full:
        items.insert(0, Shade((Silhouette(outline, 3 * u),), (*tint[:3], 110)))
    return Sprite(f"band-{seat}-{colour}", Layer.CONTROLS, tuple(items), at=SCREEN)


def _won(controls: Controls, rect: Rect, sit: Situation, seat: int) -> Iterator[Sprite]:
    """Yield a coin for each round won, a place for each that is missing, and the discs set aside."""
    look, u = controls.look, controls.unit
    left, right = rect.cut_left(0.5 * rect.width)
    label, coins = left.cut_top(20 * u, 2 * u)
    yield controls.text(
        f"rounds-{seat}", label.x, label.middle[1], _("Rounds won"), 14, ink=look.ink_soft, width=label.width - 8 * u
    )
    radius = 12.5 * u
    for k in range(sit.needed):
        x, y = coins.x + radius + k * 2.5 * radius, coins.middle[1]
        rim = circle((x, y), radius, 28)
        items: tuple[Item, ...] = (Area(rim, look.well, look.panel_line, max(1.0, u)),)
        if k < sit.rounds[seat]:
            items = (
                Shade((Silhouette(circle((x, y + 2 * u), radius, 20)[::-1], 2 * u),), look.light.shadow),
                Area(rim, mix(look.accent, (0, 0, 0, 255), 0.25)),
                Area(circle((x - 0.4 * u, y - 0.6 * u), radius - 1.2 * u, 28), look.accent),
                Area(circle((x, y), 0.6 * radius, 24), None, mix(look.accent, (0, 0, 0, 255), 0.3), 1.4 * u),
            )
        yield Sprite(f"round-{seat}-{k}", Layer.CONTROLS, items, at=SCREEN)
    aside = sit.out[seat]
    if not aside:
        return
    label, stacks = right.cut_top(20 * u, 2 * u)
    told = _("Out of the match")
    yield controls.text(
        f"out-{seat}", label.right, label.middle[1], told, 14, ink=look.ink_soft, anchor="end", width=label.width
    )
    for k, colour in enumerate(reversed(aside)):
        for j in range(ENOUGH):
            x = stacks.right - radius - k * 3.7 * radius - (ENOUGH - 1 - j) * 0.62 * radius
            at = Viewport(radius / RADIUS, round(x), round(stacks.middle[1]))
            yield disc(f"out-{seat}-{colour}-{j}", colour, at, look)
