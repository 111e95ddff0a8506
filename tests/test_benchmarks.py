"""The benchmarks run, tell what they measured, and measure the real thing."""

from __future__ import annotations

import doctest
import json
import math
from importlib.util import find_spec

import numpy as np
import pytest

from benchmarks import engine3d, measure, settle, tournament, watch
from sim.bots import BOTS
from sim.errors import NotSettled
from sim.physics.settle import settle as settle_pile
from sim.physics.shake import Shake
from sim.pile import FLOOR, Colour, Piece, Shape, Tray, corners
from sim.reach.survey import mean_weight

SMALL = Shake(copies=1, tray=120.0, corner=30.0, duration=0.3)


@pytest.fixture(scope="module")
def result():
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(engine3d, "available", lambda: False)
        return settle.run(True, SMALL)


def test_a_quick_run_gives_figures_that_json_keeps(result):
    assert json.loads(json.dumps(result, allow_nan=False)) == result
    assert result["parameters"] == SMALL.to_dict()
    assert [one["seed"] for one in result["piles"]["each"]] == result["piles"]["seeds"] == [0, 1, 2]
    assert {"python", "pymunk", "numba", "numpy"} <= set(result["versions"])


def test_the_medians_lie_within_their_ranges(result):
    for name in ("cpu", "wall", "settle_time"):
        values = result["piles"][name]
        assert 0 < values["min"] <= values["median"] <= values["max"]


def test_the_parts_of_a_run_add_up_to_its_time_and_none_goes_unseen(result):
    for one in result["growth"]["runs"]:
        assert sum(one["parts"].values()) == pytest.approx(one["cpu"])
        assert one["cpu"] > one["parts"]["tick"] > 0
        assert all(one["calls"][part] > 0 for part in watch.PARTS if part != "rest")


def test_watching_changes_nothing(result):
    watched = next(one for one in result["growth"]["runs"] if one["pieces"] == 16 and one["seed"] == 0)
    assert watched["code"] == settle_pile(0, SMALL).code
    assert watched["steps"] > 0


def test_growth_is_fitted_to_boxes_of_growing_size(result):
    growth = result["growth"]
    assert [size["pieces"] for size in growth["sizes"]] == [16, 32, 64]
    assert 0.3 < growth["exponent_step"] < 2.0


@pytest.mark.parametrize("times", [2.4, 25.0])
def test_a_grown_box_is_as_dense_and_has_the_same_form(times):
    small, large = Shake(), settle.grown(Shake(), times)
    floors = [Tray(box.tray, box.corner).area / box.copies for box in (small, large)]
    assert floors[0] == pytest.approx(floors[1])
    assert large.corner / large.tray == pytest.approx(small.corner / small.tray)
    assert (large.strength, large.frequency, large.lid) == (small.strength, small.frequency, small.lid)


def test_the_table_tells_times_parts_growth_and_what_3d_needs(result):
    text = settle.table(result)
    for word in (
        "CPU time",
        "wall-clock",
        "compiled tick",
        "a step grows with n^",
        "pip install 'polypile[reference]'",
    ):
        assert word in text
    assert max(map(len, text.splitlines())) <= 110


def test_a_pile_that_does_not_settle_is_named_not_measured():
    with pytest.raises(NotSettled, match="seed 0"):
        settle.run(True, Shake(copies=1, tray=120.0, corner=30.0, duration=0.3, limit=0.05))


def test_the_examples_of_the_measures_hold():
    found = doctest.testmod(measure)
    assert found.attempted >= 4
    assert not found.failed


def test_no_exponent_is_fitted_to_one_size():
    assert measure.exponent([80, 80], [1.0, 2.0]) is None
    assert measure.power(None) == "-"


@pytest.fixture(scope="module")
def played():
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tournament, "QUICK_PAIRS", 1)
        patch.setattr(tournament, "rivals", lambda game: ("uniform", "greedy"))
        return tournament.run(True, Shake())


def test_a_tournament_is_timed_on_one_process_and_on_two_and_gives_the_same_bytes(played):
    assert json.loads(json.dumps(played, allow_nan=False)) == played
    runs = played["runs"]
    clusters = ["dask"] if find_spec("distributed") else []
    assert [(one["backend"], one["jobs"]) for one in runs] == [("loky", 1), *((who, 2) for who in ("loky", *clusters))]
    assert all(one["identical"] and one["seconds"] > 0 for one in runs)
    assert [one["ratio"] for one in runs] == [runs[0]["seconds"] / one["seconds"] for one in runs]
    assert played["pairs"] == 1


def test_every_bot_of_every_game_is_timed_with_its_usual_budget(played):
    assert {game: list(paces) for game, paces in played["paces"].items()} == {
        game: ["uniform", "greedy"] for game in BOTS
    }
    for paces in played["paces"].values():
        assert all(0 < pace["mean"] <= pace["slowest"] and pace["moves"] > 5 for pace in paces.values())
    assert {game: tournament.rivals(game) for game in BOTS} == {game: tuple(BOTS[game]) for game in BOTS}


def test_results_that_differ_are_seen_in_the_table(played):
    assert "2 processes of loky" in tournament.table(played)
    assert "must be 1.7 times as fast" in tournament.table(played)
    assert "axio-rota greedy" in tournament.table(played)
    assert " NO\n" not in tournament.table(played)
    other = {**played["runs"][1], "identical": False}
    assert " NO\n" in tournament.table({**played, "runs": [played["runs"][0], other]})


@pytest.mark.parametrize("gradient", [(0.0, 0.0), (0.3, -0.1), (-2.0, 5.0)])
@pytest.mark.parametrize("shape", Shape)
def test_a_pose_in_3d_is_told_as_angle_and_gradient_even_upside_down(shape, gradient):
    piece = Piece(0, shape, Colour.BLUE, 0.0, 0.0, 1.25, 1.9, gradient, 2.5)
    normal = np.array(piece.normal)
    local = np.array(corners(shape))
    # the piece's axes, from where its corners are
    middle = (np.array(piece.top()) + np.array(piece.underside())) / 2 - (0.0, 0.0, 1.25)
    x, y = np.linalg.lstsq(local, middle, rcond=None)[0]
    turn = np.column_stack([x, y, normal])
    for seen in (turn, turn * [-1.0, 1.0, -1.0]):
        angle, found = engine3d.lying(seen)
        assert angle == pytest.approx(1.9)
        assert found == pytest.approx(gradient)


@pytest.fixture(scope="module")
def spatial():
    pytest.importorskip("mujoco", reason="needs polypile[reference]")
    return engine3d.run(0, SMALL)


def test_in_3d_floor_and_walls_carry_the_weight_of_all_pieces(spatial):
    pile = spatial.pile
    carried = sum(contact.force[2] for contact in pile.contacts if contact.lower < 0)
    assert carried == pytest.approx(len(pile) * mean_weight(pile), rel=0.01)
    assert any(contact.lower == FLOOR for contact in pile.contacts)


def test_in_3d_the_pieces_come_to_rest_inside_the_box(spatial):
    pile = spatial.pile
    assert spatial.deepest < 0.1
    assert 0 < pile.settle_time <= SMALL.limit
    assert spatial.steps >= (0.25 + SMALL.duration) * 1000
    for piece in pile:
        assert all(pile.tray.contains(x, y, 0.2) for x, y in piece.outline())
        assert math.degrees(piece.tilt) < 60


def test_both_engines_stand_side_by_side_in_the_table(result, spatial):
    beside = settle._beside(range(1), SMALL)
    assert beside["each"][0]["ratio"] == pytest.approx(beside["ratio"])
    assert len(beside["mean"]) == len(beside["mean_3d"]) == 20
    text = settle.table({**result, "engine3d": beside})
    assert "times faster" in text
    assert "reach_uncovered" in text
