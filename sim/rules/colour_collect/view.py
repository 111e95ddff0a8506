"""What a player sees of a match of Colour Collect, and other matches that would look the same from there."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from sim.rules.colour_collect.laying import Square, board_of
from sim.rules.colour_collect.setup import ColourCollectSetup
from sim.rules.game import Outcome
from sim.rules.luck import Chance
from sim.rules.moves import Move

if TYPE_CHECKING:
    from sim.rules.colour_collect.state import ColourCollect


@dataclass(frozen=True, slots=True)
class ColourCollectView:
    """What a player may know of a position: everything but how chance will decide."""

    seat: int
    players: int
    setup: ColourCollectSetup
    starter: int
    ply: int
    to_move: int
    legal: tuple[Move, ...]
    outcome: Outcome | None
    squares: str
    """What lies on the squares, one letter each, row by row; "." is none."""
    pawn: Square | None
    discs: tuple[tuple[str, ...], ...]
    rounds: tuple[int, int]
    out: tuple[tuple[str, ...], ...]

    @property
    def scores(self) -> tuple[int, ...]:
        """Rounds won by seat."""
        return self.rounds

    @property
    def board(self) -> Mapping[Square, str]:
        """The colour of each disc that lies on the board, by its (x, y)."""
        return board_of(self.squares)

    def imagined(self, chance: Chance) -> ColourCollect:
        """Return a state that looks like this, what is hidden being dealt by chance: one to think ahead from."""
        from sim.rules.colour_collect.imagine import imagined

        return imagined(self, chance)


def view_of(state: ColourCollect, seat: int) -> ColourCollectView:
    """Return what the player in this seat may know."""
    return ColourCollectView(
        seat=seat,
        players=state.setup.players,
        setup=state.setup,
        starter=state.starter,
        ply=state.ply,
        to_move=state.to_move,
        legal=state.legal if seat == state.to_move else (),
        outcome=state.outcome,
        squares=state.squares,
        pawn=state.pawn,
        discs=state.discs,
        rounds=state.rounds,
        out=state.out,
    )


def redealt(state: ColourCollect, chance: Chance) -> ColourCollect:
    """Return a state that no seat can tell from this one: another seed decides what is to come."""
    return replace(state, luck=state.luck.reseeded(chance))
