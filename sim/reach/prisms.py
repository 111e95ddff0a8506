"""All pieces of a pile as arrays: one vectorised step from poses to outlines and planes.

Polygons are arrays (2, corners, n): x and y, counter-clockwise. The long axis comes last, where numpy is quick.
Corners may be repeated, so that one array holds polygons of any number of corners.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np
import shapely
from numpy.typing import NDArray

from sim.pile import Piece, Shape, corners

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]

WIDEST = 8
"""Corners of the octagon; the other shapes repeat their last corner to have as many."""
DIRECTIONS = 5
"""Most directions that the edges of one shape have, those of the pentagon; the others repeat their first."""

_ROW = {shape: row for row, shape in enumerate(Shape)}
_COUNT = [len(corners(shape)) for shape in Shape]
_CORNERS = np.array([(corners(shape) + corners(shape)[-1:] * WIDEST)[:WIDEST] for shape in Shape]).T
# a repeated corner has the same next one: none of its edges is of no length
_NEXT = np.array([[k + 1 if k + 1 < count else 0 for k in range(WIDEST)] for count in _COUNT]).T
# opposite edges of square and octagon share a direction
_DISTINCT = [count // 2 if count % 2 == 0 else count for count in _COUNT]
_EDGE = np.array([[k if k < distinct else 0 for k in range(DIRECTIONS)] for distinct in _DISTINCT]).T
_RADIUS = np.sqrt(_CORNERS[0] ** 2 + _CORNERS[1] ** 2).max(axis=0)
_INRADIUS = np.array([radius * np.cos(np.pi / count) for radius, count in zip(_RADIUS, _COUNT, strict=True)])

_UPRIGHT = 1e-9  # sides that lean less stand upright: no vertical line goes through them


@dataclass(frozen=True, slots=True)
class Prisms:
    """The n pieces of a pile. All lengths in mm."""

    kind: Ints
    """(n,) the shapes by number."""
    centre: Floats
    """(2, n)"""
    height: Floats
    """(n,) of the centres over the floor."""
    gradient: Floats
    """(2, n)"""
    upright: Floats
    """(n,) cosine of the tilt."""
    thickness: Floats
    """(n,)"""
    section: Floats
    """(2, 8, n) the prism halfway up, seen from above."""
    edges: Floats
    """(2, 8, n) of the section, each from its corner to the next other one."""
    shift: Floats
    """(2, n) from the section to the top face (and backwards to the underside), seen from above."""
    outline: Floats
    """(2, 10, n) the footprint seen from above: the hull of top and underside."""
    low: Floats
    """(2, n) of the box around the footprint."""
    high: Floats
    """(2, n)"""
    inner: Floats
    """(n,) radius of a circle about the centre that lies in the section."""
    outer: Floats
    """(n,) radius of the circle about the centre around the footprint."""

    @property
    def underside(self) -> Floats:
        """(2, 8, n) the undersides seen from above."""
        return self.section - self.shift[:, None]

    def level(self, who: Ints, points: Floats) -> Floats:
        """Return the height of the middle plane of the pieces `who` (m,) at points (2, ..., m)."""
        slope, centre = self.gradient.take(who, axis=1), self.centre.take(who, axis=1)
        base = self.height[who] - (slope[0] * centre[0] + slope[1] * centre[1])
        level: Floats = slope[0] * points[0] + slope[1] * points[1] + base
        return level

    def span(self, who: Ints, points: Floats) -> tuple[Floats, Floats]:
        """Return from what height to what height the pieces `who` (m,) reach at points (2, m) of their footprints.

        A vertical line enters and leaves a tilted piece through its faces or, near the rim, through its sides:

              ____|___
             /    |   /
            /_____|__/|
                  |   |
        """
        middle, half = self.level(who, points), self.thickness[who] / (2.0 * self.upright[who])
        edges, corners = self.edges.take(who, axis=2), self.section.take(who, axis=2)
        slope = self.gradient.take(who, axis=1)
        climb = slope[0] * edges[0] + slope[1] * edges[1]
        # square to a side of the prism, outwards: its edge times the normal (-slope, 1), which need be of no length
        x, y = edges[1] + climb * slope[1], -edges[0] - climb * slope[0]
        z = edges[1] * slope[0] - edges[0] * slope[1]
        ahead = x * (corners[0] - points[0]) + y * (corners[1] - points[1]) + z * self.level(who, corners)
        side = ahead / np.where(np.abs(z) > _UPRIGHT, z, np.inf)
        low = np.where(z < -_UPRIGHT, side, -np.inf).max(axis=0)
        high = np.where(z > _UPRIGHT, side, np.inf).min(axis=0)
        return np.maximum(middle - half, low), np.minimum(middle + half, high)

    @property
    def directions(self) -> Floats:
        """(2, 5, n) the directions that the edges of each piece have, seen from above."""
        return np.take_along_axis(self.edges, _EDGE.take(self.kind, axis=1)[None], axis=1)


def prisms(pieces: Iterable[Piece]) -> Prisms:
    """Return the pieces as arrays."""
    rows = [(p.x, p.y, p.z, p.angle, *p.gradient, p.thickness, _ROW[p.shape]) for p in pieces]
    x, y, z, angle, gx, gy, thickness, shape = np.array(rows, dtype=np.float64).reshape(-1, 8).T
    kind = shape.astype(np.int64)
    centre, gradient = np.array((x, y)), np.array((gx, gy))
    upright = 1.0 / np.sqrt(1.0 + gx * gx + gy * gy)
    normal = -gradient * upright
    arms = _tilt(_turn(_CORNERS.take(kind, axis=2), angle), normal, upright)
    section = arms + centre[:, None]
    edges = np.take_along_axis(arms, _NEXT.take(kind, axis=1)[None], axis=1) - arms
    shift = thickness / 2 * normal
    outline = _hull(section, edges, shift)
    return Prisms(
        kind=kind,
        centre=centre,
        height=z,
        gradient=gradient,
        upright=upright,
        thickness=thickness,
        section=section,
        edges=edges,
        shift=shift,
        outline=outline,
        low=outline.min(axis=1),
        high=outline.max(axis=1),
        inner=_INRADIUS[kind] * upright,
        outer=_RADIUS[kind] + np.sqrt(shift[0] ** 2 + shift[1] ** 2),
    )


def polygons(outlines: Floats) -> NDArray[Any]:
    """Return outlines (2, corners, n) as n shapely polygons."""
    return np.asarray(shapely.polygons(outlines.transpose(2, 1, 0)))


def _turn(points: Floats, angle: Floats) -> Floats:
    cos, sin = np.cos(angle), np.sin(angle)
    return np.array((cos * points[0] - sin * points[1], sin * points[0] + cos * points[1]))


def _tilt(points: Floats, normal: Floats, upright: Floats) -> Floats:
    """Tilt points of the plane z = 0 by the smallest rotation that takes the vertical to (normal, upright)."""
    along = normal[0] * points[0] + normal[1] * points[1]
    tilted: Floats = points - (normal / (1.0 + upright))[:, None] * along
    return tilted


def _hull(section: Floats, edges: Floats, shift: Floats) -> Floats:
    """Return the hull of the section moved by +shift and by -shift.

    An edge that faces along the shift is moved by +shift, any other by -shift. Every corner belongs to two edges:
    it is moved with the one that leaves it, and where the two differ, before that, with the one that comes in.
    They differ at exactly two corners, for normals turn around once.
    """
    # a flat piece has no shift; any direction will do to name its two corners
    direction = np.where((shift == 0.0).all(axis=0), np.array(((1.0,), (0.0,))), shift)[:, None]
    facing = edges[1] * direction[0] - edges[0] * direction[1] >= 0.0
    before = np.concatenate((facing[-1:], facing[:-1]))
    # (2, 8, 2, n) -> (2, n, 8, 2): choosing runs through the last axes first
    moved = section[:, :, None] + np.where(np.stack((before, facing), axis=1), 1.0, -1.0) * shift[:, None, None]
    kept: Bools = np.stack((before != facing, np.ones_like(facing)), axis=1)
    chosen = moved.transpose(0, 3, 1, 2)[:, kept.transpose(2, 0, 1)]
    return np.ascontiguousarray(chosen.reshape(2, -1, WIDEST + 2).swapaxes(1, 2))
