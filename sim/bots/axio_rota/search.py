"""AXIO rota by trying out how the game may go on."""

from __future__ import annotations

import random
from dataclasses import dataclass

from sim.bots.axio_rota.game import Game, imagined, unseen
from sim.bots.axio_rota.greedy import reason
from sim.bots.axio_rota.grid import Grid, corners_of, move_of, spot_of
from sim.bots.axio_rota.stones import WORTH, gains
from sim.bots.bot import Advice, Thinking
from sim.bots.halving import halving
from sim.rules.axio_rota.view import AxioRotaView
from sim.rules.game import View
from sim.rules.luck import Chance

CANDIDATES = 16
"""With how many of the spots that gain most it plays on."""
HORIZON = 99
MARGIN = 0.0


@dataclass(frozen=True, slots=True)
class Search(Thinking):
    """A bot that lays the tile where it fares best when all play on greedily with tiles that it imagines."""

    name: str = "search"
    budget: int = 150
    """How many times it plays on before it decides."""

    def advise(self, view: View, chance: Chance) -> Advice:
        """Return the placement that fares best, and what it brings now."""
        assert isinstance(view, AxioRotaView)
        assert view.hand is not None
        allowed = {spot_of(move) for move in view.legal}
        grid, rest = Grid(view.lying), unseen(view)
        ranked = grid.ranked(corners_of(view.hand), gains(view.tracks[view.seat], view.supply), 4 * len(grid.free))
        spots = [spot for _, spot in ranked if spot in allowed][:CANDIDATES]

        def trial(number: int, world: int) -> float:
            game = imagined(view, grid, rest, random.Random(world).random)
            game.lay(spots[number])
            played_on(game, HORIZON)
            return standing(game, view.seat)

        number, fared = halving(len(spots), self.budget, trial, chance)
        return Advice(move_of(spots[number]), reason(view, spots[number]))


def played_on(game: Game, plies: int) -> None:
    """Let all play on as greedy does."""
    while plies and not game.over:
        plies -= 1
        game.lay(game.grid.best(game.tile, gains(game.tracks[game.seat], len(game.supply))))


def standing(game: Game, seat: int) -> float:
    """Return how well a seat stands: at the end 1 for a win (A11, A12)."""
    if game.over and not MARGIN:
        rows = [sorted(track) for track in game.tracks]
        best = max(rows)
        return (rows[seat] == best) / rows.count(best)
    worths = [sum(WORTH[stone] for stone in track) for track in game.tracks]
    own = worths.pop(seat)
    return own - max(worths, default=0)
