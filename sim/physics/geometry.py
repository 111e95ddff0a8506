"""Tilted prisms seen from above: corners, planes, overlaps. Compiled, and the same to the bit on every CPU.

A piece is a prism of thickness t whose mid-plane is z = z0 + g . (p - centre). Its two faces are parallel planes,

        top        z = z0 + g.(p - c) + t / (2 nz)          nz = cos(tilt) = 1 / sqrt(1 + |g|^2)
        underside  z = z0 + g.(p - c) - t / (2 nz)

and, seen from above, each face is the outline shortened by nz along the slope and shifted by t/2 . sin(tilt): the underside
uphill, the top downhill.

Only + - * / sqrt and floor are used on numbers that matter: they are exact everywhere, unlike sin, cos or a fused multiply-add.
"""

import numpy as np

from ._kernel import kernel

MOST_CORNERS = 8
MOST_OVERLAP = 2 * MOST_CORNERS

_TWO_OVER_PI = 0.6366197723675814
_HALF_PI_HIGH = 1.5707963267341256  # the first 33 bits of pi/2, so that k * _HALF_PI_HIGH is exact
_HALF_PI_LOW = 6.077100506506192e-11


@kernel
def sincos(angle):
    """(sin, cos) by range reduction and a polynomial: at most an ulp or two off, but the same ulp on every machine."""
    k = np.floor(angle * _TWO_OVER_PI + 0.5)
    r = (angle - k * _HALF_PI_HIGH) - k * _HALF_PI_LOW
    s = r * r
    sine = r * (1.0 + s * (-1 / 6 + s * (1 / 120 + s * (-1 / 5040 + s * (1 / 362880 + s * (-1 / 39916800
           + s * (1 / 6227020800 - s / 1307674368000)))))))
    cosine = 1.0 + s * (-1 / 2 + s * (1 / 24 + s * (-1 / 720 + s * (1 / 40320 + s * (-1 / 3628800
             + s * (1 / 479001600 - s / 87178291200))))))
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
def separation(na, a, nb, b, enough):
    """How far two convex counter-clockwise outlines are apart (negative: how deep they overlap) along the best edge normal.

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


@kernel
def clip(na, a, nb, b, out, feature, scratch, scratch_feature):
    """Corners of the overlap of two convex counter-clockwise outlines, into out; returns how many.

    feature[k] names what makes the corner: a corner of a (its index), a corner of b (100 + index) or two edges crossing
    (1000 + 10 * edge of a + edge of b). A contact is recognised by it from step to step.
    """
    count = na
    for k in range(na):
        out[k, 0] = a[k, 0]
        out[k, 1] = a[k, 1]
        feature[k] = k
    # edge_of[k]: the edge of a (k) or of b (100 + k) that leads from corner k to the next; kept in scratch_feature's rows
    for k in range(na):
        feature[MOST_OVERLAP + k] = k
    for e in range(nb):
        f = e + 1 if e + 1 < nb else 0
        px = b[e, 0]
        py = b[e, 1]
        ex = b[f, 0] - px
        ey = b[f, 1] - py
        any_out = False
        any_in = False
        for k in range(count):
            d = ex * (out[k, 1] - py) - ey * (out[k, 0] - px)
            scratch[k, 2] = d
            if d < 0.0:
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
            d0 = scratch[k, 2]
            d1 = scratch[m, 2]
            if d0 >= 0.0:
                scratch[new, 0] = out[k, 0]
                scratch[new, 1] = out[k, 1]
                scratch_feature[new] = feature[k]
                scratch_feature[MOST_OVERLAP + new] = feature[MOST_OVERLAP + k]
                new += 1
            if (d0 >= 0.0) != (d1 >= 0.0):
                w = d0 / (d0 - d1)
                scratch[new, 0] = out[k, 0] + w * (out[m, 0] - out[k, 0])
                scratch[new, 1] = out[k, 1] + w * (out[m, 1] - out[k, 1])
                edge = feature[MOST_OVERLAP + k]
                if edge >= 100:  # two edges of b meet: a corner of b
                    scratch_feature[new] = 100 + (e if (edge - 100 + 1) % nb == e else edge - 100)
                else:
                    scratch_feature[new] = 1000 + 10 * edge + e
                scratch_feature[MOST_OVERLAP + new] = 100 + e if d0 >= 0.0 else edge
                new += 1
        count = new
        for k in range(count):
            out[k, 0] = scratch[k, 0]
            out[k, 1] = scratch[k, 1]
            feature[k] = scratch_feature[k]
            feature[MOST_OVERLAP + k] = scratch_feature[MOST_OVERLAP + k]
    return count
