"""The start: pieces at random places, heights and angles in the closed box, none in another."""

from __future__ import annotations

import math

import numpy as np

from sim.errors import ShakeError
from sim.pile import Tray
from sim.seeds import stream

from ._kernel import kernel
from .bodies import Bodies, Floats, round_off
from .geometry import separation, turn_outline
from .shake import Shake

SPACE = 0.1  # mm between two pieces
TRIES = 5000  # for each piece


def scatter(seed: int, shake: Shake, bodies: Bodies, walls: Floats) -> None:
    """Give every piece a pose from which it can fall, or raise ShakeError where the box is too small."""
    draw = stream(seed, "start")
    order = list(range(bodies.n))
    for k in range(bodies.n - 1, 0, -1):  # a shuffle by random() alone: the one method that never changes
        other = int(draw.random() * (k + 1))
        order[k], order[other] = order[other], order[k]
    half = shake.tray / 2
    low, high = shake.thickness / 2 + SPACE, shake.lid - shake.thickness / 2 - SPACE
    placed = np.zeros(bodies.n, np.int64)
    for count, i in enumerate(order):
        for _ in range(TRIES):
            x, y = (draw.uniform(-half, half) for _ in range(2))
            z, angle = draw.uniform(low, high), draw.uniform(0.0, math.tau)
            bodies.pose[i] = x, y, z, angle, 0.0, 0.0
            turn_outline(bodies.corner_count[i], bodies.local[i], x, y, angle, bodies.outline[i])
            if _fits(i, count, placed, bodies.corner_count, bodies.outline, bodies.pose, walls, shake.thickness + SPACE):
                break
        else:
            raise ShakeError(
                f"a tray of {shake.tray:g} mm is too small for {bodies.n} pieces: use a larger tray or fewer copies"
            )
        placed[count] = i
    round_off(bodies.pose)


@kernel
def _fits(i, count, placed, corner_count, outline, pose, walls, clearance):
    for w in range(walls.shape[0]):
        ax = walls[w, 0]
        ay = walls[w, 1]
        m = w + 1 if w + 1 < walls.shape[0] else 0
        ex = walls[m, 0] - ax
        ey = walls[m, 1] - ay
        length = np.sqrt(ex * ex + ey * ey)
        for k in range(corner_count[i]):
            if ex * (outline[i, k, 1] - ay) - ey * (outline[i, k, 0] - ax) < SPACE * length:
                return False
    for q in range(count):
        j = placed[q]
        if abs(pose[i, 2] - pose[j, 2]) >= clearance:
            continue
        dx = pose[i, 0] - pose[j, 0]
        dy = pose[i, 1] - pose[j, 1]
        if dx * dx + dy * dy > 2200.0:  # two circumscribed circles
            continue
        if separation(corner_count[i], outline[i], corner_count[j], outline[j], SPACE) < SPACE:
            return False
    return True


def walls_of(shake: Shake) -> Floats:
    """The tray's outline as an array, counter-clockwise."""
    return np.array(Tray(shake.tray, shake.corner).outline)
