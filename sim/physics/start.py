"""The start: pieces tumbled at random into the closed box, none in another, ready to fall."""

from __future__ import annotations

import numpy as np

from sim.errors import ShakeError
from sim.pile import Tray
from sim.seeds import stream

from ._kernel import kernel
from .bodies import Bodies, Floats, make_print, own_slope, round_off
from .geometry import new_overlap, separation, sincos, turn_outline
from .over import least_gap, meet
from .shake import Shake

SPACE = 0.1  # mm between two pieces
UPRIGHT = 0.5  # the least height of a unit normal: nothing starts steeper than 60 degrees
TRIES = 4000  # for each piece
TUMBLED_TRIES = 1000  # after so many a piece is turned ever flatter
_CIRCLES = 52.0**2  # mm2: centres further apart than this cannot have pieces that meet, however thick
_TURN = 6.283185307179586
_DRAWS = 6  # random numbers for a try
_BLOCK = 500  # tries drawn at once


def scatter(seed: int, shake: Shake, bodies: Bodies, walls: Floats) -> None:
    """Give every piece a pose from which it can fall, or raise ShakeError where the box is too small."""
    draw = stream(seed, "start")
    order = np.arange(bodies.n)
    for k in range(bodies.n - 1, 0, -1):  # a shuffle by random() alone: the one method that never changes
        other = int(draw.random() * (k + 1))
        order[k], order[other] = order[other], order[k]
    for tumbled in (1.0, 0.8, 0.6, 0.4, 0.2, 0.0):  # a full box leaves less room to tumble
        progress = np.zeros(2, np.int64)  # pieces placed, tries for the next
        while progress[0] < bodies.n and progress[1] < TRIES:
            block = np.array([draw.random() for _ in range(_DRAWS * _BLOCK)]).reshape(_BLOCK, _DRAWS)
            _tumble(bodies.pieces, order, progress, block, tumbled, walls, shake.tray, shake.lid)
        if progress[0] == bodies.n:
            return
    raise ShakeError(
        f"a tray of {shake.tray:g} mm under a lid of {shake.lid:g} mm is too small for {bodies.n} pieces: "
        "use a larger tray, a higher lid or fewer copies"
    )


@kernel
def _tumble(pieces, order, progress, block, tumbled, walls, tray, lid):
    """Place as many pieces as the block of random numbers allows; progress is brought up to date."""
    pose = pieces.pose
    for k in range(block.shape[0]):
        if progress[0] >= order.shape[0] or progress[1] >= TRIES:
            return
        i = order[progress[0]]
        flatter = 1.0 - max(progress[1] - TUMBLED_TRIES, 0) / (TRIES - TUMBLED_TRIES)
        nz = 1.0 - block[k, 4] * (1.0 - UPRIGHT) * tumbled * flatter
        slope = np.sqrt(1.0 / (nz * nz) - 1.0)
        s, c = sincos(_TURN * block[k, 5])
        pose[i, 0] = (block[k, 0] - 0.5) * tray
        pose[i, 1] = (block[k, 1] - 0.5) * tray
        pose[i, 2] = block[k, 2] * lid
        pose[i, 3] = _TURN * block[k, 3]
        pose[i, 4] = slope * c
        pose[i, 5] = slope * s
        round_off(pose[i : i + 1])
        _place_one(pieces, i)
        progress[1] += 1
        if _is_inside(pieces, i, walls, lid) and _is_clear(pieces, i, order[: progress[0]]):
            progress[0] += 1
            progress[1] = 0


@kernel
def _place_one(pieces, i):
    """The footprint and the plane of one piece."""
    pose = pieces.pose[i]
    gx, gy = own_slope(pose)
    make_print(pieces, i, gx, gy)
    turn_outline(pieces.print_count[i], pieces.prints[i], pose[0], pose[1], pose[3], pieces.outline[i])
    plane = pieces.plane[i]
    plane[0] = pose[2] - pose[4] * pose[0] - pose[5] * pose[1]
    plane[1] = pose[4]
    plane[2] = pose[5]
    plane[3] = 0.5 * pieces.thickness * np.sqrt(1.0 + pose[4] ** 2 + pose[5] ** 2)


@kernel
def _is_inside(pieces, i, walls, lid):
    outline, plane = pieces.outline[i], pieces.plane[i]
    for w in range(walls.shape[0]):
        ax = walls[w, 0]
        ay = walls[w, 1]
        m = w + 1 if w + 1 < walls.shape[0] else 0
        ex = walls[m, 0] - ax
        ey = walls[m, 1] - ay
        length = np.sqrt(ex * ex + ey * ey)
        for k in range(pieces.print_count[i]):
            if ex * (outline[k, 1] - ay) - ey * (outline[k, 0] - ax) < SPACE * length:
                return False
    for k in range(pieces.print_count[i]):
        middle = plane[0] + plane[1] * outline[k, 0] + plane[2] * outline[k, 1]
        if middle - plane[3] < SPACE or middle + plane[3] > lid - SPACE:
            return False
    return True


@kernel
def _is_clear(pieces, i, placed):
    overlap = new_overlap()
    pose, plane, count, outline = pieces.pose, pieces.plane, pieces.print_count, pieces.outline
    for j in placed:
        dx = pose[i, 0] - pose[j, 0]
        dy = pose[i, 1] - pose[j, 1]
        if dx * dx + dy * dy > _CIRCLES or separation(count[i], outline[i], count[j], outline[j], SPACE) > SPACE:
            continue
        corners = meet(i, j, pieces, overlap)
        if corners == 0:
            return False
        above = least_gap(plane[i], plane[j], corners, overlap.corners)
        below = least_gap(plane[j], plane[i], corners, overlap.corners)
        if max(above, below) < SPACE:
            return False
    return True


def walls_of(shake: Shake) -> Floats:
    """The tray's outline as an array, counter-clockwise."""
    return np.array(Tray(shake.tray, shake.corner).outline)
