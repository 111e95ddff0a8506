"""Players that are programs. Each sees what a player in its seat may know, and nothing else."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from sim.bots import axio_rota, collexion, colour_collect
from sim.bots.bot import Advice, Bot, Reason
from sim.bots.levels import LEVELS, Overlooking
from sim.bots.uniform import Uniform
from sim.errors import GameError
from sim.pile.reading import listed, short

BOTS: Mapping[str, Mapping[str, Any]] = MappingProxyType(
    {
        "collexion": {"uniform": Uniform, **collexion.BOTS},
        "axio-rota": {"uniform": Uniform, **axio_rota.BOTS},
        "colour-collect": {"uniform": Uniform, **colour_collect.BOTS},
    }
)
"""The bots of each game by the names that users type, the weakest first."""
MOST = 1_000_000
"""The largest budget that a bot can be given."""


def names(game: str) -> tuple[str, ...]:
    """Return the names of all bots of a game, the weakest first, then the levels.

    >>> names("colour-collect")
    ('uniform', 'greedy', 'search', 'perfect', 'beginner', 'casual', 'strong')
    """
    return (*_bots(game), *LEVELS)


def strongest(game: str) -> Bot:
    """Return the bot that plays a game best: the one to ask for a hint."""
    return bot(list(_bots(game))[-1], game)


def bot(name: str, game: str) -> Bot:
    """Return the bot of this name, or of this level, for a game; raise GameError where there is none.

    One that searches takes a budget behind its name, in iterations, such as "search:400".

    >>> bot("casual", "axio-rota").name
    'casual'
    """
    bots = _bots(game)
    told = f"there is no bot {short(name)} for {game}: "
    if not isinstance(name, str):
        raise GameError(f"{told}use {listed(names(game), 'or')}")
    if name in LEVELS:
        return _level(name, game)
    plain, colon, budget = name.partition(":")
    if plain not in bots:
        raise GameError(f"{told}use {listed(names(game), 'or')}")
    if not colon:
        made: Bot = bots[plain]()
        return made
    if not hasattr(bots[plain], "budget"):
        raise GameError(f"{told}{plain} takes no budget")
    if not (budget.isascii() and budget.isdigit() and len(budget) <= 7 and 1 <= int(budget) <= MOST):
        raise GameError(f"{told}a budget is a whole number of iterations from 1 to {MOST}, as in {plain}:400")
    searching: Bot = bots[plain](name=f"{plain}:{int(budget)}", budget=int(budget))
    return searching


def _bots(game: str) -> Mapping[str, Any]:
    if not isinstance(game, str) or game not in BOTS:
        raise GameError(f"there is no game {short(game)}: use {listed(BOTS, 'or')}")
    return BOTS[game]


def _level(name: str, game: str) -> Bot:
    bots = _bots(game)
    if name == "beginner":
        return Overlooking(bots["greedy"](), name)
    best: Bot = bots["greedy" if name == "casual" else list(bots)[-1]](name=name)
    return best


__all__ = ["BOTS", "LEVELS", "Advice", "Bot", "Reason", "Uniform", "bot", "names", "strongest"]
