"""What of each piece can be seen from above, and what hides the rest.

An overlap that is too small to cover hides nothing either: both the shares and the veils follow *covers* alone.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable
from typing import Any

import numpy as np
import shapely
from numpy.typing import NDArray

from sim.pile import Veils
from sim.reach.prisms import Floats, Ints, Prisms, polygons

SPECK = 0.01
"""A part of a piece that is smaller than this cannot be seen, mm2."""

_CLEAR = 0.2  # mm; a corner that is this far from all that lies over its piece shows more than a SPECK


def shares(shapes: Prisms, covers: Iterable[tuple[int, int]], taken: Collection[int] = ()) -> tuple[float, ...]:
    """Return by id which share of each footprint is seen from above; nothing is seen of what has been taken."""
    footprints = polygons(shapes.outline)
    whole = shapely.area(footprints)
    seen = np.ones(len(footprints))
    gone = frozenset(taken)
    for lower, above in _above(covers, gone).items():
        rest = shapely.difference(footprints[lower], shapely.union_all(footprints[above]))
        seen[lower] = shapely.area(rest) / whole[lower]
    seen[list(gone)] = 0.0
    return tuple(seen.tolist())


def veils(shapes: Prisms, covers: Iterable[tuple[int, int]]) -> tuple[Veils, ...]:
    """Return for each piece the least sets of pieces over each part of it, as a Cover keeps them.

    Taking pieces only reveals: of whatever lies open now the veil is the empty set, and only the few pieces that
    are wholly hidden are cut up, along the outlines of all that lies over them. A set that contains another one
    is left out: it has a member left whenever the other has.
    """
    above = _above(covers)
    footprints = polygons(shapes.outline)
    found: list[Veils] = [((),)] * len(footprints)
    for lower in _corners_covered(shapes, above):
        over = above[lower]
        if shapely.area(shapely.difference(footprints[lower], shapely.union_all(footprints[over]))) <= SPECK:
            found[lower] = _least(_cut_up(footprints[lower], footprints[over]), over)
    return tuple(found)


def _above(covers: Iterable[tuple[int, int]], gone: Collection[int] = frozenset()) -> dict[int, list[int]]:
    above: defaultdict[int, list[int]] = defaultdict(list)
    for upper, lower in sorted(covers):
        if upper not in gone and lower not in gone:
            above[lower].append(upper)
    return above


def _corners_covered(shapes: Prisms, above: dict[int, list[int]]) -> list[int]:
    """Return the pieces that show no corner: the only ones that can be hidden."""
    lower = np.array([i for i, over in above.items() for _ in over], dtype=np.int64)
    upper = np.array([j for over in above.values() for j in over], dtype=np.int64)
    covered = _outside(shapes.outline.take(lower, axis=2), shapes.outline.take(upper, axis=2)) <= _CLEAR
    times: Ints = np.zeros((len(shapes.height), len(covered)), dtype=np.int64)
    np.add.at(times, lower, covered.T)
    return [int(i) for i in np.flatnonzero(times.all(axis=1))]


def _outside(points: Floats, polygons: Floats) -> Floats:
    """Return (k, m) how far points (2, k, m) lie outside polygons (2, corners, m); negative: inside.

    Beyond a corner it is less than the distance: that from the line through an edge.
    """
    sides = np.concatenate((polygons[:, 1:], polygons[:, :1]), axis=1) - polygons
    length = np.sqrt(sides[0] ** 2 + sides[1] ** 2)
    arms = points[:, None] - polygons[:, :, None]
    right = arms[0] * sides[1][:, None] - arms[1] * sides[0][:, None]
    # a repeated corner has no side: nothing is outside it
    real = length[:, None] > 0.0
    found: Floats = np.where(real, right / np.where(real, length[:, None], 1.0), -np.inf).max(axis=0)
    return found


def _cut_up(footprint: Any, over: NDArray[Any]) -> list[int]:
    """Return what lies over each part of a footprint, as masks: bit k stands for over[k]."""
    parts = np.array([footprint])
    masks = [0]
    for k, other in enumerate(over):
        parts = np.concatenate((shapely.difference(parts, other), shapely.intersection(parts, other)))
        kept = shapely.area(parts) > SPECK
        parts = parts[kept]
        masks = [mask for mask, keep in zip(masks + [mask | 1 << k for mask in masks], kept, strict=True) if keep]
    return masks


def _least(masks: list[int], over: list[int]) -> Veils:
    least: list[int] = []
    for mask in sorted(masks, key=lambda mask: (mask.bit_count(), mask)):
        if not any(mask & less == less for less in least):
            least.append(mask)
    return tuple(sorted(tuple(j for k, j in enumerate(over) if mask >> k & 1) for mask in least))
