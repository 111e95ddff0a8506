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

CANDIDATES = 8
"""With how many of the spots that gain most it plays on."""
AHEAD = 2
"""So many tiles are laid after its own before it compares how all stand."""
LAST = 3
"""With so many own tiles or fewer left it plays on to the end of the game."""
WIN = 20.0
"""What a win counts, in first steps of a stone: more than stones make of most ends."""


@dataclass(frozen=True, slots=True)
class Search(Thinking):
    """A bot that lays the tile where it fares best when all play on greedily with tiles that it imagines."""

    name: str = "search"
    budget: int = 120
    """How many times it plays on before it decides."""

    def advise(self, view: View, chance: Chance) -> Advice:
        """Return the placement that fares best, and what it brings now."""
        assert isinstance(view, AxioRotaView)
        assert view.hand is not None
        allowed = {spot_of(move) for move in view.legal}
        grid, rest = Grid(view.lying), unseen(view)
        ranked = grid.ranked(corners_of(view.hand), gains(view.tracks[view.seat], view.supply), 4 * len(grid.free))
        spots = [spot for _, spot in ranked if spot in allowed][:CANDIDATES]

        ahead = AHEAD * (view.players - 1) if 12 - view.laid[view.seat] > LAST else -1

        def trial(number: int, world: int) -> float:
            game = imagined(view, grid, rest, random.Random(world).random)
            game.lay(spots[number])
            played_on(game, ahead)
            return standing(game, view.seat)

        number, _ = halving(len(spots), self.budget, trial, chance)
        return Advice(move_of(spots[number]), reason(view, spots[number]))


def played_on(game: Game, plies: int) -> None:
    """Let all play on as greedy does, for so many tiles, or where that is negative to the end."""
    while plies and not game.over:
        plies -= 1
        supply = len(game.supply) - (game.bonus > 0)
        game.lay(game.grid.best(game.tile, gains(game.tracks[game.seat], supply)))


def standing(game: Game, seat: int) -> float:
    """Return how much better the stones of a seat stand than those of the best other one; a win decides."""
    worths = [sum(WORTH[stone] for stone in track) for track in game.tracks]
    margin = worths[seat] - max((worth for other, worth in enumerate(worths) if other != seat), default=0.0)
    if not game.over:
        return margin
    rows = [sorted(track) for track in game.tracks]
    best = max(rows)
    return margin + WIN * (rows[seat] == best) / rows.count(best)
