"""What every screen does alike: pointer, keys and focus go from target to target of its scene."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from dataclasses import replace

import pygame

from sim.view.items import SCREEN, Area, Layer, Point, Points, Scene, Sprite
from sim.view.layout import Rect
from sim.view.stage import Stage

_WAYS = {
    pygame.K_LEFT: (-1.0, 0.0),
    pygame.K_RIGHT: (1.0, 0.0),
    pygame.K_UP: (0.0, -1.0),
    pygame.K_DOWN: (0.0, 1.0),
}
_CHOOSING = pygame.K_RETURN, pygame.K_KP_ENTER, pygame.K_SPACE


class Screen(ABC):
    """One screen of the window. What can be chosen are the targets of its scene, by click or by key alike."""

    def __init__(self, stage: Stage) -> None:
        self.stage = stage
        self.focus: str | None = None
        """The target that the keys have come to; it is shown once a key was used."""
        self.hover: str | None = None
        """The tag under the pointer, target or not."""
        self.by_keys = False
        self._scene: Scene | None = None
        self._last_focus: Point | None = None

    # What a screen shows

    @abstractmethod
    def build(self) -> Scene:
        """Return the scene as things stand, without what depends on pointer, focus and time."""

    @property
    def scene(self) -> Scene:
        """The scene, built anew only after something has changed."""
        if self._scene is None or self._scene.size != self.stage.size:
            self._scene = self.build()
            self._keep_focus()
        return self._scene

    def changed(self) -> None:
        """Say that the scene has to be built anew."""
        self._scene = None

    def restyled(self) -> None:
        """Heed that language, colours or size of text are others."""
        self.changed()

    def picture(self) -> Scene:
        """Return the scene with all that depends on pointer, focus and time."""
        scene = self.scene
        live = (*scene.live, *self.live(), *self._pointed())
        return replace(scene, live=live) if live != scene.live else scene

    def live(self) -> tuple[Sprite, ...]:
        """Return what moves, or shows for a while."""
        return ()

    def _pointed(self) -> tuple[Sprite, ...]:
        shown = []
        if self.hover is not None and self.hover in self.scene and not self.by_keys:
            sprite = self.scene[self.hover]
            if sprite.target and not self.lifts(sprite):
                shown.append(
                    Sprite("hover", Layer.CONTROLS, (Area(self.outline(sprite), (255, 255, 255, 26)),), at=SCREEN)
                )
        if self.by_keys and self.focus is not None and self.focus in self.scene:
            points = _grown(self.outline(self.scene[self.focus]), 3 * self.stage.unit)
            shown.append(self.stage.controls.ring("focus", points))
        return tuple(shown)

    def lifts(self, sprite: Sprite) -> bool:
        """Tell whether the screen itself shows that the pointer is on a target."""
        return False

    def outline(self, sprite: Sprite) -> Points:
        """Return a sprite's outline in pixels."""
        view = sprite.at or self.scene.view
        return tuple(view.pixel(point) for point in sprite.outline)

    # What a screen does

    @abstractmethod
    def choose(self, tag: str) -> None:
        """Do what the target stands for."""

    def cancel(self) -> None:
        """Do what Esc and the right button stand for."""
        self.stage.back()

    def press(self, event: pygame.event.Event) -> bool:
        """Heed a key that has a meaning of its own here; tell whether it had one."""
        return False

    def type(self, text: str) -> None:
        """Heed text that was typed."""

    def drag(self, event: pygame.event.Event) -> bool:
        """Heed a mouse event before anything else does; tell whether it was used."""
        return False

    def scroll(self, lines: int) -> None:
        """Heed the mouse wheel."""

    def tick(self) -> None:
        """Look after what goes on by itself, once a frame."""

    def covered(self) -> None:
        """Heed that another screen lies in front from now on."""

    def opened(self) -> None:
        """Begin what goes on as long as the screen is open."""

    def closed(self) -> None:
        """End what the screen has begun: it is not shown again."""

    # Events

    def handle(self, event: pygame.event.Event) -> None:
        """Heed an event of pointer or keys."""
        if self.drag(event):
            return
        if event.type == pygame.MOUSEMOTION:
            self._point(event.pos)
        elif event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            self._point(event.pos)
            found = self.scene.hit(event.pos)
            self.clicked(found)
        elif event.type == pygame.MOUSEBUTTONUP and getattr(event, "touch", False):
            self._let_go()
        elif event.type == pygame.MOUSEBUTTONDOWN and event.button == 3:
            self.cancel()
        elif event.type == pygame.MOUSEWHEEL:
            self.scroll(event.y)
        elif event.type == pygame.TEXTINPUT:
            self.type(event.text)
        elif event.type == pygame.KEYDOWN:
            self._key(event)

    def clicked(self, sprite: Sprite | None) -> None:
        """Heed a click on a sprite, or beside all of them."""
        if sprite is not None and sprite.target:
            self.focus = sprite.tag
            self.choose(sprite.tag)

    def _point(self, pixel: Point) -> None:
        found = self.scene.hit(pixel)
        self.hover = None if found is None else found.tag
        self.by_keys = False

    def _let_go(self) -> None:
        """Forget where a finger was: it points at nothing any more. What it asks about stays in sight."""
        if self.hover is not None and (self.hover not in self.scene or self.scene[self.hover].target):
            self.hover = None

    def _key(self, event: pygame.event.Event) -> None:
        if self.press(event):
            return
        focus = self.focus if self.by_keys else None
        if event.key == pygame.K_ESCAPE:
            self.cancel()
        elif event.key == pygame.K_TAB:
            self._step(-1 if event.mod & pygame.KMOD_SHIFT else 1)
        elif event.key in _WAYS:
            self._go(*_WAYS[event.key])
        elif event.key in _CHOOSING and focus is not None and focus in self.scene:
            self._last_focus = self._middle(focus)
            self.choose(focus)
        elif event.key in _CHOOSING:
            self._step(0)

    # Focus

    def _show_focus(self, tag: str) -> None:
        self.focus, self.by_keys, self.hover = tag, True, None
        self._last_focus = self._middle(tag)
        self.focused(tag)

    def focused(self, tag: str) -> None:
        """Heed that the keys have come to a target."""

    def _step(self, by: int) -> None:
        """Go to the next target; the first step only shows where the focus is."""
        tags = [sprite.tag for sprite in self.scene.targets()]
        if not tags:
            return
        if self.focus not in tags:
            self._show_focus(self.first_focus(tags))
        elif not self.by_keys and by:
            self._show_focus(self.focus)
        else:
            self._show_focus(tags[(tags.index(self.focus) + by) % len(tags)])

    def first_focus(self, tags: list[str]) -> str:
        """Return where the keys begin."""
        return tags[0]

    def _go(self, dx: float, dy: float) -> None:
        """Go to the nearest target in a direction."""
        if self.focus is None or self.focus not in self.scene or not self.by_keys:
            self._step(0)
            return
        x, y = self._middle(self.focus)
        best, least = None, math.inf
        for sprite in self.scene.targets():
            px, py = self._middle(sprite.tag)
            along = (px - x) * dx + (py - y) * dy
            across = abs((px - x) * dy) + abs((py - y) * dx)
            if along > 1.0 and across < 2.5 * along and along + 2.0 * across < least:
                best, least = sprite.tag, along + 2.0 * across
        if best is not None:
            self._show_focus(best)

    def _middle(self, tag: str) -> Point:
        return self.scene.middle(tag)

    def _keep_focus(self) -> None:
        """After a change, go to the target nearest to where the focus was, if that one has gone."""
        assert self._scene is not None
        targets = self._scene.targets()
        if self.focus is None or any(sprite.tag == self.focus for sprite in targets) or self._last_focus is None:
            return
        x, y = self._last_focus
        nearest = min(targets, key=lambda sprite: math.dist((x, y), self._middle(sprite.tag)), default=None)
        self.focus = None if nearest is None else nearest.tag


def _grown(points: Points, by: float) -> Points:
    """Return an outline moved outwards from its middle, about."""
    xs, ys = zip(*points, strict=True)
    x, y = (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2
    if len(points) == 4 and len({*xs}) == 2:
        return Rect(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys)).inset(-by).corners
    far = max(math.dist((x, y), point) for point in points)
    return tuple((x + (px - x) * (1 + by / far), y + (py - y) * (1 + by / far)) for px, py in points)


def behind(scene: Scene) -> Scene:
    """Return a scene of which nothing can be chosen: what an overlay lies in front of."""
    still = tuple(
        replace(sprite, tag=f"behind-{sprite.tag}", outline=(), target=False)
        for sprite in (*scene.sprites, *scene.live)
    )
    return replace(scene, sprites=still, live=())
