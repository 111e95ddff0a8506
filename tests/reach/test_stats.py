"""The twenty figures, each against a pile whose figure one can count, and the curve."""

from __future__ import annotations

import math
import random
from statistics import fmean

import pytest
from hypothesis import given, settings

from sim import assets
from sim.errors import PileError
from sim.pile import FLOOR, Cover
from sim.reach.stats import curve, stats
from sim.reach.survey import survey, visible
from tests.conftest import PARAMETERS
from tests.reach import brute
from tests.reach.heaps import heap, heaps, piece

T = PARAMETERS["thickness"]


@pytest.fixture(scope="module")
def pile(shaken):
    return shaken(2)


@pytest.fixture(scope="module")
def figures(pile):
    return stats(pile)


def test_the_figures_have_the_names_and_the_order_of_the_reference(figures):
    assert list(figures) == list(assets.load_json("reference/pile3d.json")["figures"])
    assert all(type(value) is float and math.isfinite(value) for value in figures.values())


def test_a_ready_cover_gives_the_same_figures(pile, figures):
    assert stats(pile, survey(pile)) == figures


def test_reachable_pieces_and_relations_are_counted(pile, figures):
    cover = survey(pile)
    for rule in ("uncovered", "unloaded", "untouched"):
        assert figures[f"reach_{rule}"] == len(cover.reachable(rule))
    assert figures["n_covers"] == len(brute.covers(pile))
    assert figures["covers_per_piece_max"] == max(sum(lower == i for _, lower in cover.covers) for i in range(80))
    assert figures["rests_per_piece"] == len(cover.rests) / 80


def test_depth_is_the_longest_chain_of_covering_pieces(pile, figures):
    cover = survey(pile)

    def chain(i):
        return 1 + max((chain(lower) for upper, lower in cover.covers if upper == i), default=0)

    assert figures["depth"] == max(chain(i) for i in cover.reachable())


def test_bare_floor_is_that_of_a_raster(pile, figures):
    raster = brute.Raster(pile, step=1.0)
    layers = sum(inside.astype(int) for inside, _ in raster.over.values())
    assert figures["layers_max"] >= layers.max()
    assert figures["bare_fraction"] == pytest.approx(1.0 - (layers > 0).sum() / pile.tray.area, abs=0.005)


def test_what_is_seen_is_averaged_and_what_is_not_is_counted(pile, figures):
    seen = visible(pile)
    assert figures["visible_mean"] == pytest.approx(fmean(seen))
    assert figures["n_hidden"] == sum(share < 0.01 for share in seen)


def test_tilts_and_heights_are_those_of_the_pieces(pile, figures):
    tilts = [math.degrees(p.tilt) for p in pile]
    assert figures["tilt_mean"] == pytest.approx(fmean(tilts))
    assert figures["tilt_max"] == pytest.approx(max(tilts))
    assert figures["n_flat"] == sum(tilt < 1.0 for tilt in tilts)
    assert figures["n_tilt_gt5"] == sum(tilt > 5.0 for tilt in tilts)
    assert figures["z_mean"] == pytest.approx(fmean(p.z for p in pile))
    assert figures["z_max"] == max(p.z for p in pile)
    assert figures["rms_radius"] == pytest.approx(math.sqrt(fmean(p.x**2 + p.y**2 for p in pile)))


def test_pieces_on_the_floor_are_those_with_a_corner_on_it(pile, figures):
    lowest = {p.id: min(z for _, _, z in p.underside()) for p in pile}
    touching = {i for i, z in lowest.items() if z < 0.05}
    assert figures["n_floor_touch"] == len(touching)
    assert figures["n_flat_on_floor"] == sum(math.degrees(pile[i].tilt) < 1.0 for i in touching)
    assert {c.upper for c in pile.contacts if c.lower == FLOOR and c.load > 0.0} <= touching


def test_a_small_pile_has_the_figures_that_one_can_count():
    pile = heap(
        [piece("square"), piece("square", x=15.0, z=1.5 * T), piece("square", y=60.0, z=20.0, gradient=(0.2, 0.0))]
    )
    figures = stats(pile)
    expected = {
        "reach_uncovered": 2,
        "reach_unloaded": 3,
        "reach_untouched": 2,
        "n_covers": 1,
        "covers_per_piece_max": 1,
        "depth": 2,
        "rests_per_piece": 0,
        "bare_fraction": 1 - (45 * 30 + 30 * (30 + T * 0.2) / math.sqrt(1.04)) / (240**2 - 2 * 60**2),
        "visible_mean": (0.5 + 1 + 1) / 3,
        "n_hidden": 0,
        "tilt_max": math.degrees(math.atan(0.2)),
        "n_flat": 2,
        "n_tilt_gt5": 1,
        "n_floor_touch": 1,
        "n_flat_on_floor": 1,
        "z_max": 20,
        "layers_max": 2,
    }
    assert {name: figures[name] for name in expected} == pytest.approx(expected)


def test_layers_are_those_of_the_deepest_point_among_all_crossings(piles):
    for pile in piles:
        assert stats(pile)["layers_max"] == brute.layers(pile)


@pytest.mark.parametrize(("x", "layers"), [(29.98, 2), (30.01, 2), (30.05, 1)])
def test_over_the_seam_of_two_pieces_that_touch_there_are_both(x, layers):
    assert stats(heap([piece("square"), piece("square", x=x)]))["layers_max"] == layers


def test_a_stack_has_as_many_layers_as_pieces():
    stack = [piece("square", z=(k + 0.5) * T, angle=0.3 * k) for k in range(6)]
    figures = stats(heap(stack))
    assert (figures["layers_max"], figures["depth"], figures["reach_uncovered"]) == (6, 6, 1)


def test_a_pile_of_no_pieces_has_no_figures():
    with pytest.raises(PileError, match="no figures"):
        stats(heap([]))


@settings(max_examples=30, deadline=None)
@given(heaps)
def test_the_figures_of_any_heap_stay_within_their_bounds(pile):
    figures, n = stats(pile), len(pile)
    assert 1 <= figures["reach_uncovered"] <= n
    assert figures["reach_untouched"] <= figures["reach_uncovered"]
    assert 1 <= figures["layers_max"] <= n
    assert 1 <= figures["depth"] <= n
    assert (figures["depth"] == 1) == (figures["n_covers"] == 0)
    assert 0.0 < figures["bare_fraction"] < 1.0
    assert 0.0 < figures["visible_mean"] <= 1.0
    assert figures["n_flat_on_floor"] <= min(figures["n_flat"], figures["n_floor_touch"])


# The curve


def test_the_curve_runs_from_nothing_over_the_last_piece_to_all_that_is_reachable(pile):
    cover = survey(pile)
    points = curve(cover, runs=5)
    assert len(points) == len(pile) + 1
    assert points[:2] == [0.0, 1.0]
    assert points[-1] == len(cover.reachable())
    assert all(1.0 <= reachable <= left for left, reachable in enumerate(points) if left)


def test_the_curve_of_a_stack_is_one_and_that_of_a_floor_of_pieces_is_all_that_are_left():
    stack = Cover(4, covers=frozenset((a, b) for a in range(4) for b in range(a)))
    assert curve(stack) == [0.0, 1.0, 1.0, 1.0, 1.0]
    assert curve(Cover(4)) == [0.0, 1.0, 2.0, 3.0, 4.0]


def test_the_curve_is_the_mean_of_games_that_take_at_random(pile):
    cover = survey(pile)
    chance = random.Random(0)
    total = [0] * (cover.size + 1)
    for _ in range(60):
        taken = set()
        for left in range(cover.size, 0, -1):
            reachable = cover.reachable(taken=taken)
            total[left] += len(reachable)
            taken.add(chance.choice(reachable))
    naive = [count / 60 for count in total]
    assert max(abs(a - b) for a, b in zip(naive, curve(cover, runs=200), strict=True)) < 1.0


def test_equal_seeds_give_equal_curves_and_others_do_not(pile):
    cover = survey(pile)
    assert curve(cover, seed=3) == curve(cover, seed=3) != curve(cover, seed=4)
