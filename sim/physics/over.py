"""Who lies over whom.

*over* is a relation between pieces whose outlines overlap. It never contains a cycle.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ._kernel import kernel
from .geometry import clip, new_overlap, separation

CELL = 48.0  # mm, wider than any piece with its margin
FAR = 1e6  # mm, far out of any tray
MOST_BELOW = 128
APART = 0.1  # mm; two outlines are released only when they are clearly apart, so that the engine has let go of them too


class Near(NamedTuple):
    """Pairs of pieces whose bounding boxes meet, and the grid that finds them."""

    pairs: npt.NDArray[np.int64]
    heads: npt.NDArray[np.int64]
    nexts: npt.NDArray[np.int64]


class Order(NamedTuple):
    """The relation *over*, and what it takes to keep it."""

    over: npt.NDArray[np.int8]
    """over[i, j] is 1 where i is over j, -1 where j is over i, 0 where they are apart or collide edge to edge."""
    side: npt.NDArray[np.int8]
    """side[i, j] is 1 while the engine lets i and j collide."""
    below: npt.NDArray[np.int32]
    """Who lies directly below a piece, a row a piece."""
    below_count: npt.NDArray[np.int64]
    stamp: npt.NDArray[np.int64]
    stack: npt.NDArray[np.int64]
    again: npt.NDArray[np.int64]
    """Pairs about which the engine must ask again."""


def near(n: int, across: float) -> Near:
    """Return room for the pairs of n pieces in a tray."""
    cells = int(across / CELL) + 3
    return Near(np.zeros((60 * n + 100, 2), np.int64), np.zeros(cells * cells, np.int64), np.zeros(n, np.int64))


def unordered(n: int) -> Order:
    """Return the order of n pieces none of which is over another."""
    return Order(
        over=np.zeros((n, n), np.int8),
        side=np.zeros((n, n), np.int8),
        below=np.zeros((n, min(n, MOST_BELOW)), np.int32),
        below_count=np.zeros(n, np.int64),
        stamp=np.zeros(n + 1, np.int64),
        stack=np.zeros(n + 1, np.int64),
        again=np.zeros((4 * n, 2), np.int64),
    )


@kernel
def find_near(near, box):
    """Find the pairs (i < j) whose bounding boxes meet, by a grid of cells as wide as a piece.

    Returns how many, or -1 where there is no room for them, or a piece has left the tray.
    """
    pairs, heads, nexts = near.pairs, near.heads, near.nexts
    n = box.shape[0]
    x0 = 1e30
    y0 = 1e30
    x1 = -1e30
    y1 = -1e30
    for i in range(n):
        if not (abs(box[i, 0]) < FAR and abs(box[i, 1]) < FAR):  # so that NaN counts as well
            return -1
        x0 = min(x0, box[i, 0])
        y0 = min(y0, box[i, 1])
        x1 = max(x1, box[i, 0])
        y1 = max(y1, box[i, 1])
    columns = int((x1 - x0) / CELL) + 1
    rows = int((y1 - y0) / CELL) + 1
    if columns * rows > heads.shape[0]:
        return -1
    for c in range(columns * rows):
        heads[c] = -1
    count = 0
    for j in range(n):
        cx = min(int((box[j, 0] - x0) / CELL), columns - 1)
        cy = min(int((box[j, 1] - y0) / CELL), rows - 1)
        for ry in range(max(cy - 1, 0), min(cy + 2, rows)):
            for rx in range(max(cx - 1, 0), min(cx + 2, columns)):
                i = heads[ry * columns + rx]
                while i >= 0:
                    if (
                        box[i, 0] <= box[j, 2]
                        and box[j, 0] <= box[i, 2]
                        and box[i, 1] <= box[j, 3]
                        and box[j, 1] <= box[i, 3]
                    ):
                        if count >= pairs.shape[0]:
                            return -1
                        pairs[count, 0] = i
                        pairs[count, 1] = j
                        count += 1
                    i = nexts[i]
        nexts[j] = heads[cy * columns + cx]
        heads[cy * columns + cx] = j
    return count


@kernel
def leads_to(start, goal, order):
    """Does a chain of *over* lead from start down to goal?"""
    below, below_count, stamp, stack = order.below, order.below_count, order.stamp, order.stack
    stamp[-1] += 1
    mark = stamp[-1]
    top = 1
    stack[0] = start
    stamp[start] = mark
    while top:
        top -= 1
        i = stack[top]
        for k in range(below_count[i]):
            j = below[i, k]
            if j == goal:
                return True
            if stamp[j] != mark:
                stamp[j] = mark
                stack[top] = j
                top += 1
    return False


@kernel
def put_over(i, j, order):
    """Record that i is over j."""
    order.over[i, j] = 1
    order.over[j, i] = -1
    order.below[i, order.below_count[i]] = j
    order.below_count[i] += 1


@kernel
def release(i, j, order):
    """Forget the order of i and j."""
    if order.over[i, j] < 0:
        i, j = j, i
    order.over[i, j] = 0
    order.over[j, i] = 0
    below, below_count = order.below, order.below_count
    last = below_count[i] - 1
    for k in range(last + 1):
        if below[i, k] == j:
            below[i, k] = below[i, last]
            break
    below_count[i] = last


@kernel
def least_gap(plane_i, plane_j, count, points):
    """The smallest vertical gap between the underside of i and the top of j over the given points.

    A plane is (value at the origin, slope x, slope y, half of the vertical thickness).
    """
    a = plane_i[0] - plane_j[0] - plane_i[3] - plane_j[3]
    gx = plane_i[1] - plane_j[1]
    gy = plane_i[2] - plane_j[2]
    low = 1e30
    for k in range(count):
        low = min(low, a + gx * points[k, 0] + gy * points[k, 1])
    return low


@kernel
def surely_over(plane_i, plane_j, box_i, box_j, gap):
    """Is i's underside at least `gap` above j's top over the whole common bounding box?"""
    x0 = max(box_i[0], box_j[0])
    x1 = min(box_i[2], box_j[2])
    y0 = max(box_i[1], box_j[1])
    y1 = min(box_i[3], box_j[3])
    gx = plane_i[1] - plane_j[1]
    gy = plane_i[2] - plane_j[2]
    middle = plane_i[0] - plane_j[0] - plane_i[3] - plane_j[3] + gx * (x0 + x1) * 0.5 + gy * (y0 + y1) * 0.5
    return middle - abs(gx) * (x1 - x0) * 0.5 - abs(gy) * (y1 - y0) * 0.5 >= gap


@kernel
def release_far(box, order):
    """Forget the order of pieces whose bounding boxes no longer meet."""
    below, below_count = order.below, order.below_count
    for i in range(box.shape[0]):
        k = 0
        while k < below_count[i]:
            j = below[i, k]
            if box[i, 0] > box[j, 2] or box[j, 0] > box[i, 2] or box[i, 1] > box[j, 3] or box[j, 1] > box[i, 3]:
                release(i, j, order)
            else:
                k += 1


@kernel
def judge(near, count, pieces, pose, climb, rim, order):
    """Bring *over* up to date with the poses that the engine is about to see.

    A pair that collides and has got clear of one another, one above the other, or that no longer lies on one another,
    is written to `again`, so that the engine asks anew. Returns how many, or -1 where there is no room for them.
    """
    count_of, outline, plane, box = pieces.print_count, pieces.outline, pieces.plane, pieces.box
    overlap = new_overlap()
    asked = 0
    for p in range(count):
        i = near.pairs[p, 0]
        j = near.pairs[p, 1]
        known = order.over[i, j]
        if known == 1 and surely_over(plane[i], plane[j], box[i], box[j], 0.0):
            continue
        if known == -1 and surely_over(plane[j], plane[i], box[j], box[i], 0.0):
            continue
        if known != 0 and _surely_meet(i, j, pieces, pose):
            continue
        apart = separation(count_of[i], outline[i], count_of[j], outline[j], APART)
        if apart > APART:
            if known != 0:
                release(i, j, order)
            order.side[i, j] = 0
            order.side[j, i] = 0
            continue
        if apart >= 0.0:
            continue
        if asked >= order.again.shape[0]:
            return -1
        if known != 0:
            upper, lower = (i, j) if known == 1 else (j, i)
            if not _slipped_off(upper, lower, pieces, climb, rim, overlap):
                continue
            release(i, j, order)
            order.side[i, j] = 1
            order.side[j, i] = 1
        else:
            upper, lower, gap = _higher(i, j, pieces, overlap)
            if gap < -climb or leads_to(lower, upper, order):
                # they collide; if the engine does not know, it may still hold them for ordered
                if order.side[i, j] or apart > -APART:
                    continue
            else:
                if order.below_count[upper] >= order.below.shape[1]:
                    return -1
                put_over(upper, lower, order)
                if not order.side[i, j]:
                    continue
                order.side[i, j] = 0
                order.side[j, i] = 0
        order.again[asked, 0] = i
        order.again[asked, 1] = j
        asked += 1
    return asked


@kernel
def _surely_meet(i, j, pieces, pose):
    """Do the faces of two pieces overlap, as the circles in them do?"""
    x = pose[i, 0] - pose[j, 0]
    y = pose[i, 1] - pose[j, 1]
    half = 0.5 * pieces.thickness
    # tilted, a circle is narrower by the cosine, and the faces lie a little uphill and downhill
    inner = half * (pieces.inner[i] / pieces.plane[i, 3] + pieces.inner[j] / pieces.plane[j, 3]) - 2.0 * half
    return inner > 0.0 and x * x + y * y < inner * inner


@kernel
def _slipped_off(upper, lower, pieces, climb, rim, overlap):
    """Do the faces no longer meet, and has the upper sunk beside the lower?"""
    if not over_the_rim(upper, lower, rim, pieces):
        return False
    count = meet(upper, lower, pieces, overlap)
    return least_gap(pieces.plane[upper], pieces.plane[lower], count, overlap.corners) < -climb


@kernel
def over_the_rim(upper, lower, rim, pieces):
    """Do the underside of the one and the top of the other overlap by no more than `rim`?"""
    count = pieces.corner_count
    return separation(count[upper], pieces.under[upper], count[lower], pieces.top[lower], -rim) > -rim


@kernel
def _higher(i, j, pieces, overlap):
    """Which of two is the upper, which the lower, and the least gap between them where their outlines overlap."""
    count = meet(i, j, pieces, overlap)
    if count == 0:
        return i, j, -1e30
    gap_ij = least_gap(pieces.plane[i], pieces.plane[j], count, overlap.corners)
    gap_ji = least_gap(pieces.plane[j], pieces.plane[i], count, overlap.corners)
    if gap_ij >= gap_ji:
        return i, j, gap_ij
    return j, i, gap_ji


@kernel
def meet(i, j, pieces, overlap):
    """Find where the outlines of two pieces overlap; returns how many corners that has."""
    return clip(pieces.print_count[i], pieces.outline[i], pieces.print_count[j], pieces.outline[j], overlap)
