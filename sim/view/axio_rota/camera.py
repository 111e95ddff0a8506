"""Which part of the endless grid is seen, and how large."""

from __future__ import annotations

import math
from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import TypeAlias

from sim.view.items import Point, Viewport
from sim.view.layout import Rect

Square: TypeAlias = tuple[int, int]

PITCH = 100.0
"""Units from the middle of a square to that of the next: what tiles are drawn in."""
_AROUND = 0.6  # of a square is seen beyond the middle of the outermost ones


@dataclass(frozen=True, slots=True)
class Camera:
    """How squares become pixels.

    >>> camera = Camera(80.0, 400.0, 300.0)
    >>> camera.pixel((2, -1)), camera.square((571.0, 199.0))
    ((560, 220), (2, -1))
    """

    pitch: float
    """Pixels from the middle of a square to that of the next; what is drawn takes whole ones."""
    x: float
    """Where the middle of the square (0, 0) lies."""
    y: float

    @property
    def step(self) -> int:
        """The pitch in whole pixels."""
        return max(1, round(self.pitch))

    def pixel(self, square: Square) -> tuple[int, int]:
        """Return the pixel in the middle of a square."""
        return round(self.x) + square[0] * self.step, round(self.y) + square[1] * self.step

    def square(self, pixel: Point) -> Square:
        """Return the square at a pixel."""
        return (
            math.floor((pixel[0] - round(self.x)) / self.step + 0.5),
            math.floor((pixel[1] - round(self.y)) / self.step + 0.5),
        )

    def at(self, square: Square) -> Viewport:
        """Return where the units of a tile on a square lie."""
        x, y = self.pixel(square)
        return Viewport(self.step / PITCH, x, y, -1.0)

    def moved(self, dx: float, dy: float) -> Camera:
        """Return the camera after the table was moved by so many pixels."""
        return replace(self, x=self.x + dx, y=self.y + dy)

    def zoomed(self, pixel: Point, pitch: float) -> Camera:
        """Return the camera with another pitch; what lies at a pixel stays there."""
        share = max(1, round(pitch)) / self.step
        return Camera(pitch, pixel[0] + (self.x - pixel[0]) * share, pixel[1] + (self.y - pixel[1]) * share)

    def towards(self, other: Camera, share: float) -> Camera:
        """Return a camera on the way to another one."""
        return Camera(
            self.pitch + (other.pitch - self.pitch) * share,
            self.x + (other.x - self.x) * share,
            self.y + (other.y - self.y) * share,
        )


def fitting(squares: Collection[Square], rect: Rect, most: float, least: float) -> Camera:
    """Return the camera that shows some squares in the middle of a rectangle, as large as they fit.

    >>> fitting([(0, 0), (3, 1)], Rect(0, 0, 420, 600), most=110, least=20)
    Camera(pitch=100, x=60.0, y=250.0)
    """
    xs, ys = zip(*squares, strict=True)
    wide, high = max(xs) - min(xs) + 2 * _AROUND, max(ys) - min(ys) + 2 * _AROUND
    pitch = math.floor(max(least, min(most, rect.width / wide, rect.height / high)) + 1e-9)
    x, y = rect.middle
    return Camera(pitch, x - pitch * (min(xs) + max(xs)) / 2, y - pitch * (min(ys) + max(ys)) / 2)
