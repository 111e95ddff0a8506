"""The guided game of AXIO rota: a tile is turned and laid for three points, the next ones freely.

With this seed the first tile earns most on one square, turned twice.
"""

from __future__ import annotations

from sim.view.guides.guide import MOVE, NEVER, Guide, Step
from sim.view.words import N_

_FREELY = "square-*", "colour-*", "turn-left", "turn-right"

GUIDE = Guide(
    "axio-rota",
    seed=14,
    bots=("beginner",),
    options={"first": 0},
    shaking=N_("Sixty tiles are shuffled, and four of them laid."),
    steps=(
        Step(N_("Welcome! You and Bruno take turns to lay a tile beside those that lie here."), "square-2,0"),
        Step(N_("This is your tile. You may turn it before you lay it."), "hand"),
        Step(
            N_("Turn it twice: with R, the mouse wheel, the right button, or here."),
            "turn-right",
            ("turn-left", "turn-right"),
            until=NEVER,
            turned=2,
        ),
        Step(
            N_("Now lay it here. See what it brings: its red meets a red, its blue meets two blues."),
            "square-1,-1",
            ("square-1,-1",),
        ),
        Step(
            N_(
                "Each symbol earns a point for every like one that it meets in its circle. Your stones have moved: red "
                "by one, blue by two."
            ),
            "card-0",
        ),
        Step(N_("Bruno lays his tile."), "card-1", turn=True),
        Step(
            N_("Your next tile. Try squares and turns: the points are shown before you lay it. Take the best."),
            "hand",
            _FREELY,
            until=MOVE,
        ),
        Step(N_("Bruno again."), "card-1", turn=True),
        Step(
            N_(
                "In the end only your lowest stone counts: let no colour fall behind. Lay this tile where a stone that "
                "lags gets on."
            ),
            "card-0",
            _FREELY,
            until=MOVE,
        ),
        Step(N_("A stone that gets to 12 is an AXIO! It earns a bonus turn with a tile from the supply."), "supply"),
        Step(N_("A blank corner of your tile can be any colour: you name it when you lay it."), "hand"),
        Step(N_("H gives you a hint, U takes a move back, F1 tells the rules. Play on, and good luck!"), "rules"),
    ),
)
