"""All pieces of a pile as arrays: one vectorised step from poses to outlines and planes."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np
import shapely
from numpy.typing import NDArray

from sim.pile import Piece, Shape, corners
from sim.reach.clip import Bools, Floats, Ints

WIDEST = 8
"""Corners of the octagon; the other shapes repeat their last corner to have as many."""

_ROW = {shape: row for row, shape in enumerate(Shape)}
_CORNERS = np.array([(corners(shape) + corners(shape)[-1:] * WIDEST)[:WIDEST] for shape in Shape]).T
_NEXT = np.array([[(k + 1) % WIDEST if k + 1 < len(corners(shape)) else 0 for k in range(WIDEST)] for shape in Shape]).T
_RADIUS = np.sqrt(_CORNERS[0] ** 2 + _CORNERS[1] ** 2).max(axis=0)


@dataclass(frozen=True, slots=True)
class Prisms:
    """The n pieces of a pile; polygons as in `sim.reach.clip`, (2, corners, n). All lengths in mm."""

    centre: Floats
    """(2, n)"""
    height: Floats
    """(n,) of the centres over the floor."""
    gradient: Floats
    """(2, n)"""
    half: Floats
    """(n,) half the thickness, measured along the vertical."""
    section: Floats
    """(2, 8, n) the prism halfway up, seen from above."""
    shift: Floats
    """(2, n) from the section to the top face (and backwards to the underside), seen from above."""
    lean: Floats
    """(n,) length of the shift: how far the footprint stands out from the section."""
    outline: Floats
    """(2, 10, n) the footprint seen from above: the hull of top and underside."""
    edges: Floats
    """(2, 8, n) of the section; where a corner is repeated, its edge is too: none is of no length."""
    normals: Floats
    """(2, 8, n) of those edges, outwards, of length 1."""
    apart: Floats
    """(8, n) of those edges from the centre."""
    inner: Floats
    """(n,) radius of the circle about the centre inside the section."""
    outer: Floats
    """(n,) radius of the circle about the centre around the footprint."""

    @property
    def top(self) -> Floats:
        """(2, 8, n) the top faces seen from above."""
        return self.section + self.shift[:, None]

    @property
    def underside(self) -> Floats:
        """(2, 8, n) the undersides seen from above."""
        return self.section - self.shift[:, None]

    def level(self, who: Ints, points: Floats) -> Floats:
        """Return the height of the middle plane of the pieces `who` (m,) at points (2, ..., m)."""
        slope, centre = self.gradient[:, who], self.centre[:, who]
        base = self.height[who] - (slope[0] * centre[0] + slope[1] * centre[1])
        level: Floats = slope[0] * points[0] + slope[1] * points[1] + base
        return level


def prisms(pieces: Iterable[Piece]) -> Prisms:
    """Return the pieces as arrays."""
    rows = [(p.x, p.y, p.z, p.angle, *p.gradient, p.thickness, _ROW[p.shape]) for p in pieces]
    x, y, z, angle, gx, gy, thickness, shape = np.array(rows, dtype=np.float64).reshape(-1, 8).T
    kind = shape.astype(np.int64)
    centre, gradient = np.array((x, y)), np.array((gx, gy))
    length = np.sqrt(1.0 + gx * gx + gy * gy)
    normal = -gradient / length
    section = _tilt(_turn(_CORNERS[:, :, kind], angle), normal, 1.0 / length) + centre[:, None]
    edges = np.take_along_axis(section, _NEXT[None, :, kind], axis=1) - section
    normals = np.array((edges[1], -edges[0])) / np.sqrt(edges[0] ** 2 + edges[1] ** 2)
    arms = section - centre[:, None]
    shift = thickness / 2 * normal
    lean = np.sqrt(shift[0] ** 2 + shift[1] ** 2)
    apart = normals[0] * arms[0] + normals[1] * arms[1]
    return Prisms(
        centre=centre,
        height=z,
        gradient=gradient,
        half=thickness / 2 * length,
        section=section,
        shift=shift,
        lean=lean,
        outline=_hull(section, edges, shift),
        edges=edges,
        normals=normals,
        apart=apart,
        inner=apart.min(axis=0),
        outer=_RADIUS[kind] + lean,
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
    return points - (normal / (1.0 + upright))[:, None] * along


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
