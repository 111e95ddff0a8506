"""Which footprints meet, and which of the two pieces is over the other.

Most pairs that meet overlap deeply: one point with room around it in both pieces tells all there is to know. It is
looked for on the line between the centres, and only the shallow rest is left to shapely and to clipping.

        +-------+
        |       |         m: halfway between where the line enters one piece and where it leaves the other;
        |   c---+-m-+-c'  its room is the distance from the nearest edge of either
        |       |   |
        +-------+---+

Two pieces that press into each other sideways overlap a little, too, but neither is over the other: they would
have to be moved far up or down to come apart, and hardly sideways.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import shapely

from sim.reach.clip import Bools, Floats, Ints, clip
from sim.reach.gap import NEAR
from sim.reach.prisms import Prisms, polygons

COVERING = 1.0
"""Footprints must overlap by more than this for one piece to cover the other, mm2."""
SINK = 0.3
"""How deep a piece may have sunk into the one that it is over, mm."""

_ROOM = 0.6  # mm; a disc of this radius has more than COVERING mm2
_GROWN = 1.001  # makes every footprint wider by more than NEAR / 2, for all inradii are above 11 mm


@dataclass(frozen=True, slots=True)
class Meetings:
    """Pairs of pieces whose footprints meet, as arrays of ids."""

    upper: Ints
    lower: Ints
    """upper[k] is over lower[k]."""
    covering: Bools
    """Whether upper[k] also covers lower[k]: their footprints overlap by more than COVERING."""
    beside: Ints
    """(2, m) pairs side by side whose footprints meet at one height: neither is over the other."""


def meetings(prisms: Prisms) -> Meetings:
    """Return all pairs of pieces whose footprints meet: overlap, or come nearer than NEAR."""
    a, b = _candidates(prisms)
    line = prisms.centre[:, b] - prisms.centre[:, a]
    length = np.sqrt(line[0] ** 2 + line[1] ** 2)
    # with so much room the point lies in the faces of both as well, not only in their sections
    enough = _ROOM + np.maximum(prisms.lean[a], prisms.lean[b])
    share, room = _between_circles(prisms, a, b, length)
    rest = np.flatnonzero((room <= enough) & (length < prisms.outer[a] + prisms.outer[b] + NEAR))
    share[rest], room[rest], clear = _between_edges(prisms, a[rest], b[rest], line[:, rest])
    deep = np.flatnonzero(room > enough)
    shallow = rest[~clear & (room[rest] <= enough[rest])]
    ids_a, ids_b = a[deep], b[deep]
    point = prisms.centre[:, ids_a] + share[deep] * line[:, deep]
    upper, lower = _ordered(ids_a, ids_b, prisms.level(ids_a, point) - prisms.level(ids_b, point))
    others = _shallow(prisms, a[shallow], b[shallow])
    return Meetings(
        upper=np.concatenate((upper, others.upper)),
        lower=np.concatenate((lower, others.lower)),
        covering=np.concatenate((np.ones(len(upper), dtype=np.bool_), others.covering)),
        beside=others.beside,
    )


def _candidates(prisms: Prisms) -> tuple[Ints, Ints]:
    """Return the pairs a < b of pieces whose bounding boxes come near each other."""
    low, high = prisms.outline.min(axis=1) - NEAR, prisms.outline.max(axis=1) + NEAR
    boxes = shapely.box(*low, *high)
    a, b = shapely.STRtree(boxes).query(boxes)
    once = a < b
    return a[once], b[once]


def _between_circles(prisms: Prisms, a: Ints, b: Ints, length: Floats) -> tuple[Floats, Floats]:
    """Return the middle of where inscribed circles overlap, as a share of the line from a to b, and its room."""
    inner_a, inner_b = prisms.inner[a], prisms.inner[b]
    share = ((inner_a - inner_b) / (2.0 * np.maximum(length, 1e-9)) + 0.5).clip(0.0, 1.0)
    return share, np.minimum(inner_a - share * length, inner_b - (1.0 - share) * length)


def _between_edges(prisms: Prisms, a: Ints, b: Ints, line: Floats) -> tuple[Floats, Floats, Bools]:
    """Return the point of the drawing above as a share of the line from a to b, and its room.

    The room is negative where the point is not in both pieces. Third, tell whether the two are clearly apart: an
    edge of one has all of the circle around the other before it.
    """
    normals_a, normals_b = prisms.normals[:, :, a], prisms.normals[:, :, b]
    along_a = normals_a[0] * line[0] + normals_a[1] * line[1]
    along_b = normals_b[0] * line[0] + normals_b[1] * line[1]
    apart_a, apart_b = prisms.apart[:, a], prisms.apart[:, b]
    # how far along the line, as a share of it, one piece is left and the other entered
    leave = 1.0 / np.maximum((along_a / apart_a).max(axis=0), 1.0)
    enter = 1.0 + 1.0 / np.minimum((along_b / apart_b).min(axis=0), -1.0)
    share = (leave + enter) / 2
    room = np.minimum((apart_a - share * along_a).min(axis=0), (apart_b + (1.0 - share) * along_b).min(axis=0))
    clear_a = (along_a - apart_a).max(axis=0) > prisms.lean[a] + prisms.outer[b] + NEAR
    clear_b = (along_b + apart_b).min(axis=0) < -prisms.lean[b] - prisms.outer[a] - NEAR
    return share, room, clear_a | clear_b


def _shallow(prisms: Prisms, a: Ints, b: Ints) -> Meetings:
    """Return the meetings among pairs of which nothing is known yet."""
    centre = prisms.centre[:, None]
    grown = polygons(centre + _GROWN * (prisms.outline - centre))
    shapely.prepare(grown)
    meet = shapely.intersects(grown[a], grown[b])
    a, b = a[meet], b[meet]
    overlap = clip(prisms.outline[:, :, a], prisms.outline[:, :, b])
    apart = np.flatnonzero(overlap.area == 0.0)
    point = overlap.middle
    lines = shapely.shortest_line(polygons(prisms.outline[:, :, a[apart]]), polygons(prisms.outline[:, :, b[apart]]))
    point[:, apart] = shapely.get_coordinates(lines).reshape(-1, 2, 2).mean(axis=1).T
    distance = np.zeros(len(a))
    distance[apart] = shapely.length(lines)
    rise = prisms.level(a, point) - prisms.level(b, point)
    sunk = prisms.half[a] + prisms.half[b] - np.abs(rise)
    width = 2 * overlap.area / np.maximum(overlap.girth, 1e-9)
    over = (overlap.area > 0.0) & (sunk <= np.maximum(width, SINK))
    upper, lower = _ordered(a[over], b[over], rise[over])
    beside = ~over & (distance < NEAR) & (sunk > -NEAR)
    return Meetings(upper, lower, overlap.area[over] > COVERING, np.array((a[beside], b[beside])))


def _ordered(a: Ints, b: Ints, rise: Floats) -> tuple[Ints, Ints]:
    return np.where(rise > 0.0, a, b), np.where(rise > 0.0, b, a)

