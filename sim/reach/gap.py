"""How near two prisms come to each other: between their faces, and sideways."""

from __future__ import annotations

import numpy as np

from sim.reach.clip import Bools, Floats, Ints, clip
from sim.reach.prisms import Prisms

NEAR = 0.02
"""Pieces with a gap below this touch, mm."""


def faces_touch(prisms: Prisms, upper: Ints, lower: Ints) -> Bools:
    """Tell for each pair, of which one is over the other, whether underside and top come nearer than NEAR.

    The gap is affine: it is least at a corner of the overlap of the two faces, and nowhere less than in the box
    that holds the overlap. That alone settles most pairs.
    """
    near = _least_in_box(prisms, upper, lower) < NEAR
    open_ = np.flatnonzero(near)
    upper, lower = upper[open_], lower[open_]
    overlap = clip(prisms.underside[:, :, upper], prisms.top[:, :, lower])
    near[open_] = overlap.smallest(_gap(prisms, upper, lower, overlap.corners)) < NEAR
    return near


def sides_touch(prisms: Prisms, a: Ints, b: Ints) -> Bools:
    """Tell for each pair of pieces side by side, whose footprints meet, whether they come nearer than NEAR.

    Two convex bodies are apart by as much as they are along the best axis: square to a face of either, or to an
    edge that joins the faces of one and an edge of the other's faces. (Two edges of faces that cross are a matter
    for pieces over one another.) Pieces that stand upright touch where their footprints do.
    """
    touch: Bools = np.ones(len(a), dtype=np.bool_)
    leaning = np.flatnonzero(np.maximum(prisms.lean[a], prisms.lean[b]) > NEAR / 4)
    if len(leaning):
        touch[leaning] = _apart(prisms, a[leaning], b[leaning]) < NEAR
    return touch


def _apart(prisms: Prisms, a: Ints, b: Ints) -> Floats:
    """Return how far the prisms of each pair are apart along the best of all axes."""
    m = len(a)
    who = np.concatenate((a, b))
    slope, section, edges = prisms.gradient[:, who], prisms.section[:, :, who], prisms.edges[:, :, who]
    # points and directions in space, (3, k, 2 m): first all of a, then all of b
    upright = _unit(np.concatenate((-slope, np.ones((1, 2 * m)))))[:, None]
    corners = np.concatenate((section, prisms.level(who, section)[None]))
    edges = _unit(np.concatenate((edges, (slope[0] * edges[0] + slope[1] * edges[1])[None])))
    sides = _cross(edges, upright)
    slanting = _unit(_cross(upright, np.roll(edges, m, axis=2)))
    own = np.concatenate((upright, sides, slanting), axis=1)
    axes = np.concatenate((own, np.roll(own, m, axis=2)), axis=1)
    along = axes[0][:, None] * corners[0] + axes[1][:, None] * corners[1] + axes[2][:, None] * corners[2]
    more = np.abs((axes * upright).sum(axis=0)) * (prisms.half[who] * upright[2])
    low, high = along.min(axis=1) - more, along.max(axis=1) + more
    # a's own axes are the first half for a, the second half for b
    k = len(low) // 2
    low_b, high_b = (np.concatenate((edge[k:, m:], edge[:k, m:])) for edge in (low, high))
    apart: Floats = np.maximum(low_b - high[:, :m], low[:, :m] - high_b).max(axis=0)
    return apart


def _least_in_box(prisms: Prisms, upper: Ints, lower: Ints) -> Floats:
    underside, top = prisms.underside, prisms.top
    low = np.maximum(underside.min(axis=1)[:, upper], top.min(axis=1)[:, lower])
    high = np.minimum(underside.max(axis=1)[:, upper], top.max(axis=1)[:, lower])
    slope = prisms.gradient[:, upper] - prisms.gradient[:, lower]
    downhill: Floats = np.minimum(slope * (high - low), 0.0).sum(axis=0)
    return _gap(prisms, upper, lower, low) + downhill


def _gap(prisms: Prisms, upper: Ints, lower: Ints, points: Floats) -> Floats:
    """Return the gap between underside and top at points (2, ..., m)."""
    return prisms.level(upper, points) - prisms.level(lower, points) - prisms.half[upper] - prisms.half[lower]


def _unit(vectors: Floats) -> Floats:
    return vectors / np.sqrt((vectors**2).sum(axis=0))


def _cross(a: Floats, b: Floats) -> Floats:
    return np.stack((a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]))
