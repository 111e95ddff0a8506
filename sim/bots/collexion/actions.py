"""Actions of Collexion (C13, C20): which are worth their marker."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from sim.bots.collexion.kinds import SETS, kind_of, presence, units
from sim.bots.collexion.table import Table
from sim.bots.collexion.worth import TASTE, Worth
from sim.rules.moves import Move


class Action(NamedTuple):
    """An action, and what it gains besides its marker: for the own collection and by the loss of others."""

    gain: float
    move: Move


def best_action(table: Table, worth: Worth, collection: int, last: bool) -> Action | None:
    """Return the swap, steal or give that gains most with this collection, if any gains more than it costs.

    `collection` is what the player has when sets are scored; what is given away must have joined it before.
    """
    price = cost(table, last)
    now = worth.value(collection, table.heights, last)
    best: Action | None = None
    for move, mine, seat, theirs in _options(table, collection):
        gain = worth.value(mine, table.heights, last) - now - price
        gain += _weight(table, seat) * (
            worth.kept(theirs, table.heights) - worth.kept(table.collections[seat], table.heights)
        )
        if gain > 0.01 and (best is None or gain > best.gain):
            best = Action(gain, move)
    return best


def cost(table: Table, last: bool) -> float:
    """Return what an action costs: its marker, which is 1 point at the end (C15), and nothing among experts."""
    return 0.0 if table.expert else 1.0 if last else TASTE.marker


def _options(table: Table, collection: int) -> Iterator[tuple[Move, int, int, int]]:
    """Yield actions with the own collection and that of another seat afterwards."""
    others = [seat for seat in range(table.players) if seat != table.seat]
    own = table.collections[table.seat] & collection  # what of it could be given away now
    gone = sorted(units(table.collections[table.seat])) if own else []
    wanted = _missing(collection)
    for seat in others:
        theirs = table.collections[seat]
        if table.may_act("steal"):
            for unit in units(theirs):
                yield Move("steal", seat, kind_of(unit)), collection + unit, seat, theirs - unit
        if table.may_act("swap"):
            for unit in units(theirs & wanted):
                for mine in gone:
                    if mine != unit:
                        move = Move("swap", kind_of(mine), seat, kind_of(unit))
                        yield move, collection + unit - mine, seat, theirs - unit + mine
        if table.may_act("give"):
            for mine in gone:
                yield Move("give", seat, kind_of(mine)), collection - mine, seat, theirs + mine


def _missing(collection: int) -> int:
    """Return the kinds that complete a set, each with all its bits."""
    present = presence(collection)
    missing = 0
    for wanted in SETS:
        if (present & wanted).bit_count() == 3:
            missing |= wanted & ~present
    return missing * 15


def _weight(table: Table, seat: int) -> float:
    """Return how much what another player gains counts for the player to move."""
    if seat == table.partner:
        return 1.0
    return -TASTE.spite / (table.players - 1 - table.team)
