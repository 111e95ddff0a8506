"""The main menu, beside a box that is shaken while it is read."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

import pygame

from sim.errors import NotSettled, PolypileError
from sim.view.collexion.places import box_viewport
from sim.view.course import Course
from sim.view.items import Scene, Sprite, Viewport
from sim.view.layout import Rect
from sim.view.scene import Heap, backdrop, empty_box, moment_of
from sim.view.screen import Screen
from sim.view.screens.games import GAMES, setup_of, table_of
from sim.view.screens.shaking import THICKNESS, TRAY
from sim.view.seats import seat_name
from sim.view.stage import Stage
from sim.view.token import SPAN, token
from sim.view.words import _, and_list

if TYPE_CHECKING:
    from sim.pile import Pile
    from sim.session import Session


class Menu(Screen):
    """What the window opens with."""

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage)
        self._looked_for = stage.house.unfinished()
        self._left: Session | None = None
        self._course: Course | None = None
        self._pile: Pile | None = None
        self._heap: Heap | None = None
        self._ready = False
        self._lost = False

    # What is shown

    def build(self) -> Scene:
        """Return the menu on the left and the box on the right."""
        size, look, u = self.stage.size, self.stage.look, self.stage.unit
        whole = Rect(0, 0, *size).inset(40 * u)
        left, right = whole.cut_left(400 * u, 40 * u)
        view = box_viewport(right, TRAY, look)
        ground = empty_box(TRAY, look)
        pieces: list[Sprite] = []
        if self._ready and self._heap is not None:
            ground = tuple(self._heap.ground())
            pieces = self._heap.tiles()
        sprites = (*ground, *pieces, *self._title(left), *self._entries(left))
        return Scene(size, view, backdrop(size, view, look), sprites)

    def _title(self, rect: Rect) -> Iterator[Sprite]:
        controls, u = self.stage.controls, self.stage.unit
        x, y = rect.x, rect.y + 70 * u
        for k, kind in enumerate(("triangle-yellow", "square-pink", "pentagon-green", "octagon-blue")):
            at = Viewport(52 * u / SPAN, round(x + (26 + 58 * k) * u), round(y))
            yield token(f"title-{k}", kind, at, self.stage.look)
        yield controls.text("title", x, y + 82 * u, "Polypile", 60, bold=True)
        told = _("A box of polygons, shaken into a pile")
        yield controls.text("motto", x, y + 130 * u, told, 18, ink=self.stage.look.ink_soft, width=rect.width)

    def _entries(self, rect: Rect) -> Iterator[Sprite]:
        controls, u = self.stage.controls, self.stage.unit
        entries = [(f"play-{name}", game.title, game.key) for name, game in GAMES.items()]
        entries += [("options", _("Options"), "O"), ("quit", _("Close the window"), "")]
        if self._left is not None:
            entries.insert(0, ("continue", _("Go on with the last game"), "G"))
        y = rect.y + 258 * u
        for k, (tag, label, key) in enumerate(entries):
            place = Rect(rect.x, y, 340 * u, 54 * u)
            if tag == "options":  # two small ones side by side
                games, place = place.columns(2, 8 * u)
                yield controls.button("games", games, _("Your games"), key="Y", size=16)
            size = 16 if tag == "options" else 19
            yield controls.button(tag, place, label, key=key, size=size, style="main" if k == 0 else "plain")
            y += 66 * u
            if tag == "continue":
                yield controls.text(
                    "left", rect.x + 4 * u, y - 2 * u, self._left_told(), 14, ink=controls.look.ink_soft, width=336 * u
                )
                y += 24 * u

    def _left_told(self) -> str:
        assert self._left is not None
        names = [seat_name(self._left.seats, seat) for seat in range(len(self._left.seats))]
        title = self._left.state.setup.title
        return _("{game}: {names}, move {number}").format(
            game=title, names=and_list(names), number=len(self._left.moves) + 1
        )

    def picture(self) -> Scene:
        """Return the menu, with the pieces where they are now while the box is shaken."""
        frame = self._course.frame if self._course is not None else None
        if self._ready or frame is None:
            return super().picture()
        still = self.scene
        moment = moment_of(frame, THICKNESS, self.stage.look)
        return replace(still, live=(*still.live, *self._pointed()), moment=moment)

    # What goes on

    def tick(self) -> None:
        """Look for the game that was left, and let the box be shaken."""
        try:
            for session in self._looked_for.news():
                self._left = session
                self.changed()
        except PolypileError as wrong:
            self.stage.notify(str(wrong))
        if self._lost:
            return
        try:
            if self._course is None:
                self._course = Course(self.stage.house.shake(self.stage.house.new_seed()))
                if not self.stage.pace:
                    self._course.skip()
            if self._heap is None:
                self._course.look(self.stage.now)
        except NotSettled:
            self._course = None  # this seed does not rest: another one will
            return
        except PolypileError as wrong:  # the box stays empty: another try would fail as well
            self._course, self._lost = None, True
            self.stage.notify(str(wrong))
            self.changed()
            return
        if self._heap is None:
            if self._course.pile is not None:
                self._heap = Heap(self._course.pile, None, self.stage.look)
        elif not self._ready:
            still = self.scene
            sprites = (*self._heap.ground(), *self._heap.tiles())
            if self.stage.prepared(replace(still, sprites=sprites)):
                self._ready = True
                self.changed()

    def choose(self, tag: str) -> None:
        """Do what an entry says."""
        stage = self.stage
        stage.sounds.play("press")
        match tag:
            case "continue":
                assert self._left is not None
                stage.change(table_of(stage, self._left))
            case "options":
                from sim.view.screens.options import Options

                stage.open(Options(stage))
            case "games":
                from sim.view.screens.shelf import Shelf

                stage.open(Shelf(stage))
            case "quit":
                stage.change()
            case _game:
                stage.open(setup_of(stage, tag.removeprefix("play-")))

    def press(self, event: pygame.event.Event) -> bool:
        """Heed the keys that stand on the buttons."""
        keys = {pygame.key.key_code(game.key): f"play-{name}" for name, game in GAMES.items()}
        tag = {**keys, pygame.K_o: "options", pygame.K_y: "games", pygame.K_g: "continue"}.get(event.key)
        if tag is not None and tag in self.scene:
            self.choose(tag)
        return tag is not None

    def cancel(self) -> None:
        """Nothing lies behind the menu: it stays."""

    def covered(self) -> None:
        """End the shake, so that it holds up no other; a new one begins when the menu is back."""
        self._lost = False
        if self._course is not None and self._course.pile is None:
            self._course.drop()
            self._course = None

    def closed(self) -> None:
        """End the shake."""
        self.covered()
