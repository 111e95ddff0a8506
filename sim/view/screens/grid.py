"""A table on an endless grid, which is moved and shown larger or smaller."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import TYPE_CHECKING

import pygame

from sim.view.axio_rota.choices import square_of
from sim.view.axio_rota.lens import Lens
from sim.view.items import Point
from sim.view.screens.table import Table

if TYPE_CHECKING:
    from sim.session import Session
    from sim.view.stage import Stage

_ZOOM = 1.15
_PAN = 60.0  # units for a key
_SLOP = 4  # pixels that the hand may tremble before a click is a drag
_WAYS: Mapping[int, Point] = {
    pygame.K_LEFT: (1, 0),
    pygame.K_RIGHT: (-1, 0),
    pygame.K_UP: (0, 1),
    pygame.K_DOWN: (0, -1),
}


class GridTable(Table):
    """Moves the grid by drag or by Ctrl and the arrows, and zooms it by Ctrl and the wheel, or by keys."""

    def __init__(self, stage: Stage, session: Session) -> None:
        self.lens = Lens(stage)
        self._pointer: Point = (-1, -1)
        self._pressed: Point | None = None
        self._dragging: Point | None = None
        super().__init__(stage, session)

    def moved(self) -> None:
        """Say that the grid has to be built anew; all around it is as it was."""
        self._scene = None

    def focused(self, tag: str) -> None:
        """Bring the square that the keys have come to into sight."""
        square = square_of(tag)
        if square is not None and self.lens.bring(square):
            self.moved()

    def tick(self) -> None:
        """Let the grid glide."""
        if self.lens.glide():
            self.moved()
        super().tick()

    def command(self, tag: str) -> bool:
        """Do what the buttons that move the grid stand for."""
        match tag:
            case "zoom-in":
                self.lens.zoom(_ZOOM)
            case "zoom-out":
                self.lens.zoom(1 / _ZOOM)
            case "fit":
                self.lens.fit()
            case _:
                return super().command(tag)
        self.moved()
        return True

    def drag(self, event: pygame.event.Event) -> bool:
        """Move the grid with the middle button, or by the empty table with the left one."""
        if event.type not in (pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
            return False
        self._pointer = event.pos
        if event.type == pygame.MOUSEBUTTONDOWN:
            if event.button in (1, 2):
                held = event.button == 2 or self.scene.hit(event.pos) is None
                self._pressed = event.pos if held else None
            return bool(event.button == 2)
        if event.type == pygame.MOUSEBUTTONUP:
            used = self._dragging is not None
            self._pressed = self._dragging = None
            return used
        if self._pressed is None:
            return False
        if self._dragging is None and math.dist(self._pressed, event.pos) > _SLOP:
            self._dragging = self._pressed
        if self._dragging is None:
            return False
        self.lens.pan(event.pos[0] - self._dragging[0], event.pos[1] - self._dragging[1])
        self._dragging = event.pos
        self.moved()
        return True

    def scroll(self, lines: int) -> None:
        """Show the grid larger or smaller about the pointer."""
        if lines:
            self.lens.zoom(_ZOOM**lines, self._pointer)
            self.moved()

    def press(self, event: pygame.event.Event) -> bool:
        """Heed the keys that move the grid."""
        if event.mod & pygame.KMOD_CTRL and event.key in _WAYS:
            step = _PAN * self.stage.unit
            x, y = _WAYS[event.key]
            self.lens.pan(step * x, step * y)
            self.moved()
            return True
        return super().press(event)

    def shortcuts(self) -> Mapping[int, str]:
        """Return by key the tag of the button that it presses."""
        return {
            **super().shortcuts(),
            pygame.K_PLUS: "zoom-in",
            pygame.K_EQUALS: "zoom-in",
            pygame.K_KP_PLUS: "zoom-in",
            pygame.K_MINUS: "zoom-out",
            pygame.K_KP_MINUS: "zoom-out",
            pygame.K_0: "fit",
            pygame.K_HOME: "fit",
        }
