"""What a collection is worth to its player: what scoring it pays now, and what it may still become."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple, TypeAlias

from sim.bots.collexion.kinds import COLOUR_COUNT, ONES, SETS, count, presence
from sim.rules.collexion.sets import MARKERS

Heights: TypeAlias = tuple[int, ...]
"""How many markers each stack has left, by colour in alphabetical order."""

Rows: TypeAlias = tuple[tuple[int, tuple[float, ...]], ...]
"""Each set with what it is worth, while the end is far, to have 0 to 4 of its kinds; more by COMPLETE for all 4."""
Shares: TypeAlias = dict[Heights, tuple[Rows, dict[int, float]]]
"""For stacks, the rows, and by the kinds that a collection has what its sets are worth in all: long remembered."""

COMPLETE = 1024.0
"""More than all sets are worth together: marks each that is complete."""


class Taste(NamedTuple):
    """What a player would give for things that are not points yet."""

    started: tuple[float, ...] = (0.0, 0.04, 0.16, 0.42, 0.9)
    """For a set of which one has 0 to 4 kinds: a share of what the marker pays that it would bring."""
    burden: float = 0.45
    """What a polygon costs that may still be scored; at the end it costs 1."""
    marker: float = 1.3
    """What an action marker is worth; unused, it is 1 at the end (C15)."""
    spite: float = 0.5
    """How much the loss of another player counts."""


TASTE = Taste()


class Scoring(NamedTuple):
    """How the sets of a collection are scored: the value of it all, and which sets in which order."""

    value: float
    points: int
    steps: tuple[tuple[int, int], ...]
    """Each a set, and the colour whose stack pays for it; -1 where none is named."""
    rest: int
    heights: Heights


class Worth:
    """Values collections, while stacks and pile are as they are at the beginning of a turn; remembers what it found."""

    __slots__ = ("_burden", "_known", "_phase", "_shares", "_smallest", "_taste")

    def __init__(
        self,
        smallest: bool,
        heights: Heights,
        lying: int,
        players: int,
        taste: Taste = TASTE,
        shares: Shares | None = None,
    ) -> None:
        """Take the edition's rule for shape sets (C11), the stacks, and how many polygons lie in the pile.

        `shares` is what others of the same rule and taste have found, to be added to.
        """
        self._smallest = smallest
        self._taste = taste
        # How far the end is, from 1 to 0: somebody else may bring it about before one's next turn.
        self._phase = min(1.0, sum(heights) / (2 + players), lying / (6 + 3 * players))
        self._burden = 1 - self._phase * (1 - taste.burden)
        self._known: dict[tuple[int, Heights, bool], Scoring] = {}
        self._shares: Shares = {} if shares is None else shares

    def scored(self, collection: int, heights: Heights, last: bool = False) -> Scoring:
        """Return how a collection is best scored (C8 to C11); `last` says that no other turn follows."""
        key = (collection, heights, last)
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = self._best(collection, heights, last)
        return known

    def value(self, collection: int, heights: Heights, last: bool = False) -> float:
        """Return what a collection is worth once its sets are scored: the quick way where none is complete."""
        if last or not any(heights):
            return self.scored(collection, heights, last).value
        share = self._share(collection, heights)
        if share >= COMPLETE:
            return self.scored(collection, heights, last).value
        return self._phase * share - self._burden * count(collection)

    def kept(self, collection: int, heights: Heights, last: bool = False) -> float:
        """Return what a collection is worth to a player who scores it later, or not at all."""
        if last or not any(heights):
            return -float(count(collection))
        return self._phase * (self._share(collection, heights) % COMPLETE) - self._burden * count(collection)

    def _share(self, collection: int, heights: Heights) -> float:
        """Return what all sets are worth to a collection while the end is far."""
        present = (collection | collection >> 1 | collection >> 2) & ONES
        rows, shares = self._shares.get(heights) or self._sharing(heights)
        share = shares.get(present)
        if share is None:
            share = shares[present] = sum([row[(present & wanted).bit_count()] for wanted, row in rows])
        return share

    def _sharing(self, heights: Heights) -> tuple[Rows, dict[int, float]]:
        tops = [MARKERS[height - 1] if height else 0 for height in heights]
        by_shape = max(tops[colour] for colour in self.payers(heights))
        pays = tops + [by_shape] * (len(SETS) - COLOUR_COUNT)
        *started, full = self._taste.started
        rows = tuple(
            (wanted, (*(share * points for share in started), COMPLETE + full * points))
            for wanted, points in zip(SETS, pays, strict=True)
        )
        return self._shares.setdefault(heights, (rows, {}))

    def payers(self, heights: Heights) -> tuple[int, ...]:
        """Return the colours whose stacks may pay for a shape set (C11); only -1 where all stacks are empty."""
        standing = [height for height in heights if height]
        if not standing:
            return (-1,)
        if self._smallest:
            least = min(standing)
            return tuple(colour for colour, height in enumerate(heights) if height == least)
        return tuple(colour for colour, height in enumerate(heights) if height)

    def _best(self, collection: int, heights: Heights, last: bool) -> Scoring:
        present = presence(collection)
        complete = [number for number, wanted in enumerate(SETS) if present & wanted == wanted]
        if not complete:
            return Scoring(self.kept(collection, heights, last), 0, (), collection, heights)
        return max(
            (
                self._after(collection, heights, last, number, payer)
                for number, payer in self._choices(complete, heights)
            ),
            key=lambda scoring: scoring.value,
        )

    def _choices(self, complete: list[int], heights: Heights) -> Iterator[tuple[int, int]]:
        """Yield the complete sets, each with the stacks that may pay for it."""
        for number in complete:
            if number < COLOUR_COUNT:
                yield number, number
            else:
                yield from ((number, payer) for payer in self.payers(heights))

    def _after(self, collection: int, heights: Heights, last: bool, number: int, payer: int) -> Scoring:
        points, after = paid(heights, payer)
        later = self.scored(collection - SETS[number], after, last)
        steps = ((number, payer if number >= COLOUR_COUNT else -1), *later.steps)
        return Scoring(later.value + points, later.points + points, steps, later.rest, later.heights)


def paid(heights: Heights, payer: int) -> tuple[int, Heights]:
    """Return what the stack of a colour pays, and the stacks afterwards (C10)."""
    if payer < 0 or not heights[payer]:
        return 0, heights
    height = heights[payer]
    return MARKERS[height - 1], (*heights[:payer], height - 1, *heights[payer + 1 :])
