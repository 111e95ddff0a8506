"""All moments of a game, as an onlooker may see them.

Of a game that is over everything may be seen. Of one that goes on nobody is shown more than the humans at it know:
where one human plays, what that one knows; where several do, what all of them know.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

from sim.rules.game import State
from sim.rules.moves import Move
from sim.session import Seat, Session
from sim.view.seats import seat_name


@dataclass(frozen=True, slots=True)
class Watched(Session):
    """A moment of a game that is watched, not played: nobody is asked for a move."""

    eyes: int = 0
    """The seat whose view is shown."""

    @property
    def to_move(self) -> Seat:
        """Who moves next; nobody at this screen."""
        sitting = self.seats[self.state.to_move]
        return replace(sitting, kind="") if sitting.human else sitting

    @property
    def watcher(self) -> int:
        """The seat whose view is shown."""
        return self.eyes

    @property
    def undone(self) -> Session | None:
        """Nothing is taken back while a game is watched."""
        return None


class Film:
    """A game, whole or as far as it has come; its states are those of the session, found once."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.open = session.state.outcome is not None
        """Whether all may know everything."""

    @property
    def last(self) -> int:
        """The number of the last move."""
        return len(self.session.moves)

    @property
    def start(self) -> State:
        """The game before the first move."""
        return self.session.states[0]

    def move(self, ply: int) -> Move:
        """Return the move that led to a moment; the first one leads to moment 1."""
        return self.session.moves[ply - 1]

    def at(self, ply: int) -> Watched:
        """Return the game after so many moves."""
        whole = self.session
        states = whole.states[: ply + 1]
        eyes = states[-1].to_move if self.open else self._eyes
        return Watched(self._seats, states, whole.moves[:ply], whole.versions, eyes)

    @cached_property
    def _seats(self) -> tuple[Seat, ...]:
        """Who sits where, all with names; in a game that is over nobody has anything to hide from anybody."""
        seats = self.session.seats
        kinds = ["" if seat.human and self.open else seat.kind for seat in seats]
        return tuple(Seat(kind, seat_name(seats, k)) for k, kind in enumerate(kinds))

    @cached_property
    def _eyes(self) -> int:
        return next((k for k, seat in enumerate(self.session.seats) if seat.human), 0)
