"""Colour Collect by playing rounds to their ends, half at random."""

from __future__ import annotations

import random
from dataclasses import dataclass

from sim.bots.bot import Advice, Reason, Thinking
from sim.bots.colour_collect.greedy import loses_to
from sim.bots.colour_collect.perfect import end_of
from sim.bots.colour_collect.round import (
    Position,
    Steps,
    after,
    is_third,
    lying_of,
    placed,
    position_of,
    steps_of,
    ways,
)
from sim.bots.halving import Trial, halving
from sim.rules.colour_collect.laying import SIZE
from sim.rules.colour_collect.sliding import WAYS
from sim.rules.colour_collect.view import ColourCollectView
from sim.rules.game import View
from sim.rules.luck import Chance, below


@dataclass(frozen=True, slots=True)
class Search(Thinking):
    """A bot that goes the way by which most rounds are won when both play on: at random, but not blindly."""

    name: str = "search"
    budget: int = 200
    """How many rounds it plays to the end before it decides."""

    def advise(self, view: View, chance: Chance) -> Advice:
        """Return the move by which most rounds are won, and how many."""
        assert isinstance(view, ColourCollectView)
        steps, position = steps_of(view.squares), position_of(view)
        if len(view.legal) == 1:
            return Advice(view.legal[0], Reason("there is no other move"))
        if position is None:
            lying = lying_of(view.squares)
            starts = [placed(steps, lying, SIZE * int(move[2]) + int(move[1])) for move in view.legal]
            return self._best(view, chance, lambda number, world: _won(steps, starts[number], world))
        by_way = dict(ways(position.lying, position.pawn))
        squares = [by_way[WAYS[move]] for move in view.legal]
        for move, square in zip(view.legal, squares, strict=True):
            if won := end_of(steps, position, square):
                return Advice(move, won)
        later = [after(steps, position, square) for square in squares]
        return self._best(view, chance, lambda number, world: 1.0 - _won(steps, later[number], world))

    def _best(self, view: View, chance: Chance, trial: Trial) -> Advice:
        number, share = halving(len(view.legal), self.budget, trial, chance)
        reason = Reason("wins {share} of 100 rounds that were tried", (("share", round(100 * share)),))
        return Advice(view.legal[number], reason)


def _won(steps: Steps, position: Position, world: int) -> float:
    """Return 1 if the player to move wins the round that is played on by chance, else 0.

    Both win when they can at once, and let the other one win at once only where they must.
    """
    chance = random.Random(world).random
    mover = True
    while True:
        found = ways(position.lying, position.pawn)
        if not found:
            return float(not mover)
        later = []
        for _, square in found:
            if is_third(position.mine, steps[square]):
                return float(mover)
            next_one = after(steps, position, square)
            if not loses_to(steps, next_one):
                later.append(next_one)
        if not later:
            return float(not mover)
        position = later[below(len(later), chance)]
        mover = not mover
