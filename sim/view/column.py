"""What stands in the left column of every table: the last moves in words, and the buttons beside playing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sim.view.controls import Controls, broken
from sim.view.items import Sprite
from sim.view.layout import Rect
from sim.view.words import _


def newest_lines(told: Sequence[str], pixels: float, width: float, room: int) -> list[tuple[str, bool]]:
    """Return as many of the last texts as there is room for, broken into lines, and whether a line is of the newest."""
    lines: list[tuple[str, bool]] = []
    for age, text in enumerate(reversed(told)):
        parts = broken(text, pixels, width)
        if len(lines) + len(parts) > room:
            break
        lines = [*((part, age == 0) for part in parts), *lines]
    return lines


def log(controls: Controls, rect: Rect, told: Sequence[str]) -> Iterator[Sprite]:
    """Yield the last moves in words, the newest at the bottom."""
    u, look = controls.unit, controls.look
    yield controls.panel("log", rect)
    inside = rect.inset(12 * u, 10 * u)
    pixels = controls.letters(14)
    step = 1.36 * pixels
    lines = newest_lines(told, pixels, inside.width, int(inside.height // step))
    top = inside.bottom - len(lines) * step
    for k, (line, newest) in enumerate(lines):
        ink = look.ink if newest else look.ink_soft
        yield controls.text(f"log-{k}", inside.x, top + (k + 0.5) * step, line, 14, ink=ink, width=inside.width)


def keys(controls: Controls, rect: Rect, may_undo: bool, may_ask: bool) -> Iterator[Sprite]:
    """Yield the buttons that every table has."""
    u = controls.unit
    entries = (
        ("undo", _("Undo"), "U", may_undo),
        ("hint", _("Hint"), "H", may_ask),
        ("rules", _("Rules"), "F1", True),
        ("menu", _("Menu"), "Esc", True),
    )
    spots = [place for row in rect.rows(2, 8 * u) for place in row.columns(2, 8 * u)]
    for (tag, label, key, enabled), place in zip(entries, spots, strict=True):
        yield controls.button(tag, place, label, key=key, size=15, enabled=enabled)
