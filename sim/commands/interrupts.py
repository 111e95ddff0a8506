"""Ctrl-C, wherever it meets the program.

An interrupt is an exception, and code that C calls back (an engine's callback, a compiler's) cannot pass one on: it
is reported and lost, or comes out as some other failure. So an interrupt is remembered, and comes again where it was
lost. Those that follow it soon are the same one to whoever is impatient: what clears up after it is not broken off.
"""

from __future__ import annotations

import _thread
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

_AGAIN = 0.05  # s after which a lost interrupt comes again: time to leave the callback
_CLEARING = 5.0  # s within which others are the same


@contextmanager
def heeded() -> Iterator[Callable[[], bool]]:
    """Within it every interrupt is a KeyboardInterrupt, and one that came out as a failure can be asked for."""
    main = threading.current_thread() is threading.main_thread()
    if not main or signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
        yield lambda: False  # they go to the main thread alone, and whoever has asked to ignore them keeps that
        return
    came, deaf_until = False, 0.0
    again = threading.Timer(_AGAIN, _thread.interrupt_main)

    def interrupt(_signal: int, _frame: FrameType | None) -> None:
        nonlocal came, deaf_until
        if time.monotonic() >= deaf_until:
            came, deaf_until = True, time.monotonic() + _CLEARING
            raise KeyboardInterrupt

    def lost(what: Any) -> None:
        nonlocal deaf_until, again
        if not issubclass(what.exc_type, KeyboardInterrupt):
            report(what)
            return
        deaf_until = 0.0
        again = threading.Timer(_AGAIN, _thread.interrupt_main)
        again.daemon = True
        again.start()

    signal.signal(signal.SIGINT, interrupt)
    report, sys.unraisablehook = sys.unraisablehook, lost
    try:
        yield lambda: came
    finally:
        again.cancel()
        sys.unraisablehook = report
        signal.signal(signal.SIGINT, signal.default_int_handler)
