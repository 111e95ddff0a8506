"""Command lines that nobody would type, and some that somebody might: one clear line or what was asked for.

All is real but what may rightly take long: no box is shaken (a kept pile is given instead), no game is played to its
end between bots, no window is opened and nothing is measured. A command line that has come so far was taken.
"""

from __future__ import annotations

import argparse
import io
import json
import os
import random
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any
from unittest import mock

from sim import batch, cli
from sim.errors import PolypileError
from sim.pile import Pile
from tests.fuzz import genuine
from tests.fuzz.spoiling import NUMBERS, spoilt
from tests.rules.games import surveyed

SHAKES = 3
"""So many piles are given to one command line; more would be long work."""
INTERRUPTED = ("stats", "--seeds", "0:4", "--out", "stats.json")
HOSTS = "127.0.0.1:1", "tcp://127.0.0.1:1"


class Begun(BaseException):
    """The command line was taken, and long work has begun."""


class Refused(PolypileError):
    """What the command line was told."""


@cache
def _vocabulary() -> dict[str, tuple[tuple[tuple[str, ...], Any], ...]]:
    """Return for each command its options: the flags (none of what is told by its place), and the choices."""
    found: dict[str, tuple[tuple[tuple[str, ...], Any], ...]] = {"": ((("--version",), None), (("--help",), None))}
    for action in cli.parser()._actions:
        if isinstance(action, argparse._SubParsersAction):
            for name, parser in action.choices.items():
                found[name] = tuple((tuple(one.option_strings), one) for one in parser._actions)
    return found


FILES = ("pile.json", "game.json", "spoilt.json", "missing.json", "folder", "empty", "library", ".", "/", "-")
NEW_FILES = (
    *("a.png", "a.svg", "a.npz", "a.csv", "a.json"),
    *("stats.json", "folder/a.json", "no/a.json", "game.json", "pdf"),
)
NAMES = ("uniform", "greedy", "search", "search:3", "human", "casual", "strong", "de", "it", "team", "expert", "1", "3")
RANGES = (
    *("0:2", "0:4", "5:5", "-5:3", "0:1000000", "0:99999999999"),
    *(":", "a:b", "7:", "0:2:4", "9223372036854775806:2**63"),
)
ODD = (
    "",
    " ",
    "--",
    "-",
    "--seed",
    "-x",
    "\n",
    "\0",
    "a\0b",
    "\ud800",
    "é" * 300,
    "x" * 5000,
    "%s",
    "{}",
    "~",
    "\u0661\u0667",
)


def made(chance: random.Random) -> list[str]:
    """Return the words of a command line."""
    vocabulary = _vocabulary()
    if chance.random() < 0.05:
        return [_word(chance) for _ in range(chance.randrange(4))]
    if chance.random() < 0.05:
        return list(INTERRUPTED)
    command = chance.choice([name for name in vocabulary if name])
    options = vocabulary[command]
    words = [command]
    for flags, action in options:
        if not flags or action.required:
            words += _with_values(flags, action, chance)
    for flags, action in chance.sample(options, k=min(len(options), chance.choice((0, 1, 2, 3, 6)))):
        words += _with_values(flags, action, chance)
    if chance.random() < 0.1:
        words.insert(chance.randrange(len(words) + 1), _word(chance))
    if chance.random() < 0.05:
        words = spoilt("\n".join(words), ["\n".join(words)], chance)[:10_000].split("\n")
    return words


def _with_values(flags: tuple[str, ...], action: Any, chance: random.Random) -> list[str]:
    words = [chance.choice(flags)] if flags else []
    if action is None or action.nargs == 0:
        return words
    if action.choices and chance.random() < 0.9:
        value = chance.choice(list(action.choices))
    elif flags and chance.random() < 0.1:
        return words
    else:
        value = _fitting(action, chance)
    if flags and chance.random() < 0.1:
        return [f"{words[0]}={value}"]
    return [*words, value, *([_word(chance)] if action.nargs == "+" else [])]


def _fitting(action: Any, chance: random.Random) -> str:
    """Return a value that the option may well take."""
    if chance.random() < 0.15:
        return _word(chance)
    told = str(action.metavar)
    if told in ("FILE", "DIR", "PATH"):
        return chance.choice(FILES if not action.option_strings or action.dest in ("verify", "trace") else NEW_FILES)
    if told in ("NAMES", "NAME", "WHO", "WHAT", "BOT"):
        return ",".join(chance.choice(NAMES) for _ in range(chance.choice((1, 2, 2, 3, 4))))
    if told == "A:B":
        return chance.choice(RANGES)
    if told == "ADDRESS":
        return chance.choice(HOSTS)
    return chance.choice(("0", "1", "2", "3", "4", "5", "7", "80", "0.3", "240", "1.5:2.5", *NUMBERS))


def _word(chance: random.Random) -> str:
    return chance.choice((*ODD, *NUMBERS, *NAMES, *FILES, *NEW_FILES, *RANGES, *_vocabulary()))


def entered(words: list[str]) -> None:
    """Run a command line in a folder of its own, and look at what it says."""
    with _place(spoilt_by="\n".join(words)):
        status, out, err = _run(words)
    assert status in (0, 1, 2), (status, err)
    assert "Traceback" not in out + err, err
    if status:
        assert err.startswith("polypile"), err
        assert err.count("\n") == 1, err
        assert len(err) < 25_000, len(err)
        assert len(err.splitlines()) == 1, err
        raise Refused(repr(err[:2_000]))


def _run(words: Sequence[str]) -> tuple[int, str, str]:
    """Return status, output and messages of a command line, written as a terminal of UTF-8 gets them."""
    out, err = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8") for _ in range(2))
    err.reconfigure(errors="backslashreplace")
    into = io.TextIOWrapper(io.BytesIO(genuine.piles()[len(words) % 20].encode()), encoding="utf-8")
    with mock.patch.multiple(sys, stdout=out, stderr=err, stdin=into):
        try:
            status: Any = cli.main(words)
        except SystemExit as left:  # argparse leaves by itself
            status = left.code or 0
        except Begun:
            status = 0
    texts = []
    for stream in (out, err):
        stream.flush()
        texts.append(stream.buffer.getvalue().decode("utf-8"))  # type: ignore[attr-defined]
    return status, texts[0], texts[1]


@contextmanager
def _place(spoilt_by: str) -> Iterator[None]:
    before = Path.cwd()
    with tempfile.TemporaryDirectory() as name, _no_long_work():
        folder = Path(name)
        for place, text in _files().items():
            path = folder / place
            path.parent.mkdir(exist_ok=True)
            path.write_text(text, encoding="utf-8")
        chance = random.Random(spoilt_by.encode("utf-8", "surrogatepass"))
        for place in ("spoilt.json", "stats.json.part"):
            if text := _files()[place]:
                changed = spoilt(text, genuine.records(), chance) if chance.random() < 0.8 else text
                (folder / place).write_bytes(changed.encode("utf-8", "replace"))
        os.chdir(folder)
        try:
            yield
        finally:
            os.chdir(before)


@cache
def _files() -> dict[str, str]:
    """Return what lies in the folder in which a command line is typed."""
    return {
        "pile.json": genuine.piles()[-1],
        "game.json": genuine.records()[0],
        "spoilt.json": genuine.records()[-1],
        "empty": "",
        "folder/note": "",
        "library/pile-0.json": genuine.piles()[-2],
        "stats.json.part": _interrupted(),
    }


@cache
def _interrupted() -> str:
    """Return what `stats` leaves when it is interrupted after some seeds."""
    before = Path.cwd()
    with tempfile.TemporaryDirectory() as name, _no_long_work():
        os.chdir(name)
        try:
            _run(INTERRUPTED)
            return Path("stats.json.part").read_text(encoding="utf-8")
        finally:
            os.chdir(before)


@contextmanager
def _no_long_work() -> Iterator[None]:
    given = 0

    def kept(*_: Any, **__: Any) -> Pile:
        nonlocal given
        given += 1
        if given > SHAKES:
            raise Begun
        return surveyed(7)[0]

    def begun(*_: Any, **__: Any) -> Any:
        raise Begun

    def here(work: Callable[[Any], Any], items: Any, _workers: Any = None) -> Iterator[Any]:
        return map(work, items)

    with (
        mock.patch("sim.physics.settle.settle", kept),
        mock.patch("sim.physics.settle.course", begun),
        mock.patch("sim.physics.trajectory.course", begun),
        mock.patch("sim.bots.match.run", begun),
        mock.patch("sim.bots.tournament.run", begun),
        mock.patch("sim.bots.study.self_play", begun),
        mock.patch("sim.commands.bench.run", begun),
        mock.patch("sim.commands.window.run", begun),
        mock.patch("sim.commands.window.watch", begun),
        mock.patch.object(batch, "over", here),
        mock.patch.dict(os.environ, {"POLYPILE_HOME": "home"}),
    ):
        yield


def readable(words: Sequence[str]) -> str:
    """Return a command line for a message."""
    return json.dumps(list(words))
