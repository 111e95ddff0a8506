"""Which screens each game has: where it is set up, and the table that it is played at."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sim.session import Seat, Session
    from sim.view.screens.setup import Setup
    from sim.view.screens.table import Table
    from sim.view.stage import Stage


@dataclass(frozen=True, slots=True)
class Game:
    """A game in the window. Its screens are imported when they are first shown."""

    title: str
    key: str
    """The key that chooses it in the menu."""
    setup: str
    table: str
    shaken: bool = False
    """Whether it is played on a pile."""


GAMES: Mapping[str, Game] = {
    "collexion": Game("Collexion", "C", "setups:SetupCollexion", "collexion:CollexionTable", shaken=True),
    "axio-rota": Game("AXIO rota", "A", "setups:SetupAxioRota", "axio_rota:AxioRotaTable"),
    "colour-collect": Game("Colour Collect", "L", "setups:SetupColourCollect", "colour_collect:ColourCollectTable"),
}
"""All games by the name that users type."""


def setup_of(stage: Stage, game: str) -> Setup:
    """Return the screen where a game is set up."""
    setup: Setup = _found(GAMES[game].setup)(stage)
    return setup


def table_of(stage: Stage, session: Session) -> Table:
    """Return the table for a game in progress; it is not open yet."""
    table: Table = _found(GAMES[session.state.setup.game].table)(stage, session)
    return table


def begin(
    stage: Stage, game: str, seed: int, seats: Sequence[Seat], options: Mapping[str, Any], by_hand: bool = False
) -> None:
    """Open what comes before the table of a game: the shake of its box, where it has one."""
    from sim.view.screens.opening import Opening
    from sim.view.screens.shaking import Shaking

    if GAMES[game].shaken:
        stage.open(Shaking(stage, game, seed, seats, options, by_hand))
    else:
        stage.open(Opening(stage, stage.house.begin(game, seed, seats, options, None)))


def _found(name: str) -> Any:
    module, _, found = name.partition(":")
    return getattr(import_module(f"sim.view.screens.{module}"), found)
