"""`polypile play`: a whole game between bots, kept as a record."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from sim import setups, table
from sim.commands import files, game_options, options
from sim.commands.options import UsageError
from sim.errors import GameError
from sim.record.record import Record

HELP = "play a game and keep its record"
MORE = (
    " Who sits where is said by seat: uniform plays any legal move. Games are played without a window so far, and so "
    "by bots alone."
)


def add(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("game", choices=tuple(setups.OPTIONS), metavar="GAME", help=", ".join(setups.OPTIONS))
    parser.add_argument(
        "--players", type=game_options.names, metavar="NAMES", help="who plays, by seat (uniform,uniform)"
    )
    parser.add_argument("--seed", type=options.seed, metavar="N", help="seed of pile, deals and bots (a new one)")
    parser.add_argument("--headless", action="store_true", help="without a window")
    parser.add_argument(
        "--out", type=options.file_name, default=".", metavar="DIR", help="where the record goes (here); - prints it"
    )
    game_options.add(parser)


def run(arguments: argparse.Namespace) -> int:
    """Do what the options ask for."""
    if not arguments.headless:
        raise UsageError("games have no window yet: add --headless, and bots play one")
    given = game_options.given(arguments)
    bots = arguments.players or ("uniform",) * (4 if "team" in given.get("variants", ()) else 2)
    if "human" in bots:
        raise UsageError("a human needs a window, and games have none yet: name bots, such as uniform")
    if arguments.out != "-" and Path(arguments.out).exists():
        files.make_folder(arguments.out)  # complains where nothing could be saved
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
        path = _save(record, files.make_folder(arguments.out))
        print(f"{told}\nThe record is in {path}")
    return 0


def _save(record: Record, folder: Path) -> Path:
    return files.save_record(record.to_json(), folder, f"{record.game}-{record.seed}")
