"""Locks between programs: one at a time, none that a pipe could hold up, none on a file that is gone."""

import os

import pytest

from sim.record import locks


def test_only_one_holds_a_lock_until_it_is_closed(tmp_path):
    path = tmp_path / "some.lock"
    with locks.locked(path):
        assert locks.locked(path) is None
    locks.locked(path).close()


def test_a_lock_on_a_file_that_was_taken_away_meanwhile_is_none(tmp_path, monkeypatch):
    """Another program held it, has removed the file, and lets go: whoever waited would hold what nobody finds."""
    path, real, gone = tmp_path / "some.lock", locks._try_lock, []

    def slow(handle):
        if not gone:
            gone.append(path.unlink())
        return real(handle)

    monkeypatch.setattr(locks, "_try_lock", slow)
    with locks.locked(path) as lock:
        assert os.path.samestat(os.fstat(lock.fileno()), path.stat())
        assert locks.locked(path) is None


@pytest.mark.skipif(os.name != "posix", reason="named pipes of POSIX")
def test_a_pipe_of_that_name_holds_nobody_up(tmp_path):
    os.mkfifo(tmp_path / "some.lock")
    locks.locked(tmp_path / "some.lock").close()


def test_where_there_can_be_no_file_the_system_says_why(tmp_path):
    with pytest.raises(OSError, match="No such file or directory"):
        locks.locked(tmp_path / "none" / "some.lock")
