"""`polypile` without a command: shake a pile nobody has seen and show it."""

from __future__ import annotations

import random
from pathlib import Path

from sim import table
from sim.commands import files, options

PICTURE = "polypile.png"


def run() -> int:
    """Show a new pile in a window, or save its picture where there is no screen."""
    from sim import view

    seed = random.SystemRandom().randrange(1_000_000)
    with options.patience():
        pile = table.shake(seed)
    print(f"Seed {seed}: {len(pile)} pieces, {len(table.survey(pile).reachable())} of them can be taken.")
    if view.has_screen():
        table.show(pile, mark="uncovered")
    else:
        files.write(PICTURE, table.png(pile, mark="uncovered"))
        print(f"There is no screen here: the picture is in {Path(PICTURE).resolve()}")
    return 0
