"""How well bots play, in words: what the window offers to people."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from sim.bots.bot import Advice, Bot
from sim.rules.game import View
from sim.rules.luck import Chance, below
from sim.rules.moves import Move

LEVELS = ("beginner", "casual", "strong")
"""The levels that all games have, the weakest first."""
SEEN = 0.5
"""Which share of the moves a beginner sees."""


@dataclass(frozen=True, slots=True)
class Overlooking:
    """A bot that sees only some of the moves that it may play, and plays the best of these."""

    bot: Bot
    name: str
    seen: float = SEEN

    def choose(self, view: View, chance: Chance) -> Move:
        """Return the move that the other bot would choose among those that are seen."""
        return self.bot.choose(self._narrowed(view, chance), chance)

    def advise(self, view: View, chance: Chance) -> Advice:
        """Return the same move, with the other bot's reason."""
        return self.bot.advise(self._narrowed(view, chance), chance)

    def _narrowed(self, view: View, chance: Chance) -> View:
        seen = tuple(move for move in view.legal if chance() < self.seen)
        narrowed: Any = view  # a dataclass, as all views are
        result: View = replace(narrowed, legal=seen or (view.legal[below(len(view.legal), chance)],))
        return result
