"""The start: pieces in the closed box, none in another."""

import numpy as np
import pytest

from sim.errors import ShakeError
from sim.physics.bodies import Bodies
from sim.physics.shake import Shake
from sim.physics.start import scatter, walls_of
from sim.pile import Piece, Pile
from tests.physics.prisms import Prisms


def started(seed, shake):
    bodies = Bodies(shake)
    scatter(seed, shake, bodies, walls_of(shake))
    pieces = [
        Piece(i, shape, colour, x, y, z, angle, (gx, gy), shake.thickness)
        for i, ((shape, colour), (x, y, z, angle, gx, gy)) in enumerate(
            zip(bodies.kinds, bodies.pose.tolist(), strict=True)
        )
    ]
    return Pile(seed, shake.to_dict(), 1, tuple(pieces), (), 0.0)


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("parameters", [{}, {"tray": 200.0, "thickness": 3.0}, {"copies": 12, "tray": 380.0}])
def test_no_piece_starts_in_another_or_outside_the_box(seed, parameters):
    shake = Shake(**parameters)
    pile = started(seed, shake)
    prisms = Prisms(pile)
    pairs = prisms.near(0.0)
    if len(pairs):
        assert prisms.separations(pairs)[1].max(axis=1).min() > 0.0
    assert all(pile.tray.contains(x, y) for x, y in prisms.corners[:, :, :2].reshape(-1, 2))
    assert prisms.corners[:, :, 2].min() > 0.0
    assert prisms.corners[:, :, 2].max() < shake.lid


def test_the_start_is_that_of_its_seed():
    assert started(1, Shake()) == started(1, Shake())
    assert started(1, Shake()).pieces != started(2, Shake()).pieces


def test_the_pieces_start_everywhere_in_the_box():
    centres = np.concatenate([[(p.x, p.y, p.z) for p in started(seed, Shake())] for seed in range(5)])
    assert np.abs(centres[:, :2].mean(axis=0)).max() < 10.0
    assert centres[:, 2].mean() == pytest.approx(20.0, abs=2.0)
    assert np.abs(centres[:, :2]).max(axis=0).min() > 80.0


@pytest.mark.parametrize("parameters", [{"tray": 60.0, "corner": 0.0}, {"copies": 100}, {"lid": 6.0}])
def test_a_box_too_small_for_its_pieces_is_refused_with_what_to_do(parameters):
    with pytest.raises(ShakeError, match=r"too small for \d+ pieces: use a larger tray, a higher lid or fewer copies"):
        started(0, Shake(**parameters))
