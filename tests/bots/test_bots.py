"""Bots by name, by level, with a budget."""

import pytest

from sim.bots import BOTS, LEVELS, bot, names, strongest
from sim.bots.halving import halving
from sim.errors import GameError
from sim.rules import GAMES

EVERY = sorted(GAMES)


@pytest.mark.parametrize("game", EVERY)
def test_every_name_gives_a_bot_of_that_name(game):
    assert [bot(name, game).name for name in names(game)] == list(names(game))
    assert names(game)[0] == "uniform"
    assert names(game)[-3:] == LEVELS


def test_every_game_has_bots():
    assert set(BOTS) == set(GAMES)


@pytest.mark.parametrize(
    ("game", "name"), [("collexion", "search"), ("axio-rota", "search"), ("colour-collect", "perfect")]
)
def test_the_strongest_gives_hints_and_plays_strong(game, name):
    assert strongest(game).name == name
    assert type(bot("strong", game)) is type(strongest(game))
    assert type(bot("casual", game)) is type(bot("greedy", game))


@pytest.mark.parametrize("game", EVERY)
def test_a_budget_stands_behind_the_name(game):
    assert bot("search:400", game).budget == 400
    assert bot("search:400", game).name == "search:400"
    assert bot("search:0007", game) == bot("search:7", game)


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("deep", "there is no bot 'deep' for axio-rota: use uniform, greedy, search, beginner, casual or strong"),
        ("perfect", "there is no bot 'perfect' for axio-rota"),
        ("greedy:4", "there is no bot 'greedy:4' for axio-rota: greedy takes no budget"),
        ("strong:4", "there is no bot 'strong:4' for axio-rota"),
        ("search:", "a budget is a whole number of iterations from 1 to 1000000, as in search:400"),
        ("search:0", "a budget is a whole number"),
        ("search:-3", "a budget is a whole number"),
        ("search:1e3", "a budget is a whole number"),
        ("search:²", "a budget is a whole number"),
        ("search:99999999", "a budget is a whole number"),
        (7, "there is no bot 7 for axio-rota"),
        (None, "there is no bot None for axio-rota"),
    ],
)
def test_a_bot_that_there_is_not_is_told_in_one_line(name, told):
    with pytest.raises(GameError) as wrong:
        bot(name, "axio-rota")
    assert told in str(wrong.value)
    assert "\n" not in str(wrong.value)


def test_a_game_that_there_is_not_is_told():
    for call in (names, strongest, lambda game: bot("uniform", game)):
        with pytest.raises(GameError, match="there is no game 'chess': use collexion, axio-rota or colour-collect"):
            call("chess")


@pytest.mark.parametrize(("count", "budget"), [(1, 10), (2, 1), (5, 3), (16, 64), (9, 200)])
def test_halving_keeps_to_its_budget_and_finds_the_best_that_it_tries(count, budget):
    tried = []

    def trial(number, world):
        tried.append((number, world))
        return float(number)

    best, fared = halving(count, budget, trial, iter(range(10**6)).__next__)
    if count == 1:
        assert (best, fared, tried) == (0, 0.0, [])
        return
    numbers = {number for number, _ in tried}
    assert best == max(numbers)
    assert fared == best
    assert len(tried) <= max(budget, 2 * len(numbers))
    by_world = {world: [number for number, its in tried if its == world] for _, world in tried}
    assert all(len(set(some)) == len(some) > 1 for some in by_world.values())
