"""The pile: settled poses on a grid, contacts with their loads, a digest, and JSON both ways."""

from __future__ import annotations

import hashlib
import json
import math
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Literal, NamedTuple, TypeAlias

from sim.errors import CodeError, PileError
from sim.pile.piece import Colour, Piece, Point, Point3, Shape, snap
from sim.pile.reading import Entry, parse, short
from sim.pile.sense import WALL, check
from sim.pile.tray import Tray

FORMAT = "polypile-pile"
VERSION = 1
MAX_PIECES = 20_000
"""More pieces than this are refused before any of them is built."""
MAX_OBJECTS = 50 * MAX_PIECES
"""A piece touches its neighbours at a dozen points; a file of more objects than this is no pile."""

_NAMES = "format", "version", "model", "seed", "shake", "settle_time", "pieces", "contacts", "digest"
_LARGEST = 1e9  # of any number in a file, whatever its unit

ContactKind: TypeAlias = Literal["face", "side"]
_KINDS: tuple[ContactKind, ...] = ("face", "side")


class Pose(NamedTuple):
    """Where a moving piece is: centre in mm, turn about the vertical in rad, slope of its faces."""

    x: float
    y: float
    z: float
    angle: float
    gradient: Point


@dataclass(frozen=True, slots=True)
class Contact:
    """A point where two pieces, or a piece and the box, press on each other."""

    upper: int
    lower: int
    """A piece, FLOOR or WALL."""
    kind: ContactKind
    """"face": `upper` lies on `lower`; "side": edges press, and `lower` is WALL or has the smaller id."""
    point: Point3
    """Where, mm."""
    normal: Point3
    """Unit vector out of `lower` into `upper`."""
    force: Point3
    """Force on `upper`, normal and friction together, mN."""

    @property
    def load(self) -> float:
        """The part of the force along the normal, mN."""
        return sum(f * n for f, n in zip(self.force, self.normal, strict=True))

    def snapped(self) -> Contact:
        """Return the contact on the grid of the file format: 1e-3 mm, 1e-6 for the normal, 1e-3 mN."""
        return Contact(
            upper=self.upper,
            lower=self.lower,
            kind=self.kind,
            point=_snapped(self.point, 3),
            normal=_snapped(self.normal, 6),
            force=_snapped(self.force, 3),
        )


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
    found = re.fullmatch(r"([0-9]{1,19})-([0-9]{1,9})-([0-9a-f]{6})", text)
    if not found:
        raise CodeError(f"{text!r} is no code of a pile: it looks like 7-1-3fa9c2 (seed, model, digits)")
    return PileCode(int(found[1]), int(found[2]), found[3])


@dataclass(frozen=True, slots=True, repr=False)
class Pile:
    """Pieces at rest, with what it took to shake them.

    >>> pile = Pile(0, {"tray": 240, "corner": 60, "thickness": 2.5, "density": 1.05}, 1, (), (), 0.0)
    >>> Pile.from_json(pile.to_json()) == pile
    True
    """

    seed: int
    shake: Mapping[str, Any]
    """The parameters of the shake by name, ready for JSON."""
    model: int
    """Version of the physical model; the same seed gives the same pile within one model only."""
    pieces: tuple[Piece, ...]
    contacts: tuple[Contact, ...]
    settle_time: float
    """How long the pieces took to come to rest once the box was put down, s."""

    def __post_init__(self) -> None:
        frozen = {name: _frozen(name, value) for name, value in self.shake.items()}
        object.__setattr__(self, "shake", MappingProxyType(frozen))
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
    ) -> Pile:
        """Return the pile with every value on the grid of the file format, so that text keeps it exactly."""
        return cls(
            seed=seed,
            shake=shake,
            model=model,
            pieces=tuple(piece.snapped() for piece in pieces),
            contacts=tuple(contact.snapped() for contact in contacts),
            settle_time=snap(settle_time, 6),
        )

    def __len__(self) -> int:
        return len(self.pieces)

    def __iter__(self) -> Iterator[Piece]:
        return iter(self.pieces)

    def __getitem__(self, id: int) -> Piece:
        if not 0 <= id < len(self.pieces):
            raise IndexError(f"no piece {id}: ids run from 0 to {len(self.pieces) - 1}")
        return self.pieces[id]

    def __hash__(self) -> int:
        return hash((self.seed, self.model, self.pieces))

    def __repr__(self) -> str:
        return f"<Pile {self.code}: {len(self)} pieces>"

    def __reduce__(self) -> tuple[Any, ...]:
        parts = self.seed, dict(self.shake), self.model, self.pieces, self.contacts, self.settle_time
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
        if isinstance(density, bool) or not isinstance(density, int | float) or not 0 < density <= _LARGEST:
            raise PileError("parameter density of the shake is missing or not above 0: nothing can be weighed")
        return float(density)

    @property
    def digest(self) -> str:
        """SHA-256 over everything in the pile, in hexadecimal digits."""
        canonical = json.dumps(self._content(), sort_keys=True, separators=(",", ":"), allow_nan=False)
        return hashlib.sha256(canonical.encode("ascii")).hexdigest()

    @property
    def code(self) -> str:
        """A short code to share: seed, model and the first digits of the digest."""
        return f"{self.seed}-{self.model}-{self.digest[:6]}"

    def to_json(self) -> str:
        """Return the text of the file, one piece and one contact a line."""
        content = {**self._content(), "digest": self.digest}
        lines = ",\n".join(f"{json.dumps(name)}: {_laid_out(value)}" for name, value in content.items())
        return f"{{\n{lines}\n}}\n"

    @classmethod
    def from_json(cls, text: str) -> Pile:
        """Return the pile that a text holds; raise PileError for anything that is not exactly a pile."""
        entry = parse(text, "pile", PileError, _piece_counter())
        if entry.get("format") != FORMAT:
            entry.refuse(f"this is no pile file: format is {short(entry.get('format'))}, not {FORMAT!r}")
        version = entry.integer("version", 0, 10**9)
        if version != VERSION:
            entry.refuse(f"this program reads version {VERSION}, not {version}")
        entry.only(*_NAMES)
        pieces = entry.items("pieces")
        if len(pieces) > MAX_PIECES:
            entry.refuse(f"more than {MAX_PIECES} pieces")
        shake = entry.entry("shake")
        thickness = shake.number("thickness", 0.0, _LARGEST)
        pile = cls(
            seed=entry.integer("seed", 0, 2**63 - 1),
            shake=shake.values,
            model=entry.integer("model", 1, 10**9),
            pieces=tuple(_read_piece(one, thickness) for one in entry.entries("pieces", "piece")),
            contacts=tuple(_read_contact(one) for one in entry.entries("contacts", "contact")),
            settle_time=entry.number("settle_time", 0.0, _LARGEST),
        )
        if entry.text("digest") != pile.digest:
            entry.refuse("the digest does not match: the file was altered after it was written")
        return pile

    def _content(self) -> dict[str, Any]:
        return {
            "format": FORMAT,
            "version": VERSION,
            "model": self.model,
            "seed": self.seed,
            "shake": dict(self.shake),
            "settle_time": self.settle_time,
            "pieces": [_piece_content(piece) for piece in self.pieces],
            "contacts": [_contact_content(contact) for contact in self.contacts],
        }


def _snapped(values: Point3, digits: int) -> Point3:
    x, y, z = values
    return snap(x, digits), snap(y, digits), snap(z, digits)


def _frozen(name: str, value: Any) -> Any:
    """Return a parameter as an immutable value that JSON can hold."""
    if isinstance(value, list | tuple):
        return tuple(_frozen(name, one) for one in value)
    number = isinstance(value, int | float) and abs(value) < math.inf
    if not (number or value is None or isinstance(value, str)):
        raise PileError(f"parameter {name} of the shake is no finite number, text or list of them")
    return value


def _laid_out(value: Any) -> str:
    if isinstance(value, list) and value:
        return "[\n " + ",\n ".join(json.dumps(one, allow_nan=False) for one in value) + "\n]"
    return json.dumps(value, allow_nan=False)


def _piece_content(piece: Piece) -> dict[str, Any]:
    return {
        "id": piece.id,
        "shape": str(piece.shape),
        "colour": str(piece.colour),
        "x": piece.x,
        "y": piece.y,
        "z": piece.z,
        "angle": piece.angle,
        "gradient": piece.gradient,
    }


def _contact_content(contact: Contact) -> dict[str, Any]:
    return {
        "upper": contact.upper,
        "lower": contact.lower,
        "kind": contact.kind,
        "point": contact.point,
        "normal": contact.normal,
        "force": contact.force,
    }


def _piece_counter() -> Callable[[dict[str, Any]], None]:
    """Return a watcher that refuses a file as soon as too much of it has been read."""
    pieces = objects = 0

    def count(found: dict[str, Any]) -> None:
        nonlocal pieces, objects
        objects += 1
        pieces += "shape" in found
        if pieces > MAX_PIECES:
            raise PileError(f"pile: more than {MAX_PIECES} pieces")
        if objects > MAX_OBJECTS:
            raise PileError(f"pile: more than {MAX_OBJECTS} entries, too many for {MAX_PIECES} pieces")

    return count


def _read_piece(entry: Entry, thickness: float) -> Piece:
    entry.only("id", "shape", "colour", "x", "y", "z", "angle", "gradient")
    gx, gy = entry.numbers("gradient", 2, -_LARGEST, _LARGEST)
    return Piece(
        id=entry.integer("id", 0, MAX_PIECES),
        shape=entry.word("shape", Shape),
        colour=entry.word("colour", Colour),
        x=entry.number("x", -_LARGEST, _LARGEST),
        y=entry.number("y", -_LARGEST, _LARGEST),
        z=entry.number("z", -_LARGEST, _LARGEST),
        angle=entry.number("angle", -_LARGEST, _LARGEST),
        gradient=(gx, gy),
        thickness=thickness,
    )


def _read_contact(entry: Entry) -> Contact:
    entry.only("upper", "lower", "kind", "point", "normal", "force")
    return Contact(
        upper=entry.integer("upper", 0, MAX_PIECES),
        lower=entry.integer("lower", WALL, MAX_PIECES),
        kind=entry.word("kind", _KINDS),
        point=_read_point(entry, "point"),
        normal=_read_point(entry, "normal"),
        force=_read_point(entry, "force"),
    )


def _read_point(entry: Entry, name: str) -> Point3:
    x, y, z = entry.numbers(name, 3, -_LARGEST, _LARGEST)
    return x, y, z
