"""The shake before a game: the pile settles before the eyes, shaken by the seed or by the player's own hand."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pygame

from sim.errors import PolypileError
from sim.pile.tray import Tray
from sim.view.collexion.places import box_viewport, places
from sim.view.controls import Controls
from sim.view.course import Course
from sim.view.grip import Grip
from sim.view.items import Scene, Sprite
from sim.view.layout import Rect, unit
from sim.view.scene import backdrop, empty_box, moment_of
from sim.view.screen import Screen
from sim.view.screens.games import table_of
from sim.view.seats import level_told, seat_name
from sim.view.stage import Stage
from sim.view.words import _

if TYPE_CHECKING:
    from sim.session import Seat, Session
    from sim.view.house import Errand, HandShake

TRAY = Tray()
THICKNESS = 2.5


class Shaking(Screen):
    """The box is shaken; then the game begins."""

    def __init__(
        self,
        stage: Stage,
        game: str,
        seed: int,
        seats: Sequence[Seat],
        options: Mapping[str, Any],
        by_hand: bool,
        then: Callable[[Stage, Session], Screen] = table_of,
        lesson: str = "",
    ) -> None:
        """What follows is the table, unless something else is named; a lesson is told while the box is shaken."""
        super().__init__(stage)
        self._then, self._lesson = then, lesson
        self._asked = game, seed, seats, options
        self._hand: HandShake | None = stage.house.hand(seed) if by_hand else None
        self._course = Course(self._hand or stage.house.shake(seed))
        self._grip = Grip()
        self._put_down = not by_hand
        self._game: Errand[Session] | None = None
        self._table: Screen | None = None
        if not stage.pace and not by_hand:
            self._course.skip()

    # What is shown

    def build(self) -> Scene:
        """Return the scene around the box."""
        size, look = self.stage.size, self.stage.look
        where = places(size)
        view = box_viewport(where.box, TRAY, look)
        sprites = [*empty_box(TRAY, look), *self._around(), *self._players(where.right)]
        return Scene(size, view, backdrop(size, view, look), tuple(sprites))

    def _around(self) -> Iterator[Sprite]:
        controls = Controls(self.stage.look, unit(self.stage.size))
        where, u = places(self.stage.size), controls.unit
        x = where.prompt.middle[0]
        headline, detail = self._told()
        yield controls.text(
            "headline", x, where.prompt.y + 20 * u, headline, 24, anchor="middle", bold=True, width=where.prompt.width
        )
        ink = controls.look.ink_soft
        yield controls.text(
            "detail", x, where.prompt.y + 47 * u, detail, 16, anchor="middle", ink=ink, width=where.prompt.width
        )
        block = where.turn.centred(min(where.turn.width, 280 * u), 48 * u)
        if not self._put_down:
            ready = self._grip.used
            yield controls.button(
                "down", block, _("Put the box down"), key="Space", style="main", size=18, enabled=ready
            )
        elif self._course.pile is None:
            yield controls.button("skip", block, _("Skip"), key="Space", size=17)

    def _players(self, column: Rect) -> Iterator[Sprite]:
        """Yield who will play, where their cards will lie."""
        controls, u = self.stage.controls, self.stage.unit
        _game, _seed, seats, _options = self._asked
        for seat, rect in enumerate(column.rows(len(seats), 10 * u)):
            yield controls.panel(f"card-{seat}", rect)
            head, _rest = rect.inset(14 * u, 8 * u).cut_top(30 * u)
            y = head.middle[1]
            name = seat_name(seats, seat)
            yield controls.text(f"name-{seat}", head.x, y, name, 19, bold=True, width=0.5 * head.width)
            level = level_told(seats[seat].kind)
            ink, wide = controls.look.ink_soft, 0.46 * head.width
            yield controls.text(f"role-{seat}", head.right, y + u, level, 14, ink=ink, anchor="end", width=wide)

    def _told(self) -> tuple[str, str]:
        if not self._put_down:
            return _("Shake the box"), _("Hold it with the mouse and move it to and fro; or use the arrow keys.")
        frame = self._course.frame
        if frame is None:
            return _("The box is filled"), self._lesson
        if frame.phase in ("drop", "shake"):
            return _("The box is shaken"), self._lesson
        return _("The pile settles"), self._lesson

    def picture(self) -> Scene:
        """Return the scene with the pieces where they are now."""
        frame = self._course.frame
        still = self.scene
        if frame is None:
            return super().picture()
        live = (*still.live, *self._pointed())
        moment = moment_of(frame, THICKNESS, self.stage.look)
        return replace(still, live=live, moment=moment, shift=self._grip.shift())

    # What goes on

    def tick(self) -> None:
        """Show what has arrived, push the box as the hand moves it, and begin the game once the pile rests."""
        stage, shown = self.stage, (self._told(), self._grip.used)
        try:
            if self._hand is not None and not self._put_down:
                for push in self._grip.pushes(stage.now):
                    self._hand.push(*push)
                self._newest()
                if self._grip.full:
                    self.choose("down")
            else:
                self._grip.rest(stage.now)
                self._course.look(stage.now)
            self._begin()
        except PolypileError as wrong:
            stage.notify(str(wrong))
            stage.back()
            return
        frame = self._course.frame
        moving = frame is not None and frame.phase == "shake"
        strength = min(1.0, (frame.drive[0] ** 2 + frame.drive[1] ** 2) ** 0.5 / 2.0) if moving and frame else 0.0
        stage.sounds.rattle(strength)
        if shown != (self._told(), self._grip.used):
            self.changed()
        # The table is drawn piece by piece, before it is shown: no picture is held up.
        if self._table is not None and stage.prepared(self._table.scene):
            stage.sounds.rattle(0.0)
            stage.change(self._table)

    def _newest(self) -> None:
        """Show the newest frame at once: a hand waits for nothing."""
        for frame in self._course.errand.news():
            self._course.frame = frame

    def _begin(self) -> None:
        if self._game is None and self._course.pile is not None:
            game, seed, seats, options = self._asked
            self._game = self.stage.house.begin(game, seed, seats, options, self._course.pile)
            self.changed()
        if self._game is not None and self._table is None:
            for session in self._game.news():
                self._table = self._then(self.stage, session)

    def choose(self, tag: str) -> None:
        """Put the box down, or skip what is left of the shake."""
        if tag == "down" and self._hand is not None and not self._put_down:
            self._put_down = True
            self._grip.release()
            self._hand.put_down()
            self.changed()
        elif tag == "skip":
            self._course.skip()

    def press(self, event: pygame.event.Event) -> bool:
        """Heed the keys: Space goes on, arrows shake the box."""
        if event.key in (pygame.K_SPACE, pygame.K_RETURN, pygame.K_KP_ENTER):
            self.choose("skip" if self._put_down else "down" if self._grip.used else "")
            return True
        if self._hand is not None and not self._put_down and event.key in Grip.KEYS:
            self._grip.key(event.key, self.stage.now, self.scene.view.scale)
            return True
        return False

    def drag(self, event: pygame.event.Event) -> bool:
        """Let the hand hold and move the box."""
        if self._hand is None or self._put_down:
            return False
        return self._grip.heed(event, self.scene)

    def closed(self) -> None:
        """End the shake, and the setting up of the game, if they go on."""
        self.stage.sounds.rattle(0.0)
        self._course.drop()
        if self._game is not None:
            self._game.drop()
