"""A shake as it is watched: frames arrive ahead of time and are shown when their time has come."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING

from sim.pile import Frame, Pile

if TYPE_CHECKING:
    from sim.view.house import Errand


class Course:
    """Plays the frames of an errand at the pace of the shake, whatever pace they arrive at."""

    def __init__(self, errand: Errand[Frame]) -> None:
        self.errand = errand
        self.frame: Frame | None = None
        """The frame to show; None before the first has arrived."""
        self.pile: Pile | None = None
        """The pile, once its frame is shown."""
        self._ahead: deque[Frame] = deque()
        self._began: float | None = None
        self._skipping = False

    def look(self, now: float) -> Frame | None:
        """Return the frame of this moment; raise a PolypileError if the shake failed."""
        if self.pile is not None:
            return self.frame
        self._ahead.extend(self.errand.news())
        if not self._ahead:
            # What is late is not made up for by a jump: the clock waits.
            if self._began is not None and self.frame is not None:
                self._began = now - self.frame.time
            return self.frame
        if self._began is None:
            self._began = now - self._ahead[0].time
        while self._ahead and (self._skipping or self._ahead[0].time <= now - self._began + 1e-3):
            self.frame = self._ahead.popleft()
            self.pile = self.frame.pile
        return self.frame

    def skip(self) -> None:
        """Show the pile as soon as it is there."""
        self._skipping = True

    def drop(self) -> None:
        """Say that nobody watches any more."""
        self.errand.drop()
