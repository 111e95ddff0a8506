"""The perfect player of Colour Collect against the rules themselves."""

import random
from dataclasses import replace

import pytest

from sim.bots import bot
from sim.bots.colour_collect.perfect import prizes
from sim.bots.colour_collect.round import position_of, steps_of
from sim.bots.colour_collect.solver import Prizes, Solver
from sim.rules.colour_collect import ColourCollectSetup
from sim.rules.luck import Luck, below

VARIANTS = [(variant, best_of) for variant in (1, 2, 3) for best_of in (3, 5)]


def start(seed, variant=1, best_of=3):
    return ColourCollectSetup(variant, best_of).start(Luck(seed))


def late(seed, left=12):
    """Return a position in which the round goes on, with few discs left on the board."""
    chance = random.Random(seed).random
    while True:
        state = start(below(10**6, chance), *VARIANTS[seed % len(VARIANTS)])
        while state.outcome is None and (len(state.board) > left or state.pawn is None):
            state = state.play(state.legal[below(len(state.legal), chance)])
        if state.outcome is None:
            return state


def winner_of_round(before, after):
    """Return who won the round that was just played to its end; None if it goes on."""
    return next((seat for seat in (0, 1) if after.rounds[seat] > before.rounds[seat]), None)


def brute_force(state, known):
    """Return who wins the round when nobody errs, by playing out every way with the rules alone."""
    key = state.squares, state.pawn, state.owned, state.to_move
    if key not in known:
        mover, best = state.to_move, 1 - state.to_move
        for move in state.legal:
            after = state.play(move)
            ended = winner_of_round(state, after)
            if (brute_force(after, known) if ended is None else ended) == mover:
                best = mover
                break
        known[key] = best
    return known[key]


def agree(state):
    """Say whether the bot keeps for its player what brute force says that the player has."""
    known = {}
    expected = brute_force(state, known)
    view = state.player_view(state.to_move)
    value = Solver(steps_of(view.squares)).value(position_of(view), False)
    assert (value > 0) == (expected == state.to_move)
    after = state.play(bot("perfect", "colour-collect").choose(view, random.random))
    ended = winner_of_round(state, after)
    assert (brute_force(after, known) if ended is None else ended) == expected
    return expected == state.to_move


def test_perfect_agrees_with_brute_force_on_late_positions():
    won = [agree(late(seed)) for seed in range(30)]
    assert 3 < sum(won) < 27


@pytest.mark.soak
def test_perfect_agrees_with_brute_force_on_many_earlier_positions():
    for seed in range(1000, 1300):
        agree(late(seed, left=17))


def play_round(state, seat, other):
    """Return who wins the round that this state is in, `seat` being played by the perfect bot."""
    perfect = bot("perfect", "colour-collect")
    while True:
        chooser = perfect if state.to_move == seat else other
        after = state.play(chooser.choose(state.player_view(state.to_move), random.Random(state.ply).random))
        ended = winner_of_round(state, after)
        if ended is not None:
            return ended
        state = after


@pytest.mark.parametrize("other", ["uniform", "greedy", "search:20"])
def test_perfect_never_loses_a_round_from_a_won_position(other):
    for seed in range(4):
        state = start(seed, *VARIANTS[seed % len(VARIANTS)])
        if state.pawn is None:
            state = state.play("pawn 2 2")
        view = state.player_view(state.to_move)
        won = Solver(steps_of(view.squares)).value(position_of(view), False) > 0
        winner = state.to_move if won else 1 - state.to_move
        assert play_round(state, winner, bot(other, "colour-collect")) == winner


def test_k7_perfect_starts_where_the_round_is_won():
    """Of nine starts some win: the bot takes one of these, and then wins."""
    chance = random.Random(1).random
    for seed in range(1):
        state = start(seed)
        while state.pawn is not None or not any(state.rounds):
            state = state.play(state.legal[below(len(state.legal), chance)])
        view = state.player_view(state.to_move)
        advice = bot("perfect", "colour-collect").advise(view, chance)
        solver = Solver(steps_of(view.squares))
        values = {}
        for move in state.legal:
            after = state.play(move)
            if winner_of_round(state, after) is None:
                values[move] = solver.value(position_of(after.player_view(after.to_move)), False)
        assert len(state.legal) > 1
        assert values[advice.move] == max(values.values())


def test_an_opening_is_settled_in_few_positions():
    """As the rules say that it can be: fewer than 2,000 in nearly any opening."""
    counts = []
    for seed in range(12):
        state = start(seed).play("pawn 2 2")
        view = state.player_view(state.to_move)
        solver = Solver(steps_of(view.squares))
        solver.value(position_of(view), False)
        counts.append(solver.positions)
    assert sorted(counts)[-3] < 2000
    assert max(counts) < 6000


@pytest.mark.parametrize(
    ("best_of", "rounds", "expected"),
    [
        (3, (0, 0), Prizes(1, 2, -1, -2)),  # a block decides the match, three discs do not
        (3, (0, 1), Prizes(1, 1, -1, -1)),  # even at best, lost at worst
        (3, (1, 1), Prizes(1, 1, -1, -1)),
        (5, (0, 2), Prizes(2, 1, -1, -1)),  # to win by a block would end the match behind
        (5, (2, 0), Prizes(1, 1, -2, -1)),  # to lose by a block would end it ahead
    ],
)
def test_k9_the_end_of_a_round_counts_what_it_makes_of_the_match(best_of, rounds, expected):
    assert prizes(replace(start(1, 3, best_of).player_view(0), rounds=rounds)) == expected
    assert prizes(replace(start(1, 2, best_of).player_view(0), rounds=rounds)) == Prizes()


def test_the_reason_for_a_win_at_once_names_the_colour():
    for seed in range(200):
        state = late(seed, left=16)
        view = state.player_view(state.to_move)
        advice = bot("perfect", "colour-collect").advise(view, random.random)
        if "third" in advice.reason.text:
            taken = state.board[state.target(advice.move)]
            assert str(advice.reason) == f"takes the third {taken} disc and wins the round"
            assert view.discs[state.to_move].count(taken) == 2
            return
    raise AssertionError("no win at once came up")
