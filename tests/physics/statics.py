"""Two linear programmes over a pile, from its geometry alone.

`unbalanced`: are there forces within friction's cones that carry every piece? Candidates for contacts are found here.
`lowest`: how low could the pieces lie, given who is over whom and where? (The rest state without friction.)
"""

from __future__ import annotations

import numpy as np
import shapely
from scipy.optimize import linprog
from scipy.sparse import coo_matrix, hstack, vstack

from tests.physics.prisms import Prisms, level_basis

TOUCH = 0.05  # mm; prisms closer than this may press on one another
FEATURE = 0.03  # mm; what is this close to the supporting plane belongs to what touches
DISTINCT = 0.03  # rad between two normals worth telling apart
NORMALS = 4  # at most, of one pair
FACETS = 12  # of the pyramid inside a friction cone
TOLERANCE = 0.02  # of a piece's weight


class Candidates:
    """Where forces may act: on `first` at `point`, in a cone about `normal`; on `second` (or the box) the reverse."""

    def __init__(self, prisms: Prisms, walls: np.ndarray) -> None:
        first, second, normals, features = [], [], [], []
        box = self._box(prisms, walls)
        pairs = prisms.near(TOUCH)
        axes, parted = prisms.separations(pairs)
        for (a, b), some, gaps in zip(pairs.tolist(), axes, parted, strict=True):
            # where two pieces share a little room, what touches lies as deep
            deep = FEATURE + max(0.0, -gaps.max())
            for normal in distinct(some, gaps):
                first.append(a)
                second.append(b)
                normals.append(normal)
                features.append((prisms.nearest(a, -normal, deep), prisms.nearest(b, normal, deep)))
        met = meetings(np.array(normals).reshape(-1, 3), features)
        rows = [(a, b, n, p) for a, b, n, points in zip(first, second, normals, met, strict=True) for p in points]
        rows += box
        self.first = np.array([row[0] for row in rows], dtype=int)
        self.second = np.array([row[1] for row in rows], dtype=int)
        self.normal = np.array([row[2] for row in rows]).reshape(-1, 3)
        self.point = np.array([row[3] for row in rows]).reshape(-1, 3)

    @staticmethod
    def _box(prisms: Prisms, walls: np.ndarray) -> list[tuple]:
        rows = [
            (i, -1, np.array([0.0, 0.0, 1.0]), p)
            for i in range(prisms.size)
            for p in prisms.corners[i][prisms.corners[i][:, 2] < TOUCH]
        ]
        for start, end in zip(walls, np.roll(walls, -1, axis=0), strict=True):
            x, y = (end - start) / np.linalg.norm(end - start)
            inward = np.array([-y, x, 0.0])
            away = prisms.corners @ inward - inward[:2] @ start
            rows += [(i, -1, inward, prisms.corners[i, k]) for i, k in np.argwhere(away < TOUCH)]
        return rows


def distinct(axes: np.ndarray, gaps: np.ndarray) -> list[np.ndarray]:
    """The normals along which two prisms touch: the best of all axes, and others as good that point elsewhere."""
    best = gaps.max()
    if best > TOUCH:
        return []
    chosen: list[np.ndarray] = []
    for k in np.argsort(-gaps, kind="stable"):
        if gaps[k] < min(best, 0.0) - FEATURE or len(chosen) == NORMALS:
            break
        if all(axes[k] @ other < np.cos(DISTINCT) for other in chosen):
            chosen.append(axes[k])
    return chosen


def meetings(normals: np.ndarray, features: list[tuple[np.ndarray, np.ndarray]]) -> list[np.ndarray]:
    """The corners of what two features (corner, edge or face) have in common, seen along the normal."""
    if not features:
        return []
    right, ahead = level_basis(normals)
    flat = []
    for side in range(2):
        level = [
            shapely.MultiPoint(np.column_stack([f[side] @ r, f[side] @ a]))
            for f, r, a in zip(features, right, ahead, strict=True)
        ]
        # edges and corners get a little width: then all are polygons
        flat.append(shapely.buffer(shapely.convex_hull(level), 0.01, quad_segs=1))
    common = shapely.simplify(shapely.convex_hull(shapely.intersection(*flat)), 0.01)
    found = []
    for shape, feature, normal, r, a in zip(common, features, normals, right, ahead, strict=True):
        level = shapely.get_coordinates(shape)
        height = ((feature[0] @ normal).min() + (feature[1] @ normal).max()) / 2
        found.append(level[:, :1] * r + level[:, 1:] * a + height * normal)
    return found


def unbalanced(prisms: Prisms, walls: np.ndarray, friction: float) -> np.ndarray:
    """For each piece, how much of its weight (as force, or as moment over its radius of gyration) nothing can carry.

    What is left within the tolerance counts as none.
    """
    found = Candidates(prisms, walls)
    right, ahead = level_basis(found.normal)
    turns = np.arange(FACETS) * 2 * np.pi / FACETS
    rays = found.normal[:, None] + friction * (
        np.cos(turns)[None, :, None] * right[:, None] + np.sin(turns)[None, :, None] * ahead[:, None]
    )
    columns = np.arange(rays.shape[0] * FACETS)
    entries = []
    for ids, sign in ((found.first, 1.0), (found.second, -1.0)):
        there = ids >= 0
        lever = found.point - prisms.centre[ids]
        moment = np.cross(lever[:, None], rays) / prisms.gyration[ids][:, None, None]
        wrench = sign * np.concatenate([rays, moment], axis=2) / prisms.weight[ids][:, None, None]
        rows = 6 * ids[:, None, None] + np.arange(6)
        cols = np.broadcast_to(columns.reshape(-1, FACETS)[:, :, None], wrench.shape)
        rows = np.broadcast_to(rows, wrench.shape)
        entries.append((wrench[there].ravel(), rows[there].ravel(), cols[there].ravel()))
    values, rows, cols = (np.concatenate(parts) for parts in zip(*entries, strict=True))
    size = 6 * prisms.size
    balance = coo_matrix((values, (rows, cols)), shape=(size, len(columns))).tocsr()
    want = np.zeros(size)
    want[2::6] = 1.0
    spare = coo_matrix((np.ones(size), (np.arange(size), np.arange(size) // 6)), shape=(size, prisms.size))
    bounds = vstack([hstack([balance, -spare]), hstack([-balance, -spare])])
    answer = linprog(
        np.concatenate([np.zeros(len(columns)), np.ones(prisms.size)]),
        A_ub=bounds.tocsr(),
        b_ub=np.concatenate([want + TOLERANCE, TOLERANCE - want]),
        method="highs",
    )
    if answer.status != 0:
        raise RuntimeError(f"the linear programme of forces ends with {answer.message}")
    return answer.x[len(columns) :]


def over_pairs(prisms: Prisms) -> list[tuple[int, int, np.ndarray]]:
    """(upper, lower, corners of what their faces have in common) of pairs parted upwards rather than sideways."""
    low, high = prisms.corners[:, :, :2].min(axis=1), prisms.corners[:, :, :2].max(axis=1)
    meet = (low[:, None] <= high[None]).all(axis=2)
    pairs = np.argwhere(np.triu(meet & meet.T, 1))
    axes, parted = prisms.separations(pairs)
    best = axes[np.arange(len(pairs)), parted.argmax(axis=1)]
    faces = {"under": prisms.under, "top": prisms.top}
    flat = {name: shapely.convex_hull(shapely.multipoints(list(c[:, :, :2]))) for name, c in faces.items()}
    found = []
    for (a, b), axis in zip(pairs.tolist(), best, strict=True):
        if abs(axis[2]) < 0.5:
            continue
        upper, lower = (a, b) if axis[2] > 0 else (b, a)
        common = shapely.intersection(flat["under"][upper], flat["top"][lower])
        if common.area > 1e-6:
            found.append((upper, lower, shapely.get_coordinates(common)[:-1]))
    return found


def lowest(prisms: Prisms) -> tuple[float, np.ndarray]:
    """How much lower the pile could lie: a share of its potential energy, and mm for each centre.

    Places, outlines and vertical thickness are those of the pile: only heights and slopes are free.
    """
    thick = prisms.thickness / prisms.normal[:, 2]
    entries: list[tuple[int, int, float]] = []
    bound: list[float] = []

    def plane(row: int, id: int, x: float, y: float, sign: float) -> None:
        dx, dy = x - prisms.centre[id, 0], y - prisms.centre[id, 1]
        entries.extend((row, 3 * id + k, sign * value) for k, value in enumerate((1.0, dx, dy)))

    for i in range(prisms.size):
        for x, y, _ in prisms.under[i][: prisms.count[i]]:
            plane(len(bound), i, x, y, -1.0)
            bound.append(-thick[i] / 2)
    for upper, lower, points in over_pairs(prisms):
        for x, y in points:
            plane(len(bound), upper, x, y, -1.0)
            plane(len(bound), lower, x, y, 1.0)
            bound.append(-(thick[upper] + thick[lower]) / 2)
    rows, cols, values = zip(*entries, strict=True)
    cost = np.zeros(3 * prisms.size)
    cost[::3] = prisms.weight
    answer = linprog(
        cost,
        A_ub=coo_matrix((values, (rows, cols)), shape=(len(bound), 3 * prisms.size)).tocsr(),
        b_ub=bound,
        bounds=(None, None),
        method="highs",
    )
    if answer.status != 0:
        raise RuntimeError(f"the linear programme of heights ends with {answer.message}")
    ours = prisms.weight @ prisms.centre[:, 2]
    return float((ours - answer.fun) / ours), prisms.centre[:, 2] - answer.x[::3]
