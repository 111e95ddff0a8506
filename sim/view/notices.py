"""What is told at the top of the window for a while, whichever screen is in front: files that were damaged, say."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from sim.view.controls import broken
from sim.view.layout import Rect
from sim.view.raster import text_width

if TYPE_CHECKING:
    from sim.view.controls import Controls
    from sim.view.items import Sprite

_SHOWN = 3
_SIZE = 16
_LINE = 22
_WIDEST = 1000
_FILL = 30, 34, 37, 240


@dataclass
class Notice:
    """A line that is told, for so many seconds from when it is first shown."""

    text: str
    seconds: float
    since: float | None = None


@dataclass(eq=False)
class Notices:
    """What is told, in order: a few at a time, the others wait."""

    waiting: list[Notice] = field(default_factory=list)

    def __iter__(self) -> Iterator[str]:
        return (notice.text for notice in self.waiting)

    def add(self, text: str, seconds: float) -> None:
        """Tell something once there is room for it."""
        self.waiting.append(Notice(text, seconds))

    def sprites(self, controls: Controls, size: tuple[int, int], now: float) -> Iterator[Sprite]:
        """Yield what is shown at a moment, each notice in as many lines as it takes."""
        self.waiting[:] = [one for one in self.waiting if one.since is None or now < one.since + one.seconds]
        u = controls.unit
        pixels, top = controls.letters(_SIZE), 14 * u
        widest = min(_WIDEST * u, size[0] - 40 * u)
        for k, notice in enumerate(self.waiting[:_SHOWN]):
            notice.since = now if notice.since is None else notice.since
            lines = broken(notice.text, pixels, widest - 40 * u)
            wide = max(text_width(line, pixels, False) for line in lines) + 40 * u
            rect = Rect((size[0] - wide) / 2, top, wide, (16 + _LINE * len(lines)) * u)
            yield controls.panel(f"notice-{k}", rect, fill=_FILL)
            for number, line in enumerate(lines):
                y = rect.y + (8 + _LINE * (number + 0.5)) * u
                yield controls.text(f"notice-text-{k}-{number}", rect.middle[0], y, line, _SIZE, anchor="middle")
            top = rect.bottom + 6 * u
