"""Colour Collect without a fault: a round that can be won is won."""

from __future__ import annotations

from dataclasses import dataclass

from sim.bots.bot import Advice, Reason, Steady
from sim.bots.colour_collect.round import (
    Position,
    Steps,
    after,
    is_third,
    lying_of,
    placed,
    position_of,
    steps_of,
    ways,
)
from sim.bots.colour_collect.solver import EVEN, Prizes, Solver
from sim.rules.colour_collect.laying import COLOURS, LETTERS, SIZE
from sim.rules.colour_collect.sliding import WAYS
from sim.rules.colour_collect.view import ColourCollectView
from sim.rules.game import View


@dataclass(frozen=True, slots=True)
class Perfect(Steady):
    """A bot that looks a round through to its end.

    Of moves that are worth the same it plays the one to which the other player has the fewest answers that save the
    round. In variant 3 a block ends the match (K9): the bot prefers the end of the round that serves it there.
    """

    name: str = "perfect"

    def advice(self, view: View) -> Advice:
        """Return a move that wins the round, if there is one, and how sure that is."""
        assert isinstance(view, ColourCollectView)
        steps = steps_of(view.squares)
        solver = Solver(steps, prizes(view))
        position = position_of(view)
        if position is None:
            return _opening(view, steps, solver)
        by_way = dict(ways(position.lying, position.pawn))
        options = [(move, by_way[WAYS[move]]) for move in view.legal]
        worths = [solver.worth_of(position, square, False) for _, square in options]
        best = max(worths)
        level = [option for option, worth in zip(options, worths, strict=True) if worth == best]
        finish = [option for option in level if end_of(steps, position, option[1])]
        if best > 0 and finish:
            move, square = finish[0]
            return Advice(move, end_of(steps, position, square) or _SAFE)
        saves = [_answers(steps, solver, position, square, best) for _, square in level]
        fewest = min(saves, key=lambda save: (save[0], -save[1]))
        move, square = level[saves.index(fewest)]
        return Advice(move, end_of(steps, position, square) or _promise(best, fewest))


_SAFE = Reason("wins the round, whatever the other player does")


def prizes(view: ColourCollectView) -> Prizes:
    """Return what the ends of this round are worth to the player whose view it is, for the whole match."""
    if not view.setup.sudoku:
        return EVEN
    mine, theirs = view.rounds[view.seat], view.rounds[1 - view.seat]
    majority = view.setup.best_of // 2 + 1

    def match(won: int, lost: int, over: bool) -> int:
        """Return twice what the match is worth then; one that goes on is even."""
        return ((won > lost) - (won < lost)) * 2 if over or majority in (won, lost) else 0

    three, block = match(mine + 1, theirs, False), match(mine + 1, theirs, True)
    lost, blocked = match(mine, theirs + 1, False), match(mine, theirs + 1, True)
    return Prizes(
        2 if three > block else 1,
        2 if block > three else 1,
        -2 if lost < blocked else -1,
        -2 if blocked < lost else -1,
    )


def end_of(steps: Steps, position: Position, square: int) -> Reason | None:
    """Return how the disc of a square wins the round at once, if it does."""
    if is_third(position.mine, steps[square]):
        return Reason("takes the third {colour} disc and wins the round", (("colour", colour_of(steps[square])),))
    if not ways(position.lying & ~(1 << square), square):
        return Reason("leaves the other player no way to go and wins the round")
    return None


def colour_of(step: int) -> str:
    """Return the colour of a disc that adds so much to a hand."""
    return COLOURS[LETTERS[step.bit_length() // 2]]


def _opening(view: ColourCollectView, steps: Steps, solver: Solver) -> Advice:
    lying = lying_of(view.squares)
    options = [(move, placed(steps, lying, SIZE * int(move[2]) + int(move[1]))) for move in view.legal]
    worths = [solver.value(position, False) for _, position in options]
    best = max(worths)
    move = options[worths.index(best)][0]
    if len(options) == 1:
        return Advice(move, Reason("the pawn starts on the centre square"))
    return Advice(move, _SAFE if best > 0 else Reason("every start loses against best play"))


def _answers(steps: Steps, solver: Solver, position: Position, square: int, best: int) -> tuple[int, int]:
    """Return how many answers keep the round at what it is worth, and how many there are."""
    later = after(steps, position, square)
    answers = ways(later.lying, later.pawn)
    good = sum(solver.worth_of(later, answer, True) >= -best for _, answer in answers)
    return good, len(answers)


def _promise(best: int, answers: tuple[int, int]) -> Reason:
    if best > 0:
        return _SAFE
    good, count = answers
    return Reason(
        "the round is lost against best play: {good} of {count} answers win it", (("good", good), ("count", count))
    )
