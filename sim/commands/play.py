"""`polypile play`: a game in the window, or a whole game between bots; its record is kept."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable
from itertools import count
from pathlib import Path
from typing import Any

from sim import setups, table
from sim.commands import files, options
from sim.commands.options import UsageError
from sim.errors import GameError
from sim.record.record import Record
from sim.session import HUMAN, Seat

HELP = "play a game and keep its record"
MORE = (
    " Who sits where is said by seat: human, beginner, casual, strong, or a bot by name. In the window one human plays "
    "against a casual bot unless others are named; with --headless bots play alone."
)


def add(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("game", choices=tuple(setups.OPTIONS), metavar="GAME", help=", ".join(setups.OPTIONS))
    parser.add_argument("--players", type=_names, metavar="NAMES", help="who plays, by seat (human,casual)")
    parser.add_argument("--seed", type=options.seed, metavar="N", help="seed of pile, deals and bots (a new one)")
    parser.add_argument("--first", type=options.integer, metavar="SEAT", help="who starts (drawn from the seed)")
    parser.add_argument("--headless", action="store_true", help="without a window")
    parser.add_argument(
        "--out",
        type=options.file_name,
        default=".",
        metavar="DIR",
        help="where the record of a game without a window goes (here); - prints it",
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
    given = _given(arguments)
    if not arguments.headless:
        return _in_window(arguments, given)
    bots = arguments.players or ("uniform",) * (4 if "team" in given.get("variants", ()) else 2)
    if "human" in bots:
        raise UsageError("a human needs a window: leave out --headless, or name bots, such as uniform")
    if arguments.out != "-" and Path(arguments.out).exists():
        files.make_folder(arguments.out)  # complains where nothing could be saved
    seed = table.new_seed() if arguments.seed is None else arguments.seed
    try:
        with options.patience():
            record = table.match(arguments.game, bots, seed, **given)
    except GameError as wrong:
        raise UsageError(_as_typed(str(wrong), given)) from None
    told = f"{record.setup}; seed {seed}: {', '.join(bots)}\n{len(record.moves)} moves; {record.outcome}"
    if arguments.out == "-":
        files.write("-", record.to_json())
        print(told, file=sys.stderr)
    else:
        # Saved before anything is said: whoever listens may have gone.
        path = save(record, files.make_folder(arguments.out))
        print(f"{told}\nThe record is in {path}")
    return 0


def _in_window(arguments: argparse.Namespace, given: dict[str, Any]) -> int:
    from sim.commands import window

    if arguments.out == "-":
        raise UsageError("--out - goes with --headless: a window keeps its games in the user's folder")
    usual = (HUMAN, *[window.BOT] * (3 if "team" in given.get("variants", ()) else 1))
    seats = tuple(Seat(kind) for kind in arguments.players or usual)
    seed = table.new_seed() if arguments.seed is None else arguments.seed
    opening = window.Opening(arguments.game, seed, seats, given)
    try:
        opening.check()
    except GameError as wrong:
        raise UsageError(_as_typed(str(wrong), given)) from None
    return window.run(opening, arguments.out)


def _as_typed(told: str, given: Iterable[str]) -> str:
    """Return a complaint about an option with the name that it has on the command line.

    >>> _as_typed("best_of is 4: use 3 or 5", ["best_of"])
    '--best-of is 4: use 3 or 5'
    """
    name = told.split(" ", 1)[0]
    return told.replace(name, f"--{name.replace('_', '-')}", 1) if name in given else told


def save(record: Record, folder: Path) -> Path:
    """Save a record under a name that no other game has, and return it; the same game keeps its name."""
    text = record.to_json()
    for number in count(1):
        path = folder / f"{record.game}-{record.seed}{'' if number == 1 else f'-{number}'}.json"
        if not path.exists() or _holds(path, text):
            files.write(path, text)
            return path
    raise AssertionError  # numbers do not end


def _holds(path: Path, text: str) -> bool:
    try:
        return path.read_text(encoding="utf-8") == text
    except (OSError, ValueError):
        return False


def _names(text: str) -> tuple[str, ...]:
    return tuple(name.strip() for name in text.split(","))


def _given(arguments: argparse.Namespace) -> dict[str, Any]:
    """Return the options of the game that stand on the command line, by the names that the games give them."""
    flags = "first", "edition", "variant", "best_of", "next_start", "won_discs"
    given = {name: getattr(arguments, name) for name in flags if getattr(arguments, name) is not None}
    # What a variant is differs from game to game: names in one, a number in the other.
    if arguments.game == "collexion" and "variant" in given:
        given["variants"] = _names(given.pop("variant"))
    elif "variant" in given:
        given["variant"] = {"1": 1, "2": 2, "3": 3}.get(given["variant"], given["variant"])
    for name in given:
        if name not in setups.OPTIONS[arguments.game]:
            raise UsageError(f"{arguments.game} has no --{name.replace('_', '-')}: see polypile play --help")
    return given
