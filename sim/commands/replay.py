"""`polypile replay`: a recorded game, move by move, and whether it is what the rules give."""

from __future__ import annotations

import argparse

from sim import again
from sim.commands import files, options, window
from sim.record.record import Record
from sim.record.transcript import transcript
from sim.rules.collexion import CollexionSetup
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
            print(f"{told}: {moves} as the rules have them; {record.last().outcome or 'unfinished'}")
        if arguments.reshake:
            with options.patience():
                again.check_chance(record)
            print(f"{told}: {_the_same(record)}")
        if arguments.watch and not window.watch(Session.of(record)):
            print("There is no screen here: this is the game as text.")
        elif arguments.watch or checked:
            return 0
        for line in transcript(record):
            print(line)
        record.verify()
    return 0


def _the_same(record: Record) -> str:
    """Return what gives the same again: the seed alone, unless a pile was brought to the game or shaken by hand."""
    pile = record.setup.pile if isinstance(record.setup, CollexionSetup) else None
    if pile is None or (pile.trace is None and pile.seed == record.seed):
        return "the seed gives the same again"
    return f"pile {pile.code} is shaken the same again, and seed {record.seed} draws the same again"
