"""The inlay of the box: a square with its corners cut off, where the markers stand."""

from __future__ import annotations

import math
from dataclasses import dataclass

from sim.errors import ShakeError
from sim.pile.piece import Colour, Point
from sim.pile.plain import real


@dataclass(frozen=True, slots=True)
class Tray:
    r"""The floor of the box, a convex polygon about the origin.

              ___________        across: side of the square, mm
             / yellow    \ green
            /             \      corner: how much of each side
            |             |      a corner cuts off, mm
            \             /
        pink \___________/ blue

    >>> Tray().contains(119.0, 0.0), Tray().contains(100.0, 100.0)
    (True, False)
    """

    across: float = 240.0
    corner: float = 60.0

    def __post_init__(self) -> None:
        for name in ("across", "corner"):
            object.__setattr__(self, name, real(getattr(self, name), f"{name} of a tray", ShakeError))
        if not (math.isfinite(self.across) and self.across > 0):
            raise ShakeError(f"tray {self.across:g} mm across is no tray: use a number above 0")
        if not 0 <= self.corner < self.across / 2:
            raise ShakeError(
                f"corners of {self.corner:g} mm do not fit a tray {self.across:g} mm across: "
                f"use a number from 0 to below {self.across / 2:g}"
            )

    @property
    def outline(self) -> tuple[Point, ...]:
        """The corners in mm, counter-clockwise from the foot of the right wall: 8, or 4 without cuts."""
        far = self.across / 2
        if self.corner == 0:
            return (far, -far), (far, far), (-far, far), (-far, -far)
        near = far - self.corner
        half = (far, -near), (far, near), (near, far), (-near, far)
        return half + tuple((-x, -y) for x, y in half)

    @property
    def area(self) -> float:
        """Area of the floor in mm2."""
        return self.across**2 - 2 * self.corner**2

    def contains(self, x: float, y: float, slack: float = 0.0) -> bool:
        """Tell whether a point (mm) lies on the floor, or outside it by no more than `slack` mm."""
        far = self.across / 2 + slack
        diagonal = self.across - self.corner + slack * math.sqrt(2.0)
        return abs(x) <= far and abs(y) <= far and abs(x) + abs(y) <= diagonal

    @property
    def marker_corners(self) -> tuple[tuple[Colour, tuple[Point, ...]], ...]:
        """The cut-off triangles where markers stand, counter-clockwise from the upper right."""
        if self.corner == 0:
            return ()
        far = self.across / 2
        near = far - self.corner
        quadrants = (1, 1), (-1, 1), (-1, -1), (1, -1)
        corners = []
        for colour, (i, j) in zip(Colour, quadrants, strict=True):
            triangle = (i * far, j * near), (i * far, j * far), (i * near, j * far)
            # Mirrored corners turn the other way.
            corners.append((colour, triangle if i == j else triangle[::-1]))
        return tuple(corners)
