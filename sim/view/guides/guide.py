"""What a guided game is made of."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from typing import Any, Literal

MOVE = ("a move",)
"""The end of a step in which a whole move is played, however many choices that takes."""
NEVER = ("nothing",)
"""The end of a step that no choice ends."""
Waits = Literal["on", "choice", "turn"]


@dataclass(frozen=True, slots=True)
class Step:
    """One thing that is told, and what it waits for. Tags are those of the table; "piece-*" means any of such.

    >>> Step("Take any.", choose=("piece-*",)).allowed(["piece-3", "finish"])
    ('piece-3',)
    """

    text: str
    at: str = ""
    """The tag of the thing that is meant."""
    choose: tuple[str, ...] = ()
    """What may be chosen; nothing: the player goes on, or waits for others."""
    until: tuple[str, ...] = ()
    """Which of these choices ends the step; nothing: any of them."""
    turn: bool = False
    """Whether the step ends by itself, once it is the player's turn again."""
    ask: str = ""
    """The tag of a thing that the table tells about meanwhile, as if the pointer were on it."""

    turned: int | None = None
    """How many quarter turns what is held has to be turned to end the step."""
    clear: tuple[str, ...] = ()
    """What else must be seen."""

    @property
    def waits(self) -> Waits:
        """What the step waits for."""
        return "choice" if self.choose else "turn" if self.turn else "on"

    def allowed(self, tags: Iterable[str]) -> tuple[str, ...]:
        """Return which of these tags may be chosen."""
        return tuple(tag for tag in tags if _among(tag, self.choose))

    def ends(self, tag: str) -> bool:
        """Tell whether the step is done once this tag has been chosen."""
        return _among(tag, self.until or self.choose)


@dataclass(frozen=True, slots=True)
class Guide:
    """A guided game: how it is set up, and its steps. The human sits in the first seat and begins."""

    game: str
    seed: int
    bots: tuple[str, ...]
    """Who sits in the other seats: strengths of bots."""
    shaking: str
    """What is told while the box is shaken, or the table is set."""
    steps: tuple[Step, ...]
    options: Mapping[str, Any] = field(default_factory=dict, hash=False)


def _among(tag: str, patterns: tuple[str, ...]) -> bool:
    return any(fnmatchcase(tag, pattern) for pattern in patterns)
