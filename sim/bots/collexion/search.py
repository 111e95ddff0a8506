"""Collexion by trying out how the others would answer each turn that one could play."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from sim.bots.bot import Advice, Thinking
from sim.bots.collexion.greedy import action_reason, best_now, first_move, plan_reason
from sim.bots.collexion.plan import Plan, plans, worth_for
from sim.bots.collexion.removal import promising, removed
from sim.bots.collexion.table import Table
from sim.bots.collexion.turns import play, play_on
from sim.bots.collexion.worth import TASTE, Worth
from sim.rules.collexion.view import CollexionView
from sim.rules.game import View
from sim.rules.luck import Chance
from sim.rules.moves import Move

ROUNDS = 1
"""So many more turns has everybody before it compares how all stand.

They are played as well as greedy plays: to save time on them costs more than it gains, because what others will take
is then often something else."""
WIN = 3.0
"""What a win counts at the end, in points."""
WORLDS = 3
"""In how many ways it imagines what is hidden, if anything is."""
REMOVALS = 3
"""How many polygons it thinks of removing."""
AFTER_REMOVAL = 3
"""How many turns it tries out after each."""


class Turn(NamedTuple):
    """The rest of a turn that could be played: perhaps a removal (C13), and then a plan."""

    removal: int
    """The polygon to remove first; -1 if none is."""
    plan: Plan

    @property
    def move(self) -> Move:
        """The move that it begins with."""
        return first_move(self.plan) if self.removal < 0 else Move("remove", self.removal)


@dataclass(frozen=True, slots=True)
class Search(Thinking):
    """A bot that plays the turn after which it fares best when all then play what is best for them at once."""

    name: str = "search"
    budget: int = 12
    """How many turns of its own it tries out before it decides; there are seldom more than fifty to try."""

    def advise(self, view: View, chance: Chance) -> Advice:
        """Return the move with which the turn goes on that fares best, and what that turn brings."""
        assert isinstance(view, CollexionView)
        table = Table.of(view)
        if len(view.legal) == 1 or not table.taking:
            return best_now(view, table)  # nothing to think about, or sets to be scored
        if table.paired and table.expert:
            now = best_now(view, table)
            if now.move[0] not in ("take", "stop", "give-partner"):
                return now  # an action that costs nothing (C20)
        worth = worth_for(table)
        turns = _turns(view, table, worth, self.budget)
        if not turns:
            return best_now(view, table)
        worlds = _worlds(view, chance)
        best = max(turns, key=lambda turn: sum(_outcome(world, turn, worth, view.seat) for world in worlds))
        return Advice(best.move, plan_reason(best.plan) if best.removal < 0 else action_reason(best.move))


def _turns(view: CollexionView, table: Table, worth: Worth, budget: int) -> list[Turn]:
    """Return the turns to try out, those first that look best by themselves."""
    plain = [Turn(-1, plan) for plan in distinct(plans(table, worth))]
    later: list[Turn] = []
    if not table.expert and table.may_act("remove"):
        for id in promising(table, worth)[:REMOVALS]:
            after = distinct(plans(removed(table, id), worth))
            later += [Turn(id, plan) for plan in after[:AFTER_REMOVAL]]
    plain, later = ([turn for turn in turns if turn.move in view.legal] for turns in (plain, later))
    del later[budget // 3 :]
    return plain[: budget - len(later)] + later


def _worlds(view: CollexionView, chance: Chance) -> list[Table]:
    """Return what may lie on the table: what is hidden is imagined in a few ways."""
    first = Table.imagined(view, chance)
    hidden = first.lying.bit_count() > len(view.pieces)
    return [first, *(Table.imagined(view, chance) for _ in range(WORLDS - 1) if hidden)]


def _outcome(world: Table, turn: Turn, worth: Worth, seat: int) -> float:
    """Return how a seat stands in this world after a turn, and after those that then follow."""
    end = world.copy() if turn.removal < 0 else removed(world, turn.removal)
    play(end, turn.plan, worth)
    play_on(end, ROUNDS * end.players)
    return standing(end, seat)


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
