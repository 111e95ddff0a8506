"""What all games share: states as text, outcomes in words, seats."""

import json

import pytest

from sim.errors import GameError, IllegalMove, StateError
from sim.rules import GAMES, read_state
from sim.rules.game import Outcome
from sim.rules.luck import Luck
from tests.rules.games import SETUPS

NAMES = {"collexion": "collexion-de-2", "axio-rota": "axio-rota-2", "colour-collect": "colour-collect-3-keep-3-loser"}


@pytest.fixture(params=sorted(GAMES))
def state(request):
    """A state of each game before its first move."""
    return SETUPS[NAMES[request.param]]().start(Luck(5))


def test_a_state_is_read_by_its_own_game_or_by_whoever_does_not_know_it(state):
    assert type(state).from_json(state.to_json()) == read_state(state.to_json()) == state


def test_a_state_of_another_game_is_refused(state):
    for game in set(GAMES.values()) - {type(state)}:
        with pytest.raises(StateError, match=f"game is '{state.setup.game}', not one of {game.setup_type.game}"):
            game.from_json(state.to_json())


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"format": "x"}, "this is no state of a game: format is 'x'"),
        ({"version": 2}, "this program reads version 1, not 2"),
        ({"game": "chess"}, "game is 'chess', not one of"),
        ({"setup": None}, "setup is None, not an object"),
        ({"luck": {"seed": -1, "results": []}}, "seed is -1"),
        ({"luck": {"seed": 1, "results": [7]}}, "results: number 0 is 7, not a text"),
        ({"position": {}}, "is missing"),
        ({"more": 1}, "unknown name 'more'"),
    ],
)
def test_what_is_no_state_is_refused_in_one_line(state, change, told):
    with pytest.raises(StateError, match=told) as wrong:
        read_state(json.dumps({**state.to_dict(), **change}))
    assert "\n" not in str(wrong.value)


@pytest.mark.parametrize("text", ["", "{", "[]", "7", "{}", "[" * 100_000, '{"format": 1e999}'])
def test_what_is_not_even_an_object_is_refused(text):
    with pytest.raises(StateError):
        read_state(text)


@pytest.mark.parametrize("seat", [-1, 2, True, 0.0, "0", None])
def test_a_seat_that_there_is_not_has_no_view(state, seat):
    with pytest.raises(GameError, match="seats run from 0 to 1"):
        state.player_view(seat)


def test_after_the_end_every_move_is_refused_with_the_rule(state):
    first = state.legal[0]
    while state.outcome is None:
        state = state.play(state.legal[0])
    assert state.legal == ()
    with pytest.raises(IllegalMove, match=rf"^{first}: the game is over \({state.over_rule}\)$"):
        state.check(first)


def test_an_outcome_says_who_has_won():
    assert str(Outcome((1,), "7 points against 5 (C18)")) == "won by seat 1: 7 points against 5 (C18)"
    assert str(Outcome((0, 2), "8 points against 5 (C19)")) == "shared by seats 0 and 2: 8 points against 5 (C19)"
