"""Whole games in a real window, on an X server that keeps its screen in memory."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from sim.record.record import Record
from sim.view.screens.games import GAMES

pytestmark = [
    pytest.mark.soak,
    pytest.mark.skipif(not (shutil.which("Xvfb") and shutil.which("xdotool")), reason="needs Xvfb and xdotool"),
]


@pytest.fixture(scope="module")
def display():
    """Start an X server that chooses a free number, and yield its display."""
    reading, writing = os.pipe()
    command = ["Xvfb", "-displayfd", str(writing), "-screen", "0", "1280x800x24", "-nolisten", "tcp"]
    with subprocess.Popen(command, pass_fds=(writing,), stderr=subprocess.DEVNULL) as server:
        os.close(writing)
        with os.fdopen(reading) as told:
            number = told.readline().strip()
        assert number, "the X server does not start"
        yield f":{number}"
        server.terminate()


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_is_played_in_a_real_window(display, game):
    environment = {key: value for key, value in os.environ.items() if key not in ("SDL_VIDEODRIVER", "WAYLAND_DISPLAY")}
    environment |= {"DISPLAY": display, "SDL_AUDIODRIVER": "dummy"}
    program = [sys.executable, "-m", "tests.view.x_game", game]
    root = Path(__file__).parents[2]
    done = subprocess.run(program, env=environment, cwd=root, capture_output=True, text=True, timeout=300, check=True)
    record = Record.from_json(done.stdout[done.stdout.index("{") :])
    record.verify()
    assert record.outcome is not None
