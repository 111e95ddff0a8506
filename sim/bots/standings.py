"""How a tournament ended: win rates with intervals, ratings, time a move, the games."""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, permutations
from typing import Any, overload

from sim.bots.match import Pace
from sim.bots.ratings import Rating, bradley_terry, wilson
from sim.bots.tournament import Plan, Played
from sim.errors import GameError
from sim.pile.reading import listed, short
from sim.record.record import Record

FORMAT = "polypile-tournament"
VERSION = 1


@dataclass(frozen=True, slots=True)
class Rate:
    """How often a bot wins against another. A win that both share counts a half."""

    meetings: int
    """Seeds that both met on; with each, all their games."""
    won: int
    shared: int
    lost: int
    share: float
    """The win rate, from 0 to 1."""
    low: float
    high: float
    """Its 95% interval. The games on one pile are no independent trials, so meetings are counted, not games: by
    Wilson's formula, which is on the safe side for shares between 0 and 1 and has a width where all games were won."""


@dataclass(frozen=True, slots=True)
class Standings:
    """How a tournament ended."""

    plan: Plan
    played: tuple[Played, ...]
    """What came of each meeting, in order."""

    def win_rate(self, one: str, other: str) -> float:
        """Return the share of the wins that one bot has against another; a shared win counts a half."""
        return self.rate(one, other).share

    def rate(self, one: str, other: str) -> Rate:
        """Return how often one bot wins against another, with the 95% interval."""
        for name in (one, other):
            if name not in self.plan.bots:
                raise GameError(f"{short(name)} has not played: {listed(self.plan.bots)} have")
        met = [meeting for meeting in self.played if meeting.games and {*meeting.meeting.bots} == {one, other}]
        if not met:
            raise GameError(f"{one} and {other} have not met")
        shares = [game.share(one) for meeting in met for game in meeting.games]
        share = sum(shares) / len(shares)
        won, lost = shares.count(1.0), shares.count(0.0)
        return Rate(len(met), won, len(shares) - won - lost, lost, share, *wilson(share, len(met)))

    @property
    def pairs(self) -> Iterator[tuple[str, str]]:
        """Yield the bots that have met, each pair once, in the order of the plan."""
        met = {meeting.meeting.bots for meeting in self.played if meeting.games}
        return (pair for pair in combinations(self.plan.bots, 2) if pair in met)

    @property
    def ratings(self) -> dict[str, Rating]:
        """The ratings by name, best first: Bradley-Terry, 1500 in the mean; as in intervals, meetings are counted."""
        points = {}
        for pair in self.pairs:
            for one, other in permutations(pair):
                rate = self.rate(one, other)
                points[one, other] = rate.share * rate.meetings
        return bradley_terry(self.plan.bots, points) if points else {}

    @property
    def paces(self) -> dict[str, Pace]:
        """How long each bot has thought, in CPU time: measured, and so the only thing here that may differ."""
        paces = dict.fromkeys(self.plan.bots, Pace())
        for meeting in self.played:
            for name, pace in meeting.paces:
                paces[name] += pace
        return paces

    @property
    def records(self) -> Records:
        """The records of all games, in order; none where they were not kept."""
        return Records(tuple(text for meeting in self.played for text in meeting.records))

    @property
    def failures(self) -> dict[int, str]:
        """Why there is no pile, by seed."""
        return {meeting.meeting.seed: meeting.failure for meeting in self.played if meeting.failure}

    def to_dict(self) -> dict[str, Any]:
        """Return all results ready for JSON: equal tournaments give equal ones, so no times are among them."""
        rates = []
        for one, other in self.pairs:
            rate = self.rate(one, other)
            counts = {"meetings": rate.meetings, "won": rate.won, "shared": rate.shared, "lost": rate.lost}
            ends = {"win_rate": rate.share, "low": rate.low, "high": rate.high}
            rates.append({"bot": one, "against": other, **counts, **ends})
        ratings = [
            {"bot": name, "rating": rating.value, "low": rating.low, "high": rating.high}
            for name, rating in self.ratings.items()
        ]
        return {
            "format": FORMAT,
            "version": VERSION,
            **self.plan.to_dict(),
            "ratings": ratings,
            "win_rates": rates,
            "meetings": [meeting.to_dict() for meeting in self.played],
        }

    def to_json(self) -> str:
        """Return the text of the results, a meeting a line."""
        *first, (name, meetings) = self.to_dict().items()
        head = "".join(f'"{name}": {json.dumps(value)},\n' for name, value in first)
        return f'{{\n{head}"{name}": [\n' + ",\n".join(f" {json.dumps(one)}" for one in meetings) + "\n]\n}\n"

    def __str__(self) -> str:
        ratings, paces = self.ratings, self.paces
        each = len(self.plan.seatings)
        lines = [
            f"{self.plan}; seed {self.plan.seed}",
            f"{self.plan.games} games for each pair of bots: {len(self.plan.seeds)} seeds, "
            f"on each {each} games that differ in who sits where",
            "",
            *_grid(
                ("bot", "rating", "95%", "ms a move", "slowest"),
                [
                    (name, f"{rating.value:.0f}", f"{rating.low:.0f} to {rating.high:.0f}", *_milliseconds(paces[name]))
                    for name, rating in ratings.items()
                ],
            ),
            "",
        ]
        rows = []
        best_first = sorted(self.pairs, key=lambda pair: [list(ratings).index(name) for name in pair])
        for pair in best_first:
            one, other = sorted(pair, key=list(ratings).index)
            rate = self.rate(one, other)
            counts = map(str, (rate.won, rate.shared, rate.lost))
            rows.append((f"{one} - {other}", *counts, f"{rate.share:.1%}", f"{rate.low:.1%} to {rate.high:.1%}"))
        return "\n".join([*lines, *_grid(("", "won", "shared", "lost", "win rate", "95%"), rows)])


class Records(Sequence[Record]):
    """The records of many games; they take little room, and each is read when it is asked for."""

    def __init__(self, texts: tuple[bytes, ...]) -> None:
        self._texts = texts

    @overload
    def __getitem__(self, index: int) -> Record: ...
    @overload
    def __getitem__(self, index: slice) -> Records: ...
    def __getitem__(self, index: int | slice) -> Record | Records:
        if isinstance(index, slice):
            return Records(self._texts[index])
        return Record.from_json(zlib.decompress(self._texts[index]).decode("utf-8"))

    def __len__(self) -> int:
        return len(self._texts)

    def __repr__(self) -> str:
        return f"<{len(self)} records>"


def _milliseconds(pace: Pace) -> tuple[str, str]:
    if not pace.moves:
        return "", ""
    return f"{1000 * pace.mean:.3g}", f"{1000 * pace.slowest:.3g}"


def _grid(head: tuple[str, ...], rows: list[tuple[str, ...]]) -> list[str]:
    """Return lines with columns of equal width: names on the left, numbers on the right."""
    table = [head, *rows]
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    lines = []
    for row in table:
        cells = [row[0].ljust(widths[0]), *(cell.rjust(width) for cell, width in zip(row[1:], widths[1:], strict=True))]
        lines.append("  ".join(cells).rstrip())
    return lines
