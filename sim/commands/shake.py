"""`polypile shake`: one pile, a library of piles, or the check that a pile can be shaken again."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from sim import table
from sim.commands import files, options
from sim.commands.options import UsageError
from sim.errors import NotSettled, PileError, PolypileError
from sim.pile import RULES

if TYPE_CHECKING:
    from sim.physics.shake import Shake
    from sim.pile import Pile

HELP = "shake the box: a pile, its picture, a library of piles"
MORE = (
    " The same seed and parameters give the same pile on every machine. With --seeds, files pile-SEED.json of the same "
    "parameters and model stay as they are, so that an interrupted library can be continued; those of others are never "
    "replaced. A seed that does not come "
    "to rest stops no other, and is named at the end."
)


def add(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("--seed", type=options.seed, metavar="N", help="shake this seed")
    what.add_argument(
        "--seeds",
        type=options.seed_range,
        metavar="A:B",
        help="shake seeds A to B-1 into --out DIR; piles already there stay",
    )
    what.add_argument(
        "--verify", type=options.file_name, metavar="FILE", help="shake a saved pile again: the same digest?"
    )
    parser.add_argument(
        "--out",
        type=options.file_name,
        metavar="PATH",
        help="save the pile as JSON; - for standard output; with --seeds a directory",
    )
    parser.add_argument("--png", type=options.file_ending("png"), metavar="FILE", help="save its picture as PNG")
    parser.add_argument("--svg", type=options.file_ending("svg"), metavar="FILE", help="save its picture as SVG")
    parser.add_argument(
        "--mark",
        nargs="?",
        const=RULES[0],
        choices=RULES,
        help="mark in the picture what can be taken by this rule",
    )
    parser.add_argument("--labels", action="store_const", const=True, help="write the ids on the pieces in the picture")
    options.add_workers(parser)
    options.add_parameters(parser)


def run(arguments: argparse.Namespace) -> int:
    """Do what the options ask for."""
    if arguments.verify is not None:
        return _verify(arguments)
    if arguments.seeds is not None:
        return _library(arguments)
    return _one(arguments)


def _one(arguments: argparse.Namespace) -> int:
    _refuse(arguments, "--seed", *options.WORKERS)
    for name in ("mark", "labels"):
        if getattr(arguments, name) and not (arguments.png or arguments.svg):
            raise UsageError(f"--{name} marks pieces in a picture: add --png FILE or --svg FILE")
    drawn = arguments.mark, bool(arguments.labels)
    for name in (arguments.png, arguments.svg):
        if name == "-":
            raise UsageError("only --out can write to standard output")
    written = files.check_outputs((arguments.out, arguments.png, arguments.svg))
    with options.patience():
        pile = table.shake(arguments.seed, options.shake_of(arguments))
    if arguments.out:
        files.write(arguments.out, pile.to_json())
    if arguments.png:
        files.write(arguments.png, table.png(pile, *drawn))
    if arguments.svg:
        files.write(arguments.svg, table.svg(pile, *drawn))
    messages = sys.stderr if arguments.out == "-" else sys.stdout
    print(_told(pile), file=messages)
    for name in written:
        if name != "-":
            print(f"saved {name}", file=messages)
    return 0


def _told(pile: Pile) -> str:
    free = len(table.survey(pile).reachable())
    return (
        f"pile {pile.code}: {len(pile)} pieces, at rest after {pile.settle_time:.2f} s, "
        f"{free} can be taken; digest {pile.digest}"
    )


def _library(arguments: argparse.Namespace) -> int:
    """Save a pile for each seed; piles that are there already stay, and a seed without a pile stops no other."""
    _refuse(arguments, "--seeds", "png", "svg", "mark", "labels")
    if arguments.out in (None, "-"):
        raise UsageError("--seeds needs --out DIR, a directory for the piles")
    parameters, workers = options.shake_of(arguments), options.workers_of(arguments)
    folder = files.make_folder(arguments.out)
    missing = [seed for seed in arguments.seeds if not _is_saved(_place(folder, seed), seed, parameters)]
    damaged = [seed for seed in missing if _place(folder, seed).exists()]
    for seed in damaged:
        files.check_writable(str(_place(folder, seed)))
    piles = options.progress(table.shake_all(missing, parameters, workers), len(missing), "shaking")
    saved, failed = options.split_failures(missing, (_save(folder, pile) for pile in piles))
    print(_told_of_library(folder, len(saved), len(arguments.seeds) - len(missing), len(saved.keys() & damaged)))
    options.refuse_failures(failed, len(arguments.seeds))
    return 0


def _save(folder: Path, pile: Pile | NotSettled) -> Path | NotSettled:
    if isinstance(pile, NotSettled):
        return pile
    path = _place(folder, pile.seed)
    files.write(path, pile.to_json())
    return path


def _told_of_library(folder: Path, saved: int, kept: int, replaced: int) -> str:
    parts = [f"saved {options.counted(saved, 'pile')} in {folder}"]
    if replaced:
        parts.append(f"{replaced} of them in place of a damaged file")
    if kept:
        parts.append(f"{kept} {'was' if kept == 1 else 'were'} there already")
    return ", ".join(parts)


def _place(folder: Path, seed: int) -> Path:
    return folder / f"pile-{seed}.json"


def _is_saved(path: Path, seed: int, parameters: Shake) -> bool:
    """Say whether the pile is there already. A damaged file will be replaced; another pile is not ours to lose."""
    try:
        if not path.exists():
            return False
        pile = files.read_pile(str(path))
    except PolypileError:
        return False
    if difference := table.difference(pile, seed, parameters):
        raise PileError(f"{path} {difference}: save these piles in another folder")
    return True


def _verify(arguments: argparse.Namespace) -> int:
    _refuse(arguments, "--verify", "out", "png", "svg", "mark", "labels", *options.WORKERS)
    if given := options.given_parameters(arguments):
        raise UsageError(f"--verify takes its parameters from the file: leave out --{next(iter(given))}")
    name = files.spoken(arguments.verify)
    pile = files.read_pile(arguments.verify)
    try:
        with options.patience():
            again = table.shake_again(pile)
    except PileError as wrong:
        raise PileError(f"{name}: {wrong}") from None
    if again.digest != pile.digest:
        raise PileError(
            f"{name}: not the same pile: the file has digest {pile.digest}, "
            f"seed {pile.seed} shaken again has {again.digest}"
        )
    print(f"{name}: the same digest again, {pile.digest} (seed {pile.seed}, model {pile.model})")
    return 0


def _refuse(arguments: argparse.Namespace, mode: str, *names: str) -> None:
    for name in names:
        if getattr(arguments, name) is not None:
            raise UsageError(f"--{name} does not go with {mode}")
