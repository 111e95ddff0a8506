"""Sequential halving: a budget of trials shared out so that most of it goes to the candidates that look best."""

from __future__ import annotations

from collections.abc import Callable

from sim.rules.luck import Chance, below

Trial = Callable[[int, int], float]
"""Tries a candidate, by its number, in an imagined world, by its seed; gives what comes of it, the more the better."""


def halving(count: int, budget: int, trial: Trial, chance: Chance) -> tuple[int, float]:
    """Return the candidate that fares best, by its number, and what came of it on average.

    In every round all that are left are tried in the same new worlds, so that none is lucky in its worlds; then the
    worse half is out. Each round has the same share of the budget. Equals are decided by the lower number; a small
    budget tries only the first of them, so they should come best first.

    >>> import random
    >>> halving(5, 100, lambda candidate, world: -abs(candidate - 3), random.Random(1).random)
    (3, 0.0)
    """
    left = list(range(min(count, max(2, budget // 2))))
    totals, tried = [0.0] * count, 0
    rounds = (len(left) - 1).bit_length()
    while len(left) > 1:
        worlds = max(1, budget // (rounds * len(left)))
        for _ in range(worlds):
            world = below(2**53, chance)
            for candidate in left:
                totals[candidate] += trial(candidate, world)
        tried += worlds
        left.sort(key=lambda candidate: (-totals[candidate], candidate))
        del left[(len(left) + 1) // 2 :]
    return left[0], totals[left[0]] / tried if tried else 0.0
