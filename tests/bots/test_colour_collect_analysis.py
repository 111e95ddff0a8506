import random

import pytest

import sim
from sim.bots import strongest
from sim.bots.colour_collect import Verdict, analyse
from sim.errors import GameError
from sim.rules.moves import Move


def played_round(variant, seed):
    """Return the states before each move of a first round that is played at random, and its moves."""
    chance = random.Random(seed)
    state, states, moves = sim.start("colour-collect", variant=variant, seed=seed), [], []
    while True:
        move = chance.choice(state.legal)
        states.append(state)
        moves.append(move)
        if state.round_end(move) is not None:
            return states, moves
        state = state.play(move)


def analysed(states, moves):
    return analyse([state.player_view(state.to_move) for state in states], moves)


def wins(state, move):
    """Tell by trying everything out whether the one who plays a move can win the round."""
    end = state.round_end(move)
    if end is not None:
        return end.winner == state.to_move
    later = state.play(move)
    good = [wins(later, answer) for answer in later.legal]
    return any(good) if later.to_move == state.to_move else not any(good)


@pytest.mark.parametrize("variant", [1, 2, 3])
def test_late_verdicts_are_those_of_a_search_of_all_games(variant):
    compared = faults = 0
    for seed in range(8):
        states, moves = played_round(variant, seed)
        for state, verdict in zip(states, analysed(states, moves).verdicts, strict=True):
            if len(state.board) > 14:
                continue
            winning = tuple(move for move in state.legal if wins(state, move))
            assert verdict.winning == winning
            assert verdict.fault == (bool(winning) and verdict.move not in winning)
            assert not winning or wins(state, verdict.best)
            compared, faults = compared + 1, faults + verdict.fault
    assert compared > 10
    assert faults


def test_a_fault_is_a_move_after_which_the_other_player_has_a_winning_one():
    found = 0
    for seed in range(6):
        states, moves = played_round(1, seed)
        analysis = analysed(states, moves)
        leaders = [each.seat if each.winning else 1 - each.seat for each in analysis.verdicts]
        for number in range(len(moves) - 1):
            changed = leaders[number] != leaders[number + 1]
            assert changed == (number in analysis.faults)
            found += changed
        assert leaders[0] == analysis.favourite
        assert leaders[-1] == states[-1].round_end(moves[-1]).winner or len(moves) - 1 in analysis.faults
    assert found > 5


def test_who_plays_perfectly_makes_no_fault():
    for seed in (1, 2):
        state, states, moves = sim.start("colour-collect", seed=seed), [], []
        bot = strongest("colour-collect")
        while True:
            move = bot.choose(state.player_view(state.to_move), random.Random(0).random)
            states.append(state)
            moves.append(move)
            if (end := state.round_end(move)) is not None:
                break
            state = state.play(move)
        analysis = analysed(states, moves)
        assert analysis.faults == ()
        assert end.winner == analysis.favourite


def test_the_better_move_ends_the_round_at_once_where_one_does():
    checked = 0
    for seed in range(12):
        states, moves = played_round(1, seed)
        for state, verdict in zip(states, analysed(states, moves).verdicts, strict=True):
            ends = [move for move in verdict.winning if state.round_end(move) is not None]
            if verdict.fault and ends:
                assert verdict.best in ends
                checked += 1
    assert checked


def test_a_move_that_wins_is_its_own_best():
    verdict = Verdict(0, Move("up"), (Move("down"), Move("up")), Move("up"))
    assert not verdict.fault
    assert Verdict(0, Move("up"), (Move("down"),), Move("down")).fault
    assert not Verdict(0, Move("up"), (), Move("up")).fault


def test_a_round_without_moves_cannot_be_looked_back_on():
    with pytest.raises(GameError, match="cannot be looked back on"):
        analyse([], [])
    states, moves = played_round(1, 1)
    with pytest.raises(GameError, match="cannot be looked back on"):
        analyse([states[0].player_view(0)], moves)
