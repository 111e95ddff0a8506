"""Polygons off the pile: flat, upright, of any size, each with its own small shadow."""

from __future__ import annotations

import math
from functools import lru_cache

from sim.pile.piece import Colour, Piece, Shape, corners
from sim.view.items import Area, Item, Layer, Points, Shade, Silhouette, Sprite, Viewport
from sim.view.marks import mark
from sim.view.theme import Theme
from sim.view.tile import tile

SPAN = 42.0
"""Millimetres across that hold any polygon."""

# Turned so that each stands on a side.
_TURNS = {Shape.TRIANGLE: 0.0, Shape.SQUARE: 0.0, Shape.PENTAGON: 0.0, Shape.OCTAGON: 0.0}


def token(tag: str, kind: str, at: Viewport, look: Theme, *, lifted: bool = False, title: str = "") -> Sprite:
    """Return a polygon of a kind such as "square-blue" with its middle where a viewport has it."""
    items, outline = _drawn(kind, look, lifted)
    return Sprite(tag, Layer.CONTROLS, items, outline, title or kind, at)


def ghost(tag: str, kind: str, at: Viewport, look: Theme) -> Sprite:
    """Return the faint outline of a polygon that is not there."""
    return Sprite(tag, Layer.CONTROLS, _faint(kind, look), at=at)


def parts(kind: str) -> tuple[Shape, Colour]:
    """Return shape and colour of a kind.

    >>> parts("square-blue")
    (<Shape.SQUARE: 'square'>, <Colour.BLUE: 'blue'>)
    """
    shape, _, colour = kind.partition("-")
    return Shape(shape), Colour(colour)


@lru_cache(maxsize=128)
def _drawn(kind: str, look: Theme, lifted: bool) -> tuple[tuple[Item, ...], Points]:
    shape, colour = parts(kind)
    piece = Piece(0, shape, colour, 0.0, _drop(shape), 1.25, _TURNS[shape], (0.0, 0.0), 2.5)
    flat = tile(piece, look)
    sx, sy = look.light.slope
    rise = 7.0 if lifted else 2.5
    fallen = tuple((x + rise * sx, y + rise * sy) for x, y in flat.outline)
    return (Shade((Silhouette(fallen, 2.2 if lifted else 0.9, 0.9),), look.light.shadow), *flat.items), flat.outline


@lru_cache(maxsize=64)
def _faint(kind: str, look: Theme) -> tuple[Item, ...]:
    shape, colour = parts(kind)
    points = tuple((0.86 * x, 0.86 * (y + _drop(shape))) for x, y in corners(shape))
    tint = look.pieces[colour]
    place = Area(points, (*tint[:3], 26), (*tint[:3], 90), 1.6)
    return (place, *mark(colour, (0.0, 0.0), 10.0, (*look.ink[:3], 70))) if look.marks else (place,)


def _drop(shape: Shape) -> float:
    """Return by how much a shape is moved down so that it seems to stand in the middle of its place."""
    ys = [y for _, y in corners(shape)]
    return -(max(ys) + min(ys)) / 2 if not math.isclose(max(ys), -min(ys)) else 0.0
