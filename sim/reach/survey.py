"""From a pile to its cover: what lies over, rests on and touches what."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Set

from sim.errors import CoverError, PileError
from sim.pile import Cover, Pile, Shape, area
from sim.pile.plain import known_id
from sim.pile.reading import short
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
    another one touches it, whatever rounding has made of the gap, and none rests on a piece that covers it.
    `hidden` asks for what hides which piece as well, which takes longer: without it the cover cannot
    answer `Cover.hidden`.
    """
    check_pile(pile)
    shapes = prisms(pile)
    met = meetings(shapes)
    covers = frozenset(_pairs(met.upper, met.lower))
    load = _loads(pile)
    touches = {(a, b) if a < b else (b, a) for a, b in load}
    touches.update(_touching(shapes, met, touches))
    try:
        return Cover(
            size=len(pile),
            covers=covers,
            rests=frozenset((a, b) for a, b in _pressing(pile, load) if (b, a) not in covers),
            touches=frozenset(touches),
            hidden_by=veils(shapes, covers) if hidden else None,
        )
    except CoverError as ring:
        raise PileError(f"no survey of this pile: {ring}") from None


def visible(pile: Pile, taken: Iterable[int] = ()) -> tuple[float, ...]:
    """Return by id which share of each piece's footprint is seen from above once those in `taken` are gone.

    Of the pieces taken nothing is seen.
    """
    check_pile(pile)
    gone = _gone(pile, taken)
    shapes = prisms(pile)
    met = meetings(shapes)
    return shares(shapes, _pairs(met.upper, met.lower), gone)


def check_pile(pile: object) -> None:
    """Raise TypeError for what is no pile at all: a slip in the program, not in a file."""
    if not isinstance(pile, Pile):
        raise TypeError(f"a Pile is needed, not {short(pile)}")


def _gone(pile: Pile, taken: Iterable[int]) -> frozenset[int]:
    try:
        given = tuple(taken)
    except TypeError:
        raise PileError(f"taken is {short(taken)}: give the ids of all pieces that are gone") from None
    gone = set()
    for one in given:
        id = known_id(one, len(pile))
        if id is None:
            raise PileError(f"no piece {short(one)} to take: ids run from 0 to {len(pile) - 1}")
        gone.add(id)
    return frozenset(gone)


def rests(pile: Pile) -> frozenset[tuple[int, int]]:
    """Return the pairs (upper, lower) of which one presses on the other from above."""
    return frozenset(_pressing(pile, _loads(pile)))


def _loads(pile: Pile) -> dict[tuple[int, int], float]:
    """Return by (upper, lower) how hard each piece presses down on each one that it lies on, mN."""
    load: dict[tuple[int, int], float] = {}
    for contact in pile.contacts:
        if contact.lower >= 0 and contact.kind == "face":
            pair = contact.upper, contact.lower
            load[pair] = load.get(pair, 0.0) + contact.force[2]
    return load


def _pressing(pile: Pile, load: Mapping[tuple[int, int], float]) -> list[tuple[int, int]]:
    least = PRESSING * mean_weight(pile) if load else 0.0
    return [pair for pair, force in load.items() if force > least]


def mean_weight(pile: Pile) -> float:
    """Return the mean weight of the pieces of a pile, mN."""
    shapes = [piece.shape for piece in pile]
    volume = sum(_AREA[shape] * shapes.count(shape) for shape in Shape) * pile.thickness
    return pile.density * 1e-3 * volume * GRAVITY / max(len(pile), 1)


def _touching(shapes: Prisms, met: Meetings, known: Set[tuple[int, int]]) -> zip[tuple[int, int]]:
    """Return the pairs a < b that touch, except those that are known already."""
    unknown = [k for k, pair in enumerate(_pairs(met.a, met.b)) if pair not in known]
    a, b = met.a[unknown], met.b[unknown]
    touching = touch(shapes, a, b)
    return _pairs(a[touching], b[touching])


def _pairs(a: Ints, b: Ints) -> zip[tuple[int, int]]:
    return zip(a.tolist(), b.tolist(), strict=True)
