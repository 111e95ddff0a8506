"""The pawn of Colour Collect: where it may start, the ways that it slides, and the disc that it meets."""

from __future__ import annotations

from sim.rules.colour_collect.laying import GAP, SIZE, place_of, quadrant
from sim.rules.moves import Move

CENTRE = SIZE * SIZE // 2
NOWHERE = -1
"""Where the pawn is before it is placed."""

DOWN, LEFT, RIGHT, UP = (Move(word) for word in ("down", "left", "right", "up"))
WAYS = {DOWN: 0, LEFT: 1, RIGHT: 2, UP: 3}
# The squares that the pawn passes, by its own square and the way it goes, the nearest one first.
RAYS = tuple(
    (
        tuple(range(square + SIZE, SIZE * SIZE, SIZE)),
        tuple(range(square - 1, square // SIZE * SIZE - 1, -1)),
        tuple(range(square + 1, square // SIZE * SIZE + SIZE)),
        tuple(range(square - SIZE, -1, -SIZE)),
    )
    for square in range(SIZE * SIZE)
)
# The same as slices of all squares, all four ways at once: (bit of the way, slice, what it is if no disc lies there).
LINES = tuple(
    tuple(
        (1 << way, slice(min(ray), max(ray) + 1, SIZE if way in (0, 3) else 1), GAP * len(ray))
        for way, ray in enumerate(rays)
        if ray
    )
    for rays in RAYS
)
SLIDES = tuple(tuple(move for move, way in WAYS.items() if bits >> way & 1) for bits in range(16))
PAWNS = {square: Move("pawn", *place_of(square)) for square in quadrant()}


def slides(squares: str, pawn_at: int) -> tuple[Move, ...]:
    """Return the ways in which a pawn meets a disc (K4), sorted."""
    bits = 0
    for bit, line, empty in LINES[pawn_at]:
        if squares[line] != empty:
            bits |= bit
    return SLIDES[bits]


def first_disc(squares: str, pawn_at: int, way: int) -> int:
    """Return the square of the first disc that a pawn meets (K4), -1 if it meets none."""
    for square in RAYS[pawn_at][way]:
        if squares[square] != GAP:
            return square
    return NOWHERE
