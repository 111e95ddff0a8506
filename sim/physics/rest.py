"""The rest state: are there contact forces, within friction's reach, that carry every piece?

At frozen poses gravity acts for one short step; if the contacts' impulses can take all of it back, the pile stands.
"""

from __future__ import annotations

import numpy as np

from sim.pile import FLOOR, WALL, Contact, Point3

from . import contacts as co
from . import over
from ._kernel import kernel
from .bodies import Floats, place
from .drive import GRAVITY
from .step import CELL, Box

TOUCH = 0.02  # mm; faces closer than this can carry
BALANCED = 0.005  # of a piece's weight: what may be left unbalanced, forces and moments alike
_ROUND = 100  # sweeps between two looks
_ROUNDS = 60
_DT = 1.0 / 480.0


def forces(box: Box) -> tuple[Contact, ...] | None:
    """Return every loaded contact of a pile at rest, or None if nothing can hold it as it lies."""
    bodies = box.bodies
    v: Floats = np.zeros((bodies.n, 6))
    edges = box.world.edges[: box.edge_count].copy()
    edges[:, 0:2] = edges[:, 2:4]  # touching is enough here: the solver finds the push
    count = _freeze(
        bodies.n, bodies.corner_count, bodies.local, bodies.pose, bodies.thickness, bodies.outline, bodies.under, bodies.top,
        bodies.plane, bodies.box, box.pairs, box.heads, box.nexts, box.order, edges, box.world.edge_ids[: box.edge_count],
        box.ids, box.table, box.start, box.old_ids, box.old, bodies.lightness, v,
    )  # fmt: skip
    for _ in range(_ROUNDS):
        co.sweep(count, box.ids, box.table, bodies.lightness, v, box.friction, _ROUND)
        if _unbalanced(v, bodies.gyration) < BALANCED:
            return _contacts(box, count)
    return None


def _unbalanced(v: Floats, gyration: Floats) -> float:
    """The largest force or moment that is left, in weights; moments are taken over the radius of gyration."""
    linear = np.abs(v[:, :3]).max()
    angular = (np.abs(v[:, 3:]) * np.sqrt(gyration)[:, None]).max()
    return float(max(linear, angular)) / (GRAVITY * _DT)


@kernel
def _freeze(n, corner_count, local, pose, thickness, outline, under, top, plane, box, pairs, heads, nexts, order, edges,
            edge_ids, ids, table, start, old_ids, old, lightness, v):
    place(n, corner_count, local, pose, thickness, outline, under, top, plane, box)
    near = over.find_near(n, box, CELL, pairs, heads, nexts)
    count = co.gather(n, near, pairs, order, corner_count, under, top, plane, box, pose, TOUCH, 0.0, ids, table)
    co.remember(count, ids, table, start, old_ids, old)
    faces = count
    count = co.gather_sides(count, edges, edge_ids, plane, pose, order, ids, table, start, old_ids, old)
    for k in range(count):
        table[k, co.GAP] = 0.0
        if k >= faces:
            for c in range(co.PN, co.PZ + 1):
                table[k, c] = 0.0
    for i in range(n):
        v[i, 2] = -GRAVITY * _DT
    co.prepare(count, ids, table, lightness, v, _DT)
    return count


def _contacts(box: Box, count: int) -> tuple[Contact, ...]:
    found = []
    to_millinewton = 1e-3 / _DT  # from g mm/s
    for (upper, lower, feature), row in zip(box.ids[:count].tolist(), box.table[:count].tolist(), strict=True):
        if row[co.PN] <= 0.0:
            continue
        normal = _vector(row, co.NX)
        force = tuple((row[co.PN] * n + f) * to_millinewton for n, f in zip(normal, _vector(row, co.PX), strict=True))
        centre = box.bodies.pose[upper]
        point = tuple(float(centre[k]) + row[co.UX + k] for k in range(3))
        side = feature >= co.SIDE
        found.append(
            Contact(
                upper=upper,
                lower=lower if lower >= 0 else (WALL if side else FLOOR),
                kind="side" if side else "face",
                point=(point[0], point[1], point[2]),
                normal=normal,
                force=(force[0], force[1], force[2]),
            )
        )
    return tuple(found)


def _vector(row: list[float], first: int) -> Point3:
    return row[first], row[first + 1], row[first + 2]
