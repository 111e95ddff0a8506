"""What whoever enters by a door must keep to: two seconds, 200 MB, and nothing that runs what was read."""

from __future__ import annotations

import resource
import signal
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

SECONDS = 2.0
"""Of CPU time: what else the machine does is not the input's fault."""
ROOM = 200_000_000
"""Bytes, beyond what the program takes before it is given anything."""
RUNNING = (
    *("exec", "compile", "marshal.loads", "pickle.find_class", "code.__new__", "ctypes.dlopen"),
    *("os.system", "os.exec", "os.posix_spawn", "os.fork", "subprocess.Popen"),
    *("socket.__new__", "socket.connect", "socket.bind", "socket.getaddrinfo", "urllib.Request"),
)
"""What Python says of whatever runs code or reaches for the network."""

_inside = False


class TooSlow(BaseException):
    """An input that takes longer than it may; nothing that is read may catch it."""


class Forbidden(BaseException):
    """Something that no input may make the program do."""


def begin(only_reads: bool) -> None:
    """Keep this process to its memory from now on; if it only reads, also to doing nothing but that."""
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0])
    most = pages * resource.getpagesize() + ROOM
    resource.setrlimit(resource.RLIMIT_AS, (most, most))
    if only_reads:
        sys.addaudithook(_hear)
    signal.signal(signal.SIGPROF, _ring)


@contextmanager
def watched(timed: dict[str, float]) -> Iterator[None]:
    """Watch one input; `timed` learns the longest that any has taken."""
    global _inside
    begun = time.process_time()
    signal.setitimer(signal.ITIMER_PROF, SECONDS)
    _inside = True
    try:
        yield
    finally:
        _inside = False
        signal.setitimer(signal.ITIMER_PROF, 0.0)
        taken = time.process_time() - begun
        timed["slowest"] = max(timed.get("slowest", 0.0), taken)
    if taken > SECONDS:
        raise TooSlow(f"it takes {taken:.1f} s")  # within a library that heeds no signals


def _hear(event: str, arguments: tuple[Any, ...]) -> None:
    if _inside and event in RUNNING:
        raise Forbidden(f"{event} {arguments!r:.200}")


def _ring(_signal: int, _frame: object) -> None:
    raise TooSlow(f"it takes more than {SECONDS:g} s")
