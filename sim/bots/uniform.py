"""Any legal move, each as likely as the others."""

from __future__ import annotations

from typing import ClassVar

from sim.bots.bot import Advice, Reason
from sim.rules.game import View
from sim.rules.luck import Chance, below
from sim.rules.moves import Move


class Uniform:
    """A bot that plays at random."""

    name: ClassVar[str] = "uniform"

    def choose(self, view: View, chance: Chance) -> Move:
        """Return any legal move, each as likely as the others."""
        return view.legal[below(len(view.legal), chance)]

    def advise(self, view: View, chance: Chance) -> Advice:
        """Return any legal move: this bot has no better reason."""
        return Advice(self.choose(view, chance), Reason("as good as any other"))
