"""Chains of takes (C4 to C6): the most promising ones, found level by level."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from sim.bots.collexion.heap import Heap
from sim.bots.collexion.kinds import UNIT_OF
from sim.bots.collexion.worth import Heights, Worth
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


Link: TypeAlias = tuple[float, tuple[int, ...], int, int, int]
"""A chain while there are many of them: the same, but much faster made."""


def chains(
    heap: Heap,
    lying: int,
    free: int,
    taken: tuple[int, ...],
    collection: int,
    worth: Worth,
    heights: Heights,
    width: int,
    most: int,
) -> list[Chain]:
    """Return up to so many chains that go on from those taken already, the best first, none the empty one.

    From level to level the best `width` are followed; of those with the same kinds two are, the one that sets least
    free for others and the one that sets most free for oneself.
    """
    level: list[Link] = [(0.0, (), collection, lying, free)]
    found: list[Link] = []
    for number in range(len(taken), MOST_TAKES):
        level = sorted(_longer(heap, level, taken, worth, heights, number == MOST_TAKES - 1), reverse=True)[:width]
        found += level
    found.sort(key=lambda link: -link[0])
    return [Chain(*link) for link in found[:most]]


def _longer(
    heap: Heap, level: list[Link], taken: tuple[int, ...], worth: Worth, heights: Heights, final: bool
) -> list[Link]:
    """Return the chains of a level with one more take, those alike left out; after the `final` one their order, too."""
    longer: dict[int, list[Link]] = {}
    seen: set[int] = set()
    under = heap.under
    for _, takes, collection, lying, free in level:
        rest = heap.reachable(lying, free)
        if takes or taken:
            rest &= FOLLOWERS[takes[-1] if takes else taken[-1]]
        while rest:
            bit = rest & -rest
            rest ^= bit
            id = bit.bit_length() - 1
            left = lying ^ bit
            same = left if final else left << 7 | id
            if same in seen:
                continue
            seen.add(same)
            now_free = free & ~bit
            for lower, blockers in under[id]:
                if left & lower and not blockers & left:
                    now_free |= lower
            having = collection + UNIT_OF[id]
            alike = longer.get(having)
            if alike is None:
                longer[having] = [(worth.value(having, heights, not left), (*takes, id), having, left, now_free)]
            else:
                _keep(alike, (alike[0][0], (*takes, id), having, left, now_free))
    return [link for some in longer.values() for link in some]


def _keep(alike: list[Link], link: Link) -> None:
    """Keep the two of the same kinds that set least and most free, in this order."""
    freed = link[4].bit_count()
    if freed < alike[0][4].bit_count():
        alike[0:0] = [link]
        del alike[2:]
    elif freed > alike[-1][4].bit_count():
        alike[1:] = [link]
