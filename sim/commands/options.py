"""Options that several commands share."""

from __future__ import annotations

import argparse
import re
import sys
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from sim import seeds
from sim.batch import BACKENDS, MOST_JOBS, Workers
from sim.errors import BatchError, NotSettled, PolypileError, SeedError
from sim.pile.reading import short

if TYPE_CHECKING:
    from sim.physics.shake import Shake

T = TypeVar("T")

PARAMETERS = {
    "friction": "coefficient between any two surfaces (0.25)",
    "thickness": "thickness of a piece, mm (2.5)",
    "density": "density of the pieces, g/cm3 (1.05)",
    "tray": "inner width of the tray, mm (240)",
    "corner": "how much of each side a cut-off corner takes, mm (60)",
    "lid": "height of the closed lid, mm (40)",
    "copies": "pieces of each of the 16 kinds (5)",
    "strength": "range of the shake's amplitude, g (1.5 2.5)",
    "frequency": "range of the shake's frequency, Hz (3 5)",
    "duration": "how long the box is shaken, s (3)",
    "limit": "longest time to come to rest after the shake, s (10)",
}
"""The fields of `Shake` with their help."""
RANGES = {"strength", "frequency"}
MOST_SEEDS = 1_000_000
WORKERS = ("jobs", "backend", "cluster")


class UsageError(PolypileError):
    """A command line that is wrong in a way that only shows when all of it is seen."""


def add_parameters(parser: argparse.ArgumentParser) -> None:
    """Declare one flag for each field of `Shake`; those that are not given are left out of the result."""
    group = parser.add_argument_group("parameters of the shake")
    for name, text in PARAMETERS.items():
        if name in RANGES:
            group.add_argument(
                f"--{name}",
                nargs="+",
                type=_numbers,
                action=_Range,
                metavar=("LOW", "HIGH"),
                default=argparse.SUPPRESS,
                help=text,
            )
        else:
            kind, unit = (integer, "N") if name == "copies" else (_number, "X")
            group.add_argument(f"--{name}", type=kind, metavar=unit, default=argparse.SUPPRESS, help=text)


def given_parameters(arguments: argparse.Namespace) -> dict[str, Any]:
    """Return the parameters that stand on the command line."""
    return {name: value for name, value in vars(arguments).items() if name in PARAMETERS}


def shake_of(arguments: argparse.Namespace) -> Shake:
    """Return the Shake that the command line asks for; a wrong one is the command line's fault."""
    from sim.errors import ShakeError
    from sim.physics.shake import Shake

    try:
        return Shake.from_dict(given_parameters(arguments))
    except ShakeError as wrong:
        raise UsageError(str(wrong)) from None


def seed(text: str) -> int:
    """Read a seed."""
    try:
        return seeds.check(integer(text))
    except SeedError as wrong:
        raise argparse.ArgumentTypeError(str(wrong)) from None


def seed_range(text: str) -> range:
    """Read seeds A:B, from A up to but without B."""
    parts = text.split(":")
    if len(parts) != 2 or not all(part.strip() for part in parts):
        raise argparse.ArgumentTypeError(f"{short(text)} is no range of seeds: use A:B, such as 0:100 for 0 to 99")
    first, end = seed(parts[0]), seed(parts[1])
    if end <= first:
        raise argparse.ArgumentTypeError(f"{short(text)} holds no seeds: B must be larger than A")
    if end - first > MOST_SEEDS:
        raise argparse.ArgumentTypeError(f"{short(text)} holds more than {MOST_SEEDS} seeds: use smaller ranges")
    return range(first, end)


def jobs(text: str) -> int:
    """Read a number of processes."""
    count = integer(text)
    if not 1 <= count <= MOST_JOBS:
        raise argparse.ArgumentTypeError(f"{count} jobs make no sense: use 1 to {MOST_JOBS}")
    return count


def add_workers(parser: argparse.ArgumentParser) -> None:
    """Declare who works on a batch; what is not given is None."""
    parser.add_argument("--jobs", type=jobs, metavar="N", help="processes that share the work (1)")
    parser.add_argument(
        "--backend", choices=BACKENDS, help="who brings them: loky here, or a cluster of the extras dask and ray (loky)"
    )
    parser.add_argument(
        "--cluster",
        type=file_name,
        metavar="ADDRESS",
        help="of a cluster that is running (a new one on this machine); of dask, it must answer within 5 s",
    )


def workers_of(arguments: argparse.Namespace) -> Workers:
    """Return who shall work on a batch."""
    given = {name: getattr(arguments, name) for name in WORKERS if getattr(arguments, name) is not None}
    try:
        return Workers(**given)
    except BatchError as wrong:
        raise UsageError(str(wrong)) from None


def integer(text: str) -> int:
    """Read a whole number."""
    try:
        return int(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{short(text)} is no whole number") from None


def ids(text: str) -> tuple[int, ...]:
    """Read piece ids with commas or spaces between them."""
    return tuple(integer(word) for word in re.split(r"[,\s]+", text) if word)


def file_name(text: str) -> str:
    """Read the name of a file or folder."""
    if not text:
        raise argparse.ArgumentTypeError("the name is empty")
    return text


def file_ending(*endings: str) -> Callable[[str], str]:
    """Return a reader of file names that end so."""

    def name(text: str) -> str:
        if Path(file_name(text)).suffix[1:].lower() not in endings and text != "-":
            raise argparse.ArgumentTypeError(f"{short(text)}: the name must end in .{', .'.join(endings)}")
        return text

    return name


def counted(count: int, noun: str) -> str:
    """Return so many of something, in words.

    >>> counted(1, "pile"), counted(2, "pile")
    ('1 pile', '2 piles')
    """
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def split_failures(
    seeds: Iterable[int], results: Iterable[T | NotSettled]
) -> tuple[dict[int, T], dict[int, NotSettled]]:
    """Return what each seed gave, and why the others gave nothing."""
    done: dict[int, T] = {}
    failed: dict[int, NotSettled] = {}
    for seed, result in zip(seeds, results, strict=True):
        if isinstance(result, NotSettled):
            failed[seed] = result
        else:
            done[seed] = result
    return done, failed


def refuse_failures(failed: Mapping[int, NotSettled | str], of: int) -> None:
    """Name the seeds that have no pile, if there are any."""
    if failed:
        named = ", ".join(map(str, list(failed)[:10])) + (", ..." if len(failed) > 10 else "")
        have = "has" if len(failed) == 1 else "have"
        raise NotSettled(f"{len(failed)} of {counted(of, 'seed')} {have} no pile ({named}): {failed[min(failed)]}")


def progress(items: Iterable[T], total: int, label: str, unit: str = "piles") -> Iterable[T]:
    """Show on a terminal, and nowhere else, how far the work has come."""
    from tqdm import tqdm

    bar: Iterable[T] = tqdm(items, total=total, desc=label, unit=f" {unit}", disable=None, leave=False)
    return bar


@contextmanager
def patience() -> Iterator[None]:
    """Say on a terminal, and nowhere else, why the first shake takes so long."""
    if not (sys.stderr and sys.stderr.isatty()):
        yield
        return
    timer = threading.Timer(2.0, print, [_why_so_long()], {"file": sys.stderr})
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


def _why_so_long() -> str:
    from sim.physics._kernel import _home

    how_often = "once" if _home() else "in each run, as there is no folder here to keep them in"
    return f"polypile: still at it: the first shake compiles its kernels, {how_often} (about a quarter of a minute)"


class _Range(argparse.Action):
    """Two numbers, one after the other or as LOW:HIGH; one alone is both."""

    def __call__(
        self,
        _parser: argparse.ArgumentParser,
        namespace: argparse.Namespace,
        values: str | Sequence[Any] | None,
        _option: str | None = None,
    ) -> None:
        numbers = [number for some in values or () for number in some]
        if len(numbers) > 2:
            raise argparse.ArgumentError(self, "takes a range: LOW HIGH")
        setattr(namespace, self.dest, (numbers[0], numbers[-1]))


def _number(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{short(text)} is no number") from None


def _numbers(text: str) -> tuple[float, ...]:
    return tuple(_number(part) for part in re.split(r"[:,]", text))
