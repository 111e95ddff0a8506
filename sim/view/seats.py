"""What players are called, and how strong bots are, in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from sim.view.words import N_, _

if TYPE_CHECKING:
    from sim.session import Seat

LEVELS: Mapping[str, str] = {
    "human": "",
    "elsewhere": "",
    "beginner": N_("beginner bot"),
    "casual": N_("casual bot"),
    "strong": N_("strong bot"),
}
BOT_NAMES = "Ada", "Bruno", "Clara", "Dario"
"""By seat: a bot that nobody has named."""


def seat_name(seats: Sequence[Seat], seat: int) -> str:
    """Return what the player in a seat is called."""
    sitting = seats[seat]
    if sitting.name:
        return sitting.name
    if not sitting.human:
        return BOT_NAMES[seat]
    humans = [k for k, other in enumerate(seats) if other.human]
    return _("Player {number}").format(number=humans.index(seat) + 1)


def level_told(kind: str) -> str:
    """Return in words who plays: nothing for a human, for a bot how strong it is.

    >>> level_told("strong"), level_told("human"), level_told("greedy")
    ('strong bot', '', 'greedy')
    """
    told = LEVELS.get(kind, kind)
    return _(told) if told else ""
