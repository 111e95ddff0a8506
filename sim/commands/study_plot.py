"""What the pile does to the game, as a picture."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from sim.bots.study import FIGURES

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

_SHOWN = ("plies", "takes_per_turn", "reach_turn", "sets", "points", "margin", "first_lead", "first_wins")
_COLUMNS = 4
_INK = "#2d6cc0"
_KINDS = {"edition": "#2d6cc0", "pile": "#c2571a", "neither": "#c8c8c8"}


def figure(study: Mapping[str, Any]) -> Figure:
    """Return the picture: figures by edition with intervals, what explains them, what goes with what is reachable."""
    from matplotlib.figure import Figure

    editions = list(study["editions"])
    rows = len(_SHOWN) // _COLUMNS
    whole = Figure(figsize=(13.0, 3.0 * rows + 4.2), layout="constrained")
    grid = whole.add_gridspec(rows + 1, _COLUMNS, height_ratios=[1.0] * rows + [1.4])
    for k, name in enumerate(_SHOWN):
        _means(whole.add_subplot(grid[k // _COLUMNS, k % _COLUMNS]), study, editions, name)
    half = _COLUMNS // 2
    _explained(whole.add_subplot(grid[rows, :half]), study)
    _correlations(whole.add_subplot(grid[rows, half:]), study, editions[0])
    whole.suptitle(f"Self-play on {len(study['games'])} piles, by edition (mean and 95% interval)")
    return whole


def _means(panel: Axes, study: Mapping[str, Any], editions: list[str], name: str) -> None:
    found = [study["editions"][edition]["figures"][name] for edition in editions]
    values = [one["mean"] for one in found]
    reach = [[0.0 if one[end] is None else abs(one["mean"] - one[end]) for one in found] for end in ("low", "high")]
    panel.errorbar(values, range(len(editions)), xerr=reach, fmt="o", color=_INK, capsize=3)
    panel.set_yticks(range(len(editions)), editions, fontsize="small")
    panel.set_ylim(len(editions) - 0.5, -0.5)
    panel.set_title(name, fontsize="medium")
    panel.set_xlabel(FIGURES[name], fontsize="small")
    panel.grid(axis="x", alpha=0.3)
    if name in ("first_lead", "first_wins"):
        panel.axvline(0.5 if name == "first_wins" else 0.0, color="black", linewidth=0.8, linestyle=":")


def _explained(panel: Axes, study: Mapping[str, Any]) -> None:
    names = list(study["explained"])
    left = [0.0] * len(names)
    for kind, colour in _KINDS.items():
        widths = [study["explained"][name][kind] for name in names]
        panel.barh(names, widths, left=left, color=colour, label=kind)
        left = [a + b for a, b in zip(left, widths, strict=True)]
    panel.invert_yaxis()
    panel.set_xlim(0.0, 1.0)
    panel.set_title("share of the variance that goes with", fontsize="medium")
    panel.legend(loc="lower right", fontsize="small")


def _correlations(panel: Axes, study: Mapping[str, Any], edition: str) -> None:
    figures, names = list(study["correlations"]), list(FIGURES)
    values = [[study["correlations"][figure][name]["r"] for figure in figures] for name in names]
    image = panel.imshow(values, cmap="RdBu", vmin=-1.0, vmax=1.0, aspect="auto")
    panel.set_xticks(range(len(figures)), figures, rotation=90, fontsize="x-small")
    panel.set_yticks(range(len(names)), names, fontsize="x-small")
    panel.set_title(f"correlation of pile and game, edition {edition}", fontsize="medium")
    panel.figure.colorbar(image, ax=panel)
