"""AXIO rota: tiles laid on an endless grid; whoever has the highest lowest stone wins (A1 to A13)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any, ClassVar

from sim.pile.reading import Entry
from sim.rules.axio_rota import position
from sim.rules.axio_rota.deal import STACK, START, draw_deal, read_deal
from sim.rules.axio_rota.placing import (
    GRAMMAR,
    Square,
    earnings,
    free_squares,
    meets,
    placements,
    read,
    tally,
    verify,
)
from sim.rules.axio_rota.setup import AxioRotaSetup
from sim.rules.axio_rota.tiles import COLOURS, TILES, TOP, Tile
from sim.rules.axio_rota.view import AxioRotaView, by_colour, redealt, view_of
from sim.rules.game import Outcome, State, inconsistent
from sim.rules.luck import Chance, Luck
from sim.rules.moves import Grammar, Move


@dataclass(frozen=True, slots=True)
class AxioRota(State):
    """A position in AXIO rota."""

    setup_type = AxioRotaSetup
    over_rule = "A11"
    grammar: ClassVar[Grammar] = GRAMMAR

    setup: AxioRotaSetup
    luck: Luck
    order: tuple[int, ...] = field(repr=False)
    """All tiles as dealt: four for the start, twelve for each seat, the common supply."""
    first: int
    """The seat that started."""
    to_move: int
    _board: dict[Square, Tile]
    tracks: tuple[tuple[int, ...], ...]
    """For each seat how far its stones have come, in the order of the colours."""
    supply: int
    """How many tiles are left in the common supply."""
    bonus: int = 0
    """Bonus turns that the player to move still has, with the one that is being played; 0 in an ordinary turn."""
    ply: int = 0
    outcome: Outcome | None = None
    _legal: tuple[Move, ...] | None = field(default=None, init=False, repr=False, compare=False)

    def __hash__(self) -> int:
        return hash((self.luck, self.ply, self.supply, self.bonus, self.tracks, frozenset(self._board.items())))

    # What others may read

    @property
    def board(self) -> Mapping[Square, Tile]:
        """The lying tiles, turned as they lie, by square."""
        return MappingProxyType(self._board)

    @property
    def hand(self) -> Tile | None:
        """The tile that the player to move must place; None once the game is over."""
        held = self.held(self.to_move)
        return None if held is None else self.setup.tiles.tiles[self.order[held]]

    @property
    def stones(self) -> tuple[Mapping[str, int], ...]:
        """For each seat how far the stone of each colour has come."""
        return by_colour(self.tracks)

    @property
    def scores(self) -> tuple[int, ...]:
        """The lowest stone of each seat."""
        return tuple(map(min, self.tracks))

    @property
    def own_laid(self) -> int:
        """How many tiles of the own stacks have been laid by all together."""
        return self.ply - (self.setup.supply - self.supply) + (self.bonus > 0)

    @property
    def laid(self) -> tuple[int, ...]:
        """How many tiles of the own stack each seat has laid; those of bonus turns are not among them."""
        return tuple([self._laid_by(seat) for seat in range(self.setup.players)])

    @property
    def stacks(self) -> tuple[int, ...]:
        """How many tiles lie in each seat's own stack; the one in the hand has left it."""
        left = [STACK - laid for laid in self.laid]
        # A bonus turn comes before the draw (A10), and after a sudden win nobody draws.
        late = self.to_move if self.bonus or self.outcome else None
        return tuple(count - (count > 0 and seat != late) for seat, count in enumerate(left))

    def held(self, seat: int) -> int | None:
        """Return which tile a seat has in its hand, as a place in `order`; None if none, or once the game is over."""
        if self.outcome is not None:
            return None
        if self.bonus and seat == self.to_move:
            return TILES - self.supply - 1
        laid = self._laid_by(seat)
        return None if laid == STACK else len(START) + STACK * seat + laid

    def unlaid(self) -> Iterator[int]:
        """Yield which tiles do not lie on the grid, as places in `order`."""
        for seat, laid in enumerate(self.laid):
            top = len(START) + STACK * seat
            yield from range(top + laid, top + STACK)
        yield from range(TILES - self.supply - (self.bonus > 0), TILES)

    def points(self, move: Move | str) -> dict[str, int]:
        """Return what an allowed move would earn by colour, before stones stop at 12; raise as `check` does."""
        ready = self.check(move)
        return earnings(self._board, self._in_hand(), ready)

    @property
    def longest(self) -> int:
        """No more moves than this.

        Each ply lays a tile. A player lays 12 of the own stack. Each bonus tile is owed to a stone that reached 12,
        which it does once; the fifth of a player ends the game (A12), so a player lays at most 4 of them, and all
        together no more than the supply holds.
        """
        players = self.setup.players
        return STACK * players + min((len(COLOURS) - 1) * players, self.setup.supply)

    def census(self) -> Counter[str]:
        """Count the tiles, on the grid and still to be laid, by kind."""
        tiles = self.setup.tiles.tiles
        lying = Counter(tile.kind for tile in self._board.values())
        return lying + Counter(tiles[self.order[place]].kind for place in self.unlaid())

    def candidates(self) -> Iterator[Move]:
        """Yield all placements up to two squares beyond the lying tiles, with turns just out of range too."""
        xs, ys = ([square[axis] for square in self._board] for axis in (0, 1))
        spans = {"X": range(min(xs) - 2, max(xs) + 3), "Y": range(min(ys) - 2, max(ys) + 3), "R": range(-1, 5)}
        return self.grammar.moves(spans)

    def player_view(self, seat: int) -> AxioRotaView:
        """Return what the player in this seat may know: of all tiles that do not lie, the own hand alone."""
        return view_of(self, self.check_seat(seat))

    def reveals(self, later: AxioRota) -> bool:
        """Tell whether somebody has drawn a tile (A5, A10), or laid one before others who had not seen it (A4)."""
        drawn = sum(later.stacks) + later.supply < sum(self.stacks) + self.supply
        shown = later.ply > self.ply and self.setup.players > 1
        return drawn or shown or State.reveals(self, later)

    def redealt(self, seat: int, chance: Chance) -> AxioRota:
        """Return a state that looks the same from this seat: all tiles that it does not see change places."""
        return redealt(self, self.check_seat(seat), chance)

    def __str__(self) -> str:
        stones = " | ".join(" ".join(map(str, track)) for track in self.tracks)
        told = f"{len(self._board)} tiles lie, {self.supply} in the supply, stones {stones}"
        if self.outcome is not None:
            return f"{told}, over: {self.outcome.reason}"
        bonus = f" (bonus turns left: {self.bonus})" if self.bonus else ""
        return f"{told}, seat {self.to_move} holds {self._in_hand().code}{bonus}"

    def _laid_by(self, seat: int) -> int:
        players = self.setup.players
        return (self.own_laid + players - 1 - (seat - self.first) % players) // players

    # Checking

    def _check(self, move: Move) -> None:
        verify(self._board, self._in_hand(), move)

    def _in_hand(self) -> Tile:
        hand = self.hand
        assert hand is not None
        return hand

    # Listing: square by square, so that nothing else needs sorting

    def _moves(self) -> tuple[Move, ...]:
        board = self._board
        blank = self._in_hand().blank
        moves: list[Move] = []
        for square in free_squares(board):
            plain, named = placements(square)
            if blank is None:
                moves += plain
                continue
            for turns in range(4):
                if meets(board, square, (blank + turns) % 4):
                    moves += named[turns]
                else:
                    moves.append(plain[turns])
        return tuple(moves)

    # Playing

    def _after(self, move: Move) -> AxioRota:
        x, y, turns, named = read(move)
        mover, players, supply = self.to_move, self.setup.players, self.supply
        tile = self._in_hand().turned(turns)
        earned = tally(self._board, (x, y), tile, named)
        old = self.tracks[mover]
        new = tuple([min(stone + more, TOP) for stone, more in zip(old, earned, strict=True)])
        tracks = (*self.tracks[:mover], new, *self.tracks[mover + 1 :])
        own_laid = self.own_laid + (self.bonus == 0)
        owed = max(self.bonus - 1, 0) + new.count(TOP) - old.count(TOP)
        bonus = min(owed, supply) if min(new) < TOP else 0  # what the supply cannot serve lapses
        outcome = outcome_of(tracks, all_laid=not bonus and own_laid == STACK * players)
        return AxioRota(
            setup=self.setup,
            luck=self.luck,
            order=self.order,
            first=self.first,
            to_move=mover if bonus or outcome else (mover + 1) % players,
            _board={**self._board, (x, y): tile},
            tracks=tracks,
            supply=supply - (bonus > 0),
            bonus=bonus,
            ply=self.ply + 1,
            outcome=outcome,
        )

    # JSON

    def _position(self) -> dict[str, Any]:
        return position.position(self)

    @classmethod
    def _from_position(cls, setup: AxioRotaSetup, luck: Luck, entry: Entry) -> AxioRota:
        state = position.read(setup, luck, entry)
        if state.census() != Counter(tile.kind for tile in setup.tiles.tiles):
            raise inconsistent("other tiles lie on the grid than the deal brought there (A4)")
        if state.scores.count(TOP) > 1:
            raise inconsistent(f"more than one seat has all five stones at {TOP} (A12)")
        all_laid = not state.bonus and state.own_laid == STACK * setup.players
        outcome = outcome_of(state.tracks, all_laid)
        if entry.flag("over") != (outcome is not None):
            raise inconsistent(f"the game {'goes on' if outcome is None else 'is over'} with these tiles and stones")
        return replace(state, outcome=outcome)


def start(setup: AxioRotaSetup, luck: Luck) -> AxioRota:
    """Return the state before the first move."""
    deal, luck = luck.draw(lambda chance: draw_deal(setup.tiles, chance))
    order, turns = read_deal(deal, setup.tiles)
    first, luck = luck.first(setup.first, setup.players)
    return AxioRota(
        setup=setup,
        luck=luck,
        order=order,
        first=first,
        to_move=first,
        _board={square: setup.tiles.turned[order[k]][turns[k]] for k, square in enumerate(START)},
        tracks=((0,) * len(COLOURS),) * setup.players,
        supply=setup.supply,
    )


def outcome_of(tracks: tuple[tuple[int, ...], ...], all_laid: bool) -> Outcome | None:
    """Return how the game ends with these stones; None if it goes on.

    Who has all stones at 12 wins at once (A12). Once all have laid their tiles, the lowest stones are compared, then
    the next ones (A11, A13).
    """
    lowest = [min(track) for track in tracks]
    if TOP in lowest:
        winner = lowest.index(TOP)
        who = "alone" if len(tracks) == 1 else f"seat {winner}"
        return Outcome((winner,), f"{who}: all five stones at {TOP} (A12)")
    return _compared(tracks) if all_laid else None


def _compared(tracks: tuple[tuple[int, ...], ...]) -> Outcome:
    rows = [tuple(sorted(track)) for track in tracks]
    if len(rows) == 1:
        return Outcome((0,), f"alone: lowest stone {rows[0][0]} (A13)")
    best = max(rows)
    winners = tuple(seat for seat, row in enumerate(rows) if row == best)
    shared = f"all five stones equal: {' '.join(map(str, best))}" if len(winners) > 1 else ""
    if len(winners) == len(rows):
        return Outcome(winners, f"{shared} (A11)")
    second = max(row for row in rows if row != best)
    place = next(k for k in range(len(best)) if best[k] != second[k])
    even = f"lowest stones {' '.join(map(str, best[:place]))} each, then" if place else "lowest stone"
    reason = f"{even} {best[place]} against {second[place]} (A11)"
    return Outcome(winners, f"{shared}; {reason}" if shared else reason)
