"""A moment of the shake, for whoever watches."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from sim.pile.piece import Point
from sim.pile.pile import Pile, Pose

Phase: TypeAlias = Literal["drop", "shake", "settle", "rest"]


@dataclass(frozen=True, slots=True)
class Frame:
    """Poses of all pieces at one moment; the last frame of a shake brings the pile."""

    time: float
    """Seconds since the pieces were let go."""
    phase: Phase
    poses: tuple[Pose, ...]
    """By piece id."""
    drive: Point = (0.0, 0.0)
    """How the box is accelerated, in g."""
    pile: Pile | None = None
