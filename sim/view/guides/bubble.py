"""The speech bubble of a guide: what is told, with a tip towards the thing that is meant."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from sim.view.controls import Controls, broken, rounded_rect
from sim.view.items import SCREEN, Area, Layer, Point, Points, Rgba, Shade, Silhouette, Sprite
from sim.view.layout import Rect
from sim.view.words import _

PAPER: Rgba = (247, 241, 227, 255)
INK: Rgba = (38, 36, 32, 255)
INK_SOFT: Rgba = (110, 103, 92, 255)
_WIDE = 340.0
_LINE = 24.0
_TEXT = 17.0


@dataclass(frozen=True, slots=True)
class Said:
    """What a bubble shows."""

    text: str
    count: str
    """How far the guide has come, such as "3 / 18"."""
    button: str
    """What leads on; empty: the player does something on the table."""
    leave: str
    """What ends the guide; empty: the button does."""


def extent(points: Points) -> Rect:
    """Return the rectangle around an outline in pixels."""
    xs, ys = zip(*points, strict=True)
    return Rect(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))


def place(
    controls: Controls,
    size: tuple[int, int],
    said: Said,
    goal: Rect | None,
    free: Sequence[Rect],
    pieces: Sequence[Rect] = (),
) -> Rect:
    """Return where the bubble lies: near the thing that is meant, clear of it and of what can be chosen.

    Pieces may be covered, but it is better if they are not.
    """
    u = controls.unit
    lines = len(broken(said.text, _TEXT * u, (_WIDE - 40) * u))
    wide, high = _WIDE * u, (42 + _LINE * lines + _foot(said)) * u
    window = Rect(0, 0, *size).inset(12 * u)
    if goal is None:
        return window.centred(wide, high)
    gap = 34 * u
    x, y = goal.middle
    aside = [(goal.right + gap, y - high / 2), (goal.x - gap - wide, y - high / 2)]
    across = [(x - wide / 2, goal.bottom + gap), (x - wide / 2, goal.y - gap - high)]
    corners = [(px, py) for px in (window.x, window.right - wide) for py in _steps(window.y, window.bottom - high)]
    places = [_within(Rect(px, py, wide, high), window) for px, py in (*aside, *across, *corners)]
    return min(places, key=lambda rect: _cost(rect, goal.inset(-12 * u), free, pieces, u))


def _foot(said: Said) -> float:
    return 40.0 if said.button else 20.0


def _steps(first: float, last: float) -> Iterator[float]:
    return (first + (last - first) * k / 6 for k in range(7))


def _within(rect: Rect, window: Rect) -> Rect:
    x = min(max(rect.x, window.x), window.right - rect.width)
    y = min(max(rect.y, window.y), window.bottom - rect.height)
    return Rect(x, y, rect.width, rect.height)


def _cost(rect: Rect, goal: Rect, free: Iterable[Rect], pieces: Iterable[Rect], u: float) -> float:
    covered = sum(_shared(rect, other) for other in free)
    beside = sum(_shared(rect, other) for other in pieces)
    far = math.dist(rect.middle, goal.middle)
    return 1e3 * _shared(rect, goal) + 4.0 * covered + 0.12 * beside + far * 8.0 * u


def mark(controls: Controls, points: Points) -> Sprite:
    """Return a ring around the thing that is meant: nothing of it is tinted."""
    look, u = controls.look, controls.unit
    items = Area(points, None, (20, 22, 24, 150), 7.0 * u), Area(points, None, look.accent, 4.0 * u)
    return Sprite("guide-ring", Layer.CONTROLS, items, at=SCREEN)


def _shared(a: Rect, b: Rect) -> float:
    """Return the area that two rectangles have in common."""
    wide = min(a.right, b.right) - max(a.x, b.x)
    high = min(a.bottom, b.bottom) - max(a.y, b.y)
    return max(0.0, wide) * max(0.0, high)


def bubble(controls: Controls, rect: Rect, said: Said, goal: Rect | None) -> Iterator[Sprite]:
    """Yield the bubble: its ground with the tip, the text, and what leads on."""
    u = controls.unit
    yield _ground(controls, rect, goal)
    inside = rect.inset(20 * u, 16 * u)
    foot, body = inside.cut_bottom(_foot(said) * u)
    yield controls.paragraph("guide-text", body, said.text, _TEXT, ink=INK, spacing=_LINE / _TEXT)
    leave, rest = foot.cut_left(118 * u, 8 * u)
    if said.button:
        on, rest = rest.cut_right(124 * u, 8 * u)
        yield controls.button("guide-on", on, said.button, style="main", size=16, key="Enter")
    x, y = rest.right, rest.middle[1]
    yield controls.text("guide-count", x, y, said.count, 13, ink=INK_SOFT, anchor="end", width=rest.width)
    if said.leave:
        yield _quiet(controls, leave, said.leave)


def _quiet(controls: Controls, rect: Rect, label: str) -> Sprite:
    u = controls.unit
    word = controls.text("", rect.x, rect.middle[1], label, 14, ink=INK_SOFT, width=rect.width)
    hit = rect.inset(-6 * u, -6 * u).corners
    return Sprite("guide-leave", Layer.CONTROLS, word.items, hit, _("Play on without the guide"), SCREEN, True)


def _ground(controls: Controls, rect: Rect, goal: Rect | None) -> Sprite:
    u = controls.unit
    outline = rounded_rect(rect, 14 * u)
    fallen = tuple((x, y + 6 * u) for x, y in outline)
    tip = () if goal is None else _tip(rect, goal, 15 * u)
    items = [Shade((Silhouette(fallen, 10 * u, 0.9),), (0, 0, 0, 130))]
    areas = [Area(outline, PAPER)] if not tip else [Area(tip, PAPER), Area(outline, PAPER)]
    return Sprite("guide", Layer.PANELS, (*items, *areas), rect.corners, at=SCREEN)


def _tip(rect: Rect, goal: Rect, half: float) -> Points:
    """Return a triangle from the bubble to the edge of the thing; it is blunt where that is far off."""
    x, y = rect.middle
    gx, gy = goal.middle
    end = _towards(goal, (x, y))
    length = math.hypot(gx - x, gy - y)
    if length < 1.0 or _shared(rect, goal):
        return ()
    nx, ny = (gy - y) / length * half, (x - gx) / length * half
    foot = _towards(rect.inset(half), (gx, gy))
    return ((foot[0] + nx, foot[1] + ny), end, (foot[0] - nx, foot[1] - ny))


def _towards(rect: Rect, point: Point) -> Point:
    """Return where the way from the middle of a rectangle to a point outside leaves it."""
    x, y = rect.middle
    dx, dy = point[0] - x, point[1] - y
    share = min(
        rect.width / 2 / abs(dx) if dx else math.inf,
        rect.height / 2 / abs(dy) if dy else math.inf,
        1.0,
    )
    return x + dx * share, y + dy * share
