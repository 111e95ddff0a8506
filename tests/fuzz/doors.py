"""All ways into the program for what others have made: how to make an input, and what must become of it.

To enter returns where the input was taken and what it gave was found to be right, and raises a PolypileError where it
was refused. Whatever else is raised is a mistake of the program.
"""

from __future__ import annotations

import json
import os
import random
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

from sim import ongoing
from sim.errors import IllegalMove, MoveError, PolypileError
from sim.house import choices
from sim.pile import RULES, Cover, Pile
from sim.reach.stats import stats
from sim.reach.survey import survey
from sim.record import autosave, journal, scores, shelf
from sim.record.record import Record
from sim.rules import read_state
from sim.session import Session
from sim.settings import Settings
from tests.fuzz import calls, command_lines, genuine
from tests.fuzz.spoiling import PIECES, spoilt, words_of
from tests.reach import brute

Given: TypeAlias = Any
Save: TypeAlias = tuple[str, bytes]


@dataclass(frozen=True)
class Door:
    """One way in."""

    made: Callable[[random.Random], Given]
    entered: Callable[[Given], None]
    per_thousand: int
    """So many of a thousand inputs come by this door."""
    only_read: bool = True
    """Whether nothing but reading goes on behind it: then nothing may be run, and no network reached for."""


def _spoilt(texts: Callable[[], Sequence[str]]) -> Callable[[random.Random], str]:
    def made(chance: random.Random) -> str:
        return spoilt(chance.choice(texts()), texts(), chance)

    return made


# Files


def _enter_record(text: str) -> None:
    record = Record.from_json(text)
    assert Record.from_json(record.to_json()) == record
    record.verify()
    before = record.start()
    for move, state in record.replay():
        assert move in before.legal
        before = state
    assert (before.ply, before.scores) == (len(record.moves), record.scores)
    assert (before.outcome is None) == (record.outcome is None)


def _enter_pile(text: str) -> None:
    pile = Pile.from_json(text)
    again = Pile.from_json(pile.to_json())
    assert (again, again.to_json(), again.code) == (pile, pile.to_json(), pile.code)
    cover = survey(pile, hidden=True)
    assert Cover.from_json(cover.to_json()) == cover
    if len(pile) <= 10 and brute.decided(pile):
        assert cover.covers == brute.covers(pile)
    for rule in RULES:
        reachable = cover.reachable(rule)
        assert bool(reachable) == bool(len(pile))
        assert all(not cover.blockers(id, rule) for id in reachable)
    stats(pile, cover)


def _enter_state(text: str) -> None:
    state = read_state(text)
    again = read_state(state.to_json())
    assert again == state
    assert again.to_json() == state.to_json()
    chance = random.Random(len(text))
    for _ in range(4):
        assert bool(state.legal) == (state.outcome is None)
        for seat in range(state.setup.players):
            view = state.player_view(seat)
            assert view.legal == (state.legal if seat == state.to_move else ())
        if state.outcome is not None:
            return
        census = state.census()
        state = state.play(str(chance.choice(state.legal)))
        assert state.census() == census


def _enter_settings(text: str) -> None:
    chosen = Settings.read(text)
    assert Settings.read(chosen.to_json()) == chosen


# Moves


def _made_move(chance: random.Random) -> tuple[int, str]:
    number = chance.randrange(len(genuine.states()))
    state = genuine.states()[number]
    texts = _moves_of(number)
    what = chance.random()
    if what < 0.1 and state.legal:
        return number, str(chance.choice(state.legal))
    if what < 0.3:
        return number, chance.choice(texts)
    if what < 0.6:
        words = list(words_of([chance.choice(texts) for _ in range(5)]))
        return number, " ".join(chance.choice(words) for _ in range(chance.randrange(1, 7)))
    if what < 0.8:
        words = chance.choice(texts).split()
        words[chance.randrange(len(words))] = chance.choice(
            (*PIECES, "-1", "80", "9" * 9, "9" * 10, "07", "1.0", "\u0661")
        )
        return number, " ".join(words)
    return number, spoilt(str(chance.choice(state.legal or ("take 0",))), texts, chance)


def _moves_of(number: int) -> tuple[str, ...]:
    if number not in _MOVES:
        _MOVES[number] = tuple(map(str, genuine.states()[number].candidates()))
    return _MOVES[number]


_MOVES: dict[int, tuple[str, ...]] = {}


def _enter_move(given: tuple[int, str]) -> None:
    number, text = given
    state = genuine.states()[number]
    try:
        move = state.check(text)
    except (IllegalMove, MoveError):
        assert text not in map(str, state.legal)
        raise
    assert move in state.legal
    assert str(move) == text
    assert state.play(text).ply == state.ply + 1


# The user's folder


def _made_folder(chance: random.Random) -> list[Save]:
    """Return files: a game that was left, and others, one or more of them spoilt."""
    records = genuine.records()
    found: list[tuple[str, str, Sequence[str]]] = [
        ("high-scores.json", genuine.high_scores(), [genuine.high_scores()]),
        ("settings.json", chance.choice(genuine.settings()), genuine.settings()),
        ("out.json.part", genuine.journal(), [genuine.journal()]),
        *((f"saves/{k:012}.json", chance.choice(genuine.saves()), genuine.saves()) for k in range(3)),
        *((f"games/axio-rota-{k}-a.json", chance.choice(records), records) for k in range(2)),
    ]
    hit = set(chance.sample(range(len(found)), k=chance.choice((1, 1, 2, len(found)))))
    return [
        (name, _damaged(text, others, chance) if k in hit else text.encode())
        for k, (name, text, others) in enumerate(found)
    ]


def _damaged(text: str, others: Sequence[str], chance: random.Random) -> bytes:
    if chance.random() < 0.1:
        return chance.randbytes(chance.choice((0, 1, 100)))
    return spoilt(text, others, chance).encode("utf-8", chance.choice(("replace", "surrogatepass")))


def _enter_folder(given: list[Save]) -> None:
    """All that is kept is looked at as a window does when it opens; nothing is lost on the way."""
    with _folder(given) as folder:
        told: list[str] = []
        chosen = choices.read(folder, told.append)
        choices.write(folder, chosen)
        assert choices.read(folder, told.append) == chosen
        _resume(folder, given, told)
        assert all(game.path.exists() for game in shelf.games(folder, told.append))
        try:
            assert len(scores.high_scores(folder)) <= scores.KEPT
        except scores.ScoresSetAside as damage:
            told.append(str(damage))
        assert all(line.isprintable() and len(line) < 5_000 for line in told), told
        there = {path.read_bytes() for path in folder.rglob("*") if path.is_file()}
        assert [name for name, data in given if data not in there and name != "settings.json"] == []
        _go_on(folder / "out.json")


def _resume(folder: Path, given: list[Save], told: list[str]) -> None:
    """Take up the game that was left: as it was, and whatever lies beside it."""
    whole = {data for _, data in given} & {text.encode() for text in genuine.saves()}
    try:
        found = autosave.resume(folder, Session.of, told.append)
    except PolypileError as wrong:
        raise AssertionError("one save keeps all others from being offered") from wrong
    if found is None:
        assert all(b'"outcome": null' not in data for data in whole), "a game that was left is not offered"
        return
    assert found.game.state.outcome is None
    assert found.save is not None
    text = found.save.path.read_bytes()
    found.save.release()
    assert text in whole or b'"seal"' not in text[:20], "what was changed is offered"


def _go_on(out: Path) -> None:
    """Go on with a batch that was interrupted."""
    with journal.beside(out, genuine.BATCH) as kept:
        for entry in kept.done.values():
            assert not ongoing._all_there(entry, out.parent)
            played, _ = ongoing._read(entry)
            assert json.loads(json.dumps(played.to_dict(timed=True))) == played.to_dict(timed=True)


@contextmanager
def _folder(files: list[Save]) -> Iterator[Path]:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for place, data in files:
            path = folder / place
            path.parent.mkdir(exist_ok=True)
            path.write_bytes(data)
            os.utime(path, (1, 1))
        yield folder


DOORS = {
    "record": Door(_spoilt(genuine.records), _enter_record, 200),
    "pile": Door(_spoilt(genuine.piles), _enter_pile, 150),
    "state": Door(_spoilt(genuine.texts_of_states), _enter_state, 150),
    "move": Door(_made_move, _enter_move, 200),
    "settings": Door(_spoilt(genuine.settings), _enter_settings, 100),
    "folder": Door(_made_folder, _enter_folder, 50),
    "command-line": Door(command_lines.made, command_lines.entered, 100, only_read=False),
    "call": Door(calls.made, calls.entered, 50, only_read=False),
}


def given_at(door: str, number: int) -> Given:
    """Return an input by its number: the same one wherever it is made."""
    return DOORS[door].made(random.Random(f"{door} {number}"))


def entered(door: str, given: Given) -> str:
    """Let an input in; return "taken", or why it was refused."""
    try:
        DOORS[door].entered(given)
    except PolypileError as refusal:
        told = str(refusal)
        assert told.isprintable(), told
        assert 0 < len(told) < 5_000, told[:5_000]
        return told
    return "taken"
