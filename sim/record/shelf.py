"""The shelf of games that are over: what is on it, told by the first lines of each record."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from sim.errors import GameError, StoreError
from sim.record import store
from sim.record.autosave import GAMES
from sim.record.record import FORMAT, Record
from sim.session import Seat

MOST = 200
"""As many games are looked at, the newest ones."""
_SETUP = '"setup":'


@dataclass(frozen=True, slots=True)
class Kept:
    """A game that is over and kept: what a list of games says about it."""

    path: Path
    game: str
    seed: int
    seats: tuple[Seat, ...]
    """Who sat where."""
    moves: int
    scores: tuple[int, ...]
    winners: tuple[int, ...]
    ended: datetime
    """When it was kept, on the clock of this place."""

    def read(self) -> Record:
        """Return the record; raise RecordError, with the name of the file, where it holds none."""
        return Record.read(self.path)


def games(folder: Path, tell: Callable[[str], None]) -> Iterator[Kept]:
    """Yield the games that are over in the user's folder, the newest first; `tell` is told of what cannot be read."""
    for time, path in sorted(store.files(folder / GAMES), reverse=True)[:MOST]:
        try:
            text = store.read(path)
        except StoreError as wrong:
            tell(str(wrong))
            continue
        kept = _kept(path, text, time)
        if kept is None:
            tell(f"{store.spoken(path)} holds no game that is over")
        else:
            yield kept


def _kept(path: Path, text: str, time: int) -> Kept | None:
    """Return what the first lines of a record say; the set-up, which comes last and is long, is left unread."""
    try:
        head: Any = json.loads(text[: text.rindex(_SETUP)].rstrip().rstrip(",") + "}")
        if head["format"] != FORMAT or head["outcome"] is None:
            return None
        kept = Kept(
            path,
            str(head["game"]),
            int(head["seed"]),
            tuple(Seat.read(str(one)) for one in head["players"]),
            len(head["moves"]),
            tuple(map(int, head["scores"])),
            tuple(map(int, head["outcome"]["winners"])),
            datetime.fromtimestamp(time / 1e9).astimezone(),
        )
    except (OSError, ValueError, KeyError, TypeError, OverflowError, RecursionError, GameError):
        return None
    seats = range(len(kept.seats))
    return kept if len(kept.scores) == len(seats) and all(seat in seats for seat in kept.winners) else None
