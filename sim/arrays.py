"""Piles and whole shakes as arrays: frozen, by name, saved as npz or CSV.

Units: mm, s, rad; forces in mN, energies in mJ, the drive in g. Arrays can be read, not written.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from sim.errors import PileError
from sim.pile import Pile
from sim.pile.reading import short
from sim.record import store

Floats: TypeAlias = npt.NDArray[np.float64]
Ints: TypeAlias = npt.NDArray[np.int64]
Texts: TypeAlias = npt.NDArray[np.str_]
Table: TypeAlias = tuple[Sequence[str], Iterable[Sequence[Any]]]
"""The names of the columns, and the rows."""

KIND = ("id", "shape", "colour")
"""The columns that say which piece a row is of."""
POSE = ("x", "y", "z", "angle", "gradient_x", "gradient_y")
"""The columns of a pose: centre, turn about the vertical, slope of the faces."""
VELOCITY = ("vx", "vy", "vz", "wx", "wy", "wz")
"""The columns of a velocity: of the centre, mm/s, and turning, rad/s."""


class Arrays:
    """What all sets of arrays can do: be read by name, and be saved."""

    __slots__ = ()

    pile: Pile

    @property
    def shapes(self) -> Texts:
        """By id the shape of each piece, such as "triangle"."""
        names: Texts = frozen([str(piece.shape) for piece in self.pile], str)
        return names

    @property
    def colours(self) -> Texts:
        """By id the colour of each piece, such as "green"."""
        names: Texts = frozen([str(piece.colour) for piece in self.pile], str)
        return names

    def arrays(self) -> dict[str, npt.NDArray[Any]]:
        """Return all arrays by name, and what identifies the pile: `seed`, `model`, `digest`, `parameters` (JSON)."""
        own = {field.name: getattr(self, field.name) for field in fields(self)}  # type: ignore[arg-type]
        pile: Pile = own.pop("pile")
        told = {"seed": pile.seed, "model": pile.model, "digest": pile.digest}
        told["parameters"] = json.dumps({**pile.shake})
        kinds = {"shapes": self.shapes, "colours": self.colours}
        return kinds | own | {name: np.array(value) for name, value in told.items()}

    def kinds(self) -> list[tuple[int, str, str]]:
        """Return the columns `KIND` of each piece."""
        return [(piece.id, str(piece.shape), str(piece.colour)) for piece in self.pile]

    def tables(self) -> Mapping[str, Table]:
        """Return the tables of the CSV form: by what is added to the name of the file."""
        raise NotImplementedError

    def to_npz(self) -> bytes:
        """Return the content of an npz file: `numpy.load` gives the arrays by name."""
        content = io.BytesIO()
        np.savez_compressed(content, **self.arrays())  # type: ignore[arg-type]
        return content.getvalue()

    def to_csv(self) -> dict[str, str]:
        """Return the content of the CSV files, by what is added to the name: "" for the first one."""
        return {ending: _csv(*table) for ending, table in self.tables().items()}

    def save_npz(self, path: str | Path) -> None:
        """Save all arrays in one file of exactly this name, whatever it ends in."""
        store.write(path, self.to_npz())

    def save_csv(self, path: str | Path) -> tuple[Path, ...]:
        """Save the tables beside one another and return their files: `out.csv`, `out-poses.csv`, ..."""
        saved = []
        for ending, text in self.to_csv().items():
            saved.append(beside(path, ending))
            store.write(saved[-1], text.encode("utf-8"))
        return tuple(saved)


def beside(path: str | Path, ending: str) -> Path:
    """Return the name of a further table of a CSV file.

    >>> beside("out.csv", "-poses").name
    'out-poses.csv'
    """
    whole = Path(path)
    return whole.with_name(f"{whole.stem}{ending}{whole.suffix}")


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class PileArrays(Arrays):
    """A pile as arrays: a row a piece, by id, and a row a contact."""

    pile: Pile
    poses: Floats
    """Pieces x 6: see `POSE`."""
    contact_upper: Ints
    contact_lower: Ints
    """A piece, -1 for the floor, -2 for a wall."""
    contact_side: npt.NDArray[np.bool_]
    """Whether sides press on one another; else `upper` lies on `lower`."""
    contact_point: Floats
    """Contacts x 3."""
    contact_normal: Floats
    contact_force: Floats
    """Contacts x 3, on `upper`, mN: normal and friction together."""
    contact_load: Floats
    """The part of the force along the normal, mN."""

    @classmethod
    def of(cls, pile: Pile) -> PileArrays:
        """Return the arrays of a pile."""
        if not isinstance(pile, Pile):
            raise PileError(f"{short(pile)} is no Pile: give one as sim.shake returns it")
        contacts = pile.contacts
        return cls(
            pile=pile,
            poses=frozen([(p.x, p.y, p.z, p.angle, *p.gradient) for p in pile], float, (-1, 6)),
            contact_upper=frozen([contact.upper for contact in contacts], np.int64),
            contact_lower=frozen([contact.lower for contact in contacts], np.int64),
            contact_side=frozen([contact.kind == "side" for contact in contacts], bool),
            contact_point=frozen([contact.point for contact in contacts], float, (-1, 3)),
            contact_normal=frozen([contact.normal for contact in contacts], float, (-1, 3)),
            contact_force=frozen([contact.force for contact in contacts], float, (-1, 3)),
            contact_load=frozen([contact.load for contact in contacts], float),
        )

    def __repr__(self) -> str:
        return f"<PileArrays of {self.pile.code}: {len(self.poses)} pieces, {len(self.contact_load)} contacts>"

    def tables(self) -> Mapping[str, Table]:
        """Return a table of the pieces, and one of the contacts."""
        vectors = np.hstack([self.contact_point, self.contact_normal, self.contact_force])
        contacts = zip(
            self.contact_upper.tolist(),
            self.contact_lower.tolist(),
            ["side" if side else "face" for side in self.contact_side],
            vectors.tolist(),
            self.contact_load.tolist(),
            strict=True,
        )
        names = [f"{what}_{axis}" for what in ("point", "normal", "force") for axis in "xyz"]
        return {
            "": (
                (*KIND, *POSE),
                [(*kind, *pose) for kind, pose in zip(self.kinds(), self.poses.tolist(), strict=True)],
            ),
            "-contacts": (
                ("upper", "lower", "kind", *names, "load"),
                [(upper, lower, kind, *numbers, load) for upper, lower, kind, numbers, load in contacts],
            ),
        }


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Trajectory(Arrays):
    """A whole shake as arrays: a row a frame, from the moment that the pieces are let go to the pile at rest."""

    pile: Pile
    """What came of it."""
    time: Floats
    """Frames; seconds since the pieces were let go, strictly increasing from 0."""
    phase: Texts
    """Frames; "drop", "shake", "settle", and "rest" for the last one."""
    drive: Floats
    """Frames x 2; how the box is accelerated, in g. Poses and velocities are those seen in the box."""
    poses: Floats
    """Frames x pieces x 6: see `POSE`. Angles run on beyond a turn."""
    velocities: Floats
    """Frames x pieces x 6: see `VELOCITY`."""
    potential: Floats
    """Frames; energy of height over the floor, mJ."""
    kinetic: Floats
    """Frames; energy of motion in the box, turning included, mJ."""
    contact_frame: Ints
    """Contacts, in the order of the frames; the frame that each row belongs to."""
    contact_upper: Ints
    contact_lower: Ints
    """A piece, -1 for the floor, -2 for a wall, -3 for the lid."""
    contact_load: Floats
    """Normal force between the two, over all points where they touch, mN."""
    contact_force: Floats
    """Contacts x 3; on `upper`, mN: normal and friction together.

    In the last frame these are the forces that carry the pile; before, means over the step that ends with the frame.
    """

    @property
    def energy(self) -> Floats:
        """Potential and kinetic energy together, by frame, mJ."""
        total: Floats = self.potential + self.kinetic
        return total

    def contacts(self, frame: int) -> slice:
        """Return which rows of the contacts belong to a frame; negative numbers count from the end."""
        number = range(len(self.time))[frame]
        first, end = np.searchsorted(self.contact_frame, (number, number + 1)).tolist()
        return slice(first, end)

    def __len__(self) -> int:
        return len(self.time)

    def __repr__(self) -> str:
        return f"<Trajectory of {self.pile.code}: {len(self)} frames in {self.time[-1]:.2f} s>"

    def tables(self) -> Mapping[str, Table]:
        """Return a table of the frames, one of the poses (a row a frame and piece), and one of the contacts."""
        times = self.time.tolist()
        heads = zip(times, self.phase.tolist(), self.drive.tolist(), strict=True)
        energies = zip(self.potential.tolist(), self.kinetic.tolist(), strict=True)
        moving = np.concatenate([self.poses, self.velocities], axis=2).tolist()
        kinds = self.kinds()
        pairs = zip(
            self.contact_frame.tolist(), self.contact_upper.tolist(), self.contact_lower.tolist(),
            self.contact_load.tolist(), self.contact_force.tolist(), strict=True,
        )  # fmt: skip
        return {
            "": (
                ("time", "phase", "drive_x", "drive_y", "potential", "kinetic"),
                [(time, phase, *drive, *both) for (time, phase, drive), both in zip(heads, energies, strict=True)],
            ),
            "-poses": (
                ("time", *KIND, *POSE, *VELOCITY),
                (
                    (time, *kind, *row)
                    for time, rows in zip(times, moving, strict=True)
                    for kind, row in zip(kinds, rows, strict=True)
                ),
            ),
            "-contacts": (
                ("time", "upper", "lower", "load", "force_x", "force_y", "force_z"),
                ((times[frame], upper, lower, load, *force) for frame, upper, lower, load, force in pairs),
            ),
        }


def frozen(values: Any, kind: Any, shape: tuple[int, ...] | None = None) -> Any:
    """Return an array of these values that can be read, not written."""
    array = np.array(values, dtype=kind)
    if shape is not None:
        array = array.reshape(shape)
    array.setflags(write=False)
    return array


def _csv(columns: Sequence[str], rows: Iterable[Sequence[Any]]) -> str:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows(rows)
    return text.getvalue()
