"""The action *remove* of Collexion (C13): taking away what lies in the way of a better turn."""

from __future__ import annotations

from sim.bots.collexion.actions import Action, cost
from sim.bots.collexion.chains import chains
from sim.bots.collexion.kinds import UNIT_OF
from sim.bots.collexion.table import Table
from sim.bots.collexion.worth import Worth
from sim.pile.masks import ids_of
from sim.rules.moves import Move

NARROW = 3
"""How many chains it follows from level to level."""
TRIED = 6
"""How many polygons it thinks away: those that set most free."""
SURE = 0.5
"""What must be gained beyond the cost: so narrow a look may err."""


def best_removal(table: Table, worth: Worth, now: float) -> Action | None:
    """Return the removal that gains most over a turn that is worth `now`, if one gains more than it costs."""
    if not table.may_act("remove"):
        return None
    freed = [(-table.heap.freed(table.lying ^ 1 << id, id).bit_count(), id) for id in _reachable(table)]
    best: Action | None = None
    for none_freed, id in sorted(freed)[:TRIED]:
        if none_freed == 0:
            break
        gain = _value_without(table, worth, id) - now - cost(table, last=False)
        if gain > SURE and (best is None or gain > best.gain):
            best = Action(gain, Move("remove", id))
    return best


def _reachable(table: Table) -> tuple[int, ...]:
    return ids_of(table.heap.reachable(table.lying, table.free))


def _value_without(table: Table, worth: Worth, id: int) -> float:
    after = table.copy()
    after.take(id)
    collection = after.collections[after.seat] + sum(UNIT_OF[taken] for taken in after.taken)

    def value(end: int, lying: int) -> float:
        return worth.value(end, after.heights, not lying)

    found = chains(after.heap, after.lying, after.free, after.taken, collection, value, NARROW)
    return found[0].value if found else -float("inf")
