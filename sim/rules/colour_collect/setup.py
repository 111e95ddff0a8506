"""How Colour Collect is set up, which discs stay out, and when a match is over."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any, ClassVar, Self

from sim.errors import GameError
from sim.pile.reading import Entry, short
from sim.rules.colour_collect.laying import COLOURS, ENOUGH, LETTERS, SIZE
from sim.rules.game import Outcome, one_of, whole_number
from sim.rules.luck import Luck

if TYPE_CHECKING:
    from sim.rules.colour_collect.state import ColourCollect

PLAYERS = 2


@dataclass(frozen=True, slots=True)
class ColourCollectSetup:
    """How Colour Collect is played."""

    game: ClassVar[str] = "colour-collect"
    title: ClassVar[str] = "Colour Collect"

    variant: int = 1
    """1: all discs are laid anew (K7); 2: won discs stay out (K8); 3: Sudoku (K9)."""
    best_of: int = 3
    """The match is the best of so many rounds (K10): 3 or 5."""
    next_start: str = "loser"
    """Who starts the next round (K11): the "loser", or both "alternate"."""
    won_discs: str = "keep"
    """Whether the three discs that won stay out ("keep") or "return"; matters in variant 3 only (K9)."""
    first: int | None = None
    """The seat that starts the first round; None: drawn."""
    players: int = PLAYERS
    """Always two (K1)."""

    def __post_init__(self) -> None:
        one_of(self.variant, "variant", (1, 2, 3))
        one_of(self.best_of, "best_of", (3, 5))
        one_of(self.next_start, "next_start", ("loser", "alternate"))
        one_of(self.won_discs, "won_discs", ("keep", "return"))
        if self.first is not None:
            whole_number(self.first, "first", range(PLAYERS))
        if type(self.players) is not int or self.players != PLAYERS:
            raise GameError(f"players is {short(self.players)}: Colour Collect is for {PLAYERS}")

    @property
    def sudoku(self) -> bool:
        """Whether discs are laid as K9 says, and the pawn's first square is drawn."""
        return self.variant == 3

    @property
    def keeps(self) -> bool:
        """Whether the three discs that won a round stay out."""
        return self.variant == 2 or (self.variant == 3 and self.won_discs == "keep")

    def laying_rule(self, number: int) -> str:
        """Return the number of the rule by which discs are laid after so many rounds."""
        return f"K{6 + self.variant}" if number or self.sudoku else "K2"

    @property
    def longest_round(self) -> int:
        """A number of plies that no round exceeds.

        Without three of a colour a player owns at most 2 of each of 5 colours, both together 20. So the 21st disc
        ends the round (K6). One disc is given away when the pawn is placed, which is a move in variants 1 and 2 only;
        each of the other 20 is a move.
        """
        return 20 if self.sudoku else 21

    @property
    def longest(self) -> int:
        """A number of plies that no match exceeds."""
        return self.best_of * self.longest_round

    def start(self, luck: Luck) -> ColourCollect:
        """Return the state before the first move."""
        from sim.rules.colour_collect.state import ColourCollect

        starter, luck = luck.first(self.first, PLAYERS)
        return ColourCollect.laid(self, luck, 0, starter, (0, 0), ("", ""), starter)

    def to_dict(self) -> dict[str, Any]:
        """Return the set-up ready for JSON."""
        return {each.name: getattr(self, each.name) for each in fields(self)}

    @classmethod
    def from_entry(cls, entry: Entry) -> Self:
        """Return the set-up that `to_dict` gave."""
        names = [each.name for each in fields(cls)]
        entry.only(*names)
        return cls(**{name: entry.get(name) for name in names})


def in_play(aside: tuple[str, str]) -> str:
    """Return the letters of all discs that are not set aside."""
    return "".join(letter * (SIZE - ENOUGH * (letter in "".join(aside))) for letter in LETTERS)


def set_aside(setup: ColourCollectSetup, winner: int, letter: str, aside: tuple[str, str]) -> tuple[str, str]:
    """Return the colours set aside by seat after a round that was won with discs of a colour, or without (K8, K9)."""
    if not setup.keeps:
        return aside
    return (aside[0] + letter, aside[1]) if winner == 0 else (aside[0], aside[1] + letter)


def verdict(
    setup: ColourCollectSetup, winner: int, letter: str, rounds: tuple[int, int], aside: tuple[str, str]
) -> Outcome | None:
    """Return how the match ends with a round that was won with discs of a colour (K6) or without (K5), if it does.

    The rounds are those after it, the colours set aside those before it.
    """
    how = f"three {COLOURS[letter]} discs (K6)" if letter else f"seat {1 - winner} cannot move (K5)"
    if rounds[winner] > setup.best_of // 2:
        return Outcome((winner,), f"{how}: rounds {rounds[winner]} to {rounds[1 - winner]} (K10)")
    if not setup.sudoku:
        return None
    if letter:
        # With a best of 3 or 5 there is always such a colour: a round won sets aside but one of five, and when all
        # five are, five rounds have been won, which is a majority for somebody. The rule is kept for what it says.
        if max(Counter(in_play(set_aside(setup, winner, letter, aside))).values()) >= ENOUGH:
            return None
        how = "no colour has three discs left"
    most = max(rounds)
    winners = tuple(seat for seat in range(PLAYERS) if rounds[seat] == most)
    return Outcome(winners, f"{how}: rounds {most} to {min(rounds)} (K9)")
