"""What the program itself writes, of every kind: fuzzed inputs are made from these texts."""

from __future__ import annotations

import random
import tempfile
from functools import cache
from pathlib import Path
from typing import TypeVar

from sim.bots.match import Pace
from sim.bots.tournament import Game, Meeting, Played
from sim.record.journal import Journal
from sim.record.record import Record
from sim.record.scores import HighScore, _laid_out
from sim.record.seal import sealed
from sim.rules import GAMES
from sim.rules.game import State
from sim.rules.luck import Luck
from sim.seeds import stream
from sim.settings import Settings
from tests.reach.heaps import dropped
from tests.rules.games import PILES, mixed, surveyed

T = TypeVar("T")

SHAPES = "triangle", "square", "pentagon", "octagon"
GAMES_EACH = 12
BATCH = {"game": "colour-collect", "seed": 1}


def games_of(game: str) -> tuple[tuple[Record, State], ...]:
    """Return games of chance, over and unfinished, with all options among them: each record with its last state."""
    return _games()[game]


@cache
def _games() -> dict[str, tuple[tuple[Record, State], ...]]:
    return {game: tuple(_played(game, 7 * number) for number in range(GAMES_EACH)) for game in GAMES}


def _played(game: str, number: int) -> tuple[Record, State]:
    chance = random.Random(f"{game} {number}")
    state: State = mixed(game, number, [surveyed(seed) for seed in PILES]).start(Luck(number))
    moves, stop = [], chance.choice((5, 20, 60, 10**9))
    while state.outcome is None and state.ply < stop:
        moves.append(chance.choice(state.legal))
        state = state.play(moves[-1])
    return Record.of(moves, state, ["uniform"] * state.setup.players, {"polypile": "0.1.0"}), state


@cache
def records() -> tuple[str, ...]:
    """Texts of records; most are of the games without a pile, as a pile's digest stops most damage."""
    games = [record.to_json() for game in GAMES for record, _ in games_of(game)]
    return tuple(text for text in games for _ in range(1 if '"pile"' in text else 3))


@cache
def saves() -> tuple[str, ...]:
    """Texts of saved games, over and unfinished, as they lie in the user's folder."""
    return tuple(sealed(text, 1 + number) for number, text in enumerate(dict.fromkeys(records())))


@cache
def states() -> tuple[State, ...]:
    """States from the midst of games, and from their ends."""
    return tuple(state for game in GAMES for _, state in games_of(game))


@cache
def texts_of_states() -> tuple[str, ...]:
    """Texts of states."""
    some = ((state.to_json(), 1 if state.setup.game == "collexion" else 3) for state in states())
    return tuple(text for text, often in some for _ in range(often))


@cache
def piles() -> tuple[str, ...]:
    """Texts of piles: real ones, and many small heaps, which take less time."""
    chance = stream(1, "small heaps")
    small = [dropped([_pose(chance) for _ in range(chance.randrange(1, 9))]) for _ in range(30)]
    return tuple(pile.to_json() for pile in (*small, *(surveyed(seed)[0] for seed in PILES)))


def _pose(chance: random.Random) -> tuple[object, ...]:
    x, y, angle = (round(chance.uniform(low, high), 4) for low, high in ((-35, 35), (-35, 35), (0, 6.28)))
    slope = chance.choice((0.0, 0.0, 0.2, -1.5)), chance.choice((0.0, 0.0, 0.3, 40.0))
    return chance.choice(SHAPES), x, y, angle, slope, chance.choice((0.001, 0.01, 0.5))


@cache
def settings() -> tuple[str, ...]:
    """Texts of settings."""
    plan = {"seats": (("human", "Anna"), ("casual", "")), "options": {"edition": "fr", "variants": ("expert",)}}
    some = (
        Settings(),
        Settings(language="de", sound=False, volume=0.25, colour_vision="safe", patterns="letters", text_size=1.3),
        Settings(animation="off", full_screen=True, game="axio-rota", plans={"collexion": plan}),
        Settings(plans={"axio-rota": {"seats": (("human", "Ä"),), "options": {}}, "colour-collect": plan}),
    )
    return tuple(one.to_json() for one in some)


@cache
def high_scores() -> str:
    """Return the text of a file of high scores."""
    stones = ((6, 7, 8, 9, 10), (6, 6, 8, 8, 12), (0, 0, 3, 4, 5))
    return _laid_out([HighScore(some[0], some, k, f"Anna {k}", "2031-05-17") for k, some in enumerate(stones)])


@cache
def journal() -> str:
    """Return the text of the journal of an interrupted tournament."""
    games = tuple(Game(seats, (0,), (2, 1), 40) for seats in (("uniform", "greedy"), ("greedy", "uniform")))
    with tempfile.TemporaryDirectory() as name:
        with Journal(Path(name) / "out.json.part", BATCH) as kept:
            for seed in range(4):
                played = Played(Meeting(("uniform", "greedy"), seed), games, "", (("uniform", Pace(40, 0.01, 0.001)),))
                kept.add(
                    f"{seed} uniform greedy", {"played": played.to_dict(timed=True), "records": {"a.json": "00ff"}}
                )
        return (Path(name) / "out.json.part").read_text(encoding="utf-8")
