"""Where things lie on the table of Collexion, in a window of any size.

 left         middle          right
+------+ +---------------+ +--------+
| left | |    prompt     | | player |
| lid  | +---------------+ |--------|
| log  | |      box      | | player |
|      | +---------------+ |--------|
| keys | |   this turn   | | player |
+------+ +---------------+ +--------+
"""

from __future__ import annotations

from dataclasses import dataclass

from sim.pile.tray import Tray
from sim.view.items import Viewport
from sim.view.layout import Rect, unit
from sim.view.theme import Theme


@dataclass(frozen=True, slots=True)
class Places:
    """The parts of the table, in pixels."""

    left: Rect
    prompt: Rect
    box: Rect
    turn: Rect
    right: Rect


def places(size: tuple[int, int]) -> Places:
    """Return the parts of the table in a window of this size."""
    u = unit(size)
    whole = Rect(0, 0, *size).inset(14 * u)
    # What the window has to spare in width goes to the columns, up to where lines get too long to read.
    spare = max(0.0, size[0] - 1280 * u)
    left, rest = whole.cut_left((228 + min(0.35 * spare / u, 120)) * u, 12 * u)
    right, middle = rest.cut_right((392 + min(0.35 * spare / u, 120)) * u, 12 * u)
    prompt, middle = middle.cut_top(60 * u, 4 * u)
    turn, box = middle.cut_bottom(92 * u, 8 * u)
    return Places(left, prompt, box, turn, right)


def box_viewport(rect: Rect, tray: Tray, look: Theme) -> Viewport:
    """Return the viewport that shows the whole box in the middle of a rectangle, on whole pixels."""
    span = tray.across + 2 * (look.box_wall + 4.0)
    x, y = rect.middle
    return Viewport(min(rect.width, rect.height) / span, round(x), round(y))
