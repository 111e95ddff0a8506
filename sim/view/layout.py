"""Where things stand on a screen: rectangles in pixels, cut from one another, and the unit that all sizes are in."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from sim.view.items import Point, Points

DESIGNED = 1280, 800
"""The size at which one unit is one pixel: smaller and larger windows show the same, smaller and larger."""
LEAST = 960, 600


def unit(size: tuple[int, int]) -> float:
    """Return how many pixels a unit has in a window of this size.

    >>> unit((1280, 800)), unit((960, 600)), unit((1920, 1080))
    (1.0, 0.75, 1.35)
    """
    return min(size[0] / DESIGNED[0], size[1] / DESIGNED[1])


@dataclass(frozen=True, slots=True)
class Rect:
    """A rectangle in pixels; y grows downwards.

    >>> Rect(0, 0, 100, 50).cut_left(30, gap=10)
    (Rect(x=0, y=0, width=30, height=50), Rect(x=40, y=0, width=60, height=50))
    """

    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        """The x of its right side."""
        return self.x + self.width

    @property
    def bottom(self) -> float:
        """The y of its lower side."""
        return self.y + self.height

    @property
    def middle(self) -> Point:
        """The point in its middle."""
        return self.x + self.width / 2, self.y + self.height / 2

    @property
    def corners(self) -> Points:
        """Its corners, in the order in which outlines go."""
        return (self.x, self.y), (self.right, self.y), (self.right, self.bottom), (self.x, self.bottom)

    def inset(self, dx: float, dy: float | None = None) -> Rect:
        """Return the rectangle with its sides moved inwards."""
        dy = dx if dy is None else dy
        return Rect(self.x + dx, self.y + dy, self.width - 2 * dx, self.height - 2 * dy)

    def cut_top(self, height: float, gap: float = 0.0) -> tuple[Rect, Rect]:
        """Return the upper part of this height, and what is left below a gap."""
        used = height + gap
        return (
            Rect(self.x, self.y, self.width, height),
            Rect(self.x, self.y + used, self.width, self.height - used),
        )

    def cut_bottom(self, height: float, gap: float = 0.0) -> tuple[Rect, Rect]:
        """Return the lower part of this height, and what is left above a gap."""
        return (
            Rect(self.x, self.bottom - height, self.width, height),
            Rect(self.x, self.y, self.width, self.height - height - gap),
        )

    def cut_left(self, width: float, gap: float = 0.0) -> tuple[Rect, Rect]:
        """Return the left part of this width, and what is left beyond a gap."""
        used = width + gap
        return (
            Rect(self.x, self.y, width, self.height),
            Rect(self.x + used, self.y, self.width - used, self.height),
        )

    def cut_right(self, width: float, gap: float = 0.0) -> tuple[Rect, Rect]:
        """Return the right part of this width, and what is left before a gap."""
        return (
            Rect(self.right - width, self.y, width, self.height),
            Rect(self.x, self.y, self.width - width - gap, self.height),
        )

    def rows(self, count: int, gap: float = 0.0) -> Iterator[Rect]:
        """Yield so many equal parts from top to bottom."""
        height = (self.height - gap * (count - 1)) / count
        return (Rect(self.x, self.y + k * (height + gap), self.width, height) for k in range(count))

    def columns(self, count: int, gap: float = 0.0) -> Iterator[Rect]:
        """Yield so many equal parts from left to right."""
        width = (self.width - gap * (count - 1)) / count
        return (Rect(self.x + k * (width + gap), self.y, width, self.height) for k in range(count))

    def centred(self, width: float, height: float) -> Rect:
        """Return a rectangle of this size about the same middle."""
        x, y = self.middle
        return Rect(x - width / 2, y - height / 2, width, height)
