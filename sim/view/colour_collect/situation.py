"""All that the table of Colour Collect shows, as one value: what a player knows, and what the window adds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sim.rules.moves import Move

COLOURS = "yellow", "green", "orange", "red", "blue"
SIZE = 5
ENOUGH = 3


@dataclass(frozen=True, slots=True)
class Situation:
    """A moment of a match at the table."""

    names: tuple[str, ...]
    roles: tuple[str, ...]
    """What each player is, in words: a human, or a bot and how strong it is."""
    board: Mapping[tuple[int, int], str]
    """The colour of each disc on the board, by its (x, y)."""
    pawn: tuple[int, int] | None
    discs: tuple[tuple[str, ...], ...]
    """For each seat the colours owned in this round, in order."""
    out: tuple[tuple[str, ...], ...]
    """For each seat the colours of which three discs are set aside."""
    rounds: tuple[int, ...]
    needed: int
    """So many rounds win the match."""
    moving: int | None
    """The seat to move; None where nobody moves."""
    match: tuple[str, str] = ("", "")
    """What is played, and how far it is, in words."""
    past: tuple[tuple[str, str], ...] = ()
    """For each round that is over who has won it, and with which colour or with none."""
    won: tuple[int, str] | None = None
    """Who has won this round, with discs of which colour or with none."""
    steps: Mapping[str, Move] = field(default_factory=dict)
    """What can be chosen, by tag; nothing while others move."""
    ways: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    """By "up", "down", "left", "right" the square where the pawn would stop; for whoever is to move."""
    headline: str = ""
    detail: str = ""
    log: tuple[str, ...] = ()
    buttons: tuple[str, ...] = ()
    """What can be done besides: "next", "look-back", "sheet"."""
    may_undo: bool = False
    seed: int = 0
    """The number that all chance is drawn from."""

    def count(self, colour: str) -> int:
        """Return how many discs of a colour lie on the board."""
        return sum(lying == colour for lying in self.board.values())
