"""A program that is killed at any moment, and begun again: no move is lost or doubled."""

import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from sim.record import autosave
from sim.record.record import Record
from sim.session import Session
from tests.record.player import played_on, started

ROOT = Path(__file__).resolve().parents[2]
KILLS = {"colour-collect": 140, "collexion": 60}
"""Of the long test; a save of Collexion, with its pile, is two hundred times as large."""

pytestmark = pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="there is no such signal")


def told_until_killed(folder, game, seed, moment):
    """Run the player, kill it at a moment, and return what it had said by then.

    A moment is so many seconds after it has looked for a game that was left, or, if negative, after it was started.
    """
    command = [sys.executable, "-m", "tests.record.player", str(folder), game, str(seed)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        first = process.stdout.readline() if moment >= 0 else ""
        time.sleep(abs(moment))
        process.send_signal(signal.SIGKILL)
        return [line.split() for line in [first, *process.stdout.read().splitlines()] if line]


def killed_and_resumed(folder, game, kills, seed):
    """Kill a player again and again and resume its game each time, or begin another once it was over."""
    dice, playing, sure, starting = random.Random(seed), None, None, 0.5
    for number in range(kills):
        moment = dice.uniform(0.0, 0.06) if number % 3 else -dice.uniform(0.2, 1.2) * starting
        began = time.monotonic()
        lines = told_until_killed(folder, game, number, moment)
        if moment >= 0:
            starting = time.monotonic() - began - moment
        assert not [line for line in lines if line[0] == "told"], lines
        if not lines:
            continue
        found, ply = map(int, lines[0][1:])
        if found == playing:
            # The move that was being written at the kill may have reached the disk.
            assert (sure or 0) <= ply <= (0 if sure is None else sure + 1), (number, sure, ply)
        else:
            assert (found, ply) == (number, 0), "a new game"
            assert sure is None or playing in finished(folder), (number, playing, sure)
            playing, sure = found, None
        sure = max([int(ply) for word, seed, ply in lines if word == "kept"], default=sure)
    for seed, record in finished(folder).items():
        record.verify()
        alone = started(seed, game)
        while alone.state.outcome is None:
            alone = played_on(alone)
        assert record.moves == tuple(map(str, alone.moves)), "as in the game that nobody interrupts"


def finished(folder):
    """Return the finished games by their seeds."""
    records = [Record.read(path) for path in (folder / autosave.GAMES).glob("*.json")]
    assert len({record.seed for record in records}) == len(records), "none is there twice"
    return {record.seed: record for record in records}


def resumed_last(folder):
    """Take up the last game; nothing else is left in the folder then."""
    found = autosave.resume(folder, Session.of, pytest.fail)
    if found is not None:
        found.game.record({"polypile": "test"}).verify()
        found.save.release()
    names = {found.save.path.name, found.save.path.with_suffix(".lock").name} if found else set()
    assert {path.name for path in (folder / autosave.SAVES).iterdir()} == names


@pytest.mark.parametrize("game", KILLS)
def test_a_game_that_is_killed_while_it_is_played_loses_and_doubles_no_move(tmp_path, game):
    killed_and_resumed(tmp_path, game, 6, 1)
    resumed_last(tmp_path)


@pytest.mark.soak
@pytest.mark.parametrize("game", KILLS)
def test_two_hundred_kills_lose_and_double_no_move(tmp_path, game, tally):
    with tally("games killed at a random moment, and resumed", KILLS[game]):
        killed_and_resumed(tmp_path, game, KILLS[game], 2)
        resumed_last(tmp_path)
        assert len(finished(tmp_path)) >= (5 if game == "colour-collect" else 1)
