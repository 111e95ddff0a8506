"""A pile in a window, or its picture where there is no screen."""

from __future__ import annotations

import os
import sys

import pygame

from sim.pile.cover import Cover
from sim.pile.pile import Pile
from sim.view.draw import Painter, picture
from sim.view.scene import scene_of_pile

_LEAST = 320, 200
_UNSEEN = "dummy", "offscreen", "evdev"
_WAIT = 100  # ms: within one wait Python heeds no interrupt
_CLOSING = pygame.K_ESCAPE, pygame.K_q


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
            width, height = (max(a, b) for a, b in zip(window.get_size(), _LEAST, strict=True))
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
