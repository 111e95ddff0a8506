"""The pile of Collexion as masks: what can be taken, and what a take sets free."""

from __future__ import annotations

from collections.abc import Iterable

from sim.pile.cover import Pairs
from sim.pile.masks import ids_of
from sim.rules.collexion.sets import KIND_OF, KINDS

KIND_MASKS = tuple(sum(1 << id for id, kind in enumerate(KIND_OF) if kind == wanted) for wanted in KINDS)
"""The polygons of each kind, as masks."""


class Heap:
    """Who stands in whose way (C5): the same for a whole game."""

    __slots__ = ("_blockers", "_covering", "under")

    def __init__(self, rule: str, covers: Pairs, rests: Pairs, touches: Pairs) -> None:
        self._covering = _masks(covers)
        self._blockers = self._covering
        if rule == "unloaded":
            self._blockers = _masks(rests)
        elif rule == "untouched":
            beside = touches | {(b, a) for a, b in touches}
            self._blockers = _masks(covers | {(a, b) for a, b in beside if (b, a) not in covers})
        under: list[list[tuple[int, int]]] = [[] for _ in KIND_OF]
        for id, blockers in enumerate(self._blockers):
            for blocker in ids_of(blockers):
                under[blocker].append((1 << id, blockers))
        self.under = tuple(map(tuple, under))
        """For each polygon those that it stands in the way of, each with all that stand in its way, as masks."""

    def free(self, lying: int) -> int:
        """Return what nothing that lies stands in the way of, as masks."""
        return sum(1 << id for id in ids_of(lying) if not self._blockers[id] & lying)

    def reachable(self, lying: int, free: int) -> int:
        """Return what can be taken of what lies, of which some is free: where nothing is, what is uncovered."""
        return free or sum(1 << id for id in ids_of(lying) if not self._covering[id] & lying)

    def freed(self, lying: int, id: int) -> int:
        """Return what a polygon sets free that has just left what lies."""
        free = 0
        for lower, blockers in self.under[id]:
            if lying & lower and not blockers & lying:
                free |= lower
        return free


def _masks(pairs: Iterable[tuple[int, int]]) -> tuple[int, ...]:
    masks = [0] * len(KIND_OF)
    for blocker, id in pairs:
        masks[id] |= 1 << blocker
    return tuple(masks)
