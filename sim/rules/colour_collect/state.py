"""Colour Collect by Arvid Klaverstein: a pawn slides from disc to disc, three of a colour win a round (K1 to K11)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar

from sim.errors import IllegalMove
from sim.pile.reading import Entry
from sim.rules.colour_collect import position
from sim.rules.colour_collect.ending import RoundEnd, round_end
from sim.rules.colour_collect.laying import (
    COLOURS,
    ENOUGH,
    GAP,
    SIZE,
    Square,
    board_of,
    check_layout,
    drawn_pawn,
    in_play,
    lay,
    layout_text,
    place_of,
    read_layout,
    read_pawn,
    rows_of,
)
from sim.rules.colour_collect.setup import PLAYERS, ColourCollectSetup
from sim.rules.colour_collect.sliding import CENTRE, NOWHERE, PAWNS, WAYS, first_disc, slides
from sim.rules.colour_collect.view import ColourCollectView, redealt, view_of
from sim.rules.game import Outcome, State, inconsistent
from sim.rules.luck import Chance, Luck
from sim.rules.moves import Grammar, Move


@dataclass(frozen=True, slots=True)
class ColourCollect(State):
    """A position in a match of Colour Collect. Nothing is hidden but what chance brings later."""

    setup_type = ColourCollectSetup
    over_rule = "K10"
    grammar: ClassVar[Grammar] = Grammar(ColourCollectSetup.title, ("up", "down", "left", "right", "pawn X Y"), {})

    setup: ColourCollectSetup
    luck: Luck
    starter: int
    """The seat that started this round."""
    to_move: int
    squares: str = GAP * SIZE * SIZE
    """What lies on the squares, one letter each, row by row; "." is none."""
    pawn_at: int = NOWHERE
    """The pawn's square as an index; -1 before it is placed."""
    owned: tuple[str, str] = ("", "")
    """For each seat the letters of the discs owned in this round, in order."""
    rounds: tuple[int, int] = (0, 0)
    """Rounds won by seat."""
    aside: tuple[str, str] = ("", "")
    """For each seat the letters of the colours of which it has three discs set aside for good (K8, K9)."""
    ply: int = 0
    outcome: Outcome | None = None
    _legal: tuple[Move, ...] | None = field(default=None, init=False, repr=False, compare=False)

    # What others may read

    @property
    def scores(self) -> tuple[int, ...]:
        """Rounds won by seat."""
        return self.rounds

    @property
    def board(self) -> Mapping[Square, str]:
        """The colour of each disc that lies on the board, by its (x, y)."""
        return board_of(self.squares)

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

    def target(self, move: Move | str) -> Square:
        """Return the (x, y) where the pawn is after a move; raise as `check` does."""
        return place_of(self._target(self.check(move)))

    def round_end(self, move: Move | str) -> RoundEnd | None:
        """Return how this round ends with a move, before discs are laid anew; None if it goes on; raise as `check`."""
        ready = self.check(move)
        return round_end(self, self._target(ready), self.to_move if ready in WAYS else 1 - self.to_move)

    @property
    def longest(self) -> int:
        """No more moves than this.

        Without three of a colour a player owns at most 2 of each of 5 colours, both together 20. So the 21st disc
        ends the round (K6). Each is a move, but the first one in variant 3, where chance places the pawn (K9). Every
        round has a winner, so there are at most as many as the match is the best of (K10).
        """
        return self.setup.best_of * (20 if self.setup.sudoku else 21)

    def census(self) -> Counter[str]:
        """Count the discs by colour, and the pawn."""
        discs = Counter("".join(self.owned) + self.squares.replace(GAP, "") + ENOUGH * "".join(self.aside))
        return Counter({COLOURS[letter]: count for letter, count in discs.items()} | {"pawn": 1})

    def candidates(self) -> Iterator[Move]:
        """Yield all ways, and the pawn on every square and just beyond the board."""
        return self.grammar.moves({"X": range(-1, SIZE + 1), "Y": range(-1, SIZE + 1)})

    def player_view(self, seat: int) -> ColourCollectView:
        """Return what the player in this seat may know: all but the seed."""
        return view_of(self, self.check_seat(seat))

    def redealt(self, seat: int, chance: Chance) -> ColourCollect:
        """Return a state that this seat cannot tell from this one: another seed decides what is to come."""
        self.check_seat(seat)
        return redealt(self, chance)

    def __str__(self) -> str:
        squares = self.squares
        if self.pawn_at != NOWHERE:
            squares = squares[: self.pawn_at] + "@" + squares[self.pawn_at + 1 :]
        number = sum(self.rounds) + (self.outcome is None)
        told = f"over: {self.outcome.reason}" if self.outcome else f"seat {self.to_move} moves"
        owned, aside = ("/".join(letters or "-" for letters in each) for each in (self.owned, self.aside))
        won = "-".join(map(str, self.rounds))
        return f"round {number}, won {won}; {'/'.join(rows_of(squares))}; discs {owned}; out {aside}; {told}"

    # Checking

    def _check(self, move: Move) -> None:
        way = WAYS.get(move)
        if way is None:
            self._check_pawn(move)
        elif self.pawn_at == NOWHERE:
            raise IllegalMove(move, "the pawn has to be placed first", "K7" if any(self.rounds) else "K3")
        elif first_disc(self.squares, self.pawn_at, way) == NOWHERE:
            raise IllegalMove(move, "no disc lies that way", "K4")

    def _check_pawn(self, move: Move) -> None:
        match move:
            case ("pawn", int(x), int(y)):
                pass
            case _:
                raise self.grammar.unreadable(move)
        if self.setup.sudoku:
            raise IllegalMove(move, "chance places the pawn", "K9")
        if self.pawn_at != NOWHERE:
            raise IllegalMove(move, "the pawn has been placed already", "K7" if any(self.rounds) else "K3")
        if not any(self.rounds):
            if move != PAWNS[CENTRE]:
                raise IllegalMove(move, "in the first round the pawn starts on the centre square 2 2", "K3")
        elif move not in PAWNS.values():
            raise IllegalMove(move, f"{x} {y} is not in the quadrant", "K7")
        elif self.squares[self._target(move)] == GAP:
            raise IllegalMove(move, "no disc lies there", "K7")

    # Listing

    def _moves(self) -> tuple[Move, ...]:
        if self.pawn_at != NOWHERE:
            return slides(self.squares, self.pawn_at)
        if not any(self.rounds):
            return (PAWNS[CENTRE],)
        return tuple(sorted(move for square, move in PAWNS.items() if self.squares[square] != GAP))

    # Playing

    def _after(self, move: Move) -> ColourCollect:
        way = WAYS.get(move)
        if way is None:
            # The disc under the pawn that is placed goes to the opponent, and the starter moves on (K3).
            return self._taken(self._target(move), 1 - self.to_move, self.ply + 1)
        return self._taken(first_disc(self.squares, self.pawn_at, way), self.to_move, self.ply + 1)

    def _target(self, move: Move) -> int:
        way = WAYS.get(move)
        return SIZE * int(move[2]) + int(move[1]) if way is None else first_disc(self.squares, self.pawn_at, way)

    def _taken(self, square: int, taker: int, ply: int) -> ColourCollect:
        """Return what follows when the pawn comes to a disc, which goes to a player.

        The other one moves, unless with three of a colour or no way left the round is won (K5, K6).
        """
        letter = self.squares[square]
        squares = self.squares[:square] + GAP + self.squares[square + 1 :]
        hand = self.owned[taker] + letter
        enough = hand.count(letter) == ENOUGH
        legal = () if enough else slides(squares, square)
        one, other = self.rounds
        state = ColourCollect(
            setup=self.setup,
            luck=self.luck,
            starter=self.starter,
            to_move=1 - taker if legal else self.to_move,
            squares=squares,
            pawn_at=square,
            owned=(self.owned[0], hand) if taker else (hand, self.owned[1]),
            rounds=self.rounds if legal else (one, other + 1) if taker else (one + 1, other),
            aside=self.aside,
            ply=ply,
        )
        if not legal:
            return state._round_won(taker, letter if enough else "")
        object.__setattr__(state, "_legal", legal)
        return state

    def _round_won(self, winner: int, letter: str) -> ColourCollect:
        """Return what follows when a round was won, and counted, with discs of a colour (K6) or without (K5)."""
        if outcome := outcome_of(self, winner, letter):
            return replace(self, outcome=outcome)
        starter = 1 - (winner if self.setup.next_start == "loser" else self.starter)  # K11
        return with_round_laid(self, starter, _aside_after(self, winner, letter))

    # JSON

    def _position(self) -> dict[str, Any]:
        return position.position(self)

    @classmethod
    def _from_position(cls, setup: ColourCollectSetup, luck: Luck, entry: Entry) -> ColourCollect:
        state = cls(**position.read(setup, luck, entry))
        position.check(state)
        winner, letter = position.round_won(state)
        outcome = None if winner is None else outcome_of(state, winner, letter)
        if winner is not None and outcome is None:
            raise inconsistent("the round is won, but the next one has not been laid (K7)")
        if entry.flag("over") != (outcome is not None):
            raise inconsistent(f"the match is {'over' if outcome else 'not over'} by the rules (K9, K10)")
        return replace(state, outcome=outcome)


def start(setup: ColourCollectSetup, luck: Luck) -> ColourCollect:
    """Return the state before the first move."""
    starter, luck = luck.first(setup.first, PLAYERS)
    return with_round_laid(ColourCollect(setup=setup, luck=luck, starter=starter, to_move=starter), starter, ("", ""))


def with_round_laid(state: ColourCollect, starter: int, aside: tuple[str, str]) -> ColourCollect:
    """Return the state with a new round laid by chance (K2, K7 to K9); in variant 3 the pawn is placed as well.

    `starter` starts it, and three discs of each colour of `aside` stay out.
    """
    setup, discs = state.setup, in_play(aside)
    result, luck = state.luck.draw(lambda chance: layout_text(lay(discs, setup.sudoku, chance)))
    squares = check_layout(read_layout(result), discs, setup.sudoku, setup.laying_rule(sum(state.rounds)))
    fresh: Any = {"starter": starter, "squares": squares, "pawn_at": NOWHERE, "owned": ("", ""), "aside": aside}
    if not setup.sudoku:
        return replace(state, luck=luck, to_move=starter, **fresh)
    result, luck = luck.draw(lambda chance: drawn_pawn(squares, chance))
    return replace(state, luck=luck, **fresh)._taken(read_pawn(result, squares), 1 - starter, state.ply)


def outcome_of(state: ColourCollect, winner: int, letter: str) -> Outcome | None:
    """Return how the match ends with a round that was won with discs of a colour (K6) or without (K5), if it does.

    The round is counted already, its discs are not set aside yet. That no colour has three discs left, which ends a
    match by K9, cannot be where it is the best of 3 or 5: a round sets aside one colour of five at most, and five
    rounds won are a majority for somebody. The rule is kept for what it says.
    """
    one, other = state.rounds
    how, rule = (f"three {COLOURS[letter]} discs", "K6") if letter else (f"seat {1 - winner} cannot move", "K5")
    if state.rounds[winner] > state.setup.best_of // 2:
        return Outcome((winner,), f"{how} ({rule}): rounds {max(one, other)} to {min(one, other)} (K10)")
    if not state.setup.sudoku:
        return None
    if letter:
        if len("".join(_aside_after(state, winner, letter))) < len(COLOURS):
            return None
        how += " and no colour has three left"
    if one == other:
        return Outcome((0, 1), f"drawn at {one} round{'s' if one > 1 else ''} each: {how} ({rule}, K9)")
    return Outcome((0 if one > other else 1,), f"{how} ({rule}): rounds {max(one, other)} to {min(one, other)} (K9)")


def _aside_after(state: ColourCollect, winner: int, letter: str) -> tuple[str, str]:
    """Return the colours set aside by seat after a round that was won with discs of a colour, or without (K8, K9)."""
    one, other = state.aside
    if not state.setup.keeps:
        return state.aside
    return (one, other + letter) if winner else (one + letter, other)


def _words(hands: tuple[str, str]) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(COLOURS[letter] for letter in hand) for hand in hands)
