"""Who lies over whom.

*over* is a relation between pieces whose outlines overlap: order[i, j] = 1 when i is over j, -1 when j is over i, 0 when
neither (they are apart, or they collide edge to edge). It never contains a cycle.
"""

import numpy as np

from ._kernel import kernel
from .geometry import MOST_OVERLAP, clip, separation

MOST_BELOW = 128
APART = 0.1  # mm; two outlines are released only when they are clearly apart, so that the engine has let go of them too


@kernel
def find_near(n, box, cell, pairs, heads, nexts):
    """Pairs (i < j) whose bounding boxes meet, by a uniform grid of cells at least as wide as a piece; returns how many."""
    x0 = 1e30
    y0 = 1e30
    x1 = -1e30
    y1 = -1e30
    for i in range(n):
        x0 = min(x0, box[i, 0])
        y0 = min(y0, box[i, 1])
        x1 = max(x1, box[i, 0])
        y1 = max(y1, box[i, 1])
    columns = min(int((x1 - x0) / cell) + 1, 1000)
    rows = min(int((y1 - y0) / cell) + 1, 1000)
    if columns * rows > heads.shape[0]:
        return -1
    for c in range(columns * rows):
        heads[c] = -1
    count = 0
    for j in range(n):
        cx = min(int((box[j, 0] - x0) / cell), columns - 1)
        cy = min(int((box[j, 1] - y0) / cell), rows - 1)
        for ry in range(max(cy - 1, 0), min(cy + 2, rows)):
            for rx in range(max(cx - 1, 0), min(cx + 2, columns)):
                i = heads[ry * columns + rx]
                while i >= 0:
                    if (box[i, 0] <= box[j, 2] and box[j, 0] <= box[i, 2]
                            and box[i, 1] <= box[j, 3] and box[j, 1] <= box[i, 3]):
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
def leads_to(start, goal, below, below_count, stamp, mark, stack):
    """Does a chain of *over* lead from start down to goal?"""
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
def put_over(i, j, order, below, below_count):
    """Record that i is over j."""
    order[i, j] = 1
    order[j, i] = -1
    below[i, below_count[i]] = j
    below_count[i] += 1


@kernel
def release(i, j, order, below, below_count):
    """Forget the order of i and j."""
    if order[i, j] < 0:
        i, j = j, i
    order[i, j] = 0
    order[j, i] = 0
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
    middle = (plane_i[0] - plane_j[0] - plane_i[3] - plane_j[3]
              + gx * (x0 + x1) * 0.5 + gy * (y0 + y1) * 0.5)
    return middle - abs(gx) * (x1 - x0) * 0.5 - abs(gy) * (y1 - y0) * 0.5 >= gap


@kernel
def release_far(n, box, order, below, below_count):
    """Forget the order of pieces whose bounding boxes no longer meet."""
    for i in range(n):
        k = 0
        while k < below_count[i]:
            j = below[i, k]
            if (box[i, 0] > box[j, 2] or box[j, 0] > box[i, 2] or box[i, 1] > box[j, 3] or box[j, 1] > box[i, 3]):
                release(i, j, order, below, below_count)
            else:
                k += 1


@kernel
def judge(near, pairs, corner_count, outline, under, top, plane, box, climb, order, side, below, below_count,
          stamp, stack, again):
    """Bring *over* up to date with the poses that the engine is about to see.

    side[i, j] is set while the engine lets i and j collide; a pair that has since got clear of one another, one above the
    other, is written to `again` so that the engine asks anew. Returns how many.
    """
    points = np.empty((MOST_OVERLAP + 2, 3))
    scratch = np.empty((MOST_OVERLAP + 2, 3))
    feature = np.empty(2 * MOST_OVERLAP + 4, np.int64)
    scratch_feature = np.empty(2 * MOST_OVERLAP + 4, np.int64)
    asked = 0
    for p in range(near):
        i = pairs[p, 0]
        j = pairs[p, 1]
        known = order[i, j]
        if known == 1 and surely_over(plane[i], plane[j], box[i], box[j], 0.0):
            continue
        if known == -1 and surely_over(plane[j], plane[i], box[j], box[i], 0.0):
            continue
        apart = separation(corner_count[i], outline[i], corner_count[j], outline[j], APART)
        if apart > APART:
            if known != 0:
                release(i, j, order, below, below_count)
            side[i, j] = 0
            side[j, i] = 0
            continue
        if apart >= 0.0:
            continue
        if known != 0:
            # slipped off: the faces no longer meet and the upper has sunk beside the lower; from now on they collide
            u, lo = (i, j) if known == 1 else (j, i)
            if separation(corner_count[u], under[u], corner_count[lo], top[lo], 0.0) <= 0.0:
                continue
            count = clip(corner_count[i], outline[i], corner_count[j], outline[j], points, feature, scratch, scratch_feature)
            if least_gap(plane[u], plane[lo], count, points) < -climb and asked < again.shape[0]:
                release(i, j, order, below, below_count)
                side[i, j] = 1
                side[j, i] = 1
                again[asked, 0] = i
                again[asked, 1] = j
                asked += 1
            continue
        count = clip(corner_count[i], outline[i], corner_count[j], outline[j], points, feature, scratch, scratch_feature)
        if count == 0:
            continue
        gap_ij = least_gap(plane[i], plane[j], count, points)
        gap_ji = least_gap(plane[j], plane[i], count, points)
        if gap_ij >= gap_ji:
            upper, lower, gap = i, j, gap_ij
        else:
            upper, lower, gap = j, i, gap_ji
        if gap < -climb or below_count[upper] >= below.shape[1]:
            continue
        stamp[-1] += 1
        if leads_to(lower, upper, below, below_count, stamp, stamp[-1], stack):
            continue
        put_over(upper, lower, order, below, below_count)
        if side[i, j] and asked < again.shape[0]:
            again[asked, 0] = i
            again[asked, 1] = j
            asked += 1
            side[i, j] = 0
            side[j, i] = 0
    return asked
