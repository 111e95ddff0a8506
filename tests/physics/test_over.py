"""Who lies over whom: acyclic whatever happens."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sim.physics import over
from sim.physics.bodies import Bodies
from sim.physics.shake import Shake
from sim.physics.start import scatter, walls_of
from sim.physics.step import Box
from sim.pile.order import find_cycle
from tests.physics.scenes import box_of, bridge, leaning, stack

few = settings(max_examples=25, deadline=None)


class Ledger:
    """The relation as the kernels keep it, and as a plain set beside it."""

    def __init__(self, n):
        self.n = n
        self.order = over.unordered(n)
        self.pairs = set()

    def leads_to(self, start, goal):
        return over.leads_to(start, goal, self.order)

    def put(self, i, j):
        if not self.order.over[i, j] and not self.leads_to(j, i):
            over.put_over(i, j, self.order)
            self.pairs.add((i, j))

    def release(self, i, j):
        if self.order.over[i, j]:
            over.release(i, j, self.order)
            self.pairs -= {(i, j), (j, i)}


def reached(pairs, start):
    """All that lies below, by walking the plain set."""
    found, front = set(), [start]
    while front:
        i = front.pop()
        for upper, lower in pairs:
            if upper == i and lower not in found:
                found.add(lower)
                front.append(lower)
    return found


@few
@given(st.lists(st.tuples(st.booleans(), st.integers(0, 7), st.integers(0, 7)), max_size=80))
def test_over_stays_acyclic_and_true_whatever_is_put_and_released(acts):
    ledger = Ledger(8)
    for put, i, j in acts:
        if i != j:
            (ledger.put if put else ledger.release)(i, j)
    assert {(i, j) for i, j in np.argwhere(ledger.order.over == 1).tolist()} == ledger.pairs
    assert (ledger.order.over == -ledger.order.over.T).all()
    assert find_cycle(8, ledger.pairs) is None
    for i in range(8):
        below = reached(ledger.pairs, i)
        assert [bool(ledger.leads_to(i, j)) for j in range(8)] == [j in below for j in range(8)]


def pairs_over(box):
    return {(i, j) for i, j in np.argwhere(box.order.over == 1).tolist()}


def test_a_piece_on_others_is_over_them():
    assert pairs_over(box_of(bridge())) == {(4, 5), (4, 6)}
    assert pairs_over(box_of(leaning(20.0))) == {(4, 12)}
    assert pairs_over(box_of(stack([4, 13, 0]))) == {(13, 4), (0, 4), (0, 13)}


def test_pieces_side_by_side_have_no_order():
    level = {4: (0.0, 0.0, 1.25, 0.0, 0.0, 0.0), 5: (29.9, 0.0, 1.25, 0.0, 0.0, 0.0)}
    assert pairs_over(box_of(level)) == set()


@pytest.mark.parametrize("seed", [1, 2])
def test_over_stays_acyclic_while_a_box_is_shaken(seed):
    shake = Shake(copies=3, tray=190.0, corner=40.0)
    bodies = Bodies(shake)
    scatter(seed, shake, bodies, walls_of(shake))
    box = Box(shake, bodies)
    draw = np.random.default_rng(seed)
    seen = 0
    for k in range(240):
        if k % 20 == 0:
            acceleration = tuple(draw.uniform(-20_000.0, 20_000.0, 2).tolist())
        assert box.step(1 / 240, acceleration, shake.lid, 8)
        pairs = pairs_over(box)
        seen = max(seen, len(pairs))
        assert find_cycle(bodies.n, pairs) is None
    assert seen > 40
