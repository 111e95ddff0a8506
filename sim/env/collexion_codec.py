"""Collexion as arrays and numbers.

Actions, in blocks; kinds in alphabetical order, colours and shapes too, others clockwise from the player's left:

    0     take ID               80        160   stop
    80    remove ID             80        161   give-partner
    163   score colour C         4        162   end
    167   score shape S          4
    171   score shape S from C   16       4 s + c
    187   for each other player: steal (16), give (16), swap (256: 16 mine + theirs)
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import numpy as np

from sim.env.codec import Array, Codec, Field, flags, from_own, numbered, seat_mark
from sim.pile import RULES
from sim.pile.cover import Pairs
from sim.rules.collexion.sets import COLOURS, COPIES, KINDS, MARKERS, POLYGONS, SHAPES
from sim.rules.collexion.view import CollexionView
from sim.rules.edition import EXPERT
from sim.rules.moves import Move

ACTIONS = ("remove", "steal", "swap")
VALUES = tuple(sorted(MARKERS))

_ALL = len(POLYGONS)
_FAR = 20_000.0  # mm: no tray is wider
_MOST = 16 * COPIES  # polygons: no score is lower by more, none higher than all markers and actions
_KINDS = numbered(KINDS)


class CollexionCodec(Codec):
    """What a player knows of a game of Collexion, in arrays."""

    def __init__(self, players: int) -> None:
        self._moves = tuple(_moves(players))
        self._numbers = numbered(self._moves)
        self.actions = len(self._moves)
        self.fields = (
            Field("known", (_ALL,), 0, 1),
            Field("poses", (_ALL, 6), -_FAR, _FAR, np.float32),
            Field("covers", (_ALL, _ALL), 0, 1),
            Field("rests", (_ALL, _ALL), 0, 1),
            Field("touches", (_ALL, _ALL), 0, 1),
            Field("reachable", (_ALL,), 0, 1),
            Field("taken", (_ALL,), 0, 4),
            Field("collections", (players, len(KINDS)), 0, COPIES),
            Field("lid", (len(KINDS),), 0, COPIES),
            Field("stacks", (len(COLOURS),), 0, len(MARKERS)),
            Field("markers", (len(VALUES),), 0, len(COLOURS)),
            Field("marker_counts", (players,), 0, len(COLOURS) * len(MARKERS)),
            Field("actions", (players, len(ACTIONS)), 0, 1),
            Field("scores", (players,), -_MOST, _MOST),
            Field("scores_known", (players,), 0, 1),
            Field("phase", (4,), 0, 1),
            Field("to_move", (players,), 0, 1),
            Field("first", (players,), 0, 1),
            Field("rules", (len(RULES) + len(EXPERT) + 4,), 0, 1),
        )

    def observation(self, view: CollexionView) -> dict[str, Array]:
        """Return the arrays of an observation by name."""
        found = {field.name: field.empty() for field in self.fields}
        ids = [piece.id for piece in view.pieces]
        if ids:
            found["known"][ids] = 1
            found["poses"][ids] = [(p.x, p.y, p.z, p.angle, *p.gradient) for p in view.pieces]
        for name, pairs in (("covers", view.covers), ("rests", view.rests), ("touches", view.touches)):
            _mark(found[name], pairs)
        found["touches"] |= found["touches"].T
        found["reachable"][list(view.reachable)] = 1
        found["taken"][list(view.taken)] = range(1, len(view.taken) + 1)
        for row, kinds in zip(found["collections"], from_own(view, view.collections), strict=True):
            _count(row, kinds)
        _count(found["lid"], view.lid)
        found["stacks"][:] = view.heights
        found["markers"][:] = [view.markers.count(value) for value in VALUES]
        found["marker_counts"][:] = from_own(view, view.marker_counts)
        found["actions"][:] = [[action in left for action in ACTIONS] for left in from_own(view, view.actions)]
        scores = from_own(view, view.scores)
        found["scores"][:] = [score or 0 for score in scores]
        found["scores_known"][:] = [score is not None for score in scores]
        found["phase"][:] = flags(view.taking, view.acted, view.scored, view.paired)
        found["to_move"][:] = seat_mark(view, view.to_move)
        found["first"][:] = seat_mark(view, view.first)
        found["rules"][:] = _rules(view)
        return found

    def action(self, view: CollexionView, move: Move) -> int:
        """Return the number of a move."""
        return self._numbers[_from_seat(move, -view.seat, view.players)]

    def move(self, view: CollexionView, action: int) -> Move:
        """Return the move that an action stands for."""
        return _from_seat(self._moves[self.check(action)], view.seat, view.players)


def _moves(players: int) -> Iterator[Move]:
    """Yield all moves of seat 0, in the order of their numbers."""
    yield from (Move("take", id) for id in range(_ALL))
    yield from (Move("remove", id) for id in range(_ALL))
    yield from (Move(word) for word in ("stop", "give-partner", "end"))
    yield from (Move("score", "colour", colour) for colour in COLOURS)
    yield from (Move("score", "shape", shape) for shape in SHAPES)
    yield from (Move("score", "shape", shape, "from", colour) for shape in SHAPES for colour in COLOURS)
    for other in range(1, players):
        yield from (Move("steal", other, kind) for kind in KINDS)
        yield from (Move("give", other, kind) for kind in KINDS)
        yield from (Move("swap", mine, other, theirs) for mine in KINDS for theirs in KINDS)


@cache
def _from_seat(move: Move, turn: int, players: int) -> Move:
    """Return a move with the seat in it counted from another one; without a seat, the move itself."""
    match move:
        case ("steal" | "give" as what, int(seat), str(kind)):
            return Move(what, (seat + turn) % players, kind)
        case ("swap", str(mine), int(seat), str(theirs)):
            return Move("swap", mine, (seat + turn) % players, theirs)
        case _:
            return move


def _mark(matrix: Array, pairs: Pairs) -> None:
    if pairs:
        a, b = np.array(list(pairs)).T
        matrix[a, b] = 1


def _count(row: Array, kinds: tuple[str, ...]) -> None:
    for kind in kinds:
        row[_KINDS[kind]] += 1


def _rules(view: CollexionView) -> list[Any]:
    edition = view.edition
    return [
        *(edition.reachable == rule for rule in RULES),
        edition.shape_set_pays == "smallest",
        *(action in edition.expert_actions for action in EXPERT),
        edition.stacks_face_up,
        *(variant in view.variants for variant in ("team", "expert")),
    ]
