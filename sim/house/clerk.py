"""The clerk: a thread that keeps games and settings on disk, so that no frame waits for it."""

from __future__ import annotations

import threading
from collections.abc import Callable
from datetime import datetime
from functools import partial
from pathlib import Path
from queue import SimpleQueue
from typing import Any, NamedTuple, TypeAlias

from sim.errors import JobLost, PolypileError
from sim.house import choices
from sim.house.errands import Errand
from sim.record import autosave
from sim.record.record import setup_text
from sim.record.store import HighScore, ScoresSetAside
from sim.rules.game import State
from sim.session import Session
from sim.settings import Settings
from sim.table import high_scores, keep_high_score, versions

Tell: TypeAlias = Callable[[str], None]


class _Question(NamedTuple):
    """What brings an errand its news, or fails."""

    errand: Errand[Any]
    work: Callable[[], None]


class Clerk:
    """Writes what it is given, of each game the newest only; a game is known by the state that it started from."""

    def __init__(self, folder: Path, tell: Tell) -> None:
        self._folder = folder
        self._tell = tell
        # No lock: whoever puts something in never waits, even for a thread that was stopped in the midst of its work.
        self._inbox: SimpleQueue[Session | Settings | Errand[Session] | _Question | None] = SimpleQueue()
        self._given = 0
        self._done = 0
        self._failing: set[str] = set()
        self._setup: tuple[State | None, str] = None, ""
        # Of the game that is being played, and known to the thread alone:
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
        """Look for a game that was left."""
        errand = Errand[Session]()
        self._inbox.put(errand)
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

        self._inbox.put(_Question(errand, work))
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

        self._inbox.put(_Question(errand, work))
        return errand

    def close(self, patience: float) -> None:
        """Write what is left to write, but wait no longer than so many seconds."""
        self._inbox.put(None)
        self._thread.join(patience)

    def _work(self) -> None:
        closing = False
        while not closing:
            found = [self._inbox.get()]
            while not self._inbox.empty():
                found.append(self._inbox.get())
            games = [one for one in found if isinstance(one, Session)]
            settings = [one for one in found if isinstance(one, Settings)]
            for number, game in enumerate(games, 1):
                if number == len(games) or games[number].states[0] is not game.states[0]:
                    self._attempt(partial(self._write, game), "This game cannot be saved, but it goes on")
            self._done += len(games)
            if settings:
                write = partial(choices.write, self._folder, settings[-1])
                self._attempt(write, "What you choose cannot be kept")
            for search in found:
                if isinstance(search, Errand):
                    self._attempt(partial(self._find, search), "Saved games cannot be looked for")
                    search.end()
            for question in found:
                if isinstance(question, _Question):
                    question.errand.end(_failure(question.work))
            closing = None in found
        self._release()

    def _attempt(self, work: Callable[[], None], told: str) -> None:
        """Do something; that it fails is told once, not with every move."""
        try:
            work()
        except Exception as wrong:  # whatever it is, the thread goes on, and the next move is saved if it can be
            reason = str(wrong) if isinstance(wrong, PolypileError) else f"{type(wrong).__name__}: {wrong}"
            if told not in self._failing:
                self._tell(f"{told}: {reason}")
            self._failing.add(told)
        else:
            self._failing.discard(told)

    def _write(self, game: Session) -> None:
        if self._kept is None or game.states[0] is not self._kept.states[0]:
            self._release()
        self._kept = game
        if self._save is None:
            self._save = autosave.Save.begun(self._folder)
        record = game.record(versions())
        self._save.write(record.to_json(self._setup_text(game)))
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
        found = autosave.resume(self._folder, Session.of, self._tell)
        if found is not None:
            self._release()
            self._save, self._kept = found.save, found.game
            search.bring(found.game)

    def _release(self) -> None:
        if self._save is not None:
            self._save.release()
        self._save = self._kept = None


def _failure(work: Callable[[], None]) -> PolypileError | None:
    """Do something and return why it has failed; None where it has not."""
    try:
        work()
    except PolypileError as wrong:
        return wrong
    except Exception as wrong:  # whatever it is, the thread goes on
        return JobLost(f"high scores failed: {type(wrong).__name__}: {wrong}")
    return None
