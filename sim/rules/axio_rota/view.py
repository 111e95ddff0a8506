"""What one player sees of a game of AXIO rota, and other games that would look the same from there."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import TYPE_CHECKING

from sim.errors import GameError, IllegalMove
from sim.rules.axio_rota.deal import deal_text, read_deal
from sim.rules.axio_rota.placing import GRAMMAR, Square, by_corner, earnings, tally, verify
from sim.rules.axio_rota.tiles import COLOURS, TOP, Tile, TileSet
from sim.rules.game import Outcome
from sim.rules.luck import Chance, shuffled
from sim.rules.moves import Move

if TYPE_CHECKING:
    from sim.rules.axio_rota.state import AxioRota


@dataclass(frozen=True, slots=True)
class Prospect:
    """What a tile would bring on a square."""

    tile: Tile
    """Turned as it would lie."""
    corners: tuple[int | None, ...]
    """The points of each corner as it would lie (A7); None where it is not scored."""
    steps: tuple[int, ...]
    """How far the stone of each colour would move: none goes beyond 12 (A9)."""


@dataclass(frozen=True, slots=True)
class AxioRotaView:
    """What the player in one seat may know; of all tiles that do not lie, it is the one in the own hand."""

    seat: int
    players: int
    tiles: TileSet
    first: int
    ply: int
    to_move: int
    legal: tuple[Move, ...]
    outcome: Outcome | None
    scores: tuple[int, ...]
    hand: Tile | None
    """The tile in the own hand, whoever is to move; None where there is none, and once the game is over."""
    bonus: int
    supply: int
    laid: tuple[int, ...]
    stacks: tuple[int, ...]
    lying: tuple[tuple[Square, Tile], ...]
    """The squares with the tiles that lie there, sorted."""
    tracks: tuple[tuple[int, ...], ...]

    @property
    def board(self) -> Mapping[Square, Tile]:
        """The lying tiles, turned as they lie, by square."""
        return MappingProxyType(dict(self.lying))

    @property
    def stones(self) -> tuple[Mapping[str, int], ...]:
        """For each seat how far the stone of each colour has come."""
        return by_colour(self.tracks)

    def points(self, move: Move | str) -> dict[str, int]:
        """Return what the own tile would earn by colour, were it laid so now; stones may stop earlier."""
        ready = move if isinstance(move, Move) else GRAMMAR.parse(move)
        if self.hand is None:
            raise IllegalMove(ready, "there is no tile in the hand", "A5")
        board = self.board
        verify(board, self.hand, ready)
        return earnings(board, self.hand, ready)

    def prospect(self, square: Square, turns: int, named: str | None = None) -> Prospect:
        """Return what the own tile would bring on a free square after so many quarter turns.

        As long as no colour is named for a blank corner, that one brings nothing.
        """
        if self.hand is None:
            raise GameError("there is no tile in the hand (A5)")
        tile, board = self.hand.turned(turns), self.board
        earned = tally(board, square, tile, named)
        steps = tuple(min(more, TOP - stone) for stone, more in zip(self.tracks[self.seat], earned, strict=True))
        return Prospect(tile, by_corner(board, square, tile, named), steps)

    def imagined(self, chance: Chance) -> AxioRota:
        """Return a state that looks like this, what is hidden being dealt by chance: one to think ahead from."""
        from sim.rules.axio_rota.imagine import imagined

        return imagined(self, chance)


def by_colour(tracks: tuple[tuple[int, ...], ...]) -> tuple[Mapping[str, int], ...]:
    """Return for each seat how far its stones have come, by colour."""
    return tuple(MappingProxyType(dict(zip(COLOURS, track, strict=True))) for track in tracks)


def view_of(state: AxioRota, seat: int) -> AxioRotaView:
    """Return what the player in this seat may know."""
    held = state.held(seat)
    return AxioRotaView(
        seat=seat,
        players=state.setup.players,
        tiles=state.setup.tiles,
        first=state.first,
        ply=state.ply,
        to_move=state.to_move,
        legal=state.legal if seat == state.to_move else (),
        outcome=state.outcome,
        scores=state.scores,
        hand=None if held is None else state.setup.tiles.tiles[state.order[held]],
        bonus=state.bonus,
        supply=state.supply,
        laid=state.laid,
        stacks=state.stacks,
        lying=tuple(sorted(state.board.items())),
        tracks=state.tracks,
    )


def redealt(state: AxioRota, seat: int, chance: Chance) -> AxioRota:
    """Return a state that this seat cannot tell from this one: all tiles that it does not see change places."""
    seen = state.held(seat)
    hidden = [place for place in state.unlaid() if place != seen]
    order = list(state.order)
    for place, index in zip(hidden, shuffled([order[place] for place in hidden], chance), strict=True):
        order[place] = index
    luck = state.luck.reseeded(chance)
    deal, *others = luck.results
    _, turns = read_deal(deal, state.setup.tiles)
    luck = replace(luck, results=(deal_text(order, turns), *others))
    return replace(state, luck=luck, order=tuple(order))
