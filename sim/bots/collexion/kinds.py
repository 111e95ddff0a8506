"""Collections of Collexion as numbers: four bits for each kind, how many of it there are."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from sim.rules.collexion.sets import COLOUR_SETS, COLOURS, KIND_OF, KINDS, SHAPE_SETS, SHAPES

UNIT = {kind: 1 << 4 * number for number, kind in enumerate(KINDS)}
"""What one polygon of a kind adds to a collection."""
UNIT_OF = tuple(UNIT[kind] for kind in KIND_OF)
"""The same by the id of a polygon."""
SETS = tuple(sum(UNIT[kind] for kind in some) for some in (*COLOUR_SETS.values(), *SHAPE_SETS.values()))
"""One polygon of each kind of a set: the four colour sets, then the four shape sets, each in alphabetical order."""
COLOUR_COUNT = len(COLOURS)
SET_WORDS = (*(("colour", colour) for colour in COLOURS), *(("shape", shape) for shape in SHAPES))
"""What the sets are called."""

ONES = sum(UNIT.values())
"""One polygon of each kind."""
_KIND = {unit: kind for kind, unit in UNIT.items()}


def packed(kinds: Iterable[str]) -> int:
    """Return a collection as a number.

    >>> packed(["octagon-blue", "octagon-blue", "octagon-green"])
    18
    """
    return sum(map(UNIT.__getitem__, kinds))


def presence(collection: int) -> int:
    """Return the collection with one polygon of each kind that is in it: no kind has more than five."""
    return (collection | collection >> 1 | collection >> 2) & ONES


def units(collection: int) -> Iterator[int]:
    """Yield the unit of each kind in a collection, once."""
    present = presence(collection)
    while present:
        unit = present & -present
        present ^= unit
        yield unit


def count(collection: int) -> int:
    """Return how many polygons a collection has.

    >>> count(packed(["octagon-blue", "octagon-blue", "octagon-green"]))
    3
    """
    # A number leaves, when divided by 255, the sum of its bytes; there are fewer polygons than that.
    low = collection & 0x0F0F0F0F0F0F0F0F
    return (low + (collection >> 4 & 0x0F0F0F0F0F0F0F0F)) % 255


def kind_of(unit: int) -> str:
    """Return the kind of a unit."""
    return _KIND[unit]
