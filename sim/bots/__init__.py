"""Players that are programs. Each sees what a player in its seat may know, and nothing else."""

from collections.abc import Mapping
from types import MappingProxyType

from sim.bots.bot import Advice, Bot, Reason
from sim.bots.uniform import Uniform
from sim.errors import GameError
from sim.pile.reading import listed, short

BOTS: Mapping[str, type[Bot]] = MappingProxyType({bot.name: bot for bot in (Uniform,)})
"""All bots by the name that users type."""


def bot(name: str, game: str) -> Bot:
    """Return the bot of this name for a game; raise GameError where there is none."""
    if not isinstance(name, str) or name not in BOTS:
        raise GameError(f"there is no bot {short(name)} for {game}: use {listed(BOTS, 'or')}")
    return BOTS[name]()


__all__ = ["BOTS", "Advice", "Bot", "Reason", "Uniform", "bot"]
