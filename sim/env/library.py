"""Where the piles of an environment come from: a folder of ready ones, or none, and then the box is shaken."""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path

from sim import table
from sim.errors import PileError
from sim.pile import Cover, Pile
from sim.record import store
from sim.rules.collexion.sets import POLYGONS
from sim.seeds import stream

KEPT = 256
"""Piles that are kept in memory with their covers, once they were read and surveyed."""

_NAME = re.compile(r"pile-([0-9]+)\.json")


class Library:
    """Piles in a folder, as `polypile shake --seeds 0:1000 --out FOLDER` saves them."""

    def __init__(self, folder: str | Path) -> None:
        try:
            self.folder = Path(folder).absolute()  # whoever works elsewhere later still means this one
            named = [(found, path) for path in self.folder.iterdir() if (found := _NAME.fullmatch(path.name))]
        except (OSError, TypeError, ValueError) as wrong:
            raise PileError(f"{store.spoken(folder)} is no folder of piles: {store.reason(wrong)}") from None
        if not named:
            raise PileError(
                f"{folder} has no piles, files pile-SEED.json: polypile shake --seeds 0:100 --out {folder} makes some"
            )
        self._paths = [path for _, path in sorted(named, key=lambda each: int(each[0][1]))]

    def __len__(self) -> int:
        return len(self._paths)

    def pile(self, seed: int) -> tuple[Pile, Cover]:
        """Return the pile that a seed chooses, with its cover; all are equally likely."""
        path = self._paths[int(stream(seed, "library").random() * len(self._paths))]
        try:
            return _surveyed(store.read(path))
        except PileError as wrong:
            raise PileError(f"{path}: {wrong}") from None


@lru_cache(maxsize=KEPT)
def _surveyed(text: str) -> tuple[Pile, Cover]:
    """Return what a file holds: kept by its text, as another pile may come to lie under the same name."""
    pile = Pile.from_json(text)
    if len(pile) != len(POLYGONS):
        raise PileError(f"it has {len(pile)} pieces, and Collexion is played with {len(POLYGONS)} (C1)")
    return pile, table.survey(pile, hidden=True)
