"""Where pieces press on each other, and on the box."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from sim.errors import PileError
from sim.pile.limits import LARGEST, MAX_PIECES
from sim.pile.piece import Point3, snap
from sim.pile.plain import is_plain, reals, whole
from sim.pile.reading import Entry, short
from sim.pile.sense import WALL

ContactKind: TypeAlias = Literal["face", "side"]
_KINDS: tuple[ContactKind, ...] = ("face", "side")


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

    def plain(self) -> Contact:
        """Return the contact in plain ints and floats, itself where it is; raise PileError for what is no contact."""
        if self._is_plain():
            return self
        kind = next((kind for kind in _KINDS if kind == self.kind), None)
        if kind is None:
            raise PileError(f"a contact is of kind {short(self.kind)}, not one of {', '.join(_KINDS)}")
        return Contact(
            upper=whole(self.upper, "upper of a contact", PileError),
            lower=whole(self.lower, "lower of a contact", PileError),
            kind=kind,
            point=_plain(self.point, "point of a contact"),
            normal=_plain(self.normal, "normal of a contact"),
            force=_plain(self.force, "force of a contact"),
        )

    def _is_plain(self) -> bool:
        vectors = self.point, self.normal, self.force
        return (
            type(self.upper) is int
            and type(self.lower) is int
            and self.kind in _KINDS
            and all(type(vector) is tuple and len(vector) == 3 for vector in vectors)
            and is_plain(*self.point, *self.normal, *self.force)
        )

    def to_dict(self) -> dict[str, Any]:
        """Return the contact as it stands in a file."""
        return {
            "upper": self.upper,
            "lower": self.lower,
            "kind": self.kind,
            "point": list(self.point),
            "normal": list(self.normal),
            "force": list(self.force),
        }


def read_contact(entry: Entry) -> Contact:
    """Return the contact that an entry of a file holds."""
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
    x, y, z = entry.numbers(name, 3, -LARGEST, LARGEST)
    return x, y, z


def _snapped(values: Point3, digits: int) -> Point3:
    x, y, z = values
    return snap(x, digits), snap(y, digits), snap(z, digits)


def _plain(values: Point3, told: str) -> Point3:
    x, y, z = reals(values, 3, told, PileError)
    return x, y, z
