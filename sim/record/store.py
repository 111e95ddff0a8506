"""What is kept on disk: files that are written whole or not at all, and the high scores of the solo game."""

from __future__ import annotations

import contextlib
import json
import os
import re
import secrets
import stat
import sys
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from datetime import datetime
from itertools import count
from pathlib import Path
from typing import IO, Any

from sim.errors import StoreError
from sim.pile.limits import LARGEST_SEED
from sim.pile.plain import whole
from sim.pile.reading import Entry, parse, short

LARGEST = 16_000_000
"""Bytes; a pile of as many pieces as are allowed takes two thirds of it."""
HOME = "POLYPILE_HOME"
"""The environment variable that names another folder for what is kept."""

FORMAT = "polypile-high-scores"
VERSION = 1
KEPT = 100
"""As many of the best scores are kept."""
STONES = 5
HIGHEST_STONE = 12

_SCORES = "high-scores.json"
_LOCK = "high-scores.lock"
_LARGEST_SCORES = 1_000_000
_NAME_LENGTH = 80
_PAUSE = 0.05
_TRIES = 200
_DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}(T[0-9]{2}:[0-9]{2}:[0-9]{2})?")


class DamagedFile(StoreError):
    """A file that can be read, but holds nothing that was ever written there."""


# Files


def folder() -> Path:
    """Return the user's folder for games and scores; it need not exist yet."""
    home = os.environ.get(HOME)
    if home:
        return Path(home)
    import platformdirs  # only who keeps something needs it

    return platformdirs.user_data_path("polypile", appauthor=False)


def write(path: str | Path, data: bytes) -> None:
    """Write a file whole or not at all; one that was there keeps its mode, and a link still leads to it.

    Once this returns, the file outlasts a loss of power. Devices and pipes are written to as they are, and so is
    a file in a folder where nothing else may be written. Raise StoreError where it cannot be done.
    """
    try:
        target = Path(os.path.realpath(path))
        if target.exists() and not (target.is_file() and os.access(target.parent, os.W_OK)):
            target.write_bytes(data)
        else:
            _replace(target, data)
    except (OSError, TypeError, ValueError) as wrong:
        raise StoreError(f"{spoken(path)} cannot be written: {reason(wrong)}") from None


def keep(folder: Path, stem: str, data: bytes) -> Path:
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


def make_folder(path: str | Path) -> Path:
    """Return the folder of that name, made where it was missing; raise StoreError where it cannot be written."""
    try:
        Path(path).mkdir(parents=True, exist_ok=True)
    except (OSError, TypeError, ValueError) as wrong:
        raise StoreError(f"{spoken(path)} cannot be made a directory: {reason(wrong)}") from None
    if not os.access(path, os.W_OK):
        raise StoreError(f"{spoken(path)} cannot be written: permission denied")
    return Path(path)


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
            os.fsync(file.fileno())
        if mode is not None:
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
    """Make a new name in a folder outlast a loss of power, where the system can."""
    if os.name != "posix":
        return
    with contextlib.suppress(OSError):  # not all file systems can; the file itself is whole and in its place
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


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


# High scores


@dataclass(frozen=True, slots=True)
class HighScore:
    """A result of the solo game (A13). Wrong values raise StoreError."""

    score: int
    """The lowest stone."""
    stones: tuple[int, ...]
    """All stones, ascending."""
    seed: int
    name: str
    date: str
    """A day such as "2031-05-17", or a moment such as "2031-05-17T20:15:00"."""

    def __post_init__(self) -> None:
        stones = self.stones
        fits = isinstance(stones, tuple | list) and len(stones) == STONES
        if not fits or any(type(one) is not int or not 0 <= one <= HIGHEST_STONE for one in stones):
            raise StoreError(f"stones are {short(stones)}: use {STONES} whole numbers from 0 to {HIGHEST_STONE}")
        if list(stones) != sorted(stones):
            raise StoreError(f"stones are {short(tuple(stones))}: they come in ascending order")
        score, seed = whole(self.score, "score", StoreError), whole(self.seed, "seed", StoreError)
        if score != stones[0]:
            raise StoreError(f"score is {short(score)}, but the lowest stone is {stones[0]} (A13)")
        if not 0 <= seed <= LARGEST_SEED:
            raise StoreError(f"seed is {short(self.seed)}, not from 0 to {LARGEST_SEED}")
        if not isinstance(self.name, str) or not self.name.isprintable() or not 0 < len(self.name) <= _NAME_LENGTH:
            raise StoreError(f"name is {short(self.name)}: use a text of one line, at most {_NAME_LENGTH} characters")
        if not _is_date(self.date):
            raise StoreError(f"date is {short(self.date)}: use one such as 2031-05-17 or 2031-05-17T20:15:00")
        for field, value in {"score": score, "stones": tuple(stones), "seed": seed}.items():
            object.__setattr__(self, field, value)


class ScoresSetAside(StoreError):
    """The file of high scores was damaged and now lies under another name; a new list has begun.

    What was to be done has been done all the same: a score that was to be added has its rank in the new list.
    """

    def __init__(self, path: Path, reason: str, rank: int | None = None) -> None:
        super().__init__(path, reason, rank)
        self.path = path
        self.reason = reason
        self.rank = rank

    def __str__(self) -> str:
        return f"{self.reason}; the damaged file is now {spoken(self.path)}, and a new list has begun"


def high_scores(folder: Path) -> tuple[HighScore, ...]:
    """Return the high scores that a folder keeps, best first: by the lowest stone, the next ones, and the date.

    A damaged file is set aside, and ScoresSetAside tells where; asked again, there are no scores yet.
    """
    try:
        return _scores(folder)
    except DamagedFile:
        with _locked(folder):
            scores, damage = _scores_or_damage(folder)
    if damage:
        raise damage
    return scores


def add_high_score(folder: Path, one: HighScore) -> int | None:
    """Keep a high score and return its rank from 1, None where it is not among the best.

    Of equal ones the earlier stands first. Others may add theirs at the same time. A damaged file is set aside,
    the score begins a new list, and ScoresSetAside tells both.
    """
    with _locked(folder):
        before, damage = _scores_or_damage(folder)
        # Sorting keeps the order of equals: those that were there stay in front.
        scores = sorted((*before, one), key=_order)[:KEPT]
        rank = next((k for k, other in enumerate(scores, 1) if other is one), None)
        if rank is not None:
            write(folder / _SCORES, _laid_out(scores).encode("utf-8"))
    if damage:
        damage.rank = rank
        raise damage
    return rank


def _is_date(value: object) -> bool:
    if not isinstance(value, str) or not _DATE.fullmatch(value):
        return False
    try:
        datetime.fromisoformat(value)
    except ValueError:
        return False
    return True


def _order(one: HighScore) -> tuple[Any, ...]:
    return -one.score, tuple(-stone for stone in one.stones), one.date


def _laid_out(scores: list[HighScore]) -> str:
    lines = ",\n ".join(json.dumps(asdict(one), ensure_ascii=False) for one in scores)
    return f'{{\n"format": "{FORMAT}",\n"version": {VERSION},\n"scores": [\n {lines}\n]\n}}\n'


def _scores(folder: Path) -> tuple[HighScore, ...]:
    path = folder / _SCORES
    try:
        path.stat()
    except FileNotFoundError:
        return ()
    except (OSError, ValueError) as wrong:
        raise StoreError(f"{spoken(path)} cannot be read: {reason(wrong)}") from None
    return _from_text(read(path, _LARGEST_SCORES), spoken(path))


def _from_text(text: str, told: str) -> tuple[HighScore, ...]:
    entry = parse(text, told, DamagedFile)
    if entry.get("format") != FORMAT:
        entry.refuse(f"format is {short(entry.get('format'))}, not {FORMAT!r}")
    version = entry.integer("version", 1, 10**9)
    if version != VERSION:
        # A later program wrote it: it is whole, and must stay where that program looks for it.
        raise StoreError(f"{told}: this program reads version {VERSION}, not {version}")
    entry.only("format", "version", "scores")
    if len(entry.items("scores")) > KEPT:
        entry.refuse(f"more than {KEPT} scores")
    return tuple(sorted((_score(one) for one in entry.entries("scores", "score")), key=_order))


def _score(entry: Entry) -> HighScore:
    entry.only("score", "stones", "seed", "name", "date")
    score, seed = entry.integer("score", 0, HIGHEST_STONE), entry.integer("seed", 0, LARGEST_SEED)
    stones = entry.integers("stones", 0, HIGHEST_STONE, STONES)
    try:
        return HighScore(score, stones, seed, entry.text("name"), entry.text("date"))
    except DamagedFile:
        raise
    except StoreError as wrong:
        entry.refuse(str(wrong))


def _scores_or_damage(folder: Path) -> tuple[tuple[HighScore, ...], ScoresSetAside | None]:
    """Return the scores; where they are damaged, none, and what to tell once the file has been set aside."""
    try:
        return _scores(folder), None
    except DamagedFile as wrong:
        return (), ScoresSetAside(set_aside(folder / _SCORES), str(wrong))


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


@contextlib.contextmanager
def _locked(folder: Path) -> Iterator[None]:
    """Be the only one, of all processes and threads, that changes the high scores of a folder.

    The system holds the lock for as long as the file is open: of a process that dies, no lock is left. The file
    itself stays, since to delete it would let two hold a lock, each on a file of that name.
    """
    path = folder / _LOCK
    try:
        folder.mkdir(parents=True, exist_ok=True)
        file = path.open("ab")
    except (OSError, ValueError) as wrong:
        raise StoreError(f"{spoken(path)} cannot be written: {reason(wrong)}") from None
    with file:
        _wait_for_lock(file.fileno(), spoken(path))
        yield


def _wait_for_lock(handle: int, told: str) -> None:
    for _ in range(_TRIES):
        try:
            if try_lock(handle):
                return
        except OSError as wrong:
            raise StoreError(f"{told} cannot be locked: {reason(wrong)}") from None
        time.sleep(_PAUSE)
    raise StoreError(f"{told} is held by another program: try again when that has ended")


if sys.platform == "win32":
    import msvcrt

    def try_lock(handle: int) -> bool:
        """Take the lock if it is free."""
        try:
            os.lseek(handle, 0, os.SEEK_SET)
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        except PermissionError:
            return False
        return True

else:
    import fcntl

    def try_lock(handle: int) -> bool:
        """Take the lock if it is free."""
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True
