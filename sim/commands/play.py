"""`polypile play`: a game in the window, or a whole game between bots; its record is kept."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

from sim import setups, table
from sim.commands import files, game_options, options
from sim.commands.options import UsageError
from sim.errors import GameError
from sim.record import store
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
    parser.add_argument("--players", type=game_options.names, metavar="NAMES", help="who plays, by seat (human,casual)")
    parser.add_argument("--seed", type=options.seed, metavar="N", help="seed of pile, deals and bots (a new one)")
    parser.add_argument("--headless", action="store_true", help="without a window")
    parser.add_argument(
        "--out",
        type=options.file_name,
        default=".",
        metavar="DIR",
        help="where the record of a game without a window goes (here); - prints it",
    )
    game_options.add(parser)


def run(arguments: argparse.Namespace) -> int:
    """Do what the options ask for."""
    given = game_options.given(arguments)
    if not arguments.headless:
        return _in_window(arguments, given)
    bots = arguments.players or ("uniform",) * (4 if "team" in given.get("variants", ()) else 2)
    if "human" in bots:
        raise UsageError("a human needs a window: leave out --headless, or name bots, such as uniform")
    if arguments.out != "-" and Path(arguments.out).exists():
        store.make_folder(arguments.out)  # complains where nothing could be saved
    seed = table.new_seed() if arguments.seed is None else arguments.seed
    try:
        with options.patience():
            record = table.match(arguments.game, bots, seed, **given)
    except GameError as wrong:
        raise UsageError(game_options.as_typed(str(wrong), given)) from None
    told = f"{record.setup}; seed {seed}: {', '.join(bots)}\n{len(record.moves)} moves; {record.outcome}"
    if arguments.out == "-":
        files.write("-", record.to_json())
        print(told, file=sys.stderr)
    else:
        # Saved before anything is said: whoever listens may have gone.
        path = save(record, store.make_folder(arguments.out))
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
        raise UsageError(game_options.as_typed(str(wrong), given)) from None
    return window.run(opening, arguments.out)


def save(record: Record, folder: Path) -> Path:
    """Save a record under a name that no other game has, and return it; the same game keeps its name."""
    return store.add(folder, f"{record.game}-{record.seed}", record.to_json().encode("utf-8"))
