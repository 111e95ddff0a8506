"""A program that plays a game with bots until it is killed; as in a window, a clerk keeps every move before the next.

Run as `python -m tests.record.player FOLDER GAME SEED`. It says each ply once that is on disk.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

from sim.bots import bot
from sim.house.clerk import Clerk
from sim.rules.collexion import CollexionSetup
from sim.rules.colour_collect import ColourCollectSetup
from sim.rules.game import Setup
from sim.rules.luck import Luck
from sim.seeds import stream
from sim.session import Seat, Session, begun
from sim.setups import load_edition
from tests.house.waiting import arrived, until
from tests.rules.games import surveyed

SETUPS: dict[str, Callable[[], Setup]] = {
    "colour-collect": lambda: ColourCollectSetup(variant=1, best_of=5),
    "collexion": lambda: CollexionSetup(*surveyed(7), load_edition("de")),
}
PATIENCE = 60.0


def played_on(session: Session) -> Session:
    """Return the game after the next move, which depends on seed and ply alone."""
    state = session.state
    chance = stream(state.luck.seed, f"bot {state.to_move} ply {state.ply}").random
    return session.play(bot("uniform", state.setup.game).choose(state.player_view(state.to_move), chance))


def started(seed: int, game: str = "colour-collect") -> Session:
    """Return a game before its first move."""
    return begun(SETUPS[game]().start(Luck(seed)), [Seat("uniform"), Seat("uniform")])


def say(*words: object) -> None:
    """Say something at once: a kill leaves a whole line or none."""
    sys.stdout.write(" ".join(map(str, words)) + "\n")
    sys.stdout.flush()


def main(folder: Path, game: str, seed: int) -> None:
    """Go on with the game that was left, or begin one; keep every move before the next."""
    clerk = Clerk(folder, lambda told: say("told", told))
    left = arrived(clerk.search(), PATIENCE)
    session = left[0] if left else started(seed, game)
    say("begins", session.state.luck.seed, session.state.ply)
    while True:
        clerk.keep(session)
        assert until(lambda: not clerk.saving, PATIENCE)
        say("kept", session.state.luck.seed, session.state.ply)
        if session.state.outcome is not None:
            return
        session = played_on(session)


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2], int(sys.argv[3]))
