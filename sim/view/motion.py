"""Pieces in motion: drawn anew for every picture, fast, and a little simpler than at rest.

All of them go on one surface of twice the size, which is then scaled down: that smooths every edge at once.
"""

from __future__ import annotations

import pygame

from sim.view.items import Area, Fade, Layer, Paint, Rgba, Scene, Shade, Sprite, Viewport
from sim.view.raster import rendered
from sim.view.theme import mix

_FINE = 2
_MARGIN = 24


class Motion:
    """Draws moving pieces over a ground that stays; keeps the shadows, which come again and again."""

    def __init__(self, ground: pygame.Surface) -> None:
        width, height = ground.get_size()
        self._fine_ground = pygame.transform.scale(ground, (_FINE * width, _FINE * height))
        self._canvas = self._fine_ground.copy()
        self._stamps: dict[tuple[tuple[float, ...], ...], tuple[pygame.Surface, int, int] | None] = {}

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
        if key not in self._stamps:
            width, height = self._canvas.get_size()
            whole = (-width, -height, 2 * width, 2 * height)
            drawn = rendered(Sprite("", Layer.PIECES, (shade,)), view, whole)
            self._stamps[key] = None if drawn is None else (drawn[0], drawn[1][0] - left, drawn[1][1] - top)
        stamp = self._stamps[key]
        if stamp is not None:
            picture, dx, dy = stamp
            self._canvas.blit(picture, (left + dx, top + dy), special_flags=pygame.BLEND_PREMULTIPLIED)


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
