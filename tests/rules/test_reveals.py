"""What moves show that was hidden: by one move, and by several that lie between two states."""

import random
from dataclasses import replace
from itertools import pairwise

import pytest

from sim import setups
from sim.rules import GAMES
from sim.rules.axio_rota import AxioRotaSetup
from sim.rules.axio_rota.tiles import TOP
from sim.rules.colour_collect import ColourCollectSetup
from sim.rules.luck import Luck
from tests.rules.collexion_positions import begun, colour_set, cover_of, played, position
from tests.rules.games import PILES, heaped, mixed, surveyed

# 0 lies under 20 and cannot be seen; of 1, which 21 covers, a part can.
BURIED = cover_of(covers=[(20, 0), (21, 1)], veils={0: [(20,)], 1: [(21,), ()]})


def to_the_end(state, seed=0):
    """Return all states of a random game."""
    states, chance = [state], random.Random(seed)
    while states[-1].outcome is None:
        states.append(states[-1].play(chance.choice(states[-1].legal)))
    return states


@pytest.mark.parametrize("game", sorted(GAMES))
def test_what_one_move_revealed_is_revealed_by_all_moves_around_it_too(game):
    for number in range(4):
        setup = mixed(game, number, [heaped(*surveyed(PILES[0]))])
        states = to_the_end(setup.start(Luck(number)), number)
        steps = [before.reveals(after) for before, after in pairwise(states)]
        chance = random.Random(number)
        for _ in range(60):
            first, last = sorted(chance.sample(range(len(states)), 2))
            assert states[first].reveals(states[last]) == any(steps[first:last])
        assert not any(state.reveals(state) for state in states)


def test_c5_taking_what_hid_a_polygon_wholly_reveals_it_and_taking_others_does_not():
    state = begun(cover=BURIED)
    assert state.reveals(state.play("take 20"))
    assert state.reveals(state.play("remove 20"))
    assert not state.reveals(state.play("take 21"))
    assert not state.reveals(played(state, "take 21, remove 30, take 22, stop, end"))


def test_c5_a_polygon_that_came_to_light_and_was_taken_was_revealed():
    state = begun(cover=BURIED)
    assert state.reveals(played(state, "take 20, take 0"))
    assert not state.play("take 20").reveals(played(state, "take 20, take 0"))


def test_c5_a_hidden_polygon_that_could_be_taken_was_known():
    """By the rule "unloaded" what others bridge over can be taken, though it cannot be seen."""
    cover = cover_of(covers=[(20, 0)], veils={0: [(20,)]})
    state = begun("fr", cover=cover)
    assert 0 in state.reachable
    assert not state.reveals(state.play("take 20"))
    assert not state.reveals(state.play("take 0"))


@pytest.mark.parametrize(("edition", "revealed"), [("de", False), ("fr", False), ("fr-blue-orange", True)])
def test_c10_a_marker_won_is_revealed_where_the_stacks_lie_face_down(edition, revealed):
    state = played(position(edition, collections=[colour_set("green")], left=[0, 1]), "take 0, stop")
    assert state.reveals(state.play("score colour green")) is revealed


def test_c12_at_the_end_all_markers_are_turned_over():
    state = played(position(left=[0]), "take 0, stop, end, stop")
    assert not state.outcome
    assert state.reveals(state.play("end"))
    over = state.play("end")
    assert not over.reveals(over)


def axio(players, seed=0):
    return AxioRotaSetup(setups.load_tiles(), players, 0).start(Luck(seed))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a4_every_tile_that_is_laid_before_others_is_revealed_to_them(players):
    states = to_the_end(axio(players))
    assert all(before.reveals(after) for before, after in pairwise(states))
    # So is the last one of a stack, after which nobody draws.
    drawn = [sum(state.stacks) + state.supply for state in states]
    assert drawn[-1] == drawn[-2]


def test_a5_alone_every_tile_drawn_is_revealed_and_only_the_last_one_draws_none():
    states = to_the_end(axio(1, 4))
    assert states[-1].supply == states[0].supply
    revealed = [before.reveals(after) for before, after in pairwise(states)]
    assert revealed == [True] * 11 + [False]


def test_a10_alone_a_tile_drawn_from_the_supply_is_revealed_even_by_the_very_last_own_one():
    last = to_the_end(axio(1, 4))[-2]
    best = max(last.legal, key=lambda move: sum(last.points(move).values()))
    close = replace(last, tracks=(tuple(TOP - 1 if points else 0 for points in last.points(best).values()),))
    after = close.play(best)
    assert after.bonus >= 1
    assert close.reveals(after)


def test_a12_alone_a_sudden_win_draws_no_tile():
    state = replace(axio(1), tracks=((TOP, TOP, TOP, TOP, TOP - 1),))
    while True:
        wins = [after for after in map(state.play, state.legal) if after.outcome]
        if wins:
            break
        state = state.play(state.legal[0])
    assert wins[0].stacks == state.stacks
    assert not state.reveals(wins[0])


@pytest.mark.parametrize("variant", [1, 2, 3])
def test_k7_k8_k9_laying_anew_reveals_the_next_round_and_moves_within_a_round_nothing(variant):
    states = to_the_end(ColourCollectSetup(variant, best_of=5, first=0).start(Luck(3)), 3)
    rounds = set()
    for before, after in pairwise(states):
        anew = before.rounds != after.rounds and after.outcome is None
        assert before.reveals(after) == anew
        rounds.add(anew)
    assert rounds == {False, True}
    assert not states[-2].reveals(states[-1])
