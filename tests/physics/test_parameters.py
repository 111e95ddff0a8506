"""Every parameter acts, the way it does in a real box: means over a few seeds."""

import math
from functools import cache

import numpy as np
import pytest

from sim.physics.settle import settle
from sim.physics.shake import Shake
from sim.pile import FLOOR

pytestmark = pytest.mark.soak
SEEDS = range(10)


@cache
def shaken_piles(**parameters):
    return [settle(seed, Shake(**parameters)) for seed in SEEDS]


def mean(figure, **parameters):
    return float(np.mean([figure(pile) for pile in shaken_piles(**parameters)]))


def tilt(pile):
    return np.mean([math.degrees(p.tilt) for p in pile])


def height(pile):
    return np.mean([p.z for p in pile])


def floored(pile):
    return len({c.upper for c in pile.contacts if c.lower == FLOOR})


def radius(pile):
    return math.sqrt(np.mean([p.x**2 + p.y**2 for p in pile]))


def test_more_friction_tilts_more():
    assert mean(tilt, friction=0.4) > mean(tilt) > mean(tilt, friction=0.15)


def test_thicker_pieces_lie_higher():
    assert mean(height, thickness=3.0) > mean(height) > mean(height, thickness=2.0)


def test_a_smaller_tray_heaps_higher_and_leaves_fewer_on_the_floor():
    assert mean(height, tray=220.0) > mean(height) > mean(height, tray=260.0)
    assert mean(floored, tray=220.0) < mean(floored) < mean(floored, tray=260.0)


def test_more_copies_heap_higher():
    assert mean(height, copies=6) > mean(height) > mean(height, copies=3)


def test_smaller_corners_leave_more_floor():
    assert mean(floored, corner=20.0) > mean(floored, corner=80.0)


def test_density_weighs_and_moves_nothing():
    """Masses cancel in every motion: the same poses but for rounding that chaos may blow up; forces grow alike."""

    def pressed(pile):
        return sum(c.force[2] for c in pile.contacts if c.lower == FLOOR)

    assert mean(pressed, density=2.1) == pytest.approx(2 * mean(pressed), rel=0.01)
    assert mean(height, density=2.1) == pytest.approx(mean(height), rel=0.15)


def test_a_longer_stroke_sweeps_the_pieces_together():
    """The stroke of a shake is A / (2 pi f)^2."""
    assert mean(radius, frequency=(3.0, 3.0), strength=(2.5, 2.5)) < mean(
        radius, frequency=(6.0, 6.0), strength=(2.0, 2.0)
    )


def test_shaking_flattens():
    assert mean(height, duration=0.0) > mean(height)


def test_a_low_lid_holds_the_pieces_down():
    piles = shaken_piles(lid=22.0)
    assert max(p.z for pile in piles for p in pile) < 22.0
    assert [pile.digest for pile in piles] != [pile.digest for pile in shaken_piles()]
