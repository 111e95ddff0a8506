"""The grid of AXIO rota as bots think of it: for every circle how many corners of each colour lie in it.

What a corner earns depends on its circle alone (A7). So nothing needs to know which tile brought which symbol.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeAlias

from sim.rules.axio_rota.placing import Square
from sim.rules.axio_rota.tiles import BLANK, COLOURS, Tile
from sim.rules.moves import Move

WIDE = 256
"""Squares and circles are numbered row by row: more columns than tiles can reach."""
EMPTY = len(COLOURS)
"""The number of a blank corner; the colours have 0 to 4, in their order."""
ANY = 7 << 15
"""The bits of a circle that count all its corners, blank ones too; each colour has three bits below them."""

Corners: TypeAlias = tuple[int, int, int, int]
"""A tile as the numbers of its corners, clockwise from the top left."""
Spot: TypeAlias = tuple[int, int, int]
"""Where a tile is laid: the square, the quarter turns, and the colour that a blank corner is named as (-1: none)."""

_NUMBERS = {BLANK: EMPTY, **{colour: number for number, colour in enumerate(COLOURS)}}
_MIDDLE = WIDE // 2 * WIDE + WIDE // 2
# A symbol counts for its colour and for the circle; a blank corner for the circle alone.
_LAID = (*(1 << 3 * number | 1 << 15 for number in range(EMPTY)), 1 << 15)
_SIDES = (-WIDE, -1, 1, WIDE)


def corners_of(tile: Tile) -> Corners:
    """Return a tile as the numbers of its corners.

    >>> corners_of(Tile("blank", "green", "red", "blue"))
    (5, 1, 0, 2)
    """
    one, two, three, four = map(_NUMBERS.__getitem__, tile)
    return one, two, three, four


def square_of(place: Square) -> int:
    """Return the number of the square at (x, y)."""
    return _MIDDLE + WIDE * place[1] + place[0]


def move_of(spot: Spot) -> Move:
    """Return the move that lays a tile so."""
    square, turns, named = spot
    y, x = divmod(square, WIDE)
    words = "place", x - WIDE // 2, y - WIDE // 2, turns
    return Move(*words) if named < 0 else Move(*words, "as", COLOURS[named])


def spot_of(move: Move) -> Spot:
    """Return where a move lays a tile."""
    _, x, y, turns, *rest = move
    return square_of((int(x), int(y))), int(turns), _NUMBERS[str(rest[1])] if rest else -1


class Grid:
    """The lying tiles; it changes as tiles are laid."""

    __slots__ = ("circles", "free", "lying")

    def __init__(self, lying: Iterable[tuple[Square, Tile]] = ()) -> None:
        self.circles: dict[int, int] = {}
        """What lies in a circle, by the number of the square whose top left corner is in it."""
        self.lying: set[int] = set()
        self.free: set[int] = set()
        """Squares where a tile may be laid (A6)."""
        for place, tile in lying:
            self.lay(square_of(place), corners_of(tile), 0)

    def copy(self) -> Grid:
        """Return another grid with the same tiles."""
        grid = Grid()
        grid.circles, grid.lying, grid.free = self.circles.copy(), self.lying.copy(), self.free.copy()
        return grid

    def lay(self, square: int, tile: Corners, turns: int) -> None:
        """Lay a tile, turned clockwise, on a free square."""
        circles = self.circles
        for corner, circle in enumerate((square, square + 1, square + WIDE + 1, square + WIDE)):
            circles[circle] = circles.get(circle, 0) + _LAID[tile[corner - turns]]
        self.lying.add(square)
        self.free.discard(square)
        for way in _SIDES:
            if square + way not in self.lying:
                self.free.add(square + way)

    def earned(self, tile: Corners, spot: Spot) -> list[int]:
        """Return what a tile would earn there, points by colour (A7, A8)."""
        square, turns, named = spot
        points = [0] * EMPTY
        for corner, circle in enumerate((square, square + 1, square + WIDE + 1, square + WIDE)):
            shown = tile[corner - turns]
            if shown == EMPTY:
                shown = named
            if shown >= 0:
                points[shown] += self.circles.get(circle, 0) >> 3 * shown & 7
        return points

    def best(self, tile: Corners, gains: Sequence[Sequence[float]]) -> Spot:
        """Return where a tile gains most, `gains[colour][points]` being the worth of points of one colour.

        What colours gain is added up. Equals are decided by the numbers of squares and turns: the least is taken.
        """
        found = self.ranked(tile, gains, 1)
        return found[0][1]

    def ranked(self, tile: Corners, gains: Sequence[Sequence[float]], count: int) -> list[tuple[float, Spot]]:
        """Return the spots where a tile gains most, the best first, each with the negative of its gain."""
        spots = self._with_blank(tile, gains) if EMPTY in tile else self._full(tile, gains)
        if count == 1:
            return [min(spots)]
        spots.sort()
        return spots[:count]

    def _full(self, tile: Corners, gains: Sequence[Sequence[float]]) -> list[tuple[float, Spot]]:
        a, b, c, d = tile
        ga, gb, gc, gd = gains[a], gains[b], gains[c], gains[d]
        sa, sb, sc, sd = 3 * a, 3 * b, 3 * c, 3 * d
        circle = self.circles.get
        spots: list[tuple[float, Spot]] = []
        for square in self.free:
            p, q, r, s = (
                circle(square, 0),
                circle(square + 1, 0),
                circle(square + WIDE + 1, 0),
                circle(square + WIDE, 0),
            )
            spots += (
                (-(ga[p >> sa & 7] + gb[q >> sb & 7] + gc[r >> sc & 7] + gd[s >> sd & 7]), (square, 0, -1)),
                (-(ga[q >> sa & 7] + gb[r >> sb & 7] + gc[s >> sc & 7] + gd[p >> sd & 7]), (square, 1, -1)),
                (-(ga[r >> sa & 7] + gb[s >> sb & 7] + gc[p >> sc & 7] + gd[q >> sd & 7]), (square, 2, -1)),
                (-(ga[s >> sa & 7] + gb[p >> sb & 7] + gc[q >> sc & 7] + gd[r >> sd & 7]), (square, 3, -1)),
            )
        return spots

    def _with_blank(self, tile: Corners, gains: Sequence[Sequence[float]]) -> list[tuple[float, Spot]]:
        """The blank corner is named as the colour that gains most; points of a colour that stands twice add up."""
        blank = tile.index(EMPTY)
        colours = [(corner, colour, 3 * colour, gains[colour]) for corner, colour in enumerate(tile) if colour < EMPTY]
        circle = self.circles.get
        spots: list[tuple[float, Spot]] = []
        for square in self.free:
            around = circle(square, 0), circle(square + 1, 0), circle(square + WIDE + 1, 0), circle(square + WIDE, 0)
            for turns in range(4):
                points = [0] * EMPTY
                gain = 0.0
                for corner, colour, shift, worth in colours:
                    points[colour] = earned = around[(corner + turns) & 3] >> shift & 7
                    gain += worth[earned]
                met = around[(blank + turns) & 3]
                if not met:
                    spots.append((-gain, (square, turns, -1)))
                    continue
                more = [
                    (gains[named][had] - gains[named][had + (met >> 3 * named & 7)], named)
                    for named, had in enumerate(points)
                ]
                least, named = min(more)
                spots.append((least - gain, (square, turns, named)))
        return spots
