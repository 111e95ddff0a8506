"""Files that commands read and write; "-" is standard input or output. All complaints are one line."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from sim.commands.options import UsageError
from sim.errors import PileError, PolypileError, RecordError, ReplayDiverged, StoreError
from sim.pile import Pile
from sim.record import store
from sim.record.record import FORMAT, Record

_HEAD = 1000


class FileError(PolypileError):
    """A file that cannot be read or written."""


def read_pile(name: str) -> Pile:
    """Return the pile in a file."""
    told = spoken(name)
    text = _read(name, told)
    with named(told):
        pile = Pile.from_json(text)
        pile.density  # noqa: B018  (commands weigh pieces: better to complain here, with the name of the file)
        return pile


def read_record(name: str) -> Record:
    """Return the record of a game in a file."""
    told = spoken(name)
    text = _read(name, told)
    with named(told):
        return Record.from_json(text)


def read_shaken(name: str) -> Pile:
    """Return the pile in a file, or the one that the recorded game in it was played with."""
    told = spoken(name)
    text = _read(name, told)
    with named(told):
        if f'"{FORMAT}"' not in text[:_HEAD]:
            return Pile.from_json(text)
        pile = getattr(Record.from_json(text).setup, "pile", None)
        if not isinstance(pile, Pile):
            raise RecordError("this game is played without a pile: there is nothing to shake")
        return pile


@contextmanager
def named(told: str) -> Iterator[None]:
    """Put the name of a file before what is wrong with what it holds."""
    try:
        yield
    except (RecordError, ReplayDiverged, PileError) as wrong:
        raise type(wrong)(f"{told}: {wrong}") from None


def spoken(name: str) -> str:
    """Return the name of a file that is read, in words."""
    return "standard input" if name == "-" else name


def _read(name: str, told: str) -> str:
    try:
        if name != "-":
            return store.read(name)
        return store.read_stream(sys.stdin.buffer, told) if sys.stdin else ""
    except StoreError as wrong:
        raise FileError(str(wrong)) from None
    except OSError as wrong:
        raise FileError(f"{told} cannot be read: {_reason(wrong)}") from None


def saved_in(name: str | None) -> str | None:
    """Return the file that an output goes to; None where it is not asked for, or goes to standard output."""
    return None if name == "-" else name


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


def write(name: str | Path, content: str | bytes) -> None:
    """Write a file whole or not at all; one that was there keeps its mode, and a link still leads to it."""
    data = content.encode("utf-8") if isinstance(content, str) else content
    if name == "-":
        if sys.stdout is None:  # the shell has closed it
            raise FileError("standard output cannot be written: it is closed")
        sys.stdout.buffer.write(data)
        return
    try:
        store.write(name, data)
    except StoreError as wrong:
        raise FileError(str(wrong)) from None


def _target(name: str | Path) -> Path:
    """Return the file itself where the name is that of a link."""
    return Path(os.path.realpath(name))


def _reason(wrong: OSError) -> str:
    return (wrong.strerror or str(wrong)).lower()
