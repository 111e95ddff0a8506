"""`polypile stats`: the figures of many piles beside those of the 3D reference."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from typing import Any

from sim import assets, table
from sim.commands import files, options, plot

HELP = "measure many piles and compare them with the 3D reference"
MORE = (
    " The reference was shaken with the default parameters. A seed that does not come to rest is left out, and named "
    "at the end."
)


def add(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("--seeds", type=options.seed_range, metavar="A:B", required=True, help="seeds A to B-1")
    parser.add_argument("--jobs", type=options.jobs, default=1, metavar="N", help="processes (1)")
    parser.add_argument(
        "--out", type=options.file_name, metavar="FILE", help="save all figures as JSON; - for standard output"
    )
    parser.add_argument(
        "--plot",
        type=options.file_ending(*plot.FORMATS),
        metavar="FILE",
        help="plot the distributions beside the reference (.png, .svg, .pdf)",
    )
    options.add_parameters(parser)


def run(arguments: argparse.Namespace) -> int:
    """Do what the options ask for."""
    if arguments.plot:
        plot.check(arguments.plot)
    written = files.check_outputs((arguments.out, arguments.plot))
    parameters, seeds = options.shake_of(arguments), arguments.seeds
    bar = options.progress(table.measure_all(seeds, parameters, arguments.jobs), len(seeds), "measuring")
    measured, failed = options.split_failures(seeds, bar)
    if measured:
        _tell(table.summary(parameters, measured), arguments, written)
    options.refuse_failures(failed, len(seeds))
    return 0


def _tell(result: dict[str, Any], arguments: argparse.Namespace, written: Sequence[str]) -> None:
    reference = assets.load_json("reference/pile3d.json")
    if arguments.out:
        files.write(arguments.out, json.dumps(result, indent=1) + "\n")
    if arguments.plot:
        files.write(arguments.plot, plot.plot(result, reference, arguments.plot))
    messages = sys.stderr if arguments.out == "-" else sys.stdout
    print(compared(result, reference), file=messages)
    for name in written:
        if name != "-":
            print(f"saved {name}", file=messages)


def compared(result: dict[str, Any], reference: dict[str, Any]) -> str:
    """Return the table of figures: mean and sd here, in the reference, and how many of its sd lie between."""
    count, others = len(result["seeds"]), reference["piles"]
    lines = [
        f"{options.counted(count, 'pile')} against {others} of the 3D reference (default parameters)",
        f"{'figure':<22}{'mean':>10}{'sd':>10}{'3D mean':>10}{'3D sd':>10}{'off by':>11}",
    ]
    for name, true in reference["figures"].items():
        mean, sd = result["mean"][name], result["sd"][name]
        off = (mean - true["mean"]) / true["sd"]
        lines.append(f"{name:<22}{mean:>10.4g}{sd:>10.4g}{true['mean']:>10.4g}{true['sd']:>10.4g}{off:>+8.2f} sd")
    curves = list(zip(result["curve_uncovered"], reference["curve_uncovered"]["mean"], strict=False))
    left, gap = max(enumerate(abs(ours - true) for ours, true in curves), key=lambda at: at[1])
    lines.append(f"curve of reachable pieces: off by {gap:.2f} pieces at most, with {left} left")
    return "\n".join(lines)
