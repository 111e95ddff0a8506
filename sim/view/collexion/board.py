"""From a situation to the scene of the table: the pile in its box, and all around it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache

from sim.pile import Colour, Cover, Pile
from sim.view.collexion.cards import cards
from sim.view.collexion.places import Places, box_viewport, places
from sim.view.collexion.situation import COLOURS, SHAPES, Situation
from sim.view.column import keys, log
from sim.view.controls import Controls, Style
from sim.view.items import SCREEN, Layer, Scene, Sprite, Viewport
from sim.view.layout import Rect, unit
from sim.view.scene import Heap, backdrop
from sim.view.theme import Theme
from sim.view.token import SPAN, ghost, token
from sim.view.words import _, plural

SLOTS = 4
"""Polygons that can be taken in a turn."""


def board(sit: Situation, size: tuple[int, int], look: Theme) -> Scene:
    """Return the scene of a situation in a window of this size."""
    controls = Controls(look, unit(size))
    where = places(size)
    view = box_viewport(where.box, sit.pile.tray, look)
    sprites = [
        *_box(sit, look),
        *_prompt(controls, where.prompt, sit),
        *_turn(controls, where.turn, sit),
        *_left(controls, where.left, sit),
        *cards(controls, where.right, sit),
    ]
    return Scene(size, view, backdrop(size, view, look), tuple(sprites))


def empty_board(size: tuple[int, int]) -> Places:
    """Return where the box is, before a game has begun."""
    return places(size)


# A heap finds all its shadows once: it is kept as long as its game is played.
@lru_cache(maxsize=2)
def heap(pile: Pile, cover: Cover, look: Theme) -> Heap:
    """Return the pile as it is drawn."""
    return Heap(pile, cover, look)


def _box(sit: Situation, look: Theme) -> Iterator[Sprite]:
    """Yield the box with its pile; what can be taken now has a bright rim."""
    drawn = heap(sit.pile, sit.cover, look)
    view = sit.view
    stacks = {
        Colour(colour): view.stacks[colour] if view.stacks is not None else (0,) * height
        for colour, height in zip(sorted(COLOURS), view.heights, strict=True)
    }
    for sprite in drawn.ground(sit.gone, stacks, face_up=view.stacks is not None):
        yield replace(sprite, target=True) if sprite.tag in sit.steps else sprite
    marked = {int(tag.removeprefix("piece-")) for tag in sit.steps if tag.startswith("piece-")}
    for sprite in drawn.tiles(sit.gone, marked, veiled=False):
        yield replace(sprite, target=True) if sprite.tag in sit.steps else sprite


def _prompt(controls: Controls, rect: Rect, sit: Situation) -> Iterator[Sprite]:
    u = controls.unit
    x, _y = rect.middle
    wide = rect.width
    yield controls.text("headline", x, rect.y + 20 * u, sit.headline, 24, anchor="middle", bold=True, width=wide)
    if sit.detail:
        ink = controls.look.ink_soft
        yield controls.text("detail", x, rect.y + 47 * u, sit.detail, 16, anchor="middle", ink=ink, width=wide)


def _turn(controls: Controls, rect: Rect, sit: Situation) -> Iterator[Sprite]:
    """Yield the polygons of this turn, which are nobody's yet, and what ends the taking."""
    u, look = controls.unit, controls.look
    yield controls.panel("turn", rect)
    inside = rect.inset(14 * u, 10 * u)
    slot = min(inside.height, 66 * u)
    top = inside.middle[1] - slot / 2
    kinds = [sit.pile[id].kind for id in sit.view.taken]
    for k in range(SLOTS):
        place = Rect(inside.x + k * (slot + 8 * u), top, slot, slot)
        yield controls.well(f"slot-{k}", place, 10)
        if k < len(kinds):
            x, y = place.middle
            at = Viewport(0.92 * slot / SPAN, round(x), round(y))
            yield token(f"taken-{sit.view.taken[k]}", kinds[k], at, look)
    _slots, beside = inside.cut_left(SLOTS * (slot + 8 * u), 8 * u)
    yield from _buttons(controls, beside, sit)


def _buttons(controls: Controls, rect: Rect, sit: Situation) -> Iterator[Sprite]:
    labels = {
        "finish": (_("End turn"), "E"),
        "stop": (_("Stop taking"), "S"),
        "give-partner": (_("Hand last to partner"), "P"),
    }
    u = controls.unit
    shown = [name for name in ("finish", "stop", "give-partner") if name in sit.buttons] or ["finish"]
    high = min(44 * u, (rect.height - 6 * u * (len(shown) - 1)) / len(shown))
    block = rect.centred(min(rect.width, 250 * u), len(shown) * high + 6 * u * (len(shown) - 1))
    for name, place in zip(shown, block.rows(len(shown), 6 * u), strict=True):
        label, key = labels[name]
        style: Style = "main" if name == "finish" and name in sit.buttons else "plain"
        size = 17 if high > 30 * u else 14
        yield controls.button(name, place, label, key=key, style=style, size=size, enabled=name in sit.buttons)


# The left column


def _left(controls: Controls, column: Rect, sit: Situation) -> Iterator[Sprite]:
    u = controls.unit
    counts, rest = column.cut_top(206 * u, 10 * u)
    lid, rest = rest.cut_top(58 * u, 10 * u)
    below, log_place = rest.cut_bottom(118 * u, 10 * u)
    yield from _counts(controls, counts, sit)
    yield from _lid(controls, lid, sit)
    yield from log(controls, log_place, sit.log)
    yield from _keys(controls, below, sit)


def _counts(controls: Controls, rect: Rect, sit: Situation) -> Iterator[Sprite]:
    """Yield how many of each kind are still in the pile, as a grid like those of the collections."""
    u, look = controls.unit, controls.look
    yield controls.panel("counts", rect)
    inside = rect.inset(12 * u, 8 * u)
    head, body = inside.cut_top(24 * u, 2 * u)
    counts = sit.counts()
    total = plural("{n} left in the pile", "{n} left in the pile", sum(counts.values()))
    yield controls.text("counts-title", head.x, head.middle[1], total, 15, bold=True, width=head.width)
    for shape, row in zip(SHAPES, body.rows(4), strict=True):
        for colour, place in zip(COLOURS, row.columns(4), strict=True):
            kind = f"{shape}-{colour}"
            at = Viewport(
                0.82 * min(place.height, 0.62 * place.width) / SPAN,
                round(place.x + 0.34 * place.width),
                round(place.middle[1]),
            )
            number = counts[kind]
            yield (token if number else ghost)(f"left-{kind}", kind, at, look)
            ink = look.ink if number else (*look.ink_soft[:3], 110)
            x = place.x + 0.82 * place.width
            yield controls.text(
                f"left-count-{kind}", x, place.middle[1], str(number), 15, ink=ink, anchor="middle", bold=True
            )


def _lid(controls: Controls, rect: Rect, sit: Situation) -> Iterator[Sprite]:
    u, look = controls.unit, controls.look
    yield controls.panel("lid-panel", rect)
    inside = rect.inset(12 * u, 9 * u)
    lid, beside = inside.cut_left(56 * u, 12 * u)
    yield controls.panel("lid", lid, fill=look.box, radius=6)
    for k, kind in enumerate(sit.view.lid[-3:]):
        x = lid.x + (0.26 + 0.24 * k) * lid.width
        at = Viewport(0.62 * lid.height / SPAN, round(x), round(lid.middle[1]))
        yield token(f"lid-{k}", kind, at, look)
    text = plural("{n} in the lid", "{n} in the lid", len(sit.view.lid))
    yield controls.text("lid-title", beside.x, beside.middle[1], text, 15, width=beside.width)


def _keys(controls: Controls, rect: Rect, sit: Situation) -> Iterator[Sprite]:
    u = controls.unit
    code, rest = rect.cut_bottom(20 * u, 6 * u)
    yield from keys(controls, rest, sit.may_undo, bool(sit.steps))
    told = _("Pile {code}").format(code=sit.pile.code)
    yield controls.text(
        "code", code.middle[0], code.middle[1], told, 13, ink=controls.look.ink_soft, anchor="middle", width=rect.width
    )
    yield Sprite("code-place", Layer.CONTROLS, (), code.corners, told, SCREEN)
