"""From a seed to a pile at rest: drop, shake, put down, wait."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator

import numpy as np

from sim.errors import NotSettled
from sim.pile import Contact, Frame, Phase, Piece, Pile, Pose, Push

from . import MODEL, rest
from .bodies import Bodies, Floats
from .drive import GRAVITY, Drive, Hand
from .shake import Shake
from .start import scatter, walls_of
from .step import FIT, Box

STEPS = 240  # a second
FINE = 2  # steps are this much shorter once the box stands still
FRAMES = 60  # a second, for whoever watches
DROP = 0.25  # s at least to fall before the shake begins
SWEEPS, REST_SWEEPS = 8, 16
CALMING = 40.0  # 1/s, and as much more every second: how fast motion dies away once the box stands still
LET_GO = 2.0  # s after which calming begins anew where a hand shook: see README.md
FIT_REST = 0.01  # mm by which footprints may be out of date then
SLOW = 1.0  # mm/s, mean over a window: what counts as rest
WINDOW = 0.1  # s
CALM_WINDOWS = 2
_RIM = 19.0  # mm from the centre: where turning is seen as speed


def settle(seed: int, shake: Shake | None = None, trace: Iterable[Push] | None = None) -> Pile:
    """Return the pile of a seed, shaken as the seed says or by a hand that left a trace, or raise NotSettled."""
    for pile in _run(seed, shake or Shake(), None, trace):
        if isinstance(pile, Pile):
            return pile
    raise AssertionError("a run ends in a pile or raises")


def course(
    seed: int,
    shake: Shake | None = None,
    pushes: Iterable[Push] | None = None,
    *,
    frames: int = FRAMES,
    meet: Callable[[Box], None] | None = None,
) -> Iterator[Frame]:
    """Iterate over the shake as it happens; the last frame brings the pile, the same as `settle` gives.

    Pushes of a hand may come as they are made: each gives one frame, and only then the next is asked for. When they
    end, the box is put down. There are so many `frames` a second. Who asks to `meet` the box gets it before the first
    step, to look at between frames: it is read, never written.
    """
    for moment in _run(seed, shake or Shake(), frames, pushes, meet):
        if isinstance(moment, Frame):
            yield moment


def _run(
    seed: int,
    shake: Shake,
    frames: int | None,
    pushes: Iterable[Push] | None,
    meet: Callable[[Box], None] | None = None,
) -> Iterator[Frame | Pile]:
    """Step until rest. With `frames` a second it yields Frames as well; looking changes nothing."""
    bodies = Bodies(shake)
    scatter(seed, shake, bodies, walls_of(shake))
    box = Box(shake, bodies)
    hand = None if pushes is None else Hand(pushes, shake)
    if meet:
        meet(box)
    dt = 1.0 / STEPS
    falling = round(drop_time(shake) * STEPS)
    k = 0
    for k in range(1, falling + 1):
        _step(box, dt, (0.0, 0.0), shake.lid, SWEEPS, 1.0, seed)
        if frames and k % (STEPS // frames) == 0:
            yield _frame(k * dt, "drop", bodies, (0.0, 0.0))
    begun = falling if hand else 0  # a frame comes with each push
    for k, pull in enumerate((hand or Drive(seed, shake)).pulls(STEPS), falling + 1):
        _step(box, dt, pull, shake.lid, SWEEPS, 1.0, seed)
        if frames and (k - begun) % (STEPS // frames) == 0:
            yield _frame(k * dt, "shake", bodies, pull)
    put_down = k * dt
    dt /= FINE
    box.scale_memory(1.0 / FINE)
    window = round(WINDOW / dt)
    calm, before = 0, bodies.pose.copy()
    for k in range(1, round(shake.limit / dt) + 1):
        calming = CALMING * (1.0 + (k * dt % LET_GO if hand else k * dt))
        _step(box, dt, (0.0, 0.0), 0.0, REST_SWEEPS, max(1.0 - calming * dt, 0.0), seed, FIT_REST)
        if frames and k % (FINE * STEPS // frames) == 0:
            yield _frame(put_down + k * dt, "settle", bodies, (0.0, 0.0))
        if k % window:
            continue
        calm = calm + 1 if _speed(before, bodies.pose) < SLOW else 0
        before = bodies.pose.copy()
        if calm < CALM_WINDOWS:
            continue
        if (found := rest.forces(box)) is None:
            box.rim = rest.RIM  # what only a hair of a rim still holds slips off, at the latest now
        else:
            trace = tuple(hand.trace) if hand else None
            pile = _pile(seed, shake, bodies, found, k * dt, trace)
            if frames:
                yield _frame(put_down + k * dt, "rest", bodies, (0.0, 0.0), pile)
            yield pile
            return
    raise NotSettled(
        f"seed {seed} does not come to rest within {shake.limit:g} s: use another seed or a limit of up to 10 s"
    )


def drop_time(shake: Shake) -> float:
    """How long the pieces fall before the shake begins, s: from under the lid to the floor at least."""
    return max(DROP, math.sqrt(2.0 * shake.lid / GRAVITY))


def _step(
    box: Box,
    dt: float,
    acceleration: tuple[float, float],
    lid: float,
    sweeps: int,
    keep: float,
    seed: int,
    fit: float = FIT,
) -> None:
    if not (box.step(dt, acceleration, lid, sweeps, keep, fit) and np.isfinite(box.bodies.velocity).all()):
        raise NotSettled(f"seed {seed} does not come to rest: the pieces crowd beyond what the model can follow")


def _speed(before: Floats, now: Floats) -> float:
    """The largest mean speed of a window, mm/s, of any piece's centre or rim."""
    moved = np.abs(now - before)
    sideways = np.sqrt(moved[:, 0] ** 2 + moved[:, 1] ** 2) + _RIM * moved[:, 3]
    upwards = moved[:, 2] + _RIM * np.sqrt(moved[:, 4] ** 2 + moved[:, 5] ** 2)
    return float(np.maximum(sideways, upwards).max()) / WINDOW


def _pile(
    seed: int,
    shake: Shake,
    bodies: Bodies,
    contacts: tuple[Contact, ...],
    time: float,
    trace: tuple[Push, ...] | None,
) -> Pile:
    pieces = [
        Piece(i, shape, colour, x, y, z, angle % math.tau, (gx, gy), bodies.thickness)
        for i, ((shape, colour), (x, y, z, angle, gx, gy)) in enumerate(
            zip(bodies.kinds, bodies.pose.tolist(), strict=True)
        )
    ]
    return Pile.settled(seed, shake.to_dict(), MODEL, pieces, contacts, time, trace)


def _frame(time: float, phase: Phase, bodies: Bodies, pull: tuple[float, float], pile: Pile | None = None) -> Frame:
    poses = tuple(Pose(x, y, z, angle, (gx, gy)) for x, y, z, angle, gx, gy in bodies.pose.tolist())
    # Pieces are pulled against the way that the box is accelerated.
    return Frame(time, phase, poses, (0.0 - pull[0] / GRAVITY, 0.0 - pull[1] / GRAVITY), pile)
