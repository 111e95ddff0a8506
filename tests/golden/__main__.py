"""`make golden`: writes everything anew that must not change unnoticed. Read the diff before you commit it."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from sim import table, view
from sim.pile import Pile
from tests.golden import tables

ROOT = Path(__file__).resolve().parent.parent.parent
PICTURE = ROOT / "assets" / "pictures" / "pile-7.png"
SIZE = 500, 534  # small enough to be fetched with the README
TESTS = "tests/physics/test_golden.py", "tests/view/test_draw.py", "tests/view/test_layouts.py"


def scene_of_readme(pile: Pile) -> view.Scene:
    """Return what the README's picture shows."""
    return view.scene_of_pile(pile, table.survey(pile), "uncovered", SIZE)


def write_picture() -> None:
    """Write the README's picture."""
    PICTURE.parent.mkdir(parents=True, exist_ok=True)
    PICTURE.write_bytes(view.png(scene_of_readme(table.shake(7))))
    print(f"wrote {PICTURE.relative_to(ROOT)} ({PICTURE.stat().st_size // 1000} kB)")


def write_golden() -> int:
    """Let the tests that own golden files write them; return the exit status."""
    os.environ["POLYPILE_GOLDEN"] = "write"
    os.chdir(ROOT)
    return pytest.main(["-q", *TESTS])


def write_playthroughs() -> None:
    """Write the playthroughs of all games."""
    from tests.rules import playthroughs

    print(f"wrote {playthroughs.write()} playthroughs to {playthroughs.GOLDEN.relative_to(ROOT)}")


if __name__ == "__main__":
    write_picture()
    tables.write()
    write_playthroughs()
    sys.exit(write_golden())
