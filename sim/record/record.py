"""The record of a game: how it was set up, what chance and the players did, how it ended; a value with a text."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import MappingProxyType
from typing import Any

from sim.errors import PolypileError, RecordError
from sim.pile.limits import LARGEST_SEED, MAX_VALUES
from sim.pile.plain import whole
from sim.pile.reading import Entry, count_values, parse, short, whole_entry
from sim.record import store
from sim.record.replay import last, replay, start, verify
from sim.rules import GAMES
from sim.rules.game import Outcome, Setup, State
from sim.rules.moves import Move

FORMAT = "polypile-game"
VERSION = 1
MAX_MOVES = 10_000
MAX_VERSIONS = 100
LARGEST_SCORE = 10**9
LONGEST_TEXT = 200
"""Characters of a move, a name or a version."""
LONGEST_RESULT = 2_000
"""Characters of a result of chance, such as a whole deal, and of the reason why a game ended."""

_NAMES = (
    "format",
    "version",
    "game",
    "versions",
    "players",
    "seed",
    "chance",
    "moves",
    "outcome",
    "scores",
    "setup",
)
_SEAL = "seal"
"""What a save bears besides, and a record may: only who goes on with a save asks whether it is whole (see seal.py)."""
_ONE_A_LINE = "chance", "moves"


@dataclass(frozen=True, slots=True, repr=False)
class Record:
    """A game as it was played, over or not. Wrong values raise RecordError.

    Whether the moves are allowed is another question: that is for `verify`.
    """

    setup: Setup
    seed: int
    players: tuple[str, ...]
    """Who sat there, by seat: the name of a bot, "human" or any other name."""
    chance: tuple[str, ...]
    """What chance decided, in order, as texts."""
    moves: tuple[str, ...]
    outcome: Outcome | None
    """How the game ended; None if it has not."""
    scores: tuple[int, ...]
    versions: Mapping[str, str] = field(hash=False)
    """What the game was played with, such as polypile -> "1.2.0"."""

    def __post_init__(self) -> None:
        players = _texts(self.players, "players", self.setup.players, LONGEST_TEXT)
        if len(players) != self.setup.players:
            raise _wrong(f"players has {len(players)} names, but {self.setup.players} play")
        plain = {
            "seed": _in_range(self.seed, "seed", 0, LARGEST_SEED),
            "players": players,
            "chance": _texts(self.chance, "chance", MAX_MOVES, LONGEST_RESULT),
            "moves": _texts(self.moves, "moves", MAX_MOVES, LONGEST_TEXT),
            "outcome": _plain_outcome(self.outcome, len(players)),
            "scores": _plain_scores(self.scores, len(players)),
            "versions": _plain_versions(self.versions),
        }
        for name, value in plain.items():
            object.__setattr__(self, name, value)

    @classmethod
    def begun(cls, state: State, players: Iterable[str], versions: Mapping[str, str]) -> Record:
        """Return the record of a game before its first move."""
        if state.ply:
            raise _wrong(f"a game is recorded from its start, not from ply {state.ply}")
        return cls.of((), state, players, versions)

    @classmethod
    def of(
        cls, moves: Iterable[Move | str], state: State, players: Iterable[str], versions: Mapping[str, str]
    ) -> Record:
        """Return the record of the moves that led to a state: where many are played, quicker than one by one."""
        texts = tuple(map(str, moves))
        if state.ply != len(texts):
            raise _wrong(f"{len(texts)} moves do not lead to ply {state.ply}")
        luck = state.luck
        return cls(state.setup, luck.seed, tuple(players), luck.results, texts, state.outcome, state.scores, versions)

    def after(self, move: Move | str, state: State) -> Record:
        """Return the record with one more move, and the state that it led to."""
        if state.ply != len(self.moves) + 1:
            raise _wrong(f"after {len(self.moves)} moves comes ply {len(self.moves) + 1}, not ply {state.ply}")
        if state.luck.seed != self.seed or (state.setup is not self.setup and state.setup != self.setup):
            raise _wrong(f"the state at ply {state.ply} is of another game")
        return replace(
            self,
            chance=state.luck.results,
            moves=(*self.moves, str(move)),
            outcome=state.outcome,
            scores=state.scores,
        )

    def __reduce__(self) -> tuple[Any, ...]:
        told = self.setup, self.seed, self.players, self.chance, self.moves, self.outcome, self.scores
        return Record, (*told, dict(self.versions))

    def __repr__(self) -> str:
        ended = "unfinished" if self.outcome is None else self.outcome.reason
        names = ", ".join(self.players)
        return f"<Record of {self.game}, seed {self.seed}, {names}: {len(self.moves)} moves, {ended}>"

    @property
    def game(self) -> str:
        """The name of the game, as users type it."""
        return self.setup.game

    def start(self) -> State:
        """Return the state before the first move; raise ReplayDiverged where chance cannot have been as recorded."""
        return start(self)

    def last(self) -> State:
        """Return the state after the last move; raise ReplayDiverged as a replay does."""
        return last(self)

    def replay(self) -> Iterator[tuple[Move, State]]:
        """Yield each move with the state after it; raise ReplayDiverged where the rules do not allow it."""
        return replay(self)

    def verify(self) -> None:
        """Raise ReplayDiverged, which names the ply, where the record is not what the rules give."""
        verify(self)

    # JSON

    def to_dict(self) -> dict[str, Any]:
        """Return what the file holds: the JSON before it is text."""
        return {**self._played(), "setup": self.setup.to_dict()}

    def _played(self) -> dict[str, Any]:
        ended = self.outcome
        return {
            "format": FORMAT,
            "version": VERSION,
            "game": self.game,
            "versions": dict(self.versions),
            "players": list(self.players),
            "seed": self.seed,
            "chance": list(self.chance),
            "moves": list(self.moves),
            "outcome": None if ended is None else ended.to_dict(),
            "scores": list(self.scores),
        }

    def to_json(self, setup: str | None = None) -> str:
        """Return the text of the file: a move a line, and the set-up, which may hold a pile, in the last one.

        The text of the set-up, as `setup_text` returns it, takes longest: who saves after every move may keep it.
        """
        lines = [f'"{name}": {_laid_out(name, value)}' for name, value in self._played().items()]
        lines.append(f'"setup": {setup_text(self.setup) if setup is None else setup}')
        return _not_too_much("{{\n{}\n}}\n".format(",\n".join(lines)))

    @classmethod
    def from_dict(cls, content: dict[str, Any]) -> Record:
        """Return the record that `to_dict` gave; raise RecordError for anything that is not exactly a record."""
        return _read(whole_entry(content, "record", RecordError))

    @classmethod
    def from_json(cls, text: str) -> Record:
        """Return the record that a text holds; raise RecordError for anything that is not exactly a record."""
        return _read(parse(text, "record", RecordError))

    def save(self, path: str | Path) -> None:
        """Write the record to a file, whole or not at all; raise StoreError where that cannot be done."""
        store.write(path, self.to_json().encode("utf-8"))

    @classmethod
    def read(cls, path: str | Path) -> Record:
        """Return the record in a file.

        Raise StoreError where the file cannot be read, and RecordError, with its name, where it holds no record.
        """
        text = store.read(path)
        try:
            return cls.from_json(text)
        except RecordError as wrong:
            raise RecordError(f"{store.spoken(path)}: {wrong}") from None


def _wrong(reason: str) -> RecordError:
    return RecordError(f"record: {reason}")


# Values, whoever gives them


def _in_range(value: Any, told: str, low: int, high: int) -> int:
    number = whole(value, f"record: {told}", RecordError)
    if not low <= number <= high:
        raise _wrong(f"{told} is {short(number)}, not from {low} to {high}")
    return number


def _tuple(value: Any, told: str, most: int) -> tuple[Any, ...]:
    if not isinstance(value, tuple | list):
        raise _wrong(f"{told} is {short(value)}, not a list")
    if len(value) > most:
        raise _wrong(f"{told} has more than {most} entries")
    return tuple(value)


def _texts(value: Any, told: str, most: int, longest: int) -> tuple[str, ...]:
    texts = _tuple(value, told, most)
    # A game calls this after every move: what is right is found right at once.
    fine = {*map(type, texts)} <= {str} and all(texts) and "".join(texts).isprintable()
    if fine and max(map(len, texts), default=0) <= longest:
        return texts
    return tuple(_text(one, f"{told}: number {k}", longest) for k, one in enumerate(texts))


def _text(value: Any, told: str, longest: int) -> str:
    if type(value) is not str:
        raise _wrong(f"{told} is {short(value)}, not a text")
    if not value or len(value) > longest:
        raise _wrong(f"{told} has {len(value)} characters, not from 1 to {longest}")
    if not value.isprintable():
        raise _wrong(f"{told} is {short(value)}, which cannot be printed in one line")
    return value


def _plain_outcome(value: Any, players: int) -> Outcome | None:
    if value is None:
        return None
    if not isinstance(value, Outcome):
        raise _wrong(f"outcome is {short(value)}, not an Outcome")
    winners = _tuple(value.winners, "outcome: winners", players)
    seats = tuple(_in_range(seat, "outcome: a winner", 0, players - 1) for seat in winners)
    if not seats or list(seats) != sorted(set(seats)):
        raise _wrong("outcome: winners are not one or more seats in ascending order")
    return Outcome(seats, _text(value.reason, "outcome: reason", LONGEST_RESULT))


def _plain_scores(value: Any, players: int) -> tuple[int, ...]:
    scores = _tuple(value, "scores", players)
    if len(scores) != players:
        raise _wrong(f"scores has {len(scores)} numbers, but {players} play")
    return tuple(_in_range(score, "a score", -LARGEST_SCORE, LARGEST_SCORE) for score in scores)


def _plain_versions(value: Any) -> Mapping[str, str]:
    if not isinstance(value, Mapping):
        raise _wrong(f"versions is {short(value)}, not versions by name")
    if len(value) > MAX_VERSIONS:
        raise _wrong(f"versions has more than {MAX_VERSIONS} names")
    told = {_text(name, "versions: a name", LONGEST_TEXT): version for name, version in value.items()}
    return MappingProxyType({name: _text(told[name], f"versions: {name}", LONGEST_TEXT) for name in told})


# Text


def setup_text(setup: Setup) -> str:
    """Return a set-up as it stands in the text of a record."""
    return json.dumps(setup.to_dict(), allow_nan=False, separators=(",", ":"))


def _laid_out(name: str, value: Any) -> str:
    if name in _ONE_A_LINE and value:
        return "[\n " + ",\n ".join(json.dumps(one, ensure_ascii=False) for one in value) + "\n]"
    return json.dumps(value, ensure_ascii=False)


def _not_too_much(text: str) -> str:
    """Return the text if it can be read again."""
    if count_values(text) > MAX_VALUES:
        raise _wrong(f"more than {MAX_VALUES} values: no game takes so many")
    return text


def _read(entry: Entry) -> Record:
    if entry.values.get("format") != FORMAT:
        entry.refuse(f"this is no record of a game: format is {short(entry.values.get('format'))}, not {FORMAT!r}")
    version = entry.integer("version", 0, 10**9)
    if version != VERSION:
        entry.refuse(f"this program reads version {VERSION}, not {version}")
    entry.only(*_NAMES, _SEAL)
    game = GAMES[entry.word("game", GAMES)]
    told: dict[str, Any] = {
        "seed": entry.integer("seed", 0, LARGEST_SEED),
        "players": tuple(entry.items("players")),
        "chance": tuple(entry.items("chance")),
        "moves": tuple(entry.items("moves")),
        "outcome": _read_outcome(entry),
        "scores": tuple(entry.items("scores")),
        "versions": entry.entry("versions").values,
    }
    return Record(setup=_read_setup(game, entry.entry("setup")), **told)


def _read_outcome(entry: Entry) -> Outcome | None:
    if entry.get("outcome") is None:
        return None
    outcome = entry.entry("outcome")
    outcome.only("winners", "reason")
    return Outcome(tuple(outcome.items("winners")), outcome.text("reason"))


def _read_setup(game: type[State], entry: Entry) -> Setup:
    try:
        return game.setup_type.from_entry(entry)
    except RecordError:
        raise
    except PolypileError as wrong:
        raise _wrong(f"setup: {wrong}") from None
