"""What the benchmarks share: a stopwatch, growth exponents, tables, and what the figures were measured with."""

from __future__ import annotations

import gc
import math
import platform
import statistics
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from importlib.metadata import PackageNotFoundError, version
from typing import Any, Generic, TypeVar

from sim.physics import MODEL
from sim.physics.shake import Shake

T = TypeVar("T")

PACKAGES = "pymunk", "numba", "numpy", "shapely", "mujoco"


class Timed(Generic[T]):
    """What a call returned and how long it took: CPU time of the whole process and wall-clock, s."""

    def __init__(self, call: Callable[[], T]) -> None:
        wall, cpu = time.perf_counter(), time.process_time()
        self.value = call()
        self.cpu = time.process_time() - cpu
        self.wall = time.perf_counter() - wall


@contextmanager
def quiet_memory() -> Iterator[None]:
    """Collect no garbage inside: it would be charged to whichever call happens to trigger it."""
    was_on = gc.isenabled()
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def spread(values: Sequence[float]) -> dict[str, float]:
    """Return median, smallest and largest value.

    >>> spread([3.0, 1.0, 2.0])
    {'median': 2.0, 'min': 1.0, 'max': 3.0}
    """
    return {"median": statistics.median(values), "min": min(values), "max": max(values)}


def exponent(sizes: Sequence[float], times: Sequence[float]) -> float | None:
    """Return the p of the n^p that fits best, by least squares of the logarithms; None where nothing can be fitted.

    >>> round(exponent([1, 10, 100], [2.0, 20.0, 200.0]) or 0, 6)
    1.0
    """
    points = [(math.log(n), math.log(t)) for n, t in zip(sizes, times, strict=True) if n > 0 and t > 0]
    if len({x for x, _ in points}) < 2:
        return None
    middle = statistics.fmean(x for x, _ in points)
    return sum((x - middle) * y for x, y in points) / sum((x - middle) ** 2 for x, _ in points)


def setting(quick: bool, shake: Shake) -> dict[str, Any]:
    """Return what a figure depends on besides the code: parameters, model and versions."""
    return {
        "quick": quick,
        "parameters": shake.to_dict(),
        "model": MODEL,
        "versions": {"python": platform.python_version(), **_installed()},
        "processor": platform.machine(),
    }


def _installed() -> dict[str, str]:
    found = {}
    for name in PACKAGES:
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            continue
    return found


def progress(items: Iterable[T], total: int, label: str) -> Iterable[T]:
    """Show on a terminal, and nowhere else, how far the work has come."""
    from tqdm import tqdm

    bar: Iterable[T] = tqdm(items, total=total, desc=label, disable=None, leave=False)
    return bar


def grid(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Lay out a table: the first column to the left, all others to the right, each as wide as it needs.

    >>> print(grid(("n", "time"), [("80", "1.5 s"), ("2000", "40 s")]))
    n      time
    80    1.5 s
    2000   40 s
    """
    lines = [list(head), *map(list, rows)]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    return "\n".join(
        "  ".join(
            cell.ljust(width) if k == 0 else cell.rjust(width)
            for k, (cell, width) in enumerate(zip(line, widths, strict=True))
        ).rstrip()
        for line in lines
    )


def seconds(value: float) -> str:
    """Return a time with a unit and three digits that mean something.

    >>> seconds(0.0123), seconds(4.5678), seconds(87.31)
    ('12.3 ms', '4.57 s', '87.3 s')
    """
    for unit, size in (("s", 1.0), ("ms", 1e-3)):
        if value >= size:
            return f"{_three_digits(value / size)} {unit}"
    return f"{_three_digits(value / 1e-6)} us"


def _three_digits(value: float) -> str:
    return f"{value:.{2 if value < 10 else 1 if value < 100 else 0}f}"


def power(value: float | None) -> str:
    """Return a growth exponent to read: n^1.07."""
    return "-" if value is None else f"n^{value:.2f}"
