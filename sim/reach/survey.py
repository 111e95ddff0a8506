"""From a pile to its cover: what lies over, rests on and touches what."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator

import numpy as np

from sim.errors import CoverError, PileError
from sim.pile import Cover, Pile, Shape, area
from sim.reach.clip import Ints
from sim.reach.gap import faces_touch, sides_touch
from sim.reach.meet import Meetings, meetings
from sim.reach.prisms import Prisms, prisms
from sim.reach.sight import shares, veils

GRAVITY = 9.81
"""m/s2; grams times this are millinewtons."""
PRESSING = 0.02
"""A piece rests on another when it presses on it with more than this share of a mean piece's weight."""

_AREA = {shape: area(shape) for shape in Shape}


def survey(pile: Pile, hidden: bool = False) -> Cover:
    """Return who covers, rests on and touches whom in a pile; raise PileError where pieces lie in a ring.

    What rests on what is told by the forces in the pile, the rest by its geometry alone; but pieces that press
    on each other touch, whatever rounding has made of the gap. `hidden` asks for what hides which piece as well,
    which takes longer: without it the cover cannot answer `Cover.hidden`.
    """
    shapes = prisms(pile)
    met = meetings(shapes)
    pressing = {(c.lower, c.upper) if c.lower < c.upper else (c.upper, c.lower) for c in pile.contacts if c.lower >= 0}
    touches = frozenset(pressing.union(_touching(shapes, met, pressing)))
    covers = frozenset(_pairs(met.upper[met.covering], met.lower[met.covering]))
    try:
        return Cover(
            size=len(pile),
            covers=covers,
            rests=rests(pile),
            touches=touches,
            hidden_by=veils(shapes, covers) if hidden else None,
        )
    except CoverError as ring:
        raise PileError(f"no survey of this pile: {ring}") from None


def visible(pile: Pile, taken: Iterable[int] = ()) -> tuple[float, ...]:
    """Return by id which share of each piece's footprint is seen from above once those in `taken` are gone.

    Of the pieces taken nothing is seen.
    """
    shapes = prisms(pile)
    met = meetings(shapes)
    return shares(shapes, _pairs(met.upper[met.covering], met.lower[met.covering]), frozenset(taken))


def rests(pile: Pile) -> frozenset[tuple[int, int]]:
    """Return the pairs (upper, lower) of which one presses on the other from above."""
    load: Counter[tuple[int, int]] = Counter()
    for contact in pile.contacts:
        if contact.kind == "face" and contact.lower >= 0:
            load[contact.upper, contact.lower] += contact.force[2]
    least = PRESSING * mean_weight(pile)
    return frozenset(pair for pair, force in load.items() if force > least)


def mean_weight(pile: Pile) -> float:
    """Return the mean weight of the pieces of a pile, mN."""
    volume = sum(_AREA[piece.shape] for piece in pile) * pile.thickness
    return float(pile.shake["density"]) * 1e-3 * volume * GRAVITY / max(len(pile), 1)


def _touching(shapes: Prisms, met: Meetings, known: Collection[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Yield the pairs a < b that touch, except some that are known already."""
    size = len(shapes.height)
    codes = np.array([a * size + b for a, b in known], dtype=np.int64)
    for a, b, touch in ((met.upper, met.lower, faces_touch), (*met.beside, sides_touch)):
        first, second = np.minimum(a, b), np.maximum(a, b)
        open_ = ~np.isin(first * size + second, codes)
        touching = touch(shapes, a[open_], b[open_])
        yield from _pairs(first[open_][touching], second[open_][touching])


def _pairs(upper: Ints, lower: Ints) -> zip[tuple[int, int]]:
    return zip(upper.tolist(), lower.tolist(), strict=True)
