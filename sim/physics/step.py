"""One step of the box: the engine's planar motion, then heights, tilts, forces and the order of all pieces."""

from __future__ import annotations

import numpy as np

from . import contacts as co
from . import over
from ._kernel import kernel
from .bodies import Bodies, Floats, Ints, place, round_off
from .drive import GRAVITY
from .shake import Shake
from .start import walls_of
from .world import World

CELL = 47.0  # mm, wider than any piece with its margin
MARGIN = 1.0  # mm; faces closer than this are watched by the solver
CLIMB = 0.25  # of the thickness: an edge this much too low still rides up
SLOP = 0.005  # mm that pieces may sink into one another
STEEPEST = 1.0  # slope at which a piece stops tilting: the planar outline means nothing beyond


class Box:
    """A tray with pieces in it, and all that a step needs."""

    def __init__(self, shake: Shake, bodies: Bodies) -> None:
        n = bodies.n
        self.bodies = bodies
        self.friction = shake.friction
        self.climb = CLIMB * shake.thickness
        self.order = np.zeros((n, n), np.int8)
        self.side = np.zeros((n, n), np.int8)
        self.below = np.zeros((n, min(n, over.MOST_BELOW)), np.int32)
        self.below_count: Ints = np.zeros(n, np.int64)
        self.pairs: Ints = np.zeros((60 * n + 100, 2), np.int64)
        side_cells = int(shake.tray / CELL) + 3
        self.heads: Ints = np.zeros(side_cells * side_cells, np.int64)
        self.nexts: Ints = np.zeros(n, np.int64)
        self.stamp: Ints = np.zeros(n + 1, np.int64)
        self.stack: Ints = np.zeros(n + 1, np.int64)
        self.again: Ints = np.zeros((4 * n, 2), np.int64)
        self.ids: Ints = np.zeros((100 * n + 100, 3), np.int64)
        self.table: Floats = np.zeros((100 * n + 100, co.COLUMNS))
        self.start: Ints = np.zeros(n + 1, np.int64)
        self.old_ids: Ints = np.zeros_like(self.ids)
        self.old: Floats = np.zeros((100 * n + 100, 4))
        self.shift: Floats = np.zeros((n, 3))
        self.ahead: Floats = np.zeros((n, 6))
        self.edge_count = 0
        _order_now(
            n, bodies.corner_count, bodies.local, bodies.pose, bodies.thickness, bodies.outline, bodies.under, bodies.top,
            bodies.plane, bodies.box, self.pairs, self.heads, self.nexts, self.climb, self.order, self.side, self.below,
            self.below_count, self.stamp, self.stack, self.again,
        )  # fmt: skip
        self.world = World(bodies, walls_of(shake), shake.friction, self.order, self.side)

    def step(
        self, dt: float, acceleration: tuple[float, float], lid: float, sweeps: int, keep: float = 1.0
    ) -> bool:
        """Move on by dt, keeping that share of all velocities; False when the pieces crowd beyond what the tables hold."""
        bodies = self.bodies
        planar, self.edge_count = self.world.step(dt, acceleration)
        asked = _tick(
            bodies.n, dt, planar, bodies.pose, bodies.velocity, bodies.lightness, bodies.corner_count, bodies.local,
            bodies.thickness, self.friction, self.climb, lid, sweeps, keep,
            bodies.outline, bodies.under, bodies.top, bodies.plane, bodies.box, self.pairs, self.heads, self.nexts,
            self.order, self.side, self.below, self.below_count, self.stamp, self.stack, self.again,
            self.world.edges[: self.edge_count], self.world.edge_ids[: self.edge_count],
            self.ids, self.table, self.start, self.old_ids, self.old, self.shift, self.ahead,
        )  # fmt: skip
        if asked < 0:
            return False
        if asked:
            self.world.ask_again(self.again[:asked].tolist())
        self.world.write(planar)
        return True

    def scale_memory(self, factor: float) -> None:
        """Impulses kept from the last step are forces times its length: a new length scales them."""
        self.old *= factor


@kernel
def _order_now(n, corner_count, local, pose, thickness, outline, under, top, plane, box, pairs, heads, nexts, climb,
               order, side, below, below_count, stamp, stack, again):
    """Bring *over* up to date with the poses that the engine will see next; returns how many pairs to ask again."""
    place(n, corner_count, local, pose, thickness, outline, under, top, plane, box)
    near = over.find_near(n, box, CELL, pairs, heads, nexts)
    if near < 0:
        return -1
    over.release_far(n, box, order, below, below_count)
    return over.judge(near, pairs, corner_count, outline, under, top, plane, box, climb, order, side, below, below_count,
                      stamp, stack, again)


@kernel
def _advance_height(n, pose, v, dt):
    """Heights and slopes after dt. The normal turns with the angular velocity: dn/dt = w x n."""
    for i in range(n):
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
def _tick(n, dt, planar, pose, v, lightness, corner_count, local, thickness, friction, climb, lid, sweeps, keep,
          outline, under, top, plane, box, pairs, heads, nexts,
          order, side, below, below_count, stamp, stack, again, edges, edge_ids,
          ids, table, start, old_ids, old, shift, ahead):
    for i in range(n):
        pose[i, 0] = planar[i, 0]
        pose[i, 1] = planar[i, 1]
        pose[i, 3] = planar[i, 2]
        v[i, 0] = planar[i, 3]
        v[i, 1] = planar[i, 4]
        v[i, 5] = planar[i, 5]
        v[i, 2] -= GRAVITY * dt
    place(n, corner_count, local, pose, thickness, outline, under, top, plane, box)
    near = over.find_near(n, box, CELL, pairs, heads, nexts)
    if near < 0:
        return -1
    count = co.gather(n, near, pairs, order, corner_count, under, top, plane, box, pose, MARGIN, lid, ids, table)
    if count < 0:
        return -1
    co.remember(count, ids, table, start, old_ids, old)
    count = co.gather_sides(count, edges, edge_ids, plane, pose, order, ids, table, start, old_ids, old)
    if count < 0:
        return -1
    co.prepare(count, ids, table, lightness, v, dt)
    co.sweep(count, ids, table, lightness, v, friction, sweeps)
    co.keep(n, count, ids, table, start, old_ids, old)
    if co.part(n, count, ids, table, lightness, shift, SLOP):
        for i in range(n):
            pose[i, 2] += shift[i, 0]
            pose[i, 4] += shift[i, 1]
            pose[i, 5] += shift[i, 2]
    for i in range(n):
        for k in range(6):
            v[i, k] *= keep
    round_off(v)
    _advance_height(n, pose, v, dt)
    round_off(pose)
    for i in range(n):
        for k in range(6):
            ahead[i, k] = pose[i, k]
        ahead[i, 0] += v[i, 0] * dt
        ahead[i, 1] += v[i, 1] * dt
        ahead[i, 3] += v[i, 5] * dt
        planar[i, 0] = pose[i, 0]
        planar[i, 1] = pose[i, 1]
        planar[i, 2] = pose[i, 3]
        planar[i, 3] = v[i, 0]
        planar[i, 4] = v[i, 1]
        planar[i, 5] = v[i, 5]
    return _order_now(n, corner_count, local, ahead, thickness, outline, under, top, plane, box, pairs, heads, nexts, climb,
                      order, side, below, below_count, stamp, stack, again)
