"""The guided game of Colour Collect: the first slide is told, the rest of the round is played."""

from __future__ import annotations

from sim.view.guides.guide import NEVER, Guide, Step
from sim.view.words import N_

_FREELY = "disc-*", "way-*"

GUIDE = Guide(
    "colour-collect",
    seed=1,
    bots=("beginner",),
    options={"variant": 1, "first": 0},
    shaking=N_("Twenty-five discs are laid, no two alike side by side."),
    steps=(
        Step(N_("Welcome! Who first owns three discs of one colour wins the round."), "card-0"),
        Step(
            N_("The pawn starts in the middle, and the disc that lies there goes to Bruno. Put it there."),
            "disc-2-2",
            ("disc-2-2",),
        ),
        Step(N_("The red disc is his. Now you slide the pawn: along its row or its column."), "card-1"),
        Step(
            N_("It stops at the first disc, and you take that one. Slide it to the left and take the blue disc."),
            "disc-1-2",
            ("disc-1-2", "way-left"),
        ),
        Step(N_("Bruno slides on from where the pawn stands now."), "card-1", turn=True),
        Step(
            N_("Here you see what each way would bring. Think ahead: what will Bruno find from there? Choose one."),
            "bar",
            _FREELY,
        ),
        Step(N_("Bruno slides."), "card-1", turn=True),
        Step(N_("Whoever finds no disc in the pawn's row and column cannot move, and loses the round."), "bar"),
        Step(
            N_("Play this round to its end. Look what Bruno collects, and leave him no third disc!"),
            "card-1",
            _FREELY,
            until=NEVER,
            clear=("card-0",),
        ),
        Step(
            N_("The round is over. In the next ones the pawn may start on any disc of the middle nine."),
            "match",
        ),
        Step(N_("Two rounds win the match. H gives you a hint, F1 tells the rules. Play on, and good luck!"), "rules"),
    ),
)
