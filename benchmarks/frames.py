"""How long the pictures of the window take: 1280 x 800, drawn by software, with the real house behind it.

The window is driven as its users do, by events, at 60 pictures a second. What counts is the time from when its events
are there until its picture is: waiting for the next sixtieth of a second does not.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from sim.physics.shake import Shake

from . import measure

if TYPE_CHECKING:
    import pygame

    from sim.view.window import Window

SIZE = 1280, 800
FRAME = 1000.0 / 60  # ms
MUST_SHARE = 0.95
MUST_START = 1.5  # s
STARTS, SEEDS, SECONDS = 3, (7, 8, 9), 12.0
_PATIENCE = 30.0  # s for a table to be there

_START = """
import sys, time
from sim.house import Home
from sim.view.window import Window
house = Home()
window = Window(house)
window.step([], time.perf_counter())
print(time.time() - float(sys.argv[1]))
window.close()
"""


def run(quick: bool, shake: Shake) -> dict[str, Any]:
    """Measure the start, the shake, and some seconds of each game, and return figures ready for JSON."""
    from sim.view.screens.games import GAMES

    with _nobody_sees():
        starts = [_start() for _ in range(1 if quick else STARTS)]
        rows = []
        for seed in SEEDS[:1] if quick else SEEDS:
            rows += _shaken(seed)
        rows += [_played(game, 3.0 if quick else SECONDS) for game in GAMES]
    return {**measure.setting(quick, shake), "start": starts, "rows": _together(rows), "size": list(SIZE)}


@contextmanager
def _nobody_sees() -> Iterator[None]:
    """Draw in memory, in silence, and keep nothing of what is played."""
    with tempfile.TemporaryDirectory() as home:
        told = {"SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy", "POLYPILE_HOME": home}
        before = {name: os.environ.get(name) for name in told}
        os.environ.update(told)
        try:
            yield
        finally:
            for name, value in before.items():
                if value is None:
                    del os.environ[name]
                else:
                    os.environ[name] = value


def _start() -> float:
    """Return the seconds from when a new process is asked for until the menu is drawn."""
    asked = [sys.executable, "-c", _START, str(time.time())]
    return float(subprocess.run(asked, capture_output=True, text=True, check=True).stdout)


class Watched:
    """A window whose pictures are timed."""

    def __init__(self) -> None:
        from sim.house import Home
        from sim.view.window import Window

        self.house = Home()
        self.house.change(replace(self.house.settings, language="en", animation="normal", sound=False))
        self.window: Window = Window(self.house, SIZE)
        self.times: list[float] = []

    def frame(self, *events: pygame.event.Event) -> None:
        """Show one picture, and wait until the next is due."""
        began = time.perf_counter()
        self.window.step(events, began)
        spent = time.perf_counter() - began
        self.times.append(1000.0 * spent)
        time.sleep(max(0.0, FRAME / 1000.0 - spent))

    def until(self, met: Callable[[], bool]) -> None:
        """Show pictures until something is so."""
        end = time.perf_counter() + _PATIENCE
        while not met():
            if time.perf_counter() > end:
                raise TimeoutError("the window does not get there")
            self.frame()

    def taken(self, told: str) -> dict[str, Any]:
        """Return the times since this was last asked, as a row."""
        times, self.times = self.times, []
        return {"what": told, "times": times}


def _shaken(seed: int) -> list[dict[str, Any]]:
    """Return the times of a shake, and of the first moves at the table."""
    from sim.view.screens.table import Table

    watched = Watched()
    window = watched.window
    try:
        shaking = _opened(watched, "collexion", seed)
        # The house has just been built: nobody sees a box before its first frame is there.
        watched.until(lambda: shaking.picture().moment is not None or window.stage.screens[-1] is not shaking)
        watched.times.clear()
        watched.until(lambda: isinstance(window.stage.screens[-1], Table))
        return [watched.taken("the shake, from the first piece to the table")]
    finally:
        window.close()


def _opened(watched: Watched, game: str, seed: int) -> Any:
    from sim.session import HUMAN

    seats = [watched.house.seat(HUMAN, ""), watched.house.seat("casual", "")]
    watched.window.open_game(game, seed, seats, {"first": 0})
    return watched.window.stage.screens[-1]


def _played(game: str, seconds: float) -> dict[str, Any]:
    """Return the times of some seconds of a game: moves, flights, and a pointer that is never still."""
    import pygame

    from sim.view.screens.table import Table

    watched = Watched()
    stage = watched.window.stage
    try:
        _opened(watched, game, 7)
        watched.until(lambda: isinstance(stage.screens[-1], Table))
        watched.times.clear()
        end, number = time.perf_counter() + seconds, 0
        while time.perf_counter() < end:
            number += 1
            place = (number * 7) % SIZE[0], 120 + (number * 5) % 560
            events = [pygame.event.Event(pygame.MOUSEMOTION, pos=place, rel=(7, 5), buttons=(0, 0, 0))]
            if number % 40 == 0:
                events += _click(stage.screens[-1])
            watched.frame(*events)
        return watched.taken(f"{game}, a move every 2/3 s and a moving pointer")
    finally:
        watched.window.close()


def _click(screen: Any) -> list[pygame.event.Event]:
    """Return a click on the first thing that can be chosen and is a move."""
    import pygame

    tags = [sprite.tag for sprite in screen.scene.targets()]
    plain = [tag for tag in tags if tag not in ("undo", "hint", "rules", "menu", "leave", "quit")]
    if not plain:
        return []
    x, y = map(round, screen.scene.middle(plain[0]))
    return [
        pygame.event.Event(pygame.MOUSEMOTION, pos=(x, y), rel=(0, 0), buttons=(0, 0, 0)),
        pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=(x, y), button=1),
        pygame.event.Event(pygame.MOUSEBUTTONUP, pos=(x, y), button=1),
    ]


def _together(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return a row for each thing that was measured, with all its times in order."""
    times: dict[str, list[float]] = {}
    for row in rows:
        times.setdefault(row["what"], []).extend(row["times"])
    return [_row(what, sorted(found)) for what, found in times.items()]


def _row(what: str, times: list[float]) -> dict[str, Any]:
    within = sum(spent <= FRAME for spent in times) / len(times)
    at = {name: times[int(share * (len(times) - 1))] for name, share in (("median", 0.5), ("p95", 0.95), ("most", 1.0))}
    return {"what": what, "frames": len(times), "within": within, **at}


def table(result: dict[str, Any]) -> str:
    """Return the figures as a table to read."""
    rows = (
        (
            row["what"],
            str(row["frames"]),
            f"{row['within']:.1%}",
            f"{row['median']:.1f}",
            f"{row['p95']:.1f}",
            f"{row['most']:.1f}",
        )
        for row in result["rows"]
    )
    width, height = result["size"]
    start = sorted(result["start"])[len(result["start"]) // 2]
    return "\n".join(
        (
            f"frames: {width} x {height}, drawn by software, wall-clock ms from events to picture",
            measure.grid(("", "frames", "within 16.7", "median", "95%", "most"), rows),
            f"from the command to the menu: {start:.2f} s (must {MUST_START:g})",
            f"frames within 16.7 ms: must {MUST_SHARE:.0%}",
            "",
        )
    )
