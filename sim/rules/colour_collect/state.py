"""Colour Collect: a pawn that slides from disc to disc; three of a colour win a round, rounds win the match."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, Self

from sim.errors import IllegalMove
from sim.pile.reading import Entry
from sim.rules.colour_collect.laying import (
    COLOURS,
    ENOUGH,
    GAP,
    LETTERS,
    SIZE,
    Square,
    check_layout,
    drawn_pawn,
    is_layout,
    lay,
    layout_text,
    place_of,
    read_layout,
    read_pawn,
    rows_of,
)
from sim.rules.colour_collect.position import contradiction, won_by
from sim.rules.colour_collect.setup import PLAYERS, ColourCollectSetup, in_play, set_aside, verdict
from sim.rules.colour_collect.sliding import CENTRE, NOWHERE, PAWNS, WAYS, first_disc, slides
from sim.rules.game import Outcome, State, refuse_state
from sim.rules.luck import Chance, Luck, below
from sim.rules.moves import Grammar, Move

__all__ = ["ColourCollect", "ColourCollectSetup", "ColourCollectView"]


@dataclass(frozen=True, slots=True)
class ColourCollect(State):
    """A position in a match of Colour Collect. Nothing is hidden but what chance brings later."""

    setup_type: ClassVar[type[ColourCollectSetup]] = ColourCollectSetup
    grammar: ClassVar[Grammar] = Grammar("Colour Collect", ("up", "down", "left", "right", "pawn X Y"), {})
    over_rule: ClassVar[str] = "K10"

    setup: ColourCollectSetup
    luck: Luck
    ply: int
    to_move: int
    outcome: Outcome | None
    squares: str
    """What lies on the squares, one letter each, row by row; "." is none."""
    pawn_at: int
    """The pawn's square as an index; -1 before it is placed."""
    owned: tuple[str, str]
    """For each seat the letters of the discs owned in this round, in order."""
    rounds: tuple[int, int]
    """Rounds won by seat."""
    aside: tuple[str, str]
    """For each seat the letters of the colours of which it has three discs set aside for good (K8, K9)."""
    starter: int
    """The seat that started this round."""
    _legal: tuple[Move, ...] | None = field(default=None, init=False, repr=False, compare=False)

    @property
    def scores(self) -> tuple[int, ...]:
        """Rounds won by seat."""
        return self.rounds

    @property
    def board(self) -> Mapping[Square, str]:
        """The colour of each disc that lies on the board, by its (x, y)."""
        return {place_of(k): COLOURS[letter] for k, letter in enumerate(self.squares) if letter != GAP}

    @property
    def pawn(self) -> Square | None:
        """The pawn's (x, y), or None before it is placed."""
        return None if self.pawn_at == NOWHERE else place_of(self.pawn_at)

    @property
    def discs(self) -> tuple[tuple[str, ...], ...]:
        """For each seat the colours owned in this round, in order."""
        return _words(self.owned)

    @property
    def out(self) -> tuple[tuple[str, ...], ...]:
        """For each seat the colours of which it has three discs set aside for good, in order."""
        return _words(self.aside)

    @property
    def longest(self) -> int:
        """A number of plies that no match with this set-up exceeds: so many rounds, each as long as can be.

        Every round has a winner, so there are at most as many as the match is the best of (K10).
        """
        return self.setup.longest

    def target(self, move: Move | str) -> Square:
        """Return the (x, y) where the pawn is after a move; raise as `check` does."""
        return place_of(self._target(self.check(move)))

    def census(self) -> Counter[str]:
        """Count the discs by colour, and the pawn."""
        lying = Counter("".join(self.owned) + self.squares.replace(GAP, "") + ENOUGH * "".join(self.aside))
        return Counter({COLOURS[letter]: count for letter, count in lying.items()} | {"pawn": 1})

    def candidates(self) -> Iterator[Move]:
        """Yield all ways, and the pawn on every square and just beyond the board."""
        return self.grammar.moves({"X": range(-1, SIZE + 1), "Y": range(-1, SIZE + 1)})

    def redealt(self, seat: int, chance: Chance) -> Self:
        """Return a state that this seat cannot tell from this one: another seed decides what is to come."""
        self.seat(seat)
        return replace(self, luck=Luck(below(2**53, chance), self.luck.results))

    def __str__(self) -> str:
        squares = self.squares
        if self.pawn_at != NOWHERE:
            squares = squares[: self.pawn_at] + "@" + squares[self.pawn_at + 1 :]
        number = sum(self.rounds) + (self.outcome is None)
        told = f"over: {self.outcome.reason}" if self.outcome else f"seat {self.to_move} moves"
        owned, aside = ("/".join(letters or "-" for letters in each) for each in (self.owned, self.aside))
        won = "-".join(map(str, self.rounds))
        return f"round {number}, won {won}; {'/'.join(rows_of(squares))}; discs {owned}; out {aside}; {told}"

    def _check(self, move: Move) -> None:
        way = WAYS.get(move)
        if way is None:
            self._check_pawn(self.grammar.accept(move))
        elif self.pawn_at == NOWHERE:
            raise IllegalMove(move, "the pawn has to be placed first", "K7" if any(self.rounds) else "K3")
        elif first_disc(self.squares, self.pawn_at, way) == NOWHERE:
            raise IllegalMove(move, "no disc lies that way", "K4")

    def _check_pawn(self, move: Move) -> None:
        _, x, y = move
        square = next((square for square, known in PAWNS.items() if known == move), NOWHERE)
        if self.setup.sudoku:
            raise IllegalMove(move, "chance places the pawn", "K9")
        if self.pawn_at != NOWHERE:
            raise IllegalMove(move, "the pawn has been placed already", "K7" if any(self.rounds) else "K3")
        if not any(self.rounds):
            if square != CENTRE:
                raise IllegalMove(move, "in the first round the pawn starts on the centre square 2 2", "K3")
        elif square == NOWHERE:
            raise IllegalMove(move, f"{x} {y} is not in the quadrant", "K7")
        elif self.squares[square] == GAP:
            raise IllegalMove(move, "no disc lies there", "K7")

    def _moves(self) -> tuple[Move, ...]:
        if self.pawn_at != NOWHERE:
            return slides(self.squares, self.pawn_at)
        if not any(self.rounds):
            return (PAWNS[CENTRE],)
        return tuple(sorted(move for square, move in PAWNS.items() if self.squares[square] != GAP))

    def _target(self, move: Move) -> int:
        way = WAYS.get(move)
        return SIZE * int(move[2]) + int(move[1]) if way is None else first_disc(self.squares, self.pawn_at, way)

    def _after(self, move: Move) -> Self:
        seat = self.to_move
        square = self._target(move)
        # The disc under the pawn that is placed goes to the opponent, and the starter moves on (K3).
        taker = seat if move in WAYS else 1 - seat
        following = 1 - taker
        letter = self.squares[square]
        squares = self.squares[:square] + GAP + self.squares[square + 1 :]
        hand = self.owned[taker] + letter
        owned = (self.owned[0], hand) if taker else (hand, self.owned[1])
        legal = slides(squares, square)
        state = type(self)(
            self.setup,
            self.luck,
            self.ply + 1,
            following,
            None,
            squares,
            square,
            owned,
            self.rounds,
            self.aside,
            self.starter,
        )
        if hand.count(letter) == ENOUGH:
            return state._round_won(taker, letter, seat)
        if not legal:
            return state._round_won(taker, "", seat)
        object.__setattr__(state, "_legal", legal)
        return state

    @classmethod
    def laid(
        cls,
        setup: ColourCollectSetup,
        luck: Luck,
        ply: int,
        starter: int,
        rounds: tuple[int, int],
        aside: tuple[str, str],
        last: int,
    ) -> Self:
        """Return the state at the beginning of a round: discs laid by chance, in variant 3 the pawn placed as well.

        `last` is the seat that moved last, or starts.
        """
        discs = in_play(aside)
        result, luck = luck.draw(lambda chance: layout_text(lay(discs, setup.sudoku, chance)))
        squares = check_layout(read_layout(result), discs, setup.sudoku, setup.laying_rule(sum(rounds)))
        if not setup.sudoku:
            return cls(setup, luck, ply, starter, None, squares, NOWHERE, ("", ""), rounds, aside, starter)
        result, luck = luck.draw(lambda chance: drawn_pawn(squares, chance))
        square = read_pawn(result, squares)
        owned = ("", squares[square]) if starter == 0 else (squares[square], "")
        squares = squares[:square] + GAP + squares[square + 1 :]
        state = cls(setup, luck, ply, starter, None, squares, square, owned, rounds, aside, starter)
        return state if slides(squares, square) else state._round_won(1 - starter, "", last)

    def _round_won(self, winner: int, letter: str, last: int) -> Self:
        """Return what follows when a round was won with discs of a colour (K6), or without (K5).

        `last` is the seat that made the last move.
        """
        won = (self.rounds[0] + (winner == 0), self.rounds[1] + (winner == 1))
        outcome = verdict(self.setup, winner, letter, won, self.aside)
        if outcome:
            return replace(self, rounds=won, outcome=outcome, to_move=last)
        aside = set_aside(self.setup, winner, letter, self.aside)
        starter = 1 - (winner if self.setup.next_start == "loser" else self.starter)  # K11
        return self.laid(self.setup, self.luck, self.ply, starter, won, aside, last)

    def player_view(self, seat: int) -> ColourCollectView:
        """Return what the player in this seat may know: all but the seed."""
        return ColourCollectView(
            seat=self.seat(seat),
            players=PLAYERS,
            setup=self.setup,
            ply=self.ply,
            to_move=self.to_move,
            legal=self.legal if seat == self.to_move else (),
            outcome=self.outcome,
            scores=self.rounds,
            board=self.board,
            pawn=self.pawn,
            discs=self.discs,
            rounds=self.rounds,
            out=self.out,
            starter=self.starter,
        )

    def _position(self) -> dict[str, Any]:
        """Return everything but set-up and luck, ready for JSON."""
        return {
            "ply": self.ply,
            "to_move": self.to_move,
            "starter": self.starter,
            "rounds": list(self.rounds),
            "squares": rows_of(self.squares),
            "pawn": None if self.pawn_at == NOWHERE else list(place_of(self.pawn_at)),
            "discs": list(self.owned),
            "out": list(self.aside),
            "outcome": _outcome_entry(self.outcome),
        }

    @classmethod
    def _from_position(cls, setup: Any, luck: Luck, entry: Entry) -> Self:
        """Return the state of which `_position` gave the entry; anything that contradicts itself is refused."""
        entry.only("ply", "to_move", "starter", "rounds", "squares", "pawn", "discs", "out", "outcome")
        text = " ".join(["lay", *entry.texts("squares")])
        if not is_layout(text):
            entry.refuse(f"squares are not {SIZE} rows of {SIZE} of {LETTERS} and {GAP}")
        pawn_at = NOWHERE
        if entry.get("pawn") is not None:
            x, y = entry.integers("pawn", 0, SIZE - 1, 2)
            pawn_at = SIZE * y + x
        one, other = entry.integers("rounds", 0, setup.best_of // 2 + 1, PLAYERS)
        state = cls(
            setup,
            luck,
            entry.integer("ply", 0, setup.longest),
            entry.integer("to_move", 0, 1),
            None,
            read_layout(text),
            pawn_at,
            _letters(entry, "discs"),
            (one, other),
            _letters(entry, "out"),
            entry.integer("starter", 0, 1),
        )
        winner, letter = won_by(state)
        if winner is not None:
            outcome = verdict(setup, winner, letter, state.rounds, state.aside)
            if not outcome:
                raise refuse_state("the round is won, but the next one has not been laid (K7)")
            state = replace(state, outcome=outcome)
        if entry.get("outcome") != _outcome_entry(state.outcome):
            raise refuse_state(f"the outcome is {state.outcome.reason if state.outcome else 'open'}, nothing else")
        if wrong := contradiction(state):
            raise refuse_state(wrong)
        return state


@dataclass(frozen=True, slots=True)
class ColourCollectView:
    """What a player may know of a position: everything but how chance will decide."""

    seat: int
    players: int
    setup: ColourCollectSetup
    ply: int
    to_move: int
    legal: tuple[Move, ...]
    outcome: Outcome | None
    scores: tuple[int, ...]
    board: Mapping[Square, str]
    pawn: Square | None
    discs: tuple[tuple[str, ...], ...]
    rounds: tuple[int, int]
    out: tuple[tuple[str, ...], ...]
    starter: int


def _words(hands: tuple[str, str]) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(COLOURS[letter] for letter in hand) for hand in hands)


def _letters(entry: Entry, name: str) -> tuple[str, str]:
    hands = entry.texts(name)
    if len(hands) != PLAYERS or any(len(hand) > SIZE * SIZE or set(hand) - set(LETTERS) for hand in hands):
        entry.refuse(f"{name} are not {PLAYERS} texts made of the letters {LETTERS}")
    return hands[0], hands[1]


def _outcome_entry(outcome: Outcome | None) -> dict[str, Any] | None:
    return {"winners": list(outcome.winners), "reason": outcome.reason} if outcome else None
