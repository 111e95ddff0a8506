"""Collexion by trying out how the game may go on after each turn that one could play."""

from __future__ import annotations

import os
import random
from dataclasses import dataclass

from sim.bots.bot import Advice, Thinking
from sim.bots.collexion.greedy import best_now, first_move, plan_reason
from sim.bots.collexion.plan import Plan, plans, worth_for
from sim.bots.collexion.table import Table
from sim.bots.collexion.turns import play, play_on
from sim.bots.collexion.worth import TASTE
from sim.bots.halving import halving
from sim.rules.collexion.view import CollexionView
from sim.rules.game import View
from sim.rules.luck import Chance

CANDIDATES = int(os.environ.get("C", "16"))
WIDTH = int(os.environ.get("W", "40"))
NARROW = int(os.environ.get("N", "4"))
TURNS = int(os.environ.get("T", "4"))
NOISE = float(os.environ.get("NO", "0.8"))
WIN = float(os.environ.get("WIN", "3"))


@dataclass(frozen=True, slots=True)
class Search(Thinking):
    """A bot that plays the turn after which it fares best when all play on."""

    name: str = "search"
    budget: int = 64

    def advise(self, view: View, chance: Chance) -> Advice:
        assert isinstance(view, CollexionView)
        table = Table.of(view, chance)
        if len(view.legal) == 1 or not table.taking or (table.paired and table.expert):
            return best_now(view, table)
        worth = worth_for(table)
        ways = distinct(plans(table, worth, WIDTH))[:CANDIDATES]
        ends = []
        for plan in ways:
            end = table.copy()
            play(end, plan, worth)
            ends.append(end)

        def trial(number: int, world: int) -> float:
            end = ends[number].copy()
            play_on(end, TURNS, NARROW, NOISE, random.Random(world).random)
            return standing(end, view.seat)

        number, _ = halving(len(ways), self.budget, trial, chance)
        return Advice(first_move(ways[number]), plan_reason(table, ways[number]))


def distinct(ways: list[Plan]) -> list[Plan]:
    seen: set[tuple[object, ...]] = set()
    rest = []
    for plan in ways:
        key = plan.scoring.rest, plan.scoring.points, plan.lying, plan.handed, plan.action
        if key not in seen:
            seen.add(key)
            rest.append(plan)
    return rest


def standing(table: Table, seat: int) -> float:
    sides = [(0, 2), (1, 3)] if table.team else [(s,) for s in range(table.players)]
    if table.over:
        values = [(float(sum(table.score(s) for s in side)), -0) for side in sides]
        values = [v for v, _ in values]
    else:
        worth = worth_for(table)
        values = [
            sum(
                table.points[s] + TASTE.marker * len(table.actions[s]) + worth.kept(table.collections[s], table.heights)
                for s in side
            )
            for side in sides
        ]
    mine = next(k for k, side in enumerate(sides) if seat in side)
    own = values.pop(mine)
    margin = own - max(values)
    if table.over:
        margin += WIN * ((margin > 0) - (margin < 0))
    return margin
