"""Many shakes, long use, large boxes: nothing grows, slows down or breaks."""

import json
import math
import os
import statistics
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import pytest

from sim.pile import Pile
from tests.load.memory import slope

ROOT = Path(__file__).resolve().parents[2]
PIECES = 5_008
SHAKES = 1_000
MOST_A_SHAKE = 1_000
"""Bytes: a process that shakes a pile every second would take a day to hold 86 MB more."""
MOST_A_ROUND = 2_000_000
"""Bytes for three games, one of each: less than what the pictures at hand differ by from round to round."""

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="memory is read where Linux tells it")


def rows(*words, **environment):
    """Run a program in a process of its own; return what its lines say."""
    env = {**os.environ, "PYGAME_HIDE_SUPPORT_PROMPT": "1", **environment}
    done = subprocess.run(
        [sys.executable, "-m", *words], cwd=ROOT, env=env, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr[-2_000:]
    return [json.loads(line) for line in done.stdout.splitlines()]


def growth(found, each):
    """Return the bytes by which memory grows with each of what the rows count, the first quarter left out."""
    some = found[len(found) // 4 :]  # by then all caches are filled
    return slope([row["memory"] for row in some]) / statistics.fmean(b[each] - a[each] for a, b in pairwise(some))


def test_hundreds_of_small_shakes_in_one_process_take_no_more_memory():
    found = rows("tests.load.shakes", "200", "copies=1", "duration=0.1")
    assert growth(found, "shakes") < MOST_A_SHAKE


@pytest.mark.soak
def test_a_thousand_shakes_in_one_process_take_no_more_memory(tally):
    with tally("shakes in one process, its memory watched", SHAKES):
        found = rows("tests.load.shakes", str(SHAKES))
        assert found[-1]["shakes"] == SHAKES
        assert growth(found, "shakes") < MOST_A_SHAKE


@pytest.mark.soak
def test_an_hour_at_the_window_takes_no_more_memory_and_no_more_time(tally, tmp_path):
    with tally("minutes at the window, its memory and pace watched", 60):
        unseen = {"SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy", "POLYPILE_HOME": str(tmp_path)}
        found = rows("tests.load.hour", **unseen)
        assert sum(row["seconds"] for row in found) >= 3600
        assert slope([row["memory"] for row in found[len(found) // 4 :]]) < MOST_A_ROUND
        work = [row["cpu"] for row in found]
        assert statistics.median(work[-3:]) < 1.5 * statistics.median(work[:3])


@pytest.mark.soak
def test_five_thousand_pieces_come_to_rest_and_are_surveyed_and_drawn(tmp_path, tally):
    scale = math.sqrt(PIECES / 80)
    box = ["--copies", str(PIECES // 16), "--tray", f"{240 * scale:.1f}", "--corner", f"{60 * scale:.1f}"]
    with tally("pieces in one box", PIECES):
        polypile(
            "shake", "--seed", "7", *box, "--out", tmp_path / "pile.json", "--png", tmp_path / "pile.png", "--mark"
        )
        pile = Pile.from_json((tmp_path / "pile.json").read_text())
        assert len(pile) == PIECES
        assert "can be taken" in polypile("reach", tmp_path / "pile.json")
        assert (tmp_path / "pile.png").stat().st_size > 100_000


def polypile(*words):
    command = [sys.executable, "-m", "sim", *map(str, words)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout
