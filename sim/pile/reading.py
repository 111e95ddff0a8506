"""Strict reading of JSON: nothing is guessed, and whatever is wrong is named with its place in the file."""

from __future__ import annotations

import json
import math
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any, NoReturn, TypeAlias, TypeVar

from sim.errors import PolypileError
from sim.pile.limits import MAX_VALUES

ErrorType: TypeAlias = type[PolypileError]
Word = TypeVar("Word", bound=str)

# what is left of a number, a word or an escape where a text was cut off within it
_CUT_OFF = re.compile(r"|\.|[eE][+-]?|-|tr?u?|fa?l?s?|nu?l?|u[0-9a-fA-F]{0,4}")


def short(value: object) -> str:
    """Return a value as one short line for a message."""
    if isinstance(value, dict | list):
        return "an object" if isinstance(value, dict) else "a list"
    try:
        text = ascii(value)
    except ValueError:  # Python does not print so many digits
        return "a number with too many digits"
    return text if len(text) <= 40 else f"{text[:37]}..."


def listed(words: Iterable[object], last: str = "and") -> str:
    """Return words as a list to read.

    >>> listed(["a", "b", "c"]), listed([23, 41], last="or"), listed(["a"])
    ('a, b and c', '23 or 41', 'a')
    """
    *first, end = map(str, words)
    return f"{', '.join(first)} {last} {end}" if first else end


def count_values(text: str) -> int:
    """Return how many values a text of JSON holds at the most: a few bytes each, they take many once they are read."""
    return text.count(",") + text.count("[") + text.count("{")


def parse(text: str, what: str, error: ErrorType, most: int = MAX_VALUES) -> Entry:
    """Read the text of a JSON object that holds no more than so many values."""

    def gather(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        found = dict(pairs)
        if len(found) < len(pairs):
            counts = Counter(name for name, _ in pairs)
            twice = next(name for name, count in counts.items() if count > 1)
            raise error(f"{what}: the name {short(twice)} stands twice in one object")
        return found

    def constant(name: str) -> NoReturn:
        raise error(f"{what}: {name} is not a number that a file may hold")

    if not isinstance(text, str):
        raise error(f"{what} is read from a text, not from {type(text).__name__}")
    if count_values(text) > most:
        raise error(f"{what}: more than {most} values, which no file of this program holds")
    try:
        # some editors put a byte order mark before what they save
        value = json.loads(text.removeprefix("\ufeff"), object_pairs_hook=gather, parse_constant=constant)
    except json.JSONDecodeError as wrong:
        raise error(f"{what} {_fault(wrong)}") from None
    except RecursionError:
        raise error(f"{what} is nested too deeply") from None
    except ValueError:
        raise error(f"{what} holds a number with too many digits") from None
    return whole_entry(value, what, error)


def whole_entry(value: Any, what: str, error: ErrorType) -> Entry:
    """Return what a whole file holds, which must be an object."""
    if not isinstance(value, dict):
        raise error(f"{what} is not a JSON object but {short(value)}")
    return Entry(value, what, error)


def _fault(wrong: json.JSONDecodeError) -> str:
    text = wrong.doc.rstrip()
    if not text:
        return "is empty: it may be truncated"
    cut_off = wrong.msg != "Extra data" and _CUT_OFF.fullmatch(text, min(wrong.pos, len(text)))
    if cut_off or wrong.msg.startswith("Unterminated string"):
        return f"ends too early (line {wrong.lineno}): it may be truncated"
    return f"is not JSON (line {wrong.lineno}: {wrong.msg})"


class Entry:
    """An object of the file whose values are fetched by name and checked on the way."""

    __slots__ = ("_error", "_where", "values")

    def __init__(self, values: dict[str, Any], where: str, error: ErrorType) -> None:
        self.values = values
        self._where = where
        self._error = error

    def refuse(self, reason: str) -> NoReturn:
        """Raise the error of this file, with the place of this entry."""
        raise self._error(f"{self._where}: {reason}")

    def only(self, *names: str) -> None:
        """Refuse names other than these."""
        for name in self.values:
            if name not in names:
                self.refuse(f"unknown name {short(name)}")

    def get(self, name: str) -> Any:
        """Return the value as it is."""
        if name not in self.values:
            self.refuse(f"{name} is missing")
        return self.values[name]

    def text(self, name: str) -> str:
        """Return a text."""
        value = self.get(name)
        if not isinstance(value, str):
            self.refuse(f"{name} is {short(value)}, not a text")
        return value

    def word(self, name: str, words: Iterable[Word]) -> Word:
        """Return the one of these words that stands there."""
        value = self.text(name)
        for word in words:
            if word == value:
                return word
        self.refuse(f"{name} is {short(value)}, not one of {', '.join(words)}")

    def flag(self, name: str) -> bool:
        """Return what is either true or false."""
        value = self.get(name)
        if not isinstance(value, bool):
            self.refuse(f"{name} is {short(value)}, neither true nor false")
        return value

    def integer(self, name: str, low: int, high: int) -> int:
        """Return an integer from low to high."""
        value = self.get(name)
        if isinstance(value, bool) or not isinstance(value, int):
            self.refuse(f"{name} is {short(value)}, not an integer")
        if not low <= value <= high:
            self.refuse(f"{name} is {short(value)}, not from {low} to {high}")
        return value

    def number(self, name: str, low: float, high: float) -> float:
        """Return a finite number from low to high."""
        return self._number(self.get(name), name, low, high)

    def numbers(self, name: str, count: int, low: float, high: float) -> tuple[float, ...]:
        """Return a list of so many finite numbers from low to high."""
        values = self.items(name)
        if len(values) != count:
            self.refuse(f"{name} has {len(values)} numbers instead of {count}")
        return tuple(self._number(value, name, low, high) for value in values)

    def items(self, name: str) -> list[Any]:
        """Return a list as it is."""
        value = self.get(name)
        if not isinstance(value, list):
            self.refuse(f"{name} is {short(value)}, not a list")
        return value

    def texts(self, name: str) -> tuple[str, ...]:
        """Return a list of texts."""
        values = self.items(name)
        for k, value in enumerate(values):
            if not isinstance(value, str):
                self.refuse(f"{name}: number {k} is {short(value)}, not a text")
        return tuple(values)

    def integers(self, name: str, low: int, high: int, count: int | None = None) -> tuple[int, ...]:
        """Return a list of integers from low to high, of any length or of the one given."""
        values = self.items(name)
        if count is not None and len(values) != count:
            self.refuse(f"{name} has {len(values)} numbers instead of {count}")
        for value in values:
            if type(value) is not int or not low <= value <= high:
                self.refuse(f"{name} holds {short(value)}, not an integer from {low} to {high}")
        return tuple(values)

    def rows(self, name: str, count: int) -> Entry:
        """Return a list of so many entries as an object, with their numbers as names: "0", "1", ..."""
        values = self.items(name)
        if len(values) != count:
            self.refuse(f"{name} has {len(values)} entries instead of {count}")
        return Entry({str(k): value for k, value in enumerate(values)}, f"{self._where}: {name}", self._error)

    def entry(self, name: str) -> Entry:
        """Return an object."""
        value = self.get(name)
        if not isinstance(value, dict):
            self.refuse(f"{name} is {short(value)}, not an object")
        return Entry(value, f"{self._where}: {name}", self._error)

    def entries(self, name: str, singular: str) -> Iterator[Entry]:
        """Yield the objects of a list, each with its place."""
        for k, value in enumerate(self.items(name)):
            if not isinstance(value, dict):
                self.refuse(f"{singular} {k} is {short(value)}, not an object")
            yield Entry(value, f"{self._where}: {singular} {k}", self._error)

    def _number(self, value: Any, name: str, low: float, high: float) -> float:
        if isinstance(value, bool) or not isinstance(value, int | float):
            self.refuse(f"{name} is {short(value)}, not a number")
        try:
            number = float(value)
        except OverflowError:
            number = math.inf
        if not math.isfinite(number):
            self.refuse(f"{name} is no finite number")
        if not low <= number <= high:
            self.refuse(f"{name} is {number:g}, not from {low:g} to {high:g}")
        return number
