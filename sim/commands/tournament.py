"""`polypile tournament`: bots against one another, on the same piles with seats exchanged."""

from __future__ import annotations

import argparse
import json
import sys
import zlib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sim import setups, table
from sim.commands import files, game_options, journal, ladder_plot, options, plot
from sim.commands.options import UsageError
from sim.errors import GameError

if TYPE_CHECKING:
    from sim.batch import Workers
    from sim.bots.standings import Standings
    from sim.bots.tournament import Plan, Played

HELP = "let bots play against one another, and rate them"
MORE = (
    " Each pair of bots meets on one seed after another, and on each seed plays the same pile and deals with seats "
    "exchanged. The results are the same however many processes or machines work on them, and say nothing of times. "
    "With --out, a tournament that is interrupted goes on where it was when it is typed again. Searching bots take a "
    "budget in iterations, as in search:400."
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
    folder = files.make_folder(arguments.records) if arguments.records else None
    batch = {**plan.to_dict(), "versions": table.versions(), "model": table.model(), "records": bool(folder)}
    with journal.beside(arguments.out, batch) as kept:
        standings = _played(plan, workers, kept, folder)
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


def _played(plan: Plan, workers: Workers, kept: journal.Journal, folder: Path | None) -> Standings:
    from sim.bots.standings import Standings
    from sim.bots.tournament import Played

    meetings = list(plan.meetings)

    def run(numbers: Iterable[int]) -> Iterator[Played]:
        results = table.play_all(plan, (meetings[k] for k in numbers), workers, keep=folder is not None)
        return (_kept(plan, result, folder) for result in results)

    names = [f"{meeting.seed} {' '.join(meeting.bots)}" for meeting in meetings]
    results = journal.resumed(kept, names, run, Played.from_entry, lambda result: result.to_dict(timed=True))
    return Standings(plan, tuple(options.progress(results, len(meetings), "playing", "meetings")))


def _kept(plan: Plan, result: Played, folder: Path | None) -> Played:
    """Save the games of a meeting, and return it without them: many thousand take more memory than there may be."""
    from dataclasses import replace

    if folder is not None:
        for game, text in zip(result.games, result.records, strict=True):
            stem = "-".join((plan.game, str(result.meeting.seed), *game.seats)).replace(":", "_")
            files.save_record(zlib.decompress(text).decode("utf-8"), folder, stem)
    return replace(result, records=())


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
