"""Relations of a pile the slow and simple way: every pair, from the corners of the pieces, without shapely.

Nothing here knows sim.reach: polygons are clipped by Sutherland and Hodgman's way, heights are those of vertical lines
through the prisms, gaps are the least of all distances between their corners, edges and faces.
"""

from __future__ import annotations

import math
from functools import lru_cache
from itertools import combinations, pairwise

import numpy as np

COVERING = 1.0
NEAR = 0.02
SINK = 0.3


def overlap(first, second):
    """Return the corners of what two convex polygons share, counter-clockwise; fewer than three: nothing."""
    kept = list(first)
    for (ax, ay), (bx, by) in pairwise([*second, second[0]]):
        left = [(bx - ax) * (y - ay) - (by - ay) * (x - ax) for x, y in kept]
        clipped = []
        for k, (x, y) in enumerate(kept):
            before, here = left[k - 1], left[k]
            if (before < 0.0) != (here < 0.0):
                part = before / (before - here)
                clipped.append(
                    (kept[k - 1][0] + part * (x - kept[k - 1][0]), kept[k - 1][1] + part * (y - kept[k - 1][1]))
                )
            if here >= 0.0:
                clipped.append((x, y))
        kept = clipped
    return kept


def area(polygon):
    return sum(ax * by - ay * bx for (ax, ay), (bx, by) in pairwise([*polygon, *polygon[:1]])) / 2


def centroid(polygon):
    parts = [(a, b, (a[0] * b[1] - a[1] * b[0]) / (6 * area(polygon))) for a, b in pairwise([*polygon, polygon[0]])]
    return tuple(sum((a[k] + b[k]) * weight for a, b, weight in parts) for k in (0, 1))


def girth(polygon):
    return sum(math.dist(a, b) for a, b in pairwise([*polygon, *polygon[:1]]))


@lru_cache(maxsize=1000)
def faces_of(piece):
    """Return the faces of the prism, each as corners that turn counter-clockwise seen from outside."""
    under, top = list(piece.underside()), list(piece.top())
    ring = [*range(len(top)), 0]
    sides = [[under[i], under[j], top[j], top[i]] for i, j in pairwise(ring)]
    return [top, under[::-1], *sides]


@lru_cache(maxsize=1000)
def half_spaces(piece):
    """Return (outward normal, offset) of every face."""
    found = []
    for face in faces_of(piece):
        a, b, c = (np.array(corner) for corner in face[:3])
        normal = np.cross(b - a, c - b)
        normal /= np.linalg.norm(normal)
        found.append((normal, float(normal @ a)))
    return found


def span(piece, x, y):
    """Return from what height to what height a vertical line runs inside the prism (swapped: it misses it)."""
    low, high = -math.inf, math.inf
    for (nx, ny, nz), offset in half_spaces(piece):
        if nz > 1e-9:
            high = min(high, (offset - nx * x - ny * y) / nz)
        elif nz < -1e-9:
            low = max(low, (offset - nx * x - ny * y) / nz)
    return low, high


def covering(upper_or_lower, other):
    """Return the pair (upper, lower) of ids if one of two pieces covers the other, else None.

    Which of them is over is told in the middle of what they share. Where they are deep in each other there, deeper
    than what they share is wide, they lie side by side and are pressed together: neither is over.
    """
    a, b = upper_or_lower, other
    shared = overlap(a.outline(), b.outline())
    size = area(shared) if len(shared) > 2 else 0.0
    if size <= COVERING:
        return None
    x, y = centroid(shared)
    (low_a, high_a), (low_b, high_b) = span(a, x, y), span(b, x, y)
    sunk = min(high_a, high_b) - max(low_a, low_b)
    if sunk > max(SINK, 2 * size / girth(shared)):
        return None
    return (a.id, b.id) if low_a + high_a > low_b + high_b else (b.id, a.id)


def covers(pieces):
    """Return the covering pairs among all pairs of pieces."""
    return {pair for a, b in combinations(pieces, 2) if (pair := covering(a, b))}


def touches(pieces):
    """Return all pairs that come nearer than NEAR."""
    boxes = [_box(piece) for piece in pieces]
    found = set()
    for a, b in combinations(pieces, 2):
        (low_a, high_a), (low_b, high_b) = boxes[a.id], boxes[b.id]
        if np.maximum(low_b - high_a, low_a - high_b).max() < NEAR and gap(a, b) < NEAR:
            found.add((a.id, b.id))
    return found


def gap(a, b):
    """Return the distance between two prisms; 0 where they meet or are in each other."""
    edges_a, edges_b = _edges(a), _edges(b)
    if _pierce(edges_a, b) or _pierce(edges_b, a):
        return 0.0
    return min(_between_segments(edges_a, edges_b), _above_faces(a, b), _above_faces(b, a))


def _box(piece):
    corners = np.array([*piece.underside(), *piece.top()])
    return corners.min(axis=0), corners.max(axis=0)


def _edges(piece):
    """(2, n, 3): starts and ends of all edges."""
    under, top = np.array(piece.underside()), np.array(piece.top())
    starts = np.concatenate((under, top, under))
    ends = np.concatenate((np.roll(under, -1, axis=0), np.roll(top, -1, axis=0), top))
    return np.stack((starts, ends))


def _pierce(edges, piece):
    """Tell whether some part of some edge lies inside the prism."""
    enter, leave = np.zeros(edges.shape[1]), np.ones(edges.shape[1])
    for normal, offset in half_spaces(piece):
        start, end = edges @ normal - offset
        with np.errstate(divide="ignore", invalid="ignore"):
            at = start / (start - end)
        enter = np.where((start > 0) & (end <= 0), np.maximum(enter, at), enter)
        leave = np.where((start <= 0) & (end > 0), np.minimum(leave, at), leave)
        enter = np.where((start > 0) & (end > 0), np.inf, enter)
    return bool((enter < leave).any())


@lru_cache(maxsize=1000)
def frames(piece):
    """Return for every face its corners, and beside each the way inwards from the side that begins there."""
    found = []
    for (normal, _), face in zip(half_spaces(piece), faces_of(piece), strict=True):
        corners = np.array(face)
        found.append((corners, np.cross(normal, np.roll(corners, -1, axis=0) - corners)))
    return found


def _above_faces(a, b):
    """Return the least distance of a corner of a from a face of b that it lies straight above."""
    corners = np.array([*a.underside(), *a.top()])
    best = math.inf
    for (normal, offset), (starts, inwards) in zip(half_spaces(b), frames(b), strict=True):
        heights = corners @ normal - offset
        beyond = corners @ inwards.T - (starts * inwards).sum(axis=1)
        inside = (heights >= 0.0) & (beyond >= 0.0).all(axis=1)
        best = min(best, heights[inside].min(initial=math.inf))
    return best


def _between_segments(first, second):
    """Return the least distance between any of some segments and any of others."""
    p, u = first[0][:, None], (first[1] - first[0])[:, None]
    q, v = second[0][None], (second[1] - second[0])[None]
    r = p - q
    uu, vv, uv = (u * u).sum(-1), (v * v).sum(-1), (u * v).sum(-1)
    ur, vr = (u * r).sum(-1), (v * r).sum(-1)
    flat = uu * vv - uv * uv
    with np.errstate(divide="ignore", invalid="ignore"):
        s = np.where(flat > 1e-9, (uv * vr - vv * ur) / flat, 0.0).clip(0.0, 1.0)
    best = math.inf
    # for parallel segments one of the ends is nearest: try those as well
    for start in (s, np.zeros_like(s), np.ones_like(s)):
        t = ((uv * start + vr) / vv).clip(0.0, 1.0)
        again = ((uv * t - ur) / uu).clip(0.0, 1.0)
        apart = r + again[..., None] * u - t[..., None] * v
        best = min(best, float(np.sqrt((apart**2).sum(-1)).min()))
    return best


def layers(pieces):
    """Return the most footprints, with a rim of half of NEAR, over any of the points where two of their edges cross."""
    lines = []
    for piece in pieces:
        a = np.array(piece.outline())
        edge = np.roll(a, -1, axis=0) - a
        inward = np.column_stack([-edge[:, 1], edge[:, 0]]) / np.hypot(*edge.T)[:, None]
        lines.append((inward, (inward * a).sum(axis=1) - NEAR / 2))
    points = []
    for (n, c), (m, d) in combinations(lines, 2):
        det = n[:, None, 0] * m[None, :, 1] - n[:, None, 1] * m[None, :, 0]
        with np.errstate(divide="ignore", invalid="ignore"):
            x = (c[:, None] * m[None, :, 1] - d[None, :] * n[:, None, 1]) / det
            y = (d[None, :] * n[:, None, 0] - c[:, None] * m[None, :, 0]) / det
        crossing = np.column_stack([x.ravel(), y.ravel()])
        crossing = crossing[np.isfinite(crossing).all(axis=1)]
        for inward, least in ((n, c), (m, d)):
            crossing = crossing[(crossing @ inward.T >= least - 1e-6).all(axis=1)]
        points.append(crossing)
    points = np.concatenate(points)
    count = sum((points @ inward.T >= least - 1e-6).all(axis=1).astype(int) for inward, least in lines)
    return max(int(count.max(initial=0)), 1)


class Raster:
    """What is on top of each point of a fine grid, turned so that no row of points runs along an edge laid straight."""

    def __init__(self, pieces, step=0.75):
        self.step = step
        reach = max(math.hypot(*p) for piece in pieces for p in piece.outline())
        ticks = np.arange(-reach, reach, step) + step / 2
        along, across = np.meshgrid(ticks, ticks, indexing="ij")
        c, s = math.cos(0.3), math.sin(0.3)
        self.x, self.y = c * along - s * across, s * along + c * across
        self.over = {piece.id: self._cells(piece) for piece in pieces}

    def _cells(self, piece):
        """Return the cells that lie in the footprint, and the height of the piece's middle plane there."""
        x, y = self.x, self.y
        inside = np.ones(x.shape, dtype=bool)
        outline = piece.outline()
        for (ax, ay), (bx, by) in pairwise([*outline, outline[0]]):
            inside &= (bx - ax) * (y - ay) - (by - ay) * (x - ax) >= 0.0
        gx, gy = piece.gradient
        return inside, piece.z + gx * (x - piece.x) + gy * (y - piece.y)

    def shares(self, taken=()):
        """Return by id how much of each piece is on top, of the cells that it has."""
        top = np.full(self.x.shape, -np.inf)
        who = np.full(top.shape, -1)
        for id, (inside, height) in self.over.items():
            if id not in taken:
                higher = inside & (height > top)
                top[higher], who[higher] = height[higher], id
        return {
            id: 0.0 if id in taken else np.count_nonzero(who == id) / np.count_nonzero(inside)
            for id, (inside, _) in self.over.items()
        }


def decided(pile):
    """Tell whether no overlap and no gap is so close to its limit that rounding decides."""
    shared = [overlap(a.outline(), b.outline()) for a in pile for b in pile if a.id < b.id]
    return all(abs(area(one) - COVERING) > 1e-6 for one in shared if len(one) > 2)
