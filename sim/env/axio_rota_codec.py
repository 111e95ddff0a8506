"""AXIO rota as arrays and numbers.

The grid has no end, but its frontier does: the free squares that share a side with a lying tile. They are numbered in
the order of x, then y. An action is (frontier square x 4 + quarter turns) x 6 + colour, where colour 0 names none and
1 to 5 name red, green, blue, orange, purple.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from sim.env.codec import Array, Codec, Field, from_own, numbered, seat_mark
from sim.errors import GameError
from sim.rules.axio_rota import AxioRotaView
from sim.rules.axio_rota.deal import STACK, START
from sim.rules.axio_rota.placing import Square, free_squares
from sim.rules.axio_rota.tiles import BLANK, COLOURS, TILES, TOP, Tile
from sim.rules.moves import Move

TURNS, NAMES = 4, 1 + len(COLOURS)
NOTHING = -1
"""What stands where there is no tile, and no square."""

_SYMBOLS = numbered((BLANK, *COLOURS))
_WAYS = numbered((turns, *name) for turns in range(TURNS) for name in ((), *(("as", colour) for colour in COLOURS)))
"""How a tile is laid on a square: quarter turns and the colour named, if any."""
_EMPTY = [0] * NAMES


class AxioRotaCodec(Codec):
    """What a player knows of a game of AXIO rota, in arrays."""

    def __init__(self, players: int) -> None:
        self.laid = laid = most_laid(players)
        self.squares = squares = most_squares(players)
        self.actions = squares * TURNS * NAMES
        self.fields = (
            Field("tiles", (len(START) + laid, 6), -TILES, TILES),
            Field("frontier", (squares, 2), -TILES, TILES),
            Field("open", (squares,), 0, 1),
            Field("meets", (squares, 4, NAMES), 0, 3),
            Field("hand", (4,), NOTHING, len(COLOURS)),
            Field("stones", (players, len(COLOURS)), 0, TOP),
            Field("laid", (players,), 0, STACK),
            Field("supply", (1,), 0, TILES),
            Field("bonus", (1,), 0, len(COLOURS)),
            Field("to_move", (players,), 0, 1),
            Field("first", (players,), 0, 1),
        )

    def observation(self, view: AxioRotaView) -> dict[str, Array]:
        """Return the arrays of an observation by name."""
        found = {field.name: field.empty() for field in self.fields}
        found["tiles"][:, 2:] = NOTHING
        for row, ((x, y), tile) in zip(found["tiles"], view.lying, strict=False):
            row[:] = (x, y, *_symbols(tile))
        frontier = self.frontier(view)
        if frontier:
            count, circles = len(frontier), _circles(view)
            found["frontier"][:count] = frontier
            found["open"][:count] = 1
            found["meets"][:count] = [[circles.get(point, _EMPTY) for point in _points(*at)] for at in frontier]
        found["hand"][:] = NOTHING if view.hand is None else _symbols(view.hand)
        found["stones"][:] = from_own(view, view.tracks)
        found["laid"][:] = from_own(view, view.laid)
        found["supply"][:] = view.supply
        found["bonus"][:] = view.bonus
        found["to_move"][:] = seat_mark(view, view.to_move)
        found["first"][:] = seat_mark(view, view.first)
        return found

    def frontier(self, view: AxioRotaView) -> list[Square]:
        """Return the squares that a tile can be laid on, in their order; none once the game is over."""
        return [] if view.outcome else free_squares(view.board)

    def mask(self, view: AxioRotaView) -> Array:
        """Return 1 for every action that is legal."""
        mask = np.zeros(self.actions, np.int8)
        squares = numbered(self.frontier(view))
        legal: Any = view.legal
        mask[[squares[move[1:3]] * len(_WAYS) + _WAYS[move[3:]] for move in legal]] = 1
        return mask

    def action(self, view: AxioRotaView, move: Move) -> int:
        """Return the number of a move that is legal."""
        words: tuple[Any, ...] = move
        return self.frontier(view).index(words[1:3]) * len(_WAYS) + _WAYS[words[3:]]

    def move(self, view: AxioRotaView, action: int) -> Move:
        """Return the move that an action stands for; beyond the frontier there is none."""
        square, way = divmod(self.check(action), len(_WAYS))
        frontier = self.frontier(view)
        if square >= len(frontier):
            raise GameError(f"action {action} is for square {square} of the frontier, which has {len(frontier)} now")
        return Move("place", *frontier[square], *list(_WAYS)[way])


def most_laid(players: int) -> int:
    """Return a number of tiles that no game lays more of: one a ply, see `AxioRota.longest`."""
    return STACK * players + min((len(COLOURS) - 1) * players, TILES - len(START) - STACK * players)


def most_squares(players: int) -> int:
    """Return the largest number of free squares that border the lying tiles when one is to be laid.

    The start square has 8. A tile takes one away and has three other neighbours, so it adds 2 at most; the first one
    adds 1 at most: it lies beside one tile of the start, and another start tile borders a neighbour of it already.
    So with n tiles laid, n > 0, there are 7 + 2n at most, and the last tile is laid when n is one less than all. A
    row that leads straight away from the start has so many.
    """
    return 7 + 2 * (most_laid(players) - 1)


def _points(x: int, y: int) -> tuple[Square, Square, Square, Square]:
    """Return the grid points at the corners of a square, clockwise from the top left."""
    return (x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1)


def _circles(view: AxioRotaView) -> dict[Square, list[int]]:
    """Return for each grid point where tiles lie how many of their corners there show each symbol."""
    circles: dict[Square, list[int]] = {}
    for square, tile in view.lying:
        for point, symbol in zip(_points(*square), tile, strict=True):
            circles.setdefault(point, [0] * NAMES)[_SYMBOLS[symbol]] += 1
    return circles


def _symbols(tile: Tile) -> list[int]:
    return [_SYMBOLS[symbol] for symbol in tile]
