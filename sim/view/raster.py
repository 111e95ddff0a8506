"""Pixels from items: crisp polygons by supersampling, soft ones by formula, all with premultiplied alpha.

Only Surfaces in memory are used, so no display is needed.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache, lru_cache
from typing import TypeAlias

import numpy as np
import numpy.typing as npt
import pygame

from sim.assets import find
from sim.view.items import Area, Fade, Item, Point, Points, Rgba, Shade, Silhouette, Sprite, Text, Viewport

Grid: TypeAlias = npt.NDArray[np.float32]
Rect: TypeAlias = tuple[int, int, int, int]

# Crisp polygons are drawn this many times larger, then scaled down.
_FINE = 4
_FACES = "fonts/Cabin-Regular.otf", "fonts/Cabin-Bold.otf"
_MEASURED = 64  # pixels of the letters by which widths are told
# Where a blurred edge ends, in standard deviations.
_REACH = 2.2
# A run of large polygons is drawn less finely, to stay within so many pixels.
_MOST = 20_000_000


def rendered(sprite: Sprite, view: Viewport, within: Rect) -> tuple[pygame.Surface, tuple[int, int]] | None:
    """Return the picture of a sprite with premultiplied alpha, and the pixel of its upper left corner."""
    area = _extent(sprite.items, view, within)
    if area is None:
        return None
    left, top, right, bottom = area
    local = Viewport(view.scale, view.x - left, view.y - top, view.up)
    surface = pygame.Surface((right - left, bottom - top), pygame.SRCALPHA)
    run: list[Area] = []
    for item in sprite.items:
        if isinstance(item, Area):
            run.append(item)
            continue
        _crisp(surface, run, local)
        run.clear()
        if isinstance(item, Shade):
            _soft(surface, item, local)
        else:
            _write(surface, item, local)
    _crisp(surface, run, local)
    return surface, (left, top)


def fade(size: tuple[int, int], paint: Fade, view: Viewport, grain: float = 0.0) -> pygame.Surface:
    """Return an opaque rectangle with a linear change of colour, dithered so that no bands show."""
    width, height = size
    (ax, ay), (bx, by) = view.pixel(paint.start), view.pixel(paint.end)
    dx, dy = bx - ax, by - ay
    length = max(dx * dx + dy * dy, 1e-9)
    across = ((np.arange(width, dtype=np.float32) + 0.5 - ax) * dx) / length
    down = ((np.arange(height, dtype=np.float32) + 0.5 - ay) * dy) / length
    share = np.clip(np.add.outer(across, down), 0.0, 1.0)
    noise = _noise()
    tiled = np.tile(noise, (width // noise.shape[0] + 1, height // noise.shape[1] + 1))[:width, :height]
    surface = pygame.Surface(size, pygame.SRCALPHA)
    surface.fill((0, 0, 0, 255))
    pixels = pygame.surfarray.pixels3d(surface)
    for channel in range(3):
        first, last = paint.first[channel], paint.last[channel]
        value = first + (last - first) * share + 0.5 + tiled * (0.5 + 8.0 * grain)
        pixels[:, :, channel] = np.clip(value, 0, 255).astype(np.uint8)
    return surface


@cache
def _noise() -> Grid:
    """Return a square of noise from -1 to 1 with a fine weave, the same on every run."""
    side = 256
    white = np.random.Generator(np.random.PCG64(7)).random((side, side), dtype=np.float32) * 2 - 1
    warp = sum(np.roll(white, k, axis=0) for k in range(5))
    weft = sum(np.roll(white.T, k, axis=1) for k in range(5))
    return np.asarray(0.5 * white + 0.16 * (warp + weft), dtype=np.float32)


def _extent(items: tuple[Item, ...], view: Viewport, within: Rect) -> Rect | None:
    boxes = [box for item in items if (box := _box(item, view)) is not None]
    if not boxes:
        return None
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    left, top = max(math.floor(min(lefts)) - 2, within[0]), max(math.floor(min(tops)) - 2, within[1])
    right, bottom = min(math.ceil(max(rights)) + 2, within[2]), min(math.ceil(max(bottoms)) + 2, within[3])
    return (left, top, right, bottom) if left < right and top < bottom else None


def _box(item: Item, view: Viewport) -> tuple[float, float, float, float] | None:
    if isinstance(item, Text):
        x, y = view.pixel(item.at)
        width, height = _line(item.text, item.size * view.scale, item.fill, item.bold)[0].get_size()
        return x - width, y - height, x + width, y + height
    if isinstance(item, Area):
        return _spread(item.points, view, item.width / 2)
    if item.clip:
        return _spread(item.clip, view, 0.0)
    boxes = [_spread(cast.points, view, _REACH * cast.blur) for cast in item.casts]
    if not boxes:
        return None
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    return min(lefts), min(tops), max(rights), max(bottoms)


def _spread(points: Points, view: Viewport, more: float) -> tuple[float, float, float, float]:
    xs, ys = zip(*map(view.pixel, points), strict=True)
    grow = more * view.scale
    return min(xs) - grow, min(ys) - grow, max(xs) + grow, max(ys) + grow


def _crisp(surface: pygame.Surface, run: list[Area], view: Viewport) -> None:
    if not run:
        return
    width, height = surface.get_size()
    fine = next((k for k in range(_FINE, 1, -1) if width * height * k * k <= _MOST), 1)
    big = pygame.Surface((width * fine, height * fine), pygame.SRCALPHA)
    closer = Viewport(view.scale * fine, view.x * fine, view.y * fine, view.up)
    for item in run:
        points = [closer.pixel(point) for point in item.points]
        if isinstance(item.fill, Fade) or (item.fill is not None and item.grain):
            paint = item.fill if isinstance(item.fill, Fade) else Fade((0, 0), (1, 0), item.fill, item.fill)
            _filled(big, points, paint, view, fine, item.grain)
        elif item.fill is not None:
            _polygon(big, points, item.fill)
        if item.stroke is not None and item.width:
            _stroked(big, points, item.stroke, item.width * closer.scale)
    small = big if fine == 1 else pygame.transform.smoothscale(big, (width, height))
    surface.blit(small, (0, 0), special_flags=pygame.BLEND_PREMULTIPLIED)


def _filled(big: pygame.Surface, points: list[Point], paint: Fade, view: Viewport, fine: int, grain: float) -> None:
    xs, ys = zip(*points, strict=True)
    left, top = max(int(min(xs)) // fine - 1, 0), max(int(min(ys)) // fine - 1, 0)
    right = min(int(max(xs)) // fine + 2, big.get_width() // fine)
    bottom = min(int(max(ys)) // fine + 2, big.get_height() // fine)
    size = right - left, bottom - top
    if size[0] <= 0 or size[1] <= 0:
        return
    colours = fade(size, paint, Viewport(view.scale, view.x - left, view.y - top, view.up), grain)
    colours = pygame.transform.scale(colours, (size[0] * fine, size[1] * fine))
    mask = pygame.Surface(colours.get_size(), pygame.SRCALPHA)
    pygame.draw.polygon(mask, (255, 255, 255, 255), [(x - left * fine, y - top * fine) for x, y in points])
    colours.blit(mask, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
    big.blit(colours, (left * fine, top * fine), special_flags=pygame.BLEND_PREMULTIPLIED)


def _polygon(big: pygame.Surface, points: list[Point], colour: Rgba) -> None:
    if colour[3] == 255:
        pygame.draw.polygon(big, colour, points)
        return
    veil = pygame.Surface(big.get_size(), pygame.SRCALPHA)
    pygame.draw.polygon(veil, _premultiplied(colour), points)
    big.blit(veil, (0, 0), special_flags=pygame.BLEND_PREMULTIPLIED)


def _stroked(big: pygame.Surface, points: list[Point], colour: Rgba, width: float) -> None:
    veil = pygame.Surface(big.get_size(), pygame.SRCALPHA)
    paint = _premultiplied(colour)
    for (ax, ay), (bx, by) in zip(points, points[1:] + points[:1], strict=True):
        length = max(math.hypot(bx - ax, by - ay), 1e-9)
        ox, oy = (by - ay) / length * width / 2, (ax - bx) / length * width / 2
        pygame.draw.polygon(
            veil, paint, [(ax + ox, ay + oy), (bx + ox, by + oy), (bx - ox, by - oy), (ax - ox, ay - oy)]
        )
        pygame.draw.circle(veil, paint, (ax, ay), width / 2)
    big.blit(veil, (0, 0), special_flags=pygame.BLEND_PREMULTIPLIED)


def _premultiplied(colour: Rgba) -> Rgba:
    red, green, blue, alpha = colour
    return red * alpha // 255, green * alpha // 255, blue * alpha // 255, alpha


def _soft(surface: pygame.Surface, shade: Shade, view: Viewport) -> None:
    width, height = surface.get_size()
    light = np.ones((width, height), dtype=np.float32)
    for cast in shade.casts:
        _cast(light, cast, view)
    dark = 1.0 - light
    if shade.clip:
        dark *= _clip(tuple(view.pixel(point) for point in shade.clip), width, height)
    veil = pygame.Surface((width, height), pygame.SRCALPHA)
    alpha = dark * np.float32(shade.fill[3])
    pixels = pygame.surfarray.pixels3d(veil)
    for channel in range(3):
        pixels[:, :, channel] = (alpha * np.float32(shade.fill[channel] / 255) + 0.5).astype(np.uint8)
    del pixels
    pygame.surfarray.pixels_alpha(veil)[:, :] = (alpha + 0.5).astype(np.uint8)
    surface.blit(veil, (0, 0), special_flags=pygame.BLEND_PREMULTIPLIED)


# The floor is large and always the same, while the shadows on it change with every piece taken.
@lru_cache(maxsize=128)
def _clip(points: Points, width: int, height: int) -> Grid:
    return _cover(points, 0.3, (0, 0, width, height))


def _cast(light: Grid, cast: Silhouette, view: Viewport) -> None:
    """Take a silhouette's share from the light that is left, only where it reaches."""
    points = [view.pixel(point) for point in cast.points]
    sigma = max(cast.blur * view.scale, 0.3)
    reach = _REACH * sigma + 1
    xs, ys = zip(*points, strict=True)
    width, height = light.shape
    left, top = max(int(min(xs) - reach), 0), max(int(min(ys) - reach), 0)
    right, bottom = min(int(max(xs) + reach) + 1, width), min(int(max(ys) + reach) + 1, height)
    if left < right and top < bottom:
        part = light[left:right, top:bottom]
        part *= 1.0 - np.float32(cast.strength) * _cover(tuple(points), sigma, (left, top, right, bottom))


# After a piece is taken all other shadows on the floor are as they were.
@lru_cache(maxsize=512)
def _cover(points: tuple[Point, ...], sigma: float, rect: Rect) -> Grid:
    """Return how much of each pixel a blurred convex polygon covers.

    Blurring a half plane gives a ramp across its edge; the product of the ramps of all edges is a blurred
    convex polygon, exactly so at right angles and well enough elsewhere.
    """
    left, top, right, bottom = rect
    x = np.arange(left, right, dtype=np.float32) + 0.5
    y = np.arange(top, bottom, dtype=np.float32) + 0.5
    cover = np.ones((right - left, bottom - top), dtype=np.float32)
    ramp = 1 / (4.4 * sigma)
    # Pixels count downwards: inside an outline that is counter-clockwise in mm lies to the right of its edges there.
    way = 1.0 if _turns_left(points) else -1.0
    for (ax, ay), (bx, by) in zip(points, (*points[1:], points[0]), strict=True):
        length = math.hypot(bx - ax, by - ay)
        if length < 1e-6:
            continue
        nx, ny = way * (by - ay) / length * ramp, way * (ax - bx) / length * ramp
        share = np.add.outer((x - ax) * nx, (y - ay) * ny + 0.5)
        if share.min() >= 1.0:
            continue
        np.clip(share, 0.0, 1.0, out=share)
        cover *= share * share * (3.0 - 2.0 * share)
    return cover


def _turns_left(points: Sequence[Point]) -> bool:
    """Tell whether a polygon of pixels, which count downwards, is counter-clockwise to the eye."""
    return sum(ax * by - bx * ay for (ax, ay), (bx, by) in zip(points, (*points[1:], points[0]), strict=True)) < 0


@lru_cache(maxsize=128)
def typeface(pixels: int, bold: bool) -> pygame.font.Font:
    """Return the font whose letters' box is so many pixels high."""
    pygame.font.init()
    return pygame.font.Font(str(find(_FACES[bold])), pixels)


@lru_cache(maxsize=4096)
def text_width(text: str, size: float, bold: bool = True) -> float:
    """Return how wide a line of text is when its letters' box has this size, in the same unit."""
    return typeface(_MEASURED, bold).size(text)[0] * size / _MEASURED


@lru_cache(maxsize=512)
def _line(text: str, size: float, fill: Rgba, bold: bool) -> tuple[pygame.Surface, float]:
    """Return a line of text and the height of its capitals' middle below its top, in pixels.

    It is written larger and scaled down: small letters set on whole pixels are spaced badly.
    """
    font = typeface(max(8, round(size * _FINE)), bold)
    # A picture without width cannot be handled: nothing is written as a space.
    line = font.render(text or " ", True, fill[:3]).premul_alpha()
    width, height = line.get_size()
    capitals = font.metrics("H")[0]
    middle = font.get_ascent() - (capitals[3] if capitals else height) / 2
    small = pygame.transform.smoothscale(line, (max(1, round(width / _FINE)), max(1, round(height / _FINE))))
    if fill[3] < 255:
        small.fill((fill[3],) * 4, special_flags=pygame.BLEND_RGBA_MULT)
    return small, middle / _FINE


def _write(surface: pygame.Surface, text: Text, view: Viewport) -> None:
    line, middle = _line(text.text, text.size * view.scale, text.fill, text.bold)
    x, y = view.pixel(text.at)
    share = {"start": 0.0, "middle": 0.5, "end": 1.0}[text.anchor]
    # Halves always go up: lines that begin at the same place stay below one another.
    place = math.floor(x - share * line.get_width() + 0.5), math.floor(y - middle + 0.5)
    surface.blit(line, place, special_flags=pygame.BLEND_PREMULTIPLIED)
