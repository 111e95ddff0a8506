"""What covers, rests on and touches what, against simple definitions and against brute force."""

from __future__ import annotations

import dataclasses
import math
import random

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from sim.errors import PileError
from sim.pile import FLOOR, Contact, Cover, Pile, Shape, area
from sim.reach.gap import between_edges, from_corners, least_gap, touch
from sim.reach.prisms import prisms
from sim.reach.stats import stats
from sim.reach.survey import GRAVITY, mean_weight, survey, visible
from tests.conftest import PARAMETERS
from tests.reach import brute
from tests.reach.heaps import dropped, heap, heaps, piece

SEEDS = range(4)
T = PARAMETERS["thickness"]
UP = (0.0, 0.0, 1.0)


def without(pile, taken):
    """Return the pile without some pieces, and the old ids of those that are left."""
    left = [p.id for p in pile if p.id not in taken]
    number = {old: new for new, old in enumerate(left)}
    contacts = [
        dataclasses.replace(c, upper=number[c.upper], lower=number.get(c.lower, c.lower))
        for c in pile.contacts
        if c.upper in number and (c.lower in number or c.lower < 0)
    ]
    pieces = [dataclasses.replace(pile[old], id=new) for new, old in enumerate(left)]
    return Pile(pile.seed, pile.shake, pile.model, tuple(pieces), tuple(contacts), pile.settle_time), left


def shuffled(pile, order):
    """Return the pile with its pieces in another order: the piece order[k] has the id k."""
    number = {old: new for new, old in enumerate(order)}
    contacts = []
    for c in pile.contacts:
        upper, lower = number[c.upper], number.get(c.lower, c.lower)
        if c.kind == "side" and lower > upper:
            flipped = {"normal": tuple(-n for n in c.normal), "force": tuple(-f for f in c.force)}
            contacts.append(dataclasses.replace(c, upper=lower, lower=upper, **flipped))
        else:
            contacts.append(dataclasses.replace(c, upper=upper, lower=lower))
    pieces = tuple(dataclasses.replace(pile[old], id=new) for new, old in enumerate(order))
    return Pile(pile.seed, pile.shake, pile.model, pieces, tuple(contacts), pile.settle_time)


# Settled piles against brute force


@pytest.mark.parametrize("seed", SEEDS)
def test_c5_covers_of_a_settled_pile_are_those_of_brute_force(shaken, seed):
    pile = shaken(seed)
    assert survey(pile).covers == brute.covers(pile)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(4, 100))
def test_c5_relations_of_many_settled_piles_are_those_of_brute_force(shaken, seed):
    pile = shaken(seed)
    cover = survey(pile)
    assert cover.covers == brute.covers(pile)
    for a, b in cover.touches ^ brute.touches(pile):
        assert brute.gap(pile[a], pile[b]) == pytest.approx(brute.NEAR, abs=1e-3)


@pytest.mark.parametrize("seed", SEEDS[:2])
def test_c5_touches_of_a_settled_pile_are_those_of_brute_force(shaken, seed):
    pile = shaken(seed)
    found, true = survey(pile).touches, brute.touches(pile)
    assert {pair: brute.gap(pile[pair[0]], pile[pair[1]]) for pair in found ^ true} == {}


@pytest.mark.parametrize("seed", SEEDS)
def test_pieces_that_rest_on_others_touch_them(shaken, seed):
    cover = survey(shaken(seed))
    assert {tuple(sorted(pair)) for pair in cover.rests} <= cover.touches


@pytest.mark.parametrize("seed", SEEDS)
def test_c5_rests_are_all_loads_above_two_hundredths_of_a_mean_weight(shaken, seed):
    pile = shaken(seed)
    weight = sum(area(p.shape) for p in pile) / len(pile) * T * PARAMETERS["density"] * 1e-3 * 9.81
    load = {}
    for c in pile.contacts:
        if c.kind == "face" and c.lower != FLOOR:
            load[c.upper, c.lower] = load.get((c.upper, c.lower), 0.0) + c.force[2]
    assert survey(pile).rests == {pair for pair, force in load.items() if force > 0.02 * weight}
    assert mean_weight(pile) == pytest.approx(weight)


# Dropped heaps against brute force


@settings(max_examples=150, deadline=None)
@given(heaps)
def test_c5_covers_of_any_heap_are_those_of_brute_force(pile):
    assume(brute.decided(pile))
    found = survey(pile).covers
    assert found == brute.covers(pile)
    # every piece was dropped on those before it
    assert all(upper > lower for upper, lower in found)


@settings(max_examples=60, deadline=None)
@given(heaps)
def test_c5_touches_of_any_heap_are_those_of_brute_force(pile):
    for a, b in survey(pile).touches ^ brute.touches(pile):
        assert brute.gap(pile[a], pile[b]) == pytest.approx(brute.NEAR, abs=1e-3)


@settings(max_examples=60, deadline=None)
@given(heaps, st.randoms(use_true_random=False))
def test_relations_do_not_depend_on_the_order_of_the_pieces(pile, chance):
    assume(brute.decided(pile))
    order = list(range(len(pile)))
    chance.shuffle(order)
    assert_same_when_shuffled(pile, order)


@pytest.mark.parametrize("seed", SEEDS[:2])
def test_relations_of_a_settled_pile_do_not_depend_on_the_order_of_its_pieces(shaken, seed):
    pile = shaken(seed)
    assert_same_when_shuffled(pile, random.Random(seed).sample(range(len(pile)), len(pile)))


def assert_same_when_shuffled(pile, order):
    here, there = survey(pile), survey(shuffled(pile, order))
    assert {(order[a], order[b]) for a, b in there.covers} == here.covers
    assert {(order[a], order[b]) for a, b in there.rests} == here.rests
    assert {tuple(sorted((order[a], order[b]))) for a, b in there.touches} == here.touches


# Gaps


DIAGONAL = (
    # two squares, moved diagonally: corners or edges come nearest, and no axis tells how near
    (30.0199, 0.0, 1.5 * T + 0.0199),
    (30.0135, 30.0135, T / 2),
    (30.0145, 30.0145, T / 2),
    (30.0199, 30.0199, T / 2),
    (30.0110, 30.0110, 1.5 * T + 0.0110),
    (30.0120, 30.0120, 1.5 * T + 0.0120),
    (30.0139, 3.0, 1.5 * T + 0.0139),
    (30.0145, 3.0, 1.5 * T + 0.0145),
)


@pytest.mark.parametrize("place", DIAGONAL)
def test_c5_touching_is_told_by_the_distance_not_by_any_axis(place):
    x, y, z = place
    pile = heap([piece("square"), piece("square", x=x, y=y, z=z)])
    assert bool(survey(pile).touches) is (brute.gap(*pile) < brute.NEAR)


@st.composite
def near_pairs(draw):
    """Two pieces of any tilt, the second moved along some line until it is about NEAR away."""
    slopes = st.one_of(st.just(0.0), st.floats(-0.5, 0.5), st.sampled_from((-50.0, 1.5, 50.0)))
    shapes, turns, ways = st.sampled_from(list(Shape)), st.floats(0.0, 6.28), st.floats(-1.0, 1.0)
    x, y, z = draw(ways), draw(ways), draw(ways)
    assume(math.hypot(x, y, z) > 0.1)
    first = piece(draw(shapes), z=100.0, angle=draw(turns), gradient=(draw(slopes), draw(slopes)))
    second = piece(draw(shapes), z=100.0, angle=draw(turns), gradient=(draw(slopes), draw(slopes)))

    def moved(far):
        return dataclasses.replace(second, id=1, x=far * x, y=far * y, z=100.0 + far * z)

    low, high = 0.0, 100.0 / math.hypot(x, y, z)
    for _ in range(25):
        middle = (low + high) / 2
        low, high = (low, middle) if brute.gap(first, moved(middle)) > brute.NEAR else (middle, high)
    return first, moved(high + draw(st.sampled_from((-0.005, -0.0001, 0.0001, 0.005, 1.0))))


@settings(max_examples=60, deadline=None)
@given(near_pairs())
def test_c5_the_gap_of_any_two_pieces_is_that_of_brute_force(pair):
    true = brute.gap(*pair)
    shapes, a, b = prisms(pair), np.array([0]), np.array([1])
    least = least_gap(shapes, a, b)[0]
    assert least <= true + 1e-7
    if least > 1e-9:
        assert min(from_corners(shapes, a, b)[0], between_edges(shapes, a, b)[0]) == pytest.approx(true, abs=1e-6)
    if abs(true - brute.NEAR) > 1e-6:
        assert touch(shapes, a, b)[0] == (true < brute.NEAR)


# Taking pieces


@settings(max_examples=60, deadline=None)
@given(heaps, st.data())
def test_c5_taking_pieces_from_a_heap_is_as_good_as_a_new_survey(pile, data):
    taken = data.draw(st.sets(st.integers(0, len(pile) - 1)))
    assert_survey_holds(pile, taken)


@pytest.mark.parametrize("seed", SEEDS)
def test_c5_taking_pieces_from_a_settled_pile_is_as_good_as_a_new_survey(shaken, seed):
    pile = shaken(seed)
    chance = random.Random(seed)
    for count in (1, 20, 60):
        assert_survey_holds(pile, set(chance.sample(range(len(pile)), count)))


def assert_survey_holds(pile, taken):
    cover = survey(pile)
    rest, left = without(pile, taken)
    anew = survey(rest)
    for rule in ("uncovered", "unloaded", "untouched"):
        assert tuple(left[i] for i in anew.reachable(rule)) == cover.reachable(rule, taken)


def naive(cover, rule, left):
    """The words of C5, one by one."""
    uncovered = {i for i in left if not any((j, i) in cover.covers for j in left)}
    if rule == "unloaded":
        found = {i for i in left if not any((j, i) in cover.rests for j in left)}
    elif rule == "untouched":
        found = {
            i for i in uncovered if all((i, j) in cover.covers for j in left if (min(i, j), max(i, j)) in cover.touches)
        }
    else:
        found = uncovered
    return tuple(sorted(found or uncovered))


@pytest.mark.parametrize("rule", ["uncovered", "unloaded", "untouched"])
def test_c5_reachable_is_what_the_rules_say_until_the_pile_is_empty(shaken, rule):
    cover = survey(shaken(0))
    left, taken, chance = set(range(cover.size)), set(), random.Random(1)
    while left:
        reachable = cover.reachable(rule, taken)
        assert reachable == naive(cover, rule, left) != ()
        gone = chance.choice(reachable)
        left.remove(gone)
        taken.add(gone)
    assert cover.reachable(rule, taken) == ()


# Examples


def test_c5_a_stack_of_flat_pieces_can_only_be_taken_from_the_top():
    pile = heap([piece("square", z=T * (k + 0.5)) for k in range(4)])
    cover = survey(pile)
    assert cover.covers == {(a, b) for a in range(4) for b in range(a)}
    assert cover.touches == {(0, 1), (1, 2), (2, 3)}
    assert [cover.reachable(taken=range(4 - k, 4)) for k in range(4)] == [(3,), (2,), (1,), (0,)]


@pytest.mark.parametrize("overlap", [0.0, 0.01, 0.03, 0.05])
def test_c5_neighbours_pressed_together_touch_but_neither_covers_the_other(overlap):
    cover = survey(heap([piece("square"), piece("square", x=30.0 - overlap)]))
    assert cover.covers == set()
    assert cover.touches == {(0, 1)}
    assert cover.reachable("uncovered") == (0, 1)
    # nothing is untouched, so the uncovered ones can be taken
    assert cover.reachable("untouched") == (0, 1)


@pytest.mark.parametrize(("apart", "touching"), [(0.019, True), (0.021, False), (1.0, False)])
def test_c5_neighbours_touch_when_their_gap_is_below_two_hundredths_of_a_millimetre(apart, touching):
    cover = survey(heap([piece("square"), piece("square", x=30.0 + apart)]))
    assert bool(cover.touches) is touching


@pytest.mark.parametrize(("apart", "touching"), [(0.0, True), (0.019, True), (0.021, False), (5.0, False)])
def test_c5_a_piece_that_bridges_over_another_covers_it_without_touching_it(apart, touching):
    cover = survey(heap([piece("octagon"), piece("octagon", x=5.0, z=1.5 * T + apart)]))
    assert cover.covers == {(1, 0)}
    assert bool(cover.touches) is touching
    assert cover.reachable("uncovered") == cover.reachable("untouched") == (1,)
    assert cover.reachable("unloaded") == (0, 1)


@pytest.mark.parametrize(("side", "covered"), [(0.99, False), (1.01, True)])
def test_c5_an_overlap_of_a_square_millimetre_is_not_enough_to_cover(side, covered):
    cover = survey(heap([piece("square"), piece("square", x=30.0 - side, y=30.0 - side, z=1.5 * T)]))
    assert cover.covers == ({(1, 0)} if covered else set())
    assert cover.touches == {(0, 1)}


@pytest.mark.parametrize(("wide", "covered"), [(0.03, False), (0.04, True)])
def test_c5_a_long_thin_overlap_covers_by_its_area(wide, covered):
    cover = survey(heap([piece("square"), piece("square", x=30.0 - wide, z=1.5 * T)]))
    assert cover.covers == ({(1, 0)} if covered else set())


def test_c5_a_piece_that_leans_on_another_covers_and_touches_it():
    pile = dropped([("square", 0.0, 0.0, 0.0, (0.0, 0.0), 0.0), ("square", 28.0, 0.0, 0.0, (-0.085, 0.0), 0.0)])
    cover = survey(pile)
    assert min(z for _, _, z in pile[1].underside()) == pytest.approx(0.0, abs=0.2)
    assert (cover.covers, cover.touches) == ({(1, 0)}, {(0, 1)})


def test_c5_the_footprint_of_a_tilted_piece_is_all_of_it_seen_from_above():
    def tilted(shared):
        return piece("square", x=15.0 + (15.0 + T / 2) / 2**0.5 - shared, z=30.0, gradient=(1.0, 0.0))

    assert min(x for x, _ in tilted(0.03).outline()) == pytest.approx(15.0 - 0.03)
    assert survey(heap([piece("square"), tilted(0.03)])).covers == set()
    assert survey(heap([piece("square"), tilted(0.04)])).covers == {(1, 0)}


@pytest.mark.parametrize("apart", [0.0, 0.05])
def test_c5_of_two_neighbours_that_lean_alike_the_one_whose_side_hangs_over_covers_the_other(apart):
    #    ___/ /___    side by side in one steep plane: seen from above their sides overlap
    cosine = 1 / 1.04**0.5
    downhill = piece("square", z=10.0, gradient=(0.2, 0.0))
    uphill = piece("square", x=(30.0 + apart) * cosine, z=10.0 + 0.2 * (30.0 + apart) * cosine, gradient=(0.2, 0.0))
    pile = heap([downhill, uphill])
    assert survey(pile).covers == brute.covers(pile) != set()
    assert survey(pile).touches == ({(0, 1)} if apart < brute.NEAR else set())


def test_c5_a_piece_that_stands_on_its_edge_covers_what_it_stands_on():
    standing = piece("square", x=3.0, z=T + 15.1, gradient=(99.0, 0.0))
    cover = survey(heap([piece("octagon"), standing]))
    assert cover.covers == {(1, 0)} == brute.covers(heap([piece("octagon"), standing]))


def test_c5_a_piece_presses_from_above_only_with_more_than_two_hundredths_of_a_weight():
    pieces = [piece("square"), piece("square", z=1.5 * T)]
    weight = 900.0 * T * PARAMETERS["density"] * 1e-3 * GRAVITY

    def cover(*forces):
        contacts = [Contact(1, 0, "face", (0.0, 0.0, T), UP, (0.0, 0.0, force)) for force in forces]
        return survey(heap(pieces, contacts))

    assert cover(0.019 * weight).rests == set()
    assert cover(0.021 * weight).rests == {(1, 0)}
    assert cover(0.011 * weight, 0.011 * weight).rests == {(1, 0)}
    assert cover(0.019 * weight).reachable("unloaded") == (0, 1)
    assert cover(0.021 * weight).reachable("unloaded") == (1,)


def test_what_presses_sideways_does_not_rest():
    side = Contact(1, 0, "side", (15.0, 0.0, T / 2), (1.0, 0.0, 0.0), (5.0, 0.0, 5.0))
    assert survey(heap([piece("square"), piece("square", x=30.0)], [side])).rests == set()


def test_pieces_that_cover_one_another_in_a_ring_are_refused_by_name():
    corners = [(20.0, 0.0, (0.0, 0.3)), (0.0, 20.0, (-0.3, 0.0)), (-20.0, 0.0, (0.0, -0.3)), (0.0, -20.0, (0.3, 0.0))]
    ring = heap([piece("octagon", x=x, y=y, z=10.0, gradient=gradient) for x, y, gradient in corners])
    with pytest.raises(PileError, match="cover one another in a cycle: "):
        survey(ring)


def test_an_empty_pile_and_a_single_piece_have_no_relations():
    assert survey(heap([])) == Cover(0)
    assert survey(heap([piece("triangle")])) == Cover(1)
    assert survey(heap([]), hidden=True).hidden_by == ()
    assert visible(heap([])) == ()
    assert visible(heap([piece("triangle")])) == (1.0,)


def test_nothing_rests_on_a_piece_that_covers_it():
    pieces = [piece("square", z=1.5 * T), piece("square")]
    upside_down = Contact(1, 0, "face", (0.0, 0.0, T), UP, (0.0, 0.0, 50.0))
    cover = survey(heap(pieces, [upside_down]))
    assert (cover.covers, cover.rests, cover.touches) == ({(0, 1)}, set(), {(0, 1)})


@pytest.mark.parametrize("taken", [{1.0}, {True}, {"1"}, {3}, {-1}, {10**5000}, 5, None, [[]]])
def test_what_cannot_be_taken_is_refused_by_visible(small, taken):
    with pytest.raises(PileError, match=r"to take|ids of all pieces"):
        visible(small, taken)


def test_ids_of_numpy_can_be_taken(small):
    assert visible(small, np.array([1])) == visible(small, {1}) == (1.0, 0.0, 1.0)


@pytest.mark.parametrize("ask", [survey, visible, stats])
@pytest.mark.parametrize("thing", [3, None, "pile", []])
def test_what_is_no_pile_at_all_is_a_type_error(ask, thing):
    with pytest.raises(TypeError, match="a Pile is needed, not"):
        ask(thing)
