"""The contact solver: heights, tilts, normal forces and friction of all pieces at once.

A contact is a row of a table: the upper piece, the lower (or floor, wall, lid), and where and how they touch.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ._kernel import kernel

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
STRIDE = 9  # rows of a pair stand together and wait for one another: the processor can overlap every ninth
SIDE = 5000  # features from here on are edges pressed together


class Contacts(NamedTuple):
    """The table of contacts, and the impulses of the step before."""

    ids: npt.NDArray[np.int64]
    """Upper piece, lower piece or FLOOR, WALL, LID, and the feature that makes the contact."""
    table: npt.NDArray[np.float64]
    start: npt.NDArray[np.int64]
    """Where the contacts of an upper piece begin in `old`."""
    old_ids: npt.NDArray[np.int64]
    """Lower piece and feature."""
    old: npt.NDArray[np.float64]
    """Normal impulse, friction impulse."""


def no_contacts(n: int) -> Contacts:
    """Return room for the contacts of n pieces."""
    most = 100 * n + 100
    return Contacts(
        ids=np.zeros((most, 3), np.int64),
        table=np.zeros((most, COLUMNS)),
        start=np.zeros(n + 1, np.int64),
        old_ids=np.zeros((most, 2), np.int64),
        old=np.zeros((most, 4)),
    )


@kernel
def write(contacts, k, upper, lower, feature, point, normal, gap, pose):
    """Write contact k, with no impulse yet."""
    contacts.ids[k, 0] = upper
    contacts.ids[k, 1] = lower
    contacts.ids[k, 2] = feature
    row = contacts.table[k]
    row[NX], row[NY], row[NZ] = normal
    row[UX] = point[0] - pose[upper, 0]
    row[UY] = point[1] - pose[upper, 1]
    row[UZ] = point[2] - pose[upper, 2]
    if lower >= 0:
        row[LX] = point[0] - pose[lower, 0]
        row[LY] = point[1] - pose[lower, 1]
        row[LZ] = point[2] - pose[lower, 2]
    row[PN] = 0.0
    row[PX] = 0.0
    row[PY] = 0.0
    row[PZ] = 0.0
    row[GAP] = gap


@kernel
def before(contacts, upper, lower, feature):
    """Where a contact stood in the step before, or -1."""
    for m in range(contacts.start[upper], contacts.start[upper + 1]):
        if contacts.old_ids[m, 0] == lower and contacts.old_ids[m, 1] == feature:
            return m
    return -1


@kernel
def remember(contacts, count):
    """Take over the impulses of contacts that were there in the step before."""
    for k in range(count):
        m = before(contacts, contacts.ids[k, 0], contacts.ids[k, 1], contacts.ids[k, 2])
        if m >= 0:
            row = contacts.table[k]
            row[PN] = contacts.old[m, 0]
            row[PX] = contacts.old[m, 1]
            row[PY] = contacts.old[m, 2]
            row[PZ] = contacts.old[m, 3]


@kernel
def keep(contacts, count):
    """Store the impulses, sorted by upper piece, for the next step."""
    start = contacts.start
    start[:] = 0
    for k in range(count):
        start[contacts.ids[k, 0] + 1] += 1
    for i in range(start.shape[0] - 1):
        start[i + 1] += start[i]
    fill = start.copy()
    for k in range(count):
        u = contacts.ids[k, 0]
        m = fill[u]
        fill[u] += 1
        contacts.old_ids[m, 0] = contacts.ids[k, 1]
        contacts.old_ids[m, 1] = contacts.ids[k, 2]
        contacts.old[m, 0] = contacts.table[k, PN]
        contacts.old[m, 1] = contacts.table[k, PX]
        contacts.old[m, 2] = contacts.table[k, PY]
        contacts.old[m, 3] = contacts.table[k, PZ]


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
    """Add K n to out: the velocity at the lever that a unit impulse n gives."""
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
        ay = az = 0.0
        if sideways:
            s = 1.0 / np.sqrt(nx * nx + ny * ny)
            ax = -ny * s
            ay = nx * s
        else:
            s = 1.0 / np.sqrt(nz * nz + nx * nx)
            ax = nz * s
            az = -nx * s
        bx = ny * az - nz * ay
        by = nz * ax - nx * az
        bz = nx * ay - ny * ax
        k3[:] = 0.0
        _add_response(ax, ay, az, row[UX], row[UY], row[UZ], w[u, 0], w[u, 1], w[u, 2], k3)
        if lo >= 0:
            _add_response(ax, ay, az, row[LX], row[LY], row[LZ], w[lo, 0], w[lo, 1], w[lo, 2], k3)
        kaa = k3[0] * ax + k3[1] * ay + k3[2] * az
        kab = k3[0] * bx + k3[1] * by + k3[2] * bz
        k3[:] = 0.0
        _add_response(bx, by, bz, row[UX], row[UY], row[UZ], w[u, 0], w[u, 1], w[u, 2], k3)
        if lo >= 0:
            _add_response(bx, by, bz, row[LX], row[LY], row[LZ], w[lo, 0], w[lo, 1], w[lo, 2], k3)
        kbb = k3[0] * bx + k3[1] * by + k3[2] * bz
        # largest eigenvalue of the 2 x 2 response
        row[FRICTION_MASS] = 1.0 / (0.5 * (kaa + kbb) + np.sqrt(0.25 * (kaa - kbb) ** 2 + kab * kab))
        row[TARGET] = -max(row[GAP], 0.0) / dt * (np.sqrt(nx * nx + ny * ny) if sideways else nz)
        if sideways:
            px = row[PN] * nx + row[PX]
            py = row[PN] * ny + row[PY]
            pz = row[PN] * nz + row[PZ]
            v[u, 2] += pz * w[u, 0]
            v[u, 3] += (row[UY] * pz - row[UZ] * py) * w[u, 1]
            v[u, 4] += (row[UZ] * px - row[UX] * pz) * w[u, 1]
            if lo >= 0:
                v[lo, 2] -= pz * w[lo, 0]
                v[lo, 3] -= (row[LY] * pz - row[LZ] * py) * w[lo, 1]
                v[lo, 4] -= (row[LZ] * px - row[LX] * pz) * w[lo, 1]
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
    turn = np.empty(count, np.int64)
    q = 0
    for r in range(STRIDE):
        for k in range(r, count, STRIDE):
            turn[q] = k
            q += 1
    for t in range(times):
        for q in range(count):
            k = turn[q if t % 2 == 0 else count - 1 - q]
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
def part(count, ids, table, w, shift, slop):
    """Find by how much to pull apart pieces that sank into one another, so that no velocity is left behind.

    shift[i] = (dz, dgx, dgy): height and tilt alone. Returns how many contacts are too deep.
    """
    shift[:] = 0.0
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
