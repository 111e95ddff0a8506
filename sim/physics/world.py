"""The planar world: pymunk moves the pieces in the plane and lets their edges collide."""

from __future__ import annotations

import threading
from typing import Any

import numpy as np
import pymunk
from pymunk import batch
from pymunk.batch import ArbiterFields, BodyFields

from ._kernel import kernel
from .bodies import Bodies, Floats, Ints, Pieces
from .contacts import WALL
from .over import Order

_PIECE, _ASK_AGAIN = 1, 2  # collision types
_STATE = BodyFields.POSITION | BodyFields.ANGLE | BodyFields.VELOCITY | BodyFields.ANGULAR_VELOCITY
_PRESSED = (
    ArbiterFields.BODY_A_ID
    | ArbiterFields.BODY_B_ID
    | ArbiterFields.TOTAL_IMPULSE
    | ArbiterFields.NORMAL
    | ArbiterFields.CONTACT_COUNT
    | ArbiterFields.POINT_A_1
    | ArbiterFields.POINT_B_1
    | ArbiterFields.POINT_A_2
    | ArbiterFields.POINT_B_2
)
_COLUMNS = 12  # floats of an arbiter
_WALL_DEPTH = 1000.0  # mm; further than anything moves in a step, so that nothing gets through
_ITERATIONS = 6


class _Buffers(threading.local):
    """What the engine's state is read into and written from, one for each thread: it never frees what they hold."""

    def __init__(self) -> None:
        self.read = batch.Buffer()
        self.written = batch.Buffer()


_BUFFERS = _Buffers()


class World:
    """The pieces as pymunk bodies. Pairs of which one is over the other do not collide.

    `order.side` is written here: it tells the pairs that do.
    """

    def __init__(self, bodies: Bodies, walls: Floats, friction: float, order: Order) -> None:
        self._over, self._side = order.over, order.side
        self._space = space = pymunk.Space()
        space.iterations = _ITERATIONS
        space.collision_slop = 0.02  # mm
        space.collision_bias = (1 - 0.2) ** 240  # a fifth of an overlap is undone within 1/240 s
        space.collision_persistence = 1
        rough = friction**0.5  # the engine multiplies the two surfaces' values
        self._shapes = [self._add_piece(bodies, i, rough) for i in range(bodies.n)]
        self._number: dict[pymunk.Shape, int] = {shape: i for i, shape in enumerate(self._shapes)}
        names = np.array([body.id for body in space.bodies], dtype=np.int64)
        self._owner: Ints = np.argsort(names, kind="stable")
        self._names: Ints = names[self._owner]
        self._add_walls(walls, rough)
        space.on_collision(_PIECE, _PIECE, begin=self._judge)
        for other in (_PIECE, _ASK_AGAIN):
            space.on_collision(other, _ASK_AGAIN, begin=self._judge, pre_solve=self._judge)
        self._asked: list[pymunk.Shape] = []
        self.edges: Floats = np.zeros((20 * bodies.n, 8))
        self.edge_ids: Ints = np.zeros((20 * bodies.n, 4), np.int64)

    def _add_piece(self, bodies: Bodies, i: int, rough: float) -> pymunk.Poly:
        body = pymunk.Body(float(bodies.mass[i]), float(bodies.inertia[i]))
        body.position = float(bodies.pose[i, 0]), float(bodies.pose[i, 1])
        body.angle = float(bodies.pose[i, 3])
        pieces = bodies.pieces
        shape = pymunk.Poly(body, pieces.prints[i, : pieces.print_count[i]].tolist())
        shape.friction = rough
        shape.collision_type = _PIECE
        self._space.add(body, shape)
        return shape

    def _add_walls(self, walls: Floats, rough: float) -> None:
        for (ax, ay), (bx, by) in zip(walls.tolist(), np.roll(walls, -1, axis=0).tolist(), strict=True):
            length = ((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5
            tx, ty = (bx - ax) / length * _WALL_DEPTH, (by - ay) / length * _WALL_DEPTH
            ax, ay, bx, by = ax - tx, ay - ty, bx + tx, by + ty
            wall = pymunk.Poly(self._space.static_body, [(ax, ay), (bx, by), (bx + ty, by - tx), (ax + ty, ay - tx)])
            wall.friction = rough
            self._space.add(wall)

    def _judge(self, arbiter: pymunk.Arbiter, _space: pymunk.Space, _data: Any) -> None:
        a, b = arbiter.shapes
        i, j = self._number[a], self._number[b]
        collide = not self._over[i, j]
        arbiter.process_collision = collide
        self._side[i, j] = self._side[j, i] = collide

    def ask_again(self, pairs: list[list[int]]) -> None:
        """Let the next step judge these pairs anew, though they touch already.

        A callback on every touching pair at every step would cost more than the physics: only these get one, once.
        """
        for pair in pairs:
            for i in pair:
                self._shapes[i].collision_type = _ASK_AGAIN
                self._asked.append(self._shapes[i])

    def reshape(self, which: list[int], pieces: Pieces) -> None:
        """Give pieces their new footprints."""
        for i in which:
            self._shapes[i].unsafe_set_vertices(pieces.prints[i, : pieces.print_count[i]].tolist())

    def step(self, dt: float, acceleration: tuple[float, float]) -> tuple[Floats, int]:
        """Move on by dt; return x, y, angle and their velocities by piece, and how many edges press (see `edges`).

        What is returned lasts until any world of this thread moves on.
        """
        self._space.gravity = acceleration
        self._space.step(dt)
        for shape in self._asked:
            shape.collision_type = _PIECE
        self._asked.clear()
        buffer = _BUFFERS.read
        buffer.clear()
        batch.get_space_arbiters(self._space, _PRESSED, buffer)
        ints = np.frombuffer(buffer.int_buf(), dtype=np.int64).reshape(-1, 3)
        floats = np.frombuffer(buffer.float_buf(), dtype=np.float64).reshape(len(ints), _COLUMNS)
        if len(ints) > len(self.edges):
            self.edges = np.zeros((2 * len(ints), 8))
            self.edge_ids = np.zeros((2 * len(ints), 4), np.int64)
        count = _sort_edges(self._names, self._owner, self._over, ints, floats, self.edge_ids, self.edges)
        buffer.clear()
        batch.get_space_bodies(self._space, _STATE, buffer)
        return np.frombuffer(buffer.float_buf(), dtype=np.float64).reshape(-1, 6), count

    def write(self, planar: Floats) -> None:
        """Give the bodies the poses and velocities that `step` returned, as changed since."""
        _BUFFERS.written.set_float_buf(planar)
        batch.set_space_bodies(self._space, _STATE, _BUFFERS.written)


@kernel
def _sort_edges(names, owner, over, ints, floats, edge_ids, edges):
    """Pieces for bodies, the larger id first, in an order that does not depend on memory addresses.

    Impulse and normal are turned so that they act on that first piece. Pairs that do not collide are left out; returns
    how many are written.
    """
    n = names.shape[0]
    m = 0
    found = np.empty(ints.shape[0], np.int64)
    keys = np.empty(ints.shape[0], np.int64)
    sign = np.empty(ints.shape[0])
    for e in range(ints.shape[0]):
        if ints[e, 2] == 0:
            continue
        a = np.searchsorted(names, ints[e, 0])
        a = owner[a] if a < n and names[a] == ints[e, 0] else WALL
        b = np.searchsorted(names, ints[e, 1])
        b = owner[b] if b < n and names[b] == ints[e, 1] else WALL
        low = min(a, b)
        high = max(a, b)
        if low >= 0 and over[high, low] != 0:
            continue
        sign[e] = 1.0 if a == high else -1.0
        facing = 0
        if low < 0:  # a piece may touch two walls: tell them apart by where they face
            nx = -sign[e] * floats[e, 2]
            ny = -sign[e] * floats[e, 3]
            facing = ((nx > 0.3) * 2 + (nx > -0.3)) * 4 + (ny > 0.3) * 2 + (ny > -0.3)
        found[m] = e
        keys[m] = (high * (n + 2) + low + 2) * 16 + facing
        m += 1
    rank = np.argsort(keys[:m], kind="mergesort")
    for q in range(m):
        k = keys[rank[q]]
        e = found[rank[q]]
        edge_ids[q, 0] = k // 16 // (n + 2)
        edge_ids[q, 1] = k // 16 % (n + 2) - 2
        edge_ids[q, 2] = ints[e, 2]
        edge_ids[q, 3] = k % 16
        edges[q, 0] = sign[e] * floats[e, 0]
        edges[q, 1] = sign[e] * floats[e, 1]
        edges[q, 2] = -sign[e] * floats[e, 2]
        edges[q, 3] = -sign[e] * floats[e, 3]
        # the middle of both bodies' points, the two points in a fixed order: neither depends on which body came first
        x1 = (floats[e, 4] + floats[e, 6]) * 0.5
        y1 = (floats[e, 5] + floats[e, 7]) * 0.5
        x2 = (floats[e, 8] + floats[e, 10]) * 0.5
        y2 = (floats[e, 9] + floats[e, 11]) * 0.5
        if ints[e, 2] > 1 and (x2 < x1 or (x2 == x1 and y2 < y1)):
            x1, y1, x2, y2 = x2, y2, x1, y1
        edges[q, 4] = x1
        edges[q, 5] = y1
        edges[q, 6] = x2
        edges[q, 7] = y2
    return m
