"""The figures of many piles as a picture, each distribution beside that of the 3D reference."""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sim.commands.options import UsageError
from sim.errors import MissingExtra

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

FORMATS = ("pdf", "png", "svg")
_COLUMNS = 4
_OURS, _THEIRS = "#2d6cc0", "#c2571a"


def check(name: str) -> None:
    """Complain before the work, not after it, about a plot that cannot be made."""
    if find_spec("matplotlib") is None:
        raise MissingExtra("--plot needs matplotlib: pip install 'polypile[plot]'")
    if name == "-":
        raise UsageError("only --out can write to standard output")


def plot(result: Mapping[str, Any], reference: Mapping[str, Any], name: str) -> bytes:
    """Return the content of a file of that name: a panel for each figure, and the curve of reachable pieces."""
    from matplotlib.figure import Figure

    names = list(reference["figures"])
    rows = -(-len(names) // _COLUMNS)
    figure = Figure(figsize=(12.0, 2.0 * rows + 3.5), layout="constrained")
    grid = figure.add_gridspec(rows + 1, _COLUMNS, height_ratios=[1.0] * rows + [1.6])
    for k, one in enumerate(names):
        panel = figure.add_subplot(grid[k // _COLUMNS, k % _COLUMNS])
        _distribution(panel, one, [pile[one] for pile in result["piles"]], reference["figures"][one])
    _curve(figure.add_subplot(grid[rows, :]), result["curve_uncovered"], reference["curve_uncovered"])
    figure.suptitle(
        f"{len(result['piles'])} piles (blue) beside {reference['piles']} of the 3D reference "
        "(orange: mean, sd, smallest and largest)"
    )
    return rendered(figure, name)


def rendered(figure: Figure, name: str) -> bytes:
    """Return a picture as the content of a file of that name; equal pictures give equal files."""
    from matplotlib import rc_context

    # No date and no random names inside.
    date = {"pdf": {"CreationDate": None}, "svg": {"Date": None}}.get(_format(name), {})
    content = io.BytesIO()
    with rc_context({"svg.hashsalt": "polypile"}):
        figure.savefig(content, format=_format(name), dpi=100, metadata=date)
    return content.getvalue()


def _format(name: str) -> str:
    return Path(name).suffix[1:].lower()


def _distribution(panel: Axes, name: str, values: Sequence[float], true: Mapping[str, float]) -> None:
    panel.hist(values, bins="sqrt", color=_OURS, alpha=0.7)
    panel.axvspan(true["mean"] - true["sd"], true["mean"] + true["sd"], color=_THEIRS, alpha=0.18, linewidth=0)
    panel.axvline(true["mean"], color=_THEIRS, linewidth=1.5)
    for end in ("min", "max"):
        panel.axvline(true[end], color=_THEIRS, linewidth=0.8, linestyle=":")
    panel.axvline(sum(values) / len(values), color=_OURS, linewidth=1.5)
    panel.set_title(name, fontsize="medium")
    panel.set_yticks([])


def _curve(panel: Axes, ours: Sequence[float], true: Mapping[str, Sequence[float]]) -> None:
    mean, sd = true["mean"], true["sd"]
    low, high = ([m + sign * s for m, s in zip(mean, sd, strict=True)] for sign in (-1, 1))
    panel.fill_between(range(len(mean)), low, high, color=_THEIRS, alpha=0.18, linewidth=0)
    panel.plot(mean, color=_THEIRS, label="3D reference (mean, sd)")
    panel.plot(ours, color=_OURS, label="these piles")
    panel.set_xlabel("pieces left")
    panel.set_ylabel("reachable, uncovered")
    panel.legend()
