"""The guided game of Collexion: a set in the first turn, an action in the second.

On the pile of this seed one polygon of each shape in green lies free.
"""

from __future__ import annotations

from sim.view.guides.guide import Guide, Step
from sim.view.words import N_

GUIDE = Guide(
    "collexion",
    seed=7,
    bots=("beginner",),
    options={"edition": "de", "first": 0},
    shaking=N_("Eighty polygons are shaken. How they come to lie is the heart of the game."),
    steps=(
        Step(N_("Welcome! You and Bruno take turns to collect polygons from this pile."), "piece-48"),
        Step(N_("A polygon that nothing lies over can be taken. It has a bright rim, like this one."), "piece-3"),
        Step(
            N_("The others are blocked. Point at one, and you see what lies over it."),
            "piece-32",
            ask="piece-32",
        ),
        Step(N_("Let us take some. Begin with the green triangle."), "piece-3", ("piece-3",)),
        Step(
            N_(
                "It lies below the box until your turn ends. The next one must share its shape or its colour: take the "
                "green square."
            ),
            "piece-23",
            ("piece-23",),
            clear=("turn",),
        ),
        Step(
            N_("See the rims: only what shares shape or colour goes on. Take the pentagon."), "piece-41", ("piece-41",)
        ),
        Step(N_("Up to four can be taken in a turn. The octagon is the fourth."), "piece-64", ("piece-64",)),
        Step(N_("Four shapes of one colour: that is a set. End the taking."), "finish", ("finish",)),
        Step(
            N_("A full column of your card is a set. Click the coin: it earns the top marker of the green stack."),
            "set-0-green",
            ("set-0-green",),
        ),
        Step(N_("The marker is yours, with its value in points. The four polygons have gone to the lid."), "won-0"),
        Step(N_("Four colours of one shape, a full row, are a set as well. End your turn now."), "finish", ("finish",)),
        Step(N_("Bruno takes his turn. What he does is told here."), "log", turn=True),
        Step(
            N_("Your turn again. Each of these three actions works once a game. Steal something from Bruno."),
            "action-steal",
            ("action-steal",),
        ),
        Step(N_("Choose any of his polygons."), "card-1", ("cell-1-*",)),
        Step(
            N_("Now take what you like, up to four, and end your turn. The pile shows what goes on."),
            "turn",
            ("piece-*", "finish", "stop", "set-0-*", "stack-*"),
            until=("finish", "stop"),
        ),
        Step(N_("Score what you can, and end your turn."), "finish", ("finish", "set-0-*", "stack-*"), ("finish",)),
        Step(N_("Here you see how many of each kind are still in the pile."), "counts"),
        Step(
            N_(
                "The round ends when all markers are won or the pile is empty. An action that you keep is worth a "
                "point; each polygon left over takes one away."
            ),
            "card-0",
        ),
        Step(N_("H gives you a hint, U takes a move back, F1 tells the rules. Play on, and good luck!"), "rules"),
    ),
)
