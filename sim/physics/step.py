"""One step of the box: the engine's planar motion, then heights, tilts, forces and the order of all pieces."""

from __future__ import annotations

import numpy as np

from . import contacts as co
from . import over, touching
from ._kernel import kernel
from .bodies import Bodies, Floats, Ints, place, refit, round_off
from .drive import GRAVITY
from .shake import Shake
from .start import walls_of
from .world import World

MARGIN = 0.5  # mm; faces that can come closer than this within a step are watched by the solver
CLIMB = 1 / 3  # of the thickness: an edge this much too low still rides up
FIT = 0.15  # mm by which a footprint may be out of date
DRAG = 0.1  # sliding and spinning are calmed by this share of what rising and tilting are: friction stops them
SLOP = 0.005  # mm that pieces may sink into one another
STEEPEST = 1.75  # slope at which a piece stops tilting, just over 60 degrees


class Box:
    """A tray with pieces in it, and all that a step needs."""

    def __init__(self, shake: Shake, bodies: Bodies) -> None:
        self.bodies = bodies
        self.friction = shake.friction
        self.climb = CLIMB * shake.thickness
        self.rim = 0.0  # mm; faces that overlap less than this slip off one another
        self.near = over.near(bodies.n, shake.tray)
        self.order = over.unordered(bodies.n)
        self.contacts = co.no_contacts(bodies.n)
        self.edge_count = 0
        self._shift: Floats = np.zeros((bodies.n, 3))
        self._ahead: Floats = np.zeros((bodies.n, 6))
        self._refitted: Ints = np.zeros(bodies.n, np.int64)
        refit(bodies.pieces, FIT, self._refitted)
        # if the pieces crowd already, the first step tells
        _order_now(bodies.pieces, bodies.pose, self.near, self.order, self.climb, self.rim)
        self.world = World(bodies, walls_of(shake), shake.friction, self.order)

    def step(
        self,
        dt: float,
        acceleration: tuple[float, float],
        lid: float,
        sweeps: int,
        keep: float = 1.0,
        fit: float = FIT,
    ) -> bool:
        """Move on by dt under a lid (mm; 0: there is none), the box accelerated in the plane (mm/s2).

        `sweeps` of the solver; `keep` is the share of the speeds of rising and tilting that is not calmed; `fit`, mm,
        is how much footprints may be out of date. Returns False when the pieces crowd beyond what the tables hold.
        """
        planar, self.edge_count = self.world.step(dt, acceleration)
        asked, refitted = _tick(
            self.bodies.pieces, planar, self.near, self.order, self.contacts,
            self.world.edges[: self.edge_count], self.world.edge_ids[: self.edge_count],
            self._shift, self._ahead, self._refitted, dt, self.friction, self.climb, self.rim, lid, sweeps, keep, fit,
        )  # fmt: skip
        if asked < 0:
            return False
        if refitted:
            self.world.reshape(self._refitted[:refitted].tolist(), self.bodies.pieces)
        if asked:
            self.world.ask_again(self.order.again[:asked].tolist())
        self.world.write(planar)
        return True

    def scale_memory(self, factor: float) -> None:
        """Impulses kept from the last step are forces times its length: a new length scales them."""
        self.contacts.old[:] *= factor


@kernel
def _order_now(pieces, pose, near, order, climb, rim):
    """Bring *over* up to date with the poses that the engine will see next; returns how many pairs to ask again."""
    place(pieces, pose)
    count = over.find_near(near, pieces.box)
    if count < 0:
        return -1
    over.release_far(pieces.box, order)
    return over.judge(near, count, pieces, pose, climb, rim, order)


@kernel
def _advance_height(pose, v, dt):
    """Heights and slopes after dt. The normal turns with the angular velocity: dn/dt = w x n."""
    for i in range(pose.shape[0]):
        gx = pose[i, 4]
        gy = pose[i, 5]
        wx = v[i, 3]
        wy = v[i, 4]
        wz = v[i, 5]
        pose[i, 2] += v[i, 2] * dt
        pose[i, 4] += (-wy * (1.0 + gx * gx) + gx * gy * wx - wz * gy) * dt
        pose[i, 5] += (wx * (1.0 + gy * gy) - gx * gy * wy + wz * gx) * dt
        steep = np.sqrt(pose[i, 4] ** 2 + pose[i, 5] ** 2)
        if steep > STEEPEST:
            pose[i, 4] *= STEEPEST / steep
            pose[i, 5] *= STEEPEST / steep
            v[i, 3] = 0.0
            v[i, 4] = 0.0


@kernel
def _read(planar, pose, v, dt):
    """Take over what the engine did in the plane, and let gravity act."""
    for i in range(pose.shape[0]):
        pose[i, 0] = planar[i, 0]
        pose[i, 1] = planar[i, 1]
        pose[i, 3] = planar[i, 2]
        v[i, 0] = planar[i, 3]
        v[i, 1] = planar[i, 4]
        v[i, 5] = planar[i, 5]
        v[i, 2] -= GRAVITY * dt


@kernel
def _write(planar, ahead, pose, v, dt):
    """Tell the engine the rounded state, and look ahead to where it will move the pieces."""
    for i in range(pose.shape[0]):
        planar[i, 0] = pose[i, 0]
        planar[i, 1] = pose[i, 1]
        planar[i, 2] = pose[i, 3]
        planar[i, 3] = v[i, 0]
        planar[i, 4] = v[i, 1]
        planar[i, 5] = v[i, 5]
    ahead[:] = pose
    for i in range(pose.shape[0]):
        ahead[i, 0] += v[i, 0] * dt
        ahead[i, 1] += v[i, 1] * dt
        ahead[i, 3] += v[i, 5] * dt


@kernel
def _tick(
    pieces,
    planar,
    near,
    order,
    contacts,
    edges,
    edge_ids,
    shift,
    ahead,
    refitted,
    dt,
    friction,
    climb,
    rim,
    lid,
    sweeps,
    keep,
    fit,
):
    """A step but for the engine's part; returns how many pairs to ask again (or -1) and how many outlines changed."""
    pose, v = pieces.pose, pieces.velocity
    _read(planar, pose, v, dt)
    place(pieces, pose)
    count = over.find_near(near, pieces.box)
    if count < 0:
        return -1, 0
    count = touching.gather_faces(near, count, order, pieces, dt, MARGIN, rim, lid, contacts)
    if count < 0:
        return -1, 0
    co.remember(contacts, count)
    count = touching.gather_sides(count, edges, edge_ids, pieces, MARGIN, contacts)
    if count < 0:
        return -1, 0
    co.prepare(count, contacts.ids, contacts.table, pieces.lightness, v, dt)
    co.sweep(count, contacts.ids, contacts.table, pieces.lightness, v, friction, sweeps)
    co.keep(contacts, count)
    if co.part(count, contacts.ids, contacts.table, pieces.lightness, shift, SLOP):
        for i in range(pose.shape[0]):
            pose[i, 2] += shift[i, 0]
            pose[i, 4] += shift[i, 1]
            pose[i, 5] += shift[i, 2]
    v *= 1.0 - DRAG * (1.0 - keep)
    v[:, 2:5] *= keep
    round_off(v)
    _advance_height(pose, v, dt)
    round_off(pose)
    changed = refit(pieces, fit, refitted)
    _write(planar, ahead, pose, v, dt)
    return _order_now(pieces, ahead, near, order, climb, rim), changed
