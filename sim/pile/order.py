"""Orders of pieces: is a relation free of cycles?"""

from __future__ import annotations

from collections.abc import Iterable


def find_cycle(size: int, pairs: Iterable[tuple[int, int]]) -> tuple[int, ...] | None:
    """Return ids that lie over one another in a ring, each over the next, or None where there is none.

    >>> find_cycle(3, [(0, 1), (1, 2)]) is None
    True
    >>> find_cycle(3, [(0, 1), (1, 2), (2, 1)])
    (1, 2)
    """
    below: list[list[int]] = [[] for _ in range(size)]
    weights_above = [0] * size
    for upper, lower in pairs:
        below[upper].append(lower)
        weights_above[lower] += 1
    # Lift off whatever nothing lies over; what cannot be lifted off holds a ring.
    free = [i for i in range(size) if not weights_above[i]]
    for upper in free:
        for lower in below[upper]:
            weights_above[lower] -= 1
            if not weights_above[lower]:
                free.append(lower)
    if len(free) == size:
        return None
    above = {i: upper for upper in range(size) if weights_above[upper] for i in below[upper]}
    # Every piece left has one of the pieces left over it: walk up until a piece comes again.
    walk = [next(i for i in range(size) if weights_above[i])]
    seen = {walk[0]: 0}
    while above[walk[-1]] not in seen:
        seen[above[walk[-1]]] = len(walk)
        walk.append(above[walk[-1]])
    ring = walk[seen[above[walk[-1]]] :][::-1]
    start = ring.index(min(ring))
    return tuple(ring[start:] + ring[:start])


def told(ring: tuple[int, ...]) -> str:
    """Return a ring in words, shortened where it is long."""
    shown = [str(i) for i in ring[:6]]
    return " over ".join([*shown, "..." if len(ring) > 6 else str(ring[0])])
