"""`polypile tournament`: bots against one another, on the same piles with seats exchanged."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from sim import ongoing, setups, table
from sim.bots.standings import Standings
from sim.commands import files, game_options, ladder_plot, options, plot
from sim.commands.options import UsageError
from sim.errors import GameError
from sim.record import store

if TYPE_CHECKING:
    from sim.bots.tournament import Plan

HELP = "let bots play against one another, and rate them"
MORE = (
    " Each pair of bots meets on one seed after another, and on each seed plays the same pile and deals with seats "
    "exchanged. The results are the same however many processes or machines work on them, and say nothing of times. "
    "With --out or --records, a tournament that is interrupted goes on where it was when it is typed again. Searching "
    "bots take a budget in iterations, as in search:400."
)


def add(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("game", choices=tuple(setups.OPTIONS), metavar="GAME", help=", ".join(setups.OPTIONS))
    parser.add_argument(
        "--bots", type=game_options.names, metavar="NAMES", required=True, help="two or more, as in uniform,greedy"
    )
    parser.add_argument(
        "--games", type=options.integer, metavar="N", help="of each pair of bots (200; for 3 players 198, 6 a seed)"
    )
    parser.add_argument("--seed", type=options.seed, metavar="N", help="of the first pile and deals (a new one)")
    parser.add_argument(
        "--players", type=options.integer, metavar="N", help="seats at the table, shared between two bots (2)"
    )
    game_options.add(parser)
    options.add_workers(parser)
    parser.add_argument(
        "--out", type=options.file_name, metavar="FILE", help="save all results as JSON; - for standard output"
    )
    parser.add_argument(
        "--times", type=options.file_ending("json"), metavar="FILE", help="save how long the bots thought, as JSON"
    )
    parser.add_argument("--records", type=options.file_name, metavar="DIR", help="keep the record of every game there")
    parser.add_argument(
        "--plot",
        type=options.file_ending(*plot.FORMATS),
        metavar="FILE",
        help="plot ratings and win rates (.png, .svg, .pdf)",
    )


def run(arguments: argparse.Namespace) -> int:
    """Do what the options ask for."""
    if arguments.plot:
        plot.check(arguments.plot)
    if arguments.times == "-":
        raise UsageError("only --out can write to standard output")
    workers = options.workers_of(arguments)
    plan = _plan(arguments)
    written = files.check_outputs((arguments.out, arguments.times, arguments.plot))
    folder = store.make_folder(arguments.records) if arguments.records else None
    with ongoing.journal(plan, files.saved_in(arguments.out), folder) as kept:
        played = ongoing.played(plan, workers, kept, folder)
        standings = Standings(plan, tuple(options.progress(played, len(plan), "playing", "meetings")))
        _tell(standings, arguments, written)
        kept.remove()
    options.refuse_failures(standings.failures, len(plan.seeds))
    return 0


def _plan(arguments: argparse.Namespace) -> Plan:
    given = game_options.given(arguments)
    if arguments.players is not None:
        given["players"] = arguments.players
    seed = table.new_seed() if arguments.seed is None else arguments.seed
    try:
        return table.plan_tournament(arguments.game, arguments.bots, arguments.games, seed, **given)
    except GameError as wrong:
        raise UsageError(game_options.as_typed(str(wrong), [*given, "games", "seed"])) from None


def _tell(standings: Standings, arguments: argparse.Namespace, written: Iterable[str]) -> None:
    if arguments.out:
        files.write(arguments.out, standings.to_json())
    if arguments.times:
        files.write(arguments.times, json.dumps(_times(standings), indent=1) + "\n")
    if arguments.plot:
        files.write(arguments.plot, plot.rendered(ladder_plot.figure(standings), arguments.plot))
    messages = sys.stderr if arguments.out == "-" else sys.stdout
    print(standings, file=messages)
    for name in written:
        if name != "-":
            print(f"saved {name}", file=messages)
    if arguments.records:
        games = sum(len(meeting.games) for meeting in standings.played)
        print(f"saved the records of {options.counted(games, 'game')} in {arguments.records}", file=messages)


def _times(standings: Standings) -> dict[str, Any]:
    paces = {
        name: {"moves": pace.moves, "mean": pace.mean, "slowest": pace.slowest}
        for name, pace in standings.paces.items()
    }
    return {"unit": "seconds of CPU time a move", "bots": paces}
