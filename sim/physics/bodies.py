"""The pieces as arrays: what they are, where they are, how they move."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from sim.pile import area, corners, kinds

from ._kernel import kernel
from .geometry import MOST_CORNERS, tilt_outline, turn_outline
from .shake import Shake

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]

SPACE = 0.2  # mm by which bounding boxes are widened


class Bodies:
    """All pieces of a box. Units: mm, s, g."""

    def __init__(self, shake: Shake) -> None:
        self.kinds = kinds(shake.copies)
        self.n = n = len(self.kinds)
        self.thickness = shake.thickness
        self.corner_count: Ints = np.array([len(corners(shape)) for shape, _ in self.kinds])
        self.local: Floats = np.zeros((n, MOST_CORNERS, 2))
        for i, (shape, _) in enumerate(self.kinds):
            self.local[i, : self.corner_count[i]] = corners(shape)
        self.mass: Floats = np.array([area(shape) * shake.thickness * shake.density * 1e-3 for shape, _ in self.kinds])
        self.gyration: Floats = np.array([_gyration(corners(shape)) for shape, _ in self.kinds])
        tilt_inertia = self.mass * (self.gyration / 2 + shake.thickness**2 / 12)
        # 1 / mass, 1 / inertia about a horizontal axis, 1 / inertia about the vertical
        self.lightness: Floats = np.column_stack([1 / self.mass, 1 / tilt_inertia, 1 / (self.mass * self.gyration)])
        self.pose: Floats = np.zeros((n, 6))  # x, y, z of the centre, angle, slope x, slope y
        self.velocity: Floats = np.zeros((n, 6))  # linear, angular
        self.outline: Floats = np.zeros((n, MOST_CORNERS, 2))
        self.under: Floats = np.zeros((n, MOST_CORNERS, 2))
        self.top: Floats = np.zeros((n, MOST_CORNERS, 2))
        self.plane: Floats = np.zeros((n, 4))
        self.box: Floats = np.zeros((n, 4))

    @property
    def inertia(self) -> Floats:
        """Moment of inertia about the vertical, g mm2."""
        return self.mass * self.gyration


def _gyration(outline: tuple[tuple[float, float], ...]) -> float:
    """The squared radius of gyration of a polygon about its centroid, mm2."""
    polar = size = 0.0
    for (ax, ay), (bx, by) in zip(outline, outline[1:] + outline[:1], strict=True):
        cross = ax * by - ay * bx
        size += cross
        polar += cross * (ax * ax + ay * ay + ax * bx + ay * by + bx * bx + by * by)
    return polar / (6 * size)


@kernel
def place(n, corner_count, local, pose, thickness, outline, under, top, plane, box):
    """Outlines, faces, planes and bounding boxes of all pieces at the given poses."""
    for i in range(n):
        x = pose[i, 0]
        y = pose[i, 1]
        gx = pose[i, 4]
        gy = pose[i, 5]
        m = corner_count[i]
        turn_outline(m, local[i], x, y, pose[i, 3], outline[i])
        tilt_outline(m, outline[i], x, y, gx, gy, 0.5 * thickness, under[i])
        tilt_outline(m, outline[i], x, y, gx, gy, -0.5 * thickness, top[i])
        plane[i, 0] = pose[i, 2] - gx * x - gy * y
        plane[i, 1] = gx
        plane[i, 2] = gy
        plane[i, 3] = 0.5 * thickness * np.sqrt(1.0 + gx * gx + gy * gy)
        x0 = 1e30
        x1 = -1e30
        y0 = 1e30
        y1 = -1e30
        for k in range(m):
            x0 = min(x0, outline[i, k, 0], under[i, k, 0], top[i, k, 0])
            x1 = max(x1, outline[i, k, 0], under[i, k, 0], top[i, k, 0])
            y0 = min(y0, outline[i, k, 1], under[i, k, 1], top[i, k, 1])
            y1 = max(y1, outline[i, k, 1], under[i, k, 1], top[i, k, 1])
        box[i, 0] = x0 - SPACE
        box[i, 1] = y0 - SPACE
        box[i, 2] = x1 + SPACE
        box[i, 3] = y1 + SPACE


@kernel
def round_off(values):
    """Round to multiples of 2^-20: whatever differs in the last bits between machines is gone before it can grow."""
    for i in range(values.shape[0]):
        for k in range(values.shape[1]):
            values[i, k] = np.floor(values[i, k] * 1048576.0 + 0.5) / 1048576.0
