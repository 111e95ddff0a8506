"""Where pieces touch, or are about to: faces over one another, and sides that the planar engine presses together."""

import numpy as np

from ._kernel import kernel
from .contacts import FLOOR, LID, LX, LY, PN, PX, PY, PZ, SIDE, UX, UY, UZ, before, write
from .geometry import MOST_OVERLAP, clip, new_overlap
from .over import over_the_rim, surely_over

PARALLEL = 0.001  # the sine between two edges that have no crossing of their own
STEEP = 10.0  # slope of the steepest plane between two faces
CORNER = 0.1  # mm from a corner that the engine means by its point
SAME = 0.05  # mm: points that are deep alike touch at the same time
TURNED = 20.0  # mm from the centre: where turning is seen as height; MARGIN makes up for the corners


@kernel
def _crossing(ax, ay, bx, by, upper, lower):
    """The slope of the plane that parts two faces where an edge a of the upper crosses an edge b of the lower.

    It is the lower's slope raised towards the lower's inside, s = gl + p il, or it would cut the lower; and the upper's
    slope lowered towards the upper's inside, s = gu - q iu, or it would cut the upper: p >= 0 and q >= 0. Where that
    asks for a negative p or q, it is one of the faces itself that is touched.
    """
    la = 1.0 / np.sqrt(ax * ax + ay * ay)
    lb = 1.0 / np.sqrt(bx * bx + by * by)
    iux = -ay * la
    iuy = ax * la
    ilx = -by * lb
    ily = bx * lb
    gx = upper[1] - lower[1]
    gy = upper[2] - lower[2]
    det = ilx * iuy - ily * iux
    if abs(det) < PARALLEL:
        along = gx * ilx + gy * ily
        if ilx * iux + ily * iuy < 0.0 and along > 0.0:
            return upper[1], upper[2]
        return lower[1], lower[2]
    p = (gx * iuy - gy * iux) / det
    q = (ilx * gy - ily * gx) / det
    if p < 0.0:
        return lower[1], lower[2]
    if q < 0.0:
        return upper[1], upper[2]
    p = min(p, STEEP)
    return lower[1] + p * ilx, lower[2] + p * ily


@kernel
def _slope(feature, i, j, pieces):
    """The slope of the plane that parts the upper i from the lower j at a corner of their overlap."""
    upper = pieces.plane[i]
    lower = pieces.plane[j]
    if feature < 100:  # a corner of the upper stands on the lower's face
        return lower[1], lower[2]
    if feature < 1000:  # the upper's face lies on a corner of the lower
        return upper[1], upper[2]
    e = (feature - 1000) // 10
    g = (feature - 1000) % 10
    under = pieces.under[i]
    top = pieces.top[j]
    f = e + 1 if e + 1 < pieces.corner_count[i] else 0
    h = g + 1 if g + 1 < pieces.corner_count[j] else 0
    return _crossing(
        under[f, 0] - under[e, 0], under[f, 1] - under[e, 1], top[h, 0] - top[g, 0], top[h, 1] - top[g, 1], upper, lower
    )


@kernel
def gather_faces(near, near_count, order, pieces, dt, margin, rim, lid, contacts):
    """Find every point where two faces can come closer than `margin` within dt. What overlaps less than `rim` slips.

    Returns how many contacts were written, or -1 where there is no room for them.
    """
    v, pose, plane, corner_count = pieces.velocity, pieces.pose, pieces.plane, pieces.corner_count
    overlap = new_overlap()
    room = contacts.table.shape[0] - 2 * MOST_OVERLAP
    count = 0
    haste = np.empty(pose.shape[0])  # mm that turning brings a rim up or down within the step
    for i in range(pose.shape[0]):
        haste[i] = TURNED * dt * np.sqrt(v[i, 3] ** 2 + v[i, 4] ** 2)
        sinks = margin + haste[i] + max(-v[i, 2] * dt, 0.0)
        rises = margin + haste[i] + max(v[i, 2] * dt, 0.0)
        if count > room:
            return -1
        for k in range(corner_count[i]):
            x = pieces.under[i, k, 0]
            y = pieces.under[i, k, 1]
            z = plane[i, 0] + plane[i, 1] * x + plane[i, 2] * y - plane[i, 3]
            if z < sinks:
                write(contacts, count, i, FLOOR, k, (x, y, z), (0.0, 0.0, 1.0), z, pose)
                count += 1
            x = pieces.top[i, k, 0]
            y = pieces.top[i, k, 1]
            z = plane[i, 0] + plane[i, 1] * x + plane[i, 2] * y + plane[i, 3]
            if lid > 0.0 and lid - z < rises:
                write(contacts, count, i, LID, k, (x, y, z), (0.0, 0.0, -1.0), lid - z, pose)
                count += 1
    for p in range(near_count):
        i = near.pairs[p, 0]
        j = near.pairs[p, 1]
        if order.over[i, j] == 0:
            continue
        if order.over[i, j] < 0:
            i, j = j, i
        reach = margin + haste[i] + haste[j] + max((v[j, 2] - v[i, 2]) * dt, 0.0)
        if surely_over(plane[i], plane[j], pieces.box[i], pieces.box[j], reach):
            continue
        if count > room:
            return -1
        found = clip(corner_count[i], pieces.under[i], corner_count[j], pieces.top[j], overlap)
        a = plane[i, 0] - plane[j, 0] - plane[i, 3] - plane[j, 3]
        gx = plane[i, 1] - plane[j, 1]
        gy = plane[i, 2] - plane[j, 2]
        deepest = -1
        least = reach
        for k in range(found):
            gap = a + gx * overlap.corners[k, 0] + gy * overlap.corners[k, 1]
            if gap < least:
                least = gap
                deepest = k
        if deepest < 0 or (rim > 0.0 and over_the_rim(i, j, rim, pieces)):
            continue
        # one plane parts two convex bodies: all points that touch share the slope of the deepest
        shared_x, shared_y = _slope(overlap.feature[deepest], i, j, pieces)
        for k in range(found):
            x = overlap.corners[k, 0]
            y = overlap.corners[k, 1]
            gap = a + gx * x + gy * y
            if gap >= reach:
                continue
            z = plane[j, 0] + plane[j, 1] * x + plane[j, 2] * y + plane[j, 3] + 0.5 * gap
            sx = shared_x
            sy = shared_y
            if gap > least + SAME:
                sx, sy = _slope(overlap.feature[k], i, j, pieces)
            nz = 1.0 / np.sqrt(sx * sx + sy * sy + 1.0)
            write(contacts, count, i, j, overlap.feature[k], (x, y, z), (-sx * nz, -sy * nz, nz), gap, pose)
            count += 1
    return count


@kernel
def gather_sides(count, edges, edge_ids, pieces, margin, contacts):
    """Add the edges that the planar engine found pressed together; returns how many contacts there are then.

    edges: impulse x y, normal x y, two points; edge_ids: piece, piece or WALL, number of points, number of the edge.
    The engine has applied the impulse already, in the plane: it is where the rows start from, and may be redistributed.
    """
    for e in range(edges.shape[0]):
        i = edge_ids[e, 0]
        j = edge_ids[e, 1]
        points = edge_ids[e, 2]
        push = edges[e, 0] * edges[e, 2] + edges[e, 1] * edges[e, 3]
        if push <= 0.0:
            continue
        if count > contacts.table.shape[0] - 8:
            return -1
        for m in range(points):
            feature = SIDE + 8 * edge_ids[e, 3] + 2 * m
            x = edges[e, 4 + 2 * m]
            y = edges[e, 5 + 2 * m]
            count = _add_side(count, i, j, feature, edges[e], x, y, push, 1.0 / points, pieces, margin, contacts)
    return count


@kernel
def gather_crossings(count, edges, edge_ids, pieces, margin, contacts):
    """Add the points where the rims of two sides that lean cross one another; returns how many contacts there are then.

    There alone such sides touch. While pieces move, the ends of what they share are near enough; a pile at rest is held
    by the point itself.
    """
    for e in range(edges.shape[0]):
        i = edge_ids[e, 0]
        j = edge_ids[e, 1]
        if j < 0 or edge_ids[e, 2] < 2:
            continue
        if count > contacts.table.shape[0] - 2:
            return -1
        x = edges[e, 4]
        y = edges[e, 5]
        dx = edges[e, 6] - x
        dy = edges[e, 7] - y
        nx = edges[e, 2]
        ny = edges[e, 3]
        here = _rim(pieces.plane[i], nx, ny, x, y) - _rim(pieces.plane[j], -nx, -ny, x, y)
        there = _rim(pieces.plane[i], nx, ny, x + dx, y + dy) - _rim(pieces.plane[j], -nx, -ny, x + dx, y + dy)
        if here * there < 0.0:
            along = here / (here - there)
            feature = SIDE + 8 * edge_ids[e, 3] + 4
            x += along * dx
            y += along * dy
            count = _add_side(count, i, j, feature, edges[e], x, y, 0.0, 0.0, pieces, margin, contacts)
    return count


@kernel
def follow_corners(first, count, pieces, contacts):
    """Move points where a leaning corner touches a side to where that corner is at their height.

    The engine sees footprints alone: it names the foot or the head of the corner.
    """
    pose = pieces.pose
    for k in range(first, count):
        row = contacts.table[k]
        upper = contacts.ids[k, 0]
        for who in contacts.ids[k, :2]:
            if who < 0:
                continue
            dx, dy = _along_corner(
                who, pose[upper, 0] + row[UX], pose[upper, 1] + row[UY], pose[upper, 2] + row[UZ], pieces
            )
            row[UX] += dx
            row[UY] += dy
            row[LX] += dx
            row[LY] += dy


@kernel
def _along_corner(who, x, y, z, pieces):
    """By how much a corner that ends at x, y is elsewhere at the height z; nothing where no corner ends there."""
    plane, foot, head = pieces.plane[who], pieces.under[who], pieces.top[who]
    for c in range(pieces.corner_count[who]):
        ux = head[c, 0] - foot[c, 0]
        uy = head[c, 1] - foot[c, 1]
        low = plane[0] + plane[1] * foot[c, 0] + plane[2] * foot[c, 1] - plane[3]
        high = plane[0] + plane[1] * head[c, 0] + plane[2] * head[c, 1] + plane[3]
        part = min(max((z - low) / (high - low), 0.0), 1.0)
        if abs(x - foot[c, 0]) + abs(y - foot[c, 1]) < CORNER:
            return part * ux, part * uy
        if abs(x - head[c, 0]) + abs(y - head[c, 1]) < CORNER:
            return (part - 1.0) * ux, (part - 1.0) * uy
    return 0.0, 0.0


@kernel
def _rim(plane, nx, ny, x, y):
    """The height at which a side pushed along (nx, ny) sticks out furthest."""
    middle = plane[0] + plane[1] * x + plane[2] * y
    return middle + plane[3] if plane[1] * nx + plane[2] * ny > 0.0 else middle - plane[3]


@kernel
def _add_side(count, i, j, feature, edge, x, y, push, share, pieces, margin, contacts):
    """Add a point where sides meet, at the bottom and at the top of their common height.

    Sides that lean meet where either sticks out furthest, and are open at other heights:

        __i_                 i slopes towards j: it touches with the edge of its top
            ``--..___
        ``--..__    /|____
                ``-/ |__j_
    """
    nx = edge[2]
    ny = edge[3]
    plane = pieces.plane[i]
    middle = plane[0] + plane[1] * x + plane[2] * y
    low = middle - plane[3]
    high = middle + plane[3]
    lean = plane[1] * nx + plane[2] * ny
    furthest = high if lean > 0.0 else low
    other_lean = 0.0
    other_furthest = middle
    low_lean = high_lean = 0.0  # of the side that is touched there, not of the edge that ends the common height
    if j >= 0:
        plane = pieces.plane[j]
        middle = plane[0] + plane[1] * x + plane[2] * y
        other_lean = low_lean = high_lean = plane[1] * nx + plane[2] * ny
        other_furthest = middle - plane[3] if other_lean > 0.0 else middle + plane[3]
        if middle - plane[3] > low:
            low = middle - plane[3]
            low_lean = lean
        if middle + plane[3] < high:
            high = middle + plane[3]
            high_lean = lean
        if high < low:
            low = high = 0.5 * (low + high)
    low_gap = abs(lean * (low - furthest)) + abs(other_lean * (low - other_furthest))
    high_gap = abs(lean * (high - furthest)) + abs(other_lean * (high - other_furthest))
    low_share = 0.5 if low_gap == high_gap else (1.0 if low_gap < high_gap else 0.0)
    for level in range(2):
        z, nz, gap, part = low, low_lean, low_gap, low_share
        if level == 1:
            z, nz, gap, part = high, high_lean, high_gap, 1.0 - low_share
        if gap >= margin:
            continue
        scale = 1.0 / np.sqrt(1.0 + nz * nz)
        write(contacts, count, i, j, feature + level, (x, y, z), (nx * scale, ny * scale, nz * scale), gap, pieces.pose)
        row = contacts.table[count]
        row[PN] = push * share * part / scale
        row[PX] = (edge[0] - push * nx) * share * part
        row[PY] = (edge[1] - push * ny) * share * part
        m = before(contacts, i, j, feature + level)
        if m >= 0:
            row[PZ] = contacts.old[m, 3]
        count += 1
    return count
