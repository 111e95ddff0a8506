"""How many plies a second the rules play: random games to the end, all legal moves listed at every ply.

What chance decides is told, as in a replay: shuffling tiles and laying discs is not counted, nor is setting up.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any

from sim import setups
from sim.physics.settle import settle
from sim.physics.shake import Shake
from sim.pile import Pile
from sim.reach.survey import survey
from sim.rules.axio_rota import AxioRotaSetup
from sim.rules.collexion import CollexionSetup
from sim.rules.colour_collect import ColourCollectSetup
from sim.rules.game import Setup, State
from sim.rules.luck import Luck, below
from sim.seeds import stream

from . import measure

MUST = {"collexion": 20_000, "axio-rota": 2_000, "colour-collect": 50_000}
"""Plies a second on one core."""
GAMES, QUICK_GAMES = 40, 4
REPEATS = 3
PILES = 4


def run(quick: bool, shake: Shake) -> dict[str, Any]:
    """Measure all games with all options and return figures ready for JSON."""
    games = QUICK_GAMES if quick else GAMES
    piles = [settle(seed, shake) for seed in range(1 if quick else PILES)]
    rows = []
    for name, group in _groups(piles).items():
        with measure.quiet_memory():
            rows.append({"game": group[0].game, "options": name, **_speed(group, games)})
    return {
        **measure.setting(quick, shake),
        "rows": rows,
        "speeds": {game: _together([row for row in rows if row["game"] == game]) for game in MUST},
        "must": MUST,
    }


def _groups(piles: Sequence[Pile]) -> dict[str, list[Setup]]:
    """Return set-ups of all games, those that are measured together under one name."""
    surveyed = [(pile, survey(pile)) for pile in piles]
    tiles = setups.load_tiles()
    groups: dict[str, list[Setup]] = {}
    for edition in map(setups.load_edition, setups.EDITIONS):
        for players, variants in ((2, ()), (3, ()), (4, ()), (2, ("expert",)), (4, ("team",)), (4, ("team", "expert"))):
            name = " ".join(("collexion", edition.name, str(players), *variants))
            groups[name] = [CollexionSetup(pile, cover, edition, players, variants) for pile, cover in surveyed]
    for players in (1, 2, 3, 4):
        groups[f"axio-rota {players}"] = [AxioRotaSetup(tiles, players)]
    for variant in (1, 2, 3):
        groups[f"colour-collect variant {variant}"] = [ColourCollectSetup(variant, best_of=5)]
    return groups


def _speed(group: Sequence[Setup], games: int) -> dict[str, Any]:
    """Return plies and seconds; of each game the quickest of some runs counts, as all else is the machine's doing."""
    plies, seconds, most = 0, 0.0, 0
    for number in range(games):
        setup = group[number % len(group)]
        told, choices = _game(setup, number)
        starts = [setup.start(Luck(number, told=told)) for _ in range(REPEATS)]
        plies += len(choices)
        seconds += min(measure.Timed(partial(_replayed, start, choices)).cpu for start in starts)
        most = max(most, len(choices))
    return {"games": games, "plies": plies, "seconds": seconds, "longest": most, "plies_per_second": plies / seconds}


def _game(setup: Setup, seed: int) -> tuple[tuple[str, ...], list[int]]:
    """Play a random game; return what chance decided, and which of the legal moves was played each time."""
    state, chance, choices = setup.start(Luck(seed)), stream(seed, "benchmark").random, []
    while state.outcome is None:
        choices.append(below(len(state.legal), chance))
        state = state.play(state.legal[choices[-1]])
    return state.luck.results, choices


def _replayed(state: State, choices: Sequence[int]) -> State:
    for choice in choices:
        state = state.play(state.legal[choice])
    return state


def _together(rows: Sequence[dict[str, Any]]) -> float:
    return float(sum(row["plies"] for row in rows) / sum(row["seconds"] for row in rows))


def table(result: dict[str, Any]) -> str:
    """Return the figures as a table to read."""

    def rows() -> Iterator[tuple[str, ...]]:
        for row in result["rows"]:
            mean = row["plies"] / row["games"]
            yield row["options"], str(row["games"]), f"{mean:.0f}", f"{row['plies_per_second']:,.0f}"

    lines = [
        "rules: random games to the end, all legal moves listed at every ply, one core, CPU time",
        measure.grid(("", "games", "plies a game", "plies a second"), rows()),
    ]
    lines += [f"{game}: {speed:,.0f} plies/s (must {MUST[game]:,})" for game, speed in result["speeds"].items()]
    return "\n".join(lines) + "\n"
