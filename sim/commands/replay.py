"""`polypile replay`: a recorded game, move by move, and whether it is what the rules give."""

from __future__ import annotations

import argparse

from sim import table
from sim.commands import files, options, window
from sim.record.transcript import transcript
from sim.session import Session

HELP = "show a recorded game move by move, or check it"
MORE = (
    " A replay needs the record alone: it holds the pile and all results of chance. Whether the seed gives the same "
    "again is another question, which --reshake asks."
)


def add(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument(
        "record", type=options.file_name, metavar="FILE", help="what `polypile play` saved; - for standard input"
    )
    parser.add_argument("--watch", action="store_true", help="in the window: to and fro, at any speed")
    parser.add_argument("--verify", action="store_true", help="check every move, all chance, digests and the outcome")
    parser.add_argument("--reshake", action="store_true", help="shake, survey and draw again: the seed gives the same?")


def run(arguments: argparse.Namespace) -> int:
    """Do what the options ask for."""
    record = files.read_record(arguments.record)
    told = files.spoken(arguments.record)
    checked = arguments.verify or arguments.reshake
    with files.named(told):
        if arguments.watch or checked:
            record.verify()  # what is wrong is told before a window opens
        if checked:
            moves = options.counted(len(record.moves), "move")
            print(f"{told}: {moves} as the rules have them; {record.outcome or 'unfinished'}")
        if arguments.reshake:
            with options.patience():
                table.check_chance(record)
            print(f"{told}: the seed gives the same again")
        if arguments.watch and not window.watch(Session.of(record)):
            print("There is no screen here: this is the game as text.")
        elif arguments.watch or checked:
            return 0
        for line in transcript(record):
            print(line)
        record.verify()
    return 0
