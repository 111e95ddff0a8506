"""Golden playthroughs: one text file for each game, edition, variant and number of players."""

from __future__ import annotations

import re
import zlib
from pathlib import Path

from sim import table
from sim.bots import Uniform
from sim.bots.match import play
from sim.record.transcript import transcript
from sim.rules.luck import Luck
from tests.rules.games import GOLDEN, PILES, SETUPS

MOVE = re.compile(r" *\d+  seat (\d): (.*?) +\| ")


def path_of(name: str) -> Path:
    """Return where the playthrough of a set-up is kept."""
    return GOLDEN / f"{name}.txt"


def seed_of(name: str) -> int:
    """Return a seed of its own for each playthrough, so that they show different games."""
    return zlib.crc32(name.encode()) % 1000


def write_piles() -> None:
    """Keep the piles of Collexion, unless they are there: new physics are no reason for new playthroughs."""
    GOLDEN.mkdir(parents=True, exist_ok=True)
    for seed in PILES:
        if not (GOLDEN / f"cover-{seed}.json").exists():
            pile = table.shake(seed)
            (GOLDEN / f"pile-{seed}.json").write_text(pile.to_json(), encoding="utf-8")
            (GOLDEN / f"cover-{seed}.json").write_text(table.survey(pile, hidden=True).to_json(), encoding="utf-8")


def write() -> int:
    """Write all playthroughs anew and return how many there are."""
    write_piles()
    for name, set_up in SETUPS.items():
        setup = set_up()
        record = play(setup.start(Luck(seed_of(name))), [Uniform() for _ in range(setup.players)], {})
        path_of(name).write_text("\n".join(transcript(record)) + "\n", encoding="utf-8")
    return len(SETUPS)
