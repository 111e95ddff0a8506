"""The cover: what lies over, rests on and touches what, and so what can be taken.

Geometry ends here. A survey makes a cover once; taking pieces only asks it again, with what has been taken.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from operator import eq
from typing import Any, TypeAlias

from sim.errors import CoverError
from sim.pile.limits import MAX_PIECES, MAX_PILE_VALUES, MAX_VEILS
from sim.pile.masks import Bits, Blocking, ids_of
from sim.pile.order import find_cycle, told
from sim.pile.plain import known_id, whole
from sim.pile.reading import Entry, listed, parse, short, whole_entry

FORMAT = "polypile-cover"
VERSION = 1
RULES = ("uncovered", "unloaded", "untouched")
"""The printed definitions of what can be taken."""

Pairs: TypeAlias = frozenset[tuple[int, int]]
Veils: TypeAlias = tuple[tuple[int, ...], ...]
"""The sets of pieces that hide one piece: all of them must have a member left for it to be hidden."""


@dataclass(frozen=True, slots=True)
class Cover:
    """What a survey found out about a pile of `size` pieces.

    Whatever is given is kept as frozensets and tuples of ints, and veils in their shortest form: equal covers have
    equal texts. Every question about no piece of the pile, or by no rule, raises CoverError.

    >>> cover = Cover(3, covers=frozenset({(2, 0), (1, 0)}))
    >>> cover.reachable(), cover.reachable(taken={1, 2}), cover.blockers(0, taken={1})
    ((1, 2), (0,), (2,))
    """

    size: int
    covers: Pairs = frozenset()
    """(upper, lower): seen from above, upper is over lower and their footprints overlap."""
    rests: Pairs = frozenset()
    """(upper, lower): upper presses on lower from above."""
    touches: Pairs = frozenset()
    """(a, b) with a < b: the two touch, from whatever side."""
    hidden_by: tuple[Veils, ...] | None = None
    """For each piece the least sets of pieces over each part of it: hidden while each has a member left.

    A piece of which a part lies open has the empty set among them. None: the survey did not look."""
    _rules: dict[str, Blocking] = field(default_factory=dict, init=False, repr=False, compare=False)
    _bits: dict[int, int] = field(default_factory=dict, init=False, repr=False, compare=False)
    _veils: list[tuple[int, ...]] = field(default_factory=list, init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        size = whole(self.size, "size", CoverError)
        if not 0 <= size <= MAX_PIECES:
            raise CoverError(f"size is {short(size)}, not from 0 to {MAX_PIECES}")
        plain = {name: _plain_pairs(name, getattr(self, name), size) for name in ("covers", "rests", "touches")}
        _check(size, **plain)
        hidden_by = None if self.hidden_by is None else _plain_veils(self.hidden_by, size, plain["covers"])
        for name, value in {"size": size, **plain, "hidden_by": hidden_by, "_bits": Bits(size)}.items():
            object.__setattr__(self, name, value)

    def __reduce__(self) -> tuple[Any, ...]:
        return Cover, (self.size, self.covers, self.rests, self.touches, self.hidden_by)

    def reachable(self, rule: str = "uncovered", taken: Iterable[int] = ()) -> tuple[int, ...]:
        """Return the ids that can be taken once those in `taken` are gone, ascending.

        Where a rule leaves nothing although pieces are left, the uncovered ones can be taken.
        """
        return ids_of(self._free(rule, self.left_mask(taken)))

    def left_mask(self, taken: Iterable[int] = ()) -> int:
        """Return what is left without those taken, as a mask: bit i stands for piece i."""
        bits, gone = self._bits, 0
        try:
            ids = iter(taken)
        except TypeError:
            raise CoverError(f"taken is {short(taken)}: give the ids of all pieces that are gone") from None
        for i in ids:
            try:
                gone |= bits[i if type(i) is int else whole(i, "an id", CoverError)]
            except (KeyError, CoverError):
                raise CoverError(f"no piece {short(i)} to take: {self._known()}") from None
        return ((1 << self.size) - 1) & ~gone

    def reachable_mask(self, rule: str, left: int) -> int:
        """Return what can be taken of what is left, both as masks: the quick form of `reachable`."""
        return self._free(rule, self._mask(left))

    def blockers(self, id: int, rule: str = "uncovered", taken: Iterable[int] = ()) -> tuple[int, ...]:
        """Return who stands in the way of a piece, ascending; empty where it can be taken.

        Of a piece that has been taken itself nothing can be said: CoverError.
        """
        piece, left = self._find(id, taken)
        return self._ways(piece, self._ruling(rule, left), left)

    def hindrance(self, id: int, rule: str = "uncovered", taken: Iterable[int] = ()) -> str:
        """Return what stands in the way of a piece, such as "covered by 23 and 41"; "" where it can be taken."""
        piece, left = self._find(id, taken)
        return self._phrase(piece, self._ruling(rule, left), left)

    def why(self, id: int, rule: str = "uncovered", taken: Iterable[int] = ()) -> str:
        """Return one sentence that says why a piece can or cannot be taken, or that it has been taken."""
        piece, left = self._piece(id), self.left_mask(taken)
        ruling = self._ruling(rule, left)
        if not left >> piece & 1:
            return f"{piece} has been taken."
        otherwise = "" if ruling == rule else f" (no piece is {rule}: the uncovered ones can be taken)"
        hindrance = self._phrase(piece, ruling, left)
        if not hindrance:
            return f"{piece} can be taken: {_FREE[ruling]}{otherwise}."
        it_is = "" if ruling == "unloaded" else "it is "
        return f"{piece} cannot be taken: {it_is}{hindrance}{otherwise}."

    def hidden(self, id: int, taken: Iterable[int] = ()) -> bool:
        """Tell whether nothing of a piece can be seen from above once those in `taken` are gone.

        Of a piece that has been taken itself nothing can be said: CoverError.
        """
        piece, left = self._find(id, taken)
        return all(left & veil for veil in self._veil_masks()[piece])

    def seen_mask(self, left: int) -> int:
        """Return which of what is left can be seen from above, if only a part of it, both as masks."""
        mask = self._mask(left)
        veils = self._veil_masks()
        return sum(1 << piece for piece in ids_of(mask) if not all(mask & veil for veil in veils[piece]))

    @property
    def digest(self) -> str:
        """SHA-256 over everything in the cover, in hexadecimal digits."""
        return hashlib.sha256(self.to_json().encode("ascii")).hexdigest()

    def to_dict(self) -> dict[str, Any]:
        """Return what the file holds: the JSON before it is text."""
        veils = self.hidden_by
        return {
            "format": FORMAT,
            "version": VERSION,
            "size": self.size,
            "covers": _listed_pairs(self.covers),
            "rests": _listed_pairs(self.rests),
            "touches": _listed_pairs(self.touches),
            "hidden_by": None if veils is None else [[list(veil) for veil in some] for some in veils],
        }

    def to_json(self) -> str:
        """Return the cover as one line of JSON; a cover has one text only."""
        return json.dumps(self.to_dict(), separators=(",", ":"))

    @classmethod
    def from_dict(cls, content: dict[str, Any]) -> Cover:
        """Return the cover that `to_dict` gave; raise CoverError for anything that is not exactly a cover."""
        return _read(whole_entry(content, "cover", CoverError))

    @classmethod
    def from_json(cls, text: str) -> Cover:
        """Return the cover that a text holds; raise CoverError for anything but the text that `to_json` gives."""
        entry = parse(text, "cover", CoverError, MAX_PILE_VALUES)
        cover = _read(entry)
        if text.strip() != cover.to_json():
            entry.refuse("names or spaces of its text are not where a cover has them")
        return cover

    def _free(self, rule: str, left: int) -> int:
        free = left & ~self._blocking(rule).blocked(left)
        return free or left & ~self._blocking("uncovered").blocked(left)

    def _mask(self, left: int) -> int:
        mask = whole(left, "the mask of what is left", CoverError)
        if mask >> self.size:
            raise CoverError(f"the mask of what is left has bits for more than {self.size} pieces")
        return mask

    def _veil_masks(self) -> list[tuple[int, ...]]:
        if self.hidden_by is None:
            raise CoverError("this cover does not know what is hidden: survey the pile again to learn it")
        if not self._veils:
            self._veils.extend(tuple(sum(1 << i for i in veil) for veil in veils) for veils in self.hidden_by)
        return self._veils

    def _blocking(self, rule: str) -> Blocking:
        try:
            return self._rules[rule]
        except (KeyError, TypeError):
            pass
        if not isinstance(rule, str) or rule not in RULES:
            raise CoverError(f"unknown rule {short(rule)}: use {listed(RULES, 'or')}")
        self._rules[rule] = Blocking(self.size, self._standing_in_the_way(rule))
        return self._rules[rule]

    def _standing_in_the_way(self, rule: str) -> Pairs:
        if rule == "uncovered":
            return self.covers
        if rule == "unloaded":
            return self.rests
        beside = self.touches | {(b, a) for a, b in self.touches}
        return self.covers | {(a, b) for a, b in beside if (b, a) not in self.covers}

    def _ruling(self, rule: str, left: int) -> str:
        """Return the rule that decides: "uncovered" where the rule asked for would leave nothing to take."""
        return rule if left & ~self._blocking(rule).blocked(left) or not left else "uncovered"

    def _piece(self, id: int) -> int:
        piece = known_id(id, self.size)
        if piece is None:
            raise CoverError(f"no piece {short(id)}: {self._known()}")
        return piece

    def _find(self, id: int, taken: Iterable[int]) -> tuple[int, int]:
        """Return a piece that is left, and all that is left as a mask."""
        piece, left = self._piece(id), self.left_mask(taken)
        if not left >> piece & 1:
            raise CoverError(f"piece {piece} has been taken: ask about one that is left")
        return piece, left

    def _known(self) -> str:
        return f"ids run from 0 to {self.size - 1}" if self.size else "the pile is empty"

    def _ways(self, piece: int, ruling: str, left: int) -> tuple[int, ...]:
        return ids_of(self._blocking(ruling).blockers[piece] & left)

    def _phrase(self, piece: int, ruling: str, left: int) -> str:
        ways = self._ways(piece, ruling, left)
        if ways and ruling == "unloaded":
            return f"{listed(ways)} {'rests' if len(ways) == 1 else 'rest'} on it"
        over = tuple(i for i in ways if (i, piece) in self.covers)
        beside = tuple(i for i in ways if (i, piece) not in self.covers)
        parts = [f"{verb} by {listed(some)}" for verb, some in (("covered", over), ("touched", beside)) if some]
        return " and ".join(parts)


_FREE: Mapping[str, str] = {
    "uncovered": "nothing left in the pile covers it",
    "unloaded": "nothing left in the pile rests on it",
    "untouched": "nothing left in the pile covers it, and it touches nothing but polygons that it covers",
}


def _listed_pairs(pairs: Pairs) -> list[list[int]]:
    return [list(pair) for pair in sorted(pairs)]


def _plain_pairs(name: str, given: Iterable[tuple[int, int]], size: int) -> Pairs:
    """Return pairs of ids as a frozenset of tuples; raise CoverError for what is no such pair."""
    try:
        pairs = given if isinstance(given, frozenset) else frozenset((a, b) for a, b in given)
        first, second = zip(*pairs, strict=True) if pairs else ((), ())
        if not ({*map(type, pairs)} <= {tuple} and {*map(type, first), *map(type, second)} <= {int}):
            return _plain_pairs(name, frozenset((_id(name, a), _id(name, b)) for a, b in pairs), size)
    except (TypeError, ValueError):
        raise CoverError(f"{name} is no set of pairs of ids") from None
    ids = {*first, *second}
    if any(map(eq, first, second)) or (ids and not 0 <= min(ids) <= max(ids) < size):
        a, b = next((a, b) for a, b in sorted(pairs) if a == b or not (0 <= a < size and 0 <= b < size))
        raise CoverError(f"{name} joins {short(a)} and {short(b)}: no such pair among {size} pieces")
    return pairs


def _id(name: str, value: Any) -> int:
    return whole(value, f"an id in {name}", CoverError)


def _check(size: int, covers: Pairs, rests: Pairs, touches: Pairs) -> None:
    for a, b in touches:
        if a > b:
            raise CoverError(f"touches has {a} before {b}: the smaller id comes first")
    for upper, lower in rests:
        if (lower, upper) in covers:
            raise CoverError(f"{upper} rests on {lower}, which covers it: nothing rests on what is over it")
    ring = find_cycle(size, covers)
    if ring:
        raise CoverError(f"pieces cover one another in a cycle: {told(ring)}")


def _plain_veils(given: Iterable[Iterable[Iterable[int]]], size: int, covers: Pairs) -> tuple[Veils, ...]:
    """Return the veils of all pieces in their shortest form; raise CoverError where they contradict the covers."""
    try:
        veils = tuple([frozenset(_id("hidden_by", i) for i in veil) for veil in some] for some in given)
    except TypeError:
        raise CoverError("hidden_by is no list of sets of ids for each piece") from None
    if len(veils) != size:
        raise CoverError(f"hidden_by tells of {len(veils)} pieces instead of {size}")
    for id, some in enumerate(veils):
        if not some:
            raise CoverError(f"hidden_by names no part of piece {id}: one that lies open has the empty set")
        if len(some) > MAX_VEILS:
            raise CoverError(f"hidden_by has {len(some)} parts of piece {id}: no piece has more than {MAX_VEILS}")
        for i in frozenset().union(*some):
            if (i, id) not in covers:
                raise CoverError(f"hidden_by hides piece {id} with {short(i)}, which does not cover it")
    return tuple(_least(some) for some in veils)


def _least(veils: Iterable[frozenset[int]]) -> Veils:
    """Leave out every set that contains another one: it has a member left whenever the other has."""
    least: dict[int, tuple[int, ...]] = {}
    for veil in sorted(veils, key=len):
        mask = sum(1 << id for id in veil)
        if not any(mask & less == less for less in least):
            least[mask] = tuple(sorted(veil))
    return tuple(sorted(least.values()))


def _read(entry: Entry) -> Cover:
    entry.only("format", "version", "size", "covers", "rests", "touches", "hidden_by")
    if entry.get("format") != FORMAT or entry.integer("version", 0, 10**9) != VERSION:
        entry.refuse(f"format and version are not {FORMAT!r} and {VERSION}")
    cover = Cover(
        size=entry.integer("size", 0, MAX_PIECES),
        covers=_read_pairs(entry, "covers"),
        rests=_read_pairs(entry, "rests"),
        touches=_read_pairs(entry, "touches"),
        hidden_by=_read_veils(entry),
    )
    for name, value in cover.to_dict().items():
        if entry.get(name) != value:
            entry.refuse(f"{name} is not in order, or says something twice: a cover is written in one way only")
    return cover


def _read_pairs(entry: Entry, name: str) -> Pairs:
    pairs = [tuple(_read_ids(entry, name, pair)) for pair in entry.items(name)]
    if any(len(pair) != 2 for pair in pairs):
        entry.refuse(f"{name} holds something that is no pair of ids")
    return frozenset((a, b) for a, b in pairs)


def _read_veils(entry: Entry) -> tuple[Veils, ...] | None:
    name = "hidden_by"
    if entry.get(name) is None:
        return None
    return tuple(
        tuple(tuple(_read_ids(entry, name, veil)) for veil in _list(entry, name, veils)) for veils in entry.items(name)
    )


def _read_ids(entry: Entry, name: str, value: Any) -> list[int]:
    ids = _list(entry, name, value)
    for id in ids:
        if isinstance(id, bool) or not isinstance(id, int):
            entry.refuse(f"{name} holds {short(id)} instead of an id")
    return ids


def _list(entry: Entry, name: str, value: Any) -> list[Any]:
    if not isinstance(value, list):
        entry.refuse(f"{name} holds {short(value)} instead of a list")
    return value
