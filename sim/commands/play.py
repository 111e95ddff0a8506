"""`polypile play`: a whole game between bots, kept as a record."""

from __future__ import annotations

import argparse
import sys
from typing import Any

from sim import setups, table
from sim.commands import files, options
from sim.commands.options import UsageError
from sim.errors import GameError

HELP = "play a game and keep its record"
MORE = (
    " Who sits where is said by seat: uniform plays any legal move. Games are played without a window so far, and so "
    "by bots alone."
)


def add(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("game", choices=tuple(setups.OPTIONS), metavar="GAME", help=", ".join(setups.OPTIONS))
    parser.add_argument("--players", type=_names, metavar="NAMES", help="who plays, by seat (uniform,uniform)")
    parser.add_argument("--seed", type=options.seed, metavar="N", help="seed of pile, deals and bots (a new one)")
    parser.add_argument("--first", type=options.integer, metavar="SEAT", help="who starts (drawn from the seed)")
    parser.add_argument("--headless", action="store_true", help="without a window")
    parser.add_argument(
        "--out", type=options.file_name, default=".", metavar="DIR", help="where the record goes (here); - prints it"
    )
    parser.add_argument("--edition", metavar="NAME", help=f"of Collexion: {', '.join(setups.EDITIONS)} (de)")
    parser.add_argument(
        "--variant", metavar="NAME", help="of Collexion: team, expert or team,expert; of Colour Collect: 1, 2 or 3 (1)"
    )
    parser.add_argument("--best-of", type=options.integer, metavar="N", help="rounds of Colour Collect: 3 or 5 (3)")
    parser.add_argument("--next-start", metavar="WHO", help="of Colour Collect: loser or alternate (loser)")
    parser.add_argument("--won-discs", metavar="WHAT", help="of Colour Collect, variant 3: keep or return (keep)")


def run(arguments: argparse.Namespace) -> int:
    """Do what the options ask for."""
    if not arguments.headless:
        raise UsageError("games have no window yet: add --headless, and bots play one")
    game, given = arguments.game, _given(arguments)
    bots = arguments.players or ("uniform",) * (4 if "team" in given.get("variants", ()) else 2)
    if "human" in bots:
        raise UsageError("a human needs a window, and games have none yet: name bots, such as uniform")
    folder = None if arguments.out == "-" else files.make_folder(arguments.out)
    seed = table.new_seed() if arguments.seed is None else arguments.seed
    try:
        with options.patience():
            record = table.match(game, bots, seed, **given)
    except GameError as wrong:
        raise UsageError(str(wrong)) from None
    told = sys.stdout if folder else sys.stderr
    print(f"{record.setup.title}, seed {seed}: {', '.join(bots)}", file=told)
    assert record.outcome is not None
    print(f"{len(record.moves)} moves; {options.won(record.outcome)}", file=told)
    if folder is None:
        files.write("-", record.to_json())
    else:
        path = folder / f"{game}-{seed}.json"
        record.save(path)
        print(f"The record is in {path}")
    return 0


def _names(text: str) -> tuple[str, ...]:
    return tuple(name.strip() for name in text.split(","))


def _given(arguments: argparse.Namespace) -> dict[str, Any]:
    """Return the options of the game that stand on the command line, by the names that the games give them."""
    names = "first", "edition", "best_of", "next_start", "won_discs"
    given = {name: getattr(arguments, name) for name in names if getattr(arguments, name) is not None}
    if arguments.variant is not None:
        # What a variant is differs from game to game: names in one, a number in the other.
        if arguments.game == "colour-collect":
            given["variant"] = {"1": 1, "2": 2, "3": 3}.get(arguments.variant, arguments.variant)
        else:
            given["variants"] = _names(arguments.variant)
    return given
