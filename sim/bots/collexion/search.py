"""Collexion by trying out how the game may go on after each turn that one could play."""

from __future__ import annotations

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

CANDIDATES = 10
"""With how many turns it plays on: those that look best by themselves."""
ROUNDS = 1
"""So many more turns has everybody before it compares how all stand."""
NOISE = 0.1
"""By how many points those that it imagines may err about their turns: enough to try turns that are as good."""
WIN = 3.0
"""What a win counts at the end, in points."""
WORLDS = 3
"""In how many ways it imagines what is hidden."""


@dataclass(frozen=True, slots=True)
class Search(Thinking):
    """A bot that plays the turn after which it fares best when all play on, not always as well as they could."""

    name: str = "search"
    budget: int = 24
    """How many times it plays on before it decides."""

    def advise(self, view: View, chance: Chance) -> Advice:
        """Return the move with which the turn goes on that fares best, and what that turn brings."""
        assert isinstance(view, CollexionView)
        table = Table.of(view)
        if len(view.legal) == 1 or not table.taking:
            return best_now(view, table)  # nothing to think about, or sets to be scored
        if table.paired and table.expert:
            now = best_now(view, table)
            if now.move[0] not in ("take", "stop", "give-partner"):
                return now  # an action that costs nothing (C20); removals that cost a marker do not pay here
        worth = worth_for(table)
        ways = distinct([plan for plan in plans(table, worth) if first_move(plan) in view.legal])[:CANDIDATES]
        worlds = [Table.imagined(view, chance) for _ in range(WORLDS)]
        turns = ROUNDS * view.players

        def trial(number: int, world: int) -> float:
            end = worlds[world % WORLDS].copy()
            play(end, ways[number], worth)
            play_on(end, turns, NOISE, random.Random(world).random)
            return standing(end, view.seat)

        # The further a turn has come, the less of it is left to decide.
        budget = max(2, self.budget // (1 + len(view.taken)))
        number, _ = halving(len(ways), budget, trial, chance)
        return Advice(first_move(ways[number]), plan_reason(ways[number]))


def distinct(ways: list[Plan]) -> list[Plan]:
    """Return the plans without those that lead where a better one leads, too."""
    ends: dict[object, Plan] = {}
    for plan in ways:
        ends.setdefault((plan.scoring, plan.lying, plan.handed, plan.action), plan)
    return list(ends.values())


def standing(table: Table, seat: int) -> float:
    """Return by how many points a seat, or its team, is ahead of the best others; a win counts more."""
    points = list(map(float, map(table.score, range(table.players))))
    if not table.over:
        worth = worth_for(table)
        for other, collection in enumerate(table.collections):
            kept, unused = worth.kept(collection, table.heights), len(table.actions[other])
            points[other] = table.points[other] + kept + TASTE.marker * unused
    if table.team:
        points = [points[0] + points[2], points[1] + points[3]]
    own = points.pop(seat % 2 if table.team else seat)
    margin = own - max(points)
    return margin + WIN * ((margin > 0) - (margin < 0)) if table.over else margin
