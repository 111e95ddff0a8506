"""All moments of a game, as an onlooker may see them.

Of a game that is over everything may be seen. Of one that goes on nobody is shown more than the humans at it know:
where one human plays, what that one knows; where several do, what all of them know.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING

from sim.view.seats import seat_name

if TYPE_CHECKING:
    from sim.rules.game import State
    from sim.rules.moves import Move
    from sim.session import Seat, Session


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

    def at(self, ply: int) -> Session:
        """Return the game after so many moves, as it is watched."""
        mover = self.session.states[ply].to_move
        return self._named.watched(ply, mover if self.open else self._eyes)

    @cached_property
    def _named(self) -> Session:
        """The game, all players with names; where it is over nobody has anything to hide from anybody."""
        seats = self.session.seats
        named: tuple[Seat, ...] = tuple(
            replace(seat, kind="elsewhere" if seat.human and self.open else seat.kind, name=seat_name(seats, k))
            for k, seat in enumerate(seats)
        )
        return replace(self.session, seats=named)

    @cached_property
    def _eyes(self) -> int:
        return next((k for k, seat in enumerate(self.session.seats) if seat.human), 0)
