"""AXIO rota: tiles laid on an endless grid; whoever has the highest lowest stone wins (rules A1 to A13)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, ClassVar

from sim.errors import GameError, IllegalMove
from sim.pile.reading import Entry, short
from sim.rules.axio_rota.deal import STACK, START, deal_text, draw_deal, read_deal
from sim.rules.axio_rota.placing import (
    GRAMMAR,
    Square,
    free_squares,
    joined,
    meets,
    placements,
    points,
    read,
    tally,
    verify,
)
from sim.rules.axio_rota.position import account, read_board, read_stones
from sim.rules.axio_rota.tiles import COLOURS, TILES, TOP, Tile, TileSet
from sim.rules.game import Outcome, State, refuse_state, whole_number
from sim.rules.luck import Chance, Luck, below, shuffled
from sim.rules.moves import Grammar, Move

_START = len(START)


@dataclass(frozen=True, slots=True)
class AxioRotaSetup:
    """How a game of AXIO rota is set up."""

    game: ClassVar[str] = "axio-rota"
    title: ClassVar[str] = "AXIO rota"

    tiles: TileSet
    players: int = 2
    first: int | None = None
    """The seat that starts; None to draw it."""

    def __post_init__(self) -> None:
        if not isinstance(self.tiles, TileSet):
            raise GameError(f"tiles is {short(self.tiles)}: use a TileSet")
        whole_number(self.players, "players", range(1, 5))
        if self.first is not None:
            whole_number(self.first, "first", range(self.players))

    def start(self, luck: Luck) -> AxioRota:
        """Return the state before the first move: the deal is drawn first, then who starts."""
        deal, luck = luck.draw(lambda chance: draw_deal(self.tiles, chance))
        order, turns = read_deal(deal, self.tiles)
        first, luck = luck.first(self.first, self.players)
        board = {square: self.tiles.turned[order[k]][turns[k]] for k, square in enumerate(START)}
        stones = ((0,) * len(COLOURS),) * self.players
        return AxioRota(self, luck, order, first, 0, first, board, stones, self.supply, 0, None)

    @property
    def supply(self) -> int:
        """How many tiles the common supply has at the start (A4)."""
        return TILES - _START - STACK * self.players

    def to_dict(self) -> dict[str, Any]:
        """Return the set-up ready for JSON."""
        return {"tiles": self.tiles.to_dict(), "players": self.players, "first": self.first}

    @classmethod
    def from_entry(cls, entry: Entry) -> AxioRotaSetup:
        """Return the set-up that `to_dict` gave."""
        entry.only("tiles", "players", "first")
        return cls(TileSet.from_entry(entry.entry("tiles")), entry.get("players"), entry.get("first"))


@dataclass(frozen=True, slots=True)
class AxioRota(State):
    """A position in AXIO rota."""

    setup_type: ClassVar[type[AxioRotaSetup]] = AxioRotaSetup
    grammar: ClassVar[Grammar] = GRAMMAR
    over_rule: ClassVar[str] = "A11"

    setup: AxioRotaSetup
    luck: Luck
    _order: tuple[int, ...] = field(repr=False)
    """All tiles as dealt: four for the start, twelve for each seat, the common supply."""
    first: int
    """The seat that started."""
    ply: int
    to_move: int
    _board: dict[Square, Tile]
    _stones: tuple[tuple[int, ...], ...]
    supply: int
    """How many tiles are left in the common supply."""
    bonus: int
    """Bonus turns that the player to move still has, with the one that is being played; 0 in an ordinary turn."""
    outcome: Outcome | None
    _legal: tuple[Move, ...] | None = field(default=None, init=False, repr=False, compare=False)

    def __hash__(self) -> int:
        return hash((self.luck, self.ply, self.supply, self.bonus, self._stones, frozenset(self._board.items())))

    @property
    def board(self) -> Mapping[Square, Tile]:
        """The lying tiles, turned as they lie, by square."""
        return MappingProxyType(self._board)

    @property
    def hand(self) -> Tile | None:
        """The tile that the player to move must place; None once the game is over."""
        held = self._held(self.to_move)
        return None if held is None else self.setup.tiles.tiles[self._order[held]]

    @property
    def stones(self) -> tuple[Mapping[str, int], ...]:
        """For each seat how far the stone of each colour has come."""
        return _by_colour(self._stones)

    @property
    def scores(self) -> tuple[int, ...]:
        """The lowest stone of each seat."""
        return tuple(map(min, self._stones))

    @property
    def laid(self) -> tuple[int, ...]:
        """How many tiles of the own stack each seat has laid; those of bonus turns are not among them."""
        return _shares(self._turns, self.first, self.setup.players)

    @property
    def stacks(self) -> tuple[int, ...]:
        """How many tiles lie in each seat's own stack; the one in the hand has left it."""
        left = [STACK - laid for laid in self.laid]
        # A bonus turn comes before the draw (A10), and after a sudden win nobody draws.
        late = self.to_move if self.bonus or self.outcome else None
        return tuple(count - (count > 0 and seat != late) for seat, count in enumerate(left))

    @property
    def longest(self) -> int:
        """A number of plies that no game with this set-up exceeds.

        Each ply lays a tile. A player lays 12 of the own stack. Each bonus tile is owed to a stone that reached 12,
        which it does once; the fifth of a player ends the game (A12), so a player lays at most 4 of them, and all
        together no more than the supply holds.
        """
        players = self.setup.players
        return STACK * players + min((len(COLOURS) - 1) * players, self.setup.supply)

    def points(self, move: Move | str) -> dict[str, int]:
        """Return what an allowed move would earn by colour, before stones stop at 12; raise as `check` does."""
        ready = self.check(move)
        return points(self._board, self._in_hand(), ready)

    def census(self) -> Counter[str]:
        """Count the tiles, on the grid and still to be laid, by kind."""
        tiles = self.setup.tiles.tiles
        lying = Counter(tile.kind for tile in self._board.values())
        return lying + Counter(tiles[self._order[k]].kind for k in self._unlaid())

    def candidates(self) -> Iterator[Move]:
        """Yield all placements up to two squares beyond the lying tiles, with turns just out of range too."""
        xs, ys = ([square[axis] for square in self._board] for axis in (0, 1))
        spans = {"X": range(min(xs) - 2, max(xs) + 3), "Y": range(min(ys) - 2, max(ys) + 3), "R": range(-1, 5)}
        return self.grammar.moves(spans)

    def __str__(self) -> str:
        stones = " | ".join(" ".join(map(str, row)) for row in self._stones)
        told = f"{len(self._board)} tiles lie, {self.supply} in the supply, stones {stones}"
        if self.outcome is not None:
            return f"{told}, over: {self.outcome.reason}"
        turn = f" (bonus turns left: {self.bonus})" if self.bonus else ""
        return f"{told}, seat {self.to_move} holds {self._in_hand().code}{turn}"

    # Where the tiles are that do not lie on the grid, as positions in the order of the deal.

    @property
    def _turns(self) -> int:
        """How many tiles of the own stacks have been laid."""
        return self.ply - (self.setup.supply - self.supply) + (self.bonus > 0)

    def _held(self, seat: int) -> int | None:
        """Return which tile a seat has in its hand."""
        if seat == self.to_move:
            if self.outcome is not None:
                return None
            if self.bonus:
                return TILES - self.supply - 1
        laid = self.laid[seat]
        return None if laid == STACK else _START + STACK * seat + laid

    def _in_hand(self) -> Tile:
        hand = self.hand
        assert hand is not None
        return hand

    def _unlaid(self) -> Iterator[int]:
        for seat, laid in enumerate(self.laid):
            top = _START + STACK * seat
            yield from range(top + laid, top + STACK)
        yield from range(TILES - self.supply - (self.bonus > 0), TILES)

    # What is allowed.

    def _check(self, move: Move) -> None:
        verify(self._board, self._in_hand(), move)

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

    # What a move does.

    def _after(self, move: Move) -> AxioRota:
        x, y, turns, named = read(move)
        mover, players, supply = self.to_move, self.setup.players, self.supply
        tile = self._in_hand().turned(turns)
        old = self._stones[mover]
        earned = tally(self._board, (x, y), tile, named)
        row = tuple([min(stone + points, TOP) for stone, points in zip(old, earned, strict=True)])
        stones = (*self._stones[:mover], row, *self._stones[mover + 1 :])
        owed = max(self.bonus - 1, 0) + row.count(TOP) - old.count(TOP)
        laid = self._turns + (self.bonus == 0)
        bonus, seat, outcome = 0, mover, None
        if min(row) == TOP:
            outcome = _sudden(mover, players)
        elif owed and supply:
            supply -= 1
            bonus = owed if supply else 1  # what an empty supply cannot serve lapses
        elif laid == STACK * players:
            outcome = _final(stones)
        else:
            seat = (mover + 1) % players
        board = {**self._board, (x, y): tile}
        return AxioRota(
            self.setup, self.luck, self._order, self.first, self.ply + 1, seat, board, stones, supply, bonus, outcome
        )

    # What a player may know.

    def player_view(self, seat: int) -> AxioRotaView:
        """Return what the player in this seat may know: of all tiles that do not lie, the own hand alone."""
        held = None if self.outcome else self._held(self.seat(seat))
        return AxioRotaView(
            seat=self.seat(seat),
            players=self.setup.players,
            tiles=self.setup.tiles,
            first=self.first,
            ply=self.ply,
            to_move=self.to_move,
            legal=self.legal if seat == self.to_move else (),
            outcome=self.outcome,
            scores=self.scores,
            hand=None if held is None else self.setup.tiles.tiles[self._order[held]],
            bonus=self.bonus,
            supply=self.supply,
            laid=self.laid,
            stacks=self.stacks,
            _board=self._board,
            _stones=self._stones,
        )

    def redealt(self, seat: int, chance: Chance) -> AxioRota:
        """Return a state that this seat cannot tell from this one: all tiles that it has not seen change places."""
        seen = self._held(self.seat(seat))
        hidden = [k for k in self._unlaid() if k != seen]
        order = list(self._order)
        for k, index in zip(hidden, shuffled([order[k] for k in hidden], chance), strict=True):
            order[k] = index
        deal, *others = self.luck.results
        text = deal_text(order, list(map(int, deal.split(" ")[-_START:])))
        return AxioRota(
            self.setup,
            Luck(below(2**53, chance), (text, *others)),
            tuple(order),
            self.first,
            self.ply,
            self.to_move,
            self._board,
            self._stones,
            self.supply,
            self.bonus,
            self.outcome,
        )

    # JSON. Who moves and how it ended follow from the rest.

    def _position(self) -> dict[str, Any]:
        return {
            "board": [[x, y, tile.code] for (x, y), tile in sorted(self._board.items())],
            "stones": [list(row) for row in self._stones],
            "supply": self.supply,
            "bonus": self.bonus,
        }

    @classmethod
    def _from_position(cls, setup: AxioRotaSetup, luck: Luck, entry: Entry) -> AxioRota:
        entry.only("board", "stones", "supply", "bonus")
        start = setup.start(Luck(luck.seed, told=luck.results))
        if start.luck.results != luck.results:
            raise refuse_state("the results of chance are not a deal and who starts, where that is drawn (A3)")
        players, board, stones = setup.players, read_board(entry), read_stones(entry, setup.players)
        supply, bonus = entry.integer("supply", 0, setup.supply), entry.integer("bonus", 0, len(COLOURS) - 1)
        ply = len(board) - _START
        turns = ply - (setup.supply - supply) + (bonus > 0)
        if not min(ply, 1) <= turns <= min(ply, STACK * players):
            raise refuse_state(f"{ply} tiles have been laid, with {supply} in the supply and {bonus} bonus turns (A10)")
        last = (start.first + turns - 1) % players
        account(stones, _shares(turns, start.first, players), setup.supply - supply, supply, bonus, last)
        outcome = None
        if min(stones[last]) == TOP:
            outcome = _sudden(last, players)
        elif turns == STACK * players and not bonus:
            outcome = _final(stones)
        seat = last if bonus or outcome else (last + 1) % players
        state = cls(setup, luck, start._order, start.first, ply, seat, board, stones, supply, bonus, outcome)
        if any(board.get(square) != tile for square, tile in start._board.items()):
            raise refuse_state("the start square is not the one that was dealt (A3)")
        if state.census() != start.census():
            raise refuse_state("other tiles lie on the grid than the deal brought there (A4)")
        if not joined(board):
            raise refuse_state("a tile lies apart from the others (A6)")
        return state


@dataclass(frozen=True, slots=True)
class AxioRotaView:
    """What one player may know of a position in AXIO rota; the attributes are those of the state."""

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
    _board: dict[Square, Tile]
    _stones: tuple[tuple[int, ...], ...]

    @property
    def board(self) -> Mapping[Square, Tile]:
        """The lying tiles, turned as they lie, by square."""
        return MappingProxyType(self._board)

    @property
    def stones(self) -> tuple[Mapping[str, int], ...]:
        """For each seat how far the stone of each colour has come."""
        return _by_colour(self._stones)

    def points(self, move: Move) -> dict[str, int]:
        """Return what the own tile would earn by colour, were it laid so now; stones may stop earlier."""
        if self.hand is None:
            raise IllegalMove(move, "there is no tile in the hand", "A5")
        verify(self._board, self.hand, move)
        return points(self._board, self.hand, move)


def _by_colour(stones: tuple[tuple[int, ...], ...]) -> tuple[Mapping[str, int], ...]:
    return tuple(MappingProxyType(dict(zip(COLOURS, row, strict=True))) for row in stones)


def _shares(turns: int, first: int, players: int) -> tuple[int, ...]:
    """Return how many of so many turns each seat has had."""
    return tuple([(turns + players - 1 - (seat - first) % players) // players for seat in range(players)])


def _sudden(winner: int, players: int) -> Outcome:
    """Return how a game ends in which a player has all stones at 12 (A12)."""
    who = "alone" if players == 1 else f"seat {winner}"
    return Outcome((winner,), f"{who}: all five stones at {TOP} (A12)")


def _final(stones: tuple[tuple[int, ...], ...]) -> Outcome:
    """Return how a game ends in which all tiles are laid: lowest stones are compared, then the next (A11, A13)."""
    rows = [tuple(sorted(row)) for row in stones]
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
