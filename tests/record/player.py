"""A program that plays a game with bots and keeps it after every move, until it is killed.

Run as `python -m tests.record.player FOLDER SEED`. It says each ply once that is on disk.
"""

from __future__ import annotations

import sys
from pathlib import Path

from sim.bots import bot
from sim.record import autosave
from sim.rules.colour_collect import ColourCollectSetup
from sim.rules.luck import Luck
from sim.seeds import stream
from sim.session import Seat, Session, begun


def played_on(session: Session) -> Session:
    """Return the game after the next move, which depends on seed and ply alone."""
    state = session.state
    chance = stream(state.luck.seed, f"bot {state.to_move} ply {state.ply}").random
    return session.play(bot("uniform", state.setup.game).choose(state.player_view(state.to_move), chance))


def started(seed: int) -> Session:
    """Return a game before its first move."""
    return begun(ColourCollectSetup(variant=1, best_of=5).start(Luck(seed)), [Seat("uniform"), Seat("uniform")])


def say(word: str, value: object) -> None:
    """Say something at once: a kill leaves a whole line or none."""
    sys.stdout.write(f"{word} {value}\n")
    sys.stdout.flush()


def main(folder: Path, seed: int) -> None:
    """Go on with the game that was left, or begin one; keep every move before the next."""
    found = autosave.resume(folder, Session.of, lambda told: say("told", told))
    save, session = (found.save, found.game) if found else (autosave.Save.begun(folder), started(seed))
    say("begins", session.state.ply)
    while True:
        record = session.record({"polypile": "test"})
        save.write(record.to_json())
        say("kept", session.state.ply)
        if record.outcome is not None:
            say("over", save.finish(record))
            return
        session = played_on(session)


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]))
