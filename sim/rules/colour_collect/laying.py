"""Laying the discs of Colour Collect: at random, as the rules allow, and as the texts that records keep.

A layout is one letter for each square, row by row from the top left: y, g, o, r, b for a disc, "." for none.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from functools import cache
from itertools import combinations, permutations
from types import MappingProxyType
from typing import TypeAlias

from sim.errors import ChanceError
from sim.pile.reading import short
from sim.rules.luck import Chance, below, shuffled

Square: TypeAlias = tuple[int, int]
"""A square as (x, y): x grows to the right, y downwards."""

SIZE = 5
COLOURS = {"y": "yellow", "g": "green", "o": "orange", "r": "red", "b": "blue"}
"""The colours of K1 by their letters."""
LETTERS = "".join(COLOURS)
GAP = "."
ENOUGH = 3
"""So many discs of a colour win a round (K6)."""

_LAYOUT = re.compile(rf"lay( [{LETTERS}{GAP}]{{{SIZE}}}){{{SIZE}}}")
_PAWN = re.compile(r"pawn ([0-4]) ([0-4])")


@cache
def quadrant(size: int = SIZE) -> tuple[int, ...]:
    """Return the squares that are not at the edge, for a board of 5 x 5 the middle 3 x 3 (K1), as indices.

    >>> quadrant()
    (6, 7, 8, 11, 12, 13, 16, 17, 18)
    """
    inner = range(1, size - 1)
    return tuple(size * y + x for y in inner for x in inner)


def place_of(square: int) -> Square:
    """Return the (x, y) of an index."""
    return square % SIZE, square // SIZE


def board_of(layout: str) -> Mapping[Square, str]:
    """Return the colour of each disc of a layout by its (x, y)."""
    return MappingProxyType({place_of(k): COLOURS[letter] for k, letter in enumerate(layout) if letter != GAP})


def in_play(aside: tuple[str, str]) -> str:
    """Return the letters of all discs where three of some colours are set aside."""
    return "".join(letter * (SIZE - ENOUGH * (letter in "".join(aside))) for letter in LETTERS)


def lay(discs: str, sudoku: bool, chance: Chance, size: int = SIZE) -> str:
    """Return a layout of these discs with at least one in the quadrant; all that are allowed are equally likely.

    `sudoku` says which rule they must keep: K9 (each colour at most once a row and column), or else K2 (no two of a
    colour side by side). Layouts that leave the quadrant empty are drawn anew, so the others stay equally likely.
    """
    draw = _lay_sudoku if sudoku else _lay_apart
    while True:
        layout = draw(discs, chance, size)
        if any(layout[square] != GAP for square in quadrant(size)):
            return layout


def _lay_apart(discs: str, chance: Chance, size: int) -> str:
    """Return a layout as K2 says, drawn from all such layouts with equal chances.

    Square after square gets one of the discs and gaps that are left, all equally likely: the beginning of a
    uniformly shuffled board. At the first two discs that clash all starts anew, so a board that is finished is a
    shuffled one on the condition that it is allowed: uniform. A full board takes 1,600 starts on average, most of
    them a few squares long; with three or more gaps it is a quarter of that or less.
    """
    squares = list(discs.ljust(size * size, GAP))
    count = len(squares)
    while True:
        for k in range(count):
            other = k + int(chance() * (count - k))
            letter = squares[other]
            squares[other] = squares[k]
            squares[k] = letter
            if letter != GAP and (
                (k % size and squares[k - 1] == letter) or (k >= size and squares[k - size] == letter)
            ):
                break
        else:
            return "".join(squares)


def _lay_sudoku(discs: str, chance: Chance, size: int) -> str:
    """Return a layout as K9 says, drawn from all such layouts with equal chances.

    Colour after colour is placed, those with most discs first. At every colour the number of choices depends on
    what was counted, never on what was drawn, all of them are equally likely, and each allowed layout is exactly one
    row of choices; if a choice clashes, all starts anew. So allowed layouts are equally likely. The choices:

    - The first colour, if it has a disc for each row: any permutation of the columns.
    - Further such colours: any permutation that differs from the first one in each row (44 for 5 x 5; the others
      would clash for certain). It clashes if it meets a third one.
    - Colours with fewer discs, and the last of all: any set of so many squares of those that are free. It clashes if
      two of them share a row or a column. For the last colour of a full board that is the one set that is left.

    A full board of 5 x 5, a Latin square, takes 64 starts on average; no board that can come up takes more.
    """
    counts = sorted(Counter(discs).items(), key=lambda item: (-item[1], item[0]))
    while True:
        layout = _sudoku_or_clash(counts, chance, size)
        if layout:
            return layout


def _sudoku_or_clash(counts: list[tuple[str, int]], chance: Chance, size: int) -> str:
    squares = [GAP] * (size * size)
    columns: list[int] = []
    free = size * size
    for letter, count in counts:
        if count == size and free > size:
            if not columns:
                columns = shuffled(range(size), chance)
                chosen = [size * y + columns[y] for y in range(size)]
            else:
                ways = _derangements(size)
                way = ways[below(len(ways), chance)]
                chosen = [size * y + columns[way[y]] for y in range(size)]
                if any(squares[square] != GAP for square in chosen):
                    return ""
        else:
            left = [square for square, there in enumerate(squares) if there == GAP]
            chosen = shuffled(left, chance)[:count]
            if len({s % size for s in chosen}) < count or len({s // size for s in chosen}) < count:
                return ""
        for square in chosen:
            squares[square] = letter
        free -= count
    return "".join(squares)


@cache
def _derangements(size: int) -> tuple[tuple[int, ...], ...]:
    return tuple(p for p in permutations(range(size)) if all(k != there for k, there in enumerate(p)))


def fault(layout: str, sudoku: bool) -> str:
    """Return what is wrong with where the discs of a layout lie, with the rule's number; nothing if all is well."""
    for one, other in combinations(range(len(layout)), 2):
        if layout[one] != layout[other] or layout[one] == GAP:
            continue
        (x, y), (u, v) = place_of(one), place_of(other)
        told = f"two {COLOURS[layout[one]]} discs"
        if sudoku and (x == u or y == v):
            return f"{told} lie in {'column' if x == u else 'row'} {x if x == u else y} (K9)"
        if not sudoku and abs(x - u) + abs(y - v) == 1:
            return f"{told} lie side by side at {x} {y} and {u} {v} (K2)"
    return ""


def layout_text(layout: str) -> str:
    """Return a layout as a result of chance.

    >>> layout_text("ygorb" + 20 * ".")
    'lay ygorb ..... ..... ..... .....'
    """
    return " ".join(["lay", *rows_of(layout)])


def rows_of(layout: str) -> list[str]:
    """Return the rows of a layout, top row first."""
    return [layout[k : k + SIZE] for k in range(0, SIZE * SIZE, SIZE)]


def read_layout(result: str) -> str:
    """Return the layout that a result of chance tells; raise ChanceError if it tells none."""
    if not _LAYOUT.fullmatch(result):
        raise ChanceError(f"{short(result)} is no layout: use 'lay' and five rows of five of {LETTERS} and {GAP}")
    return "".join(result.split()[1:])


def check_layout(layout: str, discs: str, sudoku: bool, rule: str) -> str:
    """Return the layout if these discs may lie so; raise ChanceError otherwise.

    `rule` is the number of the rule that says which discs are laid.
    """
    lying, due = Counter(layout.replace(GAP, "")), Counter(discs)
    for letter, colour in COLOURS.items():
        if lying[letter] != due[letter]:
            raise ChanceError(f"the layout has {lying[letter]} {colour} discs instead of {due[letter]} ({rule})")
    if wrong := fault(layout, sudoku):
        raise ChanceError(f"in the layout {wrong}")
    if all(layout[square] == GAP for square in quadrant()):
        raise ChanceError(f"the layout has no disc in the quadrant ({rule})")
    return layout


def drawn_pawn(layout: str, chance: Chance) -> str:
    """Return as a result of chance where the pawn starts (K9): on any disc of the quadrant, all equally likely."""
    discs = [square for square in quadrant() if layout[square] != GAP]
    x, y = place_of(discs[below(len(discs), chance)])
    return f"pawn {x} {y}"


def read_pawn(result: str, layout: str) -> int:
    """Return the index of the square that a result of chance tells; raise ChanceError if no pawn can start there."""
    found = _PAWN.fullmatch(result)
    if not found:
        raise ChanceError(f"{short(result)} is no square for the pawn: use 'pawn', x and y, each from 0 to 4")
    square = int(found[1]) + SIZE * int(found[2])
    if square not in quadrant() or layout[square] == GAP:
        raise ChanceError(f"{result}: the pawn starts on a disc of the quadrant (K9)")
    return square
