"""From a Scene to a pygame Surface and to PNG, off screen."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path
from typing import TypeAlias

import pygame

from sim.view.items import Fade, Layer, Scene, Sprite, Viewport
from sim.view.motion import Motion
from sim.view.raster import fade, rendered

_Known: TypeAlias = dict[Sprite, tuple[pygame.Surface, tuple[int, int]] | None]


class Painter:
    """Draws scenes and remembers their sprites: what was in the last picture is not drawn anew."""

    def __init__(self) -> None:
        self._view: tuple[Viewport, tuple[int, int]] | None = None
        self._pieces: _Known = {}
        self._beneath: _Known = {}
        self._ground: tuple[object, pygame.Surface] | None = None
        self._motion: Motion | None = None

    def paint(self, scene: Scene) -> pygame.Surface:
        """Return a new picture of a scene."""
        surface = pygame.Surface(scene.size)
        self.paint_on(surface, scene)
        return surface

    def paint_on(self, surface: pygame.Surface, scene: Scene) -> None:
        """Draw a scene over all of a surface of its size."""
        if self._view != (scene.view, scene.size):
            self._view = scene.view, scene.size
            self._pieces, self._beneath, self._ground = {}, {}, None
        surface.blit(self._ground_of(scene), (0, 0))
        if scene.moving:
            self._move(surface, scene)
        front = Layer.LABELS if scene.moving else Layer.PIECES
        sprites = tuple(sprite for sprite in scene if sprite.layer >= front)
        self._pieces = _put(surface, sprites, scene, self._pieces)

    def _ground_of(self, scene: Scene) -> pygame.Surface:
        """Return the picture of all that lies beneath the pieces."""
        sprites = tuple(sprite for sprite in scene if sprite.layer < Layer.PIECES)
        made_of = scene.background, sprites
        if self._ground is None or self._ground[0] != made_of:
            ground = pygame.Surface(scene.size)
            if isinstance(scene.background, Fade):
                ground.blit(fade(scene.size, scene.background, scene.view), (0, 0))
            else:
                ground.fill(scene.background)
            self._beneath = _put(ground, sprites, scene, self._beneath)
            self._ground = made_of, ground
            self._motion = None
        return self._ground[1]

    def _move(self, surface: pygame.Surface, scene: Scene) -> None:
        if self._motion is None:
            self._motion = Motion(surface.copy())
        self._motion.paint_on(surface, scene)


def _put(surface: pygame.Surface, sprites: tuple[Sprite, ...], scene: Scene, known: _Known) -> _Known:
    """Draw sprites, from the known pictures where there is one; return the pictures that were used."""
    used: _Known = {}
    for sprite in sprites:
        drawn = known[sprite] if sprite in known else rendered(sprite, scene.view, (0, 0, *scene.size))
        used[sprite] = drawn
        if drawn is not None:
            surface.blit(*drawn, special_flags=pygame.BLEND_PREMULTIPLIED)
    return used


def picture(scene: Scene) -> pygame.Surface:
    """Return the picture of a scene."""
    return Painter().paint(scene)


def png(scene: Scene) -> bytes:
    """Return the picture of a scene as the bytes of a PNG file."""
    file = BytesIO()
    pygame.image.save(picture(scene), file, "scene.png")
    return file.getvalue()


def save_png(scene: Scene, path: str | Path) -> None:
    """Draw a scene and write it to a PNG file."""
    Path(path).write_bytes(png(scene))
