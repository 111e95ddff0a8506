"""Pieces in motion: drawn anew for every picture, fast, and a little simpler than at rest.

All of them go on one surface of twice the size, which is then scaled down: that smooths every edge at once.
"""

from __future__ import annotations

from typing import TypeAlias

import pygame

from sim.view.items import Area, Fade, Layer, Paint, Rgba, Scene, Shade, Sprite, Viewport
from sim.view.raster import rendered
from sim.view.theme import mix

_FINE = 2
_MARGIN = 24
_MOST_KEPT = 24_000_000  # pixels of shadows, 4 bytes each; a frame on a large screen needs a third of them

_Key: TypeAlias = tuple[tuple[float, ...], ...]
_Stamp: TypeAlias = tuple[pygame.Surface, int, int]


class Motion:
    """Draws moving pieces over a ground that stays; keeps the shadows, which come again and again."""

    def __init__(self, ground: pygame.Surface) -> None:
        width, height = ground.get_size()
        self._fine_ground = pygame.transform.scale(ground, (_FINE * width, _FINE * height))
        self._canvas = self._fine_ground.copy()
        self._stamps: dict[_Key, _Stamp] = {}
        self._kept = 0

    def paint_on(self, surface: pygame.Surface, scene: Scene) -> None:
        """Draw the pieces of a scene over the ground and put the part that they cover on the surface."""
        sprites = scene.on(Layer.PIECES)
        part = _part(sprites, scene)
        if not part.width or not part.height:
            return
        fine_part = pygame.Rect(_FINE * part.x, _FINE * part.y, _FINE * part.width, _FINE * part.height)
        self._canvas.blit(self._fine_ground, fine_part, fine_part)
        view = scene.view
        closer = Viewport(view.scale * _FINE, view.x * _FINE, view.y * _FINE)
        scale, x0, y0 = closer.scale, closer.x, closer.y
        for sprite in sprites:
            for item in sprite.items:
                if isinstance(item, Area) and item.fill is not None:
                    points = [(x0 + x * scale, y0 - y * scale) for x, y in item.points]
                    pygame.draw.polygon(self._canvas, _flat(item.fill), points)
                elif isinstance(item, Shade):
                    self._stamp(item, closer)
        window = self._canvas.subsurface(fine_part)
        surface.blit(pygame.transform.smoothscale(window, part.size), part)

    def _stamp(self, shade: Shade, view: Viewport) -> None:
        """Draw a shadow from the store. Its place is a whole pixel; blurred as it is, nobody can tell."""
        (x, y), *_ = shade.casts[0].points
        left, top = (round(v) for v in view.pixel((x, y)))
        key = tuple(
            (cast.blur, *(round(v, 1) for px, py in cast.points for v in (px - x, py - y))) for cast in shade.casts
        )
        stamp = self._stamps.pop(key, None) or self._new_stamp(shade, view, left, top)
        if stamp is not None:
            self._stamps[key] = stamp  # last in the store: the first is the one that was longest unused
            picture, dx, dy = stamp
            self._canvas.blit(picture, (left + dx, top + dy), special_flags=pygame.BLEND_PREMULTIPLIED)

    def _new_stamp(self, shade: Shade, view: Viewport, left: int, top: int) -> _Stamp | None:
        """Return a new shadow; where the store would grow too large, those longest unused go."""
        width, height = self._canvas.get_size()
        whole = (-width, -height, 2 * width, 2 * height)
        drawn = rendered(Sprite("", Layer.PIECES, (shade,)), view, whole)
        if drawn is None:
            return None
        picture, (x, y) = drawn
        self._kept += _pixels(picture)
        while self._kept > _MOST_KEPT and self._stamps:
            self._kept -= _pixels(self._stamps.pop(next(iter(self._stamps)))[0])
        return picture, x - left, y - top


def _pixels(picture: pygame.Surface) -> int:
    return picture.get_width() * picture.get_height()


def _part(sprites: tuple[Sprite, ...], scene: Scene) -> pygame.Rect:
    """Return the part of the picture that the pieces and their shadows can reach."""
    points = [scene.view.pixel(point) for sprite in sprites for point in sprite.outline]
    if not points:
        return pygame.Rect(0, 0, 0, 0)
    xs, ys = zip(*points, strict=True)
    part = pygame.Rect(int(min(xs)), int(min(ys)), int(max(xs) - min(xs)) + 1, int(max(ys) - min(ys)) + 1)
    return part.inflate(2 * _MARGIN, 2 * _MARGIN).clip(pygame.Rect((0, 0), scene.size))


def _flat(paint: Paint) -> Rgba:
    return mix(paint.first, paint.last, 0.5) if isinstance(paint, Fade) else paint
