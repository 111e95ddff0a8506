"""Whole turns of Collexion played on a table in the mind."""

from __future__ import annotations

from sim.bots.collexion.kinds import SETS, UNIT, UNIT_OF
from sim.bots.collexion.plan import Plan, plans, worth_for
from sim.bots.collexion.table import Table
from sim.bots.collexion.worth import Worth, paid
from sim.rules.luck import Chance
from sim.rules.moves import Move

FEW = 3
"""With how many ends of taking a player in the mind looks for an action."""


def play(table: Table, plan: Plan, worth: Worth) -> None:
    """Play the rest of a turn as planned, and let the next player move."""
    me = table.seat
    joining = table.taken + plan.takes
    table.lying, table.free = plan.lying, plan.free
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


def score_one(table: Table, number: int, payer: int) -> None:
    """Score one set, paid by the stack of a colour (C10, C11)."""
    points, table.heights = paid(table.heights, payer)
    table.collections[table.seat] -= SETS[number]
    table.points[table.seat] += points
    table.scored = True


def play_on(table: Table, turns: int, width: int, noise: float, chance: Chance) -> None:
    """Let all play on as greedy does with few chains; with noise, not always the best of them."""
    while turns and not table.over:
        turns -= 1
        worth = worth_for(table)
        ways = plans(table, worth, width, FEW)
        best = ways[0]
        if noise:
            best = max(ways[:5], key=lambda plan: plan.value + noise * chance())
        play(table, best, worth)
