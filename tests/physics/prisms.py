"""Pieces as convex prisms in space, written anew for the oracle: it shares no code with physics and reach.

All arrays are padded to eight corners a face by repeating the last one: a repeated corner changes no hull.
"""

from __future__ import annotations

import numpy as np
import shapely

from sim.pile import Pile, area, corners

GRAVITY = 9.81  # mN a gram
MOST = 8


class Prisms:
    """The prisms of a pile: corners, edge directions, faces as half-spaces, weights."""

    def __init__(self, pile: Pile) -> None:
        self.size = len(pile)
        self.thickness = pile.thickness
        self.centre = np.array([(p.x, p.y, p.z) for p in pile])
        self.turn = np.array([rotation(p.angle, *p.gradient) for p in pile])
        self.normal = self.turn[:, :, 2]
        flat = [np.array(corners(p.shape)) for p in pile]
        self.count = np.array([len(outline) for outline in flat])
        local = np.array([np.vstack([o, np.repeat(o[-1:], MOST - len(o), axis=0)]) for o in flat])
        half = self.thickness / 2
        self.under, self.top = (self._placed(local, h) for h in (-half, half))
        self.corners = np.concatenate([self.under, self.top], axis=1)
        rim = np.roll(local, -1, axis=1) - local
        for k, count in enumerate(self.count):  # the last true corner leads back to the first
            rim[k, count - 1] = local[k, 0] - local[k, count - 1]
            rim[k, count:] = 0.0
        flat_rim = np.concatenate([rim, np.zeros((self.size, MOST, 1))], axis=2)
        self.rim = np.einsum("nij,nkj->nki", self.turn, flat_rim)
        self.edges = np.concatenate([self.rim, self.normal[:, None, :]], axis=1)
        outward = np.cross(self.rim, self.normal[:, None, :])
        self.sides = unit(outward)
        self.faces = np.concatenate([self.sides, self.normal[:, None], -self.normal[:, None]], axis=1)
        on_face = np.concatenate([self.under, self.top[:, :1], self.under[:, :1]], axis=1)
        self.offsets = np.einsum("nki,nki->nk", self.faces, on_face)
        self.offsets[(self.faces == 0.0).all(axis=2)] = np.inf
        self.weight = np.array([area(p.shape) * pile.thickness * pile.density * 1e-3 * GRAVITY for p in pile])
        # the radius of gyration about an axis in the plane: the same for all axes, as the shapes are regular
        self.gyration = np.sqrt([spread(outline) + self.thickness**2 / 12 for outline in flat])

    def _placed(self, local: np.ndarray, h: float) -> np.ndarray:
        lifted = np.concatenate([local, np.full((*local.shape[:2], 1), h)], axis=2)
        return self.centre[:, None, :] + np.einsum("nij,nkj->nki", self.turn, lifted)

    def near(self, margin: float) -> np.ndarray:
        """Pairs (i < j) whose boxes in space are closer than the margin, and sizes allow to meet."""
        low, high = self.corners.min(axis=1), self.corners.max(axis=1)
        meet = (low[:, None] <= high[None] + margin).all(axis=2)
        return np.argwhere(np.triu(meet & meet.T, 1))

    def depth(self, id: int, point: np.ndarray) -> float:
        """How far a point lies outside a prism (negative: inside), as the farthest face tells."""
        return float((self.faces[id] @ point - self.offsets[id]).max())

    def separations(self, pairs: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """For each pair all axes that can part two prisms and how far each parts them, -inf where it is none.

        Axes are turned out of the second into the first.
        """
        a, b = pairs[:, 0], pairs[:, 1]
        crossed = np.cross(self.edges[a][:, :, None, :], self.edges[b][:, None, :, :]).reshape(
            len(pairs), (MOST + 1) ** 2, 3
        )
        axes = np.concatenate([self.faces[a], self.faces[b], crossed], axis=1)
        length = np.linalg.norm(axes, axis=2)
        axes = axes / np.where(length > 1e-9, length, 1.0)[:, :, None]
        first = np.einsum("pci,pai->pac", self.corners[a], axes)
        second = np.einsum("pci,pai->pac", self.corners[b], axes)
        up, down = first.min(axis=2) - second.max(axis=2), second.min(axis=2) - first.max(axis=2)
        parted = np.where(length > 1e-6, np.maximum(up, down), -np.inf)
        return np.where((down > up)[:, :, None], -axes, axes), parted

    def nearest(self, id: int, direction: np.ndarray, deep: float) -> np.ndarray:
        """The corners of the slice of a prism that lies farthest in a direction, `deep` mm thick."""
        count = self.count[id]
        under, top = self.under[id, :count], self.top[id, :count]
        start = np.concatenate([under, top, under])
        end = np.concatenate([np.roll(under, -1, axis=0), np.roll(top, -1, axis=0), top])
        first, last = start @ direction, end @ direction
        limit = max(first.max(), last.max()) - deep
        cut = (first > limit) != (last > limit)
        share = ((limit - first[cut]) / (last[cut] - first[cut]))[:, None]
        return np.concatenate([start[first >= limit], end[last >= limit], start[cut] + share * (end - start)[cut]])

    def footprints(self) -> np.ndarray:
        """What is seen of each prism from above, as shapely polygons."""
        return shapely.convex_hull(shapely.multipoints([c[:, :2] for c in self.corners]))

    def upright(self, id: int, x: float, y: float) -> tuple[float, float]:
        """Where a vertical line enters and leaves a prism."""
        slope, rest = self.faces[id][:, 2], self.offsets[id] - self.faces[id][:, :2] @ (x, y)
        level = np.isfinite(rest) & (np.abs(slope) > 1e-12)
        cut = rest[level] / slope[level]
        return float(cut[slope[level] < 0].max()), float(cut[slope[level] > 0].min())


def rotation(angle: float, gx: float, gy: float) -> np.ndarray:
    """Turn about the vertical, then the smallest rotation that takes the vertical to the normal of that slope."""
    c, s = np.cos(angle), np.sin(angle)
    turn = np.array([[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]])
    normal = np.array([-gx, -gy, 1.0]) / np.sqrt(1.0 + gx * gx + gy * gy)
    axis = np.cross([0.0, 0.0, 1.0], normal)
    skew = np.array([[0.0, -axis[2], axis[1]], [axis[2], 0.0, -axis[0]], [-axis[1], axis[0], 0.0]])
    return (np.eye(3) + skew + skew @ skew / (1.0 + normal[2])) @ turn


def unit(vectors: np.ndarray) -> np.ndarray:
    """Vectors of length one; zero stays zero."""
    length = np.linalg.norm(vectors, axis=-1, keepdims=True)
    return vectors / np.where(length > 0.0, length, 1.0)


def spread(outline: np.ndarray) -> float:
    """The mean square of x over a polygon about its centroid."""
    x, y = outline.T
    following, ahead = np.roll(x, -1), np.roll(y, -1)
    cross = x * ahead - following * y
    return float((cross * (x * x + x * following + following * following)).sum() / (6 * cross.sum()))


def level_basis(normals: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Two unit vectors across each normal."""
    helper = np.where(np.abs(normals[:, :1]) < 0.7, [[1.0, 0.0, 0.0]], [[0.0, 1.0, 0.0]])
    first = unit(np.cross(normals, helper))
    return first, np.cross(normals, first)
