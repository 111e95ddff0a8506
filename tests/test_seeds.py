from enum import IntEnum

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.errors import SeedError
from sim.seeds import LARGEST, check, stream

seeds = st.integers(0, LARGEST)


@given(seeds)
def test_equal_seeds_and_names_give_equal_streams(seed):
    one, other = stream(seed, "drive"), stream(seed, "drive")
    assert [one.random() for _ in range(5)] == [other.random() for _ in range(5)]


@given(seeds, seeds)
def test_other_seeds_and_other_names_give_other_streams(seed, other):
    draws = {stream(seed, "drive").random(), stream(seed, "drop").random(), stream(other, "drive").random()}
    assert len(draws) == (2 if seed == other else 3)


def test_a_seed_and_a_name_never_run_together():
    assert stream(1, "1/x").random() != stream(11, "/x").random()


def test_streams_stay_what_they_were():
    stream_of_seven = stream(7, "drive")
    assert [stream_of_seven.random() for _ in range(3)] == GOLDEN


@pytest.mark.parametrize("wrong", [-1, LARGEST + 1, 1.0, "7", None, True, np.True_, np.float64(1)])
def test_what_is_no_seed_is_refused(wrong):
    with pytest.raises(SeedError, match=r"use (one|an integer) from 0 to 2\*\*63 - 1"):
        check(wrong)
    with pytest.raises(SeedError):
        stream(wrong, "drive")


@pytest.mark.parametrize("kind", [np.int64, np.uint8, IntEnum("Few", {"SEVEN": 7})])
def test_a_seed_is_a_whole_number_of_whatever_type(kind):
    assert type(check(kind(7))) is int
    assert stream(kind(7), "drive").random() == GOLDEN[0]


GOLDEN = [0.3983805812256367, 0.16006136778727542, 0.19945113327077757]
