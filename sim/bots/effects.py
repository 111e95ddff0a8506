"""What the figures of many games say: means, differences, what explains how much, what goes with what; in intervals."""

from __future__ import annotations

import math
import statistics
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any, TypeAlias

from sim.bots.ratings import Z, wilson

Figures: TypeAlias = Mapping[str, float]
Interval: TypeAlias = dict[str, float | None]
"""A value under a name of its own, and the ends of its 95% interval as low and high; None where all values agree."""

FEWEST = 4
"""As many piles are needed, or there is no interval."""


def study(piles: Sequence[Figures], games: Sequence[Mapping[str, Figures]], rules: Mapping[str, str]) -> dict[str, Any]:
    """Return what games say that were played by some editions on each of many piles.

    `rules` names the editions, with the rule by which pieces can be taken in each; the first edition is what others
    are compared with. Piles are independent of one another; games on the same pile are not, so that differences are
    taken pile by pile.
    """
    editions, names = list(rules), list(next(iter(games[0].values())))
    values = {name: {edition: [game[edition][name] for game in games] for edition in editions} for name in names}
    first = editions[0]
    # Of editions with the same rule one is enough: they would be played almost alike.
    unlike = [edition for k, edition in enumerate(editions) if rules[edition] not in [*rules.values()][:k]]
    return {
        "editions": {
            edition: {
                "reachable": rules[edition],
                "figures": {name: _share(name, values[name][edition]) for name in names},
                "less_first": {
                    name: mean([a - b for a, b in zip(values[name][edition], values[name][first], strict=True)])
                    for name in names
                },
                "with_reach": {
                    name: correlation(_reach(piles, rules[edition]), values[name][edition]) for name in names
                },
            }
            for edition in editions
        },
        "explained": {name: explained([values[name][edition] for edition in unlike]) for name in names},
        "correlations": {
            figure: {name: correlation([pile[figure] for pile in piles], values[name][first]) for name in names}
            for figure in piles[0]
        },
        "games": [dict(game) for game in games],
    }


def mean(values: Sequence[float]) -> Interval:
    """Return the mean of independent values with its interval, that of Student: few values make it wide.

    Values that all agree say nothing of how far others would be off.

    >>> mean([1.0, 2.0, 3.0]), mean([1.0, 1.0])
    ({'mean': 2.0, 'low': -0.4841, 'high': 4.4841}, {'mean': 1.0, 'low': None, 'high': None})
    """
    middle, spread = statistics.fmean(values), statistics.stdev(values)
    if not spread:
        return _interval("mean", middle, None, None)
    reach = student(len(values) - 1) * spread / math.sqrt(len(values))
    return _interval("mean", middle, middle - reach, middle + reach)


@cache
def student(freedom: int) -> float:
    """Return within how many standard errors 95% of Student's distribution lie, with so many degrees of freedom.

    >>> round(student(3), 3), round(student(99), 3)
    (3.182, 1.984)
    """
    scale = math.exp(math.lgamma((freedom + 1) / 2) - math.lgamma(freedom / 2)) / math.sqrt(freedom * math.pi)

    def density(x: float) -> float:
        return scale * math.exp(-(freedom + 1) / 2 * math.log1p(x * x / freedom))

    # From below, Newton's steps come ever closer and never go beyond: the distribution bends down.
    end = Z
    while (missing := 0.475 - _area(density, end)) > 1e-12:
        end += missing / density(end)
    return end


def correlation(one: Sequence[float], other: Sequence[float]) -> Interval:
    """Return the correlation of Pearson with the interval of Fisher; what never varies goes with nothing.

    >>> correlation([1, 2, 3, 4, 5], [2, 4, 5, 4, 5])["r"]
    0.7746
    """
    count = len(one)
    if len(set(one)) == 1 or len(set(other)) == 1:
        return _interval("r", 0.0, -1.0, 1.0)
    r = statistics.correlation(one, other)
    if abs(r) > 1 - 1e-12:
        return _interval("r", r, None, None)
    middle, reach = math.atanh(r), Z / math.sqrt(count - 3)
    return _interval("r", r, math.tanh(middle - reach), math.tanh(middle + reach))


def explained(rows: Sequence[Sequence[float]]) -> dict[str, float]:
    """Return which share of the variance rows explain (editions), which columns (piles), and which neither does.

    It is the analysis of variance of a table with one value in each place. What chance alone would give rows and
    columns is taken off (omega squared), or columns of few values would seem to explain much.

    >>> explained([[1.0, 2.0], [3.0, 4.0]])
    {'edition': 0.8, 'pile': 0.2, 'neither': 0.0}
    """
    columns = list(zip(*rows, strict=True))
    middle = statistics.fmean([value for row in rows for value in row])
    total = sum((value - middle) ** 2 for row in rows for value in row)
    if not total:
        return {"edition": 0.0, "pile": 0.0, "neither": 0.0}
    by_row = len(columns) * sum((statistics.fmean(row) - middle) ** 2 for row in rows)
    by_column = len(rows) * sum((statistics.fmean(column) - middle) ** 2 for column in columns)
    freedom = len(rows) - 1, len(columns) - 1
    noise = max(0.0, total - by_row - by_column) / (freedom[0] * freedom[1])
    edition, pile = (
        max(0.0, found - free * noise) / (total + noise)
        for found, free in zip((by_row, by_column), freedom, strict=True)
    )
    return {"edition": round(edition, 4), "pile": round(pile, 4), "neither": max(0.0, round(1.0 - edition - pile, 4))}


def _area(density: Callable[[float], float], end: float, parts: int = 400) -> float:
    """Return the area under a smooth curve from 0 on, by Simpson's rule."""
    width = end / parts
    inner = sum((4 if k % 2 else 2) * density(k * width) for k in range(1, parts))
    return (density(0.0) + inner + density(end)) * width / 3


def _share(name: str, values: Sequence[float]) -> Interval:
    """Return the mean, of a share of wins by Wilson's formula: that keeps between 0 and 1."""
    if name != "first_wins":
        return mean(values)
    middle = statistics.fmean(values)
    return _interval("mean", middle, *wilson(middle, len(values)))


def _reach(piles: Sequence[Figures], rule: str) -> list[float]:
    return [pile[f"reach_{rule}"] for pile in piles]


def _interval(name: str, value: float, low: float | None, high: float | None) -> Interval:
    # The last digits may differ from machine to machine.
    return {key: one if one is None else round(one, 4) for key, one in ((name, value), ("low", low), ("high", high))}
