"""The contact solver: heights, tilts, normal forces and friction of all pieces at once."""

import numpy as np

from ._kernel import kernel
from .geometry import MOST_OVERLAP, clip
from .over import surely_over

# columns of the contact table
NX, NY, NZ = 0, 1, 2  # normal, from the lower into the upper
UX, UY, UZ = 3, 4, 5  # lever: contact point minus centre of the upper
LX, LY, LZ = 6, 7, 8  # lever of the lower
KX, KY, KZ = 9, 10, 11  # velocity that a unit normal impulse gives
NORMAL_MASS, FRICTION_MASS = 12, 13
TARGET = 14  # the least normal velocity allowed now
PN = 15  # normal impulse
PX, PY, PZ = 16, 17, 18  # friction impulse
GAP = 19
COLUMNS = 20

FLOOR = -1
WALL = -2
LID = -3
PART_SWEEPS = 4
PART_SHARE = 0.2  # of how deep two pieces sank into one another is undone each step
PART_MOST = 0.5  # mm a step
SIDE = 5000  # features from here on are edges pressed together


@kernel
def _write(table, ids, k, upper, lower, feature, px, py, pz, nx, ny, nz, gap, pose):
    ids[k, 0] = upper
    ids[k, 1] = lower
    ids[k, 2] = feature
    row = table[k]
    row[NX] = nx
    row[NY] = ny
    row[NZ] = nz
    row[UX] = px - pose[upper, 0]
    row[UY] = py - pose[upper, 1]
    row[UZ] = pz - pose[upper, 2]
    if lower >= 0:
        row[LX] = px - pose[lower, 0]
        row[LY] = py - pose[lower, 1]
        row[LZ] = pz - pose[lower, 2]
    row[PN] = 0.0
    row[PX] = 0.0
    row[PY] = 0.0
    row[PZ] = 0.0
    row[GAP] = gap


@kernel
def gather(n, near, pairs, order, corner_count, under, top, plane, box, pose, margin, lid, ids, table):
    """Find every point where two faces are closer than `margin`; returns how many contacts were written."""
    points = np.empty((MOST_OVERLAP + 2, 3))
    scratch = np.empty((MOST_OVERLAP + 2, 3))
    feature = np.empty(2 * MOST_OVERLAP + 4, np.int64)
    scratch_feature = np.empty(2 * MOST_OVERLAP + 4, np.int64)
    room = table.shape[0] - MOST_OVERLAP - 2
    count = 0
    for i in range(n):
        for k in range(corner_count[i]):
            x = under[i, k, 0]
            y = under[i, k, 1]
            z = plane[i, 0] + plane[i, 1] * x + plane[i, 2] * y - plane[i, 3]
            if z < margin:
                if count >= room:
                    return -1
                _write(table, ids, count, i, FLOOR, k, x, y, z, 0.0, 0.0, 1.0, z, pose)
                count += 1
            if lid > 0.0:
                x = top[i, k, 0]
                y = top[i, k, 1]
                z = plane[i, 0] + plane[i, 1] * x + plane[i, 2] * y + plane[i, 3]
                if lid - z < margin:
                    if count >= room:
                        return -1
                    _write(table, ids, count, i, LID, k, x, y, z, 0.0, 0.0, -1.0, lid - z, pose)
                    count += 1
    for p in range(near):
        i = pairs[p, 0]
        j = pairs[p, 1]
        if order[i, j] == 0:
            continue
        if order[i, j] < 0:
            i, j = j, i
        if surely_over(plane[i], plane[j], box[i], box[j], margin):
            continue
        found = clip(corner_count[i], under[i], corner_count[j], top[j], points, feature, scratch, scratch_feature)
        a = plane[i, 0] - plane[j, 0] - plane[i, 3] - plane[j, 3]
        gx = plane[i, 1] - plane[j, 1]
        gy = plane[i, 2] - plane[j, 2]
        for k in range(found):
            x = points[k, 0]
            y = points[k, 1]
            gap = a + gx * x + gy * y
            if gap >= margin:
                continue
            if count >= room:
                return -1
            # the normal: of the lower face under a corner, of the upper face over a corner, else of both edges
            f = feature[k]
            sx = plane[j, 1]
            sy = plane[j, 2]
            if 100 <= f < 1000:
                sx = plane[i, 1]
                sy = plane[i, 2]
            nx = -sx
            ny = -sy
            nz = 1.0
            if f >= 1000:
                e = (f - 1000) // 10
                g = (f - 1000) % 10
                e1 = e + 1 if e + 1 < corner_count[i] else 0
                g1 = g + 1 if g + 1 < corner_count[j] else 0
                ax = under[i, e1, 0] - under[i, e, 0]
                ay = under[i, e1, 1] - under[i, e, 1]
                az = plane[i, 1] * ax + plane[i, 2] * ay
                bx = top[j, g1, 0] - top[j, g, 0]
                by = top[j, g1, 1] - top[j, g, 1]
                bz = plane[j, 1] * bx + plane[j, 2] * by
                cz = ax * by - ay * bx
                # nearly parallel edges have no normal of their own
                if abs(cz) > 0.1 * np.sqrt((ax * ax + ay * ay) * (bx * bx + by * by)):
                    nx = (ay * bz - az * by) / cz
                    ny = (az * bx - ax * bz) / cz
            scale = 1.0 / np.sqrt(nx * nx + ny * ny + 1.0)
            z = plane[j, 0] + plane[j, 1] * x + plane[j, 2] * y + plane[j, 3] + 0.5 * gap
            _write(table, ids, count, i, j, f, x, y, z, nx * scale, ny * scale, scale, gap, pose)
            count += 1
    return count


@kernel
def gather_sides(count, edges, edge_ids, plane, pose, order, ids, table, start, old_ids, old):
    """Add the edges that the planar engine found pressed together, at the bottom and at the top of their common height.

    edges: impulse x y, normal x y, two points; edge_ids: piece, piece or WALL, number of points, sorted.
    The engine has applied the impulse already, in the plane: it is where the rows start from, and may be redistributed.
    """
    room = table.shape[0] - 8
    for e in range(edges.shape[0]):
        i = edge_ids[e, 0]
        j = edge_ids[e, 1]
        points = edge_ids[e, 2]
        if j >= 0 and order[i, j] != 0:
            continue
        nx = edges[e, 2]
        ny = edges[e, 3]
        push = edges[e, 0] * nx + edges[e, 1] * ny
        if push <= 0.0 or points == 0:
            continue
        if count >= room:
            return -1
        share = 0.5 / points
        for m in range(points):
            x = edges[e, 4 + 2 * m]
            y = edges[e, 5 + 2 * m]
            middle = plane[i, 0] + plane[i, 1] * x + plane[i, 2] * y
            low = middle - plane[i, 3]
            high = middle + plane[i, 3]
            if j >= 0:
                middle = plane[j, 0] + plane[j, 1] * x + plane[j, 2] * y
                low = max(low, middle - plane[j, 3])
                high = min(high, middle + plane[j, 3])
                if high < low:
                    low = high = 0.5 * (low + high)
            for level in range(2):
                f = SIDE + 4 * edge_ids[e, 3] + 2 * m + level
                _write(table, ids, count, i, j, f, x, y, low if level == 0 else high, nx, ny, 0.0, 0.0, pose)
                row = table[count]
                row[PN] = push * share
                row[PX] = (edges[e, 0] - push * nx) * share
                row[PY] = (edges[e, 1] - push * ny) * share
                for q in range(start[i], start[i + 1]):
                    if old_ids[q, 1] == j and old_ids[q, 2] == f:
                        row[PZ] = old[q, 3]
                        break
                count += 1
    return count


@kernel
def remember(count, ids, table, start, old_ids, old):
    """Take over the impulses of contacts that were there in the step before (old is sorted by upper piece)."""
    for k in range(count):
        u = ids[k, 0]
        for m in range(start[u], start[u + 1]):
            if old_ids[m, 1] == ids[k, 1] and old_ids[m, 2] == ids[k, 2]:
                table[k, PN] = old[m, 0]
                table[k, PX] = old[m, 1]
                table[k, PY] = old[m, 2]
                table[k, PZ] = old[m, 3]
                break


@kernel
def keep(n, count, ids, table, start, old_ids, old):
    """Store impulses, sorted by upper piece, for the next step."""
    for i in range(n + 1):
        start[i] = 0
    for k in range(count):
        start[ids[k, 0] + 1] += 1
    for i in range(n):
        start[i + 1] += start[i]
    fill = start[: n].copy()
    for k in range(count):
        u = ids[k, 0]
        m = fill[u]
        fill[u] += 1
        old_ids[m, 1] = ids[k, 1]
        old_ids[m, 2] = ids[k, 2]
        old[m, 0] = table[k, PN]
        old[m, 1] = table[k, PX]
        old[m, 2] = table[k, PY]
        old[m, 3] = table[k, PZ]


@kernel
def _push(v, w, i, px, py, pz, rx, ry, rz):
    """Apply an impulse at a lever: v is (velocity, angular velocity), w (1/mass, 1/tilt inertia, 1/spin inertia)."""
    v[i, 0] += px * w[i, 0]
    v[i, 1] += py * w[i, 0]
    v[i, 2] += pz * w[i, 0]
    v[i, 3] += (ry * pz - rz * py) * w[i, 1]
    v[i, 4] += (rz * px - rx * pz) * w[i, 1]
    v[i, 5] += (rx * py - ry * px) * w[i, 2]


@kernel
def _add_response(nx, ny, nz, rx, ry, rz, im, it, iz, out):
    """out += K n: the velocity at the lever that a unit impulse n gives."""
    ax = (ry * nz - rz * ny) * it
    ay = (rz * nx - rx * nz) * it
    az = (rx * ny - ry * nx) * iz
    out[0] += nx * im + ay * rz - az * ry
    out[1] += ny * im + az * rx - ax * rz
    out[2] += nz * im + ax * ry - ay * rx


@kernel
def prepare(count, ids, table, w, v, dt):
    """Effective masses and targets of all contacts, and the warm start."""
    k3 = np.empty(3)
    for k in range(count):
        row = table[k]
        u = ids[k, 0]
        lo = ids[k, 1]
        nx = row[NX]
        ny = row[NY]
        nz = row[NZ]
        k3[:] = 0.0
        _add_response(nx, ny, nz, row[UX], row[UY], row[UZ], w[u, 0], w[u, 1], w[u, 2], k3)
        if lo >= 0:
            _add_response(nx, ny, nz, row[LX], row[LY], row[LZ], w[lo, 0], w[lo, 1], w[lo, 2], k3)
        row[KX] = k3[0]
        row[KY] = k3[1]
        row[KZ] = k3[2]
        row[NORMAL_MASS] = 1.0 / (k3[0] * nx + k3[1] * ny + k3[2] * nz)
        # two directions across the normal; their response bounds the friction step
        sideways = ids[k, 2] >= SIDE
        if sideways:
            ax = 0.0
            az = 1.0
        else:
            s = 1.0 / np.sqrt(nz * nz + nx * nx)
            ax = nz * s
            az = -nx * s
        bx = ny * az
        by = nz * ax - nx * az
        bz = -ny * ax
        k3[:] = 0.0
        _add_response(ax, 0.0, az, row[UX], row[UY], row[UZ], w[u, 0], w[u, 1], w[u, 2], k3)
        if lo >= 0:
            _add_response(ax, 0.0, az, row[LX], row[LY], row[LZ], w[lo, 0], w[lo, 1], w[lo, 2], k3)
        kaa = k3[0] * ax + k3[2] * az
        kab = k3[0] * bx + k3[1] * by + k3[2] * bz
        k3[:] = 0.0
        _add_response(bx, by, bz, row[UX], row[UY], row[UZ], w[u, 0], w[u, 1], w[u, 2], k3)
        if lo >= 0:
            _add_response(bx, by, bz, row[LX], row[LY], row[LZ], w[lo, 0], w[lo, 1], w[lo, 2], k3)
        kbb = k3[0] * bx + k3[1] * by + k3[2] * bz
        # largest eigenvalue of the 2 x 2 response
        row[FRICTION_MASS] = 1.0 / (0.5 * (kaa + kbb) + np.sqrt(0.25 * (kaa - kbb) ** 2 + kab * kab))
        row[TARGET] = -max(row[GAP], 0.0) / dt * nz
        if sideways:
            px = row[PN] * nx + row[PX]
            py = row[PN] * ny + row[PY]
            v[u, 2] += row[PZ] * w[u, 0]
            v[u, 3] += (row[UY] * row[PZ] - row[UZ] * py) * w[u, 1]
            v[u, 4] += (row[UZ] * px - row[UX] * row[PZ]) * w[u, 1]
            if lo >= 0:
                v[lo, 2] -= row[PZ] * w[lo, 0]
                v[lo, 3] -= (row[LY] * row[PZ] - row[LZ] * py) * w[lo, 1]
                v[lo, 4] -= (row[LZ] * px - row[LX] * row[PZ]) * w[lo, 1]
        elif row[PN] > 0.0:
            # friction of the step before, turned into the new tangent plane
            d = row[PX] * nx + row[PY] * ny + row[PZ] * nz
            row[PX] -= d * nx
            row[PY] -= d * ny
            row[PZ] -= d * nz
            px = row[PN] * nx + row[PX]
            py = row[PN] * ny + row[PY]
            pz = row[PN] * nz + row[PZ]
            _push(v, w, u, px, py, pz, row[UX], row[UY], row[UZ])
            if lo >= 0:
                _push(v, w, lo, -px, -py, -pz, row[LX], row[LY], row[LZ])


@kernel
def sweep(count, ids, table, w, v, friction, times):
    """Projected Gauss-Seidel: normal impulses that only push, friction within its cone, `times` over all contacts."""
    for t in range(times):
        for q in range(count):
            k = q if t % 2 == 0 else count - 1 - q
            row = table[k]
            u = ids[k, 0]
            lo = ids[k, 1]
            rx = row[UX]
            ry = row[UY]
            rz = row[UZ]
            dx = v[u, 0] + v[u, 4] * rz - v[u, 5] * ry
            dy = v[u, 1] + v[u, 5] * rx - v[u, 3] * rz
            dz = v[u, 2] + v[u, 3] * ry - v[u, 4] * rx
            if lo >= 0:
                sx = row[LX]
                sy = row[LY]
                sz = row[LZ]
                dx -= v[lo, 0] + v[lo, 4] * sz - v[lo, 5] * sy
                dy -= v[lo, 1] + v[lo, 5] * sx - v[lo, 3] * sz
                dz -= v[lo, 2] + v[lo, 3] * sy - v[lo, 4] * sx
            nx = row[NX]
            ny = row[NY]
            nz = row[NZ]
            vn = dx * nx + dy * ny + dz * nz
            old = row[PN]
            new = old + (row[TARGET] - vn) * row[NORMAL_MASS]
            if new < 0.0:
                new = 0.0
            if new == 0.0 and old == 0.0:
                continue
            dn = new - old
            row[PN] = new
            dx += row[KX] * dn
            dy += row[KY] * dn
            dz += row[KZ] * dn
            vn = dx * nx + dy * ny + dz * nz
            m = row[FRICTION_MASS]
            fx = row[PX] - (dx - vn * nx) * m
            fy = row[PY] - (dy - vn * ny) * m
            fz = row[PZ] - (dz - vn * nz) * m
            limit = friction * new
            size2 = fx * fx + fy * fy + fz * fz
            if size2 > limit * limit:
                s = limit / np.sqrt(size2)
                fx *= s
                fy *= s
                fz *= s
            px = nx * dn + fx - row[PX]
            py = ny * dn + fy - row[PY]
            pz = nz * dn + fz - row[PZ]
            row[PX] = fx
            row[PY] = fy
            row[PZ] = fz
            _push(v, w, u, px, py, pz, rx, ry, rz)
            if lo >= 0:
                _push(v, w, lo, -px, -py, -pz, sx, sy, sz)


@kernel
def part(n, count, ids, table, w, shift, slop):
    """Positions: pull pieces that sank into one another apart, in height and tilt alone, with no velocity left behind.

    shift[i] = (dz, dgx, dgy).
    """
    for i in range(n):
        shift[i, 0] = 0.0
        shift[i, 1] = 0.0
        shift[i, 2] = 0.0
    deep = np.empty(count, np.int64)
    acc = np.zeros(count)
    found = 0
    for k in range(count):
        if table[k, GAP] < -slop:
            deep[found] = k
            found += 1
    if found == 0:
        return 0
    for _ in range(PART_SWEEPS):
        for q in range(found):
            k = deep[q]
            u = ids[k, 0]
            lo = ids[k, 1]
            sign = -1.0 if lo == LID else 1.0
            rx = table[k, UX]
            ry = table[k, UY]
            want = min((-table[k, GAP] - slop) * PART_SHARE, PART_MOST)
            moved = sign * (shift[u, 0] + shift[u, 1] * rx + shift[u, 2] * ry)
            kk = w[u, 0] + (rx * rx + ry * ry) * w[u, 1]
            if lo >= 0:
                sx = table[k, LX]
                sy = table[k, LY]
                moved -= shift[lo, 0] + shift[lo, 1] * sx + shift[lo, 2] * sy
                kk += w[lo, 0] + (sx * sx + sy * sy) * w[lo, 1]
            new = max(acc[k] + (want - moved) / kk, 0.0)
            d = new - acc[k]
            acc[k] = new
            shift[u, 0] += sign * d * w[u, 0]
            shift[u, 1] += sign * d * rx * w[u, 1]
            shift[u, 2] += sign * d * ry * w[u, 1]
            if lo >= 0:
                shift[lo, 0] -= d * w[lo, 0]
                shift[lo, 1] -= d * sx * w[lo, 1]
                shift[lo, 2] -= d * sy * w[lo, 1]
    return found
