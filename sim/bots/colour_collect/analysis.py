"""A round of Colour Collect looked back on: who could have won it, and which moves gave it away."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sim.bots.colour_collect.perfect import end_of
from sim.bots.colour_collect.round import Steps, lying_of, placed, position_of, steps_of, ways
from sim.bots.colour_collect.solver import Solver
from sim.errors import GameError
from sim.rules.colour_collect.laying import SIZE
from sim.rules.colour_collect.sliding import WAYS
from sim.rules.colour_collect.view import ColourCollectView
from sim.rules.moves import Move


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a move did to a round, for the player who made it."""

    seat: int
    move: Move
    winning: tuple[Move, ...]
    """The moves with which the player would have won against any play, in the order of `legal`; none if lost."""
    best: Move
    """A winning move, one that wins at once if there is one; where all lose, the move itself."""

    @property
    def fault(self) -> bool:
        """Whether the move gave away a round that was won."""
        return bool(self.winning) and self.move not in self.winning


@dataclass(frozen=True, slots=True)
class Analysis:
    """A round as perfect play sees it."""

    favourite: int
    """The seat that could have won from the first move on."""
    verdicts: tuple[Verdict, ...]
    """One for each move."""

    @property
    def faults(self) -> tuple[int, ...]:
        """The numbers of the moves, from 0, that gave the round away."""
        return tuple(number for number, verdict in enumerate(self.verdicts) if verdict.fault)


def analyse(views: Sequence[ColourCollectView], moves: Sequence[Move]) -> Analysis:
    """Return what perfect play thinks of the moves of one round; each was made where the view of its number shows.

    Each view is that of the player to move. Where the round stands in the match counts for nothing here.
    """
    if not moves or len(views) != len(moves):
        raise GameError(f"a round of {len(moves)} moves seen {len(views)} times cannot be looked back on")
    steps = steps_of(views[0].squares)
    solver = Solver(steps)
    verdicts = tuple(_verdict(steps, solver, view, move) for view, move in zip(views, moves, strict=True))
    first = verdicts[0]
    return Analysis(first.seat if first.winning else 1 - first.seat, verdicts)


def _verdict(steps: Steps, solver: Solver, view: ColourCollectView, move: Move) -> Verdict:
    winning = tuple(one for one in view.legal if _worth(steps, solver, view, one) > 0)
    at_once = [one for one in winning if _ends(steps, view, one)]
    best = move if move in winning or not winning else (at_once or winning)[0]
    return Verdict(view.to_move, move, winning, best)


def _worth(steps: Steps, solver: Solver, view: ColourCollectView, move: Move) -> int:
    """Return what a move makes of the round for the player who makes it: 1 if it is won, -1 if it is lost."""
    position = position_of(view)
    if position is None:
        return solver.value(placed(steps, lying_of(view.squares), SIZE * int(move[2]) + int(move[1])), False)
    return solver.worth_of(position, dict(ways(position.lying, position.pawn))[WAYS[move]], False)


def _ends(steps: Steps, view: ColourCollectView, move: Move) -> bool:
    position = position_of(view)
    if position is None:
        return False
    return end_of(steps, position, dict(ways(position.lying, position.pawn))[WAYS[move]]) is not None
