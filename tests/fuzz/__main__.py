"""Fuzzing: `python -m tests.fuzz DOOR FIRST COUNT` lets inputs in by a door, and prints what became of them.

`python -m tests.fuzz DOOR NUMBER` shows one of them. The same number is the same input wherever it is made.
"""

from __future__ import annotations

import json
import resource
import sys
import time
import traceback

from tests.fuzz import guard
from tests.fuzz.doors import DOORS, entered, given_at

WARM = 30
"""Inputs that are let in before anything is watched: modules are imported and tables are built by then."""


def main() -> int:
    """Run what the command line says; return 1 where an input broke a promise."""
    door, first, count = sys.argv[1], int(sys.argv[2]), int((*sys.argv, "")[3] or 0)
    if not count:
        print(repr(given_at(door, first)))
        return 0
    for number in range(-WARM, 0):
        entered(door, given_at(door, number))
    guard.begin(DOORS[door].only_read)
    timed: dict[str, float] = {}
    told: dict[str, int] = {"taken": 0}
    before, begun = _largest(), time.process_time()
    for number in range(first, first + count):
        given = given_at(door, number)
        try:
            with guard.watched(timed):
                result = entered(door, given)
        except BaseException:
            traceback.print_exc()
            print(f"python -m tests.fuzz {door} {number}: {repr(given)[:2_000]}", file=sys.stderr)
            return 1
        told[result] = told.get(result, 0) + 1
    summary = {
        "tried": count,
        "taken": told["taken"],
        "reasons": len({text[:40] for text in told}) - 1,
        "slowest": timed["slowest"],
        "seconds": time.process_time() - begun,
        "grown": _largest() - before,
    }
    print(json.dumps(summary))
    return 0


def _largest() -> int:
    """Return the most memory that this process has held so far, bytes."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


if __name__ == "__main__":
    assert sys.argv[1] in DOORS, f"doors are {', '.join(DOORS)}"
    sys.exit(main())
