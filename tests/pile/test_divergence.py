"""How two piles that should be one differ, in words."""

from dataclasses import replace

import pytest

from sim.pile.divergence import divergence


def moved(pile, **changes):
    """Return the pile with another piece 1."""
    pieces = list(pile)
    pieces[1] = replace(pieces[1], **changes)
    return replace(pile, pieces=tuple(pieces))


def test_a_pile_does_not_differ_from_itself(small):
    assert divergence(small, replace(small)) == ""


def test_a_pile_of_other_pieces_is_told_first(small):
    assert divergence(small, replace(small, pieces=small.pieces[:2], contacts=())) == "it has 2 pieces, not 3"


def test_how_many_pieces_lie_elsewhere_and_how_far_is_told(small):
    assert divergence(small, moved(small, x=5.0, y=5.0)) == "1 of 3 pieces lie elsewhere, by 5 mm at most"
    assert divergence(small, moved(small, z=3.7501)) == "1 of 3 pieces lie elsewhere, by 0.0001 mm at most"


@pytest.mark.parametrize("change", [{"angle": 0.500001}, {"gradient": (0.0, 0.000001)}])
def test_a_piece_that_is_only_turned_or_tilted_lies_elsewhere_too(small, change):
    told = divergence(small, moved(small, **change))
    assert told.startswith("1 of 3 pieces lie elsewhere, by ")
    assert 0.0 < float(told.split()[-4]) < 1e-4


def test_other_contacts_of_pieces_that_lie_where_they_should_are_told(small):
    assert "press on one another otherwise" in divergence(small, replace(small, contacts=small.contacts[:3]))


def test_what_stands_before_the_pieces_is_told_last(small):
    assert "what stands before them differs" in divergence(small, replace(small, settle_time=0.5))
