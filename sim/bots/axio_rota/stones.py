"""How well stones stand: what a player of AXIO rota would give for one more point of a colour."""

from __future__ import annotations

from collections.abc import Sequence

from sim.rules.axio_rota.tiles import TOP

MOST = 6
"""Points that one tile can earn of one colour: two corners that count for it, three others in each circle."""
STEEP = 0.08
"""How much less each further step of a stone is worth: the lowest stone decides (A11)."""
BONUS = 1.5
"""What a bonus turn (A10) is worth, in first steps of a stone."""

Gains = tuple[tuple[float, ...], ...]


def worth(stone: int) -> float:
    """Return what a stone is worth that has come so far."""
    return stone * (1 - STEEP / 2 * stone)


WORTH = tuple(map(worth, range(TOP + 1)))


def _gains(bonus: float) -> Gains:
    """Return for each stone what 0, 1, 2, ... points of its colour gain."""
    rows = []
    for stone in range(TOP + 1):
        after = [min(stone + points, TOP) for points in range(MOST + 1)]
        rows.append(tuple(WORTH[late] - WORTH[stone] + bonus * (late == TOP > stone) for late in after))
    return tuple(rows)


_WITH_BONUS, _WITHOUT = _gains(BONUS), _gains(0.0)


def gains(stones: Sequence[int], supply: int) -> Gains:
    """Return for each colour what 0, 1, 2, ... points gain for these stones; the supply serves bonus turns."""
    table = _WITH_BONUS if supply else _WITHOUT
    return tuple([table[stone] for stone in stones])
