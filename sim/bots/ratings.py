"""How strong players are, from who won how often: intervals of win rates, and ratings as in chess."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

Z = 1.959963984540054
"""So many standard deviations hold 95% of a normal distribution."""
MEAN = 1500.0
"""The mean of all ratings."""
ELO = 400 / math.log(10)
"""A difference of 400 in rating means odds of ten to one."""


@dataclass(frozen=True, slots=True)
class Rating:
    """How strong a player is, with the interval that holds the truth in 95 of 100 cases."""

    value: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{self.value:.0f} ({self.low:.0f} to {self.high:.0f})"


def wilson(share: float, count: int) -> tuple[float, float]:
    """Return the 95% interval of Wilson for a share that was found in so many independent trials.

    >>> [round(end, 3) for end in wilson(0.95, 100)]
    [0.888, 0.978]
    >>> wilson(0.5, 0)
    (0.0, 1.0)
    """
    if not count:
        return 0.0, 1.0
    square = Z * Z / count
    middle = (share + square / 2) / (1 + square)
    reach = Z * math.sqrt(share * (1 - share) / count + square / (4 * count)) / (1 + square)
    return max(0.0, middle - reach), min(1.0, middle + reach)


def bradley_terry(names: Sequence[str], points: Mapping[tuple[str, str], float]) -> dict[str, Rating]:
    """Return the ratings by name, best first, that make the points likeliest which one won against another.

    The model of Bradley and Terry, by maximum likelihood, as in chess: 400 more mean odds of ten to one. Half a point
    is added to both sides of each pair that met, so that who wins all games has a rating too. Everybody must be
    linked to everybody by pairs that met.

    >>> ratings = bradley_terry("ab", {("a", "b"): 9.5, ("b", "a"): 0.5})
    >>> [f"{name} {rating.value:.0f}" for name, rating in ratings.items()]
    ['a 1700', 'b 1300']
    """
    import numpy as np

    won = np.zeros((len(names), len(names)))
    for i, one in enumerate(names):
        for j, other in enumerate(names):
            if (one, other) in points:
                won[i, j] = points[one, other] + 0.5
    met = won + won.T
    strength = np.zeros(len(names))
    while True:
        expected = met / (1.0 + np.exp(strength[None, :] - strength[:, None]))
        weight = expected * expected.T / np.where(met, met, 1.0)
        # The strengths count only against one another: of all solutions the one whose mean is 0.
        spread = np.linalg.pinv(np.diag(weight.sum(axis=1)) - weight, hermitian=True)
        step = spread @ (won - expected).sum(axis=1)
        strength += step / max(1.0, np.abs(step).max())
        if np.abs(step).max() < 1e-10:
            break
    reach = Z * ELO * np.sqrt(np.diag(spread))
    values = MEAN + ELO * strength
    ratings = {
        name: Rating(*(round(float(value), 2) for value in (middle, middle - half, middle + half)))
        for name, middle, half in zip(names, values, reach, strict=True)
    }
    return dict(sorted(ratings.items(), key=lambda rated: -rated[1].value))
