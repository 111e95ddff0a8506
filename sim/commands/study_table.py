"""What the pile does to the game, as tables to read."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from sim.bots.study import FIGURES

Table = tuple[tuple[str, ...], list[tuple[str, ...]]]
"""The head, and the rows."""


def means(study: Mapping[str, Any]) -> Table:
    """Return the mean of each figure by edition, with half the width of its 95% interval."""
    return _by_edition(study, lambda edition, name: _around(study["editions"][edition]["figures"][name]))


def differences(study: Mapping[str, Any]) -> Table:
    """Return by how much each edition differs from the first, pile by pile."""
    others = list(study["editions"])[1:]
    return _by_edition(study, lambda edition, name: _difference(study["editions"][edition]["less_first"][name]), others)


def reaching(study: Mapping[str, Any]) -> Table:
    """Return how each figure goes with the number of pieces that can be taken at the start, by edition."""
    return _by_edition(study, lambda edition, name: _signed(study["editions"][edition]["with_reach"][name]))


def shares(study: Mapping[str, Any]) -> Table:
    """Return which share of the variance of each figure the edition explains, which the pile, which neither."""
    kinds = ("edition", "pile", "neither")
    rows = [(name, *(f"{study['explained'][name][kind]:.0%}" for kind in kinds)) for name in FIGURES]
    return ("figure", *kinds), rows


def told(study: Mapping[str, Any], bot: str) -> str:
    """Return all tables, with what they say."""
    first = next(iter(study["editions"]))
    rules = ", ".join(f"{name}: {edition['reachable']}" for name, edition in study["editions"].items())
    parts: Iterable[tuple[str, Table]] = (
        (
            f"{len(study['games'])} piles; on each, {bot} plays Collexion against itself, 2 players, by each edition\n"
            f"what can be taken: {rules}\n\nmean of each figure, and its 95% interval (±? "
            "where all piles agree)",
            means(study),
        ),
        (f"difference from {first} on the same pile; * where its 95% interval leaves out 0", differences(study)),
        ("how much of the variance of a figure goes with what", shares(study)),
        (
            "correlation with how many pieces can be taken at the start; * where its 95% interval leaves out 0",
            reaching(study),
        ),
    )
    return "\n\n".join(f"{title}\n{_grid(*table)}" for title, table in parts)


def _by_edition(study: Mapping[str, Any], cell: Any, editions: Sequence[str] = ()) -> Table:
    chosen = list(editions or study["editions"])
    return ("figure", *chosen), [(name, *(cell(edition, name) for edition in chosen)) for name in FIGURES]


def _difference(one: Mapping[str, Any]) -> str:
    return f"{one['mean']:+.2f} {_reach(one)}{_star(one)}"


def _around(one: Mapping[str, Any]) -> str:
    return f"{one['mean']:.2f} {_reach(one)}"


def _signed(one: Mapping[str, Any]) -> str:
    return f"{one['r']:+.2f}{_star(one)}"


def _reach(one: Mapping[str, Any]) -> str:
    """Return the larger side of the interval of a mean, if it has one."""
    if one["low"] is None:
        return "±?"
    return f"±{max(one['high'] - one['mean'], one['mean'] - one['low']):.2f}"


def _star(one: Mapping[str, Any]) -> str:
    return "*" if one["low"] is not None and one["low"] * one["high"] > 0 else " "


def _grid(head: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> str:
    widths = [max(map(len, column)) for column in zip(head, *rows, strict=True)]
    lines = []
    for row in (head, *rows):
        cells = [cell.rjust(width) for cell, width in zip(row[1:], widths[1:], strict=True)]
        lines.append("  ".join([row[0].ljust(widths[0]), *cells]).rstrip())
    return "\n".join(lines)
