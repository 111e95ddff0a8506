"""Collexion by what the whole turn brings."""

from __future__ import annotations

from dataclasses import dataclass

from sim.bots.bot import Advice, Reason, Steady
from sim.bots.collexion.actions import Action, best_action
from sim.bots.collexion.kinds import SET_WORDS, SETS, presence
from sim.bots.collexion.plan import Plan, plans, worth_for
from sim.bots.collexion.removal import best_removal
from sim.bots.collexion.table import Table
from sim.bots.collexion.worth import Scoring, Worth, paid
from sim.rules.collexion.sets import COLOURS
from sim.rules.collexion.view import CollexionView
from sim.rules.game import View
from sim.rules.moves import Move


@dataclass(frozen=True, slots=True)
class Greedy(Steady):
    """A bot that plans each turn to its end, and thinks of no other turn than as the worth of what is left over."""

    name: str = "greedy"

    def advice(self, view: View) -> Advice:
        """Return the move with which the best turn goes on, and what that turn brings."""
        assert isinstance(view, CollexionView)
        return best_now(view, Table.of(view))


def best_now(view: CollexionView, table: Table) -> Advice:
    """Return the allowed move with which the best turn goes on, and what that turn brings."""
    if len(view.legal) == 1:
        return Advice(view.legal[0], Reason("there is no other move"))
    options = taking(table) if table.taking else scoring(table)
    return next((advice for advice in options if advice.move in view.legal), _else(view))


def taking(table: Table) -> list[Advice]:
    """Return what to play while taking lasts, the best first."""
    worth = worth_for(table)
    ways = plans(table, worth)
    options = [Advice(action.move, action_reason(action.move)) for action in _early(table, worth, ways[0].value)]
    return options + [Advice(first_move(plan), plan_reason(plan)) for plan in ways]


def _early(table: Table, worth: Worth, now: float) -> list[Action]:
    """Return actions to play while taking lasts, the best first: all of experts, and otherwise removals alone."""
    removal = best_removal(table, worth, now)
    pair = table.paired and table.expert
    other = best_action(table, worth, table.collections[table.seat], False) if pair else None
    return sorted((action for action in (removal, other) if action), key=lambda action: -action.gain)


def scoring(table: Table) -> list[Advice]:
    """Return what to play once taking has ended, the best first."""
    worth = worth_for(table)
    collection = table.collections[table.seat]
    scored = worth.scored(collection, table.heights, not table.lying)
    action = None
    if not table.expert and not table.acted and not table.scored:
        action = best_action(table, worth, collection, not table.lying or not any(scored.heights))
    options = [Advice(action.move, action_reason(action.move))] if action else []
    if scored.steps:
        options.append(Advice(score_move(*scored.steps[0]), set_reason(scored.steps[0], table)))
    return options


def first_move(plan: Plan) -> Move:
    """Return the move that a plan begins with."""
    if plan.takes:
        return Move("take", plan.takes[0])
    return Move("give-partner") if plan.handed else Move("stop")


def score_move(number: int, payer: int) -> Move:
    """Return the move that scores a set."""
    by, name = SET_WORDS[number]
    return Move("score", by, name, *(("from", COLOURS[payer]) if payer >= 0 else ()))


def plan_reason(plan: Plan) -> Reason:
    """Return what a turn brings that goes on as planned."""
    return _scored_reason(plan.scoring) or _towards(plan)


def _scored_reason(scored: Scoring) -> Reason | None:
    if not scored.steps:
        return None
    by, name = SET_WORDS[scored.steps[0][0]]
    if len(scored.steps) > 1:
        return Reason("leads to {sets} sets: +{points}", (("sets", len(scored.steps)), ("points", scored.points)))
    return Reason(f"leads to the {{{by}}} set: +{{points}}", ((by, name), ("points", scored.points)))


def _towards(plan: Plan) -> Reason:
    present = presence(plan.scoring.rest)
    have, number = max(((present & wanted).bit_count(), -number) for number, wanted in enumerate(SETS))
    by, name = SET_WORDS[-number]
    if plan.handed:
        return Reason("the partner has more use for the last polygon")
    if not plan.takes:
        return Reason("more polygons would cost more than they bring")
    return Reason(f"collects for the {{{by}}} set: {{have}} of 4", ((by, name), ("have", have)))


def action_reason(move: Move) -> Reason:
    """Return why an action is played."""
    match move:
        case ("swap", str(mine), int(seat), str(theirs)):
            return Reason(
                "swaps {mine} for {theirs} of player {seat}", (("mine", mine), ("theirs", theirs), ("seat", seat))
            )
        case ("steal", int(seat), str(theirs)):
            return Reason("steals {theirs} from player {seat}", (("theirs", theirs), ("seat", seat)))
        case ("give", int(seat), str(mine)):
            return Reason("gives {mine}, which only costs, to player {seat}", (("mine", mine), ("seat", seat)))
        case _:
            return Reason("removes what lies in the way of a better turn")


def set_reason(step: tuple[int, int], table: Table) -> Reason:
    """Return what a set pays."""
    number, payer = step
    by, name = SET_WORDS[number]
    points, _ = paid(table.heights, payer if payer >= 0 else number if number < 4 else -1)
    return Reason(f"completes the {{{by}}} set: +{{points}}", ((by, name), ("points", points)))


def _else(view: CollexionView) -> Advice:
    """Return what to play where nothing that was thought of is allowed."""
    safe = [move for move in view.legal if move[0] in ("end", "stop", "score", "take")]
    return Advice((safe or view.legal)[0], Reason("nothing better is to be seen"))
