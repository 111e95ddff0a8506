"""`polypile bench`: runs the benchmarks and prints their tables."""

from __future__ import annotations

import argparse
import importlib
import json
import sys
from typing import TYPE_CHECKING, Any, Protocol, cast

from sim.commands import files, options
from sim.errors import AssetError

if TYPE_CHECKING:
    from sim.physics.shake import Shake

HELP = "measure how long things take"
MORE = (
    " settle: how long a pile takes, where that goes, and how it grows with the number of pieces; visibility: how long "
    "the survey of a pile takes, and the update after a take; rules: how many plies a second the games play; frames: "
    "how long the pictures of the window take; tournament: how much faster two processes play one, and how long bots "
    "think."
)
BENCHMARKS = ("settle", "visibility", "rules", "frames", "tournament")
HOMES = ("sim._benchmarks", "benchmarks")
"""Where benchmarks are: in a wheel inside the package, in a checkout beside it."""


class Benchmark(Protocol):
    """What a module of benchmarks offers."""

    def run(self, quick: bool, shake: Shake) -> dict[str, Any]:
        """Measure and return figures ready for JSON."""

    def table(self, result: dict[str, Any]) -> str:
        """Return the figures as a table to read."""


def add(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("which", nargs="?", choices=(*BENCHMARKS, "all"), default="all", help="what to measure (all)")
    parser.add_argument("--quick", action="store_true", help="fewer and smaller runs")
    parser.add_argument(
        "--json", type=options.file_name, metavar="FILE", help="save the figures as JSON; - for standard output"
    )
    options.add_parameters(parser)


def run(arguments: argparse.Namespace) -> int:
    """Do what the options ask for."""
    files.check_outputs([arguments.json])
    parameters = options.shake_of(arguments)
    results = {}
    for name in BENCHMARKS if arguments.which == "all" else (arguments.which,):
        benchmark = find(name)
        results[name] = benchmark.run(arguments.quick, parameters)
        print(
            benchmark.table(results[name]),
            file=sys.stderr if arguments.json == "-" else sys.stdout,
            flush=True,
        )
    if arguments.json:
        files.write(arguments.json, json.dumps(results, indent=1) + "\n")
    return 0


def find(name: str) -> Benchmark:
    """Return a benchmark by name."""
    for home in HOMES:
        try:
            return cast("Benchmark", importlib.import_module(f"{home}.{name}"))
        except ModuleNotFoundError as missing:
            if missing.name not in (home, f"{home}.{name}"):
                raise
    raise AssetError(f"benchmark {name} is not installed here: run polypile bench in a checkout")
