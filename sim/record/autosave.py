"""Games in progress on disk: after a crash, a kill or a loss of power each goes on with exactly its last move.

Each game has a file of its own, a record under a seal that is replaced whole with every move, and beside it a file that
is locked by whoever plays it: two programs never write the same save, and of a program that dies no lock is left. A
game that is over moves to the folder of finished games, in one step.
"""

from __future__ import annotations

import contextlib
import errno
import math
import secrets
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Generic, TypeVar

from sim.errors import PolypileError, RecordError, StoreError
from sim.pile.reading import parse
from sim.record import locks, seal, store
from sim.record.record import FORMAT, VERSION, Record

T = TypeVar("T")

SAVES = "saves"
"""The folder of games in progress, within the user's folder."""
GAMES = "games"
"""The folder of finished games, beside it."""
_TRIES = 100


@dataclass(eq=False)
class Save:
    """The place of one game on disk, locked until it is released."""

    path: Path
    _lock: IO[bytes]
    _finished: Path | None = field(default=None, init=False)

    @classmethod
    def begun(cls, folder: Path) -> Save:
        """Return the place of a new game within the user's folder; raise StoreError where none can be made."""
        saves = folder / SAVES
        store.make_folder(saves)
        for _ in range(_TRIES):
            path = saves / f"{secrets.token_hex(6)}.json"
            with _told(path):
                lock = None if path.exists() else locks.locked(_lock_path(path))
            if lock is not None:
                return cls(path, lock)
        raise StoreError(f"{store.spoken(saves)} cannot be written: no lock is to be had")

    def write(self, record: str) -> None:
        """Replace the record; once this returns it outlasts a loss of power."""
        others = (_number(path) for _, path in store.files(self.path.parent))
        text = seal.sealed(record, 1 + max(others, default=0))
        store.keep(self.path, text.encode("utf-8"))
        if self._finished is not None:  # its end was taken back
            with contextlib.suppress(OSError):
                self._finished.unlink()
            self._finished = None

    def finish(self, record: Record) -> Path:
        """Move a game that is over to the finished ones, and return its file there.

        Should its last move be taken back, it is written here again, and no longer among the finished ones.
        """
        games = self.path.parent.parent / GAMES
        path = games / f"{record.game}-{record.seed}-{self.path.stem}.json"
        store.make_folder(games)
        with _told(path):
            self.path.replace(path)
            self._finished = path
            store.sync(games)
            store.sync(self.path.parent)
        return path

    def release(self) -> None:
        """Let others go on with this game. Where there is none any more, nothing is left of its place."""
        if not self._lock.closed:
            with contextlib.suppress(OSError):  # a lock of no game is no use, but no harm either
                if not self.path.exists():
                    _lock_path(self.path).unlink(missing_ok=True)
        self._lock.close()


@dataclass(frozen=True, slots=True)
class Found(Generic[T]):
    """A game that was left."""

    save: Save | None
    """Its place; None where nothing can be written: if it can later on, the game is saved in another place."""
    game: T


def resume(folder: Path, read: Callable[[Record], T], tell: Callable[[str], None]) -> Found[T] | None:
    """Return the game that was played last and is not over, locked; None where there is none.

    `read` turns a record into a game; where that cannot go on here it raises StoreError, with words that go behind the
    name of the file. What is damaged is set aside under another name; what is of a later version, or cannot be read or
    go on, stays where it is. `tell` is told of each in one line. Games that others play are passed over. Those that are
    over are put to the finished ones.
    """
    saves = folder / SAVES
    _clear(saves)
    for path in _latest_first(saves):
        try:
            found = take_up(path, read)
        except StoreError as wrong:
            tell(str(wrong))
        else:
            if found is not None:
                return found
    return None


def take_up(path: Path, read: Callable[[Record], T]) -> Found[T] | None:
    """Return the game of one save, locked; None where others play it, or it is not there any more, or is over.

    `read` is that of `resume`, which says what becomes of others; here StoreError tells of them.
    """
    save, free = _taken(path)
    game = None
    try:
        if free:
            game = _loaded(path, save, read)
    finally:
        if game is None and save is not None:
            save.release()
    return None if game is None else Found(save, game)


def _loaded(path: Path, save: Save | None, read: Callable[[Record], T]) -> T | None:
    try:
        record, game = _opened(path, read)
    except store.DamagedFile as wrong:
        aside = store.spoken(store.set_aside(path))
        raise StoreError(f"{aside} is now the name of a saved game that was damaged: {wrong}") from None
    if record.outcome is not None and save is not None:
        save.finish(record)
    return game


def _opened(path: Path, read: Callable[[Record], T]) -> tuple[Record, T | None]:
    """Return the record that a save holds, and its game unless that is over; raise DamagedFile for anything else."""
    text = store.read(path)
    record = seal.opened(text)
    try:
        found = Record.from_json(record)
        found.verify()
        return found, None if found.outcome else read(found)
    except StoreError as wrong:
        raise StoreError(f"{store.spoken(path)} {wrong}") from None
    except PolypileError as wrong:
        if _is_later(record):
            raise StoreError(f"{store.spoken(path)} was saved by a later version: {wrong}") from None
        raise store.DamagedFile(str(wrong)) from None


def _is_later(text: str) -> bool:
    try:
        entry = parse(text, "record", RecordError)
    except RecordError:
        return False
    version = entry.values.get("version")
    return entry.values.get("format") == FORMAT and type(version) is int and version > VERSION


def _latest_first(saves: Path) -> list[Path]:
    """Return the saves, the one that was written last first. Clocks are set back at times: seals have numbers.

    What bears no seal comes before all others: it was damaged, which is told, or an older version has left it.
    """
    # What was set aside has a longer name.
    found = [(_number(path) or math.inf, time, path) for time, path in store.files(saves) if "." not in path.stem]
    return [path for *_, path in sorted(found, reverse=True)]


def _number(path: Path) -> int:
    try:
        with path.open(encoding="utf-8", errors="replace") as file:
            return seal.number_of(file.read(seal.LONGEST))
    except OSError:
        return 0


def _taken(path: Path) -> tuple[Save | None, bool]:
    """Return the place of a save, locked, and whether its game is free to be played.

    There is no place where nothing can be written; another program may hold it, or have put it elsewhere meanwhile.
    """
    try:
        lock = locks.locked(_lock_path(path))
    except OSError as wrong:
        if isinstance(wrong, PermissionError) or wrong.errno == errno.EROFS:
            return None, True
        raise StoreError(f"{store.spoken(_lock_path(path))} cannot be locked: {store.reason(wrong)}") from None
    if lock is None:
        return None, False
    save = Save(path, lock)
    _remove_drafts(path)
    if path.exists():
        return save, True
    save.release()
    return None, False


def _clear(saves: Path) -> None:
    """Remove what a kill has left of games of which there is no save: their locks, and drafts of a first one."""
    with contextlib.suppress(StoreError, OSError):
        for lock in saves.glob("*.lock"):
            path = lock.with_suffix(".json")
            if not path.exists():
                _taken(path)


def _lock_path(path: Path) -> Path:
    return path.with_suffix(".lock")


def _remove_drafts(path: Path) -> None:
    """Remove what a program that was killed had begun to write; the lock tells that nobody writes now."""
    with contextlib.suppress(OSError):
        for draft in path.parent.glob(f".{path.name}.*"):
            draft.unlink()


@contextlib.contextmanager
def _told(path: Path) -> Iterator[None]:
    """Tell what the system says as an error of the package."""
    try:
        yield
    except (OSError, ValueError) as wrong:
        raise StoreError(f"{store.spoken(path)} cannot be written: {store.reason(wrong)}") from None
