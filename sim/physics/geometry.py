"""Tilted prisms seen from above: corners, planes, overlaps. Compiled, and the same to the bit on every CPU.

A piece is a prism of thickness t whose mid-plane is z = z0 + g . (p - centre). Its two faces are parallel planes,

        top        z = z0 + g.(p - c) + t / (2 nz)          nz = cos(tilt) = 1 / sqrt(1 + |g|^2)
        underside  z = z0 + g.(p - c) - t / (2 nz)

and, seen from above, each face is the outline shortened by nz along the slope and shifted by t/2 . sin(tilt): the
underside uphill, the top downhill.

Only + - * / sqrt and floor are used on numbers that matter: they are exact everywhere, unlike sin, cos or a fused
multiply-add.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ._kernel import kernel

MOST_CORNERS = 8
MOST_OUTLINE = MOST_CORNERS + 2  # a tilted prism shows both its faces
MOST_OVERLAP = 2 * MOST_OUTLINE

_TWO_OVER_PI = 0.6366197723675814
_HALF_PI_HIGH = 1.5707963267341256  # the first 33 bits of pi/2, so that k * _HALF_PI_HIGH is exact
_HALF_PI_LOW = 6.077100506506192e-11
_SINE = tuple((-1) ** k / math.factorial(2 * k + 1) for k in range(7, -1, -1))
_COSINE = tuple((-1) ** k / math.factorial(2 * k) for k in range(8, -1, -1))


@kernel
def sincos(angle):
    """(sin, cos) by range reduction and a polynomial: at most an ulp or two off, but the same ulp on every machine."""
    k = np.floor(angle * _TWO_OVER_PI + 0.5)
    r = (angle - k * _HALF_PI_HIGH) - k * _HALF_PI_LOW
    s = r * r
    sine = cosine = 0.0
    for c in _SINE:
        sine = sine * s + c
    for c in _COSINE:
        cosine = cosine * s + c
    sine *= r
    quadrant = int(k) & 3
    if quadrant == 0:
        return sine, cosine
    if quadrant == 1:
        return cosine, -sine
    if quadrant == 2:
        return -sine, -cosine
    return -cosine, sine


@kernel
def turn_outline(count, local, x, y, angle, out):
    """The flat outline of a piece, turned and moved, into out[:count]."""
    s, c = sincos(angle)
    for k in range(count):
        u = local[k, 0]
        v = local[k, 1]
        out[k, 0] = x + c * u - s * v
        out[k, 1] = y + s * u + c * v


@kernel
def tilt_outline(count, flat, x, y, gx, gy, shift, out):
    """A face seen from above: the flat outline shortened along the slope and moved by shift * nz * gradient."""
    nz = 1.0 / np.sqrt(1.0 + gx * gx + gy * gy)
    shorten = nz * nz / (1.0 + nz)
    for k in range(count):
        u = flat[k, 0] - x
        v = flat[k, 1] - y
        along = (u * gx + v * gy) * shorten - shift * nz
        out[k, 0] = x + u - along * gx
        out[k, 1] = y + v - along * gy


@kernel
def footprint(count, local, gx, gy, thickness, out):
    """What a tilted prism covers seen from above, in its own frame, into out; returns how many corners.

    The top lies downhill of the underside; corners between an edge of the one and an edge of the other count for both.

             ______
            /     /|      d: from the middle to the top
           /_____/ |
           |     | /
           |_____|/
    """
    nz = 1.0 / np.sqrt(1.0 + gx * gx + gy * gy)
    shorten = nz * nz / (1.0 + nz)
    dx = -0.5 * thickness * nz * gx
    dy = -0.5 * thickness * nz * gy
    found = 0
    before = _downhill(local[count - 1], local[0], gx, gy, shorten, dx, dy)
    for k in range(count):
        here = local[k]
        then = local[k + 1 if k + 1 < count else 0]
        after = _downhill(here, then, gx, gy, shorten, dx, dy)
        along = (here[0] * gx + here[1] * gy) * shorten
        x = here[0] - along * gx
        y = here[1] - along * gy
        out[found, 0] = x + before * dx
        out[found, 1] = y + before * dy
        found += 1
        if after != before:
            out[found, 0] = x + after * dx
            out[found, 1] = y + after * dy
            found += 1
        before = after
    return found


@kernel
def _downhill(a, b, gx, gy, shorten, dx, dy):
    """1.0 where the outer side of the edge from a to b faces downhill, else -1.0."""
    ex = b[0] - a[0]
    ey = b[1] - a[1]
    along = (ex * gx + ey * gy) * shorten
    ex -= along * gx
    ey -= along * gy
    return 1.0 if ey * dx - ex * dy > 0.0 else -1.0


@kernel
def separation(na, a, nb, b, enough):
    """How far two convex counter-clockwise outlines are apart along the best edge normal; negative where they overlap.

    Stops as soon as an edge shows more than `enough`.
    """
    best = -1e30
    for swap in range(2):
        if swap == 1:
            na, nb = nb, na
            a, b = b, a
        for k in range(na):
            m = k + 1 if k + 1 < na else 0
            ex = a[m, 0] - a[k, 0]
            ey = a[m, 1] - a[k, 1]
            length = np.sqrt(ex * ex + ey * ey)
            low = 1e30
            for j in range(nb):
                d = (b[j, 0] - a[k, 0]) * ey - (b[j, 1] - a[k, 1]) * ex
                if d < low:
                    low = d
            low /= length
            if low > best:
                best = low
                if best > enough:
                    return best
    return best


class Overlap(NamedTuple):
    """The corners of the overlap of two outlines, and room to find them in."""

    corners: npt.NDArray[np.float64]
    feature: npt.NDArray[np.int64]
    """What makes the corner: a corner of a (its index), a corner of b (100 + index), or two edges that cross
    (1000 + 10 * edge of a + edge of b). A contact is recognised by it from step to step."""
    edge: npt.NDArray[np.int64]
    """The edge of a (its index) or of b (100 + index) that leads from this corner to the next."""
    depth: npt.NDArray[np.float64]
    new_corners: npt.NDArray[np.float64]
    new_feature: npt.NDArray[np.int64]
    new_edge: npt.NDArray[np.int64]


@kernel
def new_overlap():
    """Room for the overlap of any two outlines."""
    most = MOST_OVERLAP + 2
    return Overlap(
        np.empty((most, 2)), np.empty(most, np.int64), np.empty(most, np.int64), np.empty(most),
        np.empty((most, 2)), np.empty(most, np.int64), np.empty(most, np.int64),
    )  # fmt: skip


@kernel
def clip(na, a, nb, b, overlap):
    """Find the overlap of two convex counter-clockwise outlines, edge by edge of b; returns how many corners it has."""
    corners, feature, edge, depth = overlap.corners, overlap.feature, overlap.edge, overlap.depth
    new_corners, new_feature, new_edge = overlap.new_corners, overlap.new_feature, overlap.new_edge
    count = na
    for k in range(na):
        corners[k, 0] = a[k, 0]
        corners[k, 1] = a[k, 1]
        feature[k] = k
        edge[k] = k
    for e in range(nb):
        f = e + 1 if e + 1 < nb else 0
        px = b[e, 0]
        py = b[e, 1]
        ex = b[f, 0] - px
        ey = b[f, 1] - py
        any_out = False
        any_in = False
        for k in range(count):
            depth[k] = ex * (corners[k, 1] - py) - ey * (corners[k, 0] - px)
            if depth[k] < 0.0:
                any_out = True
            else:
                any_in = True
        if not any_out:
            continue
        if not any_in:
            return 0
        new = 0
        for k in range(count):
            m = k + 1 if k + 1 < count else 0
            d0 = depth[k]
            d1 = depth[m]
            if d0 >= 0.0:
                new_corners[new, 0] = corners[k, 0]
                new_corners[new, 1] = corners[k, 1]
                new_feature[new] = feature[k]
                new_edge[new] = edge[k]
                new += 1
            if (d0 >= 0.0) != (d1 >= 0.0):
                w = d0 / (d0 - d1)
                new_corners[new, 0] = corners[k, 0] + w * (corners[m, 0] - corners[k, 0])
                new_corners[new, 1] = corners[k, 1] + w * (corners[m, 1] - corners[k, 1])
                if edge[k] >= 100:  # two edges of b meet: a corner of b
                    new_feature[new] = 100 + (e if (edge[k] - 100 + 1) % nb == e else edge[k] - 100)
                else:
                    new_feature[new] = 1000 + 10 * edge[k] + e
                new_edge[new] = 100 + e if d0 >= 0.0 else edge[k]
                new += 1
        count = new
        for k in range(count):
            corners[k, 0] = new_corners[k, 0]
            corners[k, 1] = new_corners[k, 1]
            feature[k] = new_feature[k]
            edge[k] = new_edge[k]
    return count
