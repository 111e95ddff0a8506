"""A window that is used without eyes: its scenes are built for every frame, and only drawn where a test asks for it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pygame

from sim.settings import Settings
from sim.view.window import Window
from tests.view.house import TestHouse


class Unseen(Window):
    """A window that draws nothing unless asked."""

    drawing = False

    def _draw(self) -> None:
        if self.drawing:
            super()._draw()
        else:
            self.stage.screens[-1].picture()


class Player:
    """Somebody with a mouse, a keyboard and a clock."""

    def __init__(self, size: tuple[int, int] = (960, 600), level: str = "uniform", **settings: Any) -> None:
        chosen = Settings(**{"sound": False, "animation": "off", **settings})
        self.house = TestHouse(chosen, level=level)
        self.window = Unseen(self.house, size)
        self.now = 0.0

    @property
    def stage(self):
        return self.window.stage

    @property
    def front(self):
        return self.stage.screens[-1]

    def wait(self, seconds: float = 0.0, events: Iterable[pygame.event.Event] = ()) -> None:
        """Let at least one frame pass."""
        for number in range(max(1, round(60 * seconds))):
            self.now += 1 / 60
            self.window.step(list(events) if number == 0 else [], self.now)

    def point(self, tag: str) -> None:
        self.wait(events=[_at(pygame.MOUSEMOTION, self.front.scene.middle(tag), rel=(1, 1), buttons=(0, 0, 0))])

    def click(self, tag: str) -> None:
        pixel = self.front.scene.middle(tag)
        hit = self.front.scene.hit(tuple(map(round, pixel)))
        assert hit is not None, f"nothing lies at {tag}"
        assert hit.tag == tag, f"{hit.tag} lies over {tag}"
        self.wait(
            events=[
                _at(pygame.MOUSEMOTION, pixel, rel=(1, 1), buttons=(0, 0, 0)),
                _at(pygame.MOUSEBUTTONDOWN, pixel, button=1),
                _at(pygame.MOUSEBUTTONUP, pixel, button=1),
            ]
        )

    def tap(self, tag: str) -> None:
        """Touch with a finger, as SDL tells of it: there is no motion before."""
        pixel = self.front.scene.middle(tag)
        self.wait(
            events=[
                _at(pygame.MOUSEBUTTONDOWN, pixel, button=1, touch=True),
                _at(pygame.MOUSEBUTTONUP, pixel, button=1, touch=True),
            ]
        )

    def key(self, key: int, mod: int = 0) -> None:
        self.wait(
            events=[
                pygame.event.Event(pygame.KEYDOWN, key=key, mod=mod, unicode=""),
                pygame.event.Event(pygame.KEYUP, key=key, mod=mod),
            ]
        )

    def texts(self) -> str:
        """Return all that is written in the picture."""
        return "\n".join(
            item.text for sprite in self.front.picture() for item in sprite.items if isinstance(item, _text())
        )


def _at(kind: int, pixel: tuple[float, float], **details: Any) -> pygame.event.Event:
    return pygame.event.Event(kind, pos=tuple(map(round, pixel)), **details)


def _text():
    from sim.view.items import Text

    return Text
