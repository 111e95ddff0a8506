"""Whatever comes in: an error of the package or a correct result, never more than 200 MB, never more than 2 seconds.

Each batch runs in a process of its own, which is kept to those limits. A failure names the command that repeats it.
"""

import json
import random
import subprocess
import sys
from pathlib import Path

import pytest

from tests.fuzz import genuine
from tests.fuzz.doors import DOORS, entered, given_at
from tests.fuzz.spoiling import loaded, mend, spoilt

ROOT = Path(__file__).resolve().parents[2]
AT_ONCE = 2_500
SOAK = {name: 100 * door.per_thousand for name, door in DOORS.items()}

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="only Linux keeps a process to so much memory")


def fuzzed(door, first, count):
    """Let so many inputs in by a door; return what became of them."""
    command = [sys.executable, "-m", "tests.fuzz", door, str(first), str(count)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-5_000:]
    found = json.loads(done.stdout)
    assert found["tried"] == count
    return found


@pytest.mark.parametrize("door", DOORS)
def test_two_thousand_inputs_give_errors_of_the_package_or_correct_results(door):
    count = 2 * DOORS[door].per_thousand
    found = fuzzed(door, 0, count)
    assert 0 < found["taken"] < count
    assert found["reasons"] > 20, "most of the checks behind the door are reached"


@pytest.mark.soak
@pytest.mark.parametrize(
    ("door", "first"), [(door, first) for door, count in SOAK.items() for first in range(0, count, AT_ONCE)]
)
def test_a_hundred_thousand_inputs_give_errors_of_the_package_or_correct_results(door, first, tally):
    with tally(f"spoilt inputs, by way of {door}", AT_ONCE):
        fuzzed(door, 10_000 + first, AT_ONCE)


def test_the_long_run_has_a_hundred_thousand_inputs():
    assert sum(SOAK.values()) == 100_000
    assert all(count % AT_ONCE == 0 for count in SOAK.values())


@pytest.mark.parametrize("door", ["record", "pile", "state", "settings"])
def test_what_the_program_has_written_is_taken(door):
    texts = {
        "record": genuine.records,
        "pile": genuine.piles,
        "state": genuine.texts_of_states,
        "settings": genuine.settings,
    }
    for text in dict.fromkeys(texts[door]()):
        assert entered(door, text) == "taken"


def test_a_digest_that_is_mended_is_no_reason_to_refuse_a_pile():
    for text in genuine.piles():
        content = loaded(text)
        content["seed"] += 1
        assert "digest does not match" in entered("pile", json.dumps(content))
        mend(content)
        assert entered("pile", json.dumps(content)) == "taken"


def test_an_input_is_the_same_whenever_it_is_made():
    for door in DOORS:
        for number in range(5):
            assert repr(given_at(door, number)).split(" at 0x")[0] == repr(given_at(door, number)).split(" at 0x")[0]


def test_a_spoilt_text_differs_from_what_it_was():
    text = genuine.settings()[0]
    differing = [spoilt(text, [text], random.Random(seed)) != text for seed in range(200)]
    assert sum(differing) > 150


TOO_MUCH = {
    "too much memory": ("bytearray(250_000_000)", "MemoryError"),
    "too slow": ("all(iter(lambda: True, False))", "TooSlow"),
    "code": ("eval('1 + 1')", "Forbidden"),
    "pickle": ("__import__('pickle').loads(b'cbuiltins\\nlen\\n.')", "Forbidden"),
    "network": ("__import__('socket').socket()", "Forbidden"),
}


@pytest.mark.parametrize("name", TOO_MUCH)
def test_whoever_takes_too_much_is_stopped(name):
    taken, stopped = TOO_MUCH[name]
    program = f"""
import pickle, socket
from tests.fuzz import guard
guard.begin(True)
with guard.watched({{}}):
    {taken}
"""
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=False)
    assert stopped in done.stderr.splitlines()[-1]
