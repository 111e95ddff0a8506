"""A game that is being set up without a shake: shown for a moment only."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from sim.errors import PolypileError
from sim.view.items import SCREEN, Scene
from sim.view.scene import backdrop
from sim.view.screen import Screen
from sim.view.screens.games import table_of
from sim.view.words import _

if TYPE_CHECKING:
    from sim.session import Session
    from sim.view.house import Errand
    from sim.view.stage import Stage


class Opening(Screen):
    """Waits for a game; then its table is shown."""

    def __init__(
        self, stage: Stage, game: Errand[Session], then: Callable[[Stage, Session], Screen] = table_of
    ) -> None:
        """What follows is the table, unless something else is named."""
        super().__init__(stage)
        self._then = then
        self._game = game

    def build(self) -> Scene:
        """Return a line in the middle of the table."""
        width, height = self.stage.size
        ink = self.stage.look.ink_soft
        line = self.stage.controls.text(
            "opening", width / 2, height / 2, _("The table is set"), 24, anchor="middle", ink=ink
        )
        return Scene(self.stage.size, SCREEN, backdrop(self.stage.size, SCREEN, self.stage.look), (line,))

    def tick(self) -> None:
        """Show the table once the game is there."""
        try:
            for session in self._game.news():
                self.stage.change(self._then(self.stage, session))
        except PolypileError as wrong:
            self.stage.notify(str(wrong))
            self.stage.back()

    def choose(self, tag: str) -> None:
        """Nothing can be chosen here."""

    def closed(self) -> None:
        """Nobody waits for the game any more."""
        self._game.drop()
