"""Frames as bytes: what goes through a pipe sixty times a second."""

from __future__ import annotations

import pickle
from array import array
from typing import get_args

from sim.pile import Frame, Phase, Pose

PHASES: tuple[Phase, ...] = get_args(Phase)
_HEAD = 4  # numbers before the poses: time, phase and drive
_POSE = 6


def encoded(frame: Frame) -> bytes:
    """Return a frame as bytes: numbers of 8 bytes each, and the pile after the last of them.

    >>> still = Frame(1.5, "settle", (Pose(1.0, 2.0, 3.0, 0.5, (0.0, 0.25)),))
    >>> len(encoded(still)), decoded(encoded(still)) == still
    (89, True)
    """
    numbers = array("d", (frame.time, PHASES.index(frame.phase), *frame.drive))
    for x, y, z, angle, (gx, gy) in frame.poses:
        numbers.extend((x, y, z, angle, gx, gy))
    tail = b"" if frame.pile is None else pickle.dumps(frame.pile, pickle.HIGHEST_PROTOCOL)
    return bytes((frame.pile is not None,)) + len(numbers).to_bytes(8, "little") + numbers.tobytes() + tail


def decoded(data: bytes) -> Frame:
    """Return the frame that `encoded` gave."""
    end = 9 + 8 * int.from_bytes(data[1:9], "little")
    numbers = array("d")
    numbers.frombytes(data[9:end])
    time, phase, *drive = numbers[:_HEAD]
    poses = tuple(
        Pose(x, y, z, angle, (gx, gy)) for x, y, z, angle, gx, gy in zip(*[iter(numbers[_HEAD:])] * _POSE, strict=True)
    )
    pile = pickle.loads(data[end:]) if data[0] else None
    return Frame(time, PHASES[int(phase)], poses, (drive[0], drive[1]), pile)
