"""A loss of power at any moment: what was said to be kept is on the disk, and what is there is whole."""

import json
import os
import shutil
import stat
from pathlib import Path

import pytest

from sim.record import autosave, store
from sim.record.record import Record
from sim.session import Session
from tests.record.player import played_on, started

pytestmark = pytest.mark.skipif(os.name != "posix", reason="what reaches the disk is told by fsync of POSIX")


class Disk:
    """What of a folder is sure to be there after a loss of power: nothing but what was synced.

    A file has the bytes that it had when it was synced last, and a folder the names that it had then. Systems may keep
    more than that; none may keep less.
    """

    def __init__(self, folder, monkeypatch):
        self.folder = folder
        self.moments = 0
        self._bytes, self._names, self._held = {}, {}, []
        self._sync = os.fsync
        self._look_at(folder.stat(), folder)
        monkeypatch.setattr(os, "fsync", self._synced)

    def _synced(self, handle):
        self._sync(handle)
        path = Path(f"/proc/self/fd/{handle}").readlink()
        self._held.append(os.dup(handle))  # so that no other file gets its number
        self._look_at(os.fstat(handle), path)
        self.moments += 1

    def _look_at(self, told, path):
        if stat.S_ISDIR(told.st_mode):
            self._names[told.st_ino] = {one.name: one.stat().st_ino for one in path.iterdir()}
        else:
            self._bytes[told.st_ino] = path.read_bytes()

    def after_power_was_lost(self, place):
        """Lay out what is left in another folder."""
        shutil.rmtree(place, ignore_errors=True)
        self._lay_out(place, self.folder.stat().st_ino)
        return place

    def _lay_out(self, place, number):
        place.mkdir()
        for name, one in self._names.get(number, {}).items():
            if one in self._bytes:
                (place / name).write_bytes(self._bytes[one])
            elif one in self._names:
                self._lay_out(place / name, one)
            else:
                (place / name).touch()

    def close(self):
        for handle in self._held:
            os.close(handle)


@pytest.fixture
def disk(tmp_path, monkeypatch):
    (tmp_path / "home").mkdir()
    disk = Disk(tmp_path / "home", monkeypatch)
    yield disk
    disk.close()


def left(place):
    """Return the game that is offered, and those that are over."""
    found = autosave.resume(place, Session.of, pytest.fail)
    if found is not None:
        found.save.release()
    games = [Record.read(path) for path in sorted((place / autosave.GAMES).glob("*.json"))]
    return None if found is None else found.game, games


@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="who is synced is read where Linux tells it")
def test_every_move_that_was_kept_outlasts_a_loss_of_power(disk, tmp_path):
    session = started(5)
    save = autosave.Save.begun(disk.folder / "data")
    while True:
        record = session.record({"polypile": "test"})
        save.write(record.to_json())
        game, games = left(disk.after_power_was_lost(tmp_path / "after") / "data")
        if session.state.outcome is not None:
            assert game is None
            assert [one.moves for one in games] == [record.moves], "it is over, and put there when it is found"
            break
        assert (game.states, game.moves, games) == (session.states, session.moves, [])
        session = played_on(session)
    save.finish(record)
    game, games = left(disk.after_power_was_lost(tmp_path / "after") / "data")
    assert game is None
    assert [one.moves for one in games] == [record.moves]
    save.release()


@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="who is synced is read where Linux tells it")
def test_a_loss_of_power_while_a_move_is_kept_leaves_it_or_the_one_before(disk, tmp_path, monkeypatch):
    session, seen = started(5), []
    save = autosave.Save.begun(disk.folder)
    save.write(session.record({}).to_json())
    watched = disk._synced

    def look(handle):
        watched(handle)
        with monkeypatch.context() as undone:
            undone.setattr(os, "fsync", disk._sync)
            seen.append(len(left(disk.after_power_was_lost(tmp_path / "after"))[0].moves))

    monkeypatch.setattr(os, "fsync", look)
    for _ in range(4):
        session = played_on(session)
        save.write(session.record({}).to_json())
    save.release()
    assert seen == [0, 1, 1, 2, 2, 3, 3, 4]


def test_settings_and_high_scores_outlast_it_too(disk, tmp_path):
    from sim.house import choices
    from sim.record.scores import HighScore, add_high_score
    from sim.settings import Settings

    home = disk.folder / "some" / "where"
    choices.write(home, Settings(volume=0.25))
    add_high_score(home, HighScore(1, (1, 2, 3, 4, 5), 7, "Ada", "2031-05-17"))
    after = disk.after_power_was_lost(tmp_path / "after") / "some" / "where"
    assert choices.read(after, pytest.fail).volume == 0.25
    assert json.loads(store.read(after / "high-scores.json"))["scores"][0]["name"] == "Ada"
