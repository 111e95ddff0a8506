"""The rest state: are there contact forces, within friction's reach, that carry every piece?

At frozen poses gravity acts for one short step; if the contacts' impulses can take all of it back, the pile stands.
"""

from __future__ import annotations

import numpy as np

from sim.pile import FLOOR, WALL, Contact, Point3

from . import contacts as co
from . import over, touching
from ._kernel import kernel
from .bodies import Floats, place
from .drive import GRAVITY
from .step import Box

TOUCH = 0.02  # mm; faces closer than this can carry
RIM = 0.05  # mm; faces that overlap less than this do not
BALANCED = 0.005  # of a piece's weight: what may be left unbalanced, forces and moments alike
_ROUND = 100  # sweeps between two looks
_ROUNDS = 60
_PATIENCE, _BETTER = 5, 0.98  # in so many rounds what is left must fall to this share
_DT = 1.0 / 480.0


def forces(box: Box) -> tuple[Contact, ...] | None:
    """Return every loaded contact of a pile at rest, or None if nothing can hold it as it lies."""
    pieces, contacts = box.bodies.pieces, box.contacts
    v: Floats = np.zeros((box.bodies.n, 6))
    edges = box.world.edges[: box.edge_count].copy()
    edges[:, 0:2] = edges[:, 2:4]  # touching is enough here: the solver finds the push
    edge_ids = box.world.edge_ids[: box.edge_count]
    count = _freeze(pieces, box.near, box.order, contacts, edges, edge_ids, v)
    if count < 0:
        return None
    left: list[float] = []
    while len(left) < _ROUNDS:
        co.sweep(count, contacts.ids, contacts.table, pieces.lightness, v, box.friction, _ROUND)
        left.append(_unbalanced(v, box.bodies.gyration))
        if left[-1] < BALANCED:
            return _contacts(box, count)
        if len(left) > _PATIENCE and left[-1] > _BETTER * left[-1 - _PATIENCE]:
            break  # it no longer gets better: nothing holds the pile
    return None


def _unbalanced(v: Floats, gyration: Floats) -> float:
    """The largest force or moment that is left, in weights; moments are taken over the radius of gyration."""
    linear = np.abs(v[:, :3]).max()
    angular = (np.abs(v[:, 3:]) * np.sqrt(gyration)[:, None]).max()
    return float(max(linear, angular)) / (GRAVITY * _DT)


@kernel
def _freeze(pieces, near, order, contacts, edges, edge_ids, v):
    """Gather what touches, with the faces' impulses of the last step, and let gravity act on v.

    Returns how many contacts there are, or -1 where there is no room for them.
    """
    place(pieces, pieces.pose)
    count = over.find_near(near, pieces.box)
    if count < 0:
        return -1
    faces = touching.gather_faces(near, count, order, pieces, 0.0, TOUCH, RIM, 0.0, contacts)
    if faces < 0:
        return -1
    co.remember(contacts, faces)
    count = touching.gather_sides(faces, edges, edge_ids, pieces, TOUCH, contacts)
    if count < 0:
        return -1
    count = touching.gather_crossings(count, edges, edge_ids, pieces, TOUCH, contacts)
    if count < 0:
        return -1
    touching.follow_corners(faces, count, pieces, contacts)
    contacts.table[:count, co.GAP] = 0.0
    contacts.table[faces:count, co.PN : co.PZ + 1] = 0.0
    v[:, 2] = -GRAVITY * _DT
    co.prepare(count, contacts.ids, contacts.table, pieces.lightness, v, _DT)
    return count


def _contacts(box: Box, count: int) -> tuple[Contact, ...]:
    found = []
    rows = zip(box.contacts.ids[:count].tolist(), box.contacts.table[:count].tolist(), strict=True)
    to_millinewton = 1e-3 / _DT  # from g mm/s
    for (upper, lower, feature), row in rows:
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
