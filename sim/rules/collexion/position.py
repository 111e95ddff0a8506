"""A position of Collexion as JSON, both ways."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any, TypeAlias

from sim.pile.masks import ids_of
from sim.pile.reading import Entry, short
from sim.rules.collexion.sets import COLOURS, FOLLOWERS, KIND_OF, KINDS, MARKERS, POLYGONS
from sim.rules.collexion.setup import ACTIONS, MOST_TAKES, CollexionSetup
from sim.rules.luck import Luck

if TYPE_CHECKING:
    from sim.rules.collexion.state import Collexion

Rows: TypeAlias = tuple[tuple[Any, ...], ...]

MOST_PLIES = 1000
"""More than any game has."""

_NAMES = "ply", "first", "to_move", "left", "taken", "collections", "lid", "stacks", "markers", "actions", "over"
_FLAGS = "taking", "acted", "scored", "paired"


def position(state: Collexion) -> dict[str, Any]:
    """Return everything but set-up and luck, ready for JSON."""
    return {
        "ply": state.ply,
        "to_move": state.to_move,
        "over": state.outcome is not None,
        "first": state.first,
        "left": list(ids_of(state.lying)),
        "taken": list(state.taken),
        "collections": [list(some) for some in state.collections],
        "lid": list(state.lid),
        "stacks": list(state.heights),
        "markers": [list(won) for won in state.markers],
        "actions": [sorted(unused) for unused in state.actions],
        **{name: getattr(state, name) for name in _FLAGS},
    }


def read(setup: CollexionSetup, luck: Luck, entry: Entry) -> dict[str, Any]:
    """Return the fields of the state of which `position` gave the entry; what contradicts itself is refused."""
    entry.only(*_NAMES, *_FLAGS)
    last = setup.players - 1
    left, taken = (entry.integers(name, 0, len(POLYGONS) - 1) for name in ("left", "taken"))
    flags = {name: entry.flag(name) for name in _FLAGS}
    actions = _rows(entry, "actions", setup.players, sorted(ACTIONS))
    fields: dict[str, Any] = {
        "setup": setup,
        "luck": luck,
        "ply": entry.integer("ply", 0, MOST_PLIES),
        "first": entry.integer("first", 0, last),
        "to_move": entry.integer("to_move", 0, last),
        "lying": sum(1 << id for id in set(left)),
        "taken": taken,
        "collections": _rows(entry, "collections", setup.players, KINDS),
        "lid": _words(entry, "lid", KINDS),
        "heights": entry.integers("stacks", 0, len(MARKERS), len(COLOURS)),
        "markers": _rows(entry, "markers", setup.players, MARKERS, ordered=False),
        "actions": tuple(map(frozenset, actions)),
        **flags,
    }
    if list(left) != sorted(set(left)):
        entry.refuse("left is not in ascending order")
    if len({*left, *taken}) < len(left) + len(taken):
        entry.refuse("taken has polygons twice, or some that are left as well")
    if len(taken) > (MOST_TAKES if flags["taking"] else 0):
        entry.refuse(f"taken has {len(taken)} polygons: no more than {MOST_TAKES}, and none once taking has ended")
    if setup.first not in (None, fields["first"]):
        entry.refuse(f"first is {fields['first']}, but the set-up says {setup.first}")
    if luck.results != (() if setup.first is not None else (f"first {fields['first']}",)):
        entry.refuse(f"first is {fields['first']}, but luck says otherwise")
    if (setup.expert and any(actions)) or any(len(set(row)) < len(row) for row in actions):
        entry.refuse("actions are not those that the players can have")
    _check_turn(entry, taken, flags)
    return fields


def _check_turn(entry: Entry, taken: tuple[int, ...], flags: dict[str, bool]) -> None:
    for last, id in pairwise(taken):
        if not FOLLOWERS[last] >> id & 1:
            entry.refuse(f"{id} was taken after {last}, which has neither its shape nor its colour (C6)")
    if flags["taking"] and flags["scored"]:
        entry.refuse("a set was scored before taking has ended (C7)")
    if flags["paired"] and (len(taken) < 2 or KIND_OF[taken[-1]] != KIND_OF[taken[-2]]):
        entry.refuse("paired, but the last two polygons taken are not of one kind (C20)")


def _rows(entry: Entry, name: str, players: int, words: Sequence[Any], ordered: bool = True) -> Rows:
    rows = entry.rows(name, players)
    return tuple(_words(rows, str(seat), words, ordered) for seat in range(players))


def _words(entry: Entry, name: str, words: Sequence[Any], ordered: bool = True) -> tuple[Any, ...]:
    row = entry.items(name)
    for word in row:
        if type(word) is bool or not isinstance(word, str | int) or word not in words:
            entry.refuse(f"{name} holds {short(word)}, which does not belong there")
    if ordered and row != sorted(row):
        entry.refuse(f"{name} is not sorted")
    return tuple(row)
