"""What can be chosen when each game is set up, in plain words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from sim.errors import PolypileError
from sim.view.axio_rota.scores import high_scores
from sim.view.items import Sprite
from sim.view.layout import Rect
from sim.view.screens.setup import Option, Plan, Setup
from sim.view.stage import Stage
from sim.view.words import N_

if TYPE_CHECKING:
    from sim.record.scores import HighScore


class SetupCollexion(Setup):
    """Setting up a game of Collexion."""

    game = "collexion"
    title = "Collexion"
    options = (
        Option(
            "edition",
            N_("Edition"),
            (
                ("de", N_("German")),
                ("fr", N_("French")),
                ("it", N_("Italian")),
                ("fr-blue-orange", N_("Blue Orange")),
            ),
            {
                "de": N_("What nothing lies over can be taken. A set of one shape earns from any stack."),
                "fr": N_(
                    "What nothing rests on can be taken, even under a bridge. "
                    "A set of one shape earns from the lowest stack."
                ),
                "it": N_(
                    "What lies free and touches nothing beside it can be taken. "
                    "A set of one shape earns from the lowest stack."
                ),
                "fr-blue-orange": N_("As the French edition, but the markers lie face down."),
            },
        ),
        Option(
            "variants",
            N_("Variants"),
            (("team", N_("Teams")), ("expert", N_("Expert"))),
            {
                "": N_("The plain game: each for themselves, with action markers."),
                "team": N_("Players 1 and 3 play against 2 and 4."),
                "expert": N_("No action markers: two alike, taken in a row, allow an action."),
            },
            several=True,
        ),
    )

    def allowed(self, name: str, value: Any) -> bool:
        """Teams are for four players (C19)."""
        return value != "team" or all(self.plan.kinds)

    def fitting(self, plan: Plan) -> Plan:
        """Return the plan without teams where there are not four players."""
        variants: Iterable[str] = plan.options["variants"]
        if not all(plan.kinds) and "team" in variants:
            return replace(plan, options={**plan.options, "variants": tuple(v for v in variants if v != "team")})
        return plan


class SetupAxioRota(Setup):
    """Setting up a game of AXIO rota."""

    game = "axio-rota"
    title = "AXIO rota"
    seed_words = (
        N_("Number"),
        N_("a new one; or a number from a friend"),
        N_("The same number shuffles the tiles in the same way."),
    )
    fewest = 1

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage)
        self._looked_for = stage.house.high_scores()
        self._scores: tuple[HighScore, ...] = ()

    def _options(self, rect: Rect) -> Iterator[Sprite]:
        """Yield the high scores: there is nothing to choose."""
        yield from high_scores(self.stage.controls, rect, self._scores)

    def tick(self) -> None:
        """Look for the high scores."""
        try:
            for scores in self._looked_for.news():
                self._scores = scores
                self.changed()
        except PolypileError as wrong:
            self.stage.notify(str(wrong))
        super().tick()

    def closed(self) -> None:
        """Nobody waits for the high scores any more."""
        self._looked_for.drop()
        super().closed()


class SetupColourCollect(Setup):
    """Setting up a match of Colour Collect."""

    game = "colour-collect"
    title = "Colour Collect"
    most = 2
    seed_words = (
        N_("Number"),
        N_("a new one; or a number from a friend"),
        N_("The same number lays the discs in the same places."),
    )
    options = (
        Option(
            "variant",
            N_("Variant"),
            ((1, N_("All anew")), (2, N_("Fewer discs")), (3, N_("Sudoku"))),
            {
                1: N_("Before each round all 25 discs are laid anew."),
                2: N_("The three discs that win a round stay out of the match; all others are laid anew."),
                3: N_(
                    "No row or column holds a colour twice, and the pawn's first square is drawn. "
                    "If a player cannot move, the match ends."
                ),
            },
            columns=3,
        ),
        Option("best_of", N_("Match"), ((3, N_("Best of 3")), (5, N_("Best of 5"))), {}),
        Option(
            "next_start",
            N_("Who starts the next round"),
            (("loser", N_("The loser")), ("alternate", N_("In turn"))),
            {},
        ),
        Option(
            "won_discs",
            N_("Discs that won, in Sudoku"),
            (("keep", N_("Stay out")), ("return", N_("Are laid anew too"))),
            {},
        ),
    )

    def allowed(self, name: str, value: Any) -> bool:
        """What becomes of the discs that won is a question of variant 3 only."""
        return name != "won_discs" or self.plan.options["variant"] == 3

    def chosen_options(self) -> dict[str, Any]:
        """Return the options that the variant has."""
        chosen = super().chosen_options()
        if chosen["variant"] != 3:
            del chosen["won_discs"]
        return chosen
