"""What the long tests have tried, how often, and what was lost: `make soak` ends with this table."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import Any, TypeAlias

import pytest

Tally: TypeAlias = Callable[[str, int], AbstractContextManager[None]]

_ROW = "tried"
_BEGUN = time.monotonic()


@pytest.fixture
def tally(record_property: Callable[[str, object], None]) -> Tally:
    """Count what is tried in a block: `with tally("games killed and resumed", 200):`.

    A block that raises has lost something: one of what was tried at least. Rows of the same words, of whichever
    tests, are added up.
    """

    @contextmanager
    def counted(what: str, tried: int) -> Iterator[None]:
        lost = 1
        try:
            yield
            lost = 0
        finally:
            record_property(_ROW, [what, tried, lost])

    return counted


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """Print the table, where anything was counted."""
    rows: dict[str, tuple[int, int]] = {}
    for reports in terminalreporter.stats.values():
        for report in reports:
            if getattr(report, "when", None) != "call":
                continue
            for name, value in report.user_properties:
                if name == _ROW:
                    what, tried, lost = value
                    before = rows.get(what, (0, 0))
                    rows[what] = before[0] + tried, before[1] + lost
    if rows:
        terminalreporter.section("what was tried, how often, what was lost")
        terminalreporter.write_line(table(rows))
        minutes, seconds = divmod(round(time.monotonic() - _BEGUN), 60)
        terminalreporter.write_line(f"in {minutes}:{seconds:02} minutes")


def table(rows: dict[str, tuple[int, int]]) -> str:
    """Return the rows and their sum as a table.

    >>> print(table({"shakes": (1000, 0), "kills": (200, 1)}))
    what        tried   lost
    kills         200      1
    shakes      1,000      0
    in all      1,200      1
    """
    sums = tuple(sum(row[k] for row in rows.values()) for k in (0, 1))
    told = [(what, f"{tried:,}", f"{lost:,}") for what, (tried, lost) in [*sorted(rows.items()), ("in all", sums)]]
    told.insert(0, ("what", "tried", "lost"))
    width = max(len(what) for what, _, _ in told)
    return "\n".join(f"{what:{width}}  {tried:>9}  {lost:>5}" for what, tried, lost in told)
