"""A whole shake as arrays: what is seen of it between two frames, and what can be reckoned from that.

Looking changes nothing: the pile is the one that `settle` gives, to the bit.
"""

from __future__ import annotations

import numpy as np

from sim.arrays import Floats, Ints, Trajectory, frozen
from sim.errors import ShakeError
from sim.pile import Contact, Frame
from sim.pile.plain import plain_int
from sim.pile.reading import short

from . import contacts as co
from .bodies import Bodies
from .drive import GRAVITY
from .settle import FINE, FRAMES, STEPS, course
from .shake import Shake
from .step import Box

RATES = tuple(rate for rate in range(1, STEPS + 1) if STEPS % rate == 0)
"""How many frames a second there can be: a whole number of steps lies between two."""
_TO_MILLIJOULE = 1e-6  # from g mm2/s2
_TO_MILLINEWTON = 1e-3  # from g mm/s2
_BELOW = 3  # pieces, floor, wall and lid as numbers from 0: the lid is -3


def trajectory(seed: int, shake: Shake | None = None, rate: int = FRAMES) -> Trajectory:
    """Return the whole shake of a seed with so many frames a second, or raise NotSettled."""
    frames = plain_int(rate)
    if frames not in RATES:
        raise ShakeError(f"rate {short(rate)} does not divide {STEPS} steps a second: use {', '.join(map(str, RATES))}")
    onlooker = _Onlooker()
    for frame in course(seed, shake, frames=frames, meet=onlooker.meet):
        onlooker.look(frame)
    return onlooker.told()


def energies(bodies: Bodies, poses: Floats, velocities: Floats) -> tuple[Floats, Floats]:
    """Return potential and kinetic energy of all pieces together, mJ, where the last two axes are pieces and columns.

    Inertia is what the solver takes it for: that of a flat piece about its own axes.
    """
    mass = 1.0 / bodies.pieces.lightness[:, 0]
    tilt, spin = (1.0 / bodies.pieces.lightness[:, k] for k in (1, 2))
    squares = velocities**2
    moving = mass * squares[..., :3].sum(axis=-1)
    turning = tilt * (squares[..., 3] + squares[..., 4]) + spin * squares[..., 5]
    potential: Floats = GRAVITY * (mass * poses[..., 2]).sum(axis=-1) * _TO_MILLIJOULE
    kinetic: Floats = 0.5 * (moving + turning).sum(axis=-1) * _TO_MILLIJOULE
    return potential, kinetic


def forces(box: Box, dt: float) -> tuple[Ints, Floats]:
    """Return who pressed on whom in the last step: upper and lower; the load and the force on the upper, mN."""
    count = int(box.contacts.start[-1])
    ids, table = box.contacts.ids[:count], box.contacts.table[:count]
    impulses = table[:, co.PN, None] * table[:, co.NX : co.NZ + 1] + table[:, co.PX : co.PZ + 1]
    pairs, pushes = _engines_own(box, ids)
    values = np.concatenate([np.column_stack([table[:, co.PN], impulses]), pushes]) / dt * _TO_MILLINEWTON
    return _by_pair(np.concatenate([ids[:, :2], pairs]), values)


def _engines_own(box: Box, ids: Ints) -> tuple[Ints, Floats]:
    """Return what the planar engine did where the solver did nothing: sides with no height in common, ever so often.

    Where the solver has a row for a point of an edge, its impulse has grown out of the engine's: see `gather_sides`.
    """
    edges, edge_ids = box.world.edges[: box.edge_count], box.world.edge_ids[: box.edge_count]
    points = np.repeat(np.arange(len(edges)), edge_ids[:, 2])
    number = np.arange(len(points)) - np.searchsorted(points, points)
    named = np.column_stack([edge_ids[points, 0], edge_ids[points, 1], 4 * edge_ids[points, 3] + number])
    sides = ids[ids[:, 2] >= co.SIDE].copy()
    sides[:, 2] = (sides[:, 2] - co.SIDE) // 2
    kept = ~np.isin(_as_one(named), _as_one(sides))
    share = edges[points[kept]] / edge_ids[points[kept], 2, None]
    push = (share[:, :2] * edges[points[kept], 2:4]).sum(axis=1)
    return named[kept, :2], np.column_stack([push, share[:, :2], np.zeros(len(push))])


def _as_one(rows: Ints) -> Ints:
    """Return upper, lower and a number below 100 as one number."""
    one: Ints = (rows[:, 0] * 10_000 + rows[:, 1] + _BELOW) * 100 + rows[:, 2]
    return one


def _resting(contacts: tuple[Contact, ...]) -> tuple[Ints, Floats]:
    """Return the same of a pile at rest."""
    pairs: Ints = np.array([(c.upper, c.lower) for c in contacts], np.int64).reshape(-1, 2)
    return _by_pair(pairs, np.array([(c.load, *c.force) for c in contacts], float).reshape(-1, 4))


def _by_pair(pairs: Ints, values: Floats) -> tuple[Ints, Floats]:
    """Add up the points where the same two touch; pairs between which nothing acts are left out."""
    loaded = values.any(axis=1)
    pairs, values = pairs[loaded], values[loaded]
    wide = int(pairs.max(initial=0)) + 1 + _BELOW
    keys, which = np.unique(pairs[:, 0] * wide + pairs[:, 1] + _BELOW, return_inverse=True)
    sums: Floats = np.zeros((len(keys), values.shape[1]))
    np.add.at(sums, which, values)
    return np.column_stack([keys // wide, keys % wide - _BELOW]), sums


class _Onlooker:
    """Looks at a box from before its first step to its rest."""

    def __init__(self) -> None:
        self._moments: list[tuple[float, str, tuple[float, float]]] = []
        self._poses: list[Floats] = []
        self._velocities: list[Floats] = []
        self._forces: list[tuple[Ints, Floats]] = []

    def meet(self, box: Box) -> None:
        """See the pieces as they are let go."""
        self._box = box
        self._keep(0.0, "drop", (0.0, 0.0), _resting(()))

    def look(self, frame: Frame) -> None:
        """See a frame. Rest takes the place of a frame of the same moment."""
        if frame.pile is None:
            dt = 1.0 / (STEPS * FINE if frame.phase == "settle" else STEPS)
            self._keep(frame.time, frame.phase, frame.drive, forces(self._box, dt))
            return
        self._pile = frame.pile
        if self._moments[-1][0] >= frame.time:
            for kept in (self._moments, self._poses, self._velocities, self._forces):
                kept.pop()
        self._keep(frame.time, frame.phase, frame.drive, _resting(frame.pile.contacts))

    def _keep(self, time: float, phase: str, drive: tuple[float, float], acting: tuple[Ints, Floats]) -> None:
        self._moments.append((time, phase, drive))
        self._poses.append(self._box.bodies.pose.copy())
        self._velocities.append(self._box.bodies.velocity.copy())
        self._forces.append(acting)

    def told(self) -> Trajectory:
        """Return all that was seen."""
        poses, velocities = np.array(self._poses), np.array(self._velocities)
        potential, kinetic = energies(self._box.bodies, poses, velocities)
        time, phase, drive = zip(*self._moments, strict=True)
        pairs = np.concatenate([pairs for pairs, _ in self._forces])
        values = np.concatenate([values for _, values in self._forces])
        return Trajectory(
            pile=self._pile,
            time=frozen(time, float),
            phase=frozen(phase, str),
            drive=frozen(drive, float),
            poses=frozen(poses, float),
            velocities=frozen(velocities, float),
            potential=frozen(potential, float),
            kinetic=frozen(kinetic, float),
            contact_frame=frozen(np.repeat(np.arange(len(time)), [len(some) for some, _ in self._forces]), np.int64),
            contact_upper=frozen(pairs[:, 0], np.int64),
            contact_lower=frozen(pairs[:, 1], np.int64),
            contact_load=frozen(values[:, 0], float),
            contact_force=frozen(values[:, 1:], float),
        )
