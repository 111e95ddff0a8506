"""What every game must keep, whatever its rules."""

import random
from dataclasses import replace

import pytest

from sim.rules import GAMES
from sim.rules.luck import Luck
from sim.table import survey
from sim.testing import check_game
from tests.rules.games import PILES, SETUPS, heaped, mixed, surveyed

GAMES_EACH, AT_ONCE = 200, 25
PILES_KEPT = [*map(surveyed, PILES), heaped(*surveyed(PILES[0]))]
SOAK_EACH, SOAK_AT_ONCE = 10_000, 1_000
SOAK_SHARES = {"collexion": 0.005, "axio-rota": 0.02, "colour-collect": 0.02}
"""Nearly one position of every game is looked at from all sides."""


@pytest.mark.parametrize("first", range(0, GAMES_EACH, AT_ONCE))
@pytest.mark.parametrize("game", sorted(GAMES))
def test_random_games_keep_all_invariants(game, first):
    for number in range(first, first + AT_ONCE):
        state = check_game(mixed(game, number, PILES_KEPT).start(Luck(number)), share=0.02)
        assert state.outcome is not None


@pytest.mark.soak
@pytest.mark.parametrize("first", range(0, SOAK_EACH, SOAK_AT_ONCE))
@pytest.mark.parametrize("game", sorted(GAMES))
def test_ten_thousand_random_games_keep_all_invariants(game, first, shaken, tally):
    seeds = range(100, 120) if game == "collexion" else ()
    # Without their contacts: the rules never look at those, and to write and read them takes longer than all the rest.
    piles = [(replace(pile, contacts=()), survey(pile, hidden=True)) for pile in map(shaken, seeds)]
    piles += [heaped(*one) for one in piles[:5]]
    with tally(f"random games of {game}, all invariants on", SOAK_AT_ONCE):
        for number in range(first, first + SOAK_AT_ONCE):
            check_game(mixed(game, number, piles).start(Luck(10**9 + number)), share=SOAK_SHARES[game])


SHARES = {"collexion": 0.02, "axio-rota": 0.25, "colour-collect": 1.0}
"""Of a game of one's own for each option; among the random games above each option comes up 6 times and more."""


@pytest.mark.parametrize("name", sorted(SETUPS))
def test_every_option_of_every_game_keeps_all_invariants(name):
    setup = SETUPS[name]()
    check_game(setup.start(Luck(len(name))), share=SHARES[setup.game])


@pytest.mark.parametrize("game", sorted(GAMES))
def test_what_is_dealt_anew_differs_and_yet_looks_the_same(game):
    """A view that tells too much is found only if there is something that it could tell."""
    chance = random.Random(1).random
    for number in range(10):
        state = mixed(game, number, [PILES_KEPT[-1]]).start(Luck(number))
        others = [state.redealt(0, chance) for _ in range(5)]
        assert len({state, *others}) == 6
        assert {other.player_view(0) for other in others} == {state.player_view(0)}


def test_no_view_of_a_heap_has_a_hidden_polygon_in_it():
    setup = mixed("collexion", 0, [PILES_KEPT[-1]])
    state = setup.start(Luck(1))
    while state.outcome is None:
        hidden = {id for id in state.left if state.cover.hidden(id, set(range(80)) - state.left)}
        assert len(hidden) > 20 or len(state.left) < 50
        for seat in range(setup.players):
            view = state.player_view(seat)
            assert not hidden & {piece.id for piece in view.pieces}
            pairs = view.covers | view.rests | view.touches
            assert not hidden & {id for pair in pairs for id in pair}
            assert not hidden & set(view.reachable)
        state = state.play(state.legal[-1])
