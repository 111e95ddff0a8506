"""Arguments and messages of the command `polypile`; the work is done in `sim.commands`.

Exit 0: done; 1: the work failed, with one clear line; 2: the command line was wrong.
"""

from __future__ import annotations

import argparse
import io
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn, Protocol, cast

from sim.commands import interrupts
from sim.commands.options import UsageError
from sim.errors import PolypileError

if TYPE_CHECKING:
    from _typeshed import SupportsWrite


class Command(Protocol):
    """What the module of a subcommand offers."""

    HELP: str
    """What it does, in one line."""
    MORE: str
    """What else its own help says, in whole sentences."""

    def add(self, parser: argparse.ArgumentParser) -> None:
        """Declare the options."""

    def run(self, arguments: argparse.Namespace) -> int:
        """Do what the options ask for and return the exit status."""


COMMANDS = ("play", "replay", "shake", "reach", "stats", "tournament", "bench")
"""Each is a module of `sim.commands`; they are imported only once an interrupt would be told in one line."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return the exit status."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        # A file name that the terminal cannot show is no reason to fail.
        sys.stdout.reconfigure(errors="backslashreplace")
    if sys.stderr is None:
        # The shell has closed it; `print` would turn to standard output instead, into the midst of JSON.
        sys.stderr = Path(os.devnull).open("w")  # noqa: SIM115  (as long as the process runs)
    with interrupts.heeded() as interrupted:
        try:
            status = _run(sys.argv[1:] if arguments is None else arguments)
            if sys.stdout is not None:  # it is None where the shell has closed it
                sys.stdout.flush()
        except KeyboardInterrupt:
            return _complain("interrupted", 130)
        except Exception as wrong:
            return _complain("interrupted", 130) if interrupted() else _told(wrong)
    return status


def _run(arguments: Sequence[str]) -> int:
    chosen = parser().parse_args(_joined(arguments))
    if chosen.version:
        from sim.commands import version

        return version.run()
    if chosen.command is None:
        from sim.commands import window

        return window.run()
    return _command(chosen.command).run(chosen)


def _told(wrong: Exception) -> int:
    """Tell what went wrong and return the exit status; raise again what should never have happened."""
    match wrong:
        case UsageError():
            return _complain(str(wrong), 2)
        case PolypileError():
            return _complain(str(wrong), 1)
        case BrokenPipeError():
            _drop_output()  # whoever read it has gone: nothing to complain about
            return 1
        case OSError():
            if wrong.filename is None:
                _drop_output()
            place = f"{wrong.filename}: " if wrong.filename else ""
            return _complain(f"{place}{(wrong.strerror or str(wrong)).lower()}", 1)
    raise wrong


def parser() -> argparse.ArgumentParser:
    """Return the parser of the whole command line."""
    top = _Parser(
        prog="polypile",
        description="A box of polygons, shaken into a pile, and the games that are played with it. "
        "Without a command: open the window at its menu.",
    )
    top.add_argument("--version", action="store_true", help="show versions of program, model and what they stand on")
    commands = top.add_subparsers(dest="command", metavar="COMMAND")
    for name in COMMANDS:
        command = _command(name)
        description = f"{command.HELP[0].upper()}{command.HELP[1:]}.{command.MORE}"
        command.add(commands.add_parser(name, help=command.HELP, description=description))
    return top


def _command(name: str) -> Command:
    return cast("Command", import_module(f"sim.commands.{name}"))


def _joined(arguments: Sequence[str]) -> list[str]:
    """Write `--seeds -5:3` as `--seeds=-5:3`: a range below 0 shall be told that, not be taken for an option."""
    joined: list[str] = []
    for word in arguments:
        if joined and joined[-1] == "--seeds" and word[:1] == "-" and word[1:2].isdigit():
            joined[-1] += f"={word}"
        else:
            joined.append(word)
    return joined


class _Parser(argparse.ArgumentParser):
    """A parser that takes no abbreviations and complains in one line."""

    def __init__(self, **settings: object) -> None:
        super().__init__(**settings, allow_abbrev=False)  # type: ignore[arg-type]

    def print_help(self, file: SupportsWrite[str] | None = None) -> None:
        print(self.format_help(), end="", file=file)  # argparse itself would hide that it failed
        if sys.stdout is not None:
            sys.stdout.flush()

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: {' '.join(message.split())} (see {self.prog} --help)\n")


def _drop_output() -> None:
    """Keep Python from trying to write the rest on its way out: it would fail again, with a traceback."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _complain(message: str, status: int) -> int:
    print(f"polypile: {message}", file=sys.stderr)
    return status
