"""Games in progress on disk: after a crash, a kill or a loss of power each goes on with exactly its last move.

Each game has a file of its own, a record that is replaced whole with every move, and beside it a file that is locked
by whoever plays it: two programs never write the same save, and of a program that dies no lock is left. A game that
is over moves to the folder of finished games, in one step.
"""

from __future__ import annotations

import contextlib
import secrets
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Generic, TypeVar

from sim.errors import RecordError, ReplayDiverged, StoreError
from sim.pile.reading import parse
from sim.record import store
from sim.record.record import FORMAT, VERSION, Record

T = TypeVar("T")

SAVES = "saves"
"""The folder of games in progress, within the user's folder."""
GAMES = "games"
"""The folder of finished games, beside it."""


@dataclass(eq=False)
class Save:
    """The place of one game on disk, locked until it is released."""

    path: Path
    _lock: IO[bytes]

    @classmethod
    def begun(cls, folder: Path) -> Save:
        """Return the place of a new game within the user's folder; raise StoreError where none can be made."""
        saves = folder / SAVES
        try:
            saves.mkdir(parents=True, exist_ok=True)
        except (OSError, ValueError) as wrong:
            raise StoreError(f"{store.spoken(saves)} cannot be written: {store.reason(wrong)}") from None
        while True:
            path = saves / f"{secrets.token_hex(6)}.json"
            lock = None if path.exists() else _locked(path)
            if lock is not None:
                return cls(path, lock)

    def write(self, text: str) -> None:
        """Replace the record; once this returns it outlasts a loss of power."""
        store.write(self.path, text.encode("utf-8"))

    def finish(self, record: Record) -> Path:
        """Move a game that is over to the finished ones, and return its file there.

        Should its last move be taken back, it is written here again, and finishes in the same file.
        """
        games = self.path.parent.parent / GAMES
        path = games / f"{record.game}-{record.seed}-{self.path.stem}.json"
        try:
            games.mkdir(exist_ok=True)
            self.path.replace(path)
        except OSError as wrong:
            raise StoreError(f"{store.spoken(path)} cannot be written: {store.reason(wrong)}") from None
        store.sync(games)
        store.sync(self.path.parent)
        return path

    def release(self) -> None:
        """Let others go on with this game. Where there is none any more, nothing is left of its place."""
        if not self._lock.closed and not self.path.exists():
            with contextlib.suppress(OSError):  # its lock is no use, but no harm either
                _lock_path(self.path).unlink(missing_ok=True)
        self._lock.close()


@dataclass(frozen=True, slots=True)
class Found(Generic[T]):
    """A game that was left."""

    save: Save
    game: T


def resume(folder: Path, read: Callable[[Record], T], tell: Callable[[str], None]) -> Found[T] | None:
    """Return the game that was played last and is not over, locked; None where there is none.

    `read` turns a record into a game and raises ReplayDiverged where it does not follow the rules. What is damaged is
    set aside under another name; what is of a later version, or cannot be read, stays where it is. `tell` is told of
    either in one line. Games that others play are passed over. Those that are over are put to the finished ones.
    """
    for path in _newest_first(folder / SAVES):
        save = None
        try:
            save = _taken(path)
            if save is not None and (game := _loaded(save, read, tell)) is not None:
                return Found(save, game)
        except StoreError as wrong:
            tell(str(wrong))
        if save is not None:
            save.release()
    return None


def _loaded(save: Save, read: Callable[[Record], T], tell: Callable[[str], None]) -> T | None:
    _remove_drafts(save.path)
    try:
        text = store.read(save.path)
        try:
            record = Record.from_json(text)
            if record.outcome is None:
                return read(record)
            record.verify()
        except (RecordError, ReplayDiverged) as wrong:
            if _is_later(text):
                raise StoreError(f"{store.spoken(save.path)} was saved by a later version: {wrong}") from None
            raise store.DamagedFile(str(wrong)) from None
    except store.DamagedFile as wrong:
        aside = store.set_aside(save.path)
        tell(f"A saved game was damaged ({wrong}); its file is now {store.spoken(aside)}")
        return None
    save.finish(record)
    return None


def _is_later(text: str) -> bool:
    try:
        entry = parse(text, "record", RecordError)
    except RecordError:
        return False
    version = entry.values.get("version")
    return entry.values.get("format") == FORMAT and type(version) is int and version > VERSION


def _newest_first(saves: Path) -> Iterator[Path]:
    """Yield the saves, the one that was written last first."""
    times: list[tuple[int, Path]] = []
    try:
        for path in saves.glob("*.json"):
            if "." not in path.stem:  # what was set aside has a longer name
                with contextlib.suppress(FileNotFoundError):  # another program has just put it elsewhere
                    times.append((path.stat().st_mtime_ns, path))
    except OSError as wrong:
        raise StoreError(f"{store.spoken(saves)} cannot be read: {store.reason(wrong)}") from None
    yield from (path for _, path in sorted(times, reverse=True))


def _taken(path: Path) -> Save | None:
    """Return the place of a save, locked; None where another program holds it, or it has gone meanwhile."""
    lock = _locked(path)
    if lock is None:
        return None
    save = Save(path, lock)
    if path.exists():
        return save
    save.release()
    return None


def _locked(path: Path) -> IO[bytes] | None:
    place = _lock_path(path)
    try:
        lock = place.open("ab")
    except (OSError, ValueError) as wrong:
        raise StoreError(f"{store.spoken(place)} cannot be written: {store.reason(wrong)}") from None
    try:
        if store.try_lock(lock.fileno()):
            return lock
    except OSError as wrong:
        lock.close()
        raise StoreError(f"{store.spoken(place)} cannot be locked: {store.reason(wrong)}") from None
    lock.close()
    return None


def _lock_path(path: Path) -> Path:
    return path.with_suffix(".lock")


def _remove_drafts(path: Path) -> None:
    """Remove what a program that was killed had begun to write; the lock tells that nobody writes now."""
    with contextlib.suppress(OSError):
        for draft in path.parent.glob(f".{path.name}.*"):
            draft.unlink()
