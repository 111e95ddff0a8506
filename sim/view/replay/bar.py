"""The bar below a table that is watched: to and fro, play and pause, the slider, speed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from sim.view.box import circle
from sim.view.controls import Controls, Style, rounded_rect
from sim.view.icons import icon
from sim.view.items import SCREEN, Area, Layer, Point, Shade, Silhouette, Sprite, Viewport
from sim.view.layout import Rect, unit
from sim.view.words import N_, _

SPEEDS = 0.5, 1.0, 2.0, 4.0
"""How fast a game can be watched: 1 is a move a second, about."""
_HEIGHT = 54.0
_BUTTONS: tuple[tuple[str, str], ...] = (
    ("first", N_("To the start")),
    ("back", N_("A move back")),
    ("play", N_("Play")),
    ("step", N_("A move on")),
    ("last", N_("To the end")),
)


@dataclass(frozen=True, slots=True)
class Bar:
    """What the bar shows."""

    ply: int
    last: int
    playing: bool
    speed: float
    shaken: bool
    """Whether a pile was shaken for this game."""


@dataclass(frozen=True, slots=True)
class Parts:
    """The parts of the bar, in pixels."""

    whole: Rect
    buttons: Rect
    slider: Rect
    count: Rect
    speed: Rect
    again: Rect
    leave: Rect

    def ply(self, pixel: Point, last: int) -> int:
        """Return the moment that a pixel along the slider stands for.

        >>> parts((1280, 800)).ply((0.0, 770.0), 40), parts((1280, 800)).ply((1280.0, 770.0), 40)
        (0, 40)
        """
        share = (pixel[0] - self.slider.x) / self.slider.width
        return round(min(1.0, max(0.0, share)) * last)

    def place(self, ply: int, last: int) -> Point:
        """Return where the knob is at a moment."""
        share = ply / last if last else 0.0
        return self.slider.x + share * self.slider.width, self.slider.middle[1]


def board_size(size: tuple[int, int]) -> tuple[int, int]:
    """Return the size that is left for the table above the bar."""
    return size[0], size[1] - round(_HEIGHT * unit(size))


def parts(size: tuple[int, int], shaken: bool = True) -> Parts:
    """Return the parts of the bar in a window of this size; without a pile the slider has more room."""
    u = unit(size)
    top = board_size(size)[1]
    whole = Rect(0, top, size[0], size[1] - top)
    inside = whole.inset(14 * u, 8 * u)
    buttons, rest = inside.cut_left(252 * u, 24 * u)
    leave, rest = rest.cut_right(128 * u, 8 * u)
    again, rest = rest.cut_right(158 * u if shaken else 0.0, 8 * u if shaken else 0.0)
    speed, rest = rest.cut_right(64 * u, 16 * u)
    count, slider = rest.cut_right(92 * u, 22 * u)
    return Parts(whole, buttons, slider, count, speed, again, leave)


def bar(controls: Controls, size: tuple[int, int], shown: Bar) -> Iterator[Sprite]:
    """Yield what stays of the bar while the knob moves."""
    look, u, where = controls.look, controls.unit, parts(size, shown.shaken)
    ground = Area(where.whole.corners, (24, 27, 30, 235))
    yield Sprite("bar", Layer.PANELS, (ground,), where.whole.corners, at=SCREEN)
    for (tag, title), place in zip(_BUTTONS, where.buttons.columns(len(_BUTTONS), 6 * u), strict=True):
        enabled = shown.ply > 0 if tag in ("first", "back") else tag == "play" or shown.ply < shown.last
        yield _icon_button(controls, tag, place, _(title), shown.playing, enabled)
    track = where.slider.centred(where.slider.width, 6 * u)
    yield Sprite("track", Layer.CONTROLS, (Area(rounded_rect(track, 3 * u), look.button),), at=SCREEN)
    hit = where.slider.inset(-11 * u, 0)
    yield Sprite("slider", Layer.CONTROLS, (), hit.corners, _("The moment that is shown"), SCREEN)
    told = f"{shown.ply} / {shown.last}"
    x, y = where.count.middle
    yield controls.text("count", x, y, told, 16, anchor="middle", bold=True, width=where.count.width)
    label = f"{shown.speed:g}\u00d7".replace("0.5", "\u00bd")
    yield controls.button("speed", where.speed, label, size=16, key="+", title=_("How fast"))
    if shown.shaken:
        yield controls.button("again", where.again, _("Shake again"), size=15, key="S")
    yield controls.button("leave", where.leave, _("Leave"), size=15, key="Esc")


def _icon_button(controls: Controls, tag: str, place: Rect, title: str, playing: bool, enabled: bool) -> Sprite:
    main = tag == "play"
    style: Style = "main" if main else "plain"
    plain = controls.button(
        tag, place, "", style=style, enabled=enabled, title=_("Pause") if playing and main else title
    )
    ink = controls.look.accent_ink if main else controls.look.ink
    ink = ink if enabled else (*ink[:3], 90)
    name = "pause" if playing and main else tag
    return replace(plain, items=(*plain.items, *icon(name, *place.middle, 17 * controls.unit, ink)))


def knob(controls: Controls, size: tuple[int, int], shown: Bar) -> Iterator[Sprite]:
    """Yield how far the game has come, and the knob there."""
    look, u, where = controls.look, controls.unit, parts(size, shown.shaken)
    x, y = where.place(shown.ply, shown.last)
    done = Rect(where.slider.x, y - 3 * u, x - where.slider.x, 6 * u)
    if done.width > 1.0:
        yield Sprite("run", Layer.CONTROLS, (Area(done.corners, look.accent),), at=SCREEN)
    round_ = circle((0.0, 0.0), 9 * u, 24)[::-1]
    items = (
        Shade((Silhouette(tuple((px, py + 2 * u) for px, py in round_), 1.6 * u),), look.light.shadow),
        Area(round_, look.ink),
    )
    yield Sprite("knob", Layer.CONTROLS, items, at=Viewport(1.0, round(x), round(y), -1.0))
