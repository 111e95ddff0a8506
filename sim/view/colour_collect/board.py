"""From a situation to the scene of the table: board and discs, and all around them."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping

from sim.view.collexion.places import places
from sim.view.colour_collect.cards import cards
from sim.view.colour_collect.disc import RADIUS, disc, hollow, pawn
from sim.view.colour_collect.grid import board_viewport, grid, middle_of, on_square
from sim.view.colour_collect.phrases import WAYS
from sim.view.colour_collect.situation import COLOURS, ENOUGH, Situation
from sim.view.column import keys, log
from sim.view.controls import Controls, Style, rounded_rect
from sim.view.items import SCREEN, Area, Item, Layer, Points, Rgba, Scene, Sprite, Viewport
from sim.view.layout import Rect, unit
from sim.view.scene import backdrop
from sim.view.theme import Theme, mix
from sim.view.words import _, plural

_TURNS: Mapping[str, float] = {"right": 0.0, "down": 0.5, "left": 1.0, "up": 1.5}


def board(sit: Situation, size: tuple[int, int], look: Theme) -> Scene:
    """Return the scene of a situation in a window of this size."""
    controls = Controls(look, unit(size))
    where = places(size)
    view = board_viewport(where.box)
    sprites = [
        *grid(look, view),
        *_trails(sit, look),
        *_discs(sit, view, look),
        *_prompt(controls, where.prompt, sit),
        *_bar(controls, where.turn, sit),
        *_left(controls, where.left, sit),
        *cards(controls, where.right, sit),
    ]
    return Scene(size, view, backdrop(size, view, look), tuple(sprites))


def _trails(sit: Situation, look: Theme) -> Iterator[Sprite]:
    """Yield dots on the squares that the pawn would pass."""
    if sit.pawn is None or not sit.steps:
        return
    for way, goal in sit.ways.items():
        yield trail(f"trail-{way}", sit.pawn, goal, (*look.box[:3], 170))


def trail(tag: str, start: tuple[int, int], goal: tuple[int, int], ink: Rgba) -> Sprite:
    """Return dots from the edge of the pawn to that of a disc."""
    (ax, ay), (bx, by) = middle_of(*start), middle_of(*goal)
    length = math.dist((ax, ay), (bx, by))
    ux, uy = (bx - ax) / length, (by - ay) / length
    first, last = 13.0, length - RADIUS - 3.0
    count = max(1, round((last - first) / 7.0))
    items = []
    for k in range(count):
        far = (first + last) / 2 if count == 1 else first + (last - first) * (k + 0.5) / count
        x, y = ax + ux * far, ay + uy * far
        head = ((1.7, 0.0), (-1.1, 1.9), (-1.1, -1.9))
        items.append(Area(tuple((x + ux * u - uy * v, y + uy * u + ux * v) for u, v in head), ink))
    return Sprite(tag, Layer.FLOOR, tuple(items))


def _discs(sit: Situation, view: Viewport, look: Theme) -> Iterator[Sprite]:
    for (x, y), colour in sorted(sit.board.items(), key=lambda lying: lying[0][::-1]):
        tag = f"disc-{x}-{y}"
        marked = tag in sit.steps
        yield disc(tag, colour, on_square(view, x, y), look, marked=marked, met=True, target=marked)
    if sit.pawn is not None:
        yield pawn("pawn", on_square(view, *sit.pawn), look)


def _prompt(controls: Controls, rect: Rect, sit: Situation) -> Iterator[Sprite]:
    u = controls.unit
    x, _y = rect.middle
    wide = rect.width
    ink = controls.look.accent if sit.won is not None else controls.look.ink
    yield controls.text(
        "headline", x, rect.y + 20 * u, sit.headline, 24, anchor="middle", bold=True, width=wide, ink=ink
    )
    if sit.detail:
        soft = controls.look.ink_soft
        yield controls.text("detail", x, rect.y + 47 * u, sit.detail, 16, anchor="middle", ink=soft, width=wide)


# Below the board


def _bar(controls: Controls, rect: Rect, sit: Situation) -> Iterator[Sprite]:
    """Yield the four ways with the disc that each of them brings; between rounds what can be done next."""
    u = controls.unit
    yield controls.panel("bar", rect)
    inside = rect.inset(14 * u, 12 * u)
    if sit.buttons:
        yield from _buttons(controls, inside, sit)
        return
    for way, place in zip(("left", "up", "down", "right"), inside.columns(4, 10 * u), strict=True):
        yield from _way(controls, place, sit, way)


def _way(controls: Controls, rect: Rect, sit: Situation, way: str) -> Iterator[Sprite]:
    look, u = controls.look, controls.unit
    goal = sit.ways.get(way)
    ready = f"way-{way}" in sit.steps
    fill: Rgba = look.button if ready else (*look.button[:3], 70)
    ink = look.ink if ready else (*look.ink_soft[:3], 120)
    outline = rounded_rect(rect, 10 * u)
    x, y = rect.x + 0.3 * rect.width, rect.middle[1]
    items: list[Item] = []
    if ready:
        low = tuple((px, py + 2 * u) for px, py in outline)
        items.append(Area(low, mix(fill, (0, 0, 0, 255), 0.45)))
    items += [Area(outline, fill), Area(arrow(x, y, 17 * u, way), ink)]
    hit = rect.corners if ready else ()
    yield Sprite(f"way-{way}", Layer.CONTROLS, tuple(items), hit, _(WAYS[way]), SCREEN, ready)
    at = Viewport(0.36 * rect.height / RADIUS, round(rect.x + 0.68 * rect.width), round(y))
    if goal is not None and goal in sit.board:
        yield disc(f"way-disc-{way}", sit.board[goal], at, look)


def arrow(x: float, y: float, half: float, way: str) -> Points:
    """Return an arrow about a point in pixels that points up, down, left or right."""
    turn = _TURNS[way] * math.pi
    cos, sin = math.cos(turn), math.sin(turn)
    form = ((-0.9, -0.2), (0.05, -0.2), (0.05, -0.62), (0.95, 0.0), (0.05, 0.62), (0.05, 0.2), (-0.9, 0.2))
    return tuple((x + half * (cos * a - sin * b), y + half * (sin * a + cos * b)) for a, b in form)


def _buttons(controls: Controls, rect: Rect, sit: Situation) -> Iterator[Sprite]:
    labels: Mapping[str, tuple[str, str, Style]] = {
        "next": (_("Next round"), "Enter", "main"),
        "sheet": (_("Score sheet"), "", "main"),
        "look-back": (_("Who could have won?"), "W", "plain"),
    }
    u = controls.unit
    block = rect.centred(min(rect.width, 540 * u), 48 * u)
    for name, place in zip(sit.buttons, block.columns(len(sit.buttons), 14 * u), strict=True):
        label, key, style = labels[name]
        yield controls.button(name, place, label, key=key, style=style, size=18)


# The left column


def _left(controls: Controls, column: Rect, sit: Situation) -> Iterator[Sprite]:
    u = controls.unit
    match, rest = column.cut_top((96 + 24 * (2 * sit.needed - 1)) * u, 10 * u)
    counts, rest = rest.cut_top(100 * u, 10 * u)
    below, log_place = rest.cut_bottom(118 * u, 10 * u)
    yield from _match(controls, match, sit)
    yield from _counts(controls, counts, sit)
    yield from log(controls, log_place, sit.log)
    yield from _keys(controls, below, sit)


def _match(controls: Controls, rect: Rect, sit: Situation) -> Iterator[Sprite]:
    """Yield what is played, how it stands, and how each round ended."""
    u, look = controls.unit, controls.look
    yield controls.panel("match", rect)
    inside = rect.inset(12 * u, 10 * u)
    head, body = inside.cut_top(22 * u)
    kind, progress = sit.match
    yield controls.text("match-kind", head.x, head.middle[1], kind, 15, bold=True, width=head.width)
    score, body = body.cut_top(40 * u, 2 * u)
    told = " : ".join(map(str, sit.rounds))
    yield controls.text("score", score.x, score.middle[1], told, 30, bold=True, ink=look.accent)
    yield controls.text(
        "progress",
        score.right,
        score.middle[1],
        progress,
        14,
        anchor="end",
        ink=look.ink_soft,
        width=0.62 * score.width,
    )
    for k, ((name, colour), place) in enumerate(zip(sit.past, body.rows(2 * sit.needed - 1), strict=False)):
        line = _("{number}. {name}").format(number=k + 1, name=name)
        x, y = place.right, place.middle[1]
        yield controls.text(f"past-{k}", place.x, y, line, 14, ink=look.ink_soft, width=0.6 * place.width)
        if not colour:
            told, room = _("blocked"), 0.36 * place.width
            yield controls.text(f"past-why-{k}", x, y, told, 14, ink=look.ink_soft, anchor="end", width=room)
            continue
        for j in range(ENOUGH):
            at = Viewport(8.5 * u / RADIUS, round(x - (9 + 13 * (ENOUGH - 1 - j)) * u), round(y))
            yield disc(f"past-disc-{k}-{j}", colour, at, look)


def _counts(controls: Controls, rect: Rect, sit: Situation) -> Iterator[Sprite]:
    """Yield how many discs of each colour are left on the board."""
    u, look = controls.unit, controls.look
    yield controls.panel("counts", rect)
    inside = rect.inset(12 * u, 9 * u)
    head, body = inside.cut_top(22 * u, 2 * u)
    title = plural("{n} disc on the board", "{n} discs on the board", len(sit.board))
    yield controls.text("counts-title", head.x, head.middle[1], title, 15, bold=True, width=head.width)
    for colour, place in zip(COLOURS, body.columns(5), strict=True):
        x, _y = place.middle
        at = Viewport(0.3 * min(place.width, 44 * u) / RADIUS, round(x), round(place.y + 16 * u))
        count = sit.count(colour)
        if count:
            yield disc(f"left-{colour}", colour, at, look)
        else:
            yield hollow(f"left-{colour}", colour, at, look)
        ink = look.ink if count else (*look.ink_soft[:3], 110)
        y = place.bottom - 9 * u
        yield controls.text(f"left-count-{colour}", x, y, str(count), 15, ink=ink, anchor="middle", bold=True)


def _keys(controls: Controls, rect: Rect, sit: Situation) -> Iterator[Sprite]:
    u = controls.unit
    code, rest = rect.cut_bottom(20 * u, 6 * u)
    yield from keys(controls, rest, sit.may_undo, bool(sit.steps))
    told, ink = _("Number {seed}").format(seed=sit.seed), controls.look.ink_soft
    yield controls.text("code", *code.middle, told, 13, ink=ink, anchor="middle", width=code.width)
