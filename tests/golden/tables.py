"""The README's pictures of the three tables: each a game in progress, played by greedy bots up to some move."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pygame

from sim.seeds import stream
from sim.session import Seat
from tests.view.driver import QUIET, Driver, closing, plans

FOLDER = Path(__file__).resolve().parent.parent.parent / "assets" / "pictures"
SIZE = 960, 600
GAMES = {
    "collexion": (("human", "casual", "strong", ""), 62),
    "axio-rota": (("human", "casual", "strong", ""), 21),
    "colour-collect": (("human", "strong"), 7),
}
"""Who plays, and about how many moves are shown."""
NAMES = "Anna", "Bruno", "Clara", "Dario"


def write() -> None:
    """Write the pictures."""
    for game, (kinds, plies) in GAMES.items():
        path = FOLDER / f"table-{game}.png"
        pygame.image.save(picture(game, kinds, plies), path)
        print(f"wrote {path.name} ({path.stat().st_size // 1000} kB)")


def picture(game: str, kinds: tuple[str, ...], plies: int) -> pygame.Surface:
    """Return the window with a game in which it is the human's turn."""
    from sim.bots import bot

    with closing(Driver(replace(QUIET, plans=plans(kinds, game)), SIZE, seeds=(7, 7, 7))) as driver:
        driver.click(f"play-{game}")
        driver.click("go")
        driver.until(lambda: hasattr(driver.front, "session"))
        table = driver.front
        session = replace(table.session, seats=tuple(map(Seat, filter(None, kinds), NAMES)))
        player, chance = bot("greedy", game), stream(7, "picture").random
        while session.state.outcome is None and (len(session.moves) < plies or session.state.to_move != 0):
            session = session.play(player.choose(session.state.player_view(session.state.to_move), chance))
        table.session = session
        table.changed()
        driver.step(seconds=0.5)
        return driver.window.surface.copy()


if __name__ == "__main__":
    write()
