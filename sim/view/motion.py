"""Pieces in motion: drawn anew for every picture, fast, and a little simpler than at rest.

Their corners and colours are found for all pieces of a shape together. Edges are not smoothed: no eye can follow them,
and the time is better spent on the next picture.

    at rest    line, walls, a strip of rim for each edge, face with its sheen, all shadows that fall on it
    in motion  underside, top in the shade of its rim, the strips that face the light, face; one shadow each
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import lru_cache
from typing import TypeAlias

import numpy as np
import numpy.typing as npt
import pygame

from sim.pile.piece import Shape, corners
from sim.view.items import Layer, Moment, Rgba, Scene, Shade, Silhouette, Sprite, Viewport
from sim.view.order import clearances
from sim.view.raster import rendered
from sim.view.theme import Theme, lit
from sim.view.tile import BEVEL_SLOPE, DIMMEST, FACE, NEARNESS, flat_shadow

_MARGIN = 24
_MOST_KEPT = 24_000_000  # pixels of shadows, 4 bytes each

_Floats: TypeAlias = npt.NDArray[np.float64]
_Stamp: TypeAlias = tuple[pygame.Surface, int, int]
_Points: TypeAlias = list[list[float]]
_Shape: TypeAlias = tuple[Rgba, _Points]

# A strip of rim that is brighter than the darkest one by more than this, in per cent, is drawn for itself.
_RIM_APART = 10
_STEEP = 0.02  # slope from which the side walls of a piece can be seen
# Shadows in motion: so many directions in a turn, and the gaps in mm that their blur is made for.
# Softer ones would take long to draw and could hardly be seen.
_TURNS = 48
_GAPS = 0.0, 2.0, 5.0, 10.0


class Shadows:
    """Shadows of moving pieces: they come again and again, so they are kept.

    They fall as if the pieces lay flat; their turn and their blur go by steps, so that few do for a whole shake.
    """

    def __init__(self) -> None:
        self._stamps: dict[tuple[object, ...], _Stamp] = {}
        self._kept = 0

    def of(self, shape: Shape, angle: float, gap: float, thickness: float, look: Theme, scale: float) -> _Stamp:
        """Return the shadow of a piece so far above what is beneath, and its place beside that of its centre."""
        sides = len(corners(shape))
        steps = sides * round(_TURNS / sides)
        turn = round(angle / math.tau * steps) % (steps // sides)
        step = min(_GAPS, key=lambda value: abs(value - gap))
        key = shape, turn, step, thickness, scale, id(look)
        stamp = self._stamps.get(key)
        if stamp is None:
            light = look.light
            mean = step + thickness / 2
            form = flat_shadow(shape, turn, steps, thickness, light)
            cast = Silhouette(form, 0.25 + light.softness * mean, light.reach / (light.reach + mean))
            stamp = self._stamps[key] = self._new(Shade((cast,), light.shadow), scale)
        return stamp

    def _new(self, shade: Shade, scale: float) -> _Stamp:
        """Return a new shadow; where the store would grow too large, the oldest go."""
        far = 20_000
        view = Viewport(scale, 0.0, 0.0)
        drawn = rendered(Sprite("", Layer.PIECES, (shade,)), view, (-far, -far, far, far))
        assert drawn is not None
        picture, (x, y) = drawn
        self._kept += _pixels(picture)
        while self._kept > _MOST_KEPT and self._stamps:
            self._kept -= _pixels(self._stamps.pop(next(iter(self._stamps)))[0])
        return picture, x, y


class Motion:
    """Draws moving pieces over a ground that stays."""

    def __init__(self, ground: pygame.Surface, shadows: Shadows) -> None:
        self._ground, self._canvas = ground, ground.copy()
        self._shadows = shadows

    def paint_on(self, surface: pygame.Surface, scene: Scene) -> None:
        """Draw the pieces of a scene over the ground and put the part that they cover where the box is carried to."""
        moment = scene.moment
        if moment is None or not moment.poses:
            return
        part = _part(moment, scene)
        if not part.width or not part.height:
            return
        self._canvas.blit(self._ground, part, part)
        polygon, canvas = pygame.draw.polygon, self._canvas
        gaps = _gaps(moment)
        figures = list(_figures(moment, scene.view))
        for k in sorted(range(len(moment.poses)), key=lambda k: (moment.poses[k].z, k)):
            self._shade(moment, k, gaps[k], scene.view)
            for colour, points in figures[k]:
                polygon(canvas, colour, points)
        surface.blit(canvas, part.move(scene.shift), part)

    def _shade(self, moment: Moment, k: int, gap: float, view: Viewport) -> None:
        """Draw the shadow of a piece. Its place is a whole pixel; blurred as it is, nobody can tell."""
        pose, look = moment.poses[k], moment.look
        sx, sy = look.light.slope
        left, top = map(round, view.pixel((pose.x + sx * gap, pose.y + sy * gap)))
        shape = moment.kinds[k][0]
        picture, dx, dy = self._shadows.of(shape, pose.angle, gap, moment.thickness, look, view.scale)
        self._canvas.blit(picture, (left + dx, top + dy), special_flags=pygame.BLEND_PREMULTIPLIED)


def _pixels(picture: pygame.Surface) -> int:
    return picture.get_width() * picture.get_height()


def _part(moment: Moment, scene: Scene) -> pygame.Rect:
    """Return the part of the picture that the pieces and their shadows can reach."""
    far = max(math.hypot(*corner) for shape in Shape for corner in corners(shape)) + moment.thickness
    xs, ys = [pose.x for pose in moment.poses], [pose.y for pose in moment.poses]
    left, top = scene.view.pixel((min(xs) - far, max(ys) + far))
    right, low = scene.view.pixel((max(xs) + far, min(ys) - far))
    part = pygame.Rect(int(left), int(top), int(right - left) + 1, int(low - top) + 1)
    return part.inflate(2 * _MARGIN, 2 * _MARGIN).clip(pygame.Rect((0, 0), scene.size))


def _gaps(moment: Moment) -> dict[int, float]:
    """Return by piece how far it hangs above what is beneath it, about."""
    order = sorted(range(len(moment.poses)), key=lambda k: (moment.poses[k].z, k))
    places = [(moment.poses[k].x, moment.poses[k].y, moment.poses[k].z) for k in order]
    return dict(zip(order, clearances(places, moment.thickness), strict=True))


def _figures(moment: Moment, view: Viewport) -> Iterator[list[_Shape]]:
    """Yield by piece the polygons that it is drawn as, in pixels."""
    start = 0
    while start < len(moment.poses):
        shape = moment.kinds[start][0]
        end = start
        while end < len(moment.poses) and moment.kinds[end][0] == shape:
            end += 1
        yield from _figures_of(moment, shape, start, end, view)
        start = end


def _figures_of(moment: Moment, shape: Shape, start: int, end: int, view: Viewport) -> Iterator[list[_Shape]]:
    """Yield the polygons of the pieces from start to end, which are all of one shape."""
    look = moment.look
    pose = np.array([(p.x, p.y, p.angle, *p.gradient) for p in moment.poses[start:end]])
    x, y, angle, gx, gy = pose.T[:, :, None]
    form = np.array(corners(shape))
    cos, sin = np.cos(angle), np.sin(angle)
    p, q = cos * form[:, 0] - sin * form[:, 1], sin * form[:, 0] + cos * form[:, 1]
    length = np.sqrt(1.0 + gx * gx + gy * gy)
    nx, ny, nz = -gx / length, -gy / length, 1.0 / length
    shift = (nx * p + ny * q) / (1.0 + nz)
    half = moment.thickness / 2
    middle = x + p - nx * shift, y + q - ny * shift
    outer = middle[0] + nx * half, middle[1] + ny * half
    under = middle[0] - nx * half, middle[1] - ny * half
    (ax, ay), (bx, by) = corners(shape)[:2]
    keep = 1.0 - look.bevel / math.hypot((ax + bx) / 2, (ay + by) / 2)
    mx, my = x + nx * half, y + ny * half
    inner = mx + (outer[0] - mx) * keep, my + (outer[1] - my) * keep
    faces = np.clip(_brightness(look, (nx, ny, nz), x, y), *FACE)[:, 0]
    # How an edge faces, as seen from above: outwards, to the right of the way along it.
    ox, oy = np.roll(q, -1, axis=1) - q, p - np.roll(p, -1, axis=1)
    edge = np.sqrt(ox * ox + oy * oy)
    sx, sy = nx + BEVEL_SLOPE * ox / edge, ny + BEVEL_SLOPE * oy / edge
    steep = np.sqrt(sx * sx + sy * sy + nz * nz)
    rims = np.maximum(_brightness(look, (sx / steep, sy / steep, nz / steep), x, y), 0.5)
    pixels = [_pixels_of(points, view) for points in (under, outer, inner)]
    shown = (np.hypot(gx, gy) > _STEEP)[:, 0].tolist()
    levels, rim_levels = (faces * 100).astype(int).tolist(), (rims * 100).astype(int).tolist()
    for k in range(end - start):
        shades = _shades(look.pieces[moment.kinds[start + k][1]])
        below, rim, face = pixels[0][k], pixels[1][k], pixels[2][k]
        figure: list[_Shape] = []
        if shown[k]:
            figure.append((shades[levels[k] * 55 // 100], below))
        darkest = min(rim_levels[k])
        figure.append((shades[darkest], rim))
        last = len(rim) - 1
        for j, level in enumerate(rim_levels[k]):
            if level > darkest + _RIM_APART:
                after = 0 if j == last else j + 1
                figure.append((shades[level], [rim[j], rim[after], face[after], face[j]]))
        figure.append((shades[levels[k]], face))
        yield figure


def _brightness(look: Theme, normal: tuple[_Floats, _Floats, _Floats], x: _Floats, y: _Floats) -> _Floats:
    """Return what `tile.brightness` does, for many surfaces at once."""
    light = look.light
    lx, ly, lz = light.x - NEARNESS * x, light.y - NEARNESS * y, light.z
    facing = (normal[0] * lx + normal[1] * ly + normal[2] * lz) / np.sqrt(lx * lx + ly * ly + lz * lz)
    return np.asarray(np.maximum(DIMMEST, 1.0 + light.contrast * (facing / light.flat - 1.0)))


def _pixels_of(points: tuple[_Floats, _Floats], view: Viewport) -> list[_Points]:
    across, down = view.x + points[0] * view.scale, view.y - points[1] * view.scale
    pixels: list[_Points] = np.stack((across, down), axis=-1).tolist()
    return pixels


@lru_cache(maxsize=64)
def _shades(base: Rgba) -> tuple[Rgba, ...]:
    """Return a colour under each per cent of light."""
    return tuple(lit(base, percent / 100) for percent in range(400))
