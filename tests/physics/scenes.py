"""Small scenes for the contact solver: some pieces placed by hand, the others parked out of the way.

A scene is a box of one copy of each kind (triangles 0-3, squares 4-7, pentagons 8-11, octagons 12-15) in a wide tray.
"""

from __future__ import annotations

import math
from collections.abc import Mapping

import numpy as np

from sim.physics import MODEL, rest
from sim.physics.bodies import Bodies
from sim.physics.shake import Shake
from sim.physics.step import Box
from sim.pile import Contact, Piece, Pile
from tests.physics.prisms import rotation

ACROSS = 700.0
Place = tuple[float, float, float, float, float, float]  # x, y, z, angle, slope x, slope y


def box_of(places: Mapping[int, Place], friction: float = 0.25, thickness: float = 2.5) -> Box:
    """Return a box with these pieces where they are told to be, and the others flat on the floor along the walls."""
    shake = Shake(copies=1, tray=ACROSS, corner=0.0, friction=friction, thickness=thickness)
    bodies = Bodies(shake)
    far = ACROSS / 2 - 60
    for i in range(bodies.n):
        turn = math.tau * i / bodies.n
        bodies.pose[i] = far * math.cos(turn), far * math.sin(turn), thickness / 2, 0.0, 0.0, 0.0
    for i, place in places.items():
        bodies.pose[i] = place
    return Box(shake, bodies)


def pile_of(box: Box, contacts: tuple[Contact, ...] = ()) -> Pile:
    """Return what lies in a box as a pile, for the oracle."""
    bodies = box.bodies
    shake = Shake(copies=1, tray=ACROSS, corner=0.0, friction=box.friction, thickness=bodies.thickness)
    pieces = [
        Piece(i, shape, colour, x, y, z, angle % math.tau, (gx, gy), bodies.thickness)
        for i, ((shape, colour), (x, y, z, angle, gx, gy)) in enumerate(
            zip(bodies.kinds, bodies.pose.tolist(), strict=True)
        )
    ]
    return Pile.settled(0, shake.to_dict(), MODEL, pieces, contacts, 0.0)


def held(box: Box) -> Pile | None:
    """Return the pile with the forces that the solver finds for it as it lies, or None if it finds none."""
    found = rest.forces(box)
    return None if found is None else pile_of(box, found)


def run(box: Box, time: float, acceleration: tuple[float, float] = (0.0, 0.0), keep: float = 1.0) -> None:
    """Let time pass, s."""
    dt = 1.0 / 480.0
    for _ in range(round(time / dt)):
        assert box.step(dt, acceleration, 0.0, 16, keep)


def rotated(places: Mapping[int, Place], angle: float) -> dict[int, Place]:
    """Return the places turned about the middle of the tray."""
    c, s = math.cos(angle), math.sin(angle)
    return {
        i: (c * x - s * y, s * x + c * y, z, turn + angle, c * gx - s * gy, s * gx + c * gy)
        for i, (x, y, z, turn, gx, gy) in places.items()
    }


def stack(ids: list[int], thickness: float = 2.5, shift: float = 0.0) -> dict[int, Place]:
    """Pieces flat on one another, each a little beside the one below."""
    return {i: (k * shift, 0.0, (k + 0.5) * thickness, 0.3 * k, 0.0, 0.0) for k, i in enumerate(ids)}


def bridge(thickness: float = 2.5, half: float = 20.0, off: float = 0.0) -> dict[int, Place]:
    """A square (4) on two squares (5, 6) that stand 2 * half apart, its centre `off` the middle."""
    low, high = 0.5 * thickness, 1.5 * thickness
    return {
        4: (off, 0.0, high, 0.0, 0.0, 0.0),
        5: (-half, 0.0, low, 0.0, 0.0, 0.0),
        6: (half, 0.0, low, 0.0, 0.0, 0.0),
    }


def leaning(reach: float, thickness: float = 2.5) -> dict[int, Place]:
    r"""A square (4) with one edge on the floor that leans on the edge of an octagon (12), `reach` mm up its underside.

         __.--'
    __.--'  ______
    ------- |____|
    """
    sine = thickness / reach
    slope = sine / math.sqrt(1 - sine * sine)
    local = np.array([[-15.0, 0.0, -thickness / 2], [reach - 15.0, 0.0, -thickness / 2]])
    foot, touch = local @ rotation(0.0, slope, 0.0).T
    apothem = 19.0 * math.cos(math.pi / 8)
    # the octagon's first corner lies at 22.5 degrees: its left edge is upright in the plane
    return {4: (-touch[0], 0.0, -foot[2], 0.0, slope, 0.0), 12: (apothem, 0.0, thickness / 2, 0.0, 0.0, 0.0)}
