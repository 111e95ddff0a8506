"""Settled piles are ones that could lie on a table; and the oracle that says so does complain."""

import math
from dataclasses import replace

import numpy as np
import pytest

from sim.physics.settle import settle
from sim.physics.shake import Shake
from sim.pile import FLOOR, Colour, Contact, Piece, Pile, Shape
from tests.physics import statics
from tests.physics.prisms import Prisms
from tests.physics.scenes import box_of, pile_of, stack
from tests.physics.validity import complaints, examine, in_rings, seen_over

OTHERS = [
    {"friction": 0.15},
    {"friction": 0.4},
    {"thickness": 2.0},
    {"thickness": 3.0},
    {"tray": 220.0},
    {"tray": 260.0},
    {"friction": 0.15, "thickness": 2.0, "tray": 220.0},
    {"friction": 0.4, "thickness": 3.0, "tray": 220.0},
    {"friction": 0.4, "thickness": 2.0, "tray": 260.0},
    {"friction": 0.15, "thickness": 3.0, "tray": 260.0},
    {"friction": 0.5, "thickness": 3.5, "tray": 215.0},
]


def told(pile, programmes=True):
    return [f"seed {pile.seed}: {complaint}" for complaint in complaints(pile, programmes)]


def test_shared_piles_are_sound(piles):
    assert [line for pile in piles for line in told(pile)] == []


@pytest.mark.parametrize("parameters", [{"friction": 0.4, "thickness": 3.0}, {"friction": 0.15, "tray": 220.0}])
def test_a_pile_with_other_parameters_is_sound(parameters, shaken):
    assert told(shaken(1, **parameters)) == []


@pytest.mark.soak
@pytest.mark.parametrize("decade", range(20))
def test_two_hundred_piles_are_sound(decade):
    seeds = range(10 * decade, 10 * decade + 10)
    assert [line for seed in seeds for line in told(settle(seed))] == []


@pytest.mark.soak
@pytest.mark.parametrize("parameters", OTHERS, ids=lambda p: " ".join(f"{k}={v:g}" for k, v in p.items()))
def test_piles_with_other_parameters_are_sound(parameters):
    shake = Shake(**parameters)
    assert [line for seed in range(10) for line in told(settle(seed, shake))] == []


def test_pieces_lie_as_low_as_their_order_allows(piles):
    """Friction and neighbours may hold a few pieces up; nearly all lie where the least energy has them."""
    for pile in piles:
        energy, lower = statics.lowest(Prisms(pile))
        assert abs(energy) < 0.01
        assert (np.abs(lower) < 0.1).mean() > 0.9


# the oracle itself


def kinds(pile, programmes=False):
    return {complaint.kind for complaint in complaints(pile, programmes)}


def moved(pile, id, **changes):
    pieces = tuple(replace(piece, **changes) if piece.id == id else piece for piece in pile)
    return Pile(pile.seed, pile.shake, pile.model, pieces, pile.contacts, pile.settle_time)


def pressed(pile, change):
    """The pile with its contacts changed; those changed to None are gone."""
    return with_contacts(pile, [c for c in map(change, pile.contacts) if c is not None])


def with_contacts(pile, contacts):
    return Pile(pile.seed, pile.shake, pile.model, pile.pieces, tuple(contacts), pile.settle_time)


@pytest.fixture
def tops(pile):
    """All pieces that rest on another, and that nothing rests on."""
    lowers = {c.lower for c in pile.contacts}
    found = (c.upper for c in pile.contacts if c.upper not in lowers and c.lower >= 0 and c.kind == "face")
    return list(dict.fromkeys(found))


@pytest.fixture
def top(tops):
    """One of them."""
    return tops[0]


def test_pieces_stacked_by_hand_are_sound():
    pile = pile_of(box_of(stack([4, 12])))
    weights = Prisms(pile).weight
    up = (0.0, 0.0, 1.0)
    weights[4] += weights[12]  # what the floor feels of it
    contacts = [
        Contact(p.id, FLOOR, "face", (p.x, p.y, 0.0), up, (0.0, 0.0, weights[p.id])) for p in pile if p.id != 12
    ]
    contacts.append(Contact(12, 4, "face", (0.0, 0.0, 2.5), up, (0.0, 0.0, weights[12])))
    assert complaints(with_contacts(pile, contacts)) == []
    assert kinds(with_contacts(pile, contacts[:-1])) >= {"forces unbalanced", "floats"}


def test_a_piece_pushed_into_the_one_below_is_noticed(pile, tops):
    found = {top: kinds(moved(pile, top, z=pile[top].z - 1.0)) for top in tops}
    assert all({"in one place", "face normal off"} <= some for some in found.values())
    # a point at the rim of the piece is still near its surface, then
    assert sum("face off the surface" in some for some in found.values()) > 0.7 * len(found)
    assert {"in one place", "face off the surface"} <= found[tops[0]]


def test_a_piece_pushed_sideways_into_its_neighbour_is_noticed(small):
    beside = replace(small.pieces[2], x=small.pieces[0].x + 30.0, y=0.0)
    assert "in one place" in kinds(moved(small, 2, x=beside.x, y=beside.y))


def test_a_piece_in_the_floor_is_noticed(pile):
    id = next(c.upper for c in pile.contacts if c.lower == FLOOR)
    assert "in the floor" in kinds(moved(pile, id, z=pile[id].z - 0.5))


def test_a_piece_that_is_lifted_is_noticed(pile, top):
    lifted = moved(pile, top, z=pile[top].z + 0.3)
    assert "face off the surface" in kinds(lifted)
    left = statics.unbalanced(Prisms(lifted), np.array(pile.tray.outline), 0.25)
    assert left[top] > 0.5


def test_a_piece_outside_is_noticed(small):
    assert kinds(moved(small, 2, x=103.1)) >= {"outside the tray"}
    assert "outside the tray" not in kinds(moved(small, 2, x=102.8))


def test_forces_too_weak_are_noticed(pile):
    weak = pressed(pile, lambda c: replace(c, force=tuple(0.9 * f for f in c.force)))
    assert {"forces unbalanced"} <= kinds(weak)


def test_a_force_that_is_missing_is_noticed(pile):
    heaviest = max(pile.contacts, key=lambda c: c.load)
    assert {"forces unbalanced", "moments unbalanced"} <= kinds(pressed(pile, lambda c: None if c is heaviest else c))


def test_a_force_at_the_wrong_place_is_noticed(pile):
    heaviest = max(pile.contacts, key=lambda c: c.load)
    x, y, z = heaviest.point
    found = kinds(pressed(pile, lambda c: replace(c, point=(x + 2.0, y, z)) if c is heaviest else c))
    assert "moments unbalanced" in found


def test_a_force_beyond_friction_is_noticed(pile):
    floor = next(c for c in pile.contacts if c.lower == FLOOR and c.load > 5.0)
    pulled = replace(floor, force=(0.3 * floor.force[2], 0.0, floor.force[2]))
    assert "floor beyond its friction" in kinds(pressed(pile, lambda c: pulled if c is floor else c))


def test_a_force_that_pulls_is_noticed(pile):
    floor = next(c for c in pile.contacts if c.lower == FLOOR and c.load > 5.0)
    turned = replace(floor, force=tuple(-f for f in floor.force))
    assert "floor pulls" in kinds(pressed(pile, lambda c: turned if c is floor else c))


def test_a_normal_that_no_surface_has_is_noticed(pile):
    face = max((c for c in pile.contacts if c.kind == "face" and c.lower >= 0), key=lambda c: c.load)
    nx, ny, nz = face.normal
    leant = np.array([nx + 0.2, ny, nz]) / np.linalg.norm([nx + 0.2, ny, nz])
    wrong = replace(face, normal=tuple(leant.tolist()))
    assert "face normal off" in kinds(pressed(pile, lambda c: wrong if c is face else c))


def test_pieces_that_carry_one_another_without_the_floor_float(pile):
    assert "floats" in kinds(pressed(pile, lambda c: None if c.lower == FLOOR else c))


def test_rings_are_found():
    assert in_rings(5, [(0, 1), (1, 2), (2, 0), (3, 0), (1, 4)]) == [0, 1, 2]
    assert in_rings(4, [(0, 1), (1, 2), (0, 2), (3, 2)]) == []


def test_a_ring_of_pieces_over_one_another_is_noticed(small):
    """Three squares around a middle, each tilted so that one end lies over the next, the other under the last."""
    pieces = []
    for k in range(3):
        turn = math.tau * k / 3
        ahead = np.array([-math.sin(turn), math.cos(turn)])
        x, y = 15.0 * math.cos(turn), 15.0 * math.sin(turn)
        slope = tuple((0.5 * ahead).tolist())
        pieces.append(Piece(k, Shape.SQUARE, Colour.GREEN, x, y, 20.0, turn, slope, 2.5))
    ring = Pile(0, small.shake, 1, tuple(pieces), (), 0.0)
    assert "cycle seen from above" in kinds(ring)


def test_over_is_seen_from_above(small):
    assert seen_over(Prisms(small)) == [(1, 0)]


def test_a_figure_is_given_for_each_check(pile):
    figures = examine(pile, programmes=False).figures
    assert figures["in one place"] < 0.3
    assert figures["outside the tray"] < 0.5
    assert 0.0 <= figures["moments unbalanced"] < 0.02
