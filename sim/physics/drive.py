"""The drive: how the box is accelerated over time.

A sine along a direction that wanders, its amplitude modulated, with a smaller and faster sine across. In the frame of
the box this is a uniform, time-varying gravity in the plane.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from random import Random

from sim.errors import ShakeError
from sim.pile import PUSHES, Push
from sim.pile.trace import MOST_PUSHES, plain_push
from sim.seeds import stream

from .geometry import sincos
from .shake import Shake

GRAVITY = 9810.0  # mm/s2
KNOT = 0.5  # s between two knots of direction and amplitude
WANDER = 0.9  # rad, standard deviation of a turn from knot to knot
RAMP_IN, RAMP_OUT = 0.1, 0.3  # s


class Drive:
    """The acceleration of one seed's shake."""

    def __init__(self, seed: int, shake: Shake) -> None:
        draw = stream(seed, "drive")
        knots = int(shake.duration / KNOT) + 3
        self._duration = shake.duration
        self._amplitude = _uniform(draw, *shake.strength) * GRAVITY
        frequency = _uniform(draw, *shake.frequency)
        self._pace = math.tau * frequency
        self._direction = [_uniform(draw, 0.0, math.tau)]
        while len(self._direction) < knots:
            self._direction.append(self._direction[-1] + WANDER * _normal(draw))
        self._modulation = [_uniform(draw, 0.75, 1.0) for _ in range(knots)]
        self._cross_pace = self._pace * _uniform(draw, 1.2, 1.7)
        self._cross_share = _uniform(draw, 0.15, 0.4)
        self._phase = _uniform(draw, 0.0, math.tau)
        self._cross_phase = _uniform(draw, 0.0, math.tau)

    def pulls(self, steps: int) -> Iterator[tuple[float, float]]:
        """Yield how the pieces are pulled in the frame of the box, mm/s2, at each of so many steps a second."""
        dt = 1.0 / steps
        for k in range(round(self._duration * steps)):
            yield self.at(k * dt)

    def at(self, time: float) -> tuple[float, float]:
        """Return the acceleration, mm/s2, at a time since the shake began; nothing before it and after it."""
        if not 0.0 <= time < self._duration:
            return 0.0, 0.0
        ramp = min(1.0, time / RAMP_IN, (self._duration - time) / RAMP_OUT)
        knot = int(time / KNOT)
        part = time / KNOT - knot
        direction = _between(self._direction, knot, part)
        amplitude = ramp * self._amplitude
        along = amplitude * _between(self._modulation, knot, part) * sincos(self._pace * time + self._phase)[0]
        across = amplitude * self._cross_share * sincos(self._cross_pace * time + self._cross_phase)[0]
        sine, cosine = sincos(direction)
        return along * cosine - across * sine, along * sine + across * cosine


class Hand:
    """The acceleration of a box that a hand shakes, as it comes: the next push is asked for when it is needed."""

    def __init__(self, pushes: Iterable[Push], shake: Shake) -> None:
        usual = Shake()
        for name in ("strength", "frequency", "duration"):
            if getattr(shake, name) != getattr(usual, name):
                raise ShakeError(f"{name} says how a seed shakes the box: leave it out where a hand does")
        self._pushes = pushes
        self.trace: list[Push] = []
        """What the hand has done so far."""

    def pulls(self, steps: int) -> Iterator[tuple[float, float]]:
        """Yield how the pieces are pulled in the frame of the box, mm/s2, at each of so many steps a second."""
        for push in self._pushes:
            if len(self.trace) == MOST_PUSHES:
                raise ShakeError(f"the trace is too long: nobody shakes longer than {MOST_PUSHES // PUSHES} s")
            x, y = plain_push(push, f"push {len(self.trace)} of the trace", ShakeError)
            self.trace.append((x, y))
            # What is not held stays behind: it is pulled against the box.
            pull = 0.0 - x * GRAVITY / 1000.0, 0.0 - y * GRAVITY / 1000.0
            for _ in range(steps // PUSHES):
                yield pull


def _between(knots: list[float], knot: int, part: float) -> float:
    return knots[knot] + part * (knots[knot + 1] - knots[knot])


# Only `random()` is promised never to change: what else is drawn is made from it here.


def _uniform(draw: Random, low: float, high: float) -> float:
    return low + (high - low) * draw.random()


def _normal(draw: Random) -> float:
    """Draw from the standard normal distribution, by the ratio of two uniform numbers (Kinderman and Monahan)."""
    while True:
        across, up = draw.random() - 0.5, 1.0 - draw.random()
        ratio = 1.7155277699214135 * across / up  # 4 exp(-1/2) / sqrt(2)
        if ratio * ratio / 4.0 <= -math.log(up):
            return ratio
