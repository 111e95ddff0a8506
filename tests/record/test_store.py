import errno
import os
from pathlib import Path

import pytest

from sim.errors import StoreError
from sim.record import store

POSIX = pytest.mark.skipif(os.name != "posix", reason="modes, links and signals of POSIX")
NOT_ROOT = pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may write everywhere")


def names(folder):
    return sorted(path.name for path in folder.iterdir())


# Files


def test_a_file_is_written_and_read(tmp_path):
    path = tmp_path / "game.json"
    store.write(path, "täglich".encode())
    assert store.read(path) == "täglich"
    store.write(str(path), b"again")
    assert store.read(str(path)) == "again"
    assert names(tmp_path) == ["game.json"]


class Stop(BaseException):
    """Something that ends a program, such as an interrupt."""


@pytest.mark.parametrize("wrong", [OSError(errno.ENOSPC, "No space left on device"), Stop()], ids=["full", "stop"])
@pytest.mark.parametrize("step", ["os.fsync", "pathlib.Path.replace"])
def test_a_write_that_fails_leaves_what_was_there(tmp_path, monkeypatch, step, wrong):
    path = tmp_path / "game.json"
    path.write_bytes(b"old")

    def fail(*_):
        raise wrong

    monkeypatch.setattr(step, fail)
    with pytest.raises((StoreError, Stop)) as caught:
        store.write(path, b"new")
    assert isinstance(caught.value, Stop) or str(caught.value).endswith("cannot be written: no space left on device")
    assert path.read_bytes() == b"old"
    assert names(tmp_path) == ["game.json"]


@POSIX
def test_file_and_folder_reach_the_disk_before_write_returns(tmp_path, monkeypatch):
    done = []
    sync, move = os.fsync, Path.replace
    kinds = {True: "folder", False: "file"}
    monkeypatch.setattr("os.fsync", lambda h: (done.append(kinds[os.path.samestat(os.fstat(h), there)]), sync(h)))
    monkeypatch.setattr("pathlib.Path.replace", lambda *paths: (done.append("replace"), move(*paths)))
    there = tmp_path.stat()
    store.write(tmp_path / "game.json", b"new")
    assert done == ["file", "replace", "folder"]


@POSIX
def test_a_folder_that_cannot_be_synced_does_not_matter(tmp_path, monkeypatch):
    sync = os.fsync

    def no_folders(handle):
        if os.path.samestat(os.fstat(handle), tmp_path.stat()):
            raise OSError(errno.EINVAL, "Invalid argument")
        sync(handle)

    monkeypatch.setattr("os.fsync", no_folders)
    store.write(tmp_path / "game.json", b"new")
    assert (tmp_path / "game.json").read_bytes() == b"new"


@POSIX
def test_a_file_keeps_its_mode_and_a_new_one_has_the_usual_mode(tmp_path):
    path, usual = tmp_path / "game.json", tmp_path / "usual"
    usual.touch()
    store.write(path, b"1")
    assert path.stat().st_mode == usual.stat().st_mode
    for mode in (0o600, 0o666, 0o444):
        path.chmod(mode)
        store.write(path, b"2")
        assert path.stat().st_mode & 0o777 == mode


@POSIX
def test_no_one_else_can_read_a_private_file_while_it_is_written(tmp_path, monkeypatch):
    path = tmp_path / "game.json"
    path.touch(mode=0o600)
    sync, modes = os.fsync, []
    monkeypatch.setattr("os.fsync", lambda handle: (modes.append(os.fstat(handle).st_mode & 0o077), sync(handle)))
    store.write(path, b"secret")
    assert modes[0] == 0


@POSIX
def test_a_link_still_leads_to_its_file(tmp_path):
    (tmp_path / "elsewhere").mkdir()
    real, link, dangling = tmp_path / "elsewhere" / "real", tmp_path / "link", tmp_path / "dangling"
    real.write_bytes(b"old")
    link.symlink_to(real)
    dangling.symlink_to(tmp_path / "elsewhere" / "new")
    for path in (link, dangling):
        store.write(path, b"new")
        assert path.is_symlink()
        assert path.read_bytes() == b"new"
    assert names(tmp_path / "elsewhere") == ["new", "real"]


@POSIX
def test_devices_are_written_to_as_they_are():
    store.write("/dev/null", b"gone")
    assert not Path("/dev/null").is_file()


@pytest.mark.parametrize("name", ["none/game.json", "", "a\0b", "x" * 300])
def test_a_name_that_cannot_be_written_is_told_in_one_line(tmp_path, name):
    with pytest.raises(StoreError, match="cannot be written") as caught:
        store.write(f"{tmp_path}/{name}", b"")
    assert str(caught.value).isprintable()
    assert names(tmp_path) == []


def test_a_folder_that_fails_to_reach_the_disk_is_told(tmp_path, monkeypatch):
    sync = os.fsync

    def broken(handle):
        if os.path.samestat(os.fstat(handle), tmp_path.stat()):
            raise OSError(errno.EIO, "Input/output error")
        sync(handle)

    monkeypatch.setattr("os.fsync", broken)
    with pytest.raises(StoreError, match=r"game\.json cannot be written: input/output error"):
        store.write(tmp_path / "game.json", b"new")


def test_what_is_kept_is_never_written_in_place(tmp_path):
    """Whoever has the old file open goes on seeing it: a write that fails half way has changed nothing."""
    path = tmp_path / "game.json"
    store.keep(path, b"old")
    with path.open("rb") as before:
        store.keep(path, b"new")
        assert before.read() == b"old"
    assert path.read_bytes() == b"new"


@NOT_ROOT
def test_a_file_that_is_kept_stays_as_it_is_in_a_folder_that_may_not_be_changed(tmp_path):
    path = tmp_path / "game.json"
    path.write_bytes(b"old")
    tmp_path.chmod(0o500)
    try:
        with pytest.raises(StoreError, match="permission denied"):
            store.keep(path, b"new")
    finally:
        tmp_path.chmod(0o700)
    assert path.read_bytes() == b"old"


def test_of_a_folder_only_files_are_listed(tmp_path):
    (tmp_path / "one.json").touch()
    os.utime(tmp_path / "one.json", ns=(7, 10**9))
    (tmp_path / "folder.json").mkdir()
    (tmp_path / ".hidden.json").touch()
    (tmp_path / "one.lock").touch()
    if os.name == "posix":
        (tmp_path / "loop.json").symlink_to("loop.json")
    assert store.files(tmp_path) == [(10**9, tmp_path / "one.json")]
    assert store.files(tmp_path / "missing") == []
    with pytest.raises(StoreError, match="cannot be read"):
        store.files(tmp_path / "one.json")


@NOT_ROOT
def test_a_file_in_a_folder_that_may_not_be_changed_is_still_written(tmp_path):
    path = tmp_path / "game.json"
    path.touch()
    tmp_path.chmod(0o500)
    try:
        store.write(path, b"new")
        with pytest.raises(StoreError, match="permission denied"):
            store.write(tmp_path / "other.json", b"new")
    finally:
        tmp_path.chmod(0o700)
    assert path.read_bytes() == b"new"


def test_the_folder_is_the_users_own_unless_the_environment_names_another(tmp_path, monkeypatch):
    monkeypatch.delenv(store.HOME, raising=False)
    assert store.folder().name == "polypile"
    assert store.folder().is_absolute()
    monkeypatch.setenv(store.HOME, str(tmp_path))
    assert store.folder() == tmp_path
    monkeypatch.setenv(store.HOME, "~/games")
    assert store.folder() == Path.home() / "games"
