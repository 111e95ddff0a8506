"""A round of Colour Collect at its end, before the discs are laid anew."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sim.rules.colour_collect.laying import COLOURS, ENOUGH, GAP, Square, board_of, place_of
from sim.rules.colour_collect.sliding import slides

if TYPE_CHECKING:
    from sim.rules.colour_collect.state import ColourCollect


@dataclass(frozen=True, slots=True)
class RoundEnd:
    """How a round ended, and what lay where."""

    winner: int
    colour: str
    """Three discs of it have won the round (K6); empty: the other player could not move (K5)."""
    squares: str
    """What lies on the squares, one letter each, row by row; "." is none."""
    pawn: Square
    discs: tuple[tuple[str, ...], ...]
    """For each seat the colours owned, in order."""

    @property
    def board(self) -> Mapping[Square, str]:
        """The colour of each disc that lies on the board, by its (x, y)."""
        return board_of(self.squares)


def round_end(state: ColourCollect, square: int, taker: int) -> RoundEnd | None:
    """Return how the round ends where the pawn comes to a square and its disc goes to a player; None if it goes on."""
    letter = state.squares[square]
    squares = state.squares[:square] + GAP + state.squares[square + 1 :]
    hand = state.owned[taker] + letter
    enough = hand.count(letter) == ENOUGH
    if not enough and slides(squares, square):
        return None
    hands = (state.owned[0], hand) if taker else (hand, state.owned[1])
    discs = tuple(tuple(COLOURS[one] for one in owned) for owned in hands)
    return RoundEnd(taker, COLOURS[letter] if enough else "", squares, place_of(square), discs)
