"""Games in progress on disk: nothing is lost, nothing half-loaded, nobody's save is written by another."""

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from sim.errors import StoreError
from sim.record import autosave, store
from sim.record.record import Record
from sim.session import Session
from tests.record.player import played_on, started

ROOT = Path(__file__).resolve().parents[2]


def text_of(session):
    return session.record({"polypile": "test"}).to_json()


def left(folder, session):
    """Keep a game and leave it."""
    save = autosave.Save.begun(folder)
    save.write(text_of(session))
    save.release()
    return save.path


def taken_up(folder):
    """Return the game that is offered, what is told, and its place."""
    told = []
    found = autosave.resume(folder, Session.of, told.append)
    if found is None:
        return None, told, None
    found.save.release()
    return found.game, told, found.save.path


@pytest.fixture
def session():
    session = started(3)
    for _ in range(5):
        session = played_on(session)
    return session


def test_a_game_goes_on_with_exactly_its_last_move(tmp_path, session):
    left(tmp_path, session)
    game, told, _ = taken_up(tmp_path)
    assert (game.states, game.moves, game.seats) == (session.states, session.moves, session.seats)
    assert told == []


def test_a_move_that_was_taken_back_stays_taken_back(tmp_path, session):
    save = autosave.Save.begun(tmp_path)
    save.write(text_of(played_on(session)))
    save.write(text_of(session))
    save.release()
    assert taken_up(tmp_path)[0].moves == session.moves


def test_where_no_game_was_left_none_is_offered(tmp_path):
    assert taken_up(tmp_path) == (None, [], None)
    assert taken_up(tmp_path / "missing") == (None, [], None)
    autosave.Save.begun(tmp_path).release()
    assert taken_up(tmp_path) == (None, [], None)
    assert not list((tmp_path / autosave.SAVES).iterdir()), "no lock is left of a game that never was"


def test_of_several_games_the_one_that_was_played_last_is_offered(tmp_path, session):
    older, newer = left(tmp_path, session), left(tmp_path, started(4))
    os.utime(older, (1000, 1000))
    os.utime(newer, (2000, 2000))
    assert taken_up(tmp_path)[2] == newer
    os.utime(older, (3000, 3000))
    assert taken_up(tmp_path)[2] == older


def test_a_game_that_is_over_is_kept_as_a_record_and_no_longer_offered(tmp_path):
    session = started(3)
    while session.state.outcome is None:
        session = played_on(session)
    save = autosave.Save.begun(tmp_path)
    save.write(text_of(session))
    path = save.finish(session.record({"polypile": "test"}))
    save.release()
    assert path.parent == tmp_path / autosave.GAMES
    Record.read(path).verify()
    assert taken_up(tmp_path) == (None, [], None)
    # Killed after its last move was written, and before it was put to the finished ones:
    left(tmp_path, session)
    assert taken_up(tmp_path) == (None, [], None)
    assert len(list((tmp_path / autosave.GAMES).iterdir())) == 2
    assert not list((tmp_path / autosave.SAVES).glob("*.json"))


DAMAGES = {
    "empty": lambda text: "",
    "cut off": lambda text: text[: len(text) // 2],
    "no JSON": lambda text: "{" * 100,
    "other": lambda text: '{"format": "polypile-pile"}',
    "zeros": lambda text: "\0" * len(text),
    "bytes": lambda text: b"\xff\xfe" + text.encode(),
    "cheated": lambda text: text.replace('"moves": [', '"moves": ["pawn 9 9",', 1),
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_save_is_set_aside_and_named_and_the_one_before_it_offered(tmp_path, session, damage):
    older, path = left(tmp_path, session), left(tmp_path, session)
    os.utime(older, (1000, 1000))
    spoiled = DAMAGES[damage](path.read_text())
    spoiled = spoiled if isinstance(spoiled, bytes) else spoiled.encode()
    path.write_bytes(spoiled)
    game, told, offered = taken_up(tmp_path)
    assert (game.moves, offered) == (session.moves, older)
    aside = path.with_name(f"{path.stem}.damaged-1.json")
    assert aside.read_bytes() == spoiled
    assert len(told) == 1
    assert str(aside) in told[0]
    assert "\n" not in told[0]
    assert taken_up(tmp_path)[1] == [], "it is told once"


def test_a_save_of_a_later_version_stays_where_that_version_looks_for_it(tmp_path, session):
    path = left(tmp_path, session)
    path.write_text(path.read_text().replace('"version": 1', '"version": 2', 1))
    game, told, _ = taken_up(tmp_path)
    assert game is None
    assert "later version" in told[0]
    assert path.exists()


def test_two_programs_never_write_the_same_save(tmp_path, session):
    mine = autosave.Save.begun(tmp_path)
    mine.write(text_of(session))
    assert autosave.resume(tmp_path, Session.of, pytest.fail) is None, "I hold it"
    theirs = autosave.Save.begun(tmp_path)
    theirs.write(text_of(started(9)))
    mine.release()
    found = autosave.resume(tmp_path, Session.of, pytest.fail)
    assert found.game.moves == session.moves, "the newer one is theirs"
    assert autosave.resume(tmp_path, Session.of, pytest.fail) is None
    found.save.release()
    theirs.release()


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may write anywhere")
def test_a_folder_that_cannot_be_written_is_told(tmp_path):
    tmp_path.chmod(0o500)
    with pytest.raises(StoreError, match="cannot be written"):
        autosave.Save.begun(tmp_path)


def test_a_place_that_is_no_folder_is_told(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(StoreError, match="cannot be written"):
        autosave.Save.begun(tmp_path / "file")


def test_a_save_is_the_same_with_the_text_of_its_set_up_kept(session):
    from sim.record.record import setup_text

    record = session.record({"polypile": "test"})
    assert record.to_json(setup_text(record.setup)) == record.to_json()


# A program that is killed


class Player:
    """A program that plays, keeps every move and says so."""

    def __init__(self, folder, seed):
        command = [sys.executable, "-m", "tests.record.player", str(folder), str(seed)]
        self.process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)
        self.began = int(self.process.stdout.readline().split()[1])

    def killed(self, after):
        """Kill it, and return the last ply that it had said to be on disk and whether it was over by then."""
        time.sleep(after)
        self.process.send_signal(signal.SIGKILL)
        told = self.process.stdout.read()
        self.process.wait()
        self.process.stdout.close()
        lines = [line.split(maxsplit=1) for line in told.splitlines()]
        kept = [int(value) for word, value in lines if word == "kept"]
        assert not [value for word, value in lines if word == "told"]
        return max(kept, default=None), any(word == "over" for word, _ in lines)


def killed_and_resumed(folder, kills, seed):
    """Kill a player at random moments and resume each time; no move is lost or doubled. Return how many games ended."""
    chance, sure, ended = random.Random(seed), 0, 0
    for k in range(kills):
        player = Player(folder, k)
        before, ended = ended, len(finished(folder))
        if ended > before:
            sure = 0  # its last move was on disk, and is among the finished games now: another game has begun
        # The move that was being written at the last kill may have reached the disk.
        assert sure <= player.began <= sure + 1, (k, sure, player.began)
        last, over = player.killed(chance.uniform(0.0, 0.06))
        sure = player.began if last is None else last
        if over:
            ended, sure = ended + 1, 0
            assert len(finished(folder)) == ended
    for path in finished(folder):
        record = Record.read(path)
        record.verify()
        alone = started(record.seed)
        while alone.state.outcome is None:
            alone = played_on(alone)
        assert record.moves == tuple(map(str, alone.moves)), "as in the game that nobody interrupts"
    return ended


def finished(folder):
    return sorted((folder / autosave.GAMES).glob("*.json"))


def resumed_last(folder):
    found = autosave.resume(folder, Session.of, pytest.fail)
    if found is not None:
        found.game.record({"polypile": "test"}).verify()
        found.save.release()
    return found


def test_a_game_that_is_killed_while_it_is_played_loses_and_doubles_no_move(tmp_path):
    killed_and_resumed(tmp_path, 6, 1)
    resumed_last(tmp_path)


@pytest.mark.soak
def test_two_hundred_kills_lose_and_double_no_move(tmp_path, tally):
    with tally("games killed at a random moment, and resumed", 200):
        ended = killed_and_resumed(tmp_path, 200, 2)
        resumed_last(tmp_path)
    assert ended >= 5
    leftovers = [path for path in (tmp_path / autosave.SAVES).iterdir() if path.name.startswith(".")]
    assert len(leftovers) <= 1, "drafts of killed programs are cleared away"
    assert store.read(next((tmp_path / autosave.GAMES).glob("*.json")))
