"""From a Scene to a pygame Surface and to PNG, off screen."""

from __future__ import annotations

import time
from collections.abc import Iterable
from io import BytesIO
from pathlib import Path
from typing import NamedTuple, TypeAlias

import pygame

from sim.view.items import Fade, Item, Layer, Paint, Scene, Sprite, Viewport
from sim.view.motion import Motion, Shadows
from sim.view.raster import fade, rendered

_MOST_KEPT = 30_000_000  # pixels of sprites that are not in the picture at present, 4 bytes each
_MOST_AT_HAND = 4_000  # pictures that are found at once
_EVERYWHERE = -10_000, -10_000, 20_000, 20_000

_Key: TypeAlias = tuple[tuple[Item, ...], float, float, float, float]


class _Drawn(NamedTuple):
    """The picture of a sprite, and where it lies beside the whole pixel that its viewport has in the middle."""

    picture: pygame.Surface | None
    x: int
    y: int


class Painter:
    """Draws scenes and remembers their sprites: what was in the last picture is not drawn anew.

    Sprites that only move keep their picture, and what stays is remembered as one whole.
    """

    def __init__(self) -> None:
        self._known: dict[_Key, _Drawn] = {}
        # The same items need not be compared point by point: what they are found by, with the items to keep them alive.
        self._at_hand: dict[tuple[int, float, float, float, float], tuple[tuple[Item, ...], _Drawn]] = {}
        self._kept = 0
        self._wholes: dict[str, tuple[object, pygame.Surface]] = {}
        self._motion: tuple[pygame.Surface, Motion] | None = None
        self._shadows = Shadows()

    def paint(self, scene: Scene) -> pygame.Surface:
        """Return a new picture of a scene."""
        surface = pygame.Surface(scene.size)
        self.paint_on(surface, scene)
        return surface

    def paint_on(self, surface: pygame.Surface, scene: Scene) -> None:
        """Draw a scene over all of a surface of its size."""
        if scene.moment is not None:
            self._paint_moving(surface, scene)
        else:
            surface.blit(self._whole("still", scene, scene.sprites), (0, 0))
        self._put(surface, scene.live, scene.view)
        self._forget()

    def prepare(self, scene: Scene, seconds: float) -> bool:
        """Draw sprites of a scene that is yet to come for so long; tell whether all of them are ready.

        Many new sprites at once would hold up one picture: a few in each picture before it do not.
        """
        until = time.perf_counter() + seconds
        for sprite in scene:
            self._drawn(sprite, scene.view)
            if time.perf_counter() > until:
                return False
        return True

    def _paint_moving(self, surface: pygame.Surface, scene: Scene) -> None:
        """Draw panels, then the box with its pieces, which a hand may have carried off its place."""
        ground = tuple(sprite for sprite in scene.sprites if sprite.at is None and sprite.layer < Layer.PIECES)
        front = tuple(sprite for sprite in scene.sprites if sprite.at is not None or sprite.layer > Layer.PIECES)
        box = self._whole("ground", scene, ground)
        if self._motion is None or self._motion[0] is not box:
            self._motion = box, Motion(box, self._shadows)
        if scene.shift == (0, 0):
            surface.blit(self._whole("around", scene, (*ground, *front)), (0, 0))
        else:
            surface.blit(self._whole("behind", scene, front), (0, 0))
            part = self._extent(ground, scene)
            surface.blit(box, part.move(scene.shift), part)
        self._motion[1].paint_on(surface, scene)

    def _whole(self, name: str, scene: Scene, sprites: tuple[Sprite, ...]) -> pygame.Surface:
        """Return the picture of sprites on the scene's background, as it was if they are the same."""
        made_of = scene.size, scene.view, scene.background, sprites
        known = self._wholes.get(name)
        if known is not None and known[0] == made_of:
            return known[1]
        whole = pygame.Surface(scene.size)
        whole.blit(self._backdrop(scene.size, scene.view, scene.background), (0, 0))
        self._put(whole, sprites, scene.view)
        self._wholes[name] = made_of, whole
        return whole

    def _backdrop(self, size: tuple[int, int], view: Viewport, paint: Paint) -> pygame.Surface:
        made_of = size, view, paint
        known = self._wholes.get("backdrop")
        if known is None or known[0] != made_of:
            plain = pygame.Surface(size)
            if isinstance(paint, Fade):
                plain.blit(fade(size, paint, view), (0, 0))
            else:
                plain.fill(paint)
            known = self._wholes["backdrop"] = made_of, plain
        return known[1]

    def _put(self, surface: pygame.Surface, sprites: Iterable[Sprite], view: Viewport) -> None:
        for sprite in sprites:
            picture, x, y = self._drawn(sprite, view)
            if picture is not None:
                middle = sprite.at or view
                place = int(middle.x // 1) + x, int(middle.y // 1) + y
                surface.blit(picture, place, special_flags=pygame.BLEND_PREMULTIPLIED)

    def _extent(self, sprites: Iterable[Sprite], scene: Scene) -> pygame.Rect:
        """Return the part of the picture that sprites reach."""
        parts = []
        for sprite in sprites:
            picture, x, y = self._drawn(sprite, scene.view)
            if picture is not None:
                parts.append(picture.get_rect(topleft=(int(scene.view.x // 1) + x, int(scene.view.y // 1) + y)))
        return parts[0].unionall(parts[1:]).clip(pygame.Rect((0, 0), scene.size)) if parts else pygame.Rect(0, 0, 0, 0)

    def _drawn(self, sprite: Sprite, view: Viewport) -> _Drawn:
        """Return the picture of a sprite: last in the store, as the first is the one that was longest unused."""
        middle = sprite.at or view
        local = Viewport(middle.scale, middle.x % 1, middle.y % 1, middle.up)
        near = id(sprite.items), local.scale, local.x, local.y, local.up
        if near in self._at_hand:
            return self._at_hand[near][1]
        key = sprite.items, local.scale, local.x, local.y, local.up
        drawn = self._known.pop(key, None)
        if drawn is None:
            new = rendered(sprite, local, _EVERYWHERE)
            drawn = _Drawn(None, 0, 0) if new is None else _Drawn(new[0], *new[1])
            self._kept += _pixels(drawn)
        self._known[key] = drawn
        if len(self._at_hand) >= _MOST_AT_HAND:
            self._at_hand.clear()
        self._at_hand[near] = sprite.items, drawn
        return drawn

    def _forget(self) -> None:
        if self._kept > _MOST_KEPT:
            self._at_hand.clear()  # from the next picture on, the store knows again what is in use
        while self._kept > _MOST_KEPT and len(self._known) > 1:
            self._kept -= _pixels(self._known.pop(next(iter(self._known))))


def _pixels(drawn: _Drawn) -> int:
    return 0 if drawn.picture is None else drawn.picture.get_width() * drawn.picture.get_height()


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
