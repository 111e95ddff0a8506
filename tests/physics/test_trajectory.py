"""Trajectories: what is seen of a shake is what happened, and looking changes nothing."""

import csv
import io
import itertools
import json

import numpy as np
import pytest

import sim
from sim.arrays import PileArrays
from sim.errors import PolypileError, ShakeError
from sim.physics.drive import GRAVITY
from sim.physics.settle import STEPS, course
from sim.physics.trajectory import energies, forces, trajectory
from sim.pile import FLOOR
from tests.physics.scenes import box_of, run, stack

FEW = {"copies": 1, "tray": 130.0, "corner": 20.0, "duration": 0.5}


@pytest.fixture(scope="module")
def whole():
    return trajectory(7)


def weights(pile):
    """Return the weight of each piece, mN."""
    return np.array([pile.density * 1e-3 * sim.pile.area(piece.shape) * pile.thickness * 9.81 for piece in pile])


def test_looking_at_every_moment_changes_no_bit_of_the_pile(whole, pile):
    assert whole.pile == pile
    assert whole.pile.digest == pile.digest


def test_it_begins_when_the_pieces_are_let_go_and_ends_at_rest(whole):
    assert whole.time[0] == 0.0
    assert (np.diff(whole.time) > 0.0).all()
    phases = [phase for phase, _ in itertools.groupby(whole.phase.tolist())]
    assert phases == ["drop", "shake", "settle", "rest"]
    assert not whole.velocities[0].any()


def test_poses_are_those_of_the_frames_and_of_the_pile():
    few = trajectory(5, sim.Shake(**FEW))
    frames = {frame.time: frame for frame in course(5, sim.Shake(**FEW))}
    assert list(frames) == few.time[1:].tolist()
    for k, frame in enumerate(frames.values(), start=1):
        assert (frame.phase, frame.drive) == (few.phase[k], tuple(few.drive[k]))
        assert [(p.x, p.y, p.z, p.angle, *p.gradient) for p in frame.poses] == [tuple(row) for row in few.poses[k]]
    last = np.array([(p.x, p.y, p.z) for p in few.pile])
    assert np.abs(few.poses[-1, :, :3] - last).max() < 1e-3


def test_velocities_are_what_moves_the_poses():
    every = trajectory(5, sim.Shake(**FEW), rate=STEPS)
    falling = every.phase == "drop"
    climbed = np.diff(every.poses[falling, :, 2], axis=0)
    free = np.array([not len(range(*every.contacts(k).indices(10**9))) for k in range(int(falling.sum()))])
    quiet = free[1:] & free[:-1]
    assert quiet.any()
    assert climbed[quiet] == pytest.approx(every.velocities[falling, :, 2][1:][quiet] / STEPS, abs=2e-6)


def test_forces_and_gravity_are_all_that_changes_momentum():
    """Every piece, every step, through the fall and the shake: m dv = (forces + weight + drive) dt."""
    met = []
    before = None
    checked = 0
    for frame in course(3, sim.Shake(copies=2, tray=150.0, corner=30.0, duration=0.7), frames=STEPS, meet=met.append):
        if frame.phase == "settle":
            break  # from here on motion is calmed as well
        box = met[0]
        mass, velocity = box.bodies.mass, box.bodies.velocity[:, :3].copy()
        if before is not None:
            # In the frame of the box its acceleration pulls everything the other way.
            across, along = frame.drive
            acting = np.column_stack([mass * a * GRAVITY for a in (-across, -along, -1.0)])
            for (upper, lower), values in zip(*forces(box, 1 / STEPS), strict=True):
                acting[upper] += 1e3 * values[1:]
                if lower >= 0:
                    acting[lower] -= 1e3 * values[1:]
                checked += 1
            # what is left is the rounding of the speeds
            assert velocity - before == pytest.approx(acting / mass[:, None] / STEPS, abs=2**-20)
        before = velocity
    assert checked > 10_000


def test_the_last_forces_are_those_that_carry_the_pile(whole):
    pile, rows = whole.pile, whole.contacts(-1)
    assert whole.contact_load[rows].sum() == pytest.approx(sum(contact.load for contact in pile.contacts))
    balance = -weights(pile)
    for upper, lower, force in zip(
        whole.contact_upper[rows], whole.contact_lower[rows], whole.contact_force[rows], strict=True
    ):
        balance[upper] += force[2]
        if lower >= 0:
            balance[lower] -= force[2]
    assert (np.abs(balance) < 0.01 * weights(pile)).all()


def test_just_before_rest_the_floor_carries_all_there_is(whole):
    """The step's own forces, not those that are found for the pile at rest."""
    rows = whole.contacts(-2)
    floor = whole.contact_lower[rows] == FLOOR
    assert whole.contact_force[rows][floor, 2].sum() == pytest.approx(weights(whole.pile).sum(), rel=0.02)


def test_contacts_of_a_frame_are_a_slice(whole):
    for frame in (0, 1, 17, len(whole) - 1):
        rows = whole.contacts(frame)
        assert (np.flatnonzero(whole.contact_frame == frame) == np.arange(rows.start, rows.stop)).all()
    assert whole.contacts(0) == slice(0, 0)
    with pytest.raises(IndexError):
        whole.contacts(len(whole))


def energy_of(box):
    """Return potential and kinetic energy of the pieces of a scene, mJ."""
    potential, kinetic = energies(box.bodies, box.bodies.pose, box.bodies.velocity)
    return float(potential), float(kinetic)


def test_a_free_fall_keeps_its_energy_but_for_half_a_step():
    """The speed is that of now, the height that of half a step later: m g2 dt t / 2 in all."""
    box = box_of({4: (0.0, 0.0, 400.0, 0.0, 0.2, 0.0)})
    bodies = box.bodies
    before, at_rest = energy_of(box)
    assert at_rest == 0.0
    time, dt = 0.2, 1 / 480
    run(box, time)
    potential, kinetic = energy_of(box)
    mass = bodies.mass[4]
    fallen = 0.5 * GRAVITY * time**2
    assert kinetic == pytest.approx(0.5 * mass * (GRAVITY * time) ** 2 * 1e-6, rel=1e-6)
    assert before - potential == pytest.approx(mass * GRAVITY * (fallen + 0.5 * GRAVITY * time * dt) * 1e-6, rel=1e-6)


def test_a_stack_at_rest_has_the_energy_of_its_heights_alone():
    box = box_of(stack([12, 13, 14]))
    run(box, 0.2, keep=0.9)
    potential, kinetic = energy_of(box)
    heights = [1.25, 3.75, 6.25]
    others = [i for i in range(box.bodies.n) if i not in (12, 13, 14)]
    expected = GRAVITY * (box.bodies.mass[[12, 13, 14]] @ heights + box.bodies.mass[others].sum() * 1.25) * 1e-6
    assert potential == pytest.approx(expected, rel=2e-3)
    assert kinetic < 1e-6


def test_turning_counts_with_the_inertia_of_each_axis():
    box = box_of({})
    bodies, thickness = box.bodies, 2.5
    bodies.velocity[4] = 3.0, 4.0, 0.0, 2.0, 0.0, 5.0
    mass, side = bodies.mass[4], 30.0
    spin = mass * side**2 / 6
    tilt = mass * (side**2 + thickness**2) / 12
    assert energy_of(box)[1] == pytest.approx(0.5 * (mass * 25 + tilt * 4 + spin * 25) * 1e-6)


def test_energy_falls_until_the_shake_begins_and_while_the_pile_settles(whole):
    """Pieces that sank into one another are lifted apart: that alone may bring a little."""
    for phase in ("drop", "settle"):
        energy = whole.energy[whole.phase == phase]
        assert (np.diff(energy) < 0.03 * whole.energy[0]).all()
    fall = whole.energy[whole.phase == "drop"]
    assert fall[-1] < 0.3 * fall[0]
    assert whole.kinetic[whole.phase == "shake"].max() > 10.0
    assert whole.kinetic[-1] < 1e-3
    assert whole.potential[-1] == pytest.approx(1e-3 * weights(whole.pile) @ [piece.z for piece in whole.pile])


def test_arrays_can_be_read_not_written(whole):
    for name, array in (whole.arrays() | PileArrays.of(whole.pile).arrays()).items():
        if array.ndim:
            assert not array.flags.writeable, name
    with pytest.raises(AttributeError):
        whole.time = whole.phase


def test_an_npz_holds_all_arrays_and_says_whose_they_are(whole, tmp_path):
    whole.save_npz(tmp_path / "out.npz")
    with np.load(tmp_path / "out.npz") as found:
        for name, array in whole.arrays().items():
            assert (found[name] == array).all(), name
        assert str(found["digest"]) == whole.pile.digest
        assert int(found["seed"]) == whole.pile.seed
        assert sim.Shake(**json.loads(str(found["parameters"]))) == sim.Shake()
    assert whole.to_npz() == whole.to_npz()


def test_every_row_of_a_pose_can_be_told_by_its_kind_as_in_the_arrays_of_a_pile(whole):
    for arrays in (whole.arrays(), PileArrays.of(whole.pile).arrays()):
        assert len(arrays["shapes"]) == arrays["poses"].shape[-2]
        kinds = list(zip(arrays["shapes"].tolist(), arrays["colours"].tolist(), strict=True))
        assert kinds == [(str(piece.shape), str(piece.colour)) for piece in whole.pile]


@pytest.mark.parametrize("name", ["out", "out.dat", "out.npz"])
def test_an_npz_gets_the_name_that_it_is_given_and_no_ending_besides(small, tmp_path, name):
    PileArrays.of(small).save_npz(tmp_path / name)
    assert [path.name for path in tmp_path.iterdir()] == [name]
    with np.load(tmp_path / name) as found:
        assert found["shapes"].tolist() == ["triangle", "square", "octagon"]


def test_csv_keeps_every_number(tmp_path):
    few = sim.trajectory(5, rate=30, **FEW)
    names = [path.name for path in few.save_csv(tmp_path / "out.csv")]
    assert names == ["out.csv", "out-poses.csv", "out-contacts.csv"]
    frames, poses, contacts = (list(csv.DictReader((tmp_path / name).open())) for name in names)
    assert [float(row["kinetic"]) for row in frames] == few.kinetic.tolist()
    assert len(poses) == few.poses.shape[0] * few.poses.shape[1]
    row = poses[17 * 16 + 3]
    assert (float(row["time"]), row["id"]) == (few.time[17], "3")
    assert [float(row[name]) for name in ("x", "angle", "wz")] == [*few.poses[17, 3, [0, 3]], few.velocities[17, 3, 5]]
    assert (row["shape"], row["colour"]) == (str(few.pile[3].shape), str(few.pile[3].colour))
    assert [float(row["load"]) for row in contacts] == few.contact_load.tolist()


def test_a_pile_is_arrays_too(small, tmp_path):
    arrays = PileArrays.of(small)
    assert arrays.shapes.tolist() == ["triangle", "square", "octagon"]
    assert arrays.poses[1].tolist() == [2.0, 1.0, 3.75, 0.5, 0.0, 0.0]
    assert arrays.contact_load.tolist() == [contact.load for contact in small.contacts]
    paths = arrays.save_csv(tmp_path / "small.csv")
    pieces, contacts = (list(csv.reader(path.open())) for path in paths)
    assert pieces[2] == ["1", "square", "blue", "2.0", "1.0", "3.75", "0.5", "0.0", "0.0"]
    assert contacts[4][:3] == ["2", "-2", "side"]
    with np.load(io.BytesIO(arrays.to_npz())) as found:
        assert set(found) == set(arrays.arrays())


@pytest.mark.parametrize("rate", [0, 7, 480, 60.0, True])
def test_a_rate_that_does_not_fit_the_steps_is_refused(rate):
    with pytest.raises(ShakeError, match="does not divide 240 steps"):
        sim.trajectory(7, rate=rate)


def test_where_nothing_can_be_written_it_says_so_in_one_line(small, tmp_path):
    with pytest.raises(PolypileError, match="cannot be written"):
        PileArrays.of(small).save_npz(tmp_path / "no" / "such.npz")


def test_the_command_line_saves_a_trajectory_beside_the_pile(run, tmp_path):
    flags = [word for name, value in FEW.items() for word in (f"--{name}", value)]
    pile = sim.shake(5, **FEW)
    table, arrays = tmp_path / "out.csv", tmp_path / "out.npz"
    for name in (table, arrays):
        status, out, _ = run("shake", "--seed", 5, *flags, "--trajectory", name)
        assert status == 0
        assert pile.digest in out
    assert {path.name for path in tmp_path.iterdir()} == {"out.csv", "out.npz", "out-poses.csv", "out-contacts.csv"}
    with np.load(arrays) as found:
        assert str(found["digest"]) == pile.digest


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--seed", 7, "--trajectory", "out.txt"), ".npz, .csv"),
        (("--seed", 7, "--trajectory", "-"), "standard output"),
        (("--seeds", "0:2", "--out", "x", "--trajectory", "out.npz"), "does not go with --seeds"),
        (("--verify", "x.json", "--trajectory", "out.npz"), "does not go with --verify"),
    ],
)
def test_a_trajectory_that_cannot_be_saved_is_the_command_lines_fault(run, arguments, words):
    status, _, err = run("shake", *arguments)
    assert status == 2
    assert words in err
