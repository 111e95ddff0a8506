"""The pieces as arrays: what they are, where they are, how they move."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from sim.pile import area, corners, kinds

from ._kernel import kernel
from .geometry import MOST_CORNERS, MOST_OUTLINE, footprint, sincos, tilt_outline, turn_outline
from .shake import Shake

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]

SPACE = 0.2  # mm by which bounding boxes are widened
# The slope that footprints of flat pieces are made for. All footprints of a piece have equally many corners, since the
# engine remembers corners by number from step to step.
FLAT_X, FLAT_Y = 0.0037, 0.0015
_REACH = 23.1  # mm, the circumradius of the largest piece


class Pieces(NamedTuple):
    """All pieces of a box, a row a piece: what the kernels work on. Units: mm, s, g."""

    thickness: float
    corner_count: Ints
    local: Floats
    """Corners in the piece's own frame."""
    inner: Floats
    """Radius of the inscribed circle."""
    lightness: Floats
    """1 / mass, 1 / inertia about a horizontal axis, 1 / inertia about the vertical."""
    pose: Floats
    """x, y, z of the centre, angle, slope x, slope y."""
    velocity: Floats
    """Linear, angular."""
    print_count: Ints
    prints: Floats
    """The footprint in the piece's own frame, at the slope that it was last made for: what the engine collides."""
    print_slope: Floats
    outline: Floats
    """The same footprint where the piece is."""
    under: Floats
    """Corners of the underside, seen from above."""
    top: Floats
    """Corners of the top, seen from above."""
    plane: Floats
    """Height of the middle plane at the origin, its slopes, and half of the thickness measured upright."""
    box: Floats
    """Bounding box: least x and y, largest x and y."""


class Bodies:
    """The pieces of a box, with what only the start and the end of a shake ask for."""

    def __init__(self, shake: Shake) -> None:
        self.kinds = kinds(shake.copies)
        self.n = n = len(self.kinds)
        self.thickness = shake.thickness
        self.mass: Floats = np.array([area(shape) * shake.thickness * shake.density * 1e-3 for shape, _ in self.kinds])
        self.gyration: Floats = np.array([_gyration(corners(shape)) for shape, _ in self.kinds])
        self.inertia: Floats = self.mass * self.gyration  # about the vertical, g mm2
        tilt_inertia = self.mass * (self.gyration / 2 + shake.thickness**2 / 12)
        local: Floats = np.zeros((n, MOST_CORNERS, 2))
        for i, (shape, _) in enumerate(self.kinds):
            local[i, : len(corners(shape))] = corners(shape)
        self.pieces = Pieces(
            thickness=shake.thickness,
            corner_count=np.array([len(corners(shape)) for shape, _ in self.kinds]),
            local=local,
            inner=np.array([_inner(corners(shape)) for shape, _ in self.kinds]),
            lightness=np.column_stack([1 / self.mass, 1 / tilt_inertia, 1 / self.inertia]),
            pose=np.zeros((n, 6)),
            velocity=np.zeros((n, 6)),
            print_count=np.zeros(n, np.int64),
            prints=np.zeros((n, MOST_OUTLINE, 2)),
            print_slope=np.full((n, 2), np.inf),
            outline=np.zeros((n, MOST_OUTLINE, 2)),
            under=np.zeros((n, MOST_CORNERS, 2)),
            top=np.zeros((n, MOST_CORNERS, 2)),
            plane=np.zeros((n, 4)),
            box=np.zeros((n, 4)),
        )
        self.pose = self.pieces.pose
        self.velocity = self.pieces.velocity


def _inner(outline: tuple[tuple[float, float], ...]) -> float:
    """The radius of the inscribed circle of a regular polygon, mm."""
    (ax, ay), (bx, by) = outline[:2]
    return math.hypot((ax + bx) / 2, (ay + by) / 2)


def _gyration(outline: tuple[tuple[float, float], ...]) -> float:
    """The squared radius of gyration of a polygon about its centroid, mm2."""
    polar = size = 0.0
    for (ax, ay), (bx, by) in zip(outline, outline[1:] + outline[:1], strict=True):
        cross = ax * by - ay * bx
        size += cross
        polar += cross * (ax * ax + ay * ay + ax * bx + ay * by + bx * bx + by * by)
    return polar / (6 * size)


@kernel
def place(pieces, pose):
    """Outlines, faces, planes and bounding boxes of all pieces at the given poses."""
    half = 0.5 * pieces.thickness
    for i in range(pose.shape[0]):
        x = pose[i, 0]
        y = pose[i, 1]
        angle = pose[i, 3]
        gx = pose[i, 4]
        gy = pose[i, 5]
        outline = pieces.outline[i]
        under = pieces.under[i]
        top = pieces.top[i]
        count = pieces.corner_count[i]
        turn_outline(pieces.print_count[i], pieces.prints[i], x, y, angle, outline)
        turn_outline(count, pieces.local[i], x, y, angle, top)
        tilt_outline(count, top, x, y, gx, gy, half, under)
        tilt_outline(count, top, x, y, gx, gy, -half, top)
        plane = pieces.plane[i]
        plane[0] = pose[i, 2] - gx * x - gy * y
        plane[1] = gx
        plane[2] = gy
        plane[3] = half * np.sqrt(1.0 + gx * gx + gy * gy)
        x0 = y0 = 1e30
        x1 = y1 = -1e30
        for k in range(count):
            x0 = min(x0, under[k, 0], top[k, 0])
            x1 = max(x1, under[k, 0], top[k, 0])
            y0 = min(y0, under[k, 1], top[k, 1])
            y1 = max(y1, under[k, 1], top[k, 1])
        for k in range(pieces.print_count[i]):
            x0 = min(x0, outline[k, 0])
            x1 = max(x1, outline[k, 0])
            y0 = min(y0, outline[k, 1])
            y1 = max(y1, outline[k, 1])
        box = pieces.box[i]
        box[0] = x0 - SPACE
        box[1] = y0 - SPACE
        box[2] = x1 + SPACE
        box[3] = y1 + SPACE


@kernel
def refit(pieces, tolerance, refitted):
    """Make footprints anew that the piece's tilt has changed by more than the tolerance, mm; returns how many."""
    found = 0
    for i in range(pieces.pose.shape[0]):
        gx, gy = own_slope(pieces.pose[i])
        if _changed(gx, gy, pieces.print_slope[i, 0], pieces.print_slope[i, 1], pieces.thickness) < tolerance:
            continue
        if _changed(gx, gy, 0.0, 0.0, pieces.thickness) < tolerance:
            gx = FLAT_X
            gy = FLAT_Y
        make_print(pieces, i, gx, gy)
        refitted[found] = i
        found += 1
    return found


@kernel
def own_slope(pose):
    """The slope of a piece along the axes of its own frame."""
    s, c = sincos(pose[3])
    return c * pose[4] + s * pose[5], c * pose[5] - s * pose[4]


@kernel
def make_print(pieces, i, gx, gy):
    """Make the footprint of a piece for a slope in its own frame."""
    pieces.print_slope[i, 0] = gx
    pieces.print_slope[i, 1] = gy
    pieces.print_count[i] = footprint(
        pieces.corner_count[i], pieces.local[i], gx, gy, pieces.thickness, pieces.prints[i]
    )


@kernel
def _changed(gx, gy, hx, hy, thickness):
    """At most how far a corner of the footprint moves from one slope to another, mm."""
    if not np.isfinite(hx):
        return np.inf
    g = 1.0 / np.sqrt(1.0 + gx * gx + gy * gy)
    h = 1.0 / np.sqrt(1.0 + hx * hx + hy * hy)
    shift = 0.5 * thickness * np.sqrt((gx * g - hx * h) ** 2 + (gy * g - hy * h) ** 2)
    return shift + _REACH * abs(g - h)


@kernel
def round_off(values):
    """Round to multiples of 2^-20: whatever differs in the last bits between machines is gone before it can grow."""
    for i in range(values.shape[0]):
        for k in range(values.shape[1]):
            values[i, k] = np.floor(values[i, k] * 1048576.0 + 0.5) / 1048576.0
