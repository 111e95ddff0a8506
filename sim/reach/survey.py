"""From a pile to its cover: what lies over, rests on and touches what."""

from __future__ import annotations

from collections.abc import Iterable, Set

from sim.errors import CoverError, PileError
from sim.pile import Cover, Pile, Shape, area
from sim.reach.gap import touch
from sim.reach.meet import Meetings, meetings
from sim.reach.prisms import Ints, Prisms, prisms
from sim.reach.sight import shares, veils

GRAVITY = 9.81
"""m/s2; grams times this are millinewtons."""
PRESSING = 0.02
"""A piece rests on another when it presses on it with more than this share of a mean piece's weight."""

_AREA = {shape: area(shape) for shape in Shape}


def survey(pile: Pile, hidden: bool = False) -> Cover:
    """Return who covers, rests on and touches whom in a pile; raise PileError where pieces lie in a ring.

    What rests on what is told by the forces in the pile, the rest by its geometry alone; but a piece that lies on
    another one touches it, whatever rounding has made of the gap. `hidden` asks for what hides which piece as
    well, which takes longer: without it the cover cannot answer `Cover.hidden`.
    """
    shapes = prisms(pile)
    met = meetings(shapes)
    covers = frozenset(_pairs(met.upper, met.lower))
    touches = _lying_on(pile)
    touches.update(_touching(shapes, met, touches))
    try:
        return Cover(
            size=len(pile),
            covers=covers,
            rests=rests(pile),
            touches=frozenset(touches),
            hidden_by=veils(shapes, covers) if hidden else None,
        )
    except CoverError as ring:
        raise PileError(f"no survey of this pile: {ring}") from None


def visible(pile: Pile, taken: Iterable[int] = ()) -> tuple[float, ...]:
    """Return by id which share of each piece's footprint is seen from above once those in `taken` are gone.

    Of the pieces taken nothing is seen.
    """
    gone = frozenset(taken)
    for id in gone:
        if id not in range(len(pile)):
            raise PileError(f"no piece {id!r} to take: ids run from 0 to {len(pile) - 1}")
    shapes = prisms(pile)
    met = meetings(shapes)
    return shares(shapes, _pairs(met.upper, met.lower), gone)


def rests(pile: Pile) -> frozenset[tuple[int, int]]:
    """Return the pairs (upper, lower) of which one presses on the other from above."""
    load: dict[tuple[int, int], float] = {}
    for contact in pile.contacts:
        if contact.lower >= 0 and contact.kind == "face":
            pair = contact.upper, contact.lower
            load[pair] = load.get(pair, 0.0) + contact.force[2]
    if not load:
        return frozenset()
    least = PRESSING * mean_weight(pile)
    return frozenset(pair for pair, force in load.items() if force > least)


def mean_weight(pile: Pile) -> float:
    """Return the mean weight of the pieces of a pile, mN."""
    volume = sum(_AREA[piece.shape] for piece in pile) * pile.thickness
    return pile.density * 1e-3 * volume * GRAVITY / max(len(pile), 1)


def _lying_on(pile: Pile) -> set[tuple[int, int]]:
    """Return the pairs a < b of which one lies on the other, with a contact between their faces."""
    return {
        (c.lower, c.upper) if c.lower < c.upper else (c.upper, c.lower)
        for c in pile.contacts
        if c.lower >= 0 and c.kind == "face"
    }


def _touching(shapes: Prisms, met: Meetings, known: Set[tuple[int, int]]) -> zip[tuple[int, int]]:
    """Return the pairs a < b that touch, except those that are known already."""
    unknown = [k for k, pair in enumerate(_pairs(met.a, met.b)) if pair not in known]
    a, b = met.a[unknown], met.b[unknown]
    touching = touch(shapes, a, b)
    return _pairs(a[touching], b[touching])


def _pairs(a: Ints, b: Ints) -> zip[tuple[int, int]]:
    return zip(a.tolist(), b.tolist(), strict=True)
