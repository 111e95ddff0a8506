"""The environments as PettingZoo knows them: its own tests, rewards, illegal actions, resets, records, pictures."""

import copy
import pickle
import re
import shutil
import subprocess
import sys
import warnings
from dataclasses import replace
from pathlib import Path

import numpy as np
import pettingzoo
import pytest
from gymnasium.spaces.utils import flatten, flatten_space
from pettingzoo.test import api_test, seed_test

import sim
import sim.env
from sim import table
from sim.env.table_env import margins, reward
from sim.errors import GameError, IllegalMove, NotSettled, PileError, SeedError, ShakeError
from sim.rules.game import Outcome
from tests.rules.games import GOLDEN, PILES, surveyed


@pytest.fixture(scope="module")
def piles(tmp_path_factory):
    """A library of three piles."""
    folder = tmp_path_factory.mktemp("piles")
    for seed in PILES:
        shutil.copy(GOLDEN / f"pile-{seed}.json", folder)
    return folder


@pytest.fixture
def make(piles):
    """Make an environment of a game by name; Collexion takes its piles out of the library."""

    def make(game, raw=False, **options):
        if game == "collexion" and "shake" not in options:
            options = {"piles": piles, **options}
        return getattr(sim.env, f"{game}_v0").raw_env(**options) if raw else getattr(sim.env, game)(**options)

    return make


GAMES = ("collexion", "axio_rota", "colour_collect")
OPTIONS = [
    ("collexion", {}),
    ("collexion", {"players": 3, "edition": "it", "variants": "expert"}),
    ("collexion", {"players": 4, "edition": "fr-blue-orange", "variants": ("team", "expert")}),
    ("axio_rota", {}),
    ("axio_rota", {"players": 1}),
    ("axio_rota", {"players": 4, "shaping": 0.1}),
    ("colour_collect", {}),
    ("colour_collect", {"variant": 3, "best_of": 5, "next_start": "alternate", "won_discs": "return"}),
]


def play(env, seed=0, watch=lambda env: None):
    """Play a whole game at random; return what each agent was given in all."""
    env.reset(seed=seed)
    for k, agent in enumerate(env.possible_agents):
        env.action_space(agent).seed(seed + k)
    given = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        observation, earned, over, cut, _ = env.last()
        given[agent] += earned
        assert not cut
        watch(env)
        env.step(None if over else env.action_space(agent).sample(observation["action_mask"]))
    return given


@pytest.mark.parametrize(("game", "options"), OPTIONS, ids=str)
def test_it_passes_pettingzoos_api_test_of_a_thousand_cycles(game, options, make):
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        api_test(make(game, **options), num_cycles=1000)
    # Of games with a mask PettingZoo knows its own by name, and warns of the dict in all others.
    about_dicts = ("Observation is not a NumPy array", "Observation space for each agent probably should be gymnasium")
    assert [str(each.message) for each in told if not str(each.message).startswith(about_dicts)] == []


@pytest.mark.parametrize(("game", "options"), OPTIONS, ids=str)
def test_it_passes_pettingzoos_seed_test(game, options, make):
    seed_test(lambda: make(game, **options), num_cycles=500)


@pytest.mark.parametrize("game", GAMES)
def test_observations_of_all_agents_stay_in_their_spaces_through_many_games(game, make):
    env = make(game)
    assert sum(play_checked(env, seed) for seed in range({"collexion": 1, "axio_rota": 4}.get(game, 8))) > 100


def play_checked(env, seed):
    """Play a game, looking whether observations of all agents are in their spaces; return the number of moves."""
    counted = [0]

    def watch(env):
        counted[0] += 1
        for agent in env.agents:
            seen = env.observe(agent)
            assert env.observation_space(agent).contains(seen)
            waits = agent != env.agent_selection or env.terminations[agent]
            assert seen["action_mask"].any() != waits

    play(env, seed, watch)
    return counted[0]


@pytest.mark.parametrize(("game", "options"), OPTIONS, ids=str)
def test_a_record_of_a_game_replays_and_verifies(game, options, make, tmp_path):
    env = make(game, **options)
    play(env, 3, lambda env: env.unwrapped.game.ply % 10 or env.record().verify())
    record = env.record()
    record.verify()
    assert record.outcome == env.unwrapped.game.outcome is not None
    assert record.players == tuple(env.possible_agents)
    record.save(tmp_path / "game.json")
    assert sim.read(tmp_path / "game.json") == record
    assert record.last() == env.unwrapped.game


def test_a_record_is_that_of_the_game_as_the_shell_starts_it(make):
    env = make("axio_rota", players=3)
    env.reset(seed=11)
    assert env.unwrapped.game == sim.start("axio-rota", players=3, seed=11)
    assert env.record().seed == 11


# Rewards


@pytest.mark.parametrize(("game", "options"), OPTIONS[2:], ids=str)
def test_winners_get_one_losers_minus_one_and_nobody_anything_before(game, options, make):
    env = make(game, **{**options, "shaping": 0.0})
    given = play(env, 1)
    outcome, final = env.unwrapped.game.outcome, env.unwrapped.game
    for seat, agent in enumerate(env.possible_agents):
        assert given[agent] == reward(outcome, seat, final)
        if len(given) > 1 and len(outcome.winners) == 1:
            assert given[agent] == (1.0 if seat in outcome.winners else -1.0)


@pytest.mark.parametrize(
    ("options", "winners", "rewards"),
    [
        ({"players": 2}, (1,), [-1, 1]),
        ({"players": 2}, (0, 1), [0, 0]),
        ({"players": 3}, (0, 2), [0, -1, 0]),
        ({"players": 4, "variants": "team"}, (1, 3), [-1, 1, -1, 1]),
        ({"players": 4, "variants": "team"}, (0, 1, 2, 3), [0, 0, 0, 0]),
    ],
)
def test_shared_wins_are_worth_nothing_and_partners_win_together(options, winners, rewards):
    state = sim.start("collexion", pile=surveyed(7)[0], seed=1, **options)
    found = [reward(Outcome(winners, ""), seat, state) for seat in range(state.setup.players)]
    assert found == rewards


def test_alone_the_reward_is_the_lowest_stone_as_a_share_of_twelve_a13(make):
    env = make("axio_rota", players=1)
    assert play(env, 5) == {"player_0": min(env.unwrapped.game.tracks[0]) / 12}


@pytest.mark.parametrize("game", GAMES)
def test_shaping_adds_up_to_the_final_margin(game, make):
    plain, shaped = make(game), make(game, shaping=0.25)
    without, given = play(plain, 4), play(shaped, 4)
    final = margins(shaped.unwrapped.game.scores, False)
    begun = shaped.unwrapped.game.setup.start(shaped.unwrapped.game.luck).scores
    for agent, now, was in zip(shaped.possible_agents, final, margins(begun, False), strict=True):
        assert given[agent] == pytest.approx(without[agent] + 0.25 * (now - was))


# Illegal actions


@pytest.mark.parametrize("game", GAMES)
def test_an_illegal_action_loses_and_ends_the_game(game, make):
    env = make(game)
    env.reset(seed=2)
    agent = env.agent_selection
    wrong = int(np.flatnonzero(env.last()[0]["action_mask"] == 0)[0])
    env.step(wrong)
    assert all(env.terminations.values())
    assert {name: env.rewards[name] for name in env.agents} == {
        name: -1.0 if name == agent else 0.0 for name in env.possible_agents
    }
    for _ in env.agent_iter():
        env.step(None)
    assert not env.agents
    env.record().verify()  # of the game up to there
    env.reset(seed=2)
    assert env.agents == env.possible_agents


def test_without_wrappers_an_illegal_action_is_refused_with_its_reason(make):
    env = make("collexion", raw=True)
    env.reset(seed=2)
    covered = next(id for id in range(80) if not env.observe(env.agent_selection)["action_mask"][id])
    before = env.game
    with pytest.raises(IllegalMove, match=rf"take {covered}: covered by .* \(C5\)"):
        env.step(covered)
    assert env.game is before
    with pytest.raises(GameError, match="there is no action 475"):
        env.step(475)
    for wrong in ("take 17", None, 3.0, True):
        with pytest.raises(GameError, match=f"an action is {wrong!r}, not an integer"):
            env.step(wrong)
    assert env.game is before


@pytest.mark.parametrize("game", GAMES)
def test_an_action_out_of_range_is_caught_by_the_usual_wrapper(game, make):
    env = make(game)
    env.reset(seed=2)
    with pytest.raises(AssertionError, match="not in action space"):
        env.step(10**6)


def test_nothing_can_be_asked_before_the_first_reset(make):
    with pytest.raises(AttributeError, match="before reset"):
        make("colour_collect").agent_selection  # noqa: B018
    with pytest.raises(GameError, match="no game has begun: reset the environment first"):
        make("colour_collect").record()
    env = make("axio_rota", raw=True, render_mode="ansi")
    for ask in (env.record, env.render, lambda: env.observe("player_0"), lambda: env.step(0)):
        with pytest.raises(GameError, match="no game has begun"):
            ask()


# Resets


def state_of(env):
    """Return the state behind an environment."""
    return env.unwrapped.game


@pytest.mark.parametrize("game", GAMES)
def test_equal_seeds_give_equal_games_and_so_do_the_resets_after_them(game, make):
    one, other = make(game), make(game)
    for env in (one, other):
        env.reset(seed=8)
    assert state_of(one) == state_of(other)
    one.reset(), other.reset()
    assert state_of(one) == state_of(other)
    assert state_of(one).luck.seed != 8
    following = state_of(one)
    one.reset(seed=9)
    one.reset()
    assert state_of(one) != following


def test_without_any_seed_each_game_is_another(make):
    env = make("axio_rota")
    seeds = set()
    for _ in range(4):
        env.reset()
        seeds.add(state_of(env).luck.seed)
    assert len(seeds) == 4


def test_seeds_of_numpy_are_seeds_and_others_are_refused(make):
    env = make("colour_collect")
    env.reset(seed=np.int64(3))
    assert state_of(env).luck.seed == 3
    with pytest.raises(SeedError):
        env.reset(seed=-1)
    for wrong in (1.5, True, "3"):
        with pytest.raises(SeedError, match=f"seed {wrong!r} is not an integer"):
            env.reset(seed=wrong)


def test_the_physics_stand_behind_a_reset(pile):
    env = sim.env.collexion(edition="fr")
    env.reset(seed=7)
    assert state_of(env).pile == pile
    assert state_of(env) == sim.start("collexion", edition="fr", seed=7, pile=pile)


def test_a_shake_of_ones_own_is_shaken(monkeypatch):
    asked = []
    monkeypatch.setattr(table, "shake", lambda seed, shake: asked.append((seed, shake)) or surveyed(7)[0])
    mine = sim.Shake(friction=0.4)
    sim.env.collexion(shake=mine).reset(seed=5)
    assert asked == [(5, mine)]


def test_a_reset_without_a_seed_passes_over_seeds_that_do_not_come_to_rest(monkeypatch):
    tried = []

    def shake(seed, _):
        tried.append(seed)
        if len(tried) < 3:
            raise NotSettled(f"seed {seed} does not come to rest")
        return surveyed(7)[0]

    monkeypatch.setattr(table, "shake", shake)
    env = sim.env.collexion()
    env.reset()
    assert state_of(env).luck.seed == tried[2]
    tried.clear()
    with pytest.raises(NotSettled, match="seed 4"):
        env.reset(seed=4)


def test_the_seed_chooses_the_pile_of_a_library(make):
    env = make("collexion")
    found = []
    for seed in range(30):
        env.reset(seed=seed)
        found.append(state_of(env).pile.seed)
        assert state_of(env).luck.seed == seed
    assert set(found) == set(PILES)
    env.reset(seed=0)
    assert state_of(env).pile.seed == found[0]
    assert state_of(env).cover == surveyed(found[0])[1]


def test_a_library_must_be_one(make, tmp_path, small):
    with pytest.raises(PileError, match="is no folder of piles"):
        make("collexion", piles=tmp_path / "none")
    with pytest.raises(PileError, match="has no piles"):
        make("collexion", piles=tmp_path)
    (tmp_path / "pile-3.json").write_text("{}")
    env = make("collexion", piles=tmp_path)
    with pytest.raises(PileError, match=r"pile-3\.json: "):
        env.reset(seed=1)
    (tmp_path / "pile-3.json").write_text(small.to_json())
    with pytest.raises(PileError, match=r"pile-3\.json: it has 3 pieces, and Collexion is played with 80 \(C1\)"):
        env.reset(seed=1)


@pytest.mark.parametrize(
    ("game", "options", "words"),
    [
        ("collexion", {"players": 5}, "players is 5"),
        ("collexion", {"edition": "en"}, "there is no edition 'en'"),
        ("collexion", {"players": 3, "variants": "team"}, "C19"),
        ("collexion", {"shake": sim.Shake(), "piles": "x"}, "one of the two"),
        ("collexion", {"shake": {"friction": 0.4}}, "shake is an object, no Shake: use one such as sim.Shake"),
        ("collexion", {"shake": sim.Shake(copies=1)}, "copies 1: Collexion is played with 5 of each polygon"),
        ("collexion", {"players": True}, "players is True"),
        ("axio_rota", {"players": 0}, "players is 0"),
        ("colour_collect", {"variant": 4}, "variant is 4"),
        ("colour_collect", {"shaping": "much"}, "shaping is 'much'"),
        ("colour_collect", {"shaping": np.inf}, "shaping is inf: use the weight of a point"),
        ("colour_collect", {"shaping": np.True_}, "shaping is np.True_"),
        ("colour_collect", {"render_mode": "human"}, "no render_mode 'human'"),
    ],
)
def test_wrong_options_are_told_before_the_first_reset(game, options, words, make):
    with pytest.raises((GameError, ShakeError), match=words):
        make(game, **options)


# What else users expect


def test_pictures_show_what_still_lies(make):
    env = make("collexion", render_mode="rgb_array")
    env.reset(seed=1)
    before = env.render()
    assert (before.shape, before.dtype) == ((480, 640, 3), np.uint8)
    env.step(int(np.flatnonzero(env.last()[0]["action_mask"])[0]))
    assert (env.render() != before).any()


@pytest.mark.parametrize("game", GAMES)
def test_as_text_a_game_is_its_state(game, make):
    env = make(game, render_mode="ansi")
    env.reset(seed=1)
    assert env.render() == str(state_of(env))


def test_without_a_render_mode_nothing_is_shown(make):
    env = make("axio_rota")
    env.reset(seed=1)
    with pytest.warns(UserWarning, match="make the environment with a render_mode"):
        assert env.render() is None
    env.close()


@pytest.mark.parametrize("game", GAMES)
def test_environments_can_be_copied_in_the_middle_of_a_game(game, make):
    env = make(game, raw=True)
    env.reset(seed=6)
    env.step(int(np.flatnonzero(env.observe(env.agent_selection)["action_mask"])[-1]))
    for twin in (copy.deepcopy(env), pickle.loads(pickle.dumps(env))):
        assert twin.game == env.game
        twin.step(int(np.flatnonzero(twin.observe(twin.agent_selection)["action_mask"])[0]))
        assert twin.game != env.game


@pytest.mark.parametrize("game", GAMES)
def test_observations_can_be_flattened(game, make):
    env = make(game)
    env.reset(seed=1)
    space = env.observation_space("player_0")["observation"]
    flat = flatten(space, env.observe("player_0")["observation"])
    assert flatten_space(space).contains(flat)


@pytest.mark.parametrize("name", ["collexion", "axio-rota", "colour-collect"])
def test_pettingzoo_makes_them_by_name_once_they_are_registered(name, piles):
    sim.env.register()
    options = {"piles": piles} if name == "collexion" else {}
    env = pettingzoo.make("aec", f"polypile/{name}-v0", **options)
    env.reset(seed=3)
    assert state_of(env).setup.game == name
    sim.env.register()  # twice does no harm


@pytest.mark.parametrize("name", ["pettingzoo", "gymnasium"])
def test_without_the_extra_one_line_says_how_to_get_it(name):
    program = f"""
import sys, sim
sys.modules[{name!r}] = None
for asked in ("sim.env", "from sim import env", "from sim.env import collexion", "import sim.env.axio_rota_v0"):
    try:
        exec(asked)
    except sim.MissingExtra as missing:
        print(missing)
print(hasattr(sim, "env"), getattr(sim, "env", None))
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == 4 * f"sim.env needs {name}: pip install 'polypile[rl]'\n" + "False None\n"


def test_the_shell_has_it_and_imports_it_when_it_is_asked_for():
    program = "import sys, sim; print('gymnasium' in sys.modules); print(sim.env.collexion.__name__)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "False\nenv\n"


def test_a_setup_with_another_edition_is_observed_as_such(make):
    mine = replace(sim.start("collexion", pile=surveyed(7)[0], seed=1).edition, name="mine", shape_set_pays="smallest")
    env = make("collexion", edition=mine)
    env.reset(seed=1)
    assert env.observe("player_1")["observation"]["rules"][3] == 1


def test_the_example_of_the_manual_runs(monkeypatch, tmp_path):
    manual = (Path(sim.env.__file__).parent / "README.md").read_text(encoding="utf-8")
    (program,) = re.findall(r"```python\n(.*?)```", manual, re.DOTALL)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(table, "shake", lambda seed, shake: surveyed(7)[0])
    names = {}
    exec(program, names)
    assert sim.read("game.json") == names["record"]


@pytest.mark.parametrize("game", GAMES)
def test_the_manual_tells_of_every_field_and_its_shape(game, make):
    manual = (Path(sim.env.__file__).parent / "README.md").read_text(encoding="utf-8")
    title = {"collexion": "Collexion", "axio_rota": "AXIO rota", "colour_collect": "Colour Collect"}[game]
    section = manual.split(f"\n## {title}\n")[1].split("\n## ")[0]
    told = {}
    for names, shape in re.findall(r"^\| (`[a-z_`, ]+`) \| ([^|]+) \|", section, re.MULTILINE):
        for name in re.findall(r"`([a-z_]+)`", names):
            told[name] = shape.split(",")[0]
    codec = make(game, raw=True).codec
    assert set(told) == {field.name for field in codec.fields}
    sizes = {"n": 2, "F": 69, "(4 + M)": 36}
    for field in codec.fields:
        assert field.shape == tuple(sizes.get(word) or int(word) for word in told[field.name].strip().split(" x "))
        assert ("float32" in section.split(f"`{field.name}`")[1].split("\n")[0]) == (field.kind is np.float32)
