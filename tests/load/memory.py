"""How much memory a process holds, and whether it is more and more."""

from __future__ import annotations

import contextlib
import ctypes
import gc
import resource
from collections.abc import Sequence
from pathlib import Path


def held() -> int:
    """Return the bytes that this process holds, once what is no longer needed was cleared away."""
    gc.collect()
    with contextlib.suppress(AttributeError):  # not every C library can be asked to give back what it holds for later
        ctypes.CDLL(None).malloc_trim(0)
    return _resident("self")


def held_by_children() -> int:
    """Return the bytes that the processes hold which this one has started."""
    told = (thread.read_text(encoding="ascii") for thread in Path("/proc/self/task").glob("*/children"))
    return sum(_resident(pid) for line in told for pid in line.split())


def _resident(pid: str) -> int:
    pages = Path(f"/proc/{pid}/statm").read_text(encoding="ascii").split()[1]
    return int(pages) * resource.getpagesize()


def slope(values: Sequence[float]) -> float:
    """Return by how much values grow from one to the next: the median of all slopes, so that single steps say little.

    >>> slope([10, 11, 12, 13]), slope([10, 10, 50, 10]), slope([10, 10, 10, 10, 10, 50])
    (1.0, 0.0, 0.0)
    """
    slopes = sorted((b - a) / (j - i) for i, a in enumerate(values) for j, b in enumerate(values) if j > i)
    middle = len(slopes) // 2
    return slopes[middle] if len(slopes) % 2 else (slopes[middle - 1] + slopes[middle]) / 2
