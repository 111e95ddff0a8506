"""The high scores of the solo game (A13), kept in a file of the user's folder."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from sim.errors import StoreError
from sim.pile.limits import LARGEST_SEED
from sim.pile.plain import whole
from sim.pile.reading import Entry, parse, short
from sim.record import locks, store

FORMAT = "polypile-high-scores"
VERSION = 1
KEPT = 100
"""As many of the best scores are kept."""
STONES = 5
HIGHEST_STONE = 12

_SCORES = "high-scores.json"
_LOCK = "high-scores.lock"
_LARGEST = 1_000_000
_NAME_LENGTH = 80
_DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}(T[0-9]{2}:[0-9]{2}:[0-9]{2})?")


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
        return f"{self.reason}; the damaged file is now {store.spoken(self.path)}, and a new list has begun"


def high_scores(folder: Path) -> tuple[HighScore, ...]:
    """Return the high scores that a folder keeps, best first: by the lowest stone, the next ones, and the date.

    A damaged file is set aside, and ScoresSetAside tells where; asked again, there are no scores yet.
    """
    try:
        return _scores(folder)
    except store.DamagedFile:
        with _alone(folder):
            scores, damage = _scores_or_damage(folder)
    if damage:
        raise damage
    return scores


def add_high_score(folder: Path, one: HighScore) -> int | None:
    """Keep a high score and return its rank from 1, None where it is not among the best.

    Of equal ones the earlier stands first. Others may add theirs at the same time. A damaged file is set aside,
    the score begins a new list, and ScoresSetAside tells both.
    """
    with _alone(folder):
        before, damage = _scores_or_damage(folder)
        # Sorting keeps the order of equals: those that were there stay in front.
        scores = sorted((*before, one), key=_order)[:KEPT]
        rank = next((k for k, other in enumerate(scores, 1) if other is one), None)
        if rank is not None:
            store.keep(folder / _SCORES, _laid_out(scores).encode("utf-8"))
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
        raise StoreError(f"{store.spoken(path)} cannot be read: {store.reason(wrong)}") from None
    return _from_text(store.read(path, _LARGEST), store.spoken(path))


def _from_text(text: str, told: str) -> tuple[HighScore, ...]:
    entry = parse(text, told, store.DamagedFile)
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
    except store.DamagedFile:
        raise
    except StoreError as wrong:
        entry.refuse(str(wrong))


def _scores_or_damage(folder: Path) -> tuple[tuple[HighScore, ...], ScoresSetAside | None]:
    """Return the scores; where they are damaged, none, and what to tell once the file has been set aside."""
    try:
        return _scores(folder), None
    except store.DamagedFile as wrong:
        return (), ScoresSetAside(store.set_aside(folder / _SCORES), str(wrong))


@contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """Be the only one, of all processes and threads, that changes the high scores of a folder.

    The file that is locked stays, since to delete it would let two hold a lock, each on a file of that name.
    """
    store.make_folder(folder)
    with locks.waited_for(folder / _LOCK):
        yield
