"""A guided game: the table as it is, and a bubble that tells what to do; only that can be chosen."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING

import pygame

from sim.view.guides.bubble import Said, bubble, extent, mark, place
from sim.view.guides.guide import MOVE, Guide, Step
from sim.view.items import Area, Layer, Scene, Sprite
from sim.view.layout import Rect
from sim.view.screen import Screen
from sim.view.screens.games import GAMES, table_of
from sim.view.words import _

if TYPE_CHECKING:
    from sim.session import Session
    from sim.view.stage import Stage

GUIDES: Mapping[str, str] = {
    "collexion": "collexion",
    "axio-rota": "axio_rota",
    "colour-collect": "colour_collect",
}
"""The module of the guide of each game."""
_ALWAYS = "menu", "rules", "zoom-in", "zoom-out", "fit"
_WAYS: Mapping[int, str] = {
    pygame.K_LEFT: "way-left",
    pygame.K_RIGHT: "way-right",
    pygame.K_UP: "way-up",
    pygame.K_DOWN: "way-down",
}
_ON = pygame.K_RETURN, pygame.K_KP_ENTER, pygame.K_SPACE


def guide_of(game: str) -> Guide:
    """Return the guide of a game."""
    guide: Guide = import_module(f"sim.view.guides.{GUIDES[game]}").GUIDE
    return guide


def learn(stage: Stage, game: str) -> None:
    """Open a guided game: what comes before its table, then the table with the guide."""
    from sim.view.screens.opening import Opening
    from sim.view.screens.shaking import Shaking

    guide, house = guide_of(game), stage.house
    seats = [house.seat("human", ""), *(house.seat(kind, "") for kind in guide.bots)]
    then: Callable[[Stage, Session], Screen] = partial(_lesson, guide)
    if GAMES[game].shaken:
        stage.open(Shaking(stage, game, guide.seed, seats, guide.options, False, then, _(guide.shaking)))
    else:
        stage.open(Opening(stage, house.begin(game, guide.seed, seats, guide.options, None), then))


def _lesson(guide: Guide, stage: Stage, session: Session) -> Lesson:
    return Lesson(stage, session, guide)


class Lesson(Screen):
    """The table of a guided game. Pointer, keys and time go on to the table as far as the step allows."""

    def __init__(self, stage: Stage, session: Session, guide: Guide) -> None:
        super().__init__(stage)
        self.guide = guide
        self.number = 0
        self.table = table_of(stage, session)
        self.table.keeps = False  # a game that was left stays the one to go on with
        self._below: Scene | None = None

    @property
    def step(self) -> Step:
        """What is told now."""
        return self.guide.steps[self.number]

    # What is shown

    @property
    def scene(self) -> Scene:
        """The scene, built anew when that of the table has changed."""
        below = self.table.scene
        if below is not self._below:
            self._below = below
            super().changed()
        return super().scene

    def changed(self) -> None:
        """Say that the scene has to be built anew, and the table's within it."""
        super().changed()
        self.table.changed()

    def build(self) -> Scene:
        """Return the table with what can be chosen now, and the bubble."""
        below = self.table.scene
        allowed = {*self.allowed(), *_ALWAYS}
        sprites = tuple(
            replace(sprite, target=False) if sprite.target and sprite.tag not in allowed else sprite
            for sprite in below.sprites
        )
        scene = replace(below, sprites=sprites)
        return replace(scene, sprites=(*sprites, *self._told(scene)))

    def allowed(self) -> tuple[str, ...]:
        """Return the tags that the step allows to be chosen."""
        if not self.table.own_turn:
            return ()
        return self.step.allowed(sprite.tag for sprite in self.table.scene.targets())

    def _told(self, scene: Scene) -> Iterator[Sprite]:
        if self.table.moving:
            return  # what flies is looked at first
        controls, size = self.stage.controls, self.stage.size
        said, goal = self._said(), self._goal(scene)
        free = [
            self._rect(scene, tag) for tag in (*self.allowed(), *self.step.clear, "headline") if self._has(scene, tag)
        ]
        pieces = [rect for sprite in scene.on(Layer.PIECES) if (rect := _ground(scene, sprite)) is not None]
        rect = place(controls, size, said, goal, free, pieces)
        if goal is not None:
            yield mark(controls, self._points(scene, self.step.at))
        yield from bubble(controls, rect, said, goal)

    def _said(self) -> Said:
        last = self.number == len(self.guide.steps) - 1
        button = {"on": _("Play on") if last else _("Go on")}.get(self.step.waits, "")
        count = f"{self.number + 1} / {len(self.guide.steps)}"
        return Said(_(self.step.text), count, button, "" if last else _("End the guide"))

    def _goal(self, scene: Scene) -> Rect | None:
        return self._rect(scene, self.step.at) if self._has(scene, self.step.at) else None

    def _has(self, scene: Scene, tag: str) -> bool:
        return tag in scene and bool(scene[tag].outline)

    def _points(self, scene: Scene, tag: str) -> tuple[tuple[float, float], ...]:
        sprite = scene[tag]
        view = sprite.at or scene.view
        return tuple(view.pixel(point) for point in sprite.outline)

    def _rect(self, scene: Scene, tag: str) -> Rect:
        return extent(self._points(scene, tag))

    def picture(self) -> Scene:
        """Return the scene with what depends on pointer, focus and time, as the table shows it."""
        scene, table = self.scene, self.table
        refused = (
            self.hover is not None
            and self.hover in table.scene
            and table.scene[self.hover].target
            and not scene[self.hover].target
        )
        table.hover = None if refused else self.hover
        table.focus, table.by_keys = self.focus, self.by_keys
        if self.step.ask and not table.moving and (table.hover is None or not table.hover.startswith("piece-")):
            table.hover, table.by_keys = self.step.ask, False
        live = table.picture().live
        if self._of_guide(self.focus if self.by_keys else self.hover):
            live = (*live, *self._pointed())
        return replace(scene, live=live) if live != scene.live else scene

    def _of_guide(self, tag: str | None) -> bool:
        return tag is not None and tag.startswith("guide-")

    # What is done

    def choose(self, tag: str) -> None:
        """Go on, or do on the table what the step allows."""
        if tag == "guide-on":
            self.stage.sounds.play("press")
            self._go_on()
        elif tag == "guide-leave":
            self._leave()
        elif tag in _ALWAYS:
            self.table.choose(tag)
        elif tag in self.allowed():
            earlier = self.table.session
            self.table.choose(tag)
            played = self.table.session is not earlier
            if self.step.ends(tag) or (played and self.step.until == MOVE):
                self._go_on()
        else:
            self.stage.sounds.play("refuse")

    def _go_on(self) -> None:
        if self.number + 1 < len(self.guide.steps):
            self.number += 1
            self.hover = self.focus = None
            super().changed()
        else:
            self._leave()

    def _leave(self) -> None:
        """Go on freely at the same table; from now on the game is kept."""
        self.table.keeps = True
        self.table.hover = None
        self.table.changed()
        self.stage.screens[self.stage.screens.index(self)] = self.table
        self.table.opened()

    def tick(self) -> None:
        """Let the table go on; pass over what has happened, or cannot be done as things stand."""
        self.table.tick()
        if self not in self.stage.screens or self.table.moving:
            return
        while self._over():
            self._go_on()

    def _over(self) -> bool:
        if self.number + 1 == len(self.guide.steps):
            return False
        if self.table.session.state.outcome is not None:
            return True  # the last word is still said
        if self.table.pausing:
            return self.step.waits != "on"
        if not self.table.own_turn:
            return False
        if self.step.turned is not None and self.table.turned == self.step.turned:
            return True
        return self.step.turn or (self.step.waits == "choice" and not self.allowed())

    # Pointer and keys

    def handle(self, event: pygame.event.Event) -> None:
        """Heed an event; where the pointer is the table knows too, and what the right button means."""
        if event.type == pygame.MOUSEMOTION or (event.type == pygame.MOUSEBUTTONDOWN and event.button == 3):
            self.table.handle(event)
        if event.type != pygame.MOUSEBUTTONDOWN or event.button != 3:
            super().handle(event)

    def clicked(self, sprite: Sprite | None) -> None:
        """Choose what was clicked; what the step does not allow is refused."""
        below = self.table.scene
        if sprite is not None and not sprite.target and sprite.tag in below and below[sprite.tag].target:
            self.stage.sounds.play("refuse")
        super().clicked(sprite)

    def press(self, event: pygame.event.Event) -> bool:
        """Heed the keys of the guide, and those of the table that the step allows."""
        if event.key in _ON and "guide-on" in self.scene and not (self.by_keys and self.focus in self.scene):
            self.choose("guide-on")
            return True
        tag = self.table.shortcuts().get(event.key) or _WAYS.get(event.key)
        if tag is None or (tag in _WAYS.values() and tag not in self.table.scene):
            return self.table.press(event)
        if tag in self.allowed() or tag in _ALWAYS:
            self.choose(tag)
        return True

    def drag(self, event: pygame.event.Event) -> bool:
        """Let the table heed a mouse event, unless it is on the bubble."""
        if event.type == pygame.MOUSEMOTION:
            return False  # the table has had it
        if event.type == pygame.MOUSEBUTTONDOWN:
            found = self.scene.hit(event.pos)
            if found is not None and self._of_guide(f"{found.tag}-"):
                return False
        return self.table.drag(event)

    def scroll(self, lines: int) -> None:
        """Let the table heed the wheel."""
        self.table.scroll(lines)

    def type(self, text: str) -> None:
        """Let the table heed what is typed."""
        self.table.type(text)

    def cancel(self) -> None:
        """Open the menu of the table; what was picked stays picked."""
        self.table.open_menu()

    def lifts(self, sprite: Sprite) -> bool:
        """Tell whether the table itself shows that the pointer is on a target."""
        return self.table.lifts(sprite)

    def focused(self, tag: str) -> None:
        """Let the table heed where the keys have come to."""
        self.table.focused(tag)

    def first_focus(self, tags: list[str]) -> str:
        """Return where the keys begin: at what leads on."""
        wanted = "guide-on", self.step.at, *self.allowed()
        return next((tag for tag in wanted if tag in tags), tags[0])

    def closed(self) -> None:
        """Forget the table."""
        self.table.closed()


def _ground(scene: Scene, sprite: Sprite) -> Rect | None:
    """Return the rectangle that a sprite covers, about: that of its outline, or of the first thing it is made of."""
    points = sprite.outline or next((item.points for item in sprite.items if isinstance(item, Area)), ())
    view = sprite.at or scene.view
    return extent(tuple(map(view.pixel, points))) if points else None
