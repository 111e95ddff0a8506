"""Drives a window with events, as hands do, on a driver that nobody sees."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pygame

from sim.settings import Settings
from sim.view.draw import Painter
from sim.view.items import Scene
from sim.view.screen import Screen
from sim.view.window import Window
from tests.view.house import TestHouse

QUIET = Settings(language="en", sound=False, animation="off")
BESIDES = "undo", "hint", "rules", "menu"
"""Buttons of a table that are no moves."""


class Driver:
    """A window, its house, and a clock that goes on by a sixtieth of a second a step."""

    def __init__(
        self, settings: Settings = QUIET, size: tuple[int, int] = (960, 600), *, drawn: int = 1, **house: Any
    ) -> None:
        self.house = TestHouse(settings, **house)
        self.window = Window(self.house, size)
        self.now = 0.0
        if drawn > 1:
            self.window._painter = Seldom(drawn)
            self.window.stage.prepare = self.window._painter.prepare

    @property
    def front(self) -> Screen:
        return self.window.stage.screens[-1]

    @property
    def scene(self) -> Scene:
        return self.front.scene

    def step(self, *events: pygame.event.Event, seconds: float = 0.0) -> None:
        """Hand events over in one frame, then let time go by."""
        waiting = list(events)
        for _ in range(1 + round(seconds * 60)):
            self.now += 1 / 60
            self.window.step(waiting, self.now)
            waiting = []
            if not self.window.stage.screens:
                return

    def point(self, tag: str) -> None:
        self.step(motion(self.scene.middle(tag)))

    def click(self, tag: str, button: int = 1) -> None:
        self.click_at(self.scene.middle(tag), button)

    def click_at(self, place: tuple[float, float], button: int = 1) -> None:
        spot = round(place[0]), round(place[1])
        self.step(
            motion(spot),
            pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=spot, button=button),
            pygame.event.Event(pygame.MOUSEBUTTONUP, pos=spot, button=button),
        )

    def press(self, *keys: int, mod: int = 0) -> None:
        for key in keys:
            self.step(pygame.event.Event(pygame.KEYDOWN, key=key, mod=mod, unicode=""))

    def type(self, text: str) -> None:
        self.step(pygame.event.Event(pygame.TEXTINPUT, text=text))

    def until(self, met: Callable[[], bool], steps: int = 600) -> None:
        for _ in range(steps):
            if met():
                return
            self.step()
        raise AssertionError(f"not met after {steps} frames, at {type(self.front).__name__}")

    def focus(self, tag: str) -> None:
        """Go to a target with the Tab key alone."""
        for _ in range(200):
            if self.front.by_keys and self.front.focus == tag:
                return
            self.press(pygame.K_TAB)
        raise AssertionError(f"Tab does not lead to {tag}")

    def pixels(self) -> Any:
        return pygame.surfarray.array3d(self.window.surface)


class Seldom(Painter):
    """A painter that draws every so manieth picture: where a whole game is played, not each of them is looked at."""

    def __init__(self, every: int) -> None:
        super().__init__()
        self._every, self._count = every, 0

    def paint_on(self, surface: pygame.Surface, scene: Scene) -> None:
        self._count += 1
        if self._count % self._every == 0:
            super().paint_on(surface, scene)

    def prepare(self, scene: Scene, seconds: float) -> bool:
        return True


def motion(place: tuple[float, float]) -> pygame.event.Event:
    spot = round(place[0]), round(place[1])
    return pygame.event.Event(pygame.MOUSEMOTION, pos=spot, rel=(0, 0), buttons=(0, 0, 0))


def plans(kinds: tuple[str, ...], game: str = "collexion", **options: Any) -> dict[str, Any]:
    """Return settings that set a game up: who sits where, and its options."""
    return {game: {"seats": [[kind, ""] for kind in kinds], "options": options}}


def visible(driver: Driver, tag: str) -> bool:
    """Tell whether a click in the middle of a target meets it: others may lie over that spot."""
    found = driver.scene.hit(driver.scene.middle(tag))
    return found is not None and found.tag == tag


def spot_of(driver: Driver, tag: str) -> tuple[float, float] | None:
    """Return a pixel where a pointer meets a sprite, if there is one."""
    scene = driver.scene
    sprite = scene[tag]
    view = sprite.at or scene.view
    points = [view.pixel(point) for point in sprite.outline]
    x, y = sum(p[0] for p in points) / len(points), sum(p[1] for p in points) / len(points)
    near = [(x + share * (px - x), y + share * (py - y)) for share in (0.0, 0.5, 0.85) for px, py in points]
    hits = (place for place in near if (hit := scene.hit((round(place[0]), round(place[1])))) and hit.tag == tag)
    return next(hits, None)


def choices(driver: Driver) -> list[str]:
    """Return what can be chosen at a table, buttons that are no moves left out."""
    return [sprite.tag for sprite in driver.scene.targets() if sprite.tag not in BESIDES]


def play_by_mouse(driver: Driver, seed: int = 0, most: int = 3000) -> Screen:
    """Click at random until the game is over; return its table."""
    table: Any = driver.front
    dice = random.Random(seed)
    for _ in range(most):
        if table.session.state.outcome is not None:
            return table
        tags = choices(driver) if table.own_turn else []
        if not tags:
            driver.step()
            continue
        place = spot_of(driver, dice.choice(tags))
        assert place is not None, "a target cannot be clicked"
        driver.click_at(place)
    raise AssertionError(f"the game goes on after {most} clicks")


@contextmanager
def closing(driver: Driver) -> Iterator[Driver]:
    try:
        yield driver
    finally:
        driver.window.close()
