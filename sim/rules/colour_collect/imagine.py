"""A match of Colour Collect that a player may imagine from what it sees."""

from __future__ import annotations

from sim.rules.colour_collect.laying import COLOURS, SIZE
from sim.rules.colour_collect.sliding import NOWHERE
from sim.rules.colour_collect.state import ColourCollect
from sim.rules.colour_collect.view import ColourCollectView
from sim.rules.luck import Chance, Luck, below

_LETTERS = {colour: letter for letter, colour in COLOURS.items()}


def imagined(view: ColourCollectView, chance: Chance) -> ColourCollect:
    """Return a state that looks like this view: everything is seen but how chance will decide."""
    return ColourCollect(
        setup=view.setup,
        luck=Luck(below(2**53, chance)),
        starter=view.starter,
        to_move=view.to_move,
        squares=view.squares,
        pawn_at=NOWHERE if view.pawn is None else SIZE * view.pawn[1] + view.pawn[0],
        owned=_both(view.discs),
        rounds=view.rounds,
        aside=_both(view.out),
        ply=view.ply,
        outcome=view.outcome,
    )


def _both(hands: tuple[tuple[str, ...], ...]) -> tuple[str, str]:
    one, other = ("".join(_LETTERS[colour] for colour in hand) for hand in hands)
    return one, other
