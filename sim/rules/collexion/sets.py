"""The polygons of Collexion as kinds: which belong to a set, which may follow one another (C1, C6, C9)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from sim.pile import Colour, Shape, kinds

COPIES: Final = 5
POLYGONS: Final = kinds(COPIES)
"""Shape and colour of each of the 80 polygons, by id (C1)."""
KIND_OF: Final = tuple(f"{shape}-{colour}" for shape, colour in POLYGONS)
"""The kind of each polygon, by id."""
KINDS: Final = tuple(sorted(set(KIND_OF)))
"""The 16 kinds, in alphabetical order, as in a collection."""
SHAPES: Final = tuple(sorted(str(shape) for shape in Shape))
COLOURS: Final = tuple(sorted(str(colour) for colour in Colour))
MARKERS: Final = (4, 3, 2)
"""A stack of point markers in a corner, bottom first (C1)."""

COLOUR_SETS: Final = {colour: frozenset(f"{shape}-{colour}" for shape in SHAPES) for colour in COLOURS}
SHAPE_SETS: Final = {shape: frozenset(f"{shape}-{colour}" for colour in COLOURS) for shape in SHAPES}


def _related(id: int) -> int:
    shape, colour = POLYGONS[id]
    return sum(1 << other for other, (s, c) in enumerate(POLYGONS) if s == shape or c == colour)


FOLLOWERS: Final = tuple(_related(id) for id in range(len(POLYGONS)))
"""For each polygon those that share its shape or its colour, as a mask: bit i stands for polygon i (C6)."""


def joined(collection: tuple[str, ...], new: Iterable[str]) -> tuple[str, ...]:
    """Return a collection with more polygons in it, sorted."""
    return tuple(sorted((*collection, *new)))


def without(collection: tuple[str, ...], gone: Iterable[str]) -> tuple[str, ...]:
    """Return a collection with one polygon less of each kind that is named."""
    rest = list(collection)
    for kind in gone:
        rest.remove(kind)
    return tuple(rest)
