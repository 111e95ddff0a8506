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
    that holds the overlap, or than on all of either face. That alone settles most pairs.
    """
    near = _least_in_box(prisms, upper, lower) < NEAR
    open_ = np.flatnonzero(near)
    upper, lower = upper[open_], lower[open_]
    underside, top = prisms.underside[:, :, upper], prisms.top[:, :, lower]
    least = np.maximum(
        _gap(prisms, upper, lower, underside).min(axis=0), _gap(prisms, upper, lower, top).min(axis=0)
    )
    near[open_] = least < NEAR
    still = np.flatnonzero(least < NEAR)
    overlap = clip(underside[:, :, still], top[:, :, still])
    near[open_[still]] = overlap.smallest(_gap(prisms, upper[still], lower[still], overlap.corners)) < NEAR
    return near


def sides_touch(prisms: Prisms, a: Ints, b: Ints) -> Bools:
    """Tell for each pair of pieces side by side whether they come nearer than NEAR.

    Two convex bodies are apart by as much as they are along the best axis: square to a face of either, or to an
    edge that joins the faces of one and an edge of the other's faces. (Two edges of faces that cross are a matter
    for pieces over one another.)
    """
    solid_a, solid_b = _Solid(prisms, a), _Solid(prisms, b)
    axes = np.concatenate(
        (
            solid_a.normals,
            solid_b.normals,
            _unit(_cross(solid_a.upright[:, None], solid_b.edges)),
            _unit(_cross(solid_b.upright[:, None], solid_a.edges)),
        ),
        axis=1,
    )
    low_a, high_a = solid_a.extent(axes)
    low_b, high_b = solid_b.extent(axes)
    apart = np.maximum(low_b - high_a, low_a - high_b).max(axis=0)
    touch: Bools = apart < NEAR
    return touch


class _Solid:
    """The prisms `who` (m,) in space: points and directions (3, k, m)."""

    def __init__(self, prisms: Prisms, who: Ints) -> None:
        slope = prisms.gradient[:, who]
        self.upright = _unit(np.stack((-slope[0], -slope[1], np.ones(len(who)))))
        self.half = prisms.half[who] * self.upright[2]
        section, edges = prisms.section[:, :, who], prisms.edges[:, :, who]
        self.corners = np.concatenate((section, prisms.level(who, section)[None]))
        rise = slope[0] * edges[0] + slope[1] * edges[1]
        self.edges = _unit(np.concatenate((edges, rise[None])))
        sides = _cross(self.edges, self.upright[:, None])
        self.normals = np.concatenate((sides, self.upright[:, None]), axis=1)

    def extent(self, axes: Floats) -> tuple[Floats, Floats]:
        """Return how far down and up each prism reaches along axes (3, k, m)."""
        x, y, z = self.corners
        along = axes[0][:, None] * x + axes[1][:, None] * y + axes[2][:, None] * z
        upright = self.upright[:, None]
        more = np.abs(axes[0] * upright[0] + axes[1] * upright[1] + axes[2] * upright[2]) * self.half
        return along.min(axis=1) - more, along.max(axis=1) + more


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
