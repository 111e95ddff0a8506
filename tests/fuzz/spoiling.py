"""Ways to spoil a text: as bytes that went wrong, as JSON that somebody has edited, as values nobody thought of."""

from __future__ import annotations

import hashlib
import json
import random
import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeAlias

Path: TypeAlias = tuple[Any, ...]

NUMBERS = (
    *("0", "-0", "-0.0", "1", "-1", "2", "0.5", "1e-9", "1e-320", "255", "65536", "1e9", "1e308", "-1e308", "1e400"),
    *(str(2**k + d) for k in (31, 53, 63, 64) for d in (-1, 0)),
    *("9" * 400, "9" * 5000, "0.1" + "0" * 400 + "1", "NaN", "Infinity", "-Infinity", "1e", "01", "+1", "0x10"),
)
VALUES = (*NUMBERS, "null", "true", "false", '""', '"x"', "[]", "{}", "[[]]", '{"a": 1}', '"\\ud800"', '"a\\nb"', '"0"')
PIECES = (
    *("\0", "\x1b", "\u2028", "\ufeff", "\ud800", "\U0001f3b2", "e\u0301"),
    *('"', "\\", "{", "}", "[", "]", ",", ":", "\n", "-", ".", "\\u12", "\u00e9", "/", "*"),
)
SPOT = '"@spot@"'
LARGE = 300_000
VERY_LARGE = 3_000_000


def spoilt(text: str, others: Sequence[str], chance: random.Random) -> str:
    """Return a text that was spoilt once or a few times; parts of others may get into it."""
    for _ in range(chance.choice((1, 1, 1, 1, 2, 3, 5))):
        way = chance.choice(EDITED if chance.random() < 0.75 else BROKEN)
        text = way(text, others, chance)
    return text


# As bytes


def _cut_off(text: str, _others: Sequence[str], chance: random.Random) -> str:
    return text[: chance.randrange(len(text) + 1)]


def _without_a_slice(text: str, _others: Sequence[str], chance: random.Random) -> str:
    first, end = _slice(text, chance)
    return text[:first] + text[end:]


def _with_a_slice_twice(text: str, _others: Sequence[str], chance: random.Random) -> str:
    first, end = _slice(text, chance)
    return text[:end] + text[first:]


def _with_a_slice_of_another(text: str, others: Sequence[str], chance: random.Random) -> str:
    other = chance.choice(others)
    first, end = _slice(other, chance)
    place, _ = _slice(text, chance)
    return text[:place] + other[first:end] + text[place + chance.choice((0, end - first)) :]


def _with_something_put_in(text: str, _others: Sequence[str], chance: random.Random) -> str:
    place, _ = _slice(text, chance)
    return text[:place] + chance.choice(PIECES) + text[place + chance.choice((0, 1)) :]


def _with_another_number(text: str, _others: Sequence[str], chance: random.Random) -> str:
    found = list(re.finditer(r"-?\d+(\.\d+)?(e-?\d+)?", text[:LARGE]))
    if not found:
        return text + chance.choice(NUMBERS)
    one = chance.choice(found)
    return text[: one.start()] + chance.choice(NUMBERS) + text[one.end() :]


def _very_long(text: str, _others: Sequence[str], chance: random.Random) -> str:
    first, end = _slice(text, chance)
    part = text[first:end] or "["
    most = VERY_LARGE if chance.random() < 0.03 else LARGE
    return (text[:end] + part * chance.choice((2, 100, most // len(part))) + text[end:])[: most + len(text)]


def _deep(text: str, _others: Sequence[str], chance: random.Random) -> str:
    first, end = _slice(text, chance)
    opening, closing = chance.choice((("[", "]"), ('{"a":', "}"), ("[[],", "]")))
    depth = chance.choice((10, 500, 990, 20_000))
    return text[:first] + opening * depth + text[first:end] + closing * depth + text[end:]


BROKEN = (
    _cut_off,
    _without_a_slice,
    _with_a_slice_twice,
    _with_a_slice_of_another,
    _with_something_put_in,
    _with_another_number,
    _very_long,
    _deep,
)


def _slice(text: str, chance: random.Random) -> tuple[int, int]:
    """Return where a slice begins and ends: most are short."""
    length = chance.choice((1, 1, 4, 30, 1000, len(text)))
    first = chance.randrange(len(text) + 1)
    return first, min(len(text), first + length)


# As JSON


def _edited(change: Callable[[Any, Path, Sequence[str], random.Random], str | None]) -> Callable[..., str]:
    """Return a way to spoil a text as JSON at a place in it; a text that is no JSON any more is spoilt as bytes."""

    def way(text: str, others: Sequence[str], chance: random.Random) -> str:
        content = loaded(text)
        place = _place(content, chance) if isinstance(content, dict | list) and content else ()
        if not place:
            return chance.choice(BROKEN)(text, others, chance)
        raw = change(content, place, others, chance)
        made = json.dumps(content)
        return made if raw is None else made.replace(SPOT, raw, 1)

    return way


def loaded(text: str) -> Any:
    """Return what a text of JSON says; None where it says nothing, or too much to be looked at."""
    if len(text) > LARGE:
        return None
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


@_edited
def _another_value(content: Any, path: Path, _others: Sequence[str], chance: random.Random) -> str:
    _put(content, path, json.loads(SPOT))
    return chance.choice(VALUES)


@_edited
def _missing(content: Any, path: Path, _others: Sequence[str], _chance: random.Random) -> None:
    del _at(content, path[:-1])[path[-1]]


@_edited
def _twice(content: Any, path: Path, _others: Sequence[str], chance: random.Random) -> None:
    """In a list the same again; in an object the same under another name."""
    around, value = _at(content, path[:-1]), _at(content, path)
    if isinstance(around, list):
        around[path[-1] : path[-1]] = [value] * chance.choice((1, 1, 10))
    else:
        around[chance.choice(("", "a", "format", f"{path[-1]}s", path[-1].upper()))] = value


@_edited
def _exchanged(content: Any, path: Path, _others: Sequence[str], chance: random.Random) -> None:
    other = _place(content, chance)
    one, two = _at(content, path), _at(content, other)
    if path[: len(other)] != other and other[: len(path)] != path:
        _put(content, path, two)
        _put(content, other, one)


@_edited
def _grafted(content: Any, path: Path, others: Sequence[str], chance: random.Random) -> None:
    """What stands at that place, or another, in another text."""
    other = loaded(chance.choice(others))
    try:
        _put(content, path, _at(other, path))
    except (KeyError, IndexError, TypeError):
        _put(content, path, _at(other, _place(other, chance)) if other else None)


@_edited
def _drawn_anew(content: Any, path: Path, _others: Sequence[str], chance: random.Random) -> None:
    """As it might have been: the values below a place are drawn anew, each of its own kind."""
    _put(content, path, redrawn(_at(content, path), chance))


@_edited
def _drawn_anew_with_digests(content: Any, path: Path, _others: Sequence[str], chance: random.Random) -> None:
    _put(content, path, redrawn(_at(content, path), chance))
    mend(content)


@_edited
def _shuffled(content: Any, path: Path, _others: Sequence[str], chance: random.Random) -> None:
    value = _at(content, path)
    if isinstance(value, list):
        chance.shuffle(value)
    mend(content)


EDITED = (
    _another_value,
    _missing,
    _twice,
    _exchanged,
    _grafted,
    _drawn_anew,
    _drawn_anew_with_digests,
    _drawn_anew_with_digests,
    _shuffled,
)


def redrawn(value: Any, chance: random.Random) -> Any:
    """Return a value of the same kind, a little or wholly another one.

    >>> redrawn({"seed": 7, "names": ["a", "b"]}, random.Random(6))
    {'seed': 8, 'names': ['b', 'a']}
    """
    if isinstance(value, bool):
        return chance.random() < 0.5
    if isinstance(value, int):
        return chance.choice((value + 1, value - 1, -value, 0, chance.randrange(13), chance.randrange(100)))
    if isinstance(value, float):
        return chance.choice((value + 1e-6, round(value * chance.uniform(-1.5, 1.5), 4), 0.0, -value, value / 2))
    if isinstance(value, dict):
        names = set(chance.sample(sorted(value), k=min(len(value), chance.choice((1, 2, 100)))))
        return {name: redrawn(one, chance) if name in names else one for name, one in value.items()}
    if isinstance(value, list) and value:
        fewer = [one for one in value if chance.random() < 0.9] if chance.random() < 0.3 else list(value)
        for _ in range(chance.choice((1, 1, 3)) if fewer else 0):
            k = chance.randrange(len(fewer))
            fewer[k] = redrawn(fewer[k], chance) if not isinstance(fewer[k], str) else chance.choice(value)
        return fewer
    return value


def mend(content: Any) -> None:
    """Write the digests of piles and covers anew, so that what was changed is not refused for that alone."""
    if not isinstance(content, dict):
        return
    for value in content.values():
        mend(value)
    if content.get("format") == "polypile-pile":
        body = {name: value for name, value in content.items() if name != "digest"}
        content["digest"] = _digest(json.dumps(body, sort_keys=True, separators=(",", ":")))
    if "cover_digest" in content:
        content["cover_digest"] = _digest(json.dumps(content.get("cover"), separators=(",", ":")))


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def _place(content: Any, chance: random.Random) -> Path:
    """Return the path to something in the content: near the top as likely as deep in it."""
    path: Path = ()
    while isinstance(content, dict | list) and content:
        name = chance.choice(list(content) if isinstance(content, dict) else range(len(content)))
        path, content = (*path, name), content[name]
        if chance.random() < 0.35:
            break
    return path


def _at(content: Any, path: Path) -> Any:
    for name in path:
        content = content[name]
    return content


def _put(content: Any, path: Path, value: Any) -> None:
    _at(content, path[:-1])[path[-1]] = value


def words_of(texts: Sequence[str]) -> Iterator[str]:
    """Yield the words of texts, each once."""
    yield from dict.fromkeys(word for text in texts for word in text.split())
