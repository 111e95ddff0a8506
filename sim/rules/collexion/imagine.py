"""A game of Collexion that a player may imagine from what it sees."""

from __future__ import annotations

from itertools import combinations

from sim.pile import Cover, Piece, Pile
from sim.pile.cover import Pairs
from sim.rules.collexion.sets import COPIES, KIND_OF, KINDS, MARKERS, POLYGONS
from sim.rules.collexion.setup import CollexionSetup
from sim.rules.collexion.state import Collexion
from sim.rules.collexion.view import CollexionView
from sim.rules.luck import Chance, Luck, below, shuffled

_TRAY, _THICKNESS = 240.0, 2.5
"""The usual measures in mm, where what is seen tells no others."""


def imagined(view: CollexionView, chance: Chance) -> Collexion:
    """Return a state that looks like this view: what is hidden, and others' markers, are dealt by chance.

    Polygons that are wholly hidden lie each under one that is seen; those that have left the pile lie nowhere that
    matters. What is blocked though nothing seen explains it, is blocked by a hidden polygon.
    """
    hidden = _hidden(view, chance)
    under = {id: view.pieces[below(len(view.pieces), chance)].id for id in hidden}
    setup = CollexionSetup(
        pile=_pile(view, under),
        cover=_cover(view, under, chance),
        edition=view.edition,
        players=view.players,
        variants=view.variants,
        first=view.first,
    )
    return Collexion(
        setup=setup,
        luck=Luck(below(2**53, chance)),
        first=view.first,
        to_move=view.to_move,
        lying=sum(1 << id for id in (*view.left, *hidden)),
        collections=view.collections,
        heights=view.heights,
        markers=_markers(view, chance),
        actions=view.actions,
        lid=view.lid,
        taken=view.taken,
        taking=view.taking,
        acted=view.acted,
        scored=view.scored,
        paired=view.paired,
        ply=view.ply,
        outcome=view.outcome,
    )


def _hidden(view: CollexionView, chance: Chance) -> list[int]:
    """Return which polygons are hidden: by kind as many as are missing everywhere else."""
    seen = {*view.left, *view.taken}
    gone = [*view.lid, *(kind for kinds in view.collections for kind in kinds)]
    hidden: list[int] = []
    for kind in KINDS:
        unseen = [id for id, its in enumerate(KIND_OF) if its == kind and id not in seen]
        count = len(unseen) - gone.count(kind)
        assert 0 <= count <= COPIES
        hidden += shuffled(unseen, chance)[:count]
    return sorted(hidden)


def _pile(view: CollexionView, under: dict[int, int]) -> Pile:
    seen = {piece.id: piece for piece in view.pieces}
    thickness = view.pieces[0].thickness if view.pieces else _THICKNESS
    pieces = []
    for id, (shape, colour) in enumerate(POLYGONS):
        over = seen.get(under.get(id, -1))
        x, y = (over.x, over.y) if over else (0.0, 0.0)
        lower = Piece(id, shape, colour, x, y, thickness / 2, 0.0, (0.0, 0.0), thickness)
        pieces.append(seen.get(id, lower))
    farthest = max((abs(place) for piece in pieces for place in (piece.x, piece.y)), default=0.0)
    box = {"tray": max(_TRAY, 2 * farthest), "corner": 0.0, "thickness": thickness, "density": 1.0}
    return Pile(0, box, 1, tuple(pieces), (), 0.0)


def _cover(view: CollexionView, under: dict[int, int], chance: Chance) -> Cover:
    covers, rests, touches = set(view.covers), set(view.rests), set(view.touches)
    hidden = sorted(under)
    blocked: dict[int, set[int]] = {}
    for rule, ids in _unexplained(view).items():
        for id in ids:
            blocker = hidden[below(len(hidden), chance)]
            blocked.setdefault(blocker, set()).add(id)
            if rule == "uncovered":
                covers.add((blocker, id))
            elif rule == "unloaded":
                rests.add((blocker, id))
            else:
                touches.add((min(blocker, id), max(blocker, id)))
    for blocker, lower in blocked.items():
        # What can be taken lies over it, and hides it: nothing is over that, so no ring comes about.
        above = sorted(set(view.reachable) - lower) or sorted(view.left - lower)
        under[blocker] = above[below(len(above), chance)]
    for id, over in under.items():
        covers.add((over, id))
        rests.add((over, id))
    veils = tuple(((under[id],),) if id in under else ((),) for id in range(len(POLYGONS)))
    return Cover(len(POLYGONS), frozenset(covers), frozenset(rests), frozenset(touches), veils)


def _unexplained(view: CollexionView) -> dict[str, list[int]]:
    """Return by rule what only hidden polygons can stand in the way of (C5)."""
    rule, reachable = view.edition.reachable, set(view.reachable)

    def free(by: str) -> frozenset[int]:
        return view.left - {lower for _, lower in _relation(view, by)}

    by_rule = free(rule)
    if reachable <= by_rule:
        return {rule: sorted(by_rule - reachable)}
    # By the rule nothing can be taken, so what is uncovered can.
    return {rule: sorted(by_rule), "uncovered": sorted(free("uncovered") - reachable)}


def _relation(view: CollexionView, rule: str) -> Pairs:
    """Return who stands in whose way by a rule, among what is seen."""
    if rule == "unloaded":
        return view.rests
    if rule == "uncovered":
        return view.covers
    beside = view.touches | {(b, a) for a, b in view.touches}
    return view.covers | {(a, b) for a, b in beside if (b, a) not in view.covers}


def _markers(view: CollexionView, chance: Chance) -> tuple[tuple[int, ...], ...]:
    """Return the markers by seat: what neither lies in a stack nor is one's own, the others have (C12)."""
    pool = [value for height in view.heights for value in MARKERS[height:]]
    for value in view.markers:
        pool.remove(value)
    markers = _dealt(view, view.players - 1, shuffled(pool, chance))
    assert markers is not None
    return markers


def _dealt(view: CollexionView, seat: int, pool: list[int]) -> tuple[tuple[int, ...], ...] | None:
    """Return the markers of the seats up to this one, so that they fit the scores that are known; None if none do."""
    if seat < 0:
        return ()
    if seat == view.seat:
        before = _dealt(view, seat - 1, pool)
        return None if before is None else (*before, view.markers)
    score, other = view.scores[seat], len(view.actions[seat]) - len(view.collections[seat])
    for chosen in combinations(range(len(pool)), view.marker_counts[seat]):
        won = tuple(pool[k] for k in chosen)
        if score is None or sum(won) + other == score:
            before = _dealt(view, seat - 1, [value for k, value in enumerate(pool) if k not in chosen])
            if before is not None:
                return (*before, won)
    return None
