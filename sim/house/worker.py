"""What runs in a process of its own: it hears what is asked, does one thing after another, and ends with the window."""

from __future__ import annotations

import contextlib
import os
import signal
import threading
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from importlib import import_module
from multiprocessing.connection import Connection
from queue import SimpleQueue
from typing import Any, NamedTuple, Protocol

from sim.errors import JobLost, PolypileError


class Request(NamedTuple):
    """What is asked of a process. "more" and "drop" are about a request that was made before."""

    number: int
    kind: str
    details: tuple[Any, ...]


class Dropped(Exception):
    """Nobody waits for this work any more."""


class Trade(Protocol):
    """What the module of a trade offers, beside a function for each kind of request."""

    DOES: Mapping[str, Callable[..., Iterator[Any]]]
    """What is done for each kind of request: from what is asked to what is brought, piece by piece."""

    def prepare(self, desk: Desk) -> None:
        """Do what makes the first request quick."""


class Desk:
    """Where requests come in. A thread of its own hears them, so that work can be dropped while it is done."""

    def __init__(self, pipe: Connection) -> None:
        self._pipe = pipe
        self._requests: SimpleQueue[Request] = SimpleQueue()
        self._more: defaultdict[int, SimpleQueue[Any]] = defaultdict(SimpleQueue)
        self._dropped: set[int] = set()
        self.number = -1
        """Of the request that is being worked on."""

    @property
    def waited_for(self) -> bool:
        """Whether a request lies there."""
        return not self._requests.empty()

    def listen(self) -> None:
        """Hear requests until the window is gone; then this process has no purpose."""
        try:
            while True:
                self._take(self._pipe.recv())
        except (EOFError, OSError):
            os._exit(0)

    def _take(self, request: Request) -> None:
        if request.kind == "more":
            self._more[request.number].put(request.details[0])
        elif request.kind == "drop":
            self._dropped.add(request.number)
            self._more[request.number].put(None)  # wakes who waits for more
        else:
            self._requests.put(request)

    def requests(self) -> Iterator[Request]:
        """Yield what is asked that nobody has dropped, one after another."""
        while True:
            request = self._requests.get()
            self.number = request.number
            if request.number in self._dropped:
                self.bring("dropped", None)
            else:
                yield request
            self._dropped.discard(request.number)
            self._more.pop(request.number, None)

    def more(self) -> Iterator[Any]:
        """Yield what comes in for the work that is under way, as it comes, until it is said to be all."""
        pushes = self._more[self.number]
        while (one := pushes.get()) is not None:
            yield one
        self.check()

    def check(self) -> None:
        """Raise Dropped where nobody waits any more."""
        if self.number in self._dropped:
            raise Dropped

    def bring(self, kind: str, value: Any) -> None:
        """Send something to the window."""
        self._pipe.send((self.number, kind, value))


def serve(pipe: Connection, trade: str) -> None:
    """Work until the window is gone, in the trade that a module tells."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # interrupts are for the window
    desk = Desk(pipe)
    threading.Thread(target=desk.listen, daemon=True).start()
    work: Any = import_module(trade)
    with contextlib.suppress(Exception):  # what keeps it from its work, the first request will tell
        work.prepare(desk)
    for request in desk.requests():
        try:
            for piece in work.DOES[request.kind](desk, *request.details):
                desk.check()
                desk.bring("news", piece)
            desk.bring("done", None)
        except Dropped:
            desk.bring("dropped", None)
        except PolypileError as wrong:
            desk.bring("failed", wrong)
        except Exception as wrong:
            # Whatever it is, the window is told, and this process is as good as before.
            told = f"{type(wrong).__name__}: {wrong}".splitlines()[0]
            desk.bring("failed", JobLost(f"{trade} failed: {told}"))
