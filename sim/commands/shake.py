"""`polypile shake`: one pile, a library of piles, or the check that a pile can be shaken again."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from sim import again, table
from sim.commands import files, options
from sim.commands.options import UsageError
from sim.errors import NotSettled, PileError, PolypileError
from sim.pile import PUSHES, RULES
from sim.pile.divergence import divergence
from sim.record import store

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
    what.add_argument(
        "--trace",
        type=options.file_name,
        metavar="FILE",
        help="shake again what was shaken by hand, a pile or a recorded game: the same digest?",
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
        "--trajectory",
        type=options.file_ending("npz", "csv"),
        metavar="FILE",
        help="save the whole shake as arrays: poses, velocities, energies and forces, 60 times a second; with the "
        "name out.csv also out-poses.csv and out-contacts.csv",
    )
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
    if arguments.trace is not None:
        return _by_hand(arguments)
    return _one(arguments)


def _one(arguments: argparse.Namespace) -> int:
    written = _outputs(arguments, "--seed")
    with options.patience():
        pile = _shaken(arguments)
    _save_all(arguments, pile)
    _tell(arguments, _told(pile), written)
    return 0


def _by_hand(arguments: argparse.Namespace) -> int:
    """Shake what a hand shook again, and say whether it is the same pile."""
    _refuse(arguments, "--trace", "trajectory")
    written = _outputs(arguments, "--trace")
    if given := options.given_parameters(arguments):
        raise UsageError(f"--trace takes its parameters from the file: leave out --{next(iter(given))}")
    name = files.spoken(arguments.trace)
    pile = files.read_shaken(arguments.trace)
    if pile.trace is None:
        raise PileError(f"{name}: seed {pile.seed} made this pile, no hand: use --seed or --verify")
    again = _again(pile, name)
    _compare(pile, again, name)
    _save_all(arguments, again)
    _tell(arguments, f"{_told(again)}\n{name}: the same digest again", written)
    return 0


def _outputs(arguments: argparse.Namespace, mode: str) -> list[str]:
    """Return the files to write, or complain about what does not fit together."""
    _refuse(arguments, mode, *options.WORKERS)
    for name in ("mark", "labels"):
        if getattr(arguments, name) and not (arguments.png or arguments.svg):
            raise UsageError(f"--{name} marks pieces in a picture: add --png FILE or --svg FILE")
    for name in (arguments.png, arguments.svg, arguments.trajectory):
        if name == "-":
            raise UsageError("only --out can write to standard output")
    named = arguments.out, arguments.png, arguments.svg, *_files_of_trajectory(arguments.trajectory)
    return files.check_outputs(named)


def _save_all(arguments: argparse.Namespace, pile: Pile) -> None:
    drawn = arguments.mark, bool(arguments.labels)
    if arguments.out:
        files.write(arguments.out, pile.to_json())
    if arguments.png:
        files.write(arguments.png, table.png(pile, *drawn))
    if arguments.svg:
        files.write(arguments.svg, table.svg(pile, *drawn))


def _tell(arguments: argparse.Namespace, told: str, written: list[str]) -> None:
    messages = sys.stderr if arguments.out == "-" else sys.stdout
    print(told, file=messages)
    for name in written:
        if name != "-":
            print(f"saved {name}", file=messages)


def _shaken(arguments: argparse.Namespace) -> Pile:
    """Return the pile; where its trajectory is asked for, save that on the way."""
    parameters = options.shake_of(arguments)
    if arguments.trajectory is None:
        return table.shake(arguments.seed, parameters)
    course = table.trajectory(arguments.seed, parameters)
    names = _files_of_trajectory(arguments.trajectory)
    contents: Iterable[str | bytes] = [course.to_npz()] if len(names) == 1 else course.to_csv().values()
    for name, content in zip(names, contents, strict=True):
        files.write(name, content)
    return course.pile


def _files_of_trajectory(name: str | None) -> list[str]:
    from sim.arrays import beside

    if name is None:
        return []
    endings = ("", "-poses", "-contacts") if Path(name).suffix.lower() == ".csv" else ("",)
    return [str(beside(name, ending)) for ending in endings]


def _told(pile: Pile) -> str:
    free = len(table.survey(pile).reachable())
    return (
        f"pile {pile.code}: {len(pile)} pieces, at rest after {pile.settle_time:.2f} s, "
        f"{free} can be taken; digest {pile.digest}"
    )


def _library(arguments: argparse.Namespace) -> int:
    """Save a pile for each seed; piles that are there already stay, and a seed without a pile stops no other."""
    _refuse(arguments, "--seeds", "png", "svg", "trajectory", "mark", "labels")
    if arguments.out in (None, "-"):
        raise UsageError("--seeds needs --out DIR, a directory for the piles")
    parameters, workers = options.shake_of(arguments), options.workers_of(arguments)
    folder = store.make_folder(arguments.out)
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
    if difference := again.difference(pile, seed, parameters):
        raise PileError(f"{path} {difference}: save these piles in another folder")
    return True


def _verify(arguments: argparse.Namespace) -> int:
    _refuse(arguments, "--verify", "out", "png", "svg", "trajectory", "mark", "labels", *options.WORKERS)
    if given := options.given_parameters(arguments):
        raise UsageError(f"--verify takes its parameters from the file: leave out --{next(iter(given))}")
    name = files.spoken(arguments.verify)
    pile = files.read_pile(arguments.verify)
    _compare(pile, _again(pile, name), name)
    print(f"{name}: the same digest again, {pile.digest} ({_source(pile)}, model {pile.model})")
    return 0


def _again(pile: Pile, name: str) -> Pile:
    try:
        with options.patience():
            return again.shake(pile)
    except PileError as wrong:
        raise PileError(f"{name}: {wrong}") from None


def _compare(pile: Pile, again: Pile, name: str) -> None:
    if again.digest != pile.digest:
        raise PileError(
            f"{name}: not the same pile: the file has digest {pile.digest}, {_source(pile)} shaken again has "
            f"{again.digest}: {divergence(pile, again)}"
        )


def _source(pile: Pile) -> str:
    by_hand = "" if pile.trace is None else f" and {len(pile.trace) / PUSHES:.1f} s by hand"
    return f"seed {pile.seed}{by_hand}"


def _refuse(arguments: argparse.Namespace, mode: str, *names: str) -> None:
    for name in names:
        if getattr(arguments, name) is not None:
            raise UsageError(f"--{name} does not go with {mode}")
