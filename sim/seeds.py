"""One seed, many named and independent random streams.

Each part of a shake draws from a stream of its own, so that one more draw in one part never
shifts the others.
"""

from __future__ import annotations

import random

from sim.errors import SeedError
from sim.pile.plain import plain_int
from sim.pile.reading import short

LARGEST = 2**63 - 1
"""The largest seed; the smallest is 0."""


def check(seed: int) -> int:
    """Return the seed as an int if it is one, else raise SeedError."""
    number = plain_int(seed)
    if number is None:
        raise SeedError(f"seed {short(seed)} is not an integer: use one from 0 to 2**63 - 1")
    if not 0 <= number <= LARGEST:
        raise SeedError(f"seed {short(seed)} is out of range: use an integer from 0 to 2**63 - 1")
    return number


def stream(seed: int, name: str) -> random.Random:
    """Return the random stream of that name; equal seeds and names give equal streams on every platform.

    Use its `random()` only where results must never change: the standard library promises that method alone.

    >>> stream(7, "drive").random() == stream(7, "drive").random()
    True
    >>> stream(7, "drive").random() == stream(7, "drop").random()
    False
    """
    return random.Random(f"{check(seed)}/{name}")
