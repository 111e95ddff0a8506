"""AXIO rota as bots think of it, against the rules."""

import itertools
import random

import pytest

from sim import setups
from sim.bots import bot
from sim.bots.axio_rota.game import Game, imagined, unseen
from sim.bots.axio_rota.grid import Grid, corners_of, move_of, spot_of
from sim.bots.axio_rota.stones import WORTH, gains
from sim.rules.axio_rota import AxioRotaSetup
from sim.rules.luck import Luck, below


def start(seed, players=2):
    return AxioRotaSetup(setups.load_tiles(), players).start(Luck(seed))


def game_of(state):
    """Return the game that a state really is, nothing being imagined."""
    tiles = [corners_of(state.setup.tiles.tiles[index]) for index in state.order]
    stacks = [[tiles[place] for place in range(4 + 12 * seat, 16 + 12 * seat)][::-1] for seat in range(len(state.laid))]
    return Game(
        Grid(state.board.items()), [[0] * 5 for _ in stacks], stacks, tiles[4 + 12 * len(stacks) :][::-1], state.first
    )


def random_plies(state, chance):
    while state.outcome is None:
        move = state.legal[below(len(state.legal), chance)]
        yield state, move
        state = state.play(move)


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_a_game_in_the_mind_goes_as_the_rules_say(players):
    for seed in range(3):
        chance = random.Random(seed).random
        state, greedy = start(seed, players), bot("greedy", "axio-rota")
        game = game_of(state)
        while state.outcome is None:
            assert not game.over
            assert game.tile == corners_of(state.hand)
            view = state.player_view(state.to_move)
            # Greedy play fills stones, so that bonus turns and sudden ends come up.
            move = greedy.choose(view, chance) if chance() < 0.9 else view.legal[below(len(view.legal), chance)]
            earned = game.grid.earned(game.tile, spot_of(move))
            assert earned == list(state.points(move).values())
            state = state.play(move)
            game.lay(spot_of(move))
            assert list(map(tuple, game.tracks)) == list(state.tracks)
            # The mind draws a bonus tile when it is laid, and owes no more turns than there are tiles.
            assert len(game.supply) == state.supply + (state.bonus > 0)
            assert game.bonus == min(state.bonus, len(game.supply))
        assert game.over


def test_a8_the_best_spot_is_the_best_of_all_legal_moves():
    for seed in range(2):
        for state, _ in random_plies(start(seed), random.Random(seed).random):
            tracks = state.tracks[state.to_move]
            worth = gains(tracks, state.supply)

            def gain(move, state=state, worth=worth):
                return sum(row[points] for row, points in zip(worth, state.points(move).values(), strict=True))

            grid, tile = Grid(state.board.items()), corners_of(state.hand)
            best = move_of(grid.best(tile, worth))
            assert best in state.legal
            assert gain(best) == pytest.approx(max(map(gain, state.legal)))


def test_spots_and_moves_are_the_same_thing():
    for state, _ in random_plies(start(5), random.Random(5).random):
        assert [move_of(spot_of(move)) for move in state.legal] == list(state.legal)


def test_a4_only_unseen_tiles_are_imagined():
    for seed, players in enumerate((1, 2, 3, 4)):
        for state, _ in random_plies(start(seed, players), random.Random(seed).random):
            view = state.player_view(state.to_move)
            rest = unseen(view)
            game = imagined(view, Grid(view.lying), rest, random.Random(1).random)
            dealt = [tile for stack in game.stacks for tile in stack] + game.supply
            assert sorted(dealt) == sorted([*rest, corners_of(view.hand)])
            assert game.tile == corners_of(view.hand)
            assert len(game.supply) == view.supply + (view.bonus > 0)


def test_a_higher_stone_is_worth_more_but_each_step_less():
    steps = [after - before for before, after in itertools.pairwise(WORTH)]
    assert min(steps) > 0
    assert steps == sorted(steps, reverse=True)


def test_a12_the_reason_for_the_last_stone_is_that_it_wins():
    seen = set()
    for seed in range(8):
        state = start(seed)
        while state.outcome is None:
            advice = bot("greedy", "axio-rota").advise(state.player_view(state.to_move), random.random)
            seen.add(advice.reason.text)
            before, state = state, state.play(advice.move)
            points = dict(advice.reason.values).get("points")
            risen = sum(state.tracks[before.to_move]) - sum(before.tracks[before.to_move])
            assert risen == (points or 0) or "wins" in advice.reason.text
    assert {text.split()[0] for text in seen} >= {"lifts", "earns", "brings"}
