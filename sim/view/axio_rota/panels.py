"""What lies around the grid: supply, log and buttons on the left, the hand below, what is asked for above."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from sim.view.axio_rota.camera import PITCH
from sim.view.axio_rota.cards import OPAQUE, cards
from sim.view.axio_rota.places import places, slot
from sim.view.axio_rota.situation import Situation
from sim.view.axio_rota.tiles import from_behind
from sim.view.column import keys, newest_lines
from sim.view.controls import Controls, rounded_rect
from sim.view.items import SCREEN, Area, Layer, Sprite, Viewport
from sim.view.layout import Rect
from sim.view.words import _, plural


def panels(controls: Controls, size: tuple[int, int], sit: Situation) -> tuple[Sprite, ...]:
    """Return all that stays where it is when the grid moves."""
    where = places(size)
    sprites = [
        *_left(controls, where.left, sit),
        *cards(controls, where.right, sit),
        *_hand(controls, where.hand, sit),
        *_prompt(controls, where.prompt, sit),
    ]
    if sit.passing:
        sprites += _passing(controls, where.hand, sit)
    return tuple(sprites)


def _prompt(controls: Controls, rect: Rect, sit: Situation) -> Iterator[Sprite]:
    u = controls.unit
    x, _y = rect.middle
    wide = rect.width - 28 * u
    yield controls.panel("prompt", rect, fill=(*OPAQUE[:3], 214))
    middle = rect.y + (22 if sit.detail else 31) * u
    yield controls.text("headline", x, middle, sit.headline, 23, anchor="middle", bold=True, width=wide)
    if sit.detail:
        ink = controls.look.accent if sit.hinted else controls.look.ink_soft
        yield controls.text("detail", x, rect.y + 45 * u, sit.detail, 15, anchor="middle", ink=ink, width=wide)


def _hand(controls: Controls, rect: Rect, sit: Situation) -> Iterator[Sprite]:
    """Yield the place of the tile in the hand, what turns it, and what moves the grid."""
    u, look = controls.unit, controls.look
    yield controls.panel("hand", rect, fill=OPAQUE)
    place = slot(rect, u)
    yield controls.well("slot", place, 10)
    rest = Rect(place.right + 16 * u, rect.y + 14 * u, rect.right - place.right - 32 * u, rect.height - 28 * u)
    left, right = rest.cut_left(0.62 * rest.width, 16 * u)
    own = sit.view.hand is not None
    said, buttons = left.cut_top(0.42 * left.height, 4 * u)
    told = _("Your tile") if own else ""
    if own and sit.view.bonus and sit.view.to_move == sit.view.seat:
        told = _("Bonus tile from the supply")
    yield controls.text("hand-told", said.x, said.middle[1], told, 17, bold=True, width=said.width)
    turnable = any(tag.startswith("square-") for tag in sit.steps) or bool(sit.picked)
    for (tag, label, key), one in zip(
        (("turn-left", _("Turn left"), "Shift R"), ("turn-right", _("Turn right"), "R")),
        buttons.columns(2, 8 * u),
        strict=True,
    ):
        yield controls.button(tag, one, label, key=key, size=15, enabled=turnable)
    said, buttons = right.cut_top(0.42 * right.height, 4 * u)
    ink = look.ink_soft
    yield controls.text(
        "zoom-told", said.middle[0], said.middle[1], _("View"), 14, ink=ink, anchor="middle", width=said.width
    )
    for (tag, label, title), one in zip(
        (("zoom-out", "\u2013", _("Smaller")), ("fit", _("All"), _("Show all tiles")), ("zoom-in", "+", _("Larger"))),
        buttons.columns(3, 6 * u),
        strict=True,
    ):
        yield controls.button(tag, one, label, size=16, title=title)


def _passing(controls: Controls, rect: Rect, sit: Situation) -> Iterator[Sprite]:
    """Yield what hides a hand until its player is there."""
    u, look = controls.unit, controls.look
    high = 172 * u
    card = Rect(rect.x, rect.bottom - high, rect.width, high)
    yield controls.card("pass-card", card)
    inside = card.inset(26 * u, 22 * u)
    head, body = inside.cut_top(34 * u, 4 * u)
    told = _("Pass to {name}").format(name=sit.passing)
    yield controls.text(
        "pass-title", *head.middle, told, 25, anchor="middle", bold=True, ink=look.accent, width=head.width
    )
    line, body = body.cut_top(24 * u, 12 * u)
    note = _("The tile in the hand is for {name} alone.").format(name=sit.passing)
    yield controls.text("pass-note", *line.middle, note, 15, anchor="middle", ink=look.ink_soft, width=line.width)
    button = body.cut_top(48 * u)[0].centred(min(body.width, 380 * u), 48 * u)
    yield controls.button("ready", button, _("Show my tile"), key="Enter", style="main", size=18)


# The left column


def _left(controls: Controls, column: Rect, sit: Situation) -> Iterator[Sprite]:
    u = controls.unit
    supply, rest = column.cut_top(86 * u, 10 * u)
    below, log = rest.cut_bottom(92 * u, 10 * u)
    yield from _supply(controls, supply, sit)
    yield from _log(controls, log, sit)
    yield from keys(controls, below, sit.may_undo, sit.may_ask)


def _supply(controls: Controls, rect: Rect, sit: Situation) -> Iterator[Sprite]:
    """Yield the common supply as a pile as high as it still is."""
    u, look, count = controls.unit, controls.look, sit.view.supply
    yield controls.panel("supply", rect, fill=OPAQUE)
    inside = rect.inset(14 * u, 12 * u)
    pile, beside = inside.cut_left(66 * u, 14 * u)
    x, y = pile.middle
    layers = -(-count // 8)
    for k in range(layers):
        up = (k - (layers - 1) / 2) * 4 * u
        yield from_behind(f"supply-{k}", Viewport(50 * u / PITCH, round(x - 0.3 * up), round(y - up), -1.0), look)
    if not layers:
        place = rounded_rect(pile.centred(48 * u, 48 * u), 5 * u)
        yield Sprite("supply-0", Layer.CONTROLS, (Area(place, None, (*look.ink_soft[:3], 70), 1.5 * u),), at=SCREEN)
    middle = beside.middle[1]
    yield controls.text("supply-count", beside.x, middle - 12 * u, str(count), 26, bold=True)
    told = plural("tile in the supply", "tiles in the supply", count)
    yield controls.text("supply-told", beside.x, middle + 16 * u, told, 14, ink=look.ink_soft, width=beside.width)


def _log(controls: Controls, rect: Rect, sit: Situation) -> Iterator[Sprite]:
    """Yield the last moves in words, the newest at the bottom."""
    u, look = controls.unit, controls.look
    yield controls.panel("log", rect, fill=OPAQUE)
    inside = rect.inset(12 * u, 10 * u)
    step = round(19 * u)
    lines = newest_lines(sit.log, 14 * u, inside.width, int(inside.height // step))
    top = inside.bottom - len(lines) * step
    for k, (line, newest) in enumerate(lines):
        ink = look.ink if newest else look.ink_soft
        # About its own place, so that it keeps its picture when it moves up.
        said = controls.text(f"log-{k}", 0.0, 0.0, line, 14, ink=ink, width=inside.width)
        at = Viewport(1.0, round(inside.x), round(top) + k * step + step // 2, -1.0)
        yield replace(said, at=at)
