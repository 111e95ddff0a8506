"""Locks between programs. The system holds one for as long as its file is open: of a program that dies none is left."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path
from typing import IO

from sim.errors import StoreError
from sim.record import store

_PAUSE = 0.05
_TRIES = 200
_FLAGS = os.O_RDWR | os.O_CREAT | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)  # a pipe holds nobody up


def locked(path: Path) -> IO[bytes] | None:
    """Return the file of this name, open and with its lock; None where another program has the lock.

    Raise OSError where there can be no such file, or no lock.
    """
    while True:
        file = os.fdopen(os.open(path, _FLAGS, 0o666), "r+b", buffering=0)
        try:
            held = _try_lock(file.fileno())
            if held and _is_of_that_name(file, path):
                return file
        except OSError:
            file.close()
            raise
        file.close()
        if not held:
            return None


def waited_for(path: Path) -> IO[bytes]:
    """Return the file of this name with its lock, after a while if need be; raise StoreError where it cannot be had."""
    for _ in range(_TRIES):
        try:
            file = locked(path)
        except (OSError, ValueError) as wrong:
            raise StoreError(f"{store.spoken(path)} cannot be locked: {store.reason(wrong)}") from None
        if file is not None:
            return file
        time.sleep(_PAUSE)
    raise StoreError(f"{store.spoken(path)} is held by another program: try again when that has ended")


def _is_of_that_name(file: IO[bytes], path: Path) -> bool:
    """Tell whether others who ask for the lock find this file: whoever held it may have removed it meanwhile."""
    try:
        return os.path.samestat(os.fstat(file.fileno()), path.stat())
    except FileNotFoundError:
        return False


if sys.platform == "win32":
    import msvcrt

    def _try_lock(handle: int) -> bool:
        """Take the lock if it is free."""
        try:
            os.lseek(handle, 0, os.SEEK_SET)
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        except PermissionError:
            return False
        return True

else:
    import fcntl

    def _try_lock(handle: int) -> bool:
        """Take the lock if it is free."""
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True
