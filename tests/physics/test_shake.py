"""Shake: every bad parameter is refused in one line that names it and says why."""

import dataclasses
import json

import numpy as np
import pytest

from sim.errors import PolypileError, ShakeError
from sim.physics.shake import Shake

NUMBERS = "friction", "thickness", "density", "tray", "corner", "lid", "duration", "limit"
RANGES = "strength", "frequency"


def refusal(**parameters):
    with pytest.raises(ShakeError) as caught:
        Shake(**parameters)
    message = str(caught.value)
    assert "\n" not in message
    return message


@pytest.mark.parametrize("name", NUMBERS)
@pytest.mark.parametrize(
    ("value", "reason"),
    [
        (-1.0, "too small"),
        (float("nan"), "no number"),
        (float("inf"), "no number"),
        ("thick", "no number"),
        (None, "no number"),
        (True, "no number"),
        (1e9, "too large"),
        (10**400, "no number"),
    ],
)
def test_a_number_that_is_none_is_refused_by_name(name, value, reason):
    message = refusal(**{name: value})
    assert message.startswith(name)
    assert reason in message


@pytest.mark.parametrize("name", ["thickness", "density", "tray", "lid", "limit"])
def test_nothing_is_no_measure(name):
    assert refusal(**{name: 0.0}).startswith(name)


@pytest.mark.parametrize("name", ["friction", "corner", "duration"])
def test_nothing_is_allowed_where_it_makes_sense(name):
    assert getattr(Shake(**{name: 0}), name) == 0.0


@pytest.mark.parametrize("copies", [0, -3, 2.5, "five", None, True, 10**6])
def test_copies_that_are_no_count_are_refused(copies):
    message = refusal(copies=copies)
    assert message.startswith("copies")
    assert repr(copies) in message


@pytest.mark.parametrize("name", RANGES)
@pytest.mark.parametrize(
    "value", [3.0, (1.0,), (1.0, 2.0, 3.0), (5.0, 3.0), (-1.0, 2.0), (1.0, float("nan")), "ab", ("a", "b")]
)
def test_what_is_no_range_is_refused_by_name(name, value):
    assert refusal(**{name: value}).startswith(name)


def test_a_frequency_of_nothing_is_refused():
    assert refusal(frequency=(0.0, 3.0)).startswith("frequency")


@pytest.mark.parametrize("corner", [120.0, 130.0])
def test_corners_that_leave_no_tray_are_refused(corner):
    assert "corner" in refusal(corner=corner)


def test_numbers_of_numpy_are_numbers():
    assert Shake(copies=np.int64(2), friction=np.float32(0.5), tray=np.int32(220)) == Shake(
        copies=2, friction=0.5, tray=220.0
    )


def test_a_lid_that_leaves_no_room_is_refused():
    assert refusal(lid=4.0).startswith("lid")


def test_unknown_parameters_are_refused_with_those_there_are():
    with pytest.raises(ShakeError, match="'fricton'") as caught:
        Shake.from_dict({"fricton": 0.3})
    assert "friction" in str(caught.value)


def test_refusals_are_errors_that_a_user_can_meet():
    assert issubclass(ShakeError, PolypileError)


def test_a_shake_goes_to_json_and_back():
    shake = Shake(friction=0.4, copies=2, strength=(1.0, 2.0), tray=220)
    assert Shake.from_dict(json.loads(json.dumps(shake.to_dict()))) == shake
    assert set(shake.to_dict()) == {field.name for field in dataclasses.fields(Shake)}


def test_a_shake_is_a_value():
    assert Shake(tray=240) == Shake()
    assert hash(Shake(tray=240)) == hash(Shake())
    with pytest.raises(dataclasses.FrozenInstanceError):
        Shake().friction = 0.3  # type: ignore[misc]
