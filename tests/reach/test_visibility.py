"""The benchmark of the survey measures the real thing, against a naive pass that finds the same."""

from __future__ import annotations

import json

import pytest

from benchmarks import visibility
from sim.physics.shake import Shake
from sim.pile import RULES
from sim.reach.survey import survey

SMALL = Shake(copies=1, tray=120.0, corner=30.0, duration=0.3)


@pytest.fixture(scope="module")
def result():
    return visibility.run(True, SMALL)


def test_a_quick_run_gives_figures_that_json_keeps(result):
    assert json.loads(json.dumps(result, allow_nan=False)) == result
    assert result["parameters"] == SMALL.to_dict()
    assert result["survey"]["pieces"] == 16
    assert [size["pieces"] for size in result["growth"]["sizes"]] == [16, 64, 256]


def test_all_that_is_timed_takes_time(result):
    for name in (*visibility.TIMED, "ratio"):
        assert result["survey"][name] > 0.0
    for rule in RULES:
        take = result["take"][rule]
        assert 0.0 < take["min"] <= take["median"] <= take["max"] < 1e-3
    assert all(size["survey"] > 0.0 for size in result["growth"]["sizes"])


def test_the_table_tells_ratio_takes_and_growth(result):
    text = visibility.table(result)
    for word in ("naive pass over all pairs", "times faster", "reachable after a take", *RULES, "grows with n^"):
        assert word in text
    assert max(map(len, text.splitlines())) <= 120


def test_the_naive_pass_finds_the_same_relations(piles):
    for pile in piles:
        found, plain = survey(pile), visibility.naive(pile)
        assert found.rests == plain.rests
        assert visibility.naive(pile, touching=False).covers == plain.covers
        assert len(found.covers ^ plain.covers) <= 0.01 * len(found.covers)
        assert len(found.touches ^ plain.touches) <= 0.1 * len(found.touches)


def test_a_pile_of_piles_side_by_side_has_the_relations_of_each(piles):
    large = visibility.tiled(piles[:2], 3)
    covers, rests, touches = set(), set(), set()
    for k in range(3):
        one = survey(piles[k % 2])
        covers |= {(a + 80 * k, b + 80 * k) for a, b in one.covers}
        rests |= {(a + 80 * k, b + 80 * k) for a, b in one.rests}
        touches |= {(a + 80 * k, b + 80 * k) for a, b in one.touches}
    cover = survey(large)
    assert (len(large), large.tray.across) == (240, 480.0)
    assert (cover.covers, cover.rests, cover.touches) == (covers, rests, touches)


def test_what_is_asked_after_a_take_is_a_whole_game(piles):
    cover = survey(piles[0])
    history = visibility._history(cover, "untouched", 3)
    assert [len(taken) for taken in history] == list(range(1, 81))
    assert history == visibility._history(cover, "untouched", 3) != visibility._history(cover, "untouched", 4)
