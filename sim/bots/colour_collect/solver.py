"""Who wins a round of Colour Collect: exact, by a search of all ways that matter."""

from __future__ import annotations

from typing import NamedTuple

from sim.bots.colour_collect.round import Position, Steps, after, is_third, ways


class Prizes(NamedTuple):
    """What the end of a round is worth to the player whose solver it is: 1 or 2 if won, -1 or -2 if lost."""

    won_with_three: int = 1
    """With three discs of a colour (K6)."""
    won_by_block: int = 1
    """Because the other player cannot move (K5)."""
    lost_to_three: int = -1
    lost_by_block: int = -1


EVEN = Prizes()
"""However a round is won, it counts the same."""


class Solver:
    """Solves the positions of one round, and remembers what it has found out.

    A position is asked with a threshold: can the player to move make the round worth at least that? Such questions
    are settled by the first way that can; better ones need not be looked for. What the player who asks may win, the
    other loses: one reaches 1 if the other cannot reach 0.
    """

    def __init__(self, steps: Steps, prizes: Prizes = EVEN) -> None:
        self._steps = steps
        # What winning is worth to the player who asks, and to the other one.
        self._prizes = ((prizes.won_with_three, prizes.won_by_block), (-prizes.lost_to_three, -prizes.lost_by_block))
        self._known: dict[tuple[int, int, int, int], bool] = {}

    @property
    def positions(self) -> int:
        """How many questions have been settled by looking ahead."""
        return len(self._known)

    def value(self, position: Position, other: bool) -> int:
        """Return what the round is worth to the player to move, who is the one that asks or the other one."""
        if not ways(position.lying, position.pawn):
            return -self._prizes[not other][1]
        return next((least for least in (2, 1, -1) if self._reaches(*position, other, least)), -2)

    def worth_of(self, position: Position, square: int, other: bool) -> int:
        """Return what the round is worth to the player to move, once that player has taken the disc of a square."""
        if is_third(position.mine, self._steps[square]):
            return self._prizes[other][0]
        return -self.value(after(self._steps, position, square), not other)

    def _reaches(self, lying: int, pawn: int, mine: int, theirs: int, other: bool, least: int) -> bool:
        # The hand of the other player, and who is to move, follow from the rest of the round.
        key = (lying, pawn, mine, least)
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = self._search(lying, pawn, mine, theirs, other, least)
        return known

    def _search(self, lying: int, pawn: int, mine: int, theirs: int, other: bool, least: int) -> bool:
        steps = self._steps
        with_three, by_block = self._prizes[other]
        threat = self._prizes[not other][0] > -least  # would a third disc of the other player be too much?
        squares = [square for _, square in ways(lying, pawn)]
        if with_three >= least and any(is_third(mine, steps[square]) for square in squares):
            return True
        later = []
        for square in squares:
            step = steps[square]
            if is_third(mine, step):
                continue  # it ends the round with too little
            rest = lying & ~(1 << square)
            replies = ways(rest, square)
            if not replies:
                if by_block >= least:
                    return True
                continue
            if not (threat and any(is_third(theirs, steps[reply]) for _, reply in replies)):
                later.append((len(replies), square, rest, mine + step))
        later.sort()  # what leaves the other player few ways is settled soon
        return any(
            not self._reaches(rest, square, theirs, hand, not other, 1 - least) for _, square, rest, hand in later
        )
