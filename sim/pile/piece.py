"""The polygons of the game: four shapes in four colours, and where one of them lies."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, TypeAlias, TypeVar

from sim.errors import PileError
from sim.pile.limits import LARGEST, MAX_PIECES
from sim.pile.plain import is_plain, real, reals, whole
from sim.pile.reading import Entry, short

Point: TypeAlias = tuple[float, float]
Point3: TypeAlias = tuple[float, float, float]


Word = TypeVar("Word", bound=StrEnum)


class Shape(StrEnum):
    """The four shapes, in the order of the piece ids."""

    TRIANGLE = "triangle"
    SQUARE = "square"
    PENTAGON = "pentagon"
    OCTAGON = "octagon"


class Colour(StrEnum):
    """The four colours, in the order of the piece ids."""

    GREEN = "green"
    YELLOW = "yellow"
    PINK = "pink"
    BLUE = "blue"


# Sides and circumradii in mm. Only square roots are taken below: IEEE 754 rounds them correctly, so the
# corners are the same to the last bit on every machine; sines and cosines would not be.
_TRIANGLE_SIDE = 40.0
_SQUARE_SIDE = 30.0
_CIRCUMRADIUS = 19.0


def _triangle() -> tuple[Point, ...]:
    radius = _TRIANGLE_SIDE / math.sqrt(3.0)
    half = _TRIANGLE_SIDE / 2
    return (0.0, radius), (-half, -radius / 2), (half, -radius / 2)


def _square() -> tuple[Point, ...]:
    half = _SQUARE_SIDE / 2
    return (half, half), (-half, half), (-half, -half), (half, -half)


def _pentagon() -> tuple[Point, ...]:
    root = math.sqrt(5.0)
    cos72, sin72 = (root - 1) / 4, math.sqrt(10 + 2 * root) / 4
    cos36, sin36 = (root + 1) / 4, math.sqrt(10 - 2 * root) / 4
    unit = (0.0, 1.0), (-sin72, cos72), (-sin36, -cos36), (sin36, -cos36), (sin72, cos72)
    return tuple((_CIRCUMRADIUS * x, _CIRCUMRADIUS * y) for x, y in unit)


def _octagon() -> tuple[Point, ...]:
    far = _CIRCUMRADIUS * math.sqrt(2 + math.sqrt(2.0)) / 2
    near = _CIRCUMRADIUS * math.sqrt(2 - math.sqrt(2.0)) / 2
    right = (far, near), (near, far), (-near, far), (-far, near)
    return right + tuple((-x, -y) for x, y in right)


_CORNERS: dict[Shape, tuple[Point, ...]] = {
    Shape.TRIANGLE: _triangle(),
    Shape.SQUARE: _square(),
    Shape.PENTAGON: _pentagon(),
    Shape.OCTAGON: _octagon(),
}


def corners(shape: Shape) -> tuple[Point, ...]:
    """Return the outline of a shape in mm, counter-clockwise, with its centroid at the origin.

    The first corner of triangle, square, pentagon and octagon lies at 90, 45, 90 and 22.5 degrees.

    >>> corners(Shape.SQUARE)
    ((15.0, 15.0), (-15.0, 15.0), (-15.0, -15.0), (15.0, -15.0))
    """
    return _CORNERS[shape]


def area(shape: Shape) -> float:
    """Return the area of a shape in mm2.

    >>> area(Shape.SQUARE)
    900.0
    """
    outline = corners(shape)
    following = outline[1:] + outline[:1]
    return sum(ax * by - ay * bx for (ax, ay), (bx, by) in zip(outline, following, strict=True)) / 2


def kinds(copies: int) -> tuple[tuple[Shape, Colour], ...]:
    """Return shape and colour of each piece id, in the order shape, colour, copy.

    >>> len(kinds(5)), kinds(5)[20]
    (80, (<Shape.SQUARE: 'square'>, <Colour.GREEN: 'green'>))
    """
    return tuple((shape, colour) for shape in Shape for colour in Colour for _ in range(copies))


def snap(value: float, digits: int) -> float:
    """Round to a decimal grid that text keeps exactly; the negative zero becomes zero."""
    return round(float(value), digits) + 0.0


@dataclass(frozen=True, slots=True)
class Piece:
    """A prism at rest.

    A corner (u, v, h) of the prism, h from -thickness/2 (underside) to +thickness/2 (top), is turned by
    `angle` about the vertical, then tilted by the smallest rotation that takes the vertical to the normal of
    a plane of slope `gradient`, then moved to (x, y, z). So both faces are planes of that slope.
    """

    id: int
    """Number in the pile, from 0, in the order shape, colour, copy."""
    shape: Shape
    colour: Colour
    x: float
    """Centre of the prism, mm; the middle of the tray is (0, 0)."""
    y: float
    z: float
    """Height of the centre over the floor, mm."""
    angle: float
    """Turn about the vertical, rad, 0 to 2 pi."""
    gradient: Point
    """Slope of both faces: (dz/dx, dz/dy)."""
    thickness: float
    """Thickness, mm."""

    @property
    def kind(self) -> str:
        """Shape and colour in one word, such as "square-blue"."""
        return f"{self.shape}-{self.colour}"

    @property
    def tilt(self) -> float:
        """Angle between the piece and the floor, rad."""
        return math.atan(math.hypot(*self.gradient))

    @property
    def normal(self) -> Point3:
        """Unit vector out of the top face."""
        gx, gy = self.gradient
        length = math.sqrt(1 + gx * gx + gy * gy)
        return -gx / length, -gy / length, 1 / length

    def underside(self) -> tuple[Point3, ...]:
        """Return the corners of the lower face in mm, counter-clockwise as seen from above."""
        return self._face(-self.thickness / 2)

    def top(self) -> tuple[Point3, ...]:
        """Return the corners of the upper face in mm, counter-clockwise as seen from above."""
        return self._face(self.thickness / 2)

    def _face(self, h: float) -> tuple[Point3, ...]:
        nx, ny, nz = self.normal
        cos, sin = math.cos(self.angle), math.sin(self.angle)
        bend = 1 / (1 + nz)
        face = []
        for u, v in corners(self.shape):
            p, q = cos * u - sin * v, sin * u + cos * v
            along = nx * p + ny * q
            shift = h - along * bend
            face.append((self.x + p + nx * shift, self.y + q + ny * shift, self.z + nz * h - along))
        return tuple(face)

    def outline(self) -> tuple[Point, ...]:
        """Return the footprint in mm, counter-clockwise: all of the tilted prism as seen from above.

        Seen from above, the top is the underside moved by s, uphill edges hidden. The hull of both keeps the
        edges that face along s from the top and all others from the underside:

            underside  +-----+          +-----+--+
                       |   +-+---+  ->  |        |
                       +---+-+   |      +--+     |
                           +-----+ top     +-----+
        """
        nx, ny, _ = self.normal
        sx, sy = nx * self.thickness, ny * self.thickness
        base = [(x, y) for x, y, _ in self.underside()]
        facing = [
            (by - ay) * sx - (bx - ax) * sy > 0.0 for (ax, ay), (bx, by) in zip(base, base[1:] + base[:1], strict=True)
        ]
        hull: list[Point] = []
        for (x, y), before, after in zip(base, facing[-1:] + facing[:-1], facing, strict=True):
            if before:
                hull.append((x + sx, y + sy))
            if not (before and after):
                hull.append((x, y))
            if after and not before:
                hull.append((x + sx, y + sy))
        return tuple(hull)

    def snapped(self) -> Piece:
        """Return the piece on the grid of the file format: 1e-4 mm, and 1e-6 for angle and gradient."""
        gx, gy = self.gradient
        return replace(
            self,
            x=snap(self.x, 4),
            y=snap(self.y, 4),
            z=snap(self.z, 4),
            angle=snap(self.angle % math.tau, 6),
            gradient=(snap(gx, 6), snap(gy, 6)),
        )

    def plain(self) -> Piece:
        """Return the piece in plain ints and floats, itself where it is; raise PileError for what is no piece."""
        if self._is_plain():
            return self
        gx, gy = reals(self.gradient, 2, "gradient of a piece", PileError)
        return Piece(
            id=whole(self.id, "id of a piece", PileError),
            shape=_word(Shape, self.shape),
            colour=_word(Colour, self.colour),
            x=real(self.x, "x of a piece", PileError),
            y=real(self.y, "y of a piece", PileError),
            z=real(self.z, "z of a piece", PileError),
            angle=real(self.angle, "angle of a piece", PileError),
            gradient=(gx, gy),
            thickness=real(self.thickness, "thickness of a piece", PileError),
        )

    def _is_plain(self) -> bool:
        return (
            type(self.id) is int
            and type(self.shape) is Shape
            and type(self.colour) is Colour
            and type(self.gradient) is tuple
            and len(self.gradient) == 2
            and is_plain(self.x, self.y, self.z, self.angle, *self.gradient, self.thickness)
        )

    def to_dict(self) -> dict[str, Any]:
        """Return the piece as it stands in a file, where all have the thickness of the shake."""
        return {
            "id": self.id,
            "shape": str(self.shape),
            "colour": str(self.colour),
            "x": self.x,
            "y": self.y,
            "z": self.z,
            "angle": self.angle,
            "gradient": list(self.gradient),
        }


def read_piece(entry: Entry, thickness: float) -> Piece:
    """Return the piece that an entry of a file holds, of a thickness in mm."""
    entry.only("id", "shape", "colour", "x", "y", "z", "angle", "gradient")
    gx, gy = entry.numbers("gradient", 2, -LARGEST, LARGEST)
    return Piece(
        id=entry.integer("id", 0, MAX_PIECES),
        shape=entry.word("shape", Shape),
        colour=entry.word("colour", Colour),
        x=entry.number("x", -LARGEST, LARGEST),
        y=entry.number("y", -LARGEST, LARGEST),
        z=entry.number("z", -LARGEST, LARGEST),
        angle=entry.number("angle", -LARGEST, LARGEST),
        gradient=(gx, gy),
        thickness=thickness,
    )


def _word(words: type[Word], value: Any) -> Word:
    try:
        return words(value)
    except ValueError:
        raise PileError(f"{short(value)} is no {words.__name__.lower()} of a piece") from None
