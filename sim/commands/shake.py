"""`polypile shake`: one pile, a library of piles, or the check that a pile can be shaken again."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING

from sim import table
from sim.commands import files, options
from sim.commands.options import UsageError
from sim.errors import PileError
from sim.pile import RULES

if TYPE_CHECKING:
    from sim.pile import Pile

HELP = "shake the box: a pile, its picture, a library of piles"


def add(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("--seed", type=options.seed, metavar="N", help="shake this seed")
    what.add_argument(
        "--seeds", type=options.seed_range, metavar="A:B", help="shake seeds A to B-1 into --out DIR"
    )
    what.add_argument("--verify", metavar="FILE", help="shake a saved pile again: the same digest?")
    parser.add_argument("--out", metavar="FILE", help="save the pile as JSON; - for standard output")
    parser.add_argument("--png", metavar="FILE", help="save its picture")
    parser.add_argument("--svg", metavar="FILE", help="save its picture as a vector drawing")
    parser.add_argument(
        "--mark",
        nargs="?",
        const=RULES[0],
        choices=RULES,
        help="mark in the picture what can be taken by this rule",
    )
    parser.add_argument("--jobs", type=options.jobs, metavar="N", help="processes that shake --seeds (1)")
    options.add_parameters(parser)


def run(arguments: argparse.Namespace) -> int:
    """Do what the options ask for."""
    if arguments.verify is not None:
        return _verify(arguments)
    if arguments.seeds is not None:
        return _library(arguments)
    return _one(arguments)


def _one(arguments: argparse.Namespace) -> int:
    _refuse(arguments, "--seed", "jobs")
    if arguments.mark and not (arguments.png or arguments.svg):
        raise UsageError("--mark marks pieces in a picture: add --png FILE or --svg FILE")
    for name in (arguments.png, arguments.svg):
        if name == "-":
            raise UsageError("only --out can write to standard output")
    written = [name for name in (arguments.out, arguments.png, arguments.svg) if name]
    for name in written:
        files.check_writable(name)
    pile = table.shake(arguments.seed, options.shake_of(arguments))
    if arguments.out:
        files.write(arguments.out, pile.to_json())
    if arguments.png:
        files.write(arguments.png, table.png(pile, arguments.mark))
    if arguments.svg:
        files.write(arguments.svg, table.svg(pile, arguments.mark))
    print(_told(pile), file=sys.stderr if arguments.out == "-" else sys.stdout)
    for name in written:
        if name != "-":
            print(f"saved {name}")
    return 0


def _told(pile: Pile) -> str:
    free = len(table.survey(pile).reachable())
    return (
        f"pile {pile.code}: {len(pile)} pieces, at rest after {pile.settle_time:.2f} s, "
        f"{free} can be taken; digest {pile.digest}"
    )


def _library(arguments: argparse.Namespace) -> int:
    _refuse(arguments, "--seeds", "png", "svg", "mark")
    if arguments.out in (None, "-"):
        raise UsageError("--seeds needs --out DIR, a directory for the piles")
    parameters = options.shake_of(arguments)
    folder = files.make_folder(arguments.out)
    piles = table.shake_all(arguments.seeds, parameters, arguments.jobs or 1)
    for pile in options.progress(piles, len(arguments.seeds), "shaking"):
        files.write(folder / f"pile-{pile.seed}.json", pile.to_json())
    print(f"saved {len(arguments.seeds)} piles in {folder}")
    return 0


def _verify(arguments: argparse.Namespace) -> int:
    _refuse(arguments, "--verify", "out", "png", "svg", "mark", "jobs")
    if given := options.given_parameters(arguments):
        raise UsageError(f"--verify takes its parameters from the file: leave out --{next(iter(given))}")
    pile = files.read_pile(arguments.verify)
    try:
        again = table.shake_again(pile)
    except PileError as wrong:
        raise PileError(f"{arguments.verify}: {wrong}") from None
    if again.digest != pile.digest:
        raise PileError(
            f"{arguments.verify}: not the same pile: the file has digest {pile.digest}, "
            f"seed {pile.seed} shaken again has {again.digest}"
        )
    print(f"{arguments.verify}: the same digest again, {pile.digest} (seed {pile.seed}, model {pile.model})")
    return 0


def _refuse(arguments: argparse.Namespace, mode: str, *names: str) -> None:
    for name in names:
        if getattr(arguments, name) is not None:
            raise UsageError(f"--{name} does not go with {mode}")
