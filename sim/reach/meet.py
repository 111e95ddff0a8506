"""Which footprints meet, and which of the two pieces covers the other.

The area of an overlap is the slow question, so shapely is asked it last, about one pair in twenty:

    boxes or circles around the pieces apart        do not meet              R-tree, numpy
    circles inside the pieces overlap well          covers                   numpy
    apart, square to an edge                        do not meet              numpy
    what is behind an edge of the other is small    meet, but do not cover   numpy
    footprints drawn in still meet                  covers                   shapely, a predicate
    all others                                      by the overlap's area    shapely

Two pieces that press into each other sideways overlap a little, too, but neither is over the other: they would
have to be moved far up or down to come apart, and hardly sideways.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import shapely

from sim.reach.gap import NEAR
from sim.reach.prisms import Bools, Floats, Ints, Prisms, polygons

COVERING = 1.0
"""Footprints must overlap by more than this for one piece to cover the other, mm2."""
SINK = 0.3
"""How deep a piece may have sunk into the one that it is over, mm."""

_ROOM = 0.6  # mm; a disc of this radius has more than COVERING mm2


class Meetings(NamedTuple):
    """Pairs of pieces whose footprints meet, as arrays of ids."""

    a: Ints
    b: Ints
    """All pairs a[k] < b[k] whose footprints overlap or come nearer than NEAR, and hardly any others."""
    upper: Ints
    lower: Ints
    """upper[k] covers lower[k]."""


def meetings(prisms: Prisms) -> Meetings:
    """Return all pairs of pieces whose footprints meet, and those of which one covers the other."""
    a, b = _candidates(prisms)
    line = prisms.centre.take(b, axis=1) - prisms.centre.take(a, axis=1)
    length = np.sqrt(line[0] ** 2 + line[1] ** 2)
    share, room = _between_circles(prisms, a, b, length)
    deep = room > _ROOM
    rest = ~deep & (length < prisms.outer[a] + prisms.outer[b] + NEAR)
    near_a, near_b, upper, lower = _look_closer(prisms, a[rest], b[rest])
    a, b = a[deep], b[deep]
    point = prisms.centre.take(a, axis=1) + share[deep] * line[:, deep]
    deep_upper, deep_lower = _ordered(a, b, prisms.level(a, point) - prisms.level(b, point))
    return Meetings(
        a=np.concatenate((a, near_a)),
        b=np.concatenate((b, near_b)),
        upper=np.concatenate((deep_upper, upper)),
        lower=np.concatenate((deep_lower, lower)),
    )


def _candidates(prisms: Prisms) -> tuple[Ints, Ints]:
    """Return the pairs a < b of pieces whose bounding boxes come near each other."""
    boxes = shapely.box(*(prisms.low - NEAR), *(prisms.high + NEAR))
    a, b = shapely.STRtree(boxes).query(boxes)
    once = a < b
    return a[once], b[once]


def _between_circles(prisms: Prisms, a: Ints, b: Ints, length: Floats) -> tuple[Floats, Floats]:
    """Return the middle of where inscribed circles overlap, as a share of the line from a to b, and its room."""
    inner_a, inner_b = prisms.inner[a], prisms.inner[b]
    share = ((inner_a - inner_b) / (2.0 * np.maximum(length, 1e-9)) + 0.5).clip(0.0, 1.0)
    return share, np.minimum(inner_a - share * length, inner_b - (1.0 - share) * length)


def _look_closer(prisms: Prisms, a: Ints, b: Ints) -> tuple[Ints, Ints, Ints, Ints]:
    """Return which of the pairs meet, and of which of them one covers the other: a, b, upper, lower."""
    near, most = _bounds(prisms, a, b)
    wide = most > COVERING
    wide_a, wide_b = a[wide], b[wide]
    rise, clear = _rise_in_box(prisms, wide_a, wide_b)
    clear &= _meet_well(prisms, wide_a, wide_b)
    upper, lower = _ordered(wide_a[clear], wide_b[clear], rise[clear])
    more_upper, more_lower = _by_area(prisms, wide_a[~clear], wide_b[~clear])
    return a[near], b[near], np.concatenate((upper, more_upper)), np.concatenate((lower, more_lower))


def _bounds(prisms: Prisms, a: Ints, b: Ints) -> tuple[Bools, Floats]:
    r"""Tell which pairs come near each other, and return the most that their footprints can share, mm2.

    Of all directions square to an edge of either piece one is best: that in which the two are least deep in each
    other. What one piece has behind that edge of the other is all that they can share.

             /\
        ____/__\____
            \  /        all that is below the edge
             \/
    """
    m = len(a)
    who, other = np.concatenate((a, b)), np.concatenate((b, a))
    edges = prisms.directions
    normals = (np.array((edges[1], -edges[0])) / np.sqrt(edges[0] ** 2 + edges[1] ** 2)).take(who, axis=2)
    low, high = _extent(prisms, normals, who)
    other_low, other_high = _extent(prisms, normals, other)
    depths = np.minimum(high - other_low, other_high - low)
    best = depths.argmin(axis=0)
    depth = depths[best, np.arange(2 * m)]
    near = np.minimum(depth[:m], depth[m:]) > -NEAR
    pick = np.flatnonzero(near)
    pick = np.where(depth[pick] < depth[m + pick], pick, m + pick)
    edge = best[pick], pick
    ahead = high[edge] - other_low[edge] < other_high[edge] - low[edge]
    sign = np.where(ahead, 1.0, -1.0)
    limit = np.where(ahead, high[edge], -low[edge])
    most = np.zeros(m)
    most[near] = _cut_off(prisms, other[pick], sign * normals[:, *edge], limit)
    return near, most


def _cut_off(prisms: Prisms, who: Ints, normals: Floats, limit: Floats) -> Floats:
    """Return (m,) how large the part of each footprint is that is no farther than the limit along its normal."""
    x, y = prisms.outline.take(who, axis=2)
    inside = limit - (normals[0] * x + normals[1] * y)
    along = normals[0] * y - normals[1] * x
    next_inside, next_along = (np.concatenate((values[1:], values[:1])) for values in (inside, along))
    crossing = (inside < 0.0) != (next_inside < 0.0)
    share = inside / np.where(crossing, inside - next_inside, np.inf)
    cut = along + share * (next_along - along)
    start, end = np.where(inside < 0.0, cut, along), np.where(next_inside < 0.0, cut, next_along)
    height = np.maximum(inside, 0.0) + np.maximum(next_inside, 0.0)
    area: Floats = np.abs(((end - start) * height).sum(axis=0)) / 2
    return area


def _extent(prisms: Prisms, normals: Floats, who: Ints) -> tuple[Floats, Floats]:
    """Return (5, m) from where to where the footprints of the pieces `who` reach along normals (2, 5, m)."""
    points, shift = prisms.section.take(who, axis=2), prisms.shift.take(who, axis=1)
    along = normals[0] * points[0][:, None]
    along += normals[1] * points[1][:, None]
    more = np.abs(normals[0] * shift[0] + normals[1] * shift[1])
    return along.min(axis=0) - more, along.max(axis=0) + more


def _meet_well(prisms: Prisms, a: Ints, b: Ints) -> Bools:
    """Tell of which pairs even the sections meet, each drawn in by _ROOM."""
    kept = 1.0 - _ROOM / prisms.inner
    centre = prisms.centre[:, None]
    drawn_in = polygons(centre + kept * (prisms.section - centre))
    # nothing is left of a piece that stands on its edge
    meet: Bools = shapely.intersects(drawn_in[a], drawn_in[b]) & (np.minimum(kept[a], kept[b]) > 0.0)
    return meet


def _by_area(prisms: Prisms, a: Ints, b: Ints) -> tuple[Ints, Ints]:
    """Return upper and lower of those pairs that overlap by more than COVERING, one over the other."""
    overlap = shapely.intersection(*(polygons(prisms.outline.take(who, axis=2)) for who in (a, b)))
    area = shapely.area(overlap)
    large = area > COVERING
    a, b, overlap, area = a[large], b[large], overlap[large], area[large]
    middle = shapely.get_coordinates(shapely.centroid(overlap)).T
    low_a, high_a = prisms.span(a, middle)
    low_b, high_b = prisms.span(b, middle)
    sunk = np.minimum(high_a, high_b) - np.maximum(low_a, low_b)
    width = 2.0 * area / shapely.length(overlap)
    over = sunk <= np.maximum(width, SINK)
    return _ordered(a[over], b[over], (low_a + high_a - low_b - high_b)[over])


def _rise_in_box(prisms: Prisms, a: Ints, b: Ints) -> tuple[Floats, Bools]:
    """Return how much higher a is than b in the middle of what their boxes share; does the sign hold in all of it?"""
    low = np.maximum(prisms.low.take(a, axis=1), prisms.low.take(b, axis=1))
    high = np.minimum(prisms.high.take(a, axis=1), prisms.high.take(b, axis=1))
    middle = (low + high) / 2
    rise = prisms.level(a, middle) - prisms.level(b, middle)
    slope = np.abs(prisms.gradient.take(a, axis=1) - prisms.gradient.take(b, axis=1))
    clear: Bools = np.abs(rise) > (slope * (high - low)).sum(axis=0) / 2
    return rise, clear


def _ordered(a: Ints, b: Ints, rise: Floats) -> tuple[Ints, Ints]:
    return np.where(rise > 0.0, a, b), np.where(rise > 0.0, b, a)
