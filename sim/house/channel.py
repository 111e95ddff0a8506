"""A process that works for the window, as the window sees it: what is asked of it, what it brings, whether it lives."""

from __future__ import annotations

import contextlib
import multiprocessing
import threading
from collections.abc import Callable
from itertools import count
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Any, TypeAlias, TypeVar

from sim.errors import JobLost
from sim.house.errands import Errand
from sim.house.worker import Request, serve

AnyErrand: TypeAlias = Errand[Any]
Decode: TypeAlias = Callable[[int, Any], Any]
E = TypeVar("E", bound=AnyErrand)

_PATIENCE = 2.0  # s for a process to end by itself


class Channel:
    """One process and its errands. It is started anew when something is asked of it after it has died."""

    def __init__(self, trade: str, does: str, grace: float | None = None) -> None:
        """Work that is dropped ends by itself soon; where it may not, it has a grace of so many seconds."""
        self._trade = trade
        self._does = does
        self._grace = grace
        self._numbers = count()
        self._open: dict[int, tuple[Request, AnyErrand, Decode]] = {}
        self._under_way: set[int] = set()
        self._guard = threading.RLock()
        self._process: BaseProcess | None = None
        self._pipe: Connection | None = None
        self.generation = 0
        """How often the process was started: what an earlier one knew is lost."""

    def start(self) -> None:
        """Start the process, unless it runs."""
        with self._guard:
            if self._pipe is not None:
                return
            # Spawned, not forked: neither compiled kernels nor the engine promise to survive a fork.
            context = multiprocessing.get_context("spawn")
            ours, theirs = context.Pipe()
            self._process = context.Process(target=serve, args=(theirs, self._trade), name=self._trade, daemon=True)
            try:
                self._process.start()
            except OSError as wrong:
                self._process = None
                raise JobLost(f"the process that {self._does} cannot be started: {wrong.strerror}") from None
            theirs.close()  # so that its end is seen
            self._pipe = ours
            self.generation += 1
            threading.Thread(target=self._listen, args=(ours,), daemon=True).start()

    def ask(self, kind: str, *details: Any, make: Callable[[int], E], decode: Decode) -> E:
        """Ask for something; `make` returns the errand of this number, `decode` reads what is brought."""
        with self._guard:
            number = next(self._numbers)
            errand = make(number)
            request = Request(number, kind, details)
            self.start()
            self._open[number] = request, errand, decode
            self._under_way.add(number)
            self._send(request)
            return errand

    def more(self, number: int, value: Any) -> None:
        """Send more to an errand that is under way."""
        with self._guard:
            if number in self._open:
                self._send(Request(number, "more", (value,)))

    def drop(self, number: int) -> None:
        """End an errand, whatever it is at: one that does not heed it within its grace ends with its process."""
        with self._guard:
            if self._open.pop(number, None) is None:
                return
            self._send(Request(number, "drop", ()))
        if self._grace is not None:
            timer = threading.Timer(self._grace, self._renew, (number,))
            timer.daemon = True
            timer.start()

    def _renew(self, number: int) -> None:
        """Start the process anew if it is still at some work, with what else was asked of it."""
        with self._guard:
            if number not in self._under_way or self._pipe is None:
                return
            self.stop()
            try:
                self.start()
            except JobLost as wrong:
                self._lose(wrong)
                return
            for request, _, _ in self._open.values():
                self._send(request)
                self._under_way.add(request.number)

    def stop(self) -> None:
        """End the process at once."""
        with self._guard:
            process, pipe = self._process, self._pipe
            self._process = self._pipe = None
            self._under_way.clear()
        if pipe is not None and process is not None:
            process.terminate()
            process.join(_PATIENCE)
            if process.is_alive():
                process.kill()
            # Its listener closes the pipe: another thread may not while it reads.

    @property
    def pid(self) -> int | None:
        """The number of the process; None while there is none."""
        return None if self._process is None else self._process.pid

    def _send(self, request: Request) -> None:
        if self._pipe is not None:
            with contextlib.suppress(OSError):  # it has just died: its listener is about to say so
                self._pipe.send(request)

    def _listen(self, pipe: Connection) -> None:
        with contextlib.suppress(EOFError, OSError):
            while True:
                number, kind, value = pipe.recv()
                self._bring(number, kind, value)
        with self._guard:
            pipe.close()
            if self._pipe is not pipe:
                return  # it was ended on purpose
            self._process = self._pipe = None
            self._under_way.clear()
            self._lose(JobLost(f"the process that {self._does} was ended from outside: try again"))

    def _lose(self, wrong: JobLost) -> None:
        """Tell all who wait that nothing will come."""
        lost, self._open = self._open, {}
        for _, errand, _ in lost.values():
            errand.end(wrong)

    def _bring(self, number: int, kind: str, value: Any) -> None:
        with self._guard:
            if kind != "news":
                self._under_way.discard(number)
            _, errand, decode = self._open.get(number, (None, None, None))
            if errand is not None and kind != "news":
                del self._open[number]
        if errand is None or decode is None:
            return  # dropped
        if kind != "news":
            errand.end(value)
            return
        try:
            errand.bring(decode(number, value))
        except Exception as wrong:  # a listener that fell silent would leave everybody waiting
            errand.end(JobLost(f"the process that {self._does} sent what cannot be read: {wrong}"))
