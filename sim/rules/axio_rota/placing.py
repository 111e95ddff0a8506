"""Placing a square tile on the grid: where it may lie, what its corners meet, and what that earns (A6 to A8)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import TypeAlias

from sim.errors import IllegalMove
from sim.rules.axio_rota.tiles import BLANK, COLOURS, Tile
from sim.rules.moves import Grammar, Move

Square: TypeAlias = tuple[int, int]
"""x grows to the right, y downwards."""
Board: TypeAlias = Mapping[Square, Tile]
"""The lying tiles, turned as they lie."""

GRAMMAR = Grammar("AXIO rota", ("place X Y R", "place X Y R as COLOUR"), {"COLOUR": COLOURS})

SIDES: tuple[Square, ...] = ((-1, 0), (0, -1), (0, 1), (1, 0))
"""The way to the squares that share a side with a square."""

# Corners have the numbers 0 to 3, clockwise from the top left. Four tiles meet in a grid point:
#
#     +-------+-------+
#     |       |       |      Corner 0 of the tile at (x, y) meets corner 2 of the one at (x - 1, y - 1),
#     |      2|3      |      corner 3 of the one at (x, y - 1) and corner 1 of the one at (x - 1, y).
#     +-------+-------+
#     |      1|0      |
#     |       | x, y  |
#     +-------+-------+
MEETS: tuple[tuple[tuple[int, int, int], ...], ...] = (
    ((-1, -1, 2), (0, -1, 3), (-1, 0, 1)),
    ((0, -1, 2), (1, -1, 3), (1, 0, 0)),
    ((1, 0, 3), (1, 1, 0), (0, 1, 1)),
    ((0, 1, 0), (-1, 1, 1), (-1, 0, 2)),
)
"""For each corner of a tile, the way to the three squares that it meets and which corner of theirs it meets there."""

_NAMES = tuple(sorted(COLOURS))
_NUMBERS = {colour: number for number, colour in enumerate(COLOURS)}


def read(move: Move) -> tuple[int, int, int, str | None]:
    """Return x, y, the quarter turns and the named colour; raise MoveError for a move that places no tile."""
    place, x, y, turns, *rest = move if len(move) in (4, 6) else (None,) * 4
    if place == "place" and type(x) is int and type(y) is int and type(turns) is int:
        if not rest:
            return x, y, turns, None
        if rest[0] == "as" and isinstance(rest[1], str) and rest[1] in COLOURS:
            return x, y, turns, rest[1]
    raise GRAMMAR.unreadable(move)


def verify(board: Board, tile: Tile, move: Move) -> None:
    """Raise the reason why a tile may not be laid so: IllegalMove, or MoveError where the move places no tile."""
    x, y, turns, named = read(move)
    if (x, y) in board:
        raise IllegalMove(move, "a tile lies there already", "A6")
    if not any((x + dx, y + dy) in board for dx, dy in SIDES):
        raise IllegalMove(move, "it would share no side with a lying tile", "A6")
    if not 0 <= turns <= 3:
        raise IllegalMove(move, "a tile is laid with 0 to 3 quarter turns", "A6")
    blank = tile.blank
    if blank is None:
        if named:
            raise IllegalMove(move, "the tile has no blank corner to name a colour for", "A8")
    elif meets(board, (x, y), (blank + turns) % 4):
        if not named:
            raise IllegalMove(move, "the blank corner meets a lying one and needs the name of a colour", "A8")
    elif named:
        raise IllegalMove(move, "the blank corner meets no lying one, so no colour is named", "A8")


def free_squares(board: Board) -> list[Square]:
    """Return the free squares that share a side with a lying tile, sorted."""
    return sorted({(x + dx, y + dy) for x, y in board for dx, dy in SIDES} - board.keys())


@lru_cache(maxsize=4096)
def placements(square: Square) -> tuple[tuple[Move, ...], tuple[tuple[Move, ...], ...]]:
    """Return the moves to a square, sorted: for each number of turns the plain one; for each, those with a colour."""
    x, y = square
    plain = tuple(Move("place", x, y, turns) for turns in range(4))
    named = tuple(tuple(Move("place", x, y, turns, "as", colour) for colour in _NAMES) for turns in range(4))
    return plain, named


def meets(board: Board, square: Square, corner: int) -> bool:
    """Tell whether this corner of a tile on a square would meet a corner of a lying tile, blank or not."""
    x, y = square
    (ax, ay, _), (bx, by, _), (cx, cy, _) = MEETS[corner]
    return (x + ax, y + ay) in board or (x + bx, y + by) in board or (x + cx, y + cy) in board


def tally(board: Board, square: Square, tile: Tile, named: str | None) -> list[int]:
    """Return what a tile, turned as it is laid, earns on a free square: points by colour, in their order (A7, A8).

    A blank corner counts as the colour that is named, or not at all.
    """
    x, y = square
    earned = [0] * len(COLOURS)
    for symbol, met in zip(tile, MEETS, strict=True):
        shown = named if symbol == BLANK else symbol
        if shown is None:
            continue
        for dx, dy, corner in met:
            other = board.get((x + dx, y + dy))
            if other is not None and other[corner] == shown:
                earned[_NUMBERS[shown]] += 1
    return earned


def by_corner(board: Board, square: Square, tile: Tile, named: str | None) -> tuple[int | None, ...]:
    """Return what each corner of a tile, turned as it is laid, earns on a free square; None where it is not scored.

    That is a corner that meets no lying one (A7), and a blank one for which no colour is named (A8).
    """
    earned: list[int | None] = []
    for corner, (symbol, met) in enumerate(zip(tile, MEETS, strict=True)):
        shown = named if symbol == BLANK else symbol
        if shown is None or not meets(board, square, corner):
            earned.append(None)
            continue
        others = [board.get((square[0] + dx, square[1] + dy)) for dx, dy, _ in met]
        earned.append(sum(o is not None and o[k] == shown for o, (_, _, k) in zip(others, met, strict=True)))
    return tuple(earned)


def earnings(board: Board, tile: Tile, move: Move) -> dict[str, int]:
    """Return what a move earns by colour, the tile in the hand being turned by it; it must be allowed."""
    x, y, turns, named = read(move)
    return dict(zip(COLOURS, tally(board, (x, y), tile.turned(turns), named), strict=True))
