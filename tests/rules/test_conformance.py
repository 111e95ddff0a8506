"""What every game must keep, whatever its rules."""

import pytest

from sim.rules import GAMES
from sim.table import survey
from sim.testing import check_game
from tests.rules.games import PILES, SETUPS, mixed, surveyed

GAMES_EACH, AT_ONCE = 200, 25
PILES_KEPT = [surveyed(seed) for seed in PILES]
SOAK_EACH, SOAK_AT_ONCE = 10_000, 500


@pytest.mark.parametrize("first", range(0, GAMES_EACH, AT_ONCE))
@pytest.mark.parametrize("game", sorted(GAMES))
def test_random_games_keep_all_invariants(game, first):
    for number in range(first, first + AT_ONCE):
        state = check_game(mixed(game, number, PILES_KEPT), seed=number, share=0.02)
        assert state.outcome is not None


@pytest.mark.soak
@pytest.mark.parametrize("first", range(0, SOAK_EACH, SOAK_AT_ONCE))
@pytest.mark.parametrize("game", sorted(GAMES))
def test_ten_thousand_random_games_keep_all_invariants(game, first, shaken):
    piles = [(pile, survey(pile, hidden=True)) for pile in map(shaken, range(100, 120))]
    for number in range(first, first + SOAK_AT_ONCE):
        check_game(mixed(game, number, piles), seed=10**9 + number, share=0.01)


@pytest.mark.parametrize("name", sorted(SETUPS))
def test_every_option_of_every_game_keeps_all_invariants(name):
    check_game(SETUPS[name](), seed=len(name), share=0.1 if name.startswith("collexion") else 1.0)
