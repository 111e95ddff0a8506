"""Where things lie on the table of AXIO rota, in a window of any size.

 left         middle          right
+------+ +---------------+ +--------+
|supply| |    prompt     | | player |
|------| |               | |--------|
| log  | |     grid      | | player |
|      | |               | |--------|
|------| +---------------+ | player |
| keys | | hand     zoom | |        |
+------+ +---------------+ +--------+

The grid goes on behind all the others.
"""

from __future__ import annotations

from dataclasses import dataclass

from sim.view.layout import Rect, unit


@dataclass(frozen=True, slots=True)
class Places:
    """The parts of the table, in pixels."""

    left: Rect
    prompt: Rect
    grid: Rect
    """What lies in front of nothing else: tiles are shown here."""
    hand: Rect
    right: Rect


def places(size: tuple[int, int]) -> Places:
    """Return the parts of the table in a window of this size."""
    u = unit(size)
    whole = Rect(0, 0, *size).inset(14 * u)
    # What the window has to spare in width goes to the columns, up to where lines get too long to read.
    spare = max(0.0, size[0] - 1280 * u)
    left, rest = whole.cut_left((228 + min(0.35 * spare / u, 120)) * u, 12 * u)
    right, middle = rest.cut_right((352 + min(0.25 * spare / u, 90)) * u, 12 * u)
    prompt, middle = middle.cut_top(60 * u, 4 * u)
    hand, grid = middle.cut_bottom(112 * u, 8 * u)
    return Places(left, prompt, grid, hand, right)


def slot(hand: Rect, u: float) -> Rect:
    """Return where the tile in the hand lies."""
    side = min(hand.height - 20 * u, 92 * u)
    return Rect(hand.x + 16 * u, hand.middle[1] - side / 2, side, side)
