"""Plain numbers: whatever whole or real number a caller has, as the int or float that prints like any equal one.

Equal numbers may differ as text (0, 0.0, -0.0 and False do), and so would the digests of equal piles.
"""

from __future__ import annotations

import math
from numbers import Real
from operator import index
from typing import Any

from sim.pile.reading import ErrorType, short


def plain_int(value: Any) -> int | None:
    """Return a whole number as an int, that of numpy too; None for anything else, True and 1.0 as well."""
    if type(value) is int:
        return value
    if isinstance(value, bool):
        return None
    try:
        return int(index(value))  # an int of another type stays what it is, and may print otherwise
    except TypeError:
        return None


def whole(value: Any, told: str, error: ErrorType) -> int:
    """Return a whole number as an int; raise the error for anything else."""
    number = plain_int(value)
    if number is None:
        raise error(f"{told} is {short(value)}, not an integer")
    return number


def known_id(value: Any, size: int) -> int | None:
    """Return the id of one of so many pieces as an int; None for anything else."""
    id = plain_int(value)
    return id if id is not None and 0 <= id < size else None


def real(value: Any, told: str, error: ErrorType) -> float:
    """Return a number as a float, never the negative zero; raise the error for anything else."""
    if isinstance(value, bool) or not isinstance(value, Real):
        raise error(f"{told} is {short(value)}, not a number")
    try:
        return float(value) + 0.0
    except OverflowError:
        raise error(f"{told} is no finite number") from None


def reals(values: Any, count: int, told: str, error: ErrorType) -> tuple[float, ...]:
    """Return so many numbers as floats."""
    try:
        given = tuple(values)
    except TypeError:
        given = ()
    if len(given) != count:
        raise error(f"{told} is {short(values)}, not {count} numbers")
    return tuple(real(value, told, error) for value in given)


def is_plain(*values: Any) -> bool:
    """Tell whether all values are floats already, none the negative zero: nothing is left to do."""
    return all(type(value) is float and (value != 0.0 or math.copysign(1.0, value) > 0.0) for value in values)
