"""What all games have in common: how one is set up, what can be asked of a state, and how it ended."""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Protocol, Self

from sim.errors import ChanceError, GameError, IllegalMove, StateError
from sim.pile.plain import plain_int
from sim.pile.reading import Entry, listed, parse, short
from sim.rules.luck import Chance, Luck
from sim.rules.moves import Grammar, Move

FORMAT = "polypile-state"
VERSION = 1


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended."""

    winners: tuple[int, ...]
    """Seats, ascending; all who share a win or a draw."""
    reason: str
    """Why, in one line, with the number of the rule."""

    def __str__(self) -> str:
        won = "shared by seats" if len(self.winners) > 1 else "won by seat"
        return f"{won} {listed(self.winners)}: {self.reason}"

    def to_dict(self) -> dict[str, Any]:
        """Return the outcome ready for JSON."""
        return {"winners": list(self.winners), "reason": self.reason}


class Setup(Protocol):
    """Everything that is decided before a game starts; what it leaves open, luck decides.

    Frozen and hashable. A wrong value raises GameError when it is made.
    """

    game: ClassVar[str]
    """The name that users type, such as "axio-rota"."""
    title: ClassVar[str]
    """The name that people read."""

    @property
    def players(self) -> int:
        """How many play."""

    def __str__(self) -> str:
        """Say which game it is, in one line: "Collexion, edition de, team, 4 players"."""

    def start(self, luck: Luck) -> State:
        """Return the state before the first move."""

    def to_dict(self) -> dict[str, Any]:
        """Return the set-up ready for JSON."""

    @classmethod
    def from_entry(cls, entry: Entry) -> Self:
        """Return the set-up that `to_dict` gave; anything else is refused by the entry, or a GameError."""


class View(Protocol):
    """What one player may know of a state; what is hidden from that player is absent. Frozen and hashable."""

    @property
    def seat(self) -> int:
        """Whose view it is."""

    @property
    def players(self) -> int:
        """How many play."""

    @property
    def ply(self) -> int:
        """Moves so far."""

    @property
    def to_move(self) -> int:
        """Whose move it is."""

    @property
    def legal(self) -> tuple[Move, ...]:
        """The player's own moves, sorted; none where it is another's move."""

    @property
    def scores(self) -> tuple[int | None, ...]:
        """Points by seat; None where this player may not know them."""

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended."""

    def imagined(self, chance: Chance) -> State:
        """Return a state that looks like this view, what is hidden being dealt by chance: one to think ahead from."""


class State(ABC):
    """A position in a game: a frozen value, compared and hashed as such. A move gives a new state.

    Each game says in `_check` why a move is not allowed, in `_moves` which ones are, in `_after` what they do;
    the order of things is the same for all and stands here.
    """

    __slots__ = ()

    setup_type: ClassVar[type[Setup]]
    grammar: ClassVar[Grammar]
    over_rule: ClassVar[str]
    """The number of the rule by which the game ends."""

    setup: Setup
    luck: Luck
    ply: int
    """Moves so far."""
    to_move: int
    """The seat whose move it is; after the end, the one that moved last."""
    outcome: Outcome | None
    _legal: tuple[Move, ...] | None

    @property
    @abstractmethod
    def scores(self) -> tuple[int, ...]:
        """Points by seat, as the game counts them."""

    @property
    def legal(self) -> tuple[Move, ...]:
        """All moves that are allowed, sorted; none once the game is over."""
        if self._legal is None:
            object.__setattr__(self, "_legal", () if self.outcome else self._moves())
        assert self._legal is not None
        return self._legal

    def check(self, move: Move | str) -> Move:
        """Return the move, read if it is a text.

        Raise IllegalMove with the reason and the rule's number where it is not allowed, and MoveError where it is
        no move of this game at all.
        """
        ready = move if type(move) is Move else self._read(move)
        if self.outcome is not None:
            raise IllegalMove(self.grammar.accept(ready), "the game is over", self.over_rule)
        self._check(ready)
        return ready

    def play(self, move: Move | str) -> Self:
        """Return the state after a move; raise as `check` does."""
        return self._after(self.check(move))

    def untold(self) -> Self:
        """Return the same state, but with all that chance is still to decide drawn from the seed."""
        state: Any = self  # a dataclass, as all games are
        changed: Self = replace(state, luck=Luck(self.luck.seed, self.luck.results))
        return changed

    def reveals(self, later: Self) -> bool:
        """Tell whether the moves that led to a later state have shown any player what was hidden from that player.

        Such moves cannot be taken back. Chance that has decided something counts; games add what else they hide. What
        has come and gone between the two states counts as well, however many moves lie between them.
        """
        return len(later.luck.results) > len(self.luck.results)

    @abstractmethod
    def player_view(self, seat: int) -> View:
        """Return what the player in this seat may know."""

    @abstractmethod
    def redealt(self, seat: int, chance: Chance) -> Self:
        """Return a state that this seat cannot tell from this one: what is hidden from it is dealt anew."""

    @abstractmethod
    def census(self) -> Counter[str]:
        """Count all pieces, wherever they are; no move changes the counts."""

    @abstractmethod
    def candidates(self) -> Iterator[Move]:
        """Yield every move that can be written and could matter here, and some that lie just beyond."""

    @property
    @abstractmethod
    def longest(self) -> int:
        """A number of plies that no game with this set-up exceeds; its docstring proves it."""

    @abstractmethod
    def __str__(self) -> str: ...

    def to_dict(self) -> dict[str, Any]:
        """Return the state ready for JSON."""
        return {
            "format": FORMAT,
            "version": VERSION,
            "game": self.setup.game,
            "setup": self.setup.to_dict(),
            "luck": self.luck.to_dict(),
            "position": self._position(),
        }

    def to_json(self) -> str:
        """Return the state as one line of JSON."""
        return json.dumps(self.to_dict(), separators=(",", ":"))

    @classmethod
    def from_json(cls, text: str) -> Self:
        """Return the state that `to_json` gave; raise StateError for anything else, other games too."""
        return cls.from_entry(parse(text, "state", StateError))

    @classmethod
    def from_entry(cls, entry: Entry) -> Self:
        """Return the state that `to_dict` gave; anything else is refused by the entry."""
        found = entry.values.get("format")
        if found != FORMAT:
            entry.refuse(f"this is no state of a game: format is {short(found)}, not {FORMAT!r}")
        entry.word("game", (cls.setup_type.game,))
        version = entry.integer("version", 0, 10**9)
        if version != VERSION:
            entry.refuse(f"this program reads version {VERSION}, not {version}")
        entry.only("format", "version", "game", "setup", "luck", "position")
        try:
            setup = cls.setup_type.from_entry(entry.entry("setup"))
            return cls._from_position(setup, Luck.from_entry(entry.entry("luck")), entry.entry("position"))
        except (ChanceError, GameError) as wrong:
            entry.refuse(str(wrong))

    def check_seat(self, seat: int) -> int:
        """Return the seat as an int if there is such a one; raise GameError otherwise."""
        number = plain_int(seat)
        if number is None or not 0 <= number < self.setup.players:
            raise GameError(f"there is no seat {short(seat)}: seats run from 0 to {self.setup.players - 1}")
        return number

    @abstractmethod
    def _check(self, move: Move) -> None:
        """Raise the reason why a move is not allowed; the game is not over."""

    @abstractmethod
    def _moves(self) -> tuple[Move, ...]:
        """Return all moves that are allowed, sorted; the game is not over."""

    @abstractmethod
    def _after(self, move: Move) -> Self:
        """Return the state after a move that has been checked."""

    @abstractmethod
    def _position(self) -> dict[str, Any]:
        """Return everything but set-up and luck, ready for JSON."""

    @classmethod
    @abstractmethod
    def _from_position(cls, setup: Any, luck: Luck, entry: Entry) -> Self:
        """Return the state of which `_position` gave the entry; anything that contradicts itself is refused.

        It must be a state that can be played on. Whether moves have led there is for a record to prove.
        """

    @classmethod
    def _read(cls, move: Move | str) -> Move:
        return cls.grammar.accept(move) if isinstance(move, Move) else cls.grammar.parse(move)


def whole_number(value: Any, name: str, allowed: range) -> int:
    """Return an option that is a whole number in a range as an int; raise GameError otherwise."""
    number = plain_int(value)
    if number is None or number not in allowed:
        raise GameError(f"{name} is {short(value)}: use a whole number from {allowed[0]} to {allowed[-1]}")
    return number


def one_of(value: Any, name: str, allowed: tuple[str, ...] | tuple[int, ...]) -> Any:
    """Return the one of a few words or numbers that an option is; raise GameError otherwise."""
    given = value if isinstance(value, str) else plain_int(value)
    for choice in allowed:
        if given == choice:
            return choice
    raise GameError(f"{name} is {short(value)}: use {listed(allowed, 'or')}")


def inconsistent(reason: str) -> StateError:
    """Return the error for a state that contradicts itself."""
    return StateError(f"state: {reason}")
