"""What an interrupted batch has done so far: kept beside the file that it is for, so that it goes on where it was."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import IO, Any, TypeVar

from sim.errors import BatchError
from sim.pile.reading import Entry, parse, short
from sim.record import store

V = TypeVar("V")

FORMAT = "polypile-batch"
ENDING = ".part"
LONGEST = 100_000
"""Bytes of a line; a result takes some thousand at most."""

_CHECK = "check"


class Journal:
    """The results of a batch so far, each under a name; without a path nothing is kept.

    The first line says which batch it is, and each further one is a result with a check of its own: a result that was
    altered is told, not taken for one that was measured. A last line that was cut off is not there.
    """

    def __init__(self, path: Path | None, batch: Mapping[str, Any]) -> None:
        self._path = path
        self._file: IO[bytes] | None = None
        self.done: dict[str, Entry] = {}
        """What was found there, by name."""
        if path is None:
            return
        head = json.loads(json.dumps({"format": FORMAT, **batch}))
        kept = self._read(path, head)
        try:
            self._file = path.open("r+b" if kept else "wb")
            self._file.truncate(kept)
            self._file.seek(kept)
            if not kept:
                self._write(head)
        except OSError as wrong:
            raise BatchError(f"{path} cannot be written: {(wrong.strerror or str(wrong)).lower()}") from None

    def __enter__(self) -> Journal:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, wrong: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._file is not None:
            self._file.close()

    def add(self, name: str, result: Mapping[str, Any]) -> None:
        """Keep one more result."""
        if self._file is not None:
            line = {"name": name, **result}
            self._write({**line, _CHECK: _check(line)})

    def remove(self) -> None:
        """Remove the file: what it was for is there."""
        if self._file is not None and self._path is not None:
            self._file.close()
            self._path.unlink(missing_ok=True)

    def _write(self, line: Mapping[str, Any]) -> None:
        assert self._file is not None
        self._file.write(json.dumps(line).encode("utf-8") + b"\n")
        self._file.flush()

    def _read(self, path: Path, head: Mapping[str, Any]) -> int:
        """Read the whole lines of the file, if there is one, and return how many bytes they have."""
        whole = 0
        for number, line in enumerate(_lines(path), 1):
            entry = parse(line.decode("utf-8", "replace"), f"{path}: line {number}", BatchError)
            if number == 1:
                _same(path, entry, head)
            else:
                name, check = entry.text("name"), entry.values.pop(_CHECK, None)
                if check != _check(entry.values):
                    entry.refuse("this result was altered after it was written: remove the line to have it made again")
                del entry.values["name"]
                self.done[name] = entry
            whole += len(line)
        return whole


def _check(line: Mapping[str, Any]) -> str:
    return hashlib.sha256(json.dumps(line).encode("ascii")).hexdigest()[:8]


def _lines(path: Path) -> Iterator[bytes]:
    """Yield the lines of a file up to one that was cut off; a long batch has more of them than should be read at once.

    A line that is longer than any result is told in the words of one that is no JSON.
    """
    try:
        with path.open("rb") as file:
            while (line := file.readline(LONGEST)).endswith(b"\n") or len(line) == LONGEST:
                yield line
    except FileNotFoundError:
        return
    except OSError as wrong:
        raise BatchError(f"{path} cannot be read: {store.reason(wrong)}") from None


def beside(path: str | Path | None, batch: Mapping[str, Any]) -> Journal:
    """Return the journal beside the file that a batch is for; one that is for none has none."""
    if path is None:
        return Journal(None, batch)
    try:
        return Journal(Path(f"{os.path.realpath(path)}{ENDING}"), batch)
    except (TypeError, ValueError) as wrong:
        raise BatchError(f"{short(path)} is no name of a file: {store.reason(wrong)}") from None


def resumed(
    journal: Journal,
    names: Sequence[str],
    run: Callable[[Iterable[int]], Iterator[V]],
    read: Callable[[Entry], V],
    told: Callable[[V], Mapping[str, Any]],
) -> Iterator[V]:
    """Yield the results of all names, in order: those in the journal as they are read, the others as they are made.

    `run` makes the results of the names with these numbers; what `told` says of a result is kept at once.
    """
    made = run(number for number, name in enumerate(names) if name not in journal.done)
    for name in names:
        if name in journal.done:
            yield read(journal.done[name])
            continue
        result = next(made)
        journal.add(name, told(result))
        yield result


def _same(path: Path, found: Entry, head: Mapping[str, Any]) -> None:
    """Raise BatchError where the journal is of another batch."""
    for name in {**head, **found.values}:
        there, here = found.values.get(name), head.get(name)
        if there != here:
            told = f"{name.replace('_', ' ')} {short(there)}, not {short(here)}"
            raise BatchError(f"{path} is of another batch ({told}): go on with that one, remove it, or save elsewhere")
