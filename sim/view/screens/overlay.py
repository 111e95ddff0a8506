"""What lies in front of another screen, on a card in its middle."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable
from dataclasses import replace

from sim.view.items import Scene, Sprite
from sim.view.layout import Rect
from sim.view.screen import Screen, behind
from sim.view.stage import Stage


class Overlay(Screen):
    """A card in front of the screen that was open; Esc or a click beside it closes it."""

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage)
        self._behind: Scene | None = None

    @abstractmethod
    def card(self) -> Rect:
        """Return where the card lies."""

    @abstractmethod
    def content(self, rect: Rect) -> Iterable[Sprite]:
        """Yield what stands on the card."""

    def build(self) -> Scene:
        """Return the scene behind, veiled, with the card in front."""
        controls, size = self.stage.controls, self.stage.size
        back = self._backdrop()
        rect = self.card()
        front = controls.veil("veil", size), controls.card("card", rect), *self.content(rect)
        if back.moment is not None:  # pieces in motion lie over all sprites that stay
            return replace(back, live=front)
        return replace(back, sprites=back.sprites + front)

    def _backdrop(self) -> Scene:
        if self._behind is None or self._behind.size != self.stage.size:
            screens = self.stage.screens
            below = screens[screens.index(self) - 1]
            self._behind = behind(below.picture())
        return self._behind

    def restyled(self) -> None:
        """Look anew at what lies behind the card too."""
        self._behind = None
        super().restyled()

    def clicked(self, sprite: Sprite | None) -> None:
        """Close the card after a click beside it."""
        if sprite is not None and sprite.tag == "veil":
            self.cancel()
        else:
            super().clicked(sprite)
