"""The window: a loop that hands events to the screen in front and draws its picture."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pygame

from sim.pile.cover import Cover
from sim.pile.pile import Pile
from sim.view import words
from sim.view.draw import Painter, picture
from sim.view.items import Scene
from sim.view.layout import DESIGNED, LEAST
from sim.view.scene import scene_of_pile
from sim.view.sound import Sounds
from sim.view.stage import Stage

if TYPE_CHECKING:
    from sim.session import Seat, Session
    from sim.view.house import House

FRAMES = 60  # a second
_UNSEEN = "dummy", "offscreen", "evdev"
_WAIT = 100  # ms: within one wait Python heeds no interrupt
_CLOSING = pygame.K_ESCAPE, pygame.K_q
_MOUSE = pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP


def has_screen() -> bool:
    """Tell whether a window can be opened here and be seen."""
    if sys.platform.startswith("linux") and not os.environ.keys() & {"DISPLAY", "WAYLAND_DISPLAY"}:
        return False
    try:
        pygame.display.init()
    except pygame.error:
        return False
    seen = pygame.display.get_driver() not in _UNSEEN
    if not seen:
        pygame.display.quit()
    return seen


class Window:
    """The table in a window: screens in front of one another, the first of them the menu."""

    def __init__(self, house: House, size: tuple[int, int] = DESIGNED) -> None:
        from sim.view.screens.menu import Menu

        words.use(house.settings.language)
        pygame.display.init()
        pygame.key.set_repeat(350, 40)
        pygame.display.set_caption("Polypile")
        self._windowed = size
        self._painter = Painter()
        self._shown: Scene | None = None
        settings = house.settings
        self.surface = self._opened(settings.full_screen)
        sounds = Sounds(settings.sound, settings.volume)
        self.stage = Stage(house, sounds, self._size(), self._painter.prepare)
        self.stage.open(Menu(self.stage))

    def _opened(self, full: bool) -> pygame.Surface:
        if full:
            return pygame.display.set_mode((0, 0), pygame.FULLSCREEN)
        return pygame.display.set_mode(self._windowed, pygame.RESIZABLE)

    def _size(self) -> tuple[int, int]:
        """Return the size that screens are laid out for: in a smaller window they are shown smaller."""
        width, height = self.surface.get_size()
        share = max(1.0, LEAST[0] / max(width, 1), LEAST[1] / max(height, 1))
        return round(width * share), round(height * share)

    def open_game(self, game: str, seed: int, seats: Sequence[Seat], options: Mapping[str, Any]) -> None:
        """Begin a game; the menu lies behind it."""
        from sim.view.screens.games import begin

        begin(self.stage, game, seed, seats, options)

    def open_replay(self, session: Session) -> None:
        """Show a game that was played, and nothing else: whoever leaves it closes the window."""
        from sim.view.screens.replay import Replay

        self.stage.change(Replay(self.stage, session))

    def run(self) -> None:
        """Show the window until it is closed."""
        clock = pygame.time.Clock()
        try:
            while self.stage.screens:
                self.step(pygame.event.get(), time.perf_counter())
                clock.tick(FRAMES)
        finally:
            self.close()

    def close(self) -> None:
        """Close the window and end what its screens have begun; what has to be saved is saved, whatever else fails."""
        try:
            self.stage.change()
            self.stage.sounds.close()
        finally:
            self.stage.house.close()
            pygame.display.quit()

    def step(self, events: Iterable[pygame.event.Event], now: float) -> None:
        """Heed events and draw the picture of this moment."""
        stage = self.stage
        stage.now, stage.size = now, self._size()
        for event in events:
            self._heed(event)
            if not stage.screens:
                return
        stage.screens[-1].tick()
        for text in stage.house.messages():
            stage.notify(text)
        if stage.screens:
            self._draw()

    def _heed(self, event: pygame.event.Event) -> None:
        stage = self.stage
        if event.type == pygame.QUIT:
            stage.change()
        elif event.type in (pygame.VIDEORESIZE, pygame.WINDOWSIZECHANGED):
            self.surface = pygame.display.get_surface() or self.surface
            self._resized()
            if not stage.house.settings.full_screen:
                self._windowed = self.surface.get_size()
        elif event.type == pygame.WINDOWEXPOSED:
            self._shown = None
        elif event.type == pygame.KEYDOWN and event.key == pygame.K_F11:
            self.full_screen(not stage.house.settings.full_screen)
        else:
            stage.screens[-1].handle(self._placed(event))
        self._follow_settings()

    def _placed(self, event: pygame.event.Event) -> pygame.event.Event:
        """Return an event whose place is one of the layout, where the window shows that smaller."""
        if event.type not in _MOUSE or self.stage.size == self.surface.get_size():
            return event
        (width, height), (wide, high) = self.stage.size, self.surface.get_size()
        x, y = event.pos
        return pygame.event.Event(event.type, {**event.dict, "pos": (x * width // wide, y * height // high)})

    def full_screen(self, full: bool) -> None:
        """Fill the screen, or go back to a window."""
        house = self.stage.house
        house.change(replace(house.settings, full_screen=full))

    def _follow_settings(self) -> None:
        settings = self.stage.house.settings
        self.stage.sounds.set(settings.sound, settings.volume)
        if bool(self.surface.get_flags() & pygame.FULLSCREEN) != settings.full_screen:
            self.surface = self._opened(settings.full_screen)
            self._resized()

    def _resized(self) -> None:
        """Lay screens out for the surface, which is empty: even one that stays as it was has to be drawn."""
        self.stage.size, self._shown = self._size(), None

    def _draw(self) -> None:
        screen = self.stage.screens[-1]
        scene = screen.picture()
        stage = self.stage
        if notices := tuple(stage.notices.sprites(stage.controls, stage.size, stage.now)):
            scene = replace(scene, live=(*scene.live, *notices))
        if scene == self._shown:
            return
        self._shown = scene
        if scene.size == self.surface.get_size():
            self._painter.paint_on(self.surface, scene)
        else:
            pygame.transform.smoothscale(self._painter.paint(scene), self.surface.get_size(), self.surface)
        pygame.display.flip()


def show(
    pile: Pile, cover: Cover | None = None, mark: str | None = None, size: tuple[int, int] = (1280, 800)
) -> pygame.Surface | None:
    """Show a pile in a window until it is closed; where there is no screen, return its picture instead."""
    if not has_screen():
        return picture(scene_of_pile(pile, cover, mark, size))
    pygame.display.set_caption(f"Polypile: pile {pile.code}")
    window = pygame.display.set_mode(size, pygame.RESIZABLE)
    painter = Painter()
    try:
        while True:
            width, height = (max(a, b) for a, b in zip(window.get_size(), (320, 200), strict=True))
            painter.paint_on(window, scene_of_pile(pile, cover, mark, (width, height)))
            pygame.display.flip()
            if _closed():
                return None
    finally:
        pygame.display.quit()


def _closed() -> bool:
    """Wait until the window is closed, or its picture has to be drawn again."""
    while True:
        event = pygame.event.wait(_WAIT)
        if event.type == pygame.QUIT or (event.type == pygame.KEYDOWN and event.key in _CLOSING):
            return True
        if event.type in (pygame.VIDEORESIZE, pygame.WINDOWEXPOSED, pygame.WINDOWSIZECHANGED):
            return False
