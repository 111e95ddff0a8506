"""A game from its first move to its last, played by bots."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TypeAlias

from sim.bots.bot import Bot
from sim.errors import GameError, IllegalMove, MoveError
from sim.record.record import Record
from sim.rules.game import State, View
from sim.rules.luck import Chance
from sim.rules.moves import Move
from sim.seeds import stream

Choose: TypeAlias = Callable[[View, Chance], Move]
"""What a bot does: gives one of the legal moves of a view."""
Clock: TypeAlias = Callable[[], float]
"""Tells the time in seconds; since when does not matter."""


def play(state: State, bots: Sequence[Bot], versions: Mapping[str, str]) -> Record:
    """Return the record of a whole game; equal states and bots give equal records."""
    return run(state, [bot.choose for bot in bots], [bot.name for bot in bots], versions)


def run(state: State, choosers: Sequence[Choose], names: Sequence[str], versions: Mapping[str, str]) -> Record:
    """Return the record of a whole game between those who choose moves so, by seat, and are called so."""
    if len(choosers) != state.setup.players:
        raise GameError(f"{len(choosers)} bots cannot sit in {state.setup.players} seats: name one for each")
    # A stream for each seat: what one bot draws does not shift the others.
    chances = [stream(state.luck.seed, f"bot {seat}").random for seat in range(len(choosers))]
    moves: list[Move] = []
    while state.outcome is None:
        seat = state.to_move
        moves.append(choosers[seat](state.player_view(seat), chances[seat]))
        try:
            state = state.play(moves[-1])
        except (IllegalMove, MoveError) as wrong:
            raise GameError(f"bot {names[seat]} in seat {seat} plays what it may not: {wrong}") from None
    return Record.of(moves, state, names, versions)


@dataclass(frozen=True, slots=True)
class Pace:
    """How long a player has thought."""

    moves: int = 0
    seconds: float = 0.0
    slowest: float = 0.0
    """The longest that it thought about one move, s."""

    def __add__(self, other: Pace) -> Pace:
        slowest = max(self.slowest, other.slowest)
        return Pace(self.moves + other.moves, self.seconds + other.seconds, slowest)

    @property
    def mean(self) -> float:
        """Seconds a move."""
        return self.seconds / self.moves if self.moves else 0.0


class Timed:
    """Chooses what another does, and takes the time; the garbage collector waits, as it works for all there is."""

    def __init__(self, choose: Choose, clock: Clock) -> None:
        self._choose = choose
        self._clock = clock
        self.pace = Pace()

    def __call__(self, view: View, chance: Chance) -> Move:
        """Return the other's choice."""
        with _collector_waiting():
            begun = self._clock()
            move = self._choose(view, chance)
            taken = self._clock() - begun
        self.pace += Pace(1, taken, taken)
        return move


@contextmanager
def _collector_waiting() -> Iterator[None]:
    if not gc.isenabled():
        yield
        return
    gc.disable()
    try:
        yield
    finally:
        gc.enable()
