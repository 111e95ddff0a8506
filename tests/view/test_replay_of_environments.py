"""The record of a game that was played in an environment is watched in the window as any other."""

import shutil

import numpy as np
import pygame
import pytest

import sim
from sim.session import Session
from sim.view.screens.replay import Replay
from tests.rules.games import GOLDEN, PILES
from tests.view.driver import Driver, closing

GAMES = [
    ("collexion", {"players": 4, "edition": "it", "variants": ("team", "expert")}),
    ("axio_rota", {"players": 3}),
    ("colour_collect", {"variant": 3}),
]


@pytest.fixture
def played(tmp_path):
    """Play at random in an environment; return the record as it is read from its file, and the last state."""

    def play(game, options, most):
        if game == "collexion":
            shutil.copy(GOLDEN / f"pile-{PILES[0]}.json", tmp_path)
            options = {"piles": tmp_path, **options}
        env, chance = getattr(sim.env, game)(**options), np.random.default_rng(3)
        env.reset(seed=3)
        while not any(env.terminations.values()) and env.unwrapped.game.ply < most:
            observation, *_ = env.last()
            env.step(int(chance.choice(np.flatnonzero(observation["action_mask"]))))
        env.record().save(tmp_path / "game.json")
        return sim.read(tmp_path / "game.json"), env.unwrapped.game

    return play


@pytest.mark.parametrize(("game", "options"), GAMES, ids=str)
@pytest.mark.parametrize("most", [10**9, 9], ids=["to its end", "in part"])
def test_it_replays_move_by_move_to_the_state_that_the_environment_had(played, game, options, most):
    record, last = played(game, options, most)
    assert (last.outcome is None) == (most == 9)
    with closing(Driver(size=(1280, 800), drawn=20)) as driver:
        driver.window.open_replay(Session.of(record))
        driver.step()
        replay = driver.front
        assert isinstance(replay, Replay)
        for ply, (_, state) in enumerate(record.replay(), start=1):
            driver.press(pygame.K_RIGHT)
            assert (replay.ply, replay.table.session.state) == (ply, state)
            assert replay.scene.sprites
        assert replay.table.session.state == last
        driver.press(pygame.K_HOME)
        assert replay.table.session.state == record.start()


def test_the_agents_are_who_played(played):
    record, _ = played("axio_rota", {"players": 3}, 3)
    assert [seat.kind for seat in Session.of(record).seats] == ["player_0", "player_1", "player_2"]
