"""Colour Collect as arrays and numbers.

Actions: 0 up, 1 down, 2 left, 3 right; 4 + 5 y + x places the pawn on x y.
"""

from __future__ import annotations

from sim.env.codec import Array, Codec, Field, flags, from_own, numbered, seat_mark
from sim.rules.colour_collect import ColourCollectView
from sim.rules.colour_collect.laying import COLOURS, LETTERS, SIZE
from sim.rules.moves import Move

WAYS = ("up", "down", "left", "right")

_WAYS = numbered(map(Move, WAYS))
_LETTERS = numbered(LETTERS)
_COLOURS = numbered(COLOURS.values())


class ColourCollectCodec(Codec):
    """What a player knows of a match of Colour Collect, in arrays."""

    actions = len(WAYS) + SIZE * SIZE
    fields = (
        Field("board", (SIZE, SIZE, len(COLOURS)), 0, 1),
        Field("pawn", (SIZE, SIZE), 0, 1),
        Field("discs", (2, len(COLOURS)), 0, 3),
        Field("out", (2, len(COLOURS)), 0, 1),
        Field("rounds", (2,), 0, 3),
        Field("to_move", (2,), 0, 1),
        Field("starter", (2,), 0, 1),
        Field("rules", (5,), 0, 1),
    )

    def observation(self, view: ColourCollectView) -> dict[str, Array]:
        """Return the arrays of an observation by name."""
        setup = view.setup
        found = {field.name: field.empty() for field in self.fields}
        board = found["board"].reshape(-1, len(COLOURS))
        for square, letter in enumerate(view.squares):
            if letter in _LETTERS:
                board[square, _LETTERS[letter]] = 1
        if view.pawn is not None:
            x, y = view.pawn
            found["pawn"][y, x] = 1
        for name, by_seat in (("discs", view.discs), ("out", view.out)):
            for row, colours in zip(found[name], from_own(view, by_seat), strict=True):
                for colour in colours:
                    row[_COLOURS[colour]] += 1
        found["rounds"][:] = from_own(view, view.rounds)
        found["to_move"][:] = seat_mark(view, view.to_move)
        found["starter"][:] = seat_mark(view, view.starter)
        found["rules"][:] = flags(
            setup.variant == 2, setup.variant == 3, setup.best_of == 5, setup.next_start == "alternate", setup.keeps
        )
        return found

    def action(self, view: ColourCollectView, move: Move) -> int:  # noqa: ARG002
        """Return the number of a move."""
        if move in _WAYS:
            return _WAYS[move]
        _, x, y = move
        return len(WAYS) + SIZE * int(y) + int(x)

    def move(self, view: ColourCollectView, action: int) -> Move:  # noqa: ARG002
        """Return the move that an action stands for."""
        number = self.check(action)
        if number < len(WAYS):
            return Move(WAYS[number])
        y, x = divmod(number - len(WAYS), SIZE)
        return Move("pawn", x, y)
