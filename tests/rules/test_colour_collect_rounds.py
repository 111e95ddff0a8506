import random

import pytest

import sim
from sim.errors import IllegalMove


def whole_match(seed, **options):
    """Yield each state of a match that is played at random, with the move and what follows."""
    chance = random.Random(seed)
    state = sim.start("colour-collect", seed=seed, **options)
    while state.outcome is None:
        move = chance.choice(state.legal)
        later = state.play(move)
        yield state, move, later
        state = later


@pytest.mark.parametrize("variant", [1, 2, 3])
def test_k5_k6_the_end_of_a_round_is_told_as_it_was_before_discs_are_laid_anew(variant):
    ends = 0
    for seed in range(6):
        for state, move, later in whole_match(seed, variant=variant, best_of=5):
            end = state.round_end(move)
            assert (end is None) == (state.rounds == later.rounds)
            if end is None:
                continue
            ends += 1
            taken = state.target(move)
            assert end.pawn == taken
            assert dict(end.board) == {place: colour for place, colour in state.board.items() if place != taken}
            assert sum(map(len, end.discs)) == sum(map(len, state.discs)) + 1
            assert end.discs[end.winner][-1] == state.board[taken]
            assert later.rounds[end.winner] > state.rounds[end.winner]
            if end.colour:
                assert end.discs[end.winner].count(end.colour) == 3
            else:
                assert all(hand.count(colour) < 3 for hand in end.discs for colour in hand)
            if later.outcome is not None and sum(later.rounds) == sum(state.rounds) + 1:
                assert (later.squares, later.pawn, later.discs) == (end.squares, end.pawn, end.discs)
    assert ends > 15


def test_the_end_of_a_round_is_only_told_of_a_legal_move():
    state = sim.start("colour-collect", seed=1)
    with pytest.raises(IllegalMove, match="K3"):
        state.round_end("up")
