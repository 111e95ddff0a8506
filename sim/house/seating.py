"""Who can sit down: humans, and bots by level or by name."""

from __future__ import annotations

from sim import bots
from sim.bots import Bot
from sim.errors import GameError
from sim.pile.reading import short
from sim.session import HUMAN, Seat

LEVELS = "beginner", "casual", "strong"
"""How strong bots can be, in words, from the weakest."""
LONGEST_NAME = 40


def player(kind: str, game: str) -> Bot:
    """Return the bot of a level, or of a name, for a game."""
    return bots.bot("uniform" if kind in LEVELS else kind, game)


def strongest(game: str) -> str:  # noqa: ARG001
    """Return the kind of bot that plays a game best."""
    return LEVELS[-1]


def seat(kind: str, name: str) -> Seat:
    """Return somebody who can sit down; raise GameError for a name that cannot be shown in a line."""
    plain = name.strip() if isinstance(name, str) else None
    if plain is None or len(plain) > LONGEST_NAME or not plain.isprintable():
        raise GameError(f"name {short(name)} cannot be used: take one line of at most {LONGEST_NAME} characters")
    if not isinstance(kind, str) or (kind != HUMAN and kind not in LEVELS and kind not in bots.BOTS):
        raise GameError(f"{short(kind)} is neither human nor a bot")
    return Seat(kind, plain)
