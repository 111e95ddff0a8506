"""Players that are programs. Each sees what a player in its seat may know, and nothing else."""

from collections.abc import Mapping
from types import MappingProxyType

from sim.bots.bot import Bot
from sim.bots.uniform import Uniform

BOTS: Mapping[str, type[Bot]] = MappingProxyType({bot.name: bot for bot in (Uniform,)})
"""All bots by the name that users type."""

__all__ = ["BOTS", "Bot", "Uniform"]
