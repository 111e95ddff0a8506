"""The shake that made a pile, seen again: from its seed, or from what the hand did."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

import pygame

from sim.errors import PolypileError
from sim.view.collexion.places import box_viewport, places
from sim.view.course import Course
from sim.view.items import Scene, Sprite
from sim.view.replay.path import path_of
from sim.view.scene import backdrop, empty_box, moment_of
from sim.view.screen import Screen
from sim.view.words import _

if TYPE_CHECKING:
    from sim.pile import Pile
    from sim.view.stage import Stage


class Reshake(Screen):
    """The box is shaken as it was for a game that is over; then the screen before it is shown again."""

    def __init__(self, stage: Stage, pile: Pile) -> None:
        super().__init__(stage)
        self._pile = pile
        self._course = Course(stage.house.shake_again(pile))
        self._path = path_of(pile.trace or ())
        self._pushes = 0

    # What is shown

    def build(self) -> Scene:
        """Return the scene around the box."""
        size, look = self.stage.size, self.stage.look
        view = box_viewport(places(size).box, self._pile.tray, look)
        return Scene(size, view, backdrop(size, view, look), (*empty_box(self._pile.tray, look), *self._around()))

    def _around(self) -> Iterator[Sprite]:
        controls, u = self.stage.controls, self.stage.unit
        where = places(self.stage.size)
        rect = where.prompt
        headline, detail = self.told()
        x, ink = rect.middle[0], controls.look.ink_soft
        yield controls.text("headline", x, rect.y + 20 * u, headline, 24, anchor="middle", bold=True, width=rect.width)
        yield controls.text("detail", x, rect.y + 47 * u, detail, 16, anchor="middle", ink=ink, width=rect.width)
        block = where.turn.centred(min(where.turn.width, 280 * u), 48 * u)
        yield controls.button("leave", block, _("Back to the game"), key="Space", size=17)

    def told(self) -> tuple[str, str]:
        """Return what is seen, and whether it is the same pile in the end."""
        pile = self._course.pile
        if pile is None:
            how = _("as it was shaken by hand") if self._pile.trace is not None else _("as seed {seed} shakes it")
            return _("The box is shaken again"), how.format(seed=self._pile.seed)
        if pile == self._pile:
            return _("The very same pile"), _("Pile {code}").format(code=pile.code)
        return _("Another pile"), _("This program shakes pile {code}.").format(code=pile.code)

    def picture(self) -> Scene:
        """Return the scene with the pieces where they are now, and the box where the hand has it."""
        frame = self._course.frame
        if frame is None:
            return super().picture()
        still = self.scene
        moment = moment_of(frame, self._pile[0].thickness, self.stage.look)
        return replace(still, live=(*still.live, *self._pointed()), moment=moment, shift=self._shift())

    def _shift(self) -> tuple[int, int]:
        if not 0 < self._pushes <= len(self._path):
            return 0, 0
        x, y = self._path[self._pushes - 1]
        scale = self.scene.view.scale
        return round(x * scale), round(-y * scale)

    # What goes on

    def tick(self) -> None:
        """Show what has arrived, and say what pile it has become."""
        stage, before, told = self.stage, self._course.frame, self.told()
        try:
            frame = self._course.look(stage.now)
        except PolypileError as wrong:
            stage.notify(str(wrong))
            stage.back()
            return
        if frame is None:
            return
        shaken = frame.phase == "shake"
        stage.sounds.rattle(min(1.0, (frame.drive[0] ** 2 + frame.drive[1] ** 2) ** 0.5 / 2.0) if shaken else 0.0)
        if before is not None and frame is not before and (shaken or self._pushes):
            self._pushes += round((frame.time - before.time) * 60.0)
        if told != self.told():
            self.changed()

    def choose(self, tag: str) -> None:
        """Go back to the game."""
        self.stage.back()

    def press(self, event: pygame.event.Event) -> bool:
        """Space and Enter go back."""
        if event.key in (pygame.K_SPACE, pygame.K_RETURN, pygame.K_KP_ENTER):
            self.stage.back()
            return True
        return False

    def closed(self) -> None:
        """End the shake, if it goes on."""
        self.stage.sounds.rattle(0.0)
        self._course.drop()
