"""Heaps that hypothesis drops: prisms of any tilt on one another, never in one another."""

from __future__ import annotations

import math

from hypothesis import strategies as st

from sim.pile import Colour, Piece, Pile, Shape
from tests.conftest import PARAMETERS
from tests.reach.brute import overlap

THICKNESS = PARAMETERS["thickness"]


def heap(pieces, contacts=()):
    """Return pieces as a pile, renumbered in the order given."""
    numbered = [
        Piece(k, p.shape, p.colour, p.x, p.y, p.z, p.angle, p.gradient, p.thickness) for k, p in enumerate(pieces)
    ]
    return Pile.settled(1, PARAMETERS, 1, numbered, contacts, 0.0)


def piece(shape, x=0.0, y=0.0, z=THICKNESS / 2, angle=0.0, gradient=(0.0, 0.0)):
    """Return a green piece, flat on the floor unless said otherwise."""
    return Piece(0, Shape(shape), Colour.GREEN, x, y, z, angle, gradient, THICKNESS)


def dropped(poses):
    """Return a pile of (shape, x, y, angle, gradient, clearance), each set down on those before it.

    The clearance is left between the planes of the faces over all that the footprints share, or, for steep pieces,
    between the highest corner of one and the lowest of the other: the later piece is always the one that is over.
    """
    lying = []
    for shape, x, y, angle, gradient, clearance in poses:
        one = piece(shape, x, y, 100.0, angle, gradient)
        foot = drop = min(z for _, _, z in one.underside())
        for other in lying:
            shared = overlap(one.outline(), other.outline())
            if shared:
                between_planes = min(_plane(one, -1, *p) - _plane(other, 1, *p) for p in shared)
                between_corners = foot - max(z for _, _, z in other.top())
                drop = min(drop, max(between_planes, between_corners) - clearance)
        lying.append(piece(shape, x, y, 100.0 - drop, angle, gradient))
    return heap(lying)


def _plane(one, side, x, y):
    gx, gy = one.gradient
    half = one.thickness / 2 * math.sqrt(1 + gx * gx + gy * gy)
    return one.z + gx * (x - one.x) + gy * (y - one.y) + side * half


def _number(low, high):
    return st.floats(low, high, allow_nan=False).map(lambda value: round(value, 4))


_gentle = st.one_of(st.just(0.0), _number(-0.4, 0.4))
_any = st.one_of(_gentle, _gentle, st.sampled_from((-50.0, -1.5, 1.5, 50.0)))


def _heaps(slope):
    pose = st.tuples(
        st.sampled_from(list(Shape)),
        _number(-35.0, 35.0),
        _number(-35.0, 35.0),
        st.one_of(st.just(0.0), _number(0.0, 6.28)),
        st.tuples(slope, slope),
        st.sampled_from((0.001, 0.01, 0.03, 0.5, 4.0)),
    )
    return st.lists(pose, min_size=2, max_size=10).map(dropped)


heaps = _heaps(_any)
"""Up to ten pieces: flat, tilted and nearly upright, some touching, some well apart."""
gentle_heaps = _heaps(_gentle)
"""The same, but none is tilted by more than 30 degrees."""
