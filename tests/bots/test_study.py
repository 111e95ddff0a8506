"""What the pile does to the game: figures of a game counted by hand, and effects against other programs."""

import numpy as np
import pytest
from scipy import stats

from sim import setups
from sim.bots import effects
from sim.bots.study import FIGURES, editions, figures, self_play
from sim.commands import study_plot, study_table
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
    for count in (2, 4, 40):
        found = effects.mean(one[:count])
        ends = stats.t.interval(0.95, count - 1, np.mean(one[:count]), stats.sem(one[:count]))
        assert (found["low"], found["high"]) == pytest.approx(ends, abs=1e-4)


@pytest.mark.parametrize("freedom", [1, 2, 3, 4, 7, 30, 99, 1000, 10**6])
def test_quantiles_of_student_are_those_of_scipy(freedom):
    assert effects.student(freedom) == pytest.approx(stats.t.ppf(0.975, freedom), abs=1e-7)


@pytest.mark.parametrize("count", [4, 6, 12])
def test_the_interval_of_few_piles_holds_the_truth_as_often_as_it_says(count):
    draw = np.random.default_rng(count)
    found = [effects.mean(draw.normal(size=count).tolist()) for _ in range(2000)]
    assert np.mean([one["low"] <= 0.0 <= one["high"] for one in found]) == pytest.approx(0.95, abs=0.015)


def test_what_never_varies_goes_with_nothing():
    assert effects.correlation([1.0] * 9, list(range(9))) == {"r": 0.0, "low": -1.0, "high": 1.0}


ALIKE = ("de", 5.0), ("it", 2.0)


def test_where_all_piles_agree_there_is_no_interval_and_no_star():
    """Four piles that all give three less do not make sure that others do."""
    piles = [{f"reach_{rule}": float(k) for rule in ("uncovered", "untouched")} for k in range(4)]
    games = [{name: {**dict.fromkeys(FIGURES, more + k), "first_wins": 1.0} for name, more in ALIKE} for k in range(4)]
    study = effects.study(piles, games, {"de": "uncovered", "it": "untouched"})
    assert study["editions"]["it"]["less_first"]["plies"] == {"mean": -3.0, "low": None, "high": None}
    assert study["editions"]["it"]["with_reach"]["plies"] == {"r": 1.0, "low": None, "high": None}
    assert {cells[1] for cells in study_table.differences(study)[1]} == {"-3.00 ±? ", "+0.00 ±? "}
    assert {cells[1] for cells in study_table.reaching(study)[1]} == {"+1.00 ", "+0.00 "}
    assert "±0.00" not in study_table.told(study, "greedy")
    assert study_plot.figure(study)


def test_a_difference_of_few_piles_that_vary_has_a_star_only_where_it_is_sure():
    one, other = ({"mean": -3.0, **ends} for ends in ({"low": -5.0, "high": -1.0}, {"low": -6.1, "high": 0.1}))
    assert [study_table._difference(each) for each in (one, other)] == ["-3.00 ±2.00*", "-3.00 ±3.10 "]


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
    assert study["editions"]["fr"]["less_first"]["plies"]["mean"] == 2.0
    assert study["editions"]["de"]["with_reach"]["plies"]["r"] == 1.0
    assert study["editions"]["fr"]["with_reach"]["plies"]["r"] == -1.0
    assert study["editions"]["fr"]["figures"]["first_wins"]["low"] < 1.0
    assert study["explained"]["plies"]["pile"] > 0.9
