"""`polypile stats`: the figures of many piles beside those of the 3D reference."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from sim import assets, bots, ongoing, table
from sim.bots import effects
from sim.commands import files, options, plot, study_plot, study_table
from sim.commands.options import UsageError
from sim.commands.summary import summary
from sim.errors import GameError, NotSettled
from sim.pile.limits import LARGEST
from sim.pile.reading import Entry
from sim.record import journal

if TYPE_CHECKING:
    from sim.table import Measured

HELP = "measure many piles and compare them with the 3D reference"
MORE = (
    " The reference was shaken with the default parameters. A seed that does not come to rest is left out, and named "
    "at the end. With --games a bot plays Collexion against itself on every pile by every edition, and what the pile "
    "does to the game is told. With --out, what is interrupted goes on where it was when it is typed again."
)


def add(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("--seeds", type=options.seed_range, metavar="A:B", required=True, help="seeds A to B-1")
    parser.add_argument(
        "--games", nargs="?", const="greedy", metavar="BOT", help="let a bot play against itself on each pile (greedy)"
    )
    options.add_workers(parser)
    parser.add_argument(
        "--out", type=options.file_name, metavar="FILE", help="save all figures as JSON; - for standard output"
    )
    parser.add_argument(
        "--plot",
        type=options.file_ending(*plot.FORMATS),
        metavar="FILE",
        help="plot the distributions beside the reference, or, with --games, those of the games (.png, .svg, .pdf)",
    )
    options.add_parameters(parser)


def run(arguments: argparse.Namespace) -> int:
    """Do what the options ask for."""
    if arguments.plot:
        plot.check(arguments.plot)
    workers, bot = options.workers_of(arguments), _bot(arguments)
    written = files.check_outputs((arguments.out, arguments.plot))
    parameters, seeds = options.shake_of(arguments), arguments.seeds
    batch = ongoing.batch({"seeds": [seeds[0], seeds[-1]], "games": bot, "parameters": parameters.to_dict()})
    with journal.beside(files.saved_in(arguments.out), batch) as kept:

        def measure(numbers: Iterable[int]) -> Iterator[Measured | NotSettled]:
            return table.measure_all((seeds[k] for k in numbers), parameters, workers, bot)

        results = journal.resumed(kept, list(map(str, seeds)), measure, _read, _told)
        measured, failed = options.split_failures(seeds, options.progress(results, len(seeds), "measuring"))
        if len(measured) >= (effects.FEWEST if bot else 1):
            _tell(summary(parameters, measured), arguments, written)
        kept.remove()
    options.refuse_failures(failed, len(seeds))
    return 0


def _bot(arguments: argparse.Namespace) -> str | None:
    """Return the bot that plays, if one does; complain about one that there is not."""
    if arguments.games is None:
        return None
    if len(arguments.seeds) < effects.FEWEST:
        raise UsageError(f"--games compares piles: give {effects.FEWEST} seeds or more")
    if "copies" in vars(arguments):
        raise UsageError("--games plays with all pieces: leave out --copies")
    try:
        bots.bot(arguments.games, "collexion")
    except GameError as wrong:
        raise UsageError(str(wrong)) from None
    return str(arguments.games)


def _told(result: Measured | NotSettled) -> dict[str, Any]:
    """Return what the journal keeps of a seed."""
    if isinstance(result, NotSettled):
        return {"failure": str(result)}
    figures, curve, games = result
    return {"figures": figures, "curve": curve, "games": games}


def _read(entry: Entry) -> Measured | NotSettled:
    """Return what the journal has kept of a seed."""
    if "failure" in entry.values:
        return NotSettled(entry.text("failure"))
    figures, games = entry.entry("figures"), entry.entry("games")
    return (
        _numbers(figures),
        list(entry.numbers("curve", len(entry.items("curve")), 0, LARGEST)),
        {name: _numbers(games.entry(name)) for name in games.values},
    )


def _numbers(entry: Entry) -> dict[str, float]:
    return {name: entry.number(name, -LARGEST, LARGEST) for name in entry.values}


def _tell(result: dict[str, Any], arguments: argparse.Namespace, written: Sequence[str]) -> None:
    reference = assets.load_json("reference/pile3d.json")
    if arguments.out:
        files.write(arguments.out, json.dumps(result, indent=1) + "\n")
    if arguments.plot and arguments.games:
        files.write(arguments.plot, plot.rendered(study_plot.figure(result["games"]), arguments.plot))
    elif arguments.plot:
        files.write(arguments.plot, plot.plot(result, reference, arguments.plot))
    messages = sys.stderr if arguments.out == "-" else sys.stdout
    if arguments.games:
        print(study_table.told(result["games"], arguments.games), file=messages)
    else:
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
