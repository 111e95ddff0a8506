"""What a bot is."""

from __future__ import annotations

from typing import ClassVar, Protocol

from sim.rules.game import View
from sim.rules.luck import Chance
from sim.rules.moves import Move


class Bot(Protocol):
    """A player that is a program: the same view and the same chance give the same move."""

    name: ClassVar[str]
    """What users type, such as "uniform"."""

    def choose(self, view: View, chance: Chance) -> Move:
        """Return one of the legal moves of a view in which it is this seat's move."""
