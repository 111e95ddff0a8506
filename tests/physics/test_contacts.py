"""The contact solver: what it holds up stands, what it lets go falls, and it makes no momentum out of nothing."""

import math

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from sim.physics import contacts as co
from tests.physics import statics
from tests.physics.prisms import Prisms, unit
from tests.physics.scenes import box_of, bridge, held, leaning, pile_of, rotated, run, stack
from tests.physics.validity import complaints

GRAVITY = 9810.0
few = settings(max_examples=15, deadline=None)


def force_on(pile, id):
    """The sum of all contact forces on a piece, mN."""
    total = np.zeros(3)
    for contact in pile.contacts:
        total += np.array(contact.force) * ((contact.upper == id) - (contact.lower == id))
    return total


@few
@given(
    st.lists(st.integers(0, 15), min_size=1, max_size=6, unique=True),
    st.floats(0.0, 1.5),
    st.floats(1.0, 4.0),
    st.floats(0.0, math.tau),
)
def test_a_stack_stands_and_every_piece_carries_what_lies_on_it(ids, shift, thickness, turn):
    pile = held(box_of(rotated(stack(ids, thickness, shift), turn), thickness=thickness))
    assert pile is not None
    assert complaints(pile) == []
    weights = Prisms(pile).weight
    for k, id in enumerate(ids):
        below = ids[k - 1] if k else -1
        load = sum(c.force[2] for c in pile.contacts if (c.upper, c.lower) == (id, below))
        assert load == pytest.approx(weights[ids[k:]].sum(), rel=0.02)


@few
@given(st.floats(16.0, 27.0), st.floats(-5.0, 5.0), st.floats(0.0, math.tau))
def test_a_bridge_loads_its_piers_by_the_lever_law(half, off, turn):
    assume(abs(off) < 29.9 - half)  # it lies on both piers, by more than a hair
    pile = held(box_of(rotated(bridge(half=half, off=off), turn)))
    inner = half - 15.0  # where a pier begins
    if abs(off) > inner - 0.2:
        # the centre is over a pier: that one may carry all
        assert pile is None or complaints(pile) == []
        return
    assert pile is not None
    assert complaints(pile) == []
    weight = Prisms(pile).weight[4]
    left = sum(c.force[2] for c in pile.contacts if (c.upper, c.lower) == (4, 5))
    # each pier presses somewhere from its inner edge to the end of the bridge
    ends = 15.0 - abs(off)
    low, high = sorted(
        (right - off) / (right + lefts) for right in (inner, ends + off) for lefts in (inner, ends - off)
    )[:: 4 - 1]
    assert low - 0.02 <= left / weight <= high + 0.02


@pytest.mark.parametrize("turn", [0.0, 0.4])
def test_a_bridge_needs_more_than_a_hair_of_its_piers(turn):
    assert held(box_of(rotated(bridge(half=29.9), turn))) is not None
    assert held(box_of(rotated(bridge(half=29.97), turn))) is None


@few
@given(st.floats(16.0, 28.0), st.floats(0.0, math.tau))
def test_a_leaning_piece_stands_exactly_where_the_linear_programme_finds_forces(reach, turn):
    places = rotated(leaning(reach), turn)
    walls = np.array(pile_of(box_of({})).tray.outline)

    def carried(friction):
        return statics.unbalanced(Prisms(pile_of(box_of(places, friction))), walls, friction).max() <= 1e-6

    low, high = 0.0, 0.5
    assert carried(high)
    for _ in range(7):
        middle = (low + high) / 2
        low, high = (low, middle) if carried(middle) else (middle, high)
    # The programme allows 2% of a weight, the solver half a percent: 0.04 of friction makes up for it.
    pile = held(box_of(places, high + 0.04))
    assert pile is not None
    assert complaints(pile) == []
    if low > 0.0:
        assert held(box_of(places, low * 0.9)) is None


@pytest.mark.parametrize("friction", [0.1, 0.25, 0.4])
@pytest.mark.parametrize("upper", [None, 12])
def test_a_piece_slides_exactly_where_the_slope_exceeds_friction(friction, upper):
    """A tilted world is one with a sideways gravity: the slope is its ratio to the upright one."""
    for slope, slides in ((0.93 * friction, False), (1.1 * friction, True)):
        places = {4: (0.0, 0.0, 1.25, 0.4, 0.0, 0.0)}
        if upper is not None:
            places[upper] = (1.0, 2.0, 3.75, 0.0, 0.0, 0.0)
        box = box_of(places, friction)
        run(box, 0.1)
        before = box.bodies.pose.copy()
        run(box, 0.25, (slope * GRAVITY, 0.0))
        moved = box.bodies.pose[4, 0] - before[4, 0]
        if slides:
            free = 0.5 * (slope - friction) * GRAVITY * 0.25**2
            assert moved == pytest.approx(free, rel=0.15)
        else:
            assert abs(moved) < 0.02


@pytest.mark.parametrize("thickness", [1.0, 2.5, 4.0])
def test_a_single_piece_falls_flat_and_rests_at_half_its_thickness(thickness):
    box = box_of({4: (3.0, 4.0, 12.0, 0.7, 0.12, -0.08)}, thickness=thickness)
    run(box, 1.0, keep=1.0 - 20.0 / 480.0)
    x, y, z, _, gx, gy = box.bodies.pose[4]
    assert z == pytest.approx(thickness / 2, abs=0.02)
    assert math.hypot(gx, gy) < 1e-3
    assert math.hypot(x - 3.0, y - 4.0) < 5.0
    pile = held(box)
    assert pile is not None
    assert complaints(pile) == []


def test_a_falling_piece_falls_as_free_bodies_do():
    box = box_of({4: (0.0, 0.0, 30.0, 0.0, 0.0, 0.0)})
    run(box, 0.05)
    assert 30.0 - box.bodies.pose[4, 2] == pytest.approx(0.5 * GRAVITY * 0.05**2, rel=0.06)


def test_a_piece_whose_centre_is_not_carried_tips_over():
    """Half of the square and a little more hangs over the pier's edge."""
    places = {4: (16.5, 0.0, 3.75, 0.0, 0.0, 0.0), 5: (0.0, 0.0, 1.25, 0.0, 0.0, 0.0)}
    assert held(box_of(places)) is None
    box = box_of(places)
    run(box, 0.6, keep=1.0 - 10.0 / 480.0)
    assert box.bodies.pose[4, 4] < -0.05


def test_the_weight_of_another_holds_a_piece_whose_centre_is_not_carried():
    r"""A counterweight on the inner end.

       [12]
    [  4      ]
    [ 5 ]
    """
    places = {
        4: (16.5, 0.0, 3.75, 0.0, 0.0, 0.0),
        5: (0.0, 0.0, 1.25, 0.0, 0.0, 0.0),
        12: (8.0, 0.0, 6.25, 0.0, 0.0, 0.0),
    }
    pile = held(box_of(places))
    assert pile is not None
    assert complaints(pile) == []


@few
@given(st.permutations([4, 5, 6, 7]), st.permutations([12, 13, 14, 15]))
def test_the_order_of_pieces_does_not_matter_beyond_rounding(squares, octagons):
    """The same scene played by other pieces of the same shape comes to the same forces and the same rest."""
    names = dict(zip([4, 5, 6, 7, 12, 13, 14, 15], [*squares, *octagons], strict=True))
    places = bridge(off=2.0) | {12: (4.0, 3.0, 6.25, 0.2, 0.0, 0.0), 13: (-9.0, 2.0, 8.75, 0.2, 0.0, 0.0)}
    places[7] = (3.0, -3.0, 20.0, 0.3, 0.03, 0.02)
    first = box_of(places)
    second = box_of({names[i]: place for i, place in places.items()})
    for box in (first, second):
        run(box, 0.6, keep=1.0 - 20.0 / 480.0)
    ids = sorted(places)
    apart = np.abs(first.bodies.pose[ids] - second.bodies.pose[[names[i] for i in ids]])
    assert apart[:, :3].max() < 0.2
    assert apart[:, 3:].max() < 0.02
    piles = [held(first), held(second)]
    assert all(pile is not None for pile in piles)
    assert all(complaints(pile) == [] for pile in piles)
    for i in ids:
        assert force_on(piles[0], i) == pytest.approx(force_on(piles[1], names[i]), abs=0.5)


# kernels


class Loose:
    """A few bodies and contacts at random, as the kernels see them."""

    def __init__(self, seed, pieces=4, contacts=12):
        draw = np.random.default_rng(seed)
        self.mass = draw.uniform(1.0, 4.0, pieces)
        gyration = draw.uniform(50.0, 150.0, (pieces, 2))
        self.weights = np.column_stack([1 / self.mass, 1 / (self.mass[:, None] * gyration)])
        self.centre = draw.uniform(-30.0, 30.0, (pieces, 3))
        self.velocity = draw.normal(0.0, 50.0, (pieces, 6)) / [1, 1, 1, 15, 15, 15]
        self.ids = np.zeros((contacts, 3), np.int64)
        self.table = np.zeros((contacts, co.COLUMNS))
        self.count = contacts
        normals = unit(draw.normal((0.0, 0.0, 2.0), 1.0, (contacts, 3)))
        for k, normal in enumerate(normals):
            upper, lower = draw.choice(pieces, 2, replace=False)
            point = (self.centre[upper] + self.centre[lower]) / 2 + draw.normal(0.0, 5.0, 3)
            self.ids[k] = upper, lower, k
            self.table[k, [co.NX, co.NY, co.NZ]] = normal
            self.table[k, [co.UX, co.UY, co.UZ]] = point - self.centre[upper]
            self.table[k, [co.LX, co.LY, co.LZ]] = point - self.centre[lower]

    def solve(self, friction, sweeps):
        co.prepare(self.count, self.ids, self.table, self.weights, self.velocity, 1 / 240)
        co.sweep(self.count, self.ids, self.table, self.weights, self.velocity, friction, sweeps)

    def momentum(self):
        linear = self.mass[:, None] * self.velocity[:, :3]
        spin = self.velocity[:, 3:] / self.weights[:, [1, 1, 2]]
        return np.concatenate([linear.sum(axis=0), (np.cross(self.centre, linear) + spin).sum(axis=0)])

    def energy(self):
        return float((self.velocity**2 / self.weights[:, [0, 0, 0, 1, 1, 2]]).sum() / 2)


@few
@given(st.integers(0, 10**6), st.floats(0.0, 1.0), st.integers(1, 20))
def test_contacts_between_pieces_conserve_momentum_and_spin(seed, friction, sweeps):
    loose = Loose(seed)
    before = loose.momentum()
    loose.solve(friction, sweeps)
    assert loose.momentum() == pytest.approx(before, rel=1e-9, abs=1e-7)


@few
@given(st.integers(0, 10**6), st.floats(0.0, 1.0))
def test_impulses_only_push_and_friction_keeps_within_its_cone(seed, friction):
    loose = Loose(seed)
    loose.solve(friction, 10)
    push, rub = loose.table[:, co.PN], loose.table[:, [co.PX, co.PY, co.PZ]]
    normals = loose.table[:, [co.NX, co.NY, co.NZ]]
    assert (push >= 0.0).all()
    assert (np.linalg.norm(rub, axis=1) <= friction * push * (1 + 1e-9) + 1e-12).all()
    assert np.abs((rub * normals).sum(axis=1)) == pytest.approx(np.zeros(loose.count), abs=1e-6)


@few
@given(st.integers(0, 10**6))
def test_without_friction_no_sweep_adds_energy_and_many_part_all_contacts(seed):
    loose = Loose(seed)
    before = loose.energy()
    loose.solve(0.0, 1)
    after = loose.energy()
    assert after <= before * (1 + 1e-12)
    co.sweep(loose.count, loose.ids, loose.table, loose.weights, loose.velocity, 0.0, 3000)
    assert loose.energy() <= after * (1 + 1e-12)
    for k, (upper, lower, _) in enumerate(loose.ids):
        speeds = [
            loose.velocity[i, :3] + np.cross(loose.velocity[i, 3:], loose.table[k, lever : lever + 3])
            for i, lever in ((upper, co.UX), (lower, co.LX))
        ]
        assert (speeds[0] - speeds[1]) @ loose.table[k, [co.NX, co.NY, co.NZ]] > -0.05
