"""The figures of a pile that the 3D reference has too, and the curve of what is reachable."""

from __future__ import annotations

import math
from collections import Counter
from statistics import fmean

import numpy as np
import shapely

from sim.errors import PileError
from sim.pile import Cover, Pile, Tray
from sim.reach.gap import NEAR
from sim.reach.meet import meetings
from sim.reach.prisms import Bools, Prisms, polygons, prisms
from sim.reach.sight import shares
from sim.reach.survey import check_pile, survey
from sim.seeds import stream

FLAT = 1.0
"""A piece that is tilted by less lies flat, degrees."""
STEEP = 5.0
"""A piece that is tilted by more leans, degrees."""
ON_FLOOR = 0.05
"""A corner that is lower than this touches the floor, mm."""
HIDDEN = 0.01
"""A piece of which a smaller share than this is seen counts as hidden."""

_ROUNDING = 1e-6  # mm by which the corner of an overlap may lie beside it


def stats(pile: Pile, cover: Cover | None = None) -> dict[str, float]:
    """Return the 20 figures by name, in the order of the reference; `cover` saves the survey where there is one."""
    check_pile(pile)
    if not len(pile):
        raise PileError("a pile of no pieces has no figures")
    cover = cover or survey(pile)
    shapes = prisms(pile)
    seen = shares(shapes, cover.covers)
    tilts = [math.degrees(piece.tilt) for piece in pile]
    on_floor = _on_floor(shapes)
    figures: dict[str, float] = {
        "reach_uncovered": len(cover.reachable("uncovered")),
        "reach_unloaded": len(cover.reachable("unloaded")),
        "reach_untouched": len(cover.reachable("untouched")),
        "n_covers": len(cover.covers),
        "covers_per_piece_max": max(Counter(lower for _, lower in cover.covers).values(), default=0),
        "depth": _depth(cover),
        "rests_per_piece": len(cover.rests) / len(pile),
        "bare_fraction": _bare(shapes, pile.tray),
        "visible_mean": fmean(seen),
        "n_hidden": sum(share < HIDDEN for share in seen),
        "tilt_mean": fmean(tilts),
        "tilt_max": max(tilts),
        "n_flat": sum(tilt < FLAT for tilt in tilts),
        "n_tilt_gt5": sum(tilt > STEEP for tilt in tilts),
        "n_floor_touch": int(np.count_nonzero(on_floor)),
        "n_flat_on_floor": int(np.count_nonzero(on_floor & (np.array(tilts) < FLAT))),
        "z_mean": fmean(piece.z for piece in pile),
        "z_max": max(piece.z for piece in pile),
        "layers_max": _layers(shapes),
        "rms_radius": math.sqrt(fmean(piece.x**2 + piece.y**2 for piece in pile)),
    }
    return {name: float(value) for name, value in figures.items()}


def curve(cover: Cover, runs: int = 20, seed: int = 0) -> list[float]:
    """Return how many pieces are reachable (uncovered) with 0, 1, 2, ... left, in the mean of some runs.

    Reachable pieces are taken one by one, each as likely as any other.

    >>> curve(Cover(2, covers=frozenset({(0, 1)})))
    [0.0, 1.0, 1.0]
    """
    draw = stream(seed, "curve")
    below: list[list[int]] = [[] for _ in range(cover.size)]
    for upper, lower in sorted(cover.covers):
        below[upper].append(lower)
    above = Counter(lower for _, lower in cover.covers)
    total = [0] * (cover.size + 1)
    for _ in range(runs):
        weights = above.copy()
        free = [i for i in range(cover.size) if not weights[i]]
        for left in range(cover.size, 0, -1):
            total[left] += len(free)
            k = int(draw.random() * len(free))
            free[k], free[-1] = free[-1], free[k]
            for lower in below[free.pop()]:
                weights[lower] -= 1
                if not weights[lower]:
                    free.append(lower)
    return [reachable / runs for reachable in total]


def _on_floor(shapes: Prisms) -> Bools:
    """Tell of each piece whether a corner of it touches the floor."""
    who = np.arange(len(shapes.height))
    heights = shapes.level(who, shapes.underside) - shapes.thickness / (2.0 * shapes.upright)
    on_floor: Bools = heights.min(axis=0) < ON_FLOOR
    return on_floor


def _depth(cover: Cover) -> int:
    """Return the longest chain of pieces that cover one another, counted in pieces."""
    below: dict[int, list[int]] = {i: [] for i in range(cover.size)}
    waiting = Counter(lower for _, lower in cover.covers)
    for upper, lower in cover.covers:
        below[upper].append(lower)
    depth = dict.fromkeys(range(cover.size), 1)
    free = [i for i in range(cover.size) if not waiting[i]]
    for upper in free:
        for lower in below[upper]:
            depth[lower] = max(depth[lower], depth[upper] + 1)
            waiting[lower] -= 1
            if not waiting[lower]:
                free.append(lower)
    return max(depth.values())


def _bare(shapes: Prisms, tray: Tray) -> float:
    """Return the share of the tray's floor that no footprint covers."""
    floor = shapely.Polygon(tray.outline)
    return float(shapely.difference(floor, shapely.union_all(polygons(shapes.outline))).area / tray.area)


def _layers(shapes: Prisms) -> int:
    """Return the most pieces over one point; over the seam of two pieces that touch there are both.

    The deepest place is an overlap of convex footprints: one of its corners is a corner of some two footprints'
    overlap, or, where no pieces meet at all, any point will do.
    """
    met = meetings(shapes)
    closed = shapely.buffer(polygons(shapes.outline), NEAR / 2, join_style="mitre")
    points = shapely.get_coordinates(shapely.intersection(closed[met.a], closed[met.b]))
    if not len(points):
        return 1
    which, _ = shapely.STRtree(closed).query(shapely.points(points), predicate="dwithin", distance=_ROUNDING)
    return int(np.bincount(which).max())
