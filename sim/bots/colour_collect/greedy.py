"""Colour Collect by what a disc brings now."""

from __future__ import annotations

from dataclasses import dataclass

from sim.bots.bot import Advice, Reason, Steady
from sim.bots.colour_collect.perfect import colour_of, end_of
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
from sim.rules.colour_collect.laying import SIZE
from sim.rules.colour_collect.sliding import WAYS
from sim.rules.colour_collect.view import ColourCollectView
from sim.rules.game import View


@dataclass(frozen=True, slots=True)
class Greedy(Steady):
    """A bot that wins if it can, does not let the other player win at once, and likes pairs."""

    name: str = "greedy"

    def advice(self, view: View) -> Advice:
        """Return the move that brings most now, and what it brings."""
        assert isinstance(view, ColourCollectView)
        steps = steps_of(view.squares)
        position = position_of(view)
        if position is None:
            return _opening(view, steps)
        by_way = dict(ways(position.lying, position.pawn))
        options = [(-gain(steps, position, by_way[WAYS[move]]), move) for move in view.legal]
        _, move = min(options)
        return Advice(move, _reason(steps, position, by_way[WAYS[move]]))


def gain(steps: Steps, position: Position, square: int) -> int:
    """Return what taking the disc of a square brings to the player to move, in small numbers; 100 is a round."""
    later = after(steps, position, square)
    answers = ways(later.lying, later.pawn)
    if is_third(position.mine, steps[square]) or not answers:
        return 100
    if loses_to(steps, later):
        return -100
    # A second disc of a colour is a threat; to have the other player's pair split is as good; few answers are safe.
    pair, split = (bool(hand & 3 * steps[square]) for hand in (position.mine, position.theirs))
    return 4 * pair + 3 * split - len(answers)


def loses_to(steps: Steps, later: Position) -> bool:
    """Tell whether the player to move can take a third disc."""
    return any(is_third(later.mine, steps[answer]) for _, answer in ways(later.lying, later.pawn))


def _opening(view: ColourCollectView, steps: Steps) -> Advice:
    """Start where there are most ways to go: with none the round is lost (K5)."""
    lying = lying_of(view.squares)
    starts = [(-len(ways(*placed(steps, lying, SIZE * int(move[2]) + int(move[1]))[:2])), move) for move in view.legal]
    least, move = min(starts)
    return Advice(move, Reason("starts with {count} ways to go", (("count", -least),)))


def _reason(steps: Steps, position: Position, square: int) -> Reason:
    won = end_of(steps, position, square)
    if won:
        return won
    if loses_to(steps, after(steps, position, square)):
        return Reason("every way lets the other player win")
    colour = ("colour", colour_of(steps[square]))
    if position.mine & 3 * steps[square]:
        return Reason("makes a pair of {colour}", (colour,))
    if position.theirs & 3 * steps[square]:
        return Reason("takes {colour} that the other player collects", (colour,))
    return Reason("leaves the other player few ways to go")
