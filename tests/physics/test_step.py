"""A step of the box: what it must notice, and what it must not lose."""

import numpy as np
import pytest

from sim.physics import over, settle
from sim.physics.geometry import separation
from sim.physics.shake import Shake
from sim.physics.step import Box
from tests.physics.scenes import box_of, run, stack

DT = 1.0 / 240.0


def step(box):
    return box.step(DT, (0.0, 0.0), 40.0, 8)


def apart(box, i, j):
    pieces = box.bodies.pieces
    count, outline = pieces.print_count, pieces.outline
    return separation(count[i], outline[i], count[j], outline[j], 1e9)


def test_two_that_lay_on_one_another_collide_once_they_lie_beside():
    """The engine lets ordered pairs pass; it must hear of it when they no longer are, though they were never apart."""
    box = box_of({4: (0.0, 0.0, 1.25, 0.0, 0.0, 0.0), 5: (29.0, 0.0, 3.75, 0.0, 0.0, 0.0)})
    assert box.order.over[5, 4] == 1
    assert step(box)
    box.bodies.pose[5, 2] = 1.25
    over.release(5, 4, box.order)
    run(box, 0.3)
    assert box.order.side[5, 4]
    assert apart(box, 4, 5) == pytest.approx(0.0, abs=0.05)


@pytest.mark.parametrize("table", ["near", "contacts", "below"])
def test_a_step_that_has_no_room_for_what_meets_says_so(table):
    box = box_of(stack([4, 5, 6, 7]))
    assert step(box)
    if table == "near":
        box.near = box.near._replace(pairs=box.near.pairs[:2])
    elif table == "contacts":
        box.contacts = box.contacts._replace(table=box.contacts.table[:40])
    else:
        box.order = over.unordered(box.bodies.n)._replace(below=box.order.below[:, :0].copy())
    assert not step(box)


@pytest.mark.parametrize("wrong", [np.nan, np.inf, 1e300])
def test_a_step_that_has_lost_a_piece_says_so(wrong):
    box = box_of(stack([4, 5]))
    box.bodies.velocity[4, 2] = wrong
    box.bodies.pose[4, 0] = wrong
    planar = np.hstack([box.bodies.pose[:, [0, 1, 3]], box.bodies.velocity[:, [0, 1, 5]]])
    box.world.write(np.ascontiguousarray(planar))
    assert not step(box)


def test_a_box_that_crowds_is_an_error_that_names_the_seed(monkeypatch):
    monkeypatch.setattr(Box, "step", lambda *_: False)
    with pytest.raises(settle.NotSettled, match="seed 5 does not come to rest: the pieces crowd"):
        settle.settle(5, Shake(copies=1))
