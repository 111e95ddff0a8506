"""Errands: work that goes on elsewhere, as whoever waits for it sees it."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Generic, TypeVar

from sim.errors import JobLost, PolypileError
from sim.pile import HARDEST, MOST_PUSHES, Frame

T = TypeVar("T")


class Errand(Generic[T]):
    """Work that goes on elsewhere; another thread brings what comes of it."""

    def __init__(self, dropped: Callable[[], None] = lambda: None) -> None:
        self._arrived: deque[T] = deque()
        self._wrong: PolypileError | None = None
        self._ended = False
        self._dropped = dropped

    def news(self) -> Sequence[T]:
        """Return what has arrived since it was last asked, without waiting; raise a PolypileError if it failed."""
        found: list[T] = []
        while self._arrived:
            found.append(self._arrived.popleft())
        if not found and self._wrong is not None:
            wrong, self._wrong = self._wrong, None
            raise wrong
        return found

    @property
    def done(self) -> bool:
        """Whether nothing more will come, neither news nor an error."""
        return self._ended and not self._arrived and self._wrong is None

    def drop(self) -> None:
        """Say that nobody waits for it any more: the work ends."""
        if not self._ended:
            self.end()
            self._dropped()
        self._arrived.clear()
        self._wrong = None

    def bring(self, one: T) -> None:
        """Add to the news."""
        if not self._ended:
            self._arrived.append(one)

    def end(self, wrong: PolypileError | None = None) -> None:
        """Say that this was all, or why there is no more."""
        if not self._ended:
            self._wrong = wrong
            self._ended = True


class HandShake(Errand[Frame]):
    """A box that is shaken by hand, a sixtieth of a second at a time."""

    def __init__(self, dropped: Callable[[], None], more: Callable[[Any], None]) -> None:
        super().__init__(dropped)
        self._more = more
        self._pushes = 0
        self._down = False

    def push(self, x: int, y: int) -> None:
        """Accelerate the box for a sixtieth of a second, in thousandths of g; a frame comes back.

        A hand is never harder than `HARDEST`. One that does not end puts the box down after a minute.
        """
        if self._down:
            return
        self._pushes += 1
        self._more((_held(x), _held(y)))
        if self._pushes == MOST_PUSHES:
            self.put_down()

    def put_down(self) -> None:
        """Put the box down; the pieces settle, and the last frame brings the pile."""
        if not self._down:
            self._down = True
            self._more(None)


def _held(value: float) -> int:
    return round(max(-HARDEST, min(HARDEST, value)))


def in_background(work: Callable[[], Iterable[T]]) -> Errand[T]:
    """Return an errand that a thread of its own does: what the work yields is its news.

    >>> errand = in_background(lambda: iter([1, 2]))
    >>> while not errand._ended: pass
    >>> errand.news(), errand.done
    ([1, 2], True)
    """
    errand = Errand[T]()

    def run() -> None:
        try:
            for one in work():
                if errand._ended:  # nobody waits any more
                    return
                errand.bring(one)
        except PolypileError as wrong:
            errand.end(wrong)
        except Exception as wrong:  # whatever it is, whoever waits is told
            errand.end(JobLost(f"{type(wrong).__name__}: {wrong}"))
        else:
            errand.end()

    threading.Thread(target=run, name="polypile errand", daemon=True).start()
    return errand
