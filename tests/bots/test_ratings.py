"""Win rates with intervals, and ratings: against what other programs give, and against players of known strength."""

import math

import numpy as np
import pytest
from scipy.optimize import minimize
from scipy.stats import binomtest

from sim.bots.ratings import ELO, MEAN, bradley_terry, wilson
from sim.seeds import stream


@pytest.mark.parametrize(("won", "count"), [(0, 10), (10, 10), (95, 100), (1, 3), (50, 100)])
def test_wilsons_interval_is_that_of_scipy(won, count):
    theirs = binomtest(won, count).proportion_ci(method="wilson")
    assert wilson(won / count, count) == pytest.approx((theirs.low, theirs.high), abs=1e-9)


def test_the_interval_of_meetings_holds_the_truth_as_often_as_it_says():
    """Even where both games of a meeting always end alike, so that counting games would count twice."""
    chance = stream(1, "coverage").random
    held = 0
    for _ in range(600):
        share = sum(chance() < 0.8 for _ in range(50)) / 50
        low, high = wilson(share, 50)
        held += low <= 0.8 <= high
    assert held / 600 > 0.92


POINTS = {("a", "b"): 60.0, ("b", "a"): 40.0, ("b", "c"): 75.0, ("c", "b"): 25.0, ("a", "c"): 88.5, ("c", "a"): 11.5}


def test_ratings_make_the_points_likeliest():
    def unlikely(strength):
        at = dict(zip("abc", strength, strict=True))
        return -sum((p + 0.5) * -math.log1p(math.exp(at[y] - at[x])) for (x, y), p in POINTS.items())

    best = minimize(unlikely, np.zeros(3), tol=1e-12).x
    expected = MEAN + ELO * (best - best.mean())
    ratings = bradley_terry("abc", POINTS)
    assert [ratings[name].value for name in "abc"] == pytest.approx(expected, abs=0.1)
    assert list(ratings) == ["a", "b", "c"]


def test_their_intervals_are_those_of_the_information_in_the_points():
    """For two players it is known in closed form: 1/sqrt(n p q) for the difference, half of it for each."""
    ratings = bradley_terry("ab", {("a", "b"): 59.5, ("b", "a"): 39.5})
    reach = 1.959963984540054 * ELO / math.sqrt(100 * 0.6 * 0.4) / 2
    assert ratings["a"].high - ratings["a"].value == pytest.approx(reach, abs=0.02)
    assert ratings["a"].value - ratings["a"].low == pytest.approx(reach, abs=0.02)


def test_who_has_won_all_games_has_a_rating_too():
    ratings = bradley_terry("abc", {pair: 100.0 * (pair[0] < pair[1]) for pair in POINTS})
    values = [ratings[name].value for name in "abc"]
    assert values == sorted(values, reverse=True)
    assert all(math.isfinite(end) for rating in ratings.values() for end in (rating.low, rating.high))
    assert ratings["a"].value - ratings["c"].value > 800
    assert str(ratings["b"]).startswith("1500 (")


def test_more_points_never_lower_a_rating():
    before = bradley_terry("abc", POINTS)["b"].value
    after = bradley_terry("abc", {**POINTS, ("b", "a"): 50.0})["b"].value
    assert after > before
