"""A game in progress: who sits where, every state so far, and what may still be taken back."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from sim.errors import GameError
from sim.record.record import Record
from sim.rules.game import State, View
from sim.rules.moves import Move

HUMAN = "human"


@dataclass(frozen=True, slots=True)
class Seat:
    """Who sits in a seat: a human or a bot, and what the others call them.

    >>> str(Seat("casual", "Bruno")), Seat.read("casual: Bruno"), str(Seat("human", ""))
    ('casual: Bruno', Seat(kind='casual', name='Bruno'), 'human')
    """

    kind: str
    """"human", or the name or level of a bot."""
    name: str = ""

    @property
    def human(self) -> bool:
        """Whether somebody at this screen moves for this seat."""
        return self.kind == HUMAN

    def __str__(self) -> str:
        return f"{self.kind}: {self.name}" if self.name else self.kind

    @classmethod
    def read(cls, text: str) -> Seat:
        """Return the seat that a record names."""
        kind, _, name = text.partition(": ")
        return cls(kind, name)


@dataclass(frozen=True, slots=True)
class Session:
    """A game that is being played, as a value: a move gives a new session, and so does taking one back."""

    seats: tuple[Seat, ...]
    states: tuple[State, ...]
    """From the start to now: one more than there are moves."""
    moves: tuple[Move, ...] = ()
    versions: Mapping[str, str] | None = None

    def __post_init__(self) -> None:
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
        """The seat whose view is shown: the human to move, else the one who moved last, else the first seat."""
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

        Moves of bots that came after it go too. Nothing goes that has shown what was hidden, and nobody takes back
        the move of another.
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
        return replace(sitting, kind="") if sitting.human else sitting

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
