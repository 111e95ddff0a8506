"""Where the time of a shake goes: the real objects' own methods, with a stopwatch around each."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any
from unittest import mock

import pymunk

from sim.physics import rest, settle, start
from sim.physics.shake import Shake
from sim.physics.step import Box
from sim.physics.world import World

PARTS = {
    "engine": "pymunk's step",
    "callbacks": "our callbacks in it",
    "exchange": "reading and writing pymunk's state",
    "tick": "compiled tick: contacts, sweeps, order",
    "forces": "forces at rest",
    "start": "start poses",
    "rest": "all else",
}
"""What the time of a pile is split into. Each part's time is its own, without the parts it calls."""


class Stopwatch:
    """Splits CPU time among nested calls: whoever is innermost is charged."""

    def __init__(self) -> None:
        self.parts = dict.fromkeys(PARTS, 0.0)
        self.calls = dict.fromkeys(PARTS, 0)
        self._inside = ["rest"]
        self._since = time.process_time()

    def switch(self) -> None:
        """Charge what has passed to the part that is running."""
        now = time.process_time()
        self.parts[self._inside[-1]] += now - self._since
        self._since = now

    def around(self, part: str, call: Callable[..., Any]) -> Callable[..., Any]:
        """Return the same function with the stopwatch around it."""

        def timed(*args: Any, **kwargs: Any) -> Any:
            self.switch()
            self._inside.append(part)
            self.calls[part] += 1
            try:
                return call(*args, **kwargs)
            finally:
                self.switch()
                self._inside.pop()

        return timed


@contextmanager
def _stopwatch() -> Iterator[Stopwatch]:
    watch = Stopwatch()
    listen: Callable[..., None] = pymunk.Space.on_collision

    def listen_timed(space: pymunk.Space, *kinds: Any, **callbacks: Any) -> None:
        listen(space, *kinds, **{name: watch.around("callbacks", call) for name, call in callbacks.items()})

    with (
        mock.patch.object(pymunk.Space, "on_collision", listen_timed),
        mock.patch.object(pymunk.Space, "step", watch.around("engine", pymunk.Space.step)),
        mock.patch.object(World, "step", watch.around("exchange", World.step)),
        mock.patch.object(World, "write", watch.around("exchange", World.write)),
        mock.patch.object(World, "reshape", watch.around("exchange", World.reshape)),
        mock.patch.object(World, "ask_again", watch.around("exchange", World.ask_again)),
        mock.patch.object(Box, "step", watch.around("tick", Box.step)),
        mock.patch.object(rest, "forces", watch.around("forces", rest.forces)),
        mock.patch.object(settle, "scatter", watch.around("start", start.scatter)),
    ):
        yield watch


def cost_of_a_look(times: int = 20_000) -> float:
    """Return the CPU time, s, that the stopwatch itself takes for one call."""
    timed = Stopwatch().around("rest", _nothing)
    return (_cpu_of(timed, times) - _cpu_of(_nothing, times)) / times


def _nothing() -> None:
    pass


def _cpu_of(call: Callable[[], Any], times: int) -> float:
    begin = time.process_time()
    for _ in range(times):
        call()
    return time.process_time() - begin


def watched(seed: int, shake: Shake) -> dict[str, Any]:
    """Shake one pile and return its CPU time and wall-clock, s, its steps and the CPU time of each part."""
    with _stopwatch() as watch:
        wall = time.perf_counter()
        watch.switch()
        watch.parts["rest"] = 0.0
        pile = settle.settle(seed, shake)
        watch.switch()
        wall = time.perf_counter() - wall
    return {
        "cpu": sum(watch.parts.values()),
        "wall": wall,
        "steps": watch.calls["tick"],
        "settle_time": pile.settle_time,
        "code": pile.code,
        "parts": watch.parts,
        "calls": watch.calls,
    }
