"""The drive: a sine that wanders, ramped in and out, within the ranges that the shake names."""

import math

import numpy as np
import pytest

from sim.physics.drive import GRAVITY, RAMP_IN, RAMP_OUT, Drive
from sim.physics.shake import Shake

STEPS = 480


def course_of(seed, shake):
    """The acceleration in g at 480 moments a second."""
    drive = Drive(seed, shake)
    return np.array([drive.at(k / STEPS) for k in range(round(shake.duration * STEPS))]) / GRAVITY


@pytest.mark.parametrize("seed", range(12))
def test_the_drive_stays_within_its_amplitude(seed):
    shake = Shake()
    strength = np.linalg.norm(course_of(seed, shake), axis=1)
    # A sine of A along, one of at most 0.4 A across.
    assert strength.max() <= shake.strength[1] * math.hypot(1.0, 0.4) + 1e-9
    # The least of A, modulated by no less than 0.75, comes near its peak in three seconds.
    assert strength.max() >= 0.75 * shake.strength[0] * 0.95


def test_the_drawn_amplitude_fills_its_range():
    peaks = [np.linalg.norm(course_of(seed, Shake()), axis=1).max() for seed in range(40)]
    assert min(peaks) < 1.7
    assert max(peaks) > 2.2
    narrow = [np.linalg.norm(course_of(seed, Shake(strength=(2.0, 2.0))), axis=1).max() for seed in range(40)]
    assert min(narrow) >= 1.45
    assert max(narrow) <= 2.0 * math.hypot(1.0, 0.4) + 1e-9


@pytest.mark.parametrize("frequency", [2.0, 4.0, 8.0])
def test_the_drive_swings_at_its_frequency(frequency):
    peaks = []
    for seed in range(8):
        ax, ay = course_of(seed, Shake(frequency=(frequency, frequency), duration=6.0)).T
        power = np.abs(np.fft.rfft(ax)) ** 2 + np.abs(np.fft.rfft(ay)) ** 2
        peaks.append(np.fft.rfftfreq(len(ax), 1 / STEPS)[power.argmax()])
    assert np.median(peaks) == pytest.approx(frequency, abs=0.4)


def test_the_drive_is_ramped_in_and_out():
    shake = Shake()
    for seed in range(8):
        strength = np.linalg.norm(course_of(seed, shake), axis=1)
        bound = shake.strength[1] * math.hypot(1.0, 0.4)
        for k, size in enumerate(strength):
            time = k / STEPS
            assert size <= bound * min(1.0, time / RAMP_IN, (shake.duration - time) / RAMP_OUT) + 1e-9
    assert (RAMP_IN, RAMP_OUT) == (0.1, 0.3)


def test_nothing_moves_the_box_before_and_after():
    drive = Drive(3, Shake())
    for time in (-1.0, -1e-9, 3.0, 3.1, 100.0):
        assert drive.at(time) == (0.0, 0.0)
    assert Drive(3, Shake(duration=0.0)).at(0.0) == (0.0, 0.0)


def test_the_drive_is_that_of_its_seed():
    assert Drive(3, Shake()).at(1.0) == Drive(3, Shake()).at(1.0)
    assert Drive(3, Shake()).at(1.0) != Drive(4, Shake()).at(1.0)


def test_a_stronger_shake_of_the_same_seed_is_the_same_but_stronger():
    one, two = (np.array(Drive(5, Shake(strength=(s, s))).at(1.3)) for s in (1.0, 2.0))
    assert two == pytest.approx(2 * one)
