"""Overlaps of many pairs of convex polygons at once, in numpy.

The rim of an overlap is made of the parts of either polygon's edges that lie in the other one: clipping every edge
against the other's half-planes gives its corners, its area (Green's theorem asks for no order) and its girth
without ever joining the parts up.

        +---------+
        |     a---+----+        the rim of the overlap: the square gives b-c-d, the other one d-a-b
        |     |   |    |
        +-----d---c    |
              +--------+

Polygons are arrays (2, corners, pairs): x and y, counter-clockwise. The long axis comes last, where numpy is quick.
Corners may be repeated, so that one array holds polygons of any number of corners.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]

TIE = 1e-9
"""Edges closer than this, mm, coincide: they count as the first polygon's, so that no rim is counted twice."""


@dataclass(frozen=True, slots=True)
class Overlaps:
    """The overlaps of m pairs of polygons; a pair that does not overlap has no corners and no area."""

    area: Floats
    """(m,), mm2."""
    girth: Floats
    """(m,) length of the rim, mm."""
    corners: Floats
    """(2, k, m), mm; each corner more than once, and among them many that are not `real`."""
    real: Bools
    """(k, m) which of the corners are there."""

    @property
    def middle(self) -> Floats:
        """(2, m) a point inside each overlap: the mean of its corners; the origin where there is none."""
        weight = self.real / np.maximum(self.real.sum(axis=0), 1)
        middle: Floats = (self.corners * weight).sum(axis=1)
        return middle

    def smallest(self, value: Floats) -> Floats:
        """Return (m,) the least of the values (k, m) at the corners; infinity where there are none."""
        least: Floats = np.where(self.real, value, np.inf).min(axis=0)
        return least


def clip(first: Floats, second: Floats) -> Overlaps:
    """Return the overlaps of `first[..., k]` and `second[..., k]`, arrays (2, corners, m) of as many corners."""
    origin = first[:, :1]
    m = first.shape[2]
    both = np.concatenate((first - origin, second - origin), axis=2)
    others = np.concatenate((both[..., m:], both[..., :m]), axis=2)
    slack = np.repeat((TIE, -TIE), m)
    starts, ends, real = _edges_within(both, others, slack)
    along = ends - starts
    area = (_cross(starts, along) * real).sum(axis=0) / 2
    girth = (np.sqrt(along[0] ** 2 + along[1] ** 2) * real).sum(axis=0)
    corners = np.concatenate((starts[..., :m], starts[..., m:], ends[..., :m], ends[..., m:]), axis=1)
    real = np.concatenate((real[:, :m], real[:, m:]))
    return Overlaps(
        area=np.maximum(area[:m] + area[m:], 0.0),
        girth=girth[:m] + girth[m:],
        corners=corners + origin,
        real=np.concatenate((real, real)),
    )


def outside(points: Floats, polygons: Floats) -> Floats:
    """Return (k, m) how far points (2, k, m) lie outside polygons (2, corners, m); negative: inside.

    Beyond a corner it is less than the distance: that from the line through an edge.
    """
    sides = edges(polygons)
    length = np.sqrt(sides[0] ** 2 + sides[1] ** 2)
    # a repeated corner has no side: nothing is outside it
    left = _left(sides, _cross(sides, polygons), points) / np.where(length > 0.0, length, np.inf)[:, None]
    found: Floats = np.where(length[:, None] > 0.0, -left, -np.inf).max(axis=0)
    return found


def edges(polygons: Floats) -> Floats:
    """Return (2, corners, m) the edges of polygons, each from its corner to the next."""
    return np.concatenate((polygons[:, 1:], polygons[:, :1]), axis=1) - polygons


def _edges_within(polygons: Floats, others: Floats, slack: Floats) -> tuple[Floats, Floats, Bools]:
    """Return the part of each edge that lies in the other polygon grown by `slack`: starts, ends, is there any."""
    sides = edges(others)
    here = _left(sides, _cross(sides, others) - slack * np.sqrt(sides[0] ** 2 + sides[1] ** 2), polygons)
    there = np.concatenate((here[:, 1:], here[:, :1]), axis=1)
    out_here, out_there = here < 0.0, there < 0.0
    crossing = here / np.where(out_here != out_there, here - there, 1.0)
    enter = np.where(out_here, crossing, 0.0).max(axis=0)
    leave = np.where(out_there, crossing, 1.0).min(axis=0)
    real = (enter < leave) & ~(out_here & out_there).any(axis=0)
    along = edges(polygons)
    return polygons + enter * along, polygons + leave * along, real


def _left(sides: Floats, limit: Floats, points: Floats) -> Floats:
    """Return (sides, points, m) how far points lie to the left of sides, times the sides' lengths."""
    left = sides[0][:, None] * points[1]
    left -= sides[1][:, None] * points[0]
    left -= limit[:, None]
    return left


def _cross(a: Floats, b: Floats) -> Floats:
    product: Floats = a[0] * b[1] - a[1] * b[0]
    return product
