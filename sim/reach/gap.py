"""How near two prisms come to each other in space.

Two convex bodies are at least as far apart as they are along any axis. The best axes to ask are square to a face of
either, or to an edge of the one and an edge of the other. Most pieces over one another are told apart by the first two
alone, those square to their faces. But axes do not tell how near pieces are where a corner comes nearest to a corner or
to an edge, as of two squares that are shifted diagonally:

     ___
    |   |  ___      apart to the right by 0.015 mm, upwards by 0.015 mm: 0.021 mm
    |___| |   |
          |___|

The distance of pieces that are not in each other is that of a corner from the other prism, or that between two edges.
So the few pairs that the axes tell neither apart nor in each other are measured: first corners, then edges, of which
there are many.
"""

from __future__ import annotations

import numpy as np

from sim.reach.prisms import Bools, Floats, Ints, Prisms

NEAR = 0.02
"""Pieces with a gap below this touch, mm."""

_PARALLEL = 1e-6


def touch(prisms: Prisms, a: Ints, b: Ints) -> Bools:
    """Tell for each pair of pieces whether they are in each other or nearer to each other than NEAR."""
    near = np.maximum(_above(prisms, a, b), _above(prisms, b, a)) < NEAR
    doubtful = np.flatnonzero(near)
    if len(doubtful):
        apart = least_gap(prisms, a[doubtful], b[doubtful])
        near[doubtful] = apart < NEAR
        doubtful = doubtful[(apart > 0.0) & (apart < NEAR)]
    for distance in (from_corners, between_edges):
        if len(doubtful):
            near[doubtful] = distance(prisms, a[doubtful], b[doubtful]) < NEAR
            doubtful = doubtful[~near[doubtful]]
    return near


def least_gap(prisms: Prisms, a: Ints, b: Ints) -> Floats:
    """Return (m,) how far the pieces of each pair are apart at least, mm; negative: how deep they are in each other."""
    m = len(a)
    who = np.concatenate((a, b))
    up, corners = _in_space(prisms, who, np.concatenate((a, a)))
    edges = _raised(prisms, who, prisms.directions)
    edges /= np.sqrt(_dot(edges, edges))
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


def from_corners(prisms: Prisms, a: Ints, b: Ints) -> Floats:
    """Return (m,) the least distance of a corner of one piece from the other piece, mm."""
    m = len(a)
    who = np.concatenate((a, b))
    up, corners, sides = _sides(prisms, who, np.concatenate((a, a)))
    half = prisms.thickness[who] / 2
    ends = np.concatenate((corners - half * up, corners + half * up), axis=1)
    points = np.concatenate((ends[..., m:], ends[..., :m]), axis=2)
    length = np.sqrt(_dot(sides, sides))
    along = sides / length
    ahead, beside = (
        _dot(points[:, None], axis[:, :, None]) - _dot(corners, axis)[:, None] for axis in (along, _cross(along, up))
    )
    # (8, 16, 2m): squared distance from each side, seen along the normal
    beyond = np.maximum(np.maximum(-ahead, ahead - length[:, None]), 0.0)
    missed = (beside * beside + beyond * beyond).min(axis=0)
    missed[beside.max(axis=0) <= 0.0] = 0.0
    over = np.maximum(np.abs(_dot(points - corners[:, :1], up)) - half, 0.0)
    distance: Floats = np.sqrt((missed + over**2).min(axis=0))
    return np.minimum(distance[:m], distance[m:])


def between_edges(prisms: Prisms, a: Ints, b: Ints) -> Floats:
    """Return (m,) the least distance between an edge of one piece and an edge of the other, mm."""
    (p, u), (q, v) = (_edges(prisms, who, a) for who in (a, b))
    p, u, q, v = p[:, :, None], u[:, :, None], q[:, None], v[:, None]
    r = p - q
    uu, vv, uv, ur, vr = _dot(u, u), _dot(v, v), _dot(u, v), _dot(u, r), _dot(v, r)
    flat = uu * vv - uv * uv
    # of parallel edges any place will do to start from
    s = ((uv * vr - vv * ur) / np.where(flat > _PARALLEL, flat, np.inf)).clip(0.0, 1.0)
    t = ((uv * s + vr) / vv).clip(0.0, 1.0)
    s = ((uv * t - ur) / uu).clip(0.0, 1.0)
    apart = r + s * u - t * v
    distance: Floats = np.sqrt(_dot(apart, apart).min(axis=(0, 1)))
    return distance


def _above(prisms: Prisms, a: Ints, b: Ints) -> Floats:
    """Return at least how far the pieces b are above or below the pieces a, square to the faces of a."""
    points = prisms.section.take(b, axis=2)
    rise = (prisms.level(b, points) - prisms.level(a, points)) * prisms.upright[a]
    between = (prisms.thickness[a] + prisms.thickness[b]) / 2
    above: Floats = np.maximum(rise.min(axis=0), -rise.max(axis=0)) - between
    return above


def _in_space(prisms: Prisms, who: Ints, origin: Ints) -> tuple[Floats, Floats]:
    """Return normals (3, 1, m) of length 1 and corners of the sections (3, 8, m).

    Corners are counted from the centres of the pieces `origin`: large trays cost no digits.
    """
    slope = prisms.gradient.take(who, axis=1)
    up = (np.concatenate((-slope, np.ones((1, len(who))))) * prisms.upright[who])[:, None]
    points = prisms.section.take(who, axis=2)
    flat = points - prisms.centre.take(origin, axis=1)[:, None]
    corners = np.concatenate((flat, (prisms.level(who, points) - prisms.height[origin])[None]))
    return up, corners


def _raised(prisms: Prisms, who: Ints, flat: Floats) -> Floats:
    """Return (3, k, m) vectors in the planes of the pieces `who`, of which `flat` (2, k, n) is seen from above."""
    slope, seen = prisms.gradient.take(who, axis=1), flat.take(who, axis=2)
    return np.concatenate((seen, (slope[0] * seen[0] + slope[1] * seen[1])[None]))


def _sides(prisms: Prisms, who: Ints, origin: Ints) -> tuple[Floats, Floats, Floats]:
    """Return normals (3, 1, m) of length 1, corners of the sections (3, 8, m) and the sides that start there."""
    return *_in_space(prisms, who, origin), _raised(prisms, who, prisms.edges)


def _edges(prisms: Prisms, who: Ints, origin: Ints) -> tuple[Floats, Floats]:
    """Return (3, 24, m) where the edges of undersides and tops and those between them start, and their vectors."""
    up, corners, sides = _sides(prisms, who, origin)
    rise = up * prisms.thickness[who]
    low = corners - rise / 2
    starts = np.concatenate((low, low + rise, low), axis=1)
    return starts, np.concatenate((sides, sides, np.broadcast_to(rise, sides.shape)), axis=1)


def _dot(a: Floats, b: Floats) -> Floats:
    product: Floats = a[0] * b[0]
    more = a[1] * b[1]
    product += more
    # one array less: large ones are slow to come by
    product += np.multiply(a[2], b[2], out=more)
    return product


def _cross(a: Floats, b: Floats) -> Floats:
    return np.stack((a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]))
