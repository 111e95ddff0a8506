"""A game from its first move to its last, played by bots."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sim.bots.bot import Bot
from sim.errors import GameError, IllegalMove, MoveError
from sim.record.record import Record
from sim.rules.game import State
from sim.rules.moves import Move
from sim.seeds import stream


def play(state: State, bots: Sequence[Bot], versions: Mapping[str, str]) -> Record:
    """Return the record of a whole game; equal states and bots give equal records."""
    if len(bots) != state.setup.players:
        raise GameError(f"{len(bots)} bots cannot sit in {state.setup.players} seats: name one for each")
    # A stream for each seat: what one bot draws does not shift the others.
    chances = [stream(state.luck.seed, f"bot {seat}").random for seat in range(len(bots))]
    moves: list[Move] = []
    while state.outcome is None:
        seat = state.to_move
        moves.append(bots[seat].choose(state.player_view(seat), chances[seat]))
        try:
            state = state.play(moves[-1])
        except (IllegalMove, MoveError) as wrong:
            raise GameError(f"bot {bots[seat].name} in seat {seat} plays what it may not: {wrong}") from None
    return Record.of(moves, state, [bot.name for bot in bots], versions)
