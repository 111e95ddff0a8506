"""What is kept on disk: files that are written whole or not at all, and outlast a loss of power."""

from __future__ import annotations

import contextlib
import errno
import os
import secrets
import stat
import sys
from itertools import count
from pathlib import Path
from typing import IO

from sim.errors import StoreError
from sim.pile.reading import short

LARGEST = 16_000_000
"""Bytes; a pile of as many pieces as are allowed takes two thirds of it."""
HOME = "POLYPILE_HOME"
"""The environment variable that names another folder for what is kept."""

_NOT_THERE = {errno.EINVAL, errno.ENOSYS, errno.ENOTSUP, errno.EOPNOTSUPP, errno.EACCES, errno.EPERM, errno.EBADF}
"""What systems say that cannot make a folder reach the disk; whatever else they say is told."""


class DamagedFile(StoreError):
    """A file that can be read, but holds nothing that was ever written there."""


def folder() -> Path:
    """Return the user's folder for games and scores; it need not exist yet."""
    home = os.environ.get(HOME)
    if home:
        # Not every shell has done it, nor a desktop's menu; and Path's own raises where nobody has that name.
        return Path(os.path.expanduser(home))  # noqa: PTH111
    import platformdirs  # only who keeps something needs it

    return platformdirs.user_data_path("polypile", appauthor=False)


def make_folder(path: str | Path) -> Path:
    """Return the folder of that name; where it was missing it is made, and those that it lies in, so that they outlast
    a loss of power. Raise StoreError where it cannot be written.
    """
    try:
        folder = Path(path)
        missing = [one for one in (folder, *folder.parents) if not one.exists()]
        folder.mkdir(parents=True, exist_ok=True)
        for one in missing:
            sync(one.parent)
    except (OSError, TypeError, ValueError) as wrong:
        raise StoreError(f"{spoken(path)} cannot be made a directory: {reason(wrong)}") from None
    if not os.access(folder, os.W_OK):
        raise StoreError(f"{spoken(path)} cannot be written: permission denied")
    return folder


def keep(path: str | Path, data: bytes) -> None:
    """Write a file whole or not at all; one that was there keeps its mode, and a link still leads to it.

    Once this returns, the file outlasts a loss of power. Raise StoreError where it cannot be done.
    """
    try:
        _replace(Path(os.path.realpath(path)), data)
    except (OSError, TypeError, ValueError) as wrong:
        raise StoreError(f"{spoken(path)} cannot be written: {reason(wrong)}") from None


def write(path: str | Path, data: bytes) -> None:
    """Write a file that a user has named, as `keep` does where that can be.

    Devices and pipes are written to as they are, and so is a file in a folder where nothing else may be written.
    """
    try:
        target = Path(os.path.realpath(path))
        if target.exists() and not (target.is_file() and os.access(target.parent, os.W_OK)):
            target.write_bytes(data)
        else:
            _replace(target, data)
    except (OSError, TypeError, ValueError) as wrong:
        raise StoreError(f"{spoken(path)} cannot be written: {reason(wrong)}") from None


def add(folder: Path, stem: str, data: bytes) -> Path:
    """Save a file of JSON under a name that no other one has, and return it; what is there already keeps its name."""
    for number in count(1):
        path = folder / f"{stem}{'' if number == 1 else f'-{number}'}.json"
        if not path.exists() or holds(path, data):
            write(path, data)
            return path
    raise AssertionError  # numbers do not end


def holds(path: Path, data: bytes) -> bool:
    """Tell whether a file is there and holds just that."""
    try:
        return path.read_bytes() == data
    except OSError:
        return False


def files(folder: Path) -> list[tuple[int, Path]]:
    """Return the JSON files in a folder, each behind the moment at which it was written; none where there is no folder.

    What has such a name and is no file, or cannot be looked at, is passed over. Raise StoreError where the folder
    cannot be read.
    """
    found = []
    try:
        for path in folder.iterdir():
            if path.suffix == ".json" and not path.name.startswith("."):
                with contextlib.suppress(OSError):  # another program has just put it elsewhere, or a link leads nowhere
                    told = path.stat()
                    if stat.S_ISREG(told.st_mode):
                        found.append((told.st_mtime_ns, path))
    except FileNotFoundError:
        return []
    except (OSError, ValueError) as wrong:
        raise StoreError(f"{spoken(folder)} cannot be read: {reason(wrong)}") from None
    return found


def read(path: str | Path, largest: int = LARGEST) -> str:
    """Return the text of a file; raise StoreError where there is none, or it is too large to be one of ours."""
    told = spoken(path)
    try:
        with Path(path).open("rb") as file:
            if os.fstat(file.fileno()).st_size > largest:
                raise _too_large(told, largest)  # before any of it takes memory; the size of a pipe is not known
            return read_stream(file, told, largest)
    except (OSError, TypeError, ValueError) as wrong:
        raise StoreError(f"{told} cannot be read: {reason(wrong)}") from None


def read_stream(stream: IO[bytes], told: str, largest: int = LARGEST) -> str:
    """Return the text that a stream holds, as `read` does; `told` names it in messages."""
    data = stream.read(largest + 1)
    if len(data) > largest:
        raise _too_large(told, largest)
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        raise DamagedFile(f"{told} cannot be read: it is no UTF-8 text") from None


def _replace(path: Path, data: bytes) -> None:
    """Put a file in the place of another in one step, after it has reached the disk."""
    mode = stat.S_IMODE(path.stat().st_mode) if path.exists() else None
    draft, handle = _draft(path, 0o666 if mode is None else mode)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            _to_disk(file.fileno())
        if mode is not None:
            with contextlib.suppress(PermissionError):  # some file systems know no modes
                draft.chmod(mode)  # the umask has been taken off it
        draft.replace(path)
    except BaseException:
        draft.unlink(missing_ok=True)
        raise
    sync(path.parent)


def _draft(path: Path, mode: int) -> tuple[Path, int]:
    """Return a new, empty file beside a path, and a handle to write to it."""
    while True:
        draft = path.with_name(f".{path.name[:40]}.{secrets.token_hex(4)}")
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
        with contextlib.suppress(FileExistsError):
            return draft, os.open(draft, flags, mode)


def sync(folder: Path) -> None:
    """Make new names in a folder outlast a loss of power, where the system can; raise OSError where it fails to."""
    if os.name != "posix":
        return
    try:
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
    except OSError as wrong:
        if wrong.errno not in _NOT_THERE:
            raise


def spoken(path: str | Path) -> str:
    """Return the name of a file for a message of one line."""
    told = str(path)
    return told if told and told.isprintable() else short(told)


def reason(wrong: OSError | TypeError | ValueError) -> str:
    """Return why a file cannot be read or written, in a few words."""
    told = wrong.strerror if isinstance(wrong, OSError) else None
    return (told or str(wrong)).lower()


def _too_large(told: str, largest: int) -> DamagedFile:
    return DamagedFile(f"{told} is too large: no such file takes more than {largest // 10**6} MB")


def set_aside(path: Path) -> Path:
    """Give a file another name, one that no file has, and return it."""
    number = 1
    while (aside := path.with_name(f"{path.stem}.damaged-{number}{path.suffix}")).exists() or aside.is_symlink():
        number += 1
    try:
        path.rename(aside)
    except OSError as wrong:
        raise StoreError(f"{spoken(path)} is damaged and cannot be set aside: {reason(wrong)}") from None
    return aside


if sys.platform == "darwin":
    import fcntl

    def _to_disk(handle: int) -> None:
        """Make what was written reach the disk; there, fsync alone leaves it in the disk's own memory."""
        try:
            fcntl.fcntl(handle, fcntl.F_FULLFSYNC)
        except OSError:  # a file system that cannot
            os.fsync(handle)

else:

    def _to_disk(handle: int) -> None:
        """Make what was written reach the disk."""
        os.fsync(handle)
