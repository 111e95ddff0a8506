"""The rest of a turn of Collexion, thought through to its end: takes, a hand-over, an action, sets."""

from __future__ import annotations

from typing import NamedTuple

from sim.bots.collexion.actions import Action, best_action
from sim.bots.collexion.chains import Chain, chains
from sim.bots.collexion.kinds import UNIT_OF
from sim.bots.collexion.table import Table
from sim.bots.collexion.worth import Scoring, Worth

WIDTH = 24
"""How many chains greedy follows from level to level."""
TRIED = 10
"""How many of their ends greedy looks at for an action, or to hand over to a partner."""
KEPT = 40
"""How many of their ends are thought of at all."""


class Plan(NamedTuple):
    """How a turn may go on from here."""

    value: float
    takes: tuple[int, ...]
    handed: bool
    """Whether the last polygon goes to the partner (C19)."""
    action: Action | None
    scoring: Scoring
    lying: int
    free: int


def worth_for(table: Table) -> Worth:
    """Return what values collections in this turn."""
    return Worth(table.smallest, table.heights, table.lying.bit_count(), table.players, shares=table.shares)


def plans(table: Table, worth: Worth, width: int = WIDTH) -> list[Plan]:
    """Return ways to go on with a turn while taking lasts, the best first; there is always one.

    With some of the best ends of taking it looks for an action and, in teams, hands over to the partner; other ends
    are returned as they are.
    """
    return sorted(_ways(table, worth, width, KEPT), key=lambda plan: -plan.value)


def best_plan(table: Table, worth: Worth) -> Plan:
    """Return the first of all plans, without the others."""
    return max(_ways(table, worth, WIDTH, TRIED), key=lambda plan: plan.value)


def _ways(table: Table, worth: Worth, width: int, most: int) -> list[Plan]:
    collection = table.collections[table.seat] + sum(UNIT_OF[id] for id in table.taken)
    heights = table.heights
    found = chains(table.heap, table.lying, table.free, table.taken, collection, worth, heights, width, most)
    if table.taken or not table.lying or not any(heights):
        found.append(Chain(worth.value(collection, heights, not table.lying), (), collection, table.lying, table.free))
        found.sort(key=lambda chain: -chain.value)
    ways = [_plan(table, worth, chain, number < TRIED) for number, chain in enumerate(found[:most])]
    if table.partner is not None:
        ways += [_handed(table, worth, chain) for chain in found[:TRIED] if chain.takes or table.taken]
    return ways


def _plan(table: Table, worth: Worth, chain: Chain, thorough: bool) -> Plan:
    scoring = worth.scored(chain.collection, table.heights, not chain.lying)
    action = None
    if thorough and not table.expert and not table.acted:
        action = best_action(table, worth, chain.collection, not chain.lying or not any(scoring.heights))
    value = chain.value + (action.gain if action else 0.0)
    return Plan(value, chain.takes, False, action, scoring, chain.lying, chain.free)


def _handed(table: Table, worth: Worth, chain: Chain) -> Plan:
    """Hand the last polygon to the partner, who scores it later (C14, C19)."""
    assert table.partner is not None
    unit = UNIT_OF[(table.taken + chain.takes)[-1]]
    scoring = worth.scored(chain.collection - unit, table.heights, not chain.lying)
    theirs = table.collections[table.partner]
    gain = worth.kept(theirs + unit, scoring.heights) - worth.kept(theirs, scoring.heights)
    return Plan(scoring.value + gain, chain.takes, True, None, scoring, chain.lying, chain.free)
