"""The rounds of a match that are over, as its session tells them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sim.session import Session


@dataclass(frozen=True, slots=True)
class Finished:
    """A round that is over."""

    number: int
    """From 0."""
    winner: int
    colour: str
    """Three discs of it have won; empty: the other player could not move."""
    first: int
    """The ply of its first move."""
    last: int
    """The ply after its last move: the same as the first where nobody could move at all."""

    @property
    def moves(self) -> int:
        """How many moves it took."""
        return self.last - self.first


def finished(session: Session) -> tuple[Finished, ...]:
    """Return the rounds that are over, in order."""
    return tuple(_finished(session))


def _finished(session: Session) -> Iterator[Finished]:
    number = first = 0
    for ply, move in enumerate(session.moves):
        before: Any = session.states[ply]
        after: Any = session.states[ply + 1]
        end = before.round_end(move) if after.rounds != before.rounds else None
        if end is None:
            continue
        yield Finished(number, end.winner, end.colour, first, ply + 1)
        number, first = number + 1, ply + 1
        # The starter of a round that was just laid may have no way to go.
        left = list(after.rounds)
        left[end.winner] -= 1
        for winner in (0, 1):
            if left[winner] > before.rounds[winner]:
                yield Finished(number, winner, "", first, first)
                number += 1
