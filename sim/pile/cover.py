"""The cover: what lies over, rests on and touches what, and so what can be taken.

Geometry ends here. A survey makes a cover once; taking pieces only asks it again, with what has been taken.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from sim.errors import CoverError
from sim.pile.order import find_cycle, told
from sim.pile.reading import Entry, parse, short

FORMAT = "polypile-cover"
VERSION = 1
RULES = ("uncovered", "unloaded", "untouched")
"""The printed definitions of what can be taken."""

Pairs: TypeAlias = frozenset[tuple[int, int]]
Veils: TypeAlias = tuple[tuple[int, ...], ...]
"""The sets of pieces that hide one piece: all of them must have a member left for it to be hidden."""


class _Union(dict[int, int]):
    """What a group of eight pieces blocks, by which of the eight are left; filled in as it is asked for."""

    __slots__ = ("_masks",)

    def __init__(self, masks: list[int]) -> None:
        super().__init__()
        self._masks = masks

    def __missing__(self, left: int) -> int:
        union = 0
        for k, mask in enumerate(self._masks):
            if left >> k & 1:
                union |= mask
        self[left] = union
        return union


class _Blocking:
    """One rule as bit masks: who stands in whose way. Bit i stands for piece i.

    What is blocked is the union of what each piece left blocks. Taken eight pieces at a time from a table,
    that is ten look-ups for 80 pieces.
    """

    __slots__ = ("blockers", "unions")

    def __init__(self, size: int, pairs: Iterable[tuple[int, int]]) -> None:
        self.blockers = [0] * size
        blocked = [0] * size
        for blocker, piece in pairs:
            self.blockers[piece] |= 1 << blocker
            blocked[blocker] |= 1 << piece
        self.unions = [_Union(blocked[k : k + 8]) for k in range(0, size, 8)]

    def blocked(self, left: int) -> int:
        blocked = 0
        for union, eight in zip(self.unions, left.to_bytes(len(self.unions), "little"), strict=True):
            blocked |= union[eight]
        return blocked


@dataclass(frozen=True, slots=True)
class Cover:
    """What a survey found out about a pile of `size` pieces.

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
    _rules: dict[str, _Blocking] = field(default_factory=dict, init=False, repr=False, compare=False)
    _bits: dict[int, int] = field(default_factory=dict, init=False, repr=False, compare=False)
    _veils: dict[int, tuple[int, ...]] = field(default_factory=dict, init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        _check(self)
        self._bits.update((i, 1 << i) for i in range(self.size))

    def __reduce__(self) -> tuple[Any, ...]:
        return Cover, (self.size, self.covers, self.rests, self.touches, self.hidden_by)

    def reachable(self, rule: str = "uncovered", taken: Iterable[int] = ()) -> tuple[int, ...]:
        """Return the ids that can be taken once those in `taken` are gone, ascending.

        Where a rule leaves nothing although pieces are left, the uncovered ones can be taken.
        """
        return _ids(self.reachable_mask(rule, self.left_mask(taken)))

    def left_mask(self, taken: Iterable[int] = ()) -> int:
        """Return what is left without those taken, as a mask: bit i stands for piece i."""
        bits, gone = self._bits, 0
        try:
            for i in taken:
                gone |= bits[i]
        except (KeyError, TypeError):
            raise CoverError(f"no piece {short(i)} to take: ids run from 0 to {self.size - 1}") from None
        return ((1 << self.size) - 1) & ~gone

    def reachable_mask(self, rule: str, left: int) -> int:
        """Return what can be taken of what is left, both as masks: the quick form of `reachable`."""
        free = left & ~self._blocking(rule).blocked(left)
        return free or left & ~self._blocking("uncovered").blocked(left)

    def blockers(self, id: int, rule: str = "uncovered", taken: Iterable[int] = ()) -> tuple[int, ...]:
        """Return who stands in the way of a piece, ascending; empty where it can be taken."""
        self._check_id(id)
        left = self.left_mask(taken)
        return _ids(self._blocking(self._ruling(rule, left)).blockers[id] & left)

    def why(self, id: int, rule: str = "uncovered", taken: Iterable[int] = ()) -> str:
        """Return one sentence that says why a piece can or cannot be taken."""
        gone = frozenset(taken)
        if id in gone:
            return f"{id} has been taken."
        ways = self.blockers(id, rule, gone)
        ruling = self._ruling(rule, self.left_mask(gone))
        otherwise = "" if ruling == rule else f" (no piece is {rule}: the uncovered ones can be taken)"
        if not ways:
            return f"{id} can be taken: {_FREE[ruling]}{otherwise}."
        return f"{id} cannot be taken: {self._hindrance(id, ruling, ways)}{otherwise}."

    def hidden(self, id: int, taken: Iterable[int] = ()) -> bool:
        """Tell whether nothing of a piece can be seen from above once those in `taken` are gone."""
        self._check_id(id)
        if self.hidden_by is None:
            raise CoverError("this cover does not know what is hidden: survey the pile again to learn it")
        if id not in self._veils:
            self._veils[id] = tuple(sum(self._bits[i] for i in veil) for veil in self.hidden_by[id])
        left = self.left_mask(taken)
        return all(left & veil for veil in self._veils[id])

    def to_json(self) -> str:
        """Return the cover as one line of JSON."""
        content = {
            "format": FORMAT,
            "version": VERSION,
            "size": self.size,
            "covers": sorted(self.covers),
            "rests": sorted(self.rests),
            "touches": sorted(self.touches),
            "hidden_by": self.hidden_by,
        }
        return json.dumps(content, separators=(",", ":"))

    @classmethod
    def from_json(cls, text: str) -> Cover:
        """Return the cover that a text holds; raise CoverError for anything that is not exactly a cover."""
        entry = parse(text, "cover", CoverError, lambda _: None)
        entry.only("format", "version", "size", "covers", "rests", "touches", "hidden_by")
        if entry.get("format") != FORMAT or entry.integer("version", 0, 10**9) != VERSION:
            entry.refuse(f"format and version are not {FORMAT!r} and {VERSION}")
        return cls(
            size=entry.integer("size", 0, 10**6),
            covers=_read_pairs(entry, "covers"),
            rests=_read_pairs(entry, "rests"),
            touches=_read_pairs(entry, "touches"),
            hidden_by=_read_veils(entry),
        )

    def _blocking(self, rule: str) -> _Blocking:
        if rule not in self._rules:
            if rule not in RULES:
                raise CoverError(f"unknown rule {short(rule)}: use {', '.join(RULES[:-1])} or {RULES[-1]}")
            self._rules[rule] = _Blocking(self.size, self._standing_in_the_way(rule))
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

    def _check_id(self, id: int) -> None:
        if id not in self._bits:
            raise CoverError(f"no piece {short(id)}: ids run from 0 to {self.size - 1}")

    def _hindrance(self, id: int, rule: str, ways: tuple[int, ...]) -> str:
        if rule == "unloaded":
            return f"{_listed(ways)} {'rests' if len(ways) == 1 else 'rest'} on it"
        over = tuple(i for i in ways if (i, id) in self.covers)
        beside = tuple(i for i in ways if (i, id) not in self.covers)
        parts = [f"{verb} by {_listed(some)}" for verb, some in (("covered", over), ("touched", beside)) if some]
        return f"it is {' and '.join(parts)}"


_FREE: Mapping[str, str] = {
    "uncovered": "nothing left in the pile covers it",
    "unloaded": "nothing left in the pile rests on it",
    "untouched": "nothing left in the pile covers it, and it touches only what lies under it",
}


def _ids(mask: int) -> tuple[int, ...]:
    ids = []
    while mask:
        rest = mask & (mask - 1)
        ids.append((mask ^ rest).bit_length() - 1)
        mask = rest
    return tuple(ids)


def _listed(ids: tuple[int, ...]) -> str:
    *first, last = map(str, ids)
    return f"{', '.join(first)} and {last}" if first else last


def _check(cover: Cover) -> None:
    known = range(cover.size)
    for name, pairs in (("covers", cover.covers), ("rests", cover.rests), ("touches", cover.touches)):
        for a, b in pairs:
            if a not in known or b not in known or a == b:
                raise CoverError(f"{name} joins {a} and {b}: no such pair among {cover.size} pieces")
    for a, b in cover.touches:
        if a > b:
            raise CoverError(f"touches has {a} before {b}: the smaller id comes first")
    ring = find_cycle(cover.size, cover.covers)
    if ring:
        raise CoverError(f"pieces cover one another in a cycle: {told(ring)}")
    if cover.hidden_by is None:
        return
    if len(cover.hidden_by) != cover.size:
        raise CoverError(f"hidden_by tells of {len(cover.hidden_by)} pieces instead of {cover.size}")
    for id, veils in enumerate(cover.hidden_by):
        if not veils:
            raise CoverError(f"hidden_by names no part of piece {id}: one that lies open has the empty set")
        if any(i not in known or i == id for veil in veils for i in veil):
            raise CoverError(f"hidden_by hides piece {id} with something that is no other piece of the pile")


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
