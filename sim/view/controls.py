"""Panels, texts, buttons and fields as sprites in pixels: plain values like everything else in a scene.

A library of widgets would draw and remember by itself; here a control is data, so that the same scene can be tested,
saved as a picture and chosen from by mouse and keys alike. What reacts to pointer and focus is drawn by the screen.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from sim.view.items import SCREEN, Area, Item, Layer, Points, Rgba, Shade, Silhouette, Sprite, Text
from sim.view.layout import Rect
from sim.view.raster import text_width
from sim.view.theme import Theme, lit
from sim.view.words import key_told

Style = Literal["main", "plain", "quiet"]

_STEPS = 6  # in a quarter of a rounded corner
# Units: letters up to the first grow fully with the size of text, those from the second on do not.
_SMALL, _LARGE = 20.0, 40.0


@dataclass(frozen=True, slots=True)
class Controls:
    """Makes controls in one theme; sizes are in units, places in pixels."""

    look: Theme
    unit: float
    """Pixels a unit."""

    def letters(self, size: float) -> float:
        """Return how many pixels high letters are that were designed to be so many units high.

        Small ones grow as much as is asked for, titles less, and the largest not at all.
        """
        share = min(1.0, max(0.0, (_LARGE - size) / (_LARGE - _SMALL)))
        return size * self.unit * (1.0 + share * (self.look.text_size - 1.0))

    def fitted(self, text: str, size: float, width: float, bold: bool) -> tuple[str, float]:
        """Return a line and its size in pixels so that it fits; it is never made smaller than with plain letters."""
        pixels = self.letters(size)
        return fitted(text, pixels, width, bold, 0.8 * size * self.unit / pixels)

    def panel(self, tag: str, rect: Rect, *, fill: Rgba | None = None, radius: float = 12.0) -> Sprite:
        """Return a panel that other things lie on; a pointer does not meet what is behind it."""
        outline = rounded_rect(rect, radius * self.unit)
        line = max(1.0, self.unit)
        items = (Area(outline, fill or self.look.panel, self.look.panel_line, line),)
        return Sprite(tag, Layer.PANELS, items, rect.corners, at=SCREEN)

    def card(self, tag: str, rect: Rect) -> Sprite:
        """Return an opaque card that lies in front of everything."""
        outline, u = rounded_rect(rect, 16.0 * self.unit), self.unit
        fallen = tuple((x, y + 8 * u) for x, y in outline)
        items = (
            Shade((Silhouette(fallen, 12 * u, 0.9),), (0, 0, 0, 150)),
            Area(outline, self.look.card, self.look.panel_line, max(1.0, u)),
        )
        return Sprite(tag, Layer.PANELS, items, rect.corners, at=SCREEN)

    def well(self, tag: str, rect: Rect, radius: float = 8.0) -> Sprite:
        """Return a place that is sunk into a panel."""
        items = (Area(rounded_rect(rect, radius * self.unit), self.look.well),)
        return Sprite(tag, Layer.PANELS, items, at=SCREEN)

    def veil(self, tag: str, size: tuple[int, int], alpha: int = 150) -> Sprite:
        """Return a dark veil over everything, for what lies in front of it."""
        rect = Rect(0, 0, *size)
        return Sprite(tag, Layer.PANELS, (Area(rect.corners, (12, 14, 16, alpha)),), rect.corners, at=SCREEN)

    def text(
        self,
        tag: str,
        x: float,
        y: float,
        text: str,
        size: float = 16.0,
        *,
        ink: Rgba | None = None,
        anchor: str = "start",
        bold: bool = False,
        width: float | None = None,
    ) -> Sprite:
        """Return a line of text whose capitals have their middle at y; to fit a width it is made smaller, then cut."""
        pixels = self.letters(size)
        if width is not None:
            text, pixels = self.fitted(text, size, width, bold)
        line = Text((x, y), text, pixels, ink or self.look.ink, anchor, bold)
        return Sprite(tag, Layer.CONTROLS, (line,) if text else (), at=SCREEN)

    def paragraph(
        self,
        tag: str,
        rect: Rect,
        text: str,
        size: float = 16.0,
        *,
        ink: Rgba | None = None,
        bold: bool = False,
        spacing: float = 1.35,
        most: int | None = None,
    ) -> Sprite:
        """Return a text that is broken into lines as wide as a rectangle, from its top down.

        Large letters become plain ones where the lines would not find room.
        """
        pixels = self.letters(size)
        for share in (1.0, 0.9, 0.8):
            smaller = max(size * self.unit, share * self.letters(size))
            count = len(broken(text, smaller, rect.width, bold))
            if count <= (most or count) and (count - 1) * spacing * smaller + 1.2 * smaller <= rect.height:
                pixels = smaller
                break
            pixels = size * self.unit
        lines = broken(text, pixels, rect.width, bold)
        if most is not None and len(lines) > most:
            lines = [*lines[: most - 1], fitted(" ".join(lines[most - 1 :]), pixels, rect.width, bold, least=1.0)[0]]
        items = tuple(
            Text((rect.x, rect.y + pixels * (0.6 + k * spacing)), line, pixels, ink or self.look.ink, "start", bold)
            for k, line in enumerate(lines)
            if line
        )
        return Sprite(tag, Layer.CONTROLS, items, at=SCREEN)

    def button(
        self,
        tag: str,
        rect: Rect,
        label: str,
        *,
        style: Style = "plain",
        size: float = 16.0,
        key: str = "",
        enabled: bool = True,
        chosen: bool = False,
        title: str = "",
    ) -> Sprite:
        """Return a button with its label and, small beside it, the key that does the same."""
        look = self.look
        fill, ink = {
            "main": (look.accent, look.accent_ink),
            "plain": (look.button, look.ink),
            "quiet": (look.panel_line, look.ink),
        }[style]
        if chosen:
            fill, ink = look.accent, look.accent_ink
        if not enabled:
            fill, ink = (*fill[:3], fill[3] // 3), (*ink[:3], 90)
        outline = rounded_rect(rect, min(rect.height / 2, 9.0 * self.unit))
        items: list[Item] = []
        if style != "quiet" and enabled:
            low = tuple((x, y + 2.0 * self.unit) for x, y in outline)
            items.append(Shade((Silhouette(low, 1.6 * self.unit, 0.8),), look.light.shadow))
            items.append(Area(low, lit(fill, 0.6)))
        items.append(Area(outline, fill))
        items += self._label(rect, label, key, size, ink)
        outline_of_hit = rect.corners if enabled else ()
        return Sprite(tag, Layer.CONTROLS, tuple(items), outline_of_hit, title or label, SCREEN, enabled)

    def _label(self, rect: Rect, label: str, key: str, size: float, ink: Rgba) -> list[Item]:
        x, y = rect.middle
        room = rect.width - 16 * self.unit
        key, small = key_told(key), 0.74 * self.letters(size)
        hint = text_width(key, small, False) + 9 * self.unit if key else 0.0
        line, pixels = self.fitted(label, size, room - hint, True)
        wide = text_width(line, pixels, True)
        left = x - (wide + hint) / 2
        items: list[Item] = [Text((left, y), line, pixels, ink, "start", True)]
        if key:
            items.append(
                Text((left + wide + 9 * self.unit, y), key, small, (*ink[:3], ink[3] * 6 // 10), "start", False)
            )
        return items

    def field(
        self, tag: str, rect: Rect, text: str, *, empty: str = "", caret: bool = False, title: str = ""
    ) -> Sprite:
        """Return a field to type in; `empty` says faintly what it is for while nothing stands there."""
        look, u = self.look, self.unit
        pixels = self.letters(16)
        x, y = rect.x + 11 * u, rect.middle[1]
        line = tail(text, pixels, rect.width - 26 * u)
        items: list[Item] = [Area(rounded_rect(rect, 8 * u), look.well, look.panel_line, max(1.0, u))]
        if line:
            items.append(Text((x, y), line, pixels, look.ink, "start", False))
        elif empty:
            hint, small = fitted(empty, pixels, rect.width - 22 * u, False)
            items.append(Text((x, y), hint, small, (*look.ink_soft[:3], 150), "start", False))
        if caret:
            right = x + (text_width(line, pixels, False) if line else 0.0) + u
            bar = Rect(right, y - 0.62 * pixels, max(1.5, 1.5 * u), 1.24 * pixels)
            items.append(Area(bar.corners, look.accent))
        return Sprite(tag, Layer.CONTROLS, tuple(items), rect.corners, title or empty, SCREEN, True)

    def ring(self, tag: str, points: Points, fill: Rgba | None = None, width: float = 3.0) -> Sprite:
        """Return a bright ring around an outline in pixels: where the focus is. What it surrounds keeps its colour."""
        ink, u = fill or self.look.accent, self.unit
        glow = tuple(Area(points, None, (*ink[:3], 46), (width + more) * u) for more in (7.0, 4.0))
        return Sprite(tag, Layer.CONTROLS, (*glow, Area(points, None, ink, width * u)), at=SCREEN)


@lru_cache(maxsize=2048)
def rounded_rect(rect: Rect, radius: float) -> Points:
    """Return the outline of a rectangle with rounded corners."""
    r = min(radius, rect.width / 2, rect.height / 2)
    middles = (
        (rect.right - r, rect.y + r, -1),
        (rect.right - r, rect.bottom - r, 0),
        (rect.x + r, rect.bottom - r, 1),
        (rect.x + r, rect.y + r, 2),
    )
    points = []
    for x, y, quarter in middles:
        for k in range(_STEPS + 1):
            turn = (quarter + k / _STEPS) * math.pi / 2
            points.append((x + r * math.cos(turn), y + r * math.sin(turn)))
    return tuple(points)


@lru_cache(maxsize=2048)
def fitted(text: str, pixels: float, width: float, bold: bool, least: float = 0.8) -> tuple[str, float]:
    """Return a line and its size in pixels so that it fits: made smaller down to a part of its size, then cut short."""
    wide = text_width(text, pixels, bold)
    if wide <= width:
        return text, pixels
    size = max(least * pixels, pixels * width / wide)
    if text_width(text, size, bold) <= width + 0.01:
        return text, size
    while text and text_width(f"{text}\u2026", size, bold) > width:
        text = text[:-1].rstrip()
    return f"{text}\u2026", size


@lru_cache(maxsize=512)
def _broken(text: str, pixels: float, width: float, bold: bool) -> tuple[str, ...]:
    lines: list[str] = []
    for part in text.split("\n"):
        line = ""
        for word in part.split(" "):
            longer = f"{line} {word}" if line else word
            if line and text_width(longer, pixels, bold) > width:
                lines.append(line)
                longer = word
            while text_width(longer, pixels, bold) > width:
                end = _fitting(longer, pixels, width, bold)
                lines.append(longer[:end])
                longer = longer[end:]
            line = longer
        lines.append(line)
    return tuple(lines)


def _fitting(word: str, pixels: float, width: float, bold: bool) -> int:
    """Return how many letters of a word fit a width, one at least; names of files are broken between folders."""
    end = len(word)
    while end > 1 and text_width(word[:end], pixels, bold) > width:
        end -= 1
    return word.rfind("/", 1, end) + 1 or end


def broken(text: str, pixels: float, width: float, bold: bool = False) -> list[str]:
    """Return the lines of a text that is broken to fit a width, between words where that will do."""
    return list(_broken(text, pixels, width, bold))


def tail(text: str, pixels: float, width: float) -> str:
    """Return as much of the end of a text as fits: what is being typed stays in sight."""
    while text and text_width(text, pixels, False) > width:
        text = text[1:]
    return text
