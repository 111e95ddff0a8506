"""A run from seed to pile: watched or not, in this process or another, it is the same."""

import itertools
import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from sim.errors import NotSettled, ShakeError
from sim.physics import MODEL
from sim.physics.settle import course, settle
from sim.physics.shake import Shake
from sim.pile import Pile, kinds
from tests.physics.validity import complaints

ROOT = Path(__file__).resolve().parents[2]
SMALL = {"copies": 1, "tray": 130.0, "corner": 20.0, "duration": 1.0}


@pytest.fixture(scope="module")
def frames():
    return list(course(7))


def test_watching_changes_nothing(frames, pile):
    assert frames[-1].pile == pile
    assert frames[-1].pile.digest == pile.digest


def test_only_the_last_frame_brings_the_pile(frames):
    assert [frame.pile for frame in frames[:-1]] == [None] * (len(frames) - 1)
    assert isinstance(frames[-1].pile, Pile)


def test_frames_come_sixty_a_second_in_the_order_of_time(frames):
    times = np.array([frame.time for frame in frames])
    gaps = np.diff(times)
    assert gaps[:-1] == pytest.approx(1 / 60)
    assert 0 <= gaps[-1] <= 1 / 60  # rest may be seen at the moment of the frame before it


def test_a_shake_drops_then_shakes_then_settles_then_rests(frames):
    phases = [frame.phase for frame in frames]
    changes = [phases[0]] + [b for a, b in itertools.pairwise(phases) if a != b]
    assert changes == ["drop", "shake", "settle", "rest"]
    assert phases.count("rest") == 1
    assert phases.count("drop") == pytest.approx(15, abs=1)
    assert phases.count("shake") == pytest.approx(180, abs=1)


def test_the_box_moves_only_while_it_is_shaken(frames):
    assert all(frame.drive == (0.0, 0.0) for frame in frames if frame.phase != "shake")
    assert max(abs(frame.drive[0]) for frame in frames) > 0.5


def test_the_last_poses_are_those_of_the_pile(frames):
    last = frames[-1]
    for pose, piece in zip(last.poses, last.pile, strict=True):
        assert (pose.x, pose.y, pose.z) == pytest.approx((piece.x, piece.y, piece.z), abs=1e-4)
        assert pose.gradient == pytest.approx(piece.gradient, abs=1e-5)


def test_every_frame_has_all_pieces_in_the_box(frames):
    lid = Shake().lid
    for frame in frames:
        poses = np.array([(p.x, p.y, p.z) for p in frame.poses])
        assert len(poses) == 80
        assert np.isfinite(poses).all()
        assert np.abs(poses[:, :2]).max() < 120.0
        assert poses[:, 2].min() > -1.0
        assert poses[:, 2].max() < lid + 1.0


def test_a_course_can_be_left_at_any_time():
    watched = course(7)
    for _ in range(5):
        next(watched)
    watched.close()
    assert settle(7, Shake(**SMALL)) == settle(7, Shake(**SMALL))


def test_a_pile_tells_how_it_was_made(pile):
    assert pile.seed == 7
    assert pile.model == MODEL
    assert Shake.from_dict(dict(pile.shake)) == Shake()
    assert tuple((p.shape, p.colour) for p in pile) == kinds(5)
    assert 0.0 < pile.settle_time <= Shake().limit


def test_a_pile_keeps_itself_in_json(pile):
    assert Pile.from_json(pile.to_json()) == pile


def test_other_seeds_give_other_piles():
    digests = {settle(seed, Shake(**SMALL)).digest for seed in range(5)}
    assert len(digests) == 5


@pytest.mark.parametrize("seed", [3, 41])
def test_a_limit_too_short_names_the_seed_and_what_to_do(seed):
    with pytest.raises(NotSettled, match=rf"seed {seed} does not come to rest within 0\.05 s: use") as caught:
        settle(seed, Shake(**SMALL, limit=0.05))
    assert "\n" not in str(caught.value)


def test_a_tray_too_small_is_refused_before_anything_moves():
    with pytest.raises(ShakeError, match="too small for 80 pieces"):
        next(course(0, Shake(tray=100.0, corner=10.0)))


@pytest.mark.parametrize(
    "parameters",
    [
        {"copies": 1, "tray": 1000.0},
        {"copies": 1, "duration": 0.0},
        {**SMALL, "friction": 0.0},
        {**SMALL, "corner": 0.0},
        {"copies": 1, "tray": 1000.0, "lid": 1000.0, "duration": 0.0},
        {"copies": 1, "tray": 2000.0, "strength": (10.0, 10.0), "frequency": (0.1, 0.1), "duration": 5.0},
        {**SMALL, "thickness": 12.0, "lid": 100.0},
    ],
    ids=["wide", "unshaken", "slippery", "square", "high", "wild", "thick"],
)
def test_boxes_out_of_the_ordinary_come_to_rest(parameters):
    pile = settle(0, Shake(**parameters))
    assert len(pile) == 16
    assert complaints(pile, programmes=False) == []


# the same in any process, on any machine

PROGRAM = """
import json, sys
from sim.physics.settle import settle
print(json.dumps([settle(int(seed)).digest for seed in sys.argv[1:]]))
"""
PLAIN_GLIBC = "glibc.cpu.hwcaps=-AVX2,-FMA,-FMA4"


def without_features():
    """Names of all instruction sets that numpy would choose by itself here."""
    from numpy._core import _multiarray_umath as core

    return " ".join(name for name in core.__cpu_dispatch__ if core.__cpu_features__.get(name))


def digests(seeds, **environment):
    """The digests of seeds, from a fresh process."""
    environment = {"PYTHONPATH": str(ROOT), "PYTHONHASHSEED": "random", **environment}
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, *map(str, seeds)],
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


ENVIRONMENTS = {
    "fresh": {},
    "plain numpy": {"NPY_DISABLE_CPU_FEATURES": without_features()},
    "plain libm": {"GLIBC_TUNABLES": PLAIN_GLIBC},
    "old blas": {"OPENBLAS_CORETYPE": "Prescott"},
}
ALL = {name: value for environment in ENVIRONMENTS.values() for name, value in environment.items()}


def test_a_fresh_process_on_a_plainer_machine_gives_the_same_digests(shaken):
    assert digests([1, 7], **ALL) == [shaken(1).digest, shaken(7).digest]


@pytest.mark.soak
@pytest.mark.parametrize("name", ENVIRONMENTS)
def test_twenty_seeds_have_the_same_digests_on_any_machine(name, shaken):
    assert digests(range(20), **ENVIRONMENTS[name]) == [shaken(seed).digest for seed in range(20)]


@pytest.mark.soak
def test_kernels_compiled_for_any_processor_give_the_same_digests(shaken, tmp_path):
    found = digests(range(5), NUMBA_CPU_NAME="generic", NUMBA_CPU_FEATURES="", NUMBA_CACHE_DIR=str(tmp_path))
    assert found == [shaken(seed).digest for seed in range(5)]
