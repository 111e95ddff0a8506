"""All that the table of AXIO rota shows, as one value: the view of who looks at it, and what the window adds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from sim.view.axio_rota.camera import Square

if TYPE_CHECKING:
    from sim.rules.axio_rota.view import AxioRotaView
    from sim.view.steps import Picked, Step

COLOURS = "red", "green", "blue", "orange", "purple"
"""In the order in which stones stand on a board."""
TOP = 12
"""The last field of a track."""


@dataclass(frozen=True, slots=True)
class Situation:
    """A moment of a game at the table."""

    view: AxioRotaView
    """Without a hand where the one in front of the screen shall not see it."""
    names: tuple[str, ...]
    roles: tuple[str, ...]
    """What each player is, in words: a human, or a bot and how strong it is."""
    steps: Mapping[str, Step] = field(default_factory=dict)
    """What can be chosen, by tag; nothing while others move."""
    picked: Picked = ()
    headline: str = ""
    detail: str = ""
    log: tuple[str, ...] = ()
    may_undo: bool = False
    may_ask: bool = False
    """Whether a hint can be asked for."""
    hinted: bool = False
    """Whether the line below the headline is a hint."""
    passing: str = ""
    """Who is to be handed the screen before a hand is shown; empty: nobody."""

    @property
    def lying(self) -> tuple[Square, ...]:
        """The squares that have tiles."""
        return tuple(square for square, _tile in self.view.lying)
