"""A round of Colour Collect as bots think of it: squares as bits, hands as counts."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from sim.rules.colour_collect.laying import COLOURS, GAP, LETTERS, SIZE
from sim.rules.colour_collect.sliding import RAYS, WAYS
from sim.rules.colour_collect.view import ColourCollectView

# A hand is a number with two bits a colour: how many of it are owned.
_STEP = {letter: 1 << 2 * number for number, letter in enumerate(LETTERS)}
_LETTER = {colour: letter for letter, colour in COLOURS.items()}
_SQUARES = range(SIZE * SIZE)
_LINES = tuple(tuple(sum(1 << there for there in ray) for ray in rays) for rays in RAYS)
MOVES = tuple(WAYS)
"""The moves of the four ways, by their numbers."""

Steps: TypeAlias = tuple[int, ...]
"""For each square what its disc adds to a hand, 0 where none lies: all that does not change in a round."""


class Position(NamedTuple):
    """Where a round stands, seen from the player to move."""

    lying: int
    """The squares with discs, as a mask."""
    pawn: int
    mine: int
    theirs: int


def steps_of(squares: str) -> Steps:
    """Return what the disc of each square adds to a hand, where discs lie as the letters tell."""
    return tuple(_STEP.get(letter, 0) for letter in squares)


def position_of(view: ColourCollectView) -> Position | None:
    """Return where the round stands that a view shows; None before the pawn is placed."""
    if view.pawn is None:
        return None
    mine, theirs = (hand_of(view.discs[seat]) for seat in (view.to_move, 1 - view.to_move))
    return Position(lying_of(view.squares), SIZE * view.pawn[1] + view.pawn[0], mine, theirs)


def lying_of(squares: str) -> int:
    """Return where discs lie, as a mask."""
    return sum(1 << square for square in _SQUARES if squares[square] != GAP)


def hand_of(colours: tuple[str, ...]) -> int:
    """Return the discs that a player owns as a number."""
    return sum(_STEP[_LETTER[colour]] for colour in colours)


def placed(steps: Steps, lying: int, square: int) -> Position:
    """Return the round once the pawn is placed: the other player owns the disc, and the same one moves (K3)."""
    return Position(lying & ~(1 << square), square, 0, steps[square])


def ways(lying: int, pawn: int) -> list[tuple[int, int]]:
    """Return the ways that the pawn can go (K4), as numbers, each with the square where it stops.

    Of the discs on a ray the nearest one has the lowest bit or the highest.
    """
    down, left, right, up = _LINES[pawn]
    found = []
    if line := lying & down:
        found.append((0, (line & -line).bit_length() - 1))
    if line := lying & left:
        found.append((1, line.bit_length() - 1))
    if line := lying & right:
        found.append((2, (line & -line).bit_length() - 1))
    if line := lying & up:
        found.append((3, line.bit_length() - 1))
    return found


def is_third(hand: int, step: int) -> bool:
    """Tell whether a disc is the third of its colour for a hand (K6)."""
    return hand & 3 * step == 2 * step


def after(steps: Steps, position: Position, square: int) -> Position:
    """Return the round, seen from the other player, once the player to move has taken the disc of a square."""
    lying, _, mine, theirs = position
    return Position(lying & ~(1 << square), square, theirs, mine + steps[square])
