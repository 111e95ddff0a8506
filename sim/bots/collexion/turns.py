"""Whole turns of Collexion played on a table in the mind."""

from __future__ import annotations

from sim.bots.collexion.kinds import UNIT, UNIT_OF
from sim.bots.collexion.plan import Plan, best_plan, worth_for
from sim.bots.collexion.table import Table
from sim.bots.collexion.worth import Worth
from sim.rules.moves import Move


def play(table: Table, plan: Plan, worth: Worth) -> None:
    """Play the rest of a turn as planned, and let the next player move."""
    me = table.seat
    joining = table.taken + plan.takes
    for id in plan.takes:
        table.take(id)
    if plan.handed and table.partner is not None:
        table.collections[table.partner] += UNIT_OF[joining[-1]]
        joining = joining[:-1]
    table.collections[me] += sum(UNIT_OF[id] for id in joining)
    if plan.action:
        act(table, plan.action.move)
    score_all(table, worth)
    table.end_turn()


def act(table: Table, move: Move) -> None:
    """Play a swap, a steal or a give (C13, C20)."""
    me = table.seat
    match move:
        case ("swap", str(mine), int(seat), str(theirs)):
            change = UNIT[theirs] - UNIT[mine]
        case ("steal", int(seat), str(theirs)):
            change = UNIT[theirs]
        case (_, int(seat), str(mine)):
            change = -UNIT[mine]
        case _:
            raise AssertionError(move)
    table.collections[me] += change
    table.collections[seat] -= change
    table.actions[me] -= {str(move[0])}
    table.acted = True


def score_all(table: Table, worth: Worth) -> None:
    """Score the player's sets in the best way, until none is complete (C8)."""
    me = table.seat
    scored = worth.scored(table.collections[me], table.heights, not table.lying)
    table.collections[me], table.heights = scored.rest, scored.heights
    table.points[me] += scored.points


def play_on(table: Table, turns: int) -> None:
    """Let all play so many turns as greedy does, but for removals."""
    while turns and not table.over:
        turns -= 1
        worth = worth_for(table)
        play(table, best_plan(table, worth), worth)
