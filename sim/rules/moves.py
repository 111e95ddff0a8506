"""Moves: a few words and numbers, the same value for every game, and the grammar that each game reads them by."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import product
from typing import TypeAlias

from sim.errors import MoveError
from sim.pile.plain import plain_int
from sim.pile.reading import listed, short

Word: TypeAlias = str | int

_LIMIT = 10**9
_NUMBER = re.compile(r"0|-?[1-9][0-9]{0,8}")


class Move(tuple[Word, ...]):
    """A move as its words, numbers as ints: it is compared, sorted and hashed as the tuple that it is.

    >>> Move("take", 17)
    Move('take', 17)
    >>> str(Move("take", 17)), Move("take", 9) < Move("take", 17)
    ('take 17', True)
    """

    __slots__ = ()

    def __new__(cls, *words: Word) -> Move:
        """Return the move of these words; raise MoveError for anything but words and numbers of a game's size."""
        for word in words:
            if type(word) is not str and not (type(word) is int and -_LIMIT < word < _LIMIT):
                return tuple.__new__(cls, map(_plain, words))
        return tuple.__new__(cls, words)

    def __getnewargs__(self) -> tuple[Word, ...]:
        return tuple(self)

    def __str__(self) -> str:
        return " ".join(map(str, self))

    def __repr__(self) -> str:
        return f"Move({', '.join(map(repr, self))})"


def _plain(word: object) -> Word:
    """Return a word or a number as what is compared and sorted; raise MoveError for anything else."""
    plain = word if type(word) is str else plain_int(word)
    if plain is None or (isinstance(plain, int) and not -_LIMIT < plain < _LIMIT):
        raise MoveError(f"{short(word)} is no part of a move: use words and whole numbers of up to 9 digits")
    return plain


class Grammar:
    """The forms that the moves of a game have, such as "swap KIND SEAT KIND".

    Words in capitals are slots. A slot with words to choose from takes one of those; one without takes a number.
    Whether a move is allowed at the moment is another question: that is for the state.

    >>> grammar = Grammar("Collexion", ("take ID", "score colour COLOUR"), {"COLOUR": ("green", "blue")})
    >>> grammar.parse("score colour green")
    Move('score', 'colour', 'green')
    >>> grammar.parse("score colour red")
    Traceback (most recent call last):
    ...
    sim.errors.MoveError: 'score colour red' is no move of Collexion: COLOUR is green or blue
    """

    def __init__(self, game: str, forms: Iterable[str], words: Mapping[str, Iterable[str]]) -> None:
        self._game = game
        self._forms = tuple(tuple(form.split()) for form in forms)
        self._words = {slot: tuple(some) for slot, some in words.items()}

    def parse(self, text: str) -> Move:
        """Return the move that a text says; raise MoveError for anything else."""
        if not isinstance(text, str):
            raise MoveError(f"{short(text)} is no move of {self._game}: a move is a text such as {self._example()!r}")
        words = text.split() if len(text) <= 200 else []
        if " ".join(words) != text:
            raise self.unreadable(text)
        return self._fit(words, text)

    def accept(self, move: Move) -> Move:
        """Return the move if it has one of the forms of this game; raise MoveError otherwise."""
        if self._fit(list(map(str, move)), str(move)) != move:
            raise self.unreadable(move)  # a number as a word
        return move

    def moves(self, numbers: Mapping[str, Iterable[int]]) -> Iterator[Move]:
        """Yield every move that can be written, each slot for a number with the numbers given for it."""
        for form in self._forms:
            yield from (Move(*words) for words in product(*(self._choices(word, numbers) for word in form)))

    def unreadable(self, text: object) -> MoveError:
        """Return the error for a text that is no move of this game at all."""
        forms = ", ".join(" ".join(form) for form in self._forms)
        return MoveError(f"{short(text)} is no move of {self._game}: {forms}")

    def _fit(self, words: list[str], text: str) -> Move:
        close = ""
        for form in self._forms:
            if len(form) != len(words) or any(a != b for a, b in zip(form, words, strict=True) if not a.isupper()):
                continue
            wrong = [slot for slot, word in zip(form, words, strict=True) if not self._fits(slot, word)]
            if not wrong:
                return Move(*(self._value(slot, word) for slot, word in zip(form, words, strict=True)))
            close = close or wrong[0]
        if close:
            raise MoveError(f"{short(text)} is no move of {self._game}: {close} is {self._told(close)}")
        raise self.unreadable(text)

    def _fits(self, slot: str, word: str) -> bool:
        if not slot.isupper():
            return True
        return word in self._words[slot] if slot in self._words else bool(_NUMBER.fullmatch(word))

    def _choices(self, slot: str, numbers: Mapping[str, Iterable[int]]) -> Iterable[Word]:
        if not slot.isupper():
            return (slot,)
        return self._words[slot] if slot in self._words else numbers[slot]

    def _value(self, slot: str, word: str) -> Word:
        return int(word) if slot.isupper() and slot not in self._words else word

    def _told(self, slot: str) -> str:
        if slot not in self._words:
            return "a whole number of up to 9 digits, without leading zeros"
        return listed(self._words[slot], "or")

    def _example(self) -> str:
        form = self._forms[0]
        return " ".join("0" if w.isupper() and w not in self._words else self._words.get(w, (w,))[0] for w in form)
