"""Could a pile lie on a table like that? An oracle that knows prisms, friction and weight, not how piles are made.

    python -m tests.physics.validity 0:200 [--friction 0.4 --tray 220 ...]

prints one line for each complaint, and a summary.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache

import numpy as np
import shapely

from sim.pile import FLOOR, Contact, Pile
from tests.physics import statics
from tests.physics.prisms import Prisms

OUTSIDE = 0.5  # mm
INSIDE = 0.3  # mm that two pieces may share
COVERED = 1.0  # mm2
SURFACE = 0.15  # mm from a contact to either surface that it joins: the middle of what they may share
BESIDE = 0.15  # mm that a piece may reach beyond the plane of its contact
HAIR = 0.1  # mm
BALANCE = 0.02  # of a piece's weight
ROUNDING = 0.003  # mN, by the grid of forces, for each contact
ENERGY = 0.01  # of the pile's own: how far it may be from the lowest that its order allows


@dataclass(frozen=True, slots=True)
class Complaint:
    """What is wrong, with whom, by how much."""

    kind: str
    who: tuple[int, ...]
    size: float
    unit: str = ""

    def __str__(self) -> str:
        return f"{self.kind}: {' and '.join(map(str, self.who))} by {self.size:.4g} {self.unit}".rstrip()


@dataclass(slots=True)
class Verdict:
    """All complaints about a pile, and the figures that they were judged by."""

    complaints: list[Complaint] = field(default_factory=list)
    figures: dict[str, float] = field(default_factory=dict)

    def judge(self, kind: str, who: Iterable[int], size: float, most: float, unit: str = "") -> None:
        """Note a size; complain if it is more than `most`."""
        size = float(size)
        self.figures[kind] = max(self.figures.get(kind, -np.inf), size)
        if not size <= most:
            self.complaints.append(Complaint(kind, tuple(int(i) for i in who), size, unit))


def complaints(pile: Pile, programmes: bool = True) -> list[Complaint]:
    """Return what is wrong with a pile; nothing, where it is sound. The linear programmes take most of the time."""
    return examine(pile, programmes).complaints


def examine(pile: Pile, programmes: bool = True) -> Verdict:
    """Return complaints and figures."""
    verdict = Verdict()
    prisms = Prisms(pile)
    walls = np.array(pile.tray.outline)
    friction = float(pile.shake["friction"])
    _inside_the_tray(prisms, walls, verdict)
    _each_in_its_place(prisms, verdict)
    _order(pile, prisms, verdict)
    hair_thin = cache(lambda upper, lower: _hair_thin(prisms, upper, lower))
    for contact in pile.contacts:
        _contact(contact, prisms, walls, friction, verdict, hair_thin)
    _balance(pile, prisms, verdict)
    _load_paths(pile, verdict)
    if programmes:
        left = statics.unbalanced(prisms, walls, friction)
        for i in range(len(pile)):
            verdict.judge("no forces carry", [i], left[i], 1e-6, "weights")
        energy, lower = statics.lowest(prisms)
        verdict.judge("energy off the lowest", [int(np.abs(lower).argmax())], abs(energy), ENERGY)
        verdict.figures["height above the lowest"] = float(lower.max())
        verdict.figures["height below the lowest"] = float(-lower.min())
    return verdict


def _inside_the_tray(prisms: Prisms, walls: np.ndarray, verdict: Verdict) -> None:
    edge = np.roll(walls, -1, axis=0) - walls
    outward = np.column_stack([edge[:, 1], -edge[:, 0]]) / np.linalg.norm(edge, axis=1)[:, None]
    beyond = prisms.corners[:, :, :2] @ outward.T - (walls * outward).sum(axis=1)
    for i, out in enumerate(beyond.max(axis=(1, 2))):
        verdict.judge("outside the tray", [i], out, OUTSIDE, "mm")
    for i, low in enumerate(prisms.corners[:, :, 2].min(axis=1)):
        verdict.judge("in the floor", [i], -low, INSIDE, "mm")


def _each_in_its_place(prisms: Prisms, verdict: Verdict) -> None:
    pairs = prisms.near(0.0)
    if len(pairs):
        _, parted = prisms.separations(pairs)
        for pair, gap in zip(pairs, parted.max(axis=1), strict=True):
            verdict.judge("in one place", pair, -gap, INSIDE, "mm")


def seen_over(prisms: Prisms) -> list[tuple[int, int]]:
    """(upper, lower) of all pairs whose footprints overlap by more than 1 mm2."""
    prints = prisms.footprints()
    a, b = shapely.STRtree(prints).query(prints, predicate="intersects")
    a, b = a[a < b], b[a < b]
    common = shapely.intersection(prints[a], prints[b])
    pairs = []
    for i, j, shape in zip(a.tolist(), b.tolist(), common, strict=True):
        if shape.area > COVERED:
            x, y = shape.centroid.x, shape.centroid.y
            higher = sum(prisms.upright(i, x, y)) > sum(prisms.upright(j, x, y))
            pairs.append((i, j) if higher else (j, i))
    return pairs


def _order(pile: Pile, prisms: Prisms, verdict: Verdict) -> None:
    lies_on = [(c.upper, c.lower) for c in pile.contacts if c.kind == "face" and c.lower >= 0]
    for kind, pairs in (("cycle seen from above", seen_over(prisms)), ("cycle of faces", lies_on)):
        ring = in_rings(len(pile), pairs)
        verdict.judge(kind, ring, len(ring), 0, "pieces")


def in_rings(size: int, pairs: Iterable[tuple[int, int]]) -> list[int]:
    """The pieces that cannot be lifted off one by one from above, nor taken away one by one from below."""
    left, pairs = set(range(size)), set(pairs)
    while True:
        uppers, lowers = {a for a, _ in pairs}, {b for _, b in pairs}
        stuck = left & uppers & lowers
        if stuck == left:
            return sorted(left)
        left = stuck
        pairs = {(a, b) for a, b in pairs if a in left and b in left}


def _contact(
    contact: Contact,
    prisms: Prisms,
    walls: np.ndarray,
    friction: float,
    verdict: Verdict,
    hair_thin: Callable[[int, int], bool],
) -> None:
    who = (contact.upper, contact.lower)
    point, normal, force = (np.array(v) for v in (contact.point, contact.normal, contact.force))
    load = force @ normal
    kind = contact.kind if contact.lower != FLOOR else "floor"
    verdict.judge(f"{kind} pulls", who, -load, ROUNDING, "mN")
    slip = np.linalg.norm(force - load * normal)
    verdict.judge(f"{kind} beyond its friction", who, slip - friction * load, 0.002 + 1e-4 * load, "mN")
    away = [abs(prisms.depth(contact.upper, point))]
    along = prisms.corners[contact.upper] @ normal
    reach = [point @ normal - along.min()]
    if contact.lower >= 0:
        away.append(abs(prisms.depth(contact.lower, point)))
        reach.append((prisms.corners[contact.lower] @ normal).max() - point @ normal)
    elif contact.lower == FLOOR:
        away.append(abs(point[2]))
        reach.append(1e3 * (1.0 - normal[2]))
    else:
        edge = np.roll(walls, -1, axis=0) - walls
        inward = np.column_stack([-edge[:, 1], edge[:, 0]]) / np.linalg.norm(edge, axis=1)[:, None]
        wall = int((inward @ normal[:2]).argmax())
        away.append(abs(inward[wall] @ (point[:2] - walls[wall])))
        reach.append(1e3 * (1.0 - inward[wall] @ normal[:2]))
    # A force too small to matter is not looked at twice: it is what a solver leaves behind.
    if load > 0.01 * prisms.weight[contact.upper]:
        verdict.judge(f"{kind} off the surface", who, max(away), SURFACE, "mm")
        if kind != "face" or not hair_thin(contact.upper, contact.lower):
            verdict.judge(f"{kind} normal off", who, max(reach), BESIDE, "mm")


def _hair_thin(prisms: Prisms, upper: int, lower: int) -> bool:
    """Tell whether two faces meet in no more than a hair's breadth.

    There it is a corner or an edge of the one that stands on an edge of the other, and any normal between those of the
    faces and the sides that meet in these edges is as true as another.
    """
    underside, top = prisms.under[upper, :, :2], prisms.top[lower, :, :2]
    common = shapely.intersection(shapely.MultiPoint(underside).convex_hull, shapely.MultiPoint(top).convex_hull)
    return bool(common.buffer(-HAIR / 2).is_empty)


def _balance(pile: Pile, prisms: Prisms, verdict: Verdict) -> None:
    force, moment = np.zeros((len(pile), 3)), np.zeros((len(pile), 3))
    force[:, 2] = -prisms.weight
    points, pushes = (np.array([getattr(c, name) for c in pile.contacts]).reshape(-1, 3) for name in ("point", "force"))
    for end, sign in (("upper", 1.0), ("lower", -1.0)):
        ids = np.array([getattr(c, end) for c in pile.contacts], dtype=int)
        on = ids >= 0
        push = sign * pushes[on]
        np.add.at(force, ids[on], push)
        np.add.at(moment, ids[on], np.cross(points[on] - prisms.centre[ids[on]], push))
    for i in range(len(pile)):
        arm = np.linalg.norm(moment[i]) / prisms.weight[i]
        verdict.judge("forces unbalanced", [i], np.linalg.norm(force[i]) / prisms.weight[i], BALANCE, "weights")
        verdict.judge("moments unbalanced", [i], arm / prisms.gyration[i], BALANCE, "weights")
        verdict.figures["moment's arm"] = max(verdict.figures.get("moment's arm", 0.0), float(arm))


def _load_paths(pile: Pile, verdict: Verdict) -> None:
    carried: dict[int, set[int]] = {}
    for contact in pile.contacts:
        if contact.load > 0.0:
            carried.setdefault(contact.lower, set()).add(contact.upper)
            if contact.kind == "side" and contact.lower >= 0:
                carried.setdefault(contact.upper, set()).add(contact.lower)
    reached, front = {FLOOR}, [FLOOR]
    while front:
        for upper in carried.get(front.pop(), set()) - reached:
            reached.add(upper)
            front.append(upper)
    floating = [i for i in range(len(pile)) if i not in reached]
    verdict.judge("floats", floating, len(floating), 0, "pieces")


def _seeds(text: str) -> Iterator[int]:
    first, _, end = text.partition(":")
    yield from range(int(first), int(end) if end else int(first) + 1)


def main(arguments: list[str]) -> int:
    """Shake piles and print what is wrong with them."""
    from sim.errors import PolypileError
    from sim.physics.settle import settle
    from sim.physics.shake import Shake

    parser = argparse.ArgumentParser(prog="validity", description=main.__doc__)
    parser.add_argument("seeds", help="such as 7 or 0:200")
    parser.add_argument("--quick", action="store_true", help="without the linear programmes")
    for name in ("friction", "thickness", "density", "tray", "corner", "lid", "duration", "limit"):
        parser.add_argument(f"--{name}", type=float)
    parser.add_argument("--copies", type=int)
    options = vars(parser.parse_args(arguments))
    seeds, quick = options.pop("seeds"), options.pop("quick")
    parameters = {name: value for name, value in options.items() if value is not None}
    said = " ".join(f"{name}={value:g}" for name, value in parameters.items()) or "defaults"
    shake = Shake.from_dict(parameters)
    kinds: Counter[str] = Counter()
    worst: dict[str, float] = {}
    piles = bad = 0
    for seed in _seeds(seeds):
        piles += 1
        try:
            verdict = examine(settle(seed, shake), not quick)
        except PolypileError as wrong:
            verdict = Verdict([Complaint(f"{type(wrong).__name__} ({wrong})", (seed,), np.nan)])
        for complaint in verdict.complaints:
            print(f"seed {seed} {said}: {complaint}", flush=True)
        kinds.update({complaint.kind for complaint in verdict.complaints})
        bad += bool(verdict.complaints)
        for kind, size in verdict.figures.items():
            worst[kind] = max(worst.get(kind, -np.inf), size)
    print(f"{said}: {bad} of {piles} piles with complaints: " + ", ".join(f"{k} {n}" for k, n in kinds.most_common()))
    print(f"{said}: worst: " + ", ".join(f"{k} {v:.3g}" for k, v in worst.items()), flush=True)
    return int(bad > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
