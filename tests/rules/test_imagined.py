"""What a player may imagine: states that look like the view, and can be played on."""

import random

import pytest

from sim.rules import GAMES
from sim.rules.luck import Luck, below
from tests.rules.collexion_positions import EDITIONS, begun, cover_of, position, random_cover
from tests.rules.games import PILES, heaped, mixed, surveyed

PILES_KEPT = [surveyed(PILES[0]), heaped(*surveyed(PILES[0]))]


def random_states(game, number, share):
    """Yield some states of a random game, the last one too."""
    chance = random.Random(number).random
    state = mixed(game, number, PILES_KEPT).start(Luck(number))
    while state.outcome is None:
        if chance() < share:
            yield state
        state = state.play(state.legal[below(len(state.legal), chance)])
    yield state


@pytest.mark.parametrize("game", sorted(GAMES))
def test_an_imagined_state_looks_like_the_view(game):
    chance = random.Random(1).random
    for number in range(0, 40, 5):
        for state in random_states(game, number, 0.05):
            for seat in range(state.setup.players):
                view = state.player_view(seat)
                other = view.imagined(chance)
                assert other.census() == state.census()
                assert other.player_view(seat) == view


@pytest.mark.parametrize("edition", EDITIONS)
def test_c5_whatever_lies_on_what_an_imagined_state_looks_like_the_view(edition):
    chance = random.Random(4).random
    for seed in range(12):
        state = begun(edition, cover=random_cover(seed, pairs=(20, 60, 110, 200)[seed % 4]), seed=seed)
        while state.outcome is None:
            if chance() < 0.1:
                view = state.player_view(0)
                assert view.imagined(chance).player_view(0) == view
            state = state.play(state.legal[below(len(state.legal), chance)])


def test_c5_what_blocks_all_that_is_touched_is_not_imagined_under_one_of_those():
    """In edition it, where nothing is untouched and uncovered pieces can be taken."""
    cover = cover_of(covers=[(0, 5), (5, 2), (1, 3)], touches=[(1, 5), (0, 3)], veils={5: [(0,)]})
    view = position("it", cover=cover, left=[0, 1, 2, 3, 5]).player_view(0)
    assert view.reachable == (0, 1)
    chance = random.Random(1).random
    assert {view.imagined(chance).reachable for _ in range(100)} == {(0, 1)}


@pytest.mark.soak
@pytest.mark.parametrize("game", sorted(GAMES))
def test_many_imagined_states_look_like_their_views(game):
    chance = random.Random(5).random
    for number in range(100, 400):
        for state in random_states(game, number, 0.05):
            for seat in range(state.setup.players):
                view = state.player_view(seat)
                assert view.imagined(chance).player_view(seat) == view


@pytest.mark.parametrize("game", sorted(GAMES))
def test_an_imagined_state_is_a_state_like_any_other(game):
    chance = random.Random(2).random
    for number in range(1, 4):
        state = next(random_states(game, number, 0.02))
        other = state.player_view(state.to_move).imagined(chance)
        assert type(other).from_json(other.to_json()) == other
        while other.outcome is None:
            other = other.play(other.legal[below(len(other.legal), chance)])


@pytest.mark.parametrize("game", sorted(set(GAMES) - {"colour-collect"}))
def test_what_is_hidden_is_imagined_in_more_than_one_way(game):
    view = mixed(game, 1, PILES_KEPT).start(Luck(1)).player_view(0)
    chance = random.Random(3).random
    assert len({view.imagined(chance).untold().to_json() for _ in range(4)}) == 4
