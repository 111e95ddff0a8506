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
    ways = _promising(table, worth)
    if not ways:
        return None
    value, id = max(ways, key=lambda way: way[0])
    gain = value - now - cost(table, last=False)
    return Action(gain, Move("remove", id)) if gain > SURE else None


def promising(table: Table, worth: Worth) -> list[int]:
    """Return a few polygons without which a turn looks better, the best first."""
    return [id for _, id in sorted(_promising(table, worth), key=lambda way: -way[0])]


def removed(table: Table, id: int) -> Table:
    """Return another table, on which the player to move has removed this polygon."""
    after = table.copy()
    after.take(id)
    after.actions[after.seat] -= {"remove"}
    after.acted = True
    return after


def _promising(table: Table, worth: Worth) -> list[tuple[float, int]]:
    """Return the polygons that set most free, each after what the turn is worth without it."""
    ids = ids_of(table.heap.reachable(table.lying, table.free))
    freed = sorted((-table.heap.freed(table.lying ^ 1 << id, id).bit_count(), id) for id in ids)[:TRIED]
    return [(_value(removed(table, id), worth), id) for none_freed, id in freed if none_freed]


def _value(table: Table, worth: Worth) -> float:
    collection = table.collections[table.seat] + sum(UNIT_OF[taken] for taken in table.taken)
    found = chains(table.heap, table.lying, table.free, table.taken, collection, worth, table.heights, NARROW, 1)
    return found[0].value if found else -float("inf")
