"""Shake: everything that decides how a box is shaken, with units."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Mapping
from dataclasses import dataclass
from numbers import Integral, Real
from typing import Any

from sim.errors import ShakeError
from sim.pile.reading import short

MOST_COPIES = 400
_RANGES = ("strength", "frequency")
# Beyond these the model means nothing, or would not end.
_LIMITS: dict[str, tuple[float, float, str]] = {
    "friction": (0.0, 2.0, ""),
    "thickness": (0.5, 12.0, " mm"),
    "density": (0.01, 25.0, " g/cm3"),
    "tray": (50.0, 20_000.0, " mm"),
    "corner": (0.0, 10_000.0, " mm"),
    "lid": (1.0, 1_000.0, " mm"),
    "copies": (1, MOST_COPIES, ""),
    "strength": (0.0, 10.0, " g"),
    "frequency": (0.1, 50.0, " Hz"),
    "duration": (0.0, 60.0, " s"),
    "limit": (0.01, 10.0, " s"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Shake:
    """How a box is made and shaken; the defaults are those of the real game.

    >>> Shake(friction=0.4).thickness
    2.5
    """

    friction: float = 0.25
    """Coulomb friction between any two surfaces."""
    thickness: float = 2.5
    """Of a piece, mm."""
    density: float = 1.05
    """Of the pieces' plastic, g/cm3."""
    tray: float = 240.0
    """Inner width of the tray, mm."""
    corner: float = 60.0
    """Cut off along either side of each corner of the tray, mm."""
    lid: float = 40.0
    """Height of the closed lid over the floor, mm."""
    copies: int = 5
    """Of each of the 16 kinds of piece."""
    strength: tuple[float, float] = (1.5, 2.5)
    """The shake's amplitude is drawn from this range, g."""
    frequency: tuple[float, float] = (3.0, 5.0)
    """The shake's frequency is drawn from this range, Hz."""
    duration: float = 3.0
    """Of the shake, s."""
    limit: float = 10.0
    """The longest time to come to rest after the shake, s."""

    def __post_init__(self) -> None:
        for field in dataclasses.fields(self):
            object.__setattr__(self, field.name, _checked(field.name, getattr(self, field.name)))
        if self.corner >= self.tray / 2:
            raise ShakeError(
                f"corner {self.corner:g} mm leaves no side of a tray of {self.tray:g} mm: use less than half"
            )
        if self.lid <= 2 * self.thickness:
            raise ShakeError(f"lid {self.lid:g} mm leaves no room for pieces of {self.thickness:g} mm")

    def to_dict(self) -> dict[str, Any]:
        """Return the parameters by name, ready for JSON."""
        values = {field.name: getattr(self, field.name) for field in dataclasses.fields(self)}
        return {name: list(value) if name in _RANGES else value for name, value in values.items()}

    @classmethod
    def from_dict(cls, parameters: Mapping[str, Any]) -> Shake:
        """Return the Shake with these parameters; those not given have their defaults."""
        known = {field.name for field in dataclasses.fields(cls)}
        for name in parameters:
            if name not in known:
                raise ShakeError(f"no parameter {short(name)}: there are {', '.join(sorted(known))}")
        return cls(**parameters)


def _checked(name: str, value: Any) -> Any:
    low, high, unit = _LIMITS[name]
    if name == "copies":
        if isinstance(value, bool) or not isinstance(value, Integral) or not low <= int(value) <= high:
            raise ShakeError(f"copies {short(value)} is no number of copies: use 1 to {MOST_COPIES}")
        return int(value)
    if name not in _RANGES:
        return _number(name, value)
    if not isinstance(value, tuple | list) or len(value) != 2:
        raise ShakeError(f"{name} is {short(value)}, no range: give the smallest and the largest value")
    least, most = (_number(name, one) for one in value)
    if least > most:
        raise ShakeError(f"{name} {least:g} to {most:g}{unit} is no range: give the smaller value first")
    return least, most


def _number(name: str, value: Any) -> float:
    low, high, unit = _LIMITS[name]
    try:
        number = math.nan if isinstance(value, bool) or not isinstance(value, Real) else float(value)
    except OverflowError:
        number = math.inf
    if not math.isfinite(number):
        raise ShakeError(f"{name} {short(value)} is no number: use {low:g} to {high:g}{unit}")
    if not low <= number <= high:
        size = "small" if number < low else "large"
        raise ShakeError(f"{name} {number:g}{unit} is too {size}: use {low:g} to {high:g}{unit}")
    return number
