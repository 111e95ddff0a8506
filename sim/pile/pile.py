"""The pile: settled poses on a grid, contacts with their loads, a digest, and JSON both ways."""

from __future__ import annotations

import hashlib
import json
import math
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from operator import index
from types import MappingProxyType
from typing import Any, NamedTuple, TypeVar

from sim.errors import CodeError, PileError
from sim.pile.contact import Contact, read_contact
from sim.pile.limits import LARGEST, LARGEST_SEED, MAX_PIECES, MAX_PILE_VALUES
from sim.pile.piece import Piece, Point, read_piece, snap
from sim.pile.plain import real, whole
from sim.pile.reading import Entry, parse, short, whole_entry
from sim.pile.sense import check
from sim.pile.trace import Push, plain_trace
from sim.pile.tray import Tray

FORMAT = "polypile-pile"
VERSION = 1
_NAMES = "format", "version", "model", "seed", "shake", "settle_time", "trace", "pieces", "contacts", "digest"
_MEASURES = "tray", "corner", "thickness", "density"

Part = TypeVar("Part", Piece, Contact)


class Pose(NamedTuple):
    """Where a moving piece is: centre in mm, turn about the vertical in rad, slope of its faces."""

    x: float
    y: float
    z: float
    angle: float
    gradient: Point


class PileCode(NamedTuple):
    """What a short code says: seed, model version and the first digits of the digest."""

    seed: int
    model: int
    digits: str


def parse_code(text: str) -> PileCode:
    """Return what a short code says, or raise CodeError.

    >>> parse_code("7-1-3fa9c2")
    PileCode(seed=7, model=1, digits='3fa9c2')
    """
    if not isinstance(text, str):
        raise CodeError(f"{short(text)} is no code of a pile: it is a text that looks like 7-1-3fa9c2")
    if re.fullmatch(r"hand-[0-9]{1,19}-[0-9]{1,9}-[0-9a-f]{6}", text):
        raise CodeError(f"{text} is a pile that was shaken by hand, which no seed gives: share its file instead")
    found = re.fullmatch(r"([0-9]{1,19})-([0-9]{1,9})-([0-9a-f]{6})", text)
    if not found:
        raise CodeError(f"{short(text)} is no code of a pile: it looks like 7-1-3fa9c2 (seed, model, digits)")
    return PileCode(int(found[1]), int(found[2]), found[3])


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Pile:
    """Pieces at rest, with what it took to shake them. Piles are equal exactly where their digests are.

    Numbers of any type are kept as plain ints and floats, so that the text of a pile gives the same pile again.

    >>> pile = Pile(0, {"tray": 240, "corner": 60, "thickness": 2.5, "density": 1.05}, 1, (), (), 0.0)
    >>> Pile.from_json(pile.to_json()) == pile
    True
    """

    seed: int
    shake: Mapping[str, Any]
    """The parameters of the shake by name, ready for JSON: numbers, texts and flat lists of them."""
    model: int
    """Version of the physical model; the same seed gives the same pile within one model only."""
    pieces: tuple[Piece, ...]
    contacts: tuple[Contact, ...]
    settle_time: float
    """How long the pieces took to come to rest once the box was put down, s."""
    trace: tuple[Push, ...] | None = None
    """What a hand did to the box, where one shook it; None: the seed did."""
    _digest: str = field(default="", init=False)

    def __post_init__(self) -> None:
        plain = {
            "seed": whole(self.seed, "seed", PileError),
            "shake": _parameters(self.shake),
            "model": whole(self.model, "model", PileError),
            "pieces": _parts(Piece, self.pieces, "piece"),
            "contacts": _parts(Contact, self.contacts, "contact"),
            "settle_time": real(self.settle_time, "settle_time", PileError),
            "trace": None if self.trace is None else plain_trace(self.trace, PileError),
        }
        for name, value in plain.items():
            object.__setattr__(self, name, value)
        check(self)

    @classmethod
    def settled(
        cls,
        seed: int,
        shake: Mapping[str, Any],
        model: int,
        pieces: Iterable[Piece],
        contacts: Iterable[Contact],
        settle_time: float,
        trace: tuple[Push, ...] | None = None,
    ) -> Pile:
        """Return the pile with every value on the grid of the file format, so that text keeps it exactly."""
        return cls(
            seed=seed,
            shake=shake,
            model=model,
            pieces=tuple(piece.snapped() for piece in pieces),
            contacts=tuple(contact.snapped() for contact in contacts),
            settle_time=snap(settle_time, 6),
            trace=trace,
        )

    def __len__(self) -> int:
        return len(self.pieces)

    def __iter__(self) -> Iterator[Piece]:
        return iter(self.pieces)

    def __getitem__(self, id: int) -> Piece:
        """Return the piece of that id; as of any sequence, raise IndexError beyond it and TypeError for no integer."""
        k = _index(id)
        if not 0 <= k < len(self.pieces):
            raise IndexError(f"no piece {short(k)}: ids run from 0 to {len(self.pieces) - 1}")
        return self.pieces[k]

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Pile):
            return NotImplemented
        return self is other or self.digest == other.digest

    def __hash__(self) -> int:
        return hash(self.digest)

    def __repr__(self) -> str:
        return f"<Pile {self.code}: {len(self)} pieces>"

    def __reduce__(self) -> tuple[Any, ...]:
        parts = self.seed, dict(self.shake), self.model, self.pieces, self.contacts, self.settle_time, self.trace
        return Pile, parts

    @property
    def tray(self) -> Tray:
        """The tray that the pile lies in."""
        return Tray(float(self.shake["tray"]), float(self.shake["corner"]))

    @property
    def thickness(self) -> float:
        """Thickness of every piece, mm."""
        return float(self.shake["thickness"])

    @property
    def density(self) -> float:
        """Density of every piece, g/cm3; raise PileError where the parameters do not tell it."""
        density = self.shake.get("density")
        if isinstance(density, bool) or not isinstance(density, int | float) or not 0 < density <= LARGEST:
            raise PileError("parameter density of the shake is missing or not above 0: nothing can be weighed")
        return float(density)

    @property
    def digest(self) -> str:
        """SHA-256 over everything in the pile, in hexadecimal digits."""
        if not self._digest:
            canonical = json.dumps(self._content(), sort_keys=True, separators=(",", ":"), allow_nan=False)
            object.__setattr__(self, "_digest", hashlib.sha256(canonical.encode("ascii")).hexdigest())
        return self._digest

    @property
    def code(self) -> str:
        """A short code to share: seed, model and the first digits of the digest.

        That of a pile that was shaken by hand begins with "hand": nobody can shake it again from so little.
        """
        return f"{'' if self.trace is None else 'hand-'}{self.seed}-{self.model}-{self.digest[:6]}"

    def to_dict(self) -> dict[str, Any]:
        """Return what the file holds: the JSON before it is text."""
        return {**self._content(), "digest": self.digest}

    def to_json(self) -> str:
        """Return the text of the file, one piece and one contact a line."""
        lines = ",\n".join(f"{json.dumps(name)}: {_laid_out(value)}" for name, value in self.to_dict().items())
        return f"{{\n{lines}\n}}\n"

    @classmethod
    def from_dict(cls, content: dict[str, Any]) -> Pile:
        """Return the pile that `to_dict` gave; raise PileError for anything that is not exactly a pile."""
        return _read(whole_entry(content, "pile", PileError))

    @classmethod
    def from_json(cls, text: str) -> Pile:
        """Return the pile that a text holds; raise PileError for anything that is not exactly a pile."""
        return _read(parse(text, "pile", PileError, MAX_PILE_VALUES))

    def _content(self) -> dict[str, Any]:
        return {
            "format": FORMAT,
            "version": VERSION,
            "model": self.model,
            "seed": self.seed,
            "shake": {name: list(value) if type(value) is tuple else value for name, value in self.shake.items()},
            "settle_time": self.settle_time,
            **({} if self.trace is None else {"trace": [list(push) for push in self.trace]}),
            "pieces": [piece.to_dict() for piece in self.pieces],
            "contacts": [contact.to_dict() for contact in self.contacts],
        }


def _index(id: Any) -> int:
    if isinstance(id, bool) or not hasattr(id, "__index__"):
        raise TypeError(f"{short(id)} is no id: a pile is asked for a piece by an integer")
    return index(id)


def _parts(kind: type[Part], given: Any, told: str) -> tuple[Part, ...]:
    try:
        parts = tuple(given)
    except TypeError:
        raise PileError(f"{told}s are {short(given)}, not a sequence") from None
    for k, part in enumerate(parts):
        if not isinstance(part, kind):
            raise PileError(f"{told} {k} is {short(part)}, not a {kind.__name__}")
    return tuple(part.plain() for part in parts)


def _parameters(shake: Any) -> Mapping[str, Any]:
    """Return the parameters as immutable values that JSON can hold."""
    if not isinstance(shake, Mapping):
        raise PileError(f"shake is {short(shake)}, not parameters by name")
    frozen: dict[str, Any] = {}
    for name, value in shake.items():
        if not isinstance(name, str):
            raise PileError(f"shake has a parameter {short(name)}: names are texts")
        # lists in lists are no parameters: a file of many could not be walked through
        flat = isinstance(value, list | tuple)
        frozen[name] = tuple(_parameter(name, one) for one in value) if flat else _parameter(name, value)
    for name in _MEASURES:
        if type(frozen.get(name)) is int:
            frozen[name] = float(frozen[name])
    return MappingProxyType(frozen)


def _parameter(name: str, value: Any) -> Any:
    told = f"parameter {name if name.isidentifier() and len(name) <= 40 else short(name)} of the shake"
    if value is None or isinstance(value, bool | str):
        return value
    if hasattr(value, "__index__"):
        number: float = whole(value, told, PileError)
        if abs(number) <= LARGEST_SEED:
            return number
    elif hasattr(value, "__float__"):
        number = real(value, told, PileError)
        if math.isfinite(number):
            return number
    raise PileError(f"{told} is no finite number, text or flat list of them")


def _laid_out(value: Any) -> str:
    if isinstance(value, list) and value:
        return "[\n " + ",\n ".join(json.dumps(one, allow_nan=False) for one in value) + "\n]"
    return json.dumps(value, allow_nan=False)


def _read_trace(entry: Entry) -> tuple[Push, ...] | None:
    if "trace" not in entry.values:
        return None
    pushes = entry.items("trace")
    try:
        return plain_trace(pushes, PileError)
    except PileError as wrong:
        entry.refuse(str(wrong))


def _read(entry: Entry) -> Pile:
    if entry.get("format") != FORMAT:
        entry.refuse(f"this is no pile file: format is {short(entry.get('format'))}, not {FORMAT!r}")
    version = entry.integer("version", 0, 10**9)
    if version != VERSION:
        entry.refuse(f"this program reads version {VERSION}, not {version}")
    entry.only(*_NAMES)
    if len(entry.items("pieces")) > MAX_PIECES:
        entry.refuse(f"more than {MAX_PIECES} pieces")
    shake = entry.entry("shake")
    thickness = shake.number("thickness", 0.0, LARGEST)
    pile = Pile(
        seed=entry.integer("seed", 0, LARGEST_SEED),
        shake=shake.values,
        model=entry.integer("model", 1, 10**9),
        pieces=tuple(read_piece(one, thickness) for one in entry.entries("pieces", "piece")),
        contacts=tuple(read_contact(one) for one in entry.entries("contacts", "contact")),
        settle_time=entry.number("settle_time", 0.0, LARGEST),
        trace=_read_trace(entry),
    )
    if entry.text("digest") != pile.digest:
        entry.refuse("the digest does not match: the file was altered after it was written")
    return pile
