"""How a tournament ended, as a picture: ratings with their intervals, and who wins how often against whom."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from sim.bots.standings import Standings

_INK = "#2d6cc0"


def figure(standings: Standings) -> Figure:
    """Return the picture of a tournament."""
    from matplotlib.figure import Figure

    ratings = standings.ratings
    names = list(ratings) or list(standings.plan.bots)  # without a single pile nobody is rated
    whole = Figure(figsize=(9.0, 1.8 + 0.55 * len(names)), layout="constrained")
    left, right = whole.subplots(1, 2)
    values = [rating.value for rating in ratings.values()]
    reach = [rating.high - rating.value for rating in ratings.values()]
    left.errorbar(values, range(len(values)), xerr=reach, fmt="o", color=_INK, capsize=4)
    left.set_yticks(range(len(names)), names)
    left.set_ylim(len(names) - 0.5, -0.5)
    left.set_xlabel("rating, 95% interval (400 more: odds of ten to one)")
    left.grid(axis="x", alpha=0.3)
    _rates(right, standings, names)
    whole.suptitle(f"{standings.plan}: {standings.plan.games} games a pair, seed {standings.plan.seed}")
    return whole


def _rates(panel: Axes, standings: Standings, names: list[str]) -> None:
    met = {frozenset(pair) for pair in standings.pairs}
    shares: list[list[Any]] = [
        [standings.win_rate(one, other) if {one, other} in met else float("nan") for other in names] for one in names
    ]
    panel.imshow(shares, cmap="RdYlBu", vmin=0.0, vmax=1.0, aspect="auto")
    for y, row in enumerate(shares):
        for x, share in enumerate(row):
            if share == share:
                dark = abs(share - 0.5) > 0.3
                panel.text(x, y, f"{share:.0%}", ha="center", va="center", color="white" if dark else "black")
    panel.set_xticks(range(len(names)), names)
    panel.set_yticks(range(len(names)), names)
    panel.set_title("win rate of the row against the column", fontsize="medium")
