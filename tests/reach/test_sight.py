"""What can be seen of each piece, against a raster of what is on top."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sim.errors import CoverError, PileError
from sim.pile import Cover
from sim.reach.survey import survey, visible
from tests.conftest import PARAMETERS
from tests.reach.brute import Raster
from tests.reach.heaps import gentle_heaps, heap, heaps, piece

T = PARAMETERS["thickness"]
FINE = 0.02  # of a share: what a raster of 0.75 mm may be off by


@pytest.fixture(scope="module")
def raster(shaken):
    return Raster(shaken(1))


def takes(size, seed):
    """Yield some sets of pieces, none and nearly all among them."""
    order = random.Random(seed).sample(range(size), size)
    for count in (0, size // 4, size // 2, 3 * size // 4, size - 3):
        yield frozenset(order[:count])


def test_visible_shares_of_a_settled_pile_are_those_of_a_raster(shaken, raster):
    pile = shaken(1)
    for taken in takes(len(pile), 5):
        seen, true = visible(pile, taken), raster.shares(taken)
        assert [seen[i] for i in range(len(pile))] == pytest.approx([true[i] for i in range(len(pile))], abs=FINE)


def test_hidden_pieces_of_a_settled_pile_are_those_that_a_raster_does_not_show(shaken, raster):
    pile = shaken(1)
    cover = survey(pile, hidden=True)
    hidden_once = set()
    for taken in takes(len(pile), 7):
        true, seen = raster.shares(taken), visible(pile, taken)
        for id in set(range(len(pile))) - taken:
            if cover.hidden(id, taken):
                assert true[id] < 0.002
                hidden_once.add(id)
            else:
                assert seen[id] > 0.0
    assert hidden_once or all(share > 0.0 for share in visible(pile))


@settings(max_examples=40, deadline=None)
@given(gentle_heaps, st.data())
def test_visible_shares_of_any_heap_are_those_of_a_raster(pile, data):
    taken = data.draw(st.sets(st.integers(0, len(pile) - 1)))
    true = Raster(pile, step=0.5).shares(taken)
    assert visible(pile, taken) == pytest.approx([true[i] for i in range(len(pile))], abs=FINE)


@settings(max_examples=40, deadline=None)
@given(heaps, st.data())
def test_a_piece_is_hidden_exactly_while_nothing_of_it_is_visible(pile, data):
    cover = survey(pile, hidden=True)
    taken = data.draw(st.sets(st.integers(0, len(pile) - 1)))
    seen = visible(pile, taken)
    for id in set(range(len(pile))) - taken:
        # specks of a hundredth of a square millimetre, some for each cut, are as good as hidden
        assert (seen[id] * 900.0 <= 0.2) if cover.hidden(id, taken) else (seen[id] > 0.0)


@settings(max_examples=40, deadline=None)
@given(heaps, st.randoms(use_true_random=False))
def test_taking_pieces_never_hides_what_was_seen(pile, chance):
    cover = survey(pile, hidden=True)
    order = chance.sample(range(len(pile)), len(pile))
    before = {i for i in range(len(pile)) if cover.hidden(i)}
    for k in range(len(order)):
        left = order[k + 1 :]
        hidden = {i for i in left if cover.hidden(i, order[: k + 1])}
        assert hidden <= before
        before = hidden


def test_taking_pieces_only_reveals_in_a_settled_pile(shaken):
    pile = shaken(0)
    order = random.Random(3).sample(range(len(pile)), len(pile))
    before = visible(pile)
    for k in range(10, len(order), 10):
        now = visible(pile, order[:k])
        assert all(now[i] >= before[i] - 1e-9 for i in order[k:])
        assert all(now[i] == 0.0 for i in order[:k])
        before = now


def test_a_piece_under_an_equal_one_is_hidden_until_that_is_taken():
    pile = heap([piece("octagon"), piece("octagon", z=1.5 * T)])
    cover = survey(pile, hidden=True)
    assert (cover.hidden(0), cover.hidden(1), cover.hidden(0, taken={1})) == (True, False, False)
    assert visible(pile) == (0.0, 1.0)
    assert visible(pile, taken={1}) == (1.0, 0.0)


def test_two_halves_hide_a_piece_together_and_neither_does_alone():
    halves = [piece("square", x=x, z=1.5 * T) for x in (-15.0, 15.0)]
    pile = heap([piece("square"), *halves])
    cover = survey(pile, hidden=True)
    assert cover.hidden_by is not None
    assert set(cover.hidden_by[0]) == {(1,), (2,)}
    assert [cover.hidden(0, taken) for taken in ((), {1}, {2}, {1, 2})] == [True, False, False, False]
    assert visible(pile, taken={1})[0] == pytest.approx(0.5)


def test_a_second_layer_keeps_a_piece_hidden():
    pile = heap([piece("square", z=(k + 0.5) * T) for k in range(3)])
    cover = survey(pile, hidden=True)
    assert [cover.hidden(0, taken) for taken in ((), {1}, {2}, {1, 2})] == [True, True, True, False]


def test_half_a_piece_is_seen_beside_what_covers_the_other_half():
    seen = visible(heap([piece("square"), piece("square", x=15.0, z=1.5 * T)]))
    assert seen == (pytest.approx(0.5), 1.0)


@pytest.mark.parametrize("stranger", [-1, 2, "1"])
def test_nothing_that_is_not_in_the_pile_can_be_taken_from_it(stranger):
    pile = heap([piece("square"), piece("square", x=15.0, z=1.5 * T)])
    with pytest.raises(PileError, match=f"no piece {stranger!r} to take: ids run from 0 to 1"):
        visible(pile, taken=[stranger])


def test_a_survey_that_did_not_look_does_not_guess_what_is_hidden(shaken):
    cover = survey(shaken(0))
    assert cover.hidden_by is None
    with pytest.raises(CoverError, match="does not know what is hidden"):
        cover.hidden(0)


def test_looking_for_what_is_hidden_changes_no_relation(shaken):
    plain, looked = survey(shaken(0)), survey(shaken(0), hidden=True)
    assert (plain.covers, plain.rests, plain.touches) == (looked.covers, looked.rests, looked.touches)
    assert Cover.from_json(looked.to_json()) == looked
