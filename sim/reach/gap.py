"""How near two prisms come to each other in space.

Two convex bodies are apart by as much as they are along the best axis: square to a face of either, or to an edge of
the one and an edge of the other. (Only where two corners come nearest the distance is a little more.) Most pieces
over one another are told apart by the first two axes alone, those square to their faces.
"""

from __future__ import annotations

import numpy as np

from sim.reach.prisms import Bools, Floats, Ints, Prisms

NEAR = 0.02
"""Pieces with a gap below this touch, mm."""

_PARALLEL = 1e-6


def touch(prisms: Prisms, a: Ints, b: Ints) -> Bools:
    """Tell for each pair of pieces whether they come nearer than NEAR."""
    near = np.maximum(_above(prisms, a, b), _above(prisms, b, a)) < NEAR
    doubtful = np.flatnonzero(near)
    if len(doubtful):
        near[doubtful] = gap(prisms, a[doubtful], b[doubtful]) < NEAR
    return near


def gap(prisms: Prisms, a: Ints, b: Ints) -> Floats:
    """Return (m,) the gap between the pieces of each pair, mm; negative: how deep they are in each other."""
    m = len(a)
    who = np.concatenate((a, b))
    edges, up, corners = _in_space(prisms, who, np.concatenate((a, a)))
    along = np.concatenate((edges, up), axis=1)
    crossed = _cross(along[:, :, None, :m], along[:, None, :, m:]).reshape(3, -1, m)
    own = np.concatenate((_cross(edges, up), up), axis=1)
    axes = np.concatenate((crossed, own[..., :m], own[..., m:]), axis=1)
    length = np.sqrt(axes[0] ** 2 + axes[1] ** 2 + axes[2] ** 2)
    # parallel edges span no plane and give no axis: one of no length, along which nothing is apart
    axes /= np.maximum(length, _PARALLEL)
    axes = np.concatenate((axes, axes), axis=2)
    reach = _dot(axes[:, None], corners[:, :, None])
    more = np.abs(_dot(axes, up)) * (prisms.thickness[who] / 2)
    low, high = reach.min(axis=0) - more, reach.max(axis=0) + more
    apart = np.maximum(low[:, m:] - high[:, :m], low[:, :m] - high[:, m:])
    gaps: Floats = np.where(length > _PARALLEL, apart, -np.inf).max(axis=0)
    return gaps


def _above(prisms: Prisms, a: Ints, b: Ints) -> Floats:
    """Return at least how far the pieces b are above or below the pieces a, square to the faces of a."""
    points = prisms.section.take(b, axis=2)
    rise = (prisms.level(b, points) - prisms.level(a, points)) * prisms.upright[a]
    between = (prisms.thickness[a] + prisms.thickness[b]) / 2
    above: Floats = np.maximum(rise.min(axis=0), -rise.max(axis=0)) - between
    return above


def _in_space(prisms: Prisms, who: Ints, origin: Ints) -> tuple[Floats, Floats, Floats]:
    """Return edges (3, 5, m) and normals (3, 1, m), all of length 1, and corners of the sections (3, 8, m).

    Corners are counted from the centres of the pieces `origin`: large trays cost no digits.
    """
    slope = prisms.gradient.take(who, axis=1)
    edges = prisms.directions.take(who, axis=2)
    edges = np.concatenate((edges, (slope[0] * edges[0] + slope[1] * edges[1])[None]))
    edges /= np.sqrt(_dot(edges, edges))
    up = (np.concatenate((-slope, np.ones((1, len(who))))) * prisms.upright[who])[:, None]
    points = prisms.section.take(who, axis=2)
    flat = points - prisms.centre.take(origin, axis=1)[:, None]
    corners = np.concatenate((flat, (prisms.level(who, points) - prisms.height[origin])[None]))
    return edges, up, corners


def _dot(a: Floats, b: Floats) -> Floats:
    product: Floats = a[0] * b[0]
    product += a[1] * b[1]
    product += a[2] * b[2]
    return product


def _cross(a: Floats, b: Floats) -> Floats:
    return np.stack((a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]))
