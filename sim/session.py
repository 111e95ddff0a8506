"""A game in progress: who sits where, every state so far, and what may still be taken back."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from sim.errors import GameError
from sim.pile.reading import short
from sim.record.record import LONGEST_TEXT, Record
from sim.rules.game import State, View
from sim.rules.moves import Move

HUMAN = "human"
ELSEWHERE = "elsewhere"
"""A human who is not at this screen."""
_BETWEEN = ": "


@dataclass(frozen=True, slots=True)
class Seat:
    """Who sits in a seat: a human or a bot, and what the others call them.

    A record keeps it as one text, so both are of one line; a kind has no ": " in it. GameError otherwise.

    >>> str(Seat("casual", "Bruno")), Seat.read("casual: Bruno"), str(Seat("human", ""))
    ('casual: Bruno', Seat(kind='casual', name='Bruno'), 'human')
    """

    kind: str
    """"human", or the name or level of a bot."""
    name: str = ""

    def __post_init__(self) -> None:
        if not isinstance(self.kind, str) or not self.kind or not self.kind.isprintable() or _BETWEEN in self.kind:
            raise GameError(f"{short(self.kind)} is no kind of player: use human, or the name or level of a bot")
        if not isinstance(self.name, str) or not self.name.isprintable():
            raise GameError(f"{short(self.name)} is no name of a player: use a text of one line")
        if len(str(self)) > LONGEST_TEXT:
            raise GameError(f"{short(str(self))} is too long for a player: use at most {LONGEST_TEXT} characters")

    @property
    def human(self) -> bool:
        """Whether somebody at this screen moves for this seat."""
        return self.kind == HUMAN

    def __str__(self) -> str:
        return f"{self.kind}{_BETWEEN}{self.name}" if self.name else self.kind

    @classmethod
    def read(cls, text: str) -> Seat:
        """Return the seat that a record names: what `str` gave, or the name of a bot alone."""
        kind, _, name = text.partition(_BETWEEN)
        return cls(kind, name)


@dataclass(frozen=True, slots=True)
class Session:
    """A game that is being played, as a value: a move gives a new session, and so does taking one back."""

    seats: tuple[Seat, ...]
    states: tuple[State, ...]
    """From the start to now: one more than there are moves."""
    moves: tuple[Move, ...] = ()
    versions: Mapping[str, str] | None = field(default=None, hash=False)
    """What the recorded game was begun with that goes on; None in a game that began here."""

    def __post_init__(self) -> None:
        if len(self.states) != len(self.moves) + 1 or self.state.ply != len(self.moves):
            raise GameError("a session needs every state from the start, and the moves between them")
        if len(self.seats) != self.state.setup.players:
            raise GameError(f"{len(self.seats)} players cannot sit in {self.state.setup.players} seats")

    @classmethod
    def of(cls, record: Record) -> Session:
        """Return a recorded game so that it can go on; raise ReplayDiverged where it does not follow the rules."""
        states, moves = [record.start()], []
        for move, state in record.replay():
            moves.append(move)
            states.append(state)
        return cls(tuple(map(Seat.read, record.players)), tuple(states), tuple(moves), record.versions)

    @property
    def state(self) -> State:
        """The game as it stands."""
        return self.states[-1]

    @property
    def to_move(self) -> Seat:
        """Who moves next."""
        return self.seats[self.state.to_move]

    @property
    def watcher(self) -> int:
        """The seat whose view is shown: the human to move, else the one who moved last, else the first one.

        Where only bots play it is the first seat.
        """
        if self.to_move.human:
            return self.state.to_move
        movers = (state.to_move for state in reversed(self.states[:-1]))
        humans = [seat for seat, sitting in enumerate(self.seats) if sitting.human]
        return next((seat for seat in movers if self.seats[seat].human), humans[0] if humans else 0)

    def view(self) -> View:
        """Return what the one in front of the screen may know."""
        return self.state.player_view(self.watcher)

    def play(self, move: Move | str) -> Session:
        """Return the session after a move; raise as the state does."""
        ready = self.state.check(move)
        return replace(self, states=(*self.states, self.state.play(ready)), moves=(*self.moves, ready))

    @property
    def undone(self) -> Session | None:
        """The session before the last move of the human who would take it back; None where that cannot be.

        Moves of bots that came after it go too. Nothing goes that has shown what was hidden, which is asked of every
        move by itself, and nobody takes back the move of another: not even once the game is over, as the seat that
        moved last stays the one to move.
        """
        for ply in range(len(self.moves) - 1, -1, -1):
            before = self.states[ply]
            if before.reveals(self.states[ply + 1]):
                return None
            mover = before.to_move
            if self.seats[mover].human:
                if self.to_move.human and self.state.to_move != mover:
                    return None
                return replace(self, states=self.states[: ply + 1], moves=self.moves[:ply])
        return None

    def watched(self, ply: int, eyes: int) -> Watched:
        """Return the game as it stood after so many moves, for an onlooker who sees what a seat may know."""
        return Watched(self.seats, self.states[: ply + 1], self.moves[:ply], self.versions, eyes)

    def record(self, versions: Mapping[str, str]) -> Record:
        """Return the record of the game so far."""
        return Record.of(self.moves, self.state, map(str, self.seats), self.versions or versions)


@dataclass(frozen=True, slots=True)
class Watched(Session):
    """A moment of a game that is watched, not played: nobody is asked for a move, and nothing is taken back."""

    eyes: int = 0
    """The seat whose view is shown."""

    @property
    def to_move(self) -> Seat:
        """Who moves next; a human does so elsewhere, not at this screen."""
        sitting = self.seats[self.state.to_move]
        return replace(sitting, kind=ELSEWHERE) if sitting.human else sitting

    @property
    def watcher(self) -> int:
        """The seat whose view is shown."""
        return self.eyes

    @property
    def undone(self) -> Session | None:
        """Nothing."""
        return None


def begun(state: State, seats: Iterable[Seat]) -> Session:
    """Return the session of a game before its first move."""
    return Session(tuple(seats), (state,))
