"""What a bot is, and how it says why it plays a move."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Protocol

from sim.rules.game import View
from sim.rules.luck import Chance
from sim.rules.moves import Move, Word


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a move is played: a sentence with gaps, so that it can be told in any language, and what fills them.

    >>> print(Reason("completes the {colour} set: +{points}", (("colour", "green"), ("points", 3))))
    completes the green set: +3
    """

    text: str
    values: tuple[tuple[str, Word], ...] = ()

    def __str__(self) -> str:
        return self.text.format(**dict(self.values))


@dataclass(frozen=True, slots=True)
class Advice:
    """A move, and why."""

    move: Move
    reason: Reason


class Bot(Protocol):
    """A player that is a program: the same view and the same chance give the same move."""

    @property
    def name(self) -> str:
        """What users type, such as "uniform", "search:400" or "casual"."""

    def choose(self, view: View, chance: Chance) -> Move:
        """Return one of the legal moves of a view in which it is this seat's move."""

    def advise(self, view: View, chance: Chance) -> Advice:
        """Return the move that `choose` gives, with its reason: what a hint shows."""


class Thinking(ABC):
    """A bot that has a reason for each move that it plays."""

    __slots__ = ()

    def choose(self, view: View, chance: Chance) -> Move:
        """Return the move that it would advise."""
        return self.advise(view, chance).move

    @abstractmethod
    def advise(self, view: View, chance: Chance) -> Advice:
        """Return a legal move, with its reason."""


class Steady(Thinking):
    """A bot that leaves nothing to chance: the view alone decides."""

    __slots__ = ()

    def advise(self, view: View, chance: Chance) -> Advice:  # noqa: ARG002 (others draw from it)
        """Return a legal move, with its reason."""
        return self.advice(view)

    @abstractmethod
    def advice(self, view: View) -> Advice:
        """Return a legal move, with its reason."""
