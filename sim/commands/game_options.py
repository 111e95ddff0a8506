"""The options that games have on the command line, from --edition to --won-discs."""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from typing import Any

from sim import setups
from sim.commands import options
from sim.commands.options import UsageError

_FLAGS = ("first", "edition", "variant", "best_of", "next_start", "won_discs")


def add(parser: argparse.ArgumentParser) -> None:
    """Declare the options of all games."""
    parser.add_argument("--first", type=options.integer, metavar="SEAT", help="who starts (drawn from the seed)")
    parser.add_argument("--edition", metavar="NAME", help=f"of Collexion: {', '.join(setups.EDITIONS)} (de)")
    parser.add_argument(
        "--variant", metavar="NAME", help="of Collexion: team, expert or team,expert; of Colour Collect: 1, 2 or 3 (1)"
    )
    parser.add_argument("--best-of", type=options.integer, metavar="N", help="rounds of Colour Collect: 3 or 5 (3)")
    parser.add_argument("--next-start", metavar="WHO", help="of Colour Collect: loser or alternate (loser)")
    parser.add_argument("--won-discs", metavar="WHAT", help="of Colour Collect, variant 3: keep or return (keep)")


def given(arguments: argparse.Namespace) -> dict[str, Any]:
    """Return the options of the game that stand on the command line, by the names that the games give them."""
    found = {name: getattr(arguments, name) for name in _FLAGS if getattr(arguments, name) is not None}
    # What a variant is differs from game to game: names in one, a number in the other.
    if arguments.game == "collexion" and "variant" in found:
        found["variants"] = names(found.pop("variant"))
    elif "variant" in found:
        found["variant"] = {"1": 1, "2": 2, "3": 3}.get(found["variant"], found["variant"])
    for name in found:
        if name not in setups.OPTIONS[arguments.game]:
            raise UsageError(
                f"{arguments.game} has no --{name.replace('_', '-')}: see polypile {arguments.command} --help"
            )
    return found


def as_typed(told: str, given: Iterable[str]) -> str:
    """Return a complaint about an option with the name that it has on the command line.

    >>> as_typed("best_of is 4: use 3 or 5", ["best_of"])
    '--best-of is 4: use 3 or 5'
    """
    name = told.split(" ", 1)[0]
    return told.replace(name, f"--{name.replace('_', '-')}", 1) if name in given else told


def names(text: str) -> tuple[str, ...]:
    """Read names with commas between them."""
    return tuple(name.strip() for name in text.split(","))
