"""From what a player may know to arrays, and from numbers to moves: what each game says of itself."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from sim.errors import GameError
from sim.rules.moves import Move

Array: TypeAlias = npt.NDArray[Any]


@dataclass(frozen=True, slots=True)
class Field:
    """One array of an observation."""

    name: str
    shape: tuple[int, ...]
    low: float
    high: float
    kind: Any = np.int8

    def empty(self) -> Array:
        """Return such an array of zeros."""
        return np.zeros(self.shape, self.kind)


class Codec(ABC):
    """How a game's views become arrays and its moves become numbers. Seats count from the player's own, clockwise.

    It sees what `player_view` gives for the seat, and nothing else.
    """

    fields: tuple[Field, ...]
    """The arrays of an observation."""
    actions: int
    """How many actions there are: they run from 0."""

    @abstractmethod
    def observation(self, view: Any) -> dict[str, Array]:
        """Return the arrays of an observation by name, as the fields say."""

    @abstractmethod
    def action(self, view: Any, move: Move) -> int:
        """Return the number of a move that is legal in a view."""

    @abstractmethod
    def move(self, view: Any, action: int) -> Move:
        """Return the move that an action stands for, allowed or not; raise GameError where it stands for none."""

    def mask(self, view: Any) -> npt.NDArray[np.int8]:
        """Return 1 for every action that is legal; none is where it is another's move."""
        mask = np.zeros(self.actions, np.int8)
        mask[[self.action(view, move) for move in view.legal]] = 1
        return mask

    def check(self, action: int) -> int:
        """Return the action itself if there is such a one; raise GameError otherwise."""
        if not 0 <= action < self.actions:
            raise GameError(f"there is no action {action}: they run from 0 to {self.actions - 1}")
        return action


def from_own(view: Any, by_seat: Iterable[Any]) -> list[Any]:
    """Return what is given by seat, the player's own first, then clockwise.

    >>> from types import SimpleNamespace
    >>> from_own(SimpleNamespace(seat=1), "abc")
    ['b', 'c', 'a']
    """
    items = list(by_seat)
    return items[view.seat :] + items[: view.seat]


def seat_mark(view: Any, seat: int) -> Array:
    """Return a 1 at a seat, the player's own being the first, and 0 elsewhere."""
    mark = np.zeros(view.players, np.int8)
    mark[(seat - view.seat) % view.players] = 1
    return mark


def flags(*values: bool) -> Array:
    """Return truth values as 0 and 1."""
    return np.array(values, np.int8)


def numbered(words: Iterable[Any]) -> Mapping[Any, int]:
    """Return the number of each word in its order."""
    return {word: number for number, word in enumerate(words)}
