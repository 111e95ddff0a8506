"""How a game of AXIO rota is set up: tiles, players, who starts (A1 to A4)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from sim.errors import GameError
from sim.pile.reading import Entry, short
from sim.rules.axio_rota.deal import STACK, START
from sim.rules.axio_rota.tiles import TILES, TileSet
from sim.rules.game import whole_number

if TYPE_CHECKING:
    from sim.rules.axio_rota.state import AxioRota
    from sim.rules.luck import Luck


@dataclass(frozen=True, slots=True)
class AxioRotaSetup:
    """Everything that is decided before a game of AXIO rota starts."""

    game: ClassVar[str] = "axio-rota"
    title: ClassVar[str] = "AXIO rota"

    tiles: TileSet
    players: int = 2
    first: int | None = None
    """The seat that starts; None: luck draws it."""

    def __post_init__(self) -> None:
        if not isinstance(self.tiles, TileSet):
            raise GameError(f"tiles is {short(self.tiles)}: use a TileSet")
        object.__setattr__(self, "players", whole_number(self.players, "players", range(1, 5)))
        if self.first is not None:
            object.__setattr__(self, "first", whole_number(self.first, "first", range(self.players)))

    @property
    def supply(self) -> int:
        """How many tiles the common supply has at the start (A4)."""
        return TILES - len(START) - STACK * self.players

    def __str__(self) -> str:
        return f"{self.title}, {self.players} player{'s' if self.players > 1 else ''}"

    def start(self, luck: Luck) -> AxioRota:
        """Return the state before the first move: the deal is drawn first, then who starts."""
        from sim.rules.axio_rota.state import start

        return start(self, luck)

    def to_dict(self) -> dict[str, Any]:
        """Return the set-up ready for JSON."""
        return {"tiles": self.tiles.to_dict(), "players": self.players, "first": self.first}

    @classmethod
    def from_entry(cls, entry: Entry) -> AxioRotaSetup:
        """Return the set-up that `to_dict` gave."""
        entry.only("tiles", "players", "first")
        return cls(
            tiles=TileSet.from_entry(entry.entry("tiles")), players=entry.get("players"), first=entry.get("first")
        )
