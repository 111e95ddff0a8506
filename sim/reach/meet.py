"""Which footprints meet, and which of the two pieces covers the other.

The area of an overlap is the slow question, so shapely is asked it last:

    boxes apart, or circles around apart         do not meet            (R-tree, numpy)
    circles inside overlap well                  covers                 (numpy)
    footprints farther apart than NEAR           do not meet            (shapely, a predicate)
    footprints drawn in by ROOM still meet       covers                 (shapely, a predicate)
    footprints drawn in by a hair do not         touches at most        (shapely, a predicate)
    all others                                   by the overlap's area  (shapely)

Two pieces that press into each other sideways overlap a little, too, but neither is over the other: they would
have to be moved far up or down to come apart, and hardly sideways.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import shapely
from numpy.typing import NDArray

from sim.reach.gap import NEAR
from sim.reach.prisms import Bools, Floats, Ints, Prisms, polygons

COVERING = 1.0
"""Footprints must overlap by more than this for one piece to cover the other, mm2."""
SINK = 0.3
"""How deep a piece may have sunk into the one that it is over, mm."""

_ROOM = 0.6  # mm; a disc of this radius has more than COVERING mm2
# of a piece within a circle of radius r, times r squared: where two pieces drawn in so little do not meet, what
# they share lies in a strip 2 * 0.2 / r wide and 2 * r long, and has less than COVERING mm2
_HAIR = 0.2


class Meetings(NamedTuple):
    """Pairs of pieces whose footprints meet, as arrays of ids."""

    upper: Ints
    lower: Ints
    """upper[k] covers lower[k]."""
    a: Ints
    b: Ints
    """All pairs a[k] < b[k] whose footprints overlap or come nearer than NEAR, whatever their heights."""


def meetings(prisms: Prisms) -> Meetings:
    """Return all pairs of pieces whose footprints meet, and those of which one covers the other."""
    a, b = _candidates(prisms)
    line = prisms.centre[:, b] - prisms.centre[:, a]
    length = np.sqrt(line[0] ** 2 + line[1] ** 2)
    share, room = _between_circles(prisms, a, b, length)
    deep = room > _ROOM
    point = prisms.centre[:, a] + share * line
    rest = ~deep & (length < prisms.outer[a] + prisms.outer[b] + NEAR)
    deep_a, deep_b = a[deep], b[deep]
    upper, lower = _ordered(deep_a, deep_b, _rise(prisms, deep_a, deep_b, point[:, deep]))
    near_a, near_b, near_upper, near_lower = _ask_shapely(prisms, a[rest], b[rest])
    return Meetings(
        upper=np.concatenate((upper, near_upper)),
        lower=np.concatenate((lower, near_lower)),
        a=np.concatenate((deep_a, near_a)),
        b=np.concatenate((deep_b, near_b)),
    )


def _candidates(prisms: Prisms) -> tuple[Ints, Ints]:
    """Return the pairs a < b of pieces whose bounding boxes come near each other."""
    low, high = prisms.outline.min(axis=1) - NEAR, prisms.outline.max(axis=1) + NEAR
    boxes = shapely.box(*low, *high)
    a, b = shapely.STRtree(boxes).query(boxes)
    once = a < b
    return a[once], b[once]


def _between_circles(prisms: Prisms, a: Ints, b: Ints, length: Floats) -> tuple[Floats, Floats]:
    """Return the middle of where inscribed circles overlap, as a share of the line from a to b, and its room."""
    inner_a, inner_b = prisms.inner[a], prisms.inner[b]
    share = ((inner_a - inner_b) / (2.0 * np.maximum(length, 1e-9)) + 0.5).clip(0.0, 1.0)
    return share, np.minimum(inner_a - share * length, inner_b - (1.0 - share) * length)


def _ask_shapely(prisms: Prisms, a: Ints, b: Ints) -> tuple[Ints, Ints, Ints, Ints]:
    """Return which of the pairs meet, and of which of them one covers the other: a, b, upper, lower."""
    footprints = polygons(prisms.outline)
    near = shapely.dwithin(footprints[a], footprints[b], NEAR)
    a, b = a[near], b[near]
    rise, clear = _rise_in_box(prisms, a, b)
    # nothing is left of a piece that stands on its edge
    clear &= np.minimum(prisms.inner[a], prisms.inner[b]) > _ROOM
    broad = _meet(prisms.scaled(prisms.section, 1.0 - _ROOM / prisms.inner), a, b) & clear
    upper, lower = _ordered(a[broad], b[broad], rise[broad])
    open_ = np.flatnonzero(~broad)
    open_ = open_[_meet(prisms.scaled(prisms.outline, 1.0 - _HAIR / prisms.outer**2), a[open_], b[open_])]
    open_upper, open_lower = _by_area(prisms, footprints, a[open_], b[open_])
    return a, b, np.concatenate((upper, open_upper)), np.concatenate((lower, open_lower))


def _meet(shapes: NDArray[Any], a: Ints, b: Ints) -> Bools:
    meet: Bools = shapely.intersects(shapes[a], shapes[b])
    return meet


def _by_area(prisms: Prisms, footprints: NDArray[Any], a: Ints, b: Ints) -> tuple[Ints, Ints]:
    """Return upper and lower of those pairs that overlap by more than COVERING, one over the other."""
    overlap = shapely.intersection(footprints[a], footprints[b])
    area = shapely.area(overlap)
    large = area > COVERING
    a, b, overlap, area = a[large], b[large], overlap[large], area[large]
    middle = shapely.get_coordinates(shapely.centroid(overlap)).T
    low_a, high_a = prisms.span(a, middle)
    low_b, high_b = prisms.span(b, middle)
    sunk = np.minimum(high_a, high_b) - np.maximum(low_a, low_b)
    rise = low_a + high_a - low_b - high_b
    width = 2.0 * area / shapely.length(overlap)
    over = sunk <= np.maximum(width, SINK)
    return _ordered(a[over], b[over], rise[over])


def _rise(prisms: Prisms, a: Ints, b: Ints, point: Floats) -> Floats:
    """Return how much higher a is than b at a point of both."""
    return prisms.level(a, point) - prisms.level(b, point)


def _rise_in_box(prisms: Prisms, a: Ints, b: Ints) -> tuple[Floats, Bools]:
    """Return how much higher a is than b in the middle of what their boxes share, and if the sign holds in all of it."""
    low, high = prisms.outline.min(axis=1), prisms.outline.max(axis=1)
    low, high = np.maximum(low[:, a], low[:, b]), np.minimum(high[:, a], high[:, b])
    rise = _rise(prisms, a, b, (low + high) / 2)
    slope = np.abs(prisms.gradient[:, a] - prisms.gradient[:, b])
    clear: Bools = np.abs(rise) > (slope * (high - low)).sum(axis=0) / 2
    return rise, clear


def _ordered(a: Ints, b: Ints, rise: Floats) -> tuple[Ints, Ints]:
    return np.where(rise > 0.0, a, b), np.where(rise > 0.0, b, a)
