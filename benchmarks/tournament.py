"""How much faster two processes play a tournament than one, whether they play the same, and how long each bot thinks.

A pair of games is a seed: its pile is shaken once and played twice, with seats exchanged. All of that counts, by the
clock, with the start of the processes.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from functools import partial
from importlib.util import find_spec
from typing import Any

from sim import bots
from sim.batch import Workers
from sim.bots.standings import Standings
from sim.bots.tournament import Plan
from sim.commands.options import counted
from sim.physics.shake import Shake
from sim.table import plan_tournament, play_all

from . import measure

GAME, RIVALS = "collexion", ("greedy", "casual")
"""Casual is greedy by another name: what is timed are greedy games."""
PAIRS, QUICK_PAIRS = 100, 4
MUST = 1.7
"""So many times as fast on two processes as on one."""
SEEDS, QUICK_SEEDS = 10, 1
"""On which every bot meets every other, with its usual budget, to see how long it thinks."""


def run(quick: bool, shake: Shake) -> dict[str, Any]:
    """Play tournaments and return figures ready for JSON."""
    pairs = QUICK_PAIRS if quick else PAIRS
    plan = plan_tournament(GAME, RIVALS, 2 * pairs, 1, shake=shake)
    _played(plan_tournament(GAME, RIVALS, 2, 0, shake=shake), Workers())  # kernels are compiled by then
    whoever = [Workers(1), Workers(2), *([Workers(2, "dask")] if find_spec("distributed") else [])]
    timed = [measure.Timed(partial(_played, plan, workers)) for workers in whoever]
    alone = timed[0]
    return {
        **measure.setting(quick, shake),
        "cores": os.cpu_count(),
        "pairs": pairs,
        "bots": list(RIVALS),
        "runs": [
            {
                "backend": workers.backend,
                "jobs": workers.jobs,
                "seconds": one.wall,
                "ratio": alone.wall / one.wall,
                "identical": one.value.to_json() == alone.value.to_json(),
            }
            for workers, one in zip(whoever, timed, strict=True)
        ],
        "must": MUST,
        "seeds": QUICK_SEEDS if quick else SEEDS,
        "paces": {game: _paces(game, QUICK_SEEDS if quick else SEEDS, shake) for game in bots.BOTS},
    }


def rivals(game: str) -> tuple[str, ...]:
    """Return the bots of a game, the weakest first; levels are some of these by other names."""
    return tuple(bots.BOTS[game])


def _paces(game: str, seeds: int, shake: Shake) -> dict[str, Any]:
    options = {"shake": shake} if game == GAME else {}
    paces = _played(plan_tournament(game, rivals(game), 2 * seeds, 1, **options), Workers()).paces
    return {name: {"moves": p.moves, "mean": p.mean, "slowest": p.slowest} for name, p in paces.items()}


def _played(plan: Plan, workers: Workers) -> Standings:
    return Standings(plan, tuple(measure.progress(play_all(plan, plan.meetings, workers), len(plan), "playing")))


def table(result: dict[str, Any]) -> str:
    """Return the figures as tables to read."""

    def runs() -> Iterator[tuple[str, ...]]:
        for one in result["runs"]:
            who = "this process" if one["jobs"] == 1 else f"{one['jobs']} processes of {one['backend']}"
            same = "yes" if one["identical"] else "NO"
            yield who, measure.seconds(one["seconds"]), f"{one['ratio']:.2f}", same

    def thoughts() -> Iterator[tuple[str, ...]]:
        for game, paces in result["paces"].items():
            for name, pace in paces.items():
                times = (measure.seconds(pace[what]) for what in ("mean", "slowest"))
                yield f"{game} {name}", str(pace["moves"]), *times

    return "\n".join(
        (
            f"tournament: {result['pairs']} pairs of greedy games of Collexion, piles shaken too, wall-clock",
            measure.grid(("", "time", "times as fast", "same bytes"), runs()),
            f"two processes must be {result['must']} times as fast as one; this machine has {result['cores']} cores\n",
            f"CPU time a move, every bot against every other on {counted(result['seeds'], 'seed')}, usual budgets",
            measure.grid(("", "moves", "mean", "slowest"), thoughts()),
            "",
        )
    )
