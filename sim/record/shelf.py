"""The shelf of games, left or over: what is on it, told by the first lines of each record."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from sim.errors import GameError, StoreError
from sim.record import store
from sim.record.autosave import GAMES, SAVES
from sim.record.record import FORMAT, Record
from sim.session import Seat

MOST = 200
"""As many games are looked at, the newest ones."""
_SETUP = '"setup":'


@dataclass(frozen=True, slots=True)
class Kept:
    """A game that is kept: what a list of games says about it."""

    path: Path
    game: str
    seed: int
    seats: tuple[Seat, ...]
    """Who sat where."""
    moves: int
    scores: tuple[int, ...]
    winners: tuple[int, ...]
    """Nobody where the game is not over."""
    ended: datetime
    """When it was kept, on the clock of this place."""

    @property
    def over(self) -> bool:
        """Whether it can only be watched; otherwise it can go on."""
        return bool(self.winners)

    def read(self) -> Record:
        """Return the record; raise RecordError, with the name of the file, where it holds none."""
        return Record.read(self.path)


def games(folder: Path, tell: Callable[[str], None]) -> Iterator[Kept]:
    """Yield the games in the user's folder, first those that were left, then those that are over, the newest first.

    `tell` is told of what should be a game that is over and is none. Of the others whoever goes on with them is told.
    """
    for time, path in sorted(store.files(folder / SAVES), reverse=True)[:MOST]:
        with suppress(StoreError):
            kept = _kept(path, store.read(path), time)
            if kept is not None and not kept.over:
                yield kept
    for time, path in sorted(store.files(folder / GAMES), reverse=True)[:MOST]:
        try:
            text = store.read(path)
        except StoreError as wrong:
            tell(str(wrong))
            continue
        kept = _kept(path, text, time)
        if kept is None or not kept.over:
            tell(f"{store.spoken(path)} holds no game that is over")
        else:
            yield kept


def _kept(path: Path, text: str, time: int) -> Kept | None:
    """Return what the first lines of a record say; the set-up, which comes last and is long, is left unread."""
    try:
        head: Any = json.loads(text[: text.rindex(_SETUP)].rstrip().rstrip(",") + "}")
        if head["format"] != FORMAT:
            return None
        kept = Kept(
            path,
            str(head["game"]),
            int(head["seed"]),
            tuple(Seat.read(str(one)) for one in head["players"]),
            len(head["moves"]),
            tuple(map(int, head["scores"])),
            tuple(map(int, head["outcome"]["winners"])) if head["outcome"] is not None else (),
            datetime.fromtimestamp(time / 1e9).astimezone(),
        )
    except (OSError, ValueError, KeyError, TypeError, OverflowError, RecursionError, GameError):
        return None
    seats = range(len(kept.seats))
    return kept if len(kept.scores) == len(seats) and all(seat in seats for seat in kept.winners) else None
