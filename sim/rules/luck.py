"""Luck: what chance decides in a game, drawn from the seed, or told by a record so that nothing is drawn again."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, TypeAlias, TypeVar

from sim.errors import ChanceError
from sim.pile.limits import LARGEST_SEED
from sim.pile.plain import whole
from sim.pile.reading import Entry, short

T = TypeVar("T")
Chance: TypeAlias = Callable[[], float]
"""A source of chance: each call gives a number from 0 up to, but not, 1."""


@dataclass(frozen=True, slots=True)
class Luck:
    """The results of chance so far, each as a text, and where the next one comes from.

    >>> luck = Luck(7)
    >>> result, later = luck.draw(lambda chance: f"first {below(4, chance)}")
    >>> later.results == (result,), luck.results
    (True, ())
    >>> Luck(7, told=("first 3",)).draw(lambda chance: "never drawn")[0]
    'first 3'
    """

    seed: int
    results: tuple[str, ...] = ()
    told: tuple[str, ...] = field(default=(), compare=False, repr=False)
    """Results that are known already: the first of all results, for replays. The others are drawn from the seed."""

    def __post_init__(self) -> None:
        if not 0 <= whole(self.seed, "seed", ChanceError) <= LARGEST_SEED:
            raise ChanceError(f"seed is {short(self.seed)}, not from 0 to {LARGEST_SEED}")

    def draw(self, make: Callable[[Chance], str]) -> tuple[str, Luck]:
        """Return the next result, told or made with chance from the seed, and the luck from then on.

        Each result has a stream of its own: how often one was drawn from does not shift the next.
        """
        number = len(self.results)
        if number < len(self.told):
            result = self.told[number]
        else:
            # Of all methods, the standard library promises this one alone to give the same numbers for ever.
            result = make(random.Random(f"{self.seed}/luck/{number}").random)
        return result, replace(self, results=(*self.results, result))

    def first(self, given: int | None, players: int) -> tuple[int, Luck]:
        """Return who starts, as given or drawn from among all players, and the luck from then on."""
        if given is not None:
            return given, self
        result, luck = self.draw(lambda chance: f"first {below(players, chance)}")
        word, _, seat = result.partition(" ")
        if word != "first" or seat not in map(str, range(players)):
            raise ChanceError(f"{short(result)} names no start player from 0 to {players - 1}")
        return int(seat), luck

    def reseeded(self, chance: Chance) -> Luck:
        """Return luck with the same past and another future."""
        return Luck(below(2**53, chance), self.results)

    def to_dict(self) -> dict[str, Any]:
        """Return the luck ready for JSON; what was told is among the results, or will be drawn."""
        return {"seed": self.seed, "results": list(self.results)}

    @classmethod
    def from_entry(cls, entry: Entry) -> Luck:
        """Return the luck that `to_dict` gave."""
        entry.only("seed", "results")
        return cls(entry.integer("seed", 0, LARGEST_SEED), entry.texts("results"))


def below(count: int, chance: Chance) -> int:
    """Return a whole number from 0 up to, but not, the count; all are equally likely."""
    return int(chance() * count)


def shuffled(items: Sequence[T], chance: Chance) -> list[T]:
    """Return the items in an order drawn by chance; all orders are equally likely."""
    order = list(items)
    for k in range(len(order) - 1, 0, -1):
        other = below(k + 1, chance)
        order[k], order[other] = order[other], order[k]
    return order
