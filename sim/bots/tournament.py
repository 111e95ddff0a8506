"""Tournaments: every bot meets every other on the same piles and deals, and each game is played with seats exchanged.

Who starts is drawn from the seed by seat, so that the games of a meeting differ in nothing but who sits where.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any

from sim.bots import bot
from sim.bots.match import Clock, Pace, Timed, run
from sim.errors import GameError, NotSettled
from sim.pile.limits import LARGEST_SEED
from sim.pile.reading import Entry, short
from sim.rules.game import State

MOST_GAMES = 1_000_000
LARGEST_SCORE = 10**9


@dataclass(frozen=True, slots=True)
class Plan:
    """What is to be played. Wrong values raise GameError; whether the game has the options is for its set-up to say."""

    game: str
    bots: tuple[str, ...]
    """Names as they are typed, two or more."""
    games: int
    """For each pair of bots."""
    seed: int
    """Of the first meeting; each further one has the next."""
    players: int = 2
    options: tuple[tuple[str, Any], ...] = ()
    """Of the game, by name."""

    def __post_init__(self) -> None:
        if len(self.bots) < 2 or len(set(self.bots)) < len(self.bots):
            raise GameError("a tournament needs two or more bots, each named once")
        for name in self.bots:
            bot(name, self.game)
        if self.players < 2:
            raise GameError(f"players is {self.players}: in a tournament they play against one another")
        each = len(self.seatings)
        if type(self.games) is not int or not 0 < self.games <= MOST_GAMES or self.games % each:
            raise GameError(
                f"games is {short(self.games)}: use a multiple of {each} up to {MOST_GAMES}, as {self.players} players "
                f"exchange seats {each} times"
            )
        if self.seed + self.games // each - 1 > LARGEST_SEED:
            raise GameError(f"seed {self.seed} leaves no room for {self.games // each} seeds")

    @property
    def seatings(self) -> tuple[tuple[int, ...], ...]:
        """Which of two bots sits in each seat, in every game of a meeting: neither has the better seats.

        >>> Plan("axio-rota", ("uniform", "greedy"), 200, 1).seatings
        ((0, 1), (1, 0))
        """
        if self.players == 3:
            return (0, 1, 1), (1, 0, 1), (1, 1, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)
        one = tuple(seat % 2 for seat in range(self.players))
        return one, tuple(1 - which for which in one)

    @property
    def seeds(self) -> range:
        """The seeds on which each pair of bots meets."""
        return range(self.seed, self.seed + self.games // len(self.seatings))

    @property
    def meetings(self) -> Iterator[Meeting]:
        """Yield all meetings in order: on one seed all pairs of bots, then on the next."""
        for seed in self.seeds:
            for pair in combinations(self.bots, 2):
                yield Meeting(pair, seed)

    def __len__(self) -> int:
        return len(self.seeds) * len(self.bots) * (len(self.bots) - 1) // 2

    def __str__(self) -> str:
        told = [f"{name.replace('_', ' ')} {_spoken(value)}" for name, value in self.options]
        return ", ".join([self.game, *told, f"{self.players} players"])

    def to_dict(self) -> dict[str, Any]:
        """Return the plan ready for JSON."""
        return {
            "game": self.game,
            "players": self.players,
            "options": {name: _plain(value) for name, value in self.options},
            "bots": list(self.bots),
            "games": self.games,
            "seed": self.seed,
        }


@dataclass(frozen=True, slots=True)
class Meeting:
    """Two bots and the seed of the pile and the deals on which they meet."""

    bots: tuple[str, str]
    seed: int


@dataclass(frozen=True, slots=True)
class Game:
    """How one game went."""

    seats: tuple[str, ...]
    """Which bot sat where."""
    winners: tuple[int, ...]
    scores: tuple[int, ...]
    plies: int

    def share(self, name: str) -> float:
        """Return the share of the win that a bot has: 1 for a win, 0 for a loss, a half for a win of both."""
        return sum(self.seats[seat] == name for seat in self.winners) / len(self.winners)

    def to_dict(self) -> dict[str, Any]:
        """Return the result ready for JSON."""
        told = {"seats": self.seats, "winners": self.winners, "scores": self.scores}
        return {**{name: list(value) for name, value in told.items()}, "plies": self.plies}

    @classmethod
    def from_entry(cls, entry: Entry) -> Game:
        """Return the result that `to_dict` gave."""
        entry.only("seats", "winners", "scores", "plies")
        seats = entry.texts("seats")
        winners = entry.integers("winners", 0, len(seats) - 1)
        if not winners:
            entry.refuse("nobody has won")
        scores = entry.integers("scores", -LARGEST_SCORE, LARGEST_SCORE, len(seats))
        return cls(seats, winners, scores, entry.integer("plies", 0, LARGEST_SCORE))


@dataclass(frozen=True, slots=True)
class Played:
    """What came of a meeting."""

    meeting: Meeting
    games: tuple[Game, ...]
    """In the order of the seatings; none where there is no pile."""
    failure: str = ""
    """Why there is no pile."""
    paces: tuple[tuple[str, Pace], ...] = field(default=(), compare=False)
    """How long each bot thought: measured, and so no part of the result."""
    records: tuple[bytes, ...] = field(default=(), compare=False, repr=False)
    """The games as compressed texts, where they were asked for."""

    def share(self, name: str) -> float:
        """Return the mean share of the wins that a bot has."""
        return sum(game.share(name) for game in self.games) / len(self.games)

    def to_dict(self, timed: bool = False) -> dict[str, Any]:
        """Return the result ready for JSON; `timed` also with how long the bots thought."""
        told: dict[str, Any] = {"bots": list(self.meeting.bots), "seed": self.meeting.seed}
        told["games"] = [game.to_dict() for game in self.games]
        if self.failure:
            told["failure"] = self.failure
        if timed:
            told["paces"] = {name: [pace.moves, pace.seconds, pace.slowest] for name, pace in self.paces}
        return told

    @classmethod
    def from_entry(cls, entry: Entry) -> Played:
        """Return the result that `to_dict` gave."""
        entry.only("bots", "seed", "games", "failure", "paces")
        names = entry.texts("bots")
        if len(names) != 2:
            entry.refuse(f"{len(names)} bots have met")
        meeting = Meeting((names[0], names[1]), entry.integer("seed", 0, LARGEST_SEED))
        games = tuple(map(Game.from_entry, entry.entries("games", "game")))
        failure = entry.text("failure") if "failure" in entry.values else ""
        if bool(games) == bool(failure):
            entry.refuse("a meeting has either games or a reason why there are none")
        paces = entry.entry("paces") if "paces" in entry.values else None
        return cls(meeting, games, failure, _read_paces(paces) if paces else ())


def meet(
    plan: Plan, meeting: Meeting, start: State | NotSettled, versions: Mapping[str, str], clock: Clock, keep: bool
) -> Played:
    """Return what comes of a meeting on this state, from which each of its games starts; with `keep`, with records."""
    if isinstance(start, NotSettled):
        return Played(meeting, (), str(start))
    games, records = [], []
    paces = dict.fromkeys(meeting.bots, Pace())
    for seating in plan.seatings:
        names = [meeting.bots[which] for which in seating]
        choosers = [Timed(bot(name, plan.game).choose, clock) for name in names]
        record = run(start, choosers, names, versions)
        assert record.outcome is not None
        games.append(Game(tuple(names), record.outcome.winners, record.scores, len(record.moves)))
        for name, chooser in zip(names, choosers, strict=True):
            paces[name] += chooser.pace
        if keep:
            records.append(zlib.compress(record.to_json().encode("utf-8")))
    return Played(meeting, tuple(games), "", tuple(paces.items()), tuple(records))


def _read_paces(entry: Entry) -> tuple[tuple[str, Pace], ...]:
    paces = []
    for name in entry.values:
        moves, seconds, slowest = entry.numbers(name, 3, 0.0, 1e12)
        paces.append((name, Pace(int(moves), seconds, slowest)))
    return tuple(paces)


def _plain(value: Any) -> Any:
    if hasattr(value, "to_dict"):
        return value.to_dict()
    return list(value) if isinstance(value, tuple) else value


def _spoken(value: Any) -> str:
    return " and ".join(map(str, value)) if isinstance(value, tuple) else str(value)
