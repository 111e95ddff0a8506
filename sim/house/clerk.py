"""The clerk: a thread that keeps games and settings on disk, so that no frame waits for it."""

from __future__ import annotations

import threading
from collections.abc import Callable
from datetime import datetime
from functools import partial
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any, NamedTuple, TypeAlias

from sim.errors import JobLost, PolypileError, StoreError
from sim.house import choices, seating
from sim.house.errands import Errand
from sim.record import autosave
from sim.record.record import setup_text
from sim.record.scores import HighScore, ScoresSetAside
from sim.rules.game import State
from sim.session import Session
from sim.settings import Settings
from sim.table import high_scores, keep_high_score, versions

Tell: TypeAlias = Callable[[str], None]

_AGAIN = 5.0  # s until a game that could not be saved is tried again, should nothing else come before


class _Question(NamedTuple):
    """What brings an errand its news, or fails."""

    errand: Errand[Any]
    work: Callable[[], None]
    told: str
    """What is said of a failure that nobody has foreseen."""


class Clerk:
    """Writes what it is given, of each game the newest only; a game is known by the state that it started from."""

    def __init__(self, folder: Path, tell: Tell) -> None:
        self._folder = folder
        self._tell = tell
        # No lock: whoever puts something in never waits, even for a thread that was stopped in the midst of its work.
        self._inbox: SimpleQueue[Session | Settings | _Question | None] = SimpleQueue()
        self._given = 0
        self._done = 0
        self._unkept = False  # settings: that they cannot be written is told once
        self._setup: tuple[State | None, str] = None, ""
        self.unsaved = ""
        """Why the game that is being played is not on disk as it stands; empty where it is."""
        # Of that game, and known to the thread alone:
        self._kept: Session | None = None
        self._save: autosave.Save | None = None
        self._thread = threading.Thread(target=self._work, name="polypile clerk", daemon=True)
        self._thread.start()

    @property
    def saving(self) -> bool:
        """Whether the newest of what was to be kept has neither reached the disk nor failed to."""
        return self._done < self._given

    def learn(self, root: State, setup: str) -> None:
        """Take the text of a set-up from whoever has made it: it takes longer than all the rest."""
        self._setup = root, setup

    def keep(self, session: Session) -> None:
        """Save a game as it stands; this returns at once."""
        self._given += 1
        self._inbox.put(session)

    def keep_settings(self, settings: Settings) -> None:
        """Save what was chosen; this returns at once."""
        self._inbox.put(settings)

    def search(self) -> Errand[Session]:
        """Look for the game that was left last."""
        errand = Errand[Session]()
        self._inbox.put(_Question(errand, partial(self._find, errand), "saved games cannot be looked for"))
        return errand

    def take_up(self, path: Path) -> Errand[Session]:
        """Go on with another game that was left."""
        errand = Errand[Session]()
        self._inbox.put(_Question(errand, partial(self._take_up, errand, path), "this game cannot go on"))
        return errand

    def keep_high_score(self, session: Session, name: str) -> Errand[int | None]:
        """Keep the result of a solo game; the errand brings its rank."""
        errand = Errand[int | None]()
        day = datetime.now().date().isoformat()

        def work() -> None:
            try:
                errand.bring(keep_high_score(session.record(versions()), name, day))
            except ScoresSetAside as damage:
                self._tell(str(damage))
                errand.bring(damage.rank)

        self._inbox.put(_Question(errand, work, "high scores failed"))
        return errand

    def high_scores(self) -> Errand[tuple[HighScore, ...]]:
        """Look for the high scores."""
        errand = Errand[tuple[HighScore, ...]]()

        def work() -> None:
            try:
                errand.bring(high_scores())
            except ScoresSetAside as damage:
                self._tell(str(damage))
                errand.bring(())

        self._inbox.put(_Question(errand, work, "high scores failed"))
        return errand

    def close(self, patience: float) -> None:
        """Write what is left to write, but wait no longer than so many seconds."""
        self._inbox.put(None)
        self._thread.join(patience)

    def _work(self) -> None:
        closing = False
        while not closing:
            found = self._received()
            games = [one for one in found if isinstance(one, Session)]
            for number, game in enumerate(games, 1):
                if number == len(games) or games[number].states[0] is not game.states[0]:
                    self._save_game(game)
            self._done += len(games)
            closing = None in found
            if self.unsaved and self._kept is not None and not games and not closing:
                self._save_game(self._kept)
            if settings := [one for one in found if isinstance(one, Settings)]:
                self._save_settings(settings[-1])
            for one in found:
                if isinstance(one, _Question):
                    one.errand.end(_failure(one.work, one.told))
        self._release()

    def _received(self) -> list[Session | Settings | _Question | None]:
        """Wait for something to do, but not for ever where a game is to be saved yet."""
        try:
            found = [self._inbox.get(timeout=_AGAIN if self.unsaved else None)]
        except Empty:
            return []
        while not self._inbox.empty():
            found.append(self._inbox.get())
        return found

    def _save_game(self, game: Session) -> None:
        """Save a game. That it fails is told once, not with every move, and so is that it works again."""
        if self._kept is None or game.states[0] is not self._kept.states[0]:
            self._release()
        self._kept = game
        wrong = _failure(self._write, "saving failed")
        if wrong is not None and not self.unsaved:
            self._tell(f"This game cannot be saved, but it goes on: {wrong}")
        elif wrong is None and self.unsaved:
            self._tell("This game is saved again")
        self.unsaved = str(wrong or "")

    def _save_settings(self, settings: Settings) -> None:
        wrong = _failure(partial(choices.write, self._folder, settings), "saving failed")
        if wrong is not None and not self._unkept:
            self._tell(f"What you choose cannot be kept: {wrong}")
        self._unkept = wrong is not None

    def _write(self) -> None:
        assert self._kept is not None
        if self._save is None:
            self._save = autosave.Save.begun(self._folder)
        record = self._kept.record(versions())
        self._save.write(record.to_json(self._setup_text(self._kept)))
        if record.outcome is not None:
            self._save.finish(record)

    def _setup_text(self, game: Session) -> str:
        root, text = self._setup
        if root is not game.states[0]:
            text = setup_text(game.state.setup)
            self._setup = game.states[0], text
        return text

    def _find(self, search: Errand[Session]) -> None:
        if self._kept is not None and self._kept.state.outcome is None:
            search.bring(self._kept)
            return
        try:
            found = autosave.resume(self._folder, seating.session_of, self._tell)
        except StoreError as wrong:
            self._tell(f"Saved games cannot be looked for: {wrong}")
        else:
            self._begin(found, search)

    def _take_up(self, errand: Errand[Session], path: Path) -> None:
        if self._save is not None and self._save.path == path and self._kept is not None:
            errand.bring(self._kept)
            return
        found = autosave.take_up(path, seating.session_of)
        if found is None:
            raise StoreError("Another window plays this game, or has ended it")
        self._begin(found, errand)

    def _begin(self, found: autosave.Found[Session] | None, errand: Errand[Session]) -> None:
        if found is not None:
            self._release()
            self._save, self._kept = found.save, found.game
            errand.bring(found.game)

    def _release(self) -> None:
        """Have no game any more, after a last try to save the one that there was."""
        if self.unsaved:
            _failure(self._write, "saving failed")
        if self._save is not None:
            self._save.release()
        self._save = self._kept = None
        self.unsaved = ""


def _failure(work: Callable[[], None], told: str) -> PolypileError | None:
    """Do something and return why it has failed; None where it has not."""
    try:
        work()
    except PolypileError as wrong:
        return wrong
    except Exception as wrong:  # whatever it is, the thread goes on
        return JobLost(f"{told}: {type(wrong).__name__}: {wrong}")
    return None
