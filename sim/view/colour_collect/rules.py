"""Colour Collect in short."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from sim.view.colour_collect.disc import RADIUS, disc, pawn
from sim.view.controls import Controls
from sim.view.items import Sprite, Viewport
from sim.view.layout import Rect
from sim.view.screens.rules import Part
from sim.view.words import N_


def _discs(*colours: str, pawn_first: bool = False) -> Callable[[str, Controls, Rect], Iterable[Sprite]]:
    """Return what draws discs in a row, with the pawn before them if it belongs there."""

    def draw(tag: str, controls: Controls, rect: Rect) -> Iterable[Sprite]:
        u = controls.unit
        for k, colour in enumerate(("pawn", *colours) if pawn_first else colours):
            at = Viewport(16 * u / RADIUS, round(rect.x + (18 + 40 * k) * u), round(rect.y + 22 * u))
            if colour == "pawn":
                yield pawn(f"{tag}-pawn", at, controls.look)
            else:
                yield disc(f"{tag}-{k}", colour, at, controls.look)

    return draw


PARTS = (
    Part(
        N_("Slide"),
        N_(
            "Slide the pawn along a row or column, over any number of empty squares, to the first disc that way. "
            "You take that disc; then it is the other player's turn."
        ),
        _discs("orange", pawn_first=True),
    ),
    Part(
        N_("Win a round"),
        N_(
            "Whoever first owns three discs of one colour wins the round. Whoever has to move and cannot has lost it: "
            "so mind where you leave the pawn."
        ),
        _discs("red", "red", "red"),
    ),
    Part(
        N_("Begin"),
        N_(
            "The starter puts the pawn on a disc of the quadrant, in the first round on the middle square, and that "
            "disc goes to the other player. Then the starter slides. In Sudoku the first square is drawn."
        ),
    ),
    Part(
        N_("The match"),
        N_(
            "After each round the discs are laid anew, never two of a colour side by side; in Sudoku no row or column "
            "holds a colour twice. Discs that won a round may stay out. Most of three or five rounds win."
        ),
    ),
)
