"""Files that commands read and write; "-" is standard input or output. All complaints are one line."""

from __future__ import annotations

import os
import stat
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path

from sim.commands.options import UsageError
from sim.errors import PileError, PolypileError
from sim.pile import Pile

LARGEST = 64_000_000
"""Bytes; a pile of as many pieces as are allowed takes half of it."""


class FileError(PolypileError):
    """A file that cannot be read or written."""


def read_pile(name: str) -> Pile:
    """Return the pile in a file."""
    told = spoken(name)
    try:
        pile = Pile.from_json(_read(name, told))
        pile.density  # noqa: B018  (commands weigh pieces: better to complain here, with the name of the file)
    except PileError as wrong:
        raise PileError(f"{told}: {wrong}") from None
    return pile


def spoken(name: str) -> str:
    """Return the name of a file that is read, in words."""
    return "standard input" if name == "-" else name


def _read(name: str, told: str) -> str:
    try:
        data = _bytes(name)
    except OSError as wrong:
        raise FileError(f"{told} cannot be read: {_reason(wrong)}") from None
    if len(data) > LARGEST:
        raise _too_large(told)
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        raise FileError(f"{told} cannot be read: it is no UTF-8 text") from None


def _bytes(name: str) -> bytes:
    if name == "-":
        return sys.stdin.buffer.read(LARGEST + 1) if sys.stdin else b""
    with Path(name).open("rb") as file:
        if os.fstat(file.fileno()).st_size > LARGEST:
            raise _too_large(name)  # before any of it takes memory; the size of a pipe is not known
        return file.read(LARGEST + 1)


def _too_large(name: str) -> FileError:
    return FileError(f"{name} is too large: no pile takes more than {LARGEST // 10**6} MB")


def check_outputs(names: Iterable[str | None]) -> list[str]:
    """Return the names that were given, or complain before hours of work are lost to one that cannot be written."""
    given = [name for name in names if name is not None]
    for k, name in enumerate(given):
        if any(_target(name) == _target(other) for other in given[:k]):
            raise UsageError(f"{name} is named twice: each output needs a file of its own")
        check_writable(name)
    return given


def check_writable(name: str) -> None:
    """Complain about a file that cannot be written."""
    path = _target(name)
    if name == "-" or (path.exists() and not path.is_dir() and os.access(path, os.W_OK)):
        return
    if path.is_dir():
        raise FileError(f"{name} cannot be written: it is a directory")
    if not path.parent.is_dir():
        raise FileError(f"{name} cannot be written: there is no directory {path.parent}")
    if path.exists() or not os.access(path.parent, os.W_OK):
        raise FileError(f"{name} cannot be written: permission denied")


def make_folder(name: str) -> Path:
    """Return the folder of that name, made where it was missing."""
    try:
        Path(name).mkdir(parents=True, exist_ok=True)
    except OSError as wrong:
        raise FileError(f"{name} cannot be made a directory: {_reason(wrong)}") from None
    if not os.access(name, os.W_OK):
        raise FileError(f"{name} cannot be written: permission denied")
    return Path(name)


def write(name: str | Path, content: str | bytes) -> None:
    """Write a file whole or not at all; one that was there keeps its mode, and a link still leads to it."""
    data = content.encode("utf-8") if isinstance(content, str) else content
    if name == "-":
        if sys.stdout is None:  # the shell has closed it
            raise FileError("standard output cannot be written: it is closed")
        sys.stdout.buffer.write(data)
        return
    path = _target(name)
    try:
        if path.exists() and not (path.is_file() and os.access(path.parent, os.W_OK)):
            path.write_bytes(data)  # a device or a pipe must not be replaced by a file, and here no draft can lie
        else:
            _replace(path, data)
    except OSError as wrong:
        raise FileError(f"{name} cannot be written: {_reason(wrong)}") from None


def _replace(path: Path, data: bytes) -> None:
    handle, draft = tempfile.mkstemp(prefix=f".{path.name[:40]}.", dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        Path(draft).chmod(_mode(path))  # mkstemp makes private files
        Path(draft).replace(path)
    except BaseException:
        Path(draft).unlink(missing_ok=True)
        raise


def _mode(path: Path) -> int:
    """Return the mode that a file has, or that any new file would have."""
    if path.exists():
        return stat.S_IMODE(path.stat().st_mode)
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask


def _target(name: str | Path) -> Path:
    """Return the file itself where the name is that of a link."""
    return Path(os.path.realpath(name))


def _reason(wrong: OSError) -> str:
    return (wrong.strerror or str(wrong)).lower()
