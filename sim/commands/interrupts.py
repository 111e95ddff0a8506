"""Ctrl-C, wherever it meets the program.

An interrupt is an exception, and code that C calls back (an engine's callback, a compiler's) cannot pass one on: it
is reported and lost, or comes out as some other failure. So who interrupts is remembered, and asked for again.
"""

from __future__ import annotations

import _thread
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any, NoReturn

_AGAIN = 0.05  # s after which a lost interrupt comes again: time to leave the callback


@contextmanager
def heeded() -> Iterator[None]:
    """Within it every interrupt ends in KeyboardInterrupt, and in nothing else."""
    main = threading.current_thread() is threading.main_thread()
    if not main or signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
        yield  # interrupts go to the main thread alone, and whoever has asked to ignore them keeps that
        return
    came = threading.Event()

    def interrupt(_signal: int, _frame: FrameType | None) -> NoReturn:
        came.set()
        raise KeyboardInterrupt

    def lost(what: Any) -> None:
        if not issubclass(what.exc_type, KeyboardInterrupt):
            report(what)
            return
        again = threading.Timer(_AGAIN, _thread.interrupt_main)
        again.daemon = True
        again.start()

    signal.signal(signal.SIGINT, interrupt)
    report, sys.unraisablehook = sys.unraisablehook, lost
    try:
        yield
    except Exception:
        if came.is_set():
            raise KeyboardInterrupt from None
        raise
    finally:
        sys.unraisablehook = report
        signal.signal(signal.SIGINT, signal.default_int_handler)
