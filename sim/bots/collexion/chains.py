"""Chains of takes (C4 to C6): the most promising ones, found level by level."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from sim.bots.collexion.heap import Heap
from sim.bots.collexion.kinds import UNIT_OF
from sim.rules.collexion.sets import FOLLOWERS
from sim.rules.collexion.setup import MOST_TAKES


class Chain(NamedTuple):
    """What a player has after some takes."""

    value: float
    takes: tuple[int, ...]
    """What is taken from here on; polygons that were taken before are not among these."""
    collection: int
    """The collection with all polygons of this turn."""
    lying: int
    free: int


Value = Callable[[int, int], float]
"""What a collection is worth with what then lies."""


def chains(
    heap: Heap, lying: int, free: int, taken: tuple[int, ...], collection: int, value: Value, width: int
) -> list[Chain]:
    """Return chains that go on from those taken already, the best first, none the empty one.

    From level to level the best `width` are followed; of those with the same kinds two are, the one that sets least
    free for others and the one that sets most free for oneself.
    """
    level = [Chain(0.0, (), collection, lying, free)]
    found: list[Chain] = []
    for number in range(len(taken), MOST_TAKES):
        longer: dict[int, list[Chain]] = {}
        seen: set[int] = set()
        for chain in level:
            last = chain.takes[-1] if chain.takes else taken[-1] if taken else -1
            for child in _longer(heap, chain, last, value):
                same = child.lying if number == MOST_TAKES - 1 else child.lying << 7 | child.takes[-1]
                if same not in seen:
                    seen.add(same)
                    _keep(longer.setdefault(child.collection, []), child)
        level = sorted((chain for some in longer.values() for chain in some), reverse=True)[:width]
        found += level
    found.sort(key=lambda chain: -chain.value)
    return found


def _longer(heap: Heap, chain: Chain, last: int, value: Value) -> list[Chain]:
    rest = heap.reachable(chain.lying, chain.free)
    if last >= 0:
        rest &= FOLLOWERS[last]
    children = []
    while rest:
        bit = rest & -rest
        rest ^= bit
        id = bit.bit_length() - 1
        lying = chain.lying ^ bit
        free = chain.free & ~bit | heap.freed(lying, id)
        collection = chain.collection + UNIT_OF[id]
        children.append(Chain(value(collection, lying), (*chain.takes, id), collection, lying, free))
    return children


def _keep(same: list[Chain], chain: Chain) -> None:
    """Keep the two of the same kinds that set least and most free, in this order."""
    freed = chain.free.bit_count()
    if not same:
        same.append(chain)
    elif freed < same[0].free.bit_count():
        same[0:0] = [chain]
        del same[2:]
    elif freed > same[-1].free.bit_count():
        same[1:] = [chain]
