"""What `polypile stats` finds out, as one object ready for JSON."""

from __future__ import annotations

import statistics
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from sim import setups, table
from sim.bots import effects
from sim.bots.study import editions

if TYPE_CHECKING:
    from sim.physics.shake import Shake
    from sim.table import Measured


def summary(shake: Shake, measured: Mapping[int, Measured]) -> dict[str, Any]:
    """Return figures and curves of many piles, given by seed, as one object: each pile, mean and sd."""
    piles, curves, games = zip(*measured.values(), strict=True)
    by_name = {name: [figures[name] for figures in piles] for name in piles[0]}
    result = {
        "model": table.model(),
        "parameters": shake.to_dict(),
        "seeds": list(measured),
        "piles": list(piles),
        "mean": {name: statistics.fmean(values) for name, values in by_name.items()},
        "sd": {name: statistics.pstdev(values) for name, values in by_name.items()},
        "curve_uncovered": [statistics.fmean(values) for values in zip(*curves, strict=True)],
    }
    return {**result, "games": effects.study(piles, games, _rules())} if games[0] else result


def _rules() -> dict[str, str]:
    """Return by edition the rule that says what can be taken."""
    return {name: edition.reachable for name, edition in editions(setups.load_edition, setups.EDITIONS).items()}
