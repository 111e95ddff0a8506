"""How a match of Colour Collect is set up: variant, number of rounds, who starts (K1, K7 to K11)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any, ClassVar

from sim.errors import GameError
from sim.pile.plain import plain_int
from sim.pile.reading import Entry, short
from sim.rules.game import one_of, whole_number

if TYPE_CHECKING:
    from sim.rules.colour_collect.state import ColourCollect
    from sim.rules.luck import Luck

PLAYERS = 2
_ALLOWED: Mapping[str, tuple[Any, ...]] = {
    "variant": (1, 2, 3),
    "best_of": (3, 5),
    "next_start": ("loser", "alternate"),
    "won_discs": ("keep", "return"),
}


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
        for name, allowed in _ALLOWED.items():
            object.__setattr__(self, name, one_of(getattr(self, name), name, allowed))
        if self.first is not None:
            object.__setattr__(self, "first", whole_number(self.first, "first", range(PLAYERS)))
        if plain_int(self.players) != PLAYERS:
            raise GameError(f"players is {short(self.players)}: Colour Collect is for {PLAYERS}")
        object.__setattr__(self, "players", PLAYERS)

    @property
    def sudoku(self) -> bool:
        """Whether discs are laid as K9 says, and the pawn's first square is drawn."""
        return self.variant == 3

    @property
    def keeps(self) -> bool:
        """Whether the three discs that won a round stay out."""
        return self.variant == 2 or (self.variant == 3 and self.won_discs == "keep")

    def __str__(self) -> str:
        told = [self.title, f"variant {self.variant}", f"best of {self.best_of}", f"next start {self.next_start}"]
        return ", ".join([*told, f"won discs {self.won_discs}"] if self.sudoku else told)

    def laying_rule(self, number: int) -> str:
        """Return the number of the rule by which discs are laid after so many rounds."""
        return f"K{6 + self.variant}" if number or self.sudoku else "K2"

    def start(self, luck: Luck) -> ColourCollect:
        """Return the state before the first move."""
        from sim.rules.colour_collect.state import start

        return start(self, luck)

    def to_dict(self) -> dict[str, Any]:
        """Return the set-up ready for JSON."""
        return {each.name: getattr(self, each.name) for each in fields(self)}

    @classmethod
    def from_entry(cls, entry: Entry) -> ColourCollectSetup:
        """Return the set-up that `to_dict` gave."""
        names = [each.name for each in fields(cls)]
        entry.only(*names)
        return cls(**{name: entry.get(name) for name in names})
