"""What the pile does to the game: figures of a game counted by hand, and effects against other programs."""

import numpy as np
import pytest
from scipy import stats

from sim import setups
from sim.bots import effects
from sim.bots.study import FIGURES, editions, figures, self_play
from sim.seeds import stream
from tests.rules.games import PILES, surveyed

PLAYED_BY = editions(setups.load_edition, setups.EDITIONS)
TWO = {name: PLAYED_BY[name] for name in ("de", "it")}


@pytest.fixture(scope="module")
def games():
    return self_play(*surveyed(PILES[0]), TWO, "uniform", 7)


def test_the_definition_of_reachable_can_be_told_from_the_rest_of_an_edition():
    assert list(PLAYED_BY) == [*setups.EDITIONS, "de-unloaded", "de-untouched"]
    german, varied = PLAYED_BY["de"], PLAYED_BY["de-untouched"]
    assert varied.reachable == "untouched"
    assert (varied.shape_set_pays, varied.expert_actions) == (german.shape_set_pays, german.expert_actions)


def test_the_same_pile_and_seed_give_the_same_games(games):
    assert games == self_play(*surveyed(PILES[0]), TWO, "uniform", 7)
    assert games != self_play(*surveyed(PILES[0]), TWO, "uniform", 8)


def test_figures_of_a_game_are_what_its_record_says():
    from sim.bots import bot
    from sim.bots.match import run
    from sim.rules.collexion import CollexionSetup
    from sim.rules.luck import Luck

    setup = CollexionSetup(*surveyed(PILES[0]), PLAYED_BY["de"], 2, (), 1)
    record = run(setup.start(Luck(3)), [bot("uniform", "collexion").choose] * 2, ["uniform"] * 2, {})
    found = figures(record)
    assert list(found) == list(FIGURES)
    assert found["plies"] == len(record.moves)
    takes = sum(move.startswith("take") for move in record.moves)
    removed = sum(move.startswith("remove") for move in record.moves)
    assert found["left"] == 80 - takes - removed
    assert found["takes_per_turn"] * found["turns"] == pytest.approx(takes)
    assert found["sets"] == sum(move.startswith("score") for move in record.moves)
    assert found["first_lead"] == record.scores[1] - record.scores[0]
    assert found["margin"] == abs(found["first_lead"])
    assert found["first_wins"] == {(1,): 1.0, (0,): 0.0, (0, 1): 0.5}[record.outcome.winners]
    assert 1 <= found["reach_turn"] <= 80


def test_means_and_correlations_have_the_intervals_of_scipy():
    chance = stream(3, "values").random
    one = [chance() for _ in range(40)]
    other = [value + chance() for value in one]
    found = effects.correlation(one, other)
    theirs = stats.pearsonr(one, other)
    ends = theirs.confidence_interval(0.95)
    assert (found["r"], found["low"], found["high"]) == pytest.approx((theirs.statistic, *ends), abs=1e-4)
    mean = effects.mean(one)
    assert mean["high"] - mean["mean"] == pytest.approx(1.959964 * stats.sem(one), abs=1e-4)


def test_what_never_varies_goes_with_nothing():
    assert effects.correlation([1.0] * 9, list(range(9))) == {"r": 0.0, "low": -1.0, "high": 1.0}


def test_shares_of_the_variance_find_what_was_put_in():
    draw = np.random.default_rng(1)
    pile, noise = draw.normal(size=400), draw.normal(size=(3, 400))
    table = np.array([[0.0], [1.0], [-1.0]]) + pile + noise
    found = effects.explained(table.tolist())
    parts = {"edition": 2 / 3, "pile": pile.var(), "neither": noise.var()}
    assert found == pytest.approx({name: part / sum(parts.values()) for name, part in parts.items()}, abs=0.03)


def test_chance_alone_explains_nothing_on_average():
    draw = np.random.default_rng(2)
    found = [effects.explained(draw.normal(size=(3, 12)).tolist()) for _ in range(200)]
    assert np.mean([one["neither"] for one in found]) > 0.85
    assert effects.explained([[1.0, 1.0], [1.0, 1.0]])["neither"] == 0.0


def test_a_study_compares_editions_pile_by_pile():
    piles = [{"reach_uncovered": float(k), "reach_unloaded": float(-k)} for k in range(8)]
    games = [
        {"de": {"first_wins": k % 2, "plies": 5.0 * k}, "fr": {"first_wins": 1.0, "plies": 5.0 * k + 2}}
        for k in range(8)
    ]
    study = effects.study(piles, games, {"de": "uncovered", "fr": "unloaded"})
    assert study["editions"]["fr"]["less_first"]["plies"] == {"mean": 2.0, "low": 2.0, "high": 2.0}
    assert study["editions"]["de"]["with_reach"]["plies"]["r"] == 1.0
    assert study["editions"]["fr"]["with_reach"]["plies"]["r"] == -1.0
    assert study["editions"]["fr"]["figures"]["first_wins"]["low"] < 1.0
    assert study["explained"]["plies"]["pile"] > 0.9
