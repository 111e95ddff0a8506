"""The hand that holds the box: where the mouse or the keys pull it, and how that accelerates it.

    hand  o~~~~~[ box ]      the box follows like a mass on a damped spring: smooth, whatever a mouse reports

What the box does is computed from the accelerations that are handed on, so that what is seen is what is recorded.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from typing import ClassVar

import pygame

from sim.view.items import Point, Scene

TICKS = 60  # a second
MOST_TICKS = 60 * 50  # a trace is no longer than a minute; a little is left for whoever records it
_STIFF = 38.0  # 1/s: how fast the box follows the hand
_REACH = 46.0  # mm that the box moves off its place at most
_MOST = 3_500  # thousandths of g
_G = 9_810.0  # mm/s2
_ENOUGH = 20  # ticks of real shaking before the box can be put down
_REAL = 500  # thousandths of g: what counts as shaking
_TAP = 0.11  # s that a key pulls
_MOST_LATE = 6  # ticks that are made up for after a slow picture


class Grip:
    """Holds the box; all lengths are millimetres of the table, y upwards."""

    KEYS: ClassVar[Mapping[int, Point]] = {
        pygame.K_LEFT: (-1.0, 0.0),
        pygame.K_RIGHT: (1.0, 0.0),
        pygame.K_UP: (0.0, 1.0),
        pygame.K_DOWN: (0.0, -1.0),
    }

    def __init__(self) -> None:
        self._grabbed: Point | None = None
        self._scale = 1.0
        self._target = (0.0, 0.0)
        self._until = -math.inf
        self._place = [0.0, 0.0]
        self._speed = [0.0, 0.0]
        self._began: float | None = None
        self._ticks = 0
        self._shaken = 0

    @property
    def used(self) -> bool:
        """Whether the box was really shaken."""
        return self._shaken >= _ENOUGH

    @property
    def full(self) -> bool:
        """Whether nothing more can be recorded: the box has to be put down."""
        return self._ticks >= MOST_TICKS

    def shift(self) -> tuple[int, int]:
        """Return by how many pixels the box is off its place in the picture."""
        return round(self._place[0] * self._scale), round(-self._place[1] * self._scale)

    def heed(self, event: pygame.event.Event, scene: Scene) -> bool:
        """Heed a mouse event: grab the box, pull it, let it go; tell whether it was used."""
        self._scale = scene.view.scale
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            found = scene.hit(event.pos)
            if found is not None and found.target:
                return False
            self._grabbed = event.pos
            self._begin()
            return True
        if event.type == pygame.MOUSEMOTION and self._grabbed is not None:
            dx = (event.pos[0] - self._grabbed[0]) / self._scale
            dy = (self._grabbed[1] - event.pos[1]) / self._scale
            far = max(1.0, math.hypot(dx, dy) / _REACH)
            self._target = dx / far, dy / far
            self._until = math.inf
            return True
        if event.type == pygame.MOUSEBUTTONUP and event.button == 1 and self._grabbed is not None:
            self.release()
            return True
        return False

    def key(self, key: int, now: float, scale: float) -> None:
        """Pull the box for a moment, as an arrow key says."""
        x, y = self.KEYS[key]
        self._scale = scale
        self._target, self._until = (x * 0.8 * _REACH, y * 0.8 * _REACH), now + _TAP
        self._begin()

    def _begin(self) -> None:
        if self._began is None:
            self._began = -math.inf

    def release(self) -> None:
        """Let the box go: it comes back to its place."""
        self._grabbed, self._target, self._until = None, (0.0, 0.0), -math.inf

    def pushes(self, now: float) -> Iterator[tuple[int, int]]:
        """Yield the acceleration of the box, in thousandths of g, for each sixtieth of a second that has passed.

        Nothing comes before the box was first held.
        """
        if self._began is None:
            return
        if self._began == -math.inf:
            self._began = now - 1.0 / TICKS
        due = int((now - self._began) * TICKS + 1e-6)
        if due > _MOST_LATE:
            self._began, due = now - _MOST_LATE / TICKS, _MOST_LATE
        for _ in range(due):
            self._began += 1.0 / TICKS
            if self.full:
                return
            yield self._tick(now)

    def rest(self, now: float) -> None:
        """Let the box swing back to its place; nobody records it any more."""
        if self._began is not None and any(self._place):
            if now > self._until:
                self._target = (0.0, 0.0)
            self._tick(now)
            if math.hypot(*self._place) < 0.2:
                self._place, self._speed = [0.0, 0.0], [0.0, 0.0]

    def _tick(self, now: float) -> tuple[int, int]:
        if now > self._until:
            self._target = (0.0, 0.0)
        dt = 1.0 / TICKS
        pushed = []
        for k in range(2):
            # Critically damped, and implicit in the damping: it stays calm however stiff it is.
            pull = _STIFF * _STIFF * (self._target[k] - self._place[k] - dt * self._speed[k])
            wanted = (pull - 2.0 * _STIFF * self._speed[k]) / (1.0 + 2.0 * _STIFF * dt + (_STIFF * dt) ** 2)
            push = max(-_MOST, min(_MOST, round(wanted / _G * 1000.0)))
            pushed.append(push)
            self._speed[k] += push / 1000.0 * _G * dt
            self._place[k] += self._speed[k] * dt
        self._ticks += 1
        if max(map(abs, pushed)) >= _REAL:
            self._shaken += 1
        return pushed[0], pushed[1]
