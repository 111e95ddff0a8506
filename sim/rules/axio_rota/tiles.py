"""Square tiles with a symbol in each corner: one as a value, and a whole set."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from sim.errors import GameError
from sim.pile.reading import Entry, short, whole_entry

COLOURS = ("red", "green", "blue", "orange", "purple")
BLANK = "blank"
TILES = 60
TOP = 12
"""Where a stone stops (A9)."""

_WORDS = {"r": "red", "g": "green", "b": "blue", "o": "orange", "p": "purple", "-": BLANK}
_LETTERS = {word: letter for letter, word in _WORDS.items()}


class Tile(tuple[str, ...]):
    """A tile as its four corners, clockwise from the top left: colours, at most one of them `blank` (A1).

    >>> tile = Tile("blank", "green", "red", "blue")
    >>> tile.code, tile.blank, tile.turned(1)
    ('-grb', 0, Tile('blue', 'blank', 'green', 'red'))
    >>> tile == ("blank", "green", "red", "blue") and tile == Tile.from_code("-grb")
    True
    """

    __slots__ = ()

    def __new__(cls, *corners: str) -> Tile:
        """Return the tile with these corners; raise GameError where A1 knows no such tile."""
        if len(corners) != 4:
            raise GameError(f"a tile has four corners, not {len(corners)} (A1)")
        for corner in corners:
            if not isinstance(corner, str) or corner not in _LETTERS:
                raise GameError(f"a corner of a tile is {short(corner)}, not one of {', '.join(_LETTERS)} (A1)")
        for corner in corners:
            if corners.count(corner) > 1:
                raise GameError(f"{corner} stands twice on the tile {' '.join(corners)} (A1)")
        return tuple.__new__(cls, corners)

    @classmethod
    def from_code(cls, code: str) -> Tile:
        """Return the tile of which this is the code; raise GameError for anything else."""
        if not isinstance(code, str) or len(code) != 4 or any(letter not in _WORDS for letter in code):
            raise GameError(f"the code of a tile is {short(code)}: use four of the signs {' '.join(_WORDS)} (A1)")
        return cls(*map(_WORDS.__getitem__, code))

    @property
    def code(self) -> str:
        """The first letters of the corners, "-" for a blank one."""
        return "".join(map(_LETTERS.__getitem__, self))

    @property
    def blank(self) -> int | None:
        """The number of the blank corner, None on a full tile."""
        return self.index(BLANK) if BLANK in self else None

    @property
    def kind(self) -> str:
        """The code that the tile has however it is turned: the first of its four in the alphabet."""
        return _kind(self)

    def turned(self, turns: int) -> Tile:
        """Return the tile after so many quarter turns clockwise."""
        start = -turns % 4
        return tuple.__new__(Tile, self[start:] + self[:start])

    def __getnewargs__(self) -> tuple[str, ...]:
        return tuple(self)

    def __repr__(self) -> str:
        return f"Tile({', '.join(map(repr, self))})"


@lru_cache(maxsize=1024)
def _kind(tile: Tile) -> str:
    return min(tile.turned(turns).code for turns in range(4))


@dataclass(frozen=True, slots=True)
class TileSet:
    """The tiles of a game, in an order that deals refer to, and where that list comes from."""

    tiles: tuple[Tile, ...]
    provenance: str
    """How sure the list is, for people to read."""
    turned: tuple[tuple[Tile, ...], ...] = field(init=False, repr=False, compare=False)
    """Each tile as it looks after 0, 1, 2 and 3 quarter turns clockwise."""

    def __post_init__(self) -> None:
        if not isinstance(self.tiles, tuple | list):
            raise GameError(f"the tiles of a set are {short(self.tiles)}: use a list of tiles")
        tiles = tuple(self.tiles)
        if len(tiles) != TILES:
            raise GameError(f"a set has {TILES} tiles, not {len(tiles)} (A1)")
        for number, tile in enumerate(tiles):
            if not isinstance(tile, Tile):
                raise GameError(f"tile {number} of the set is {short(tile)}: use a Tile")
        if not isinstance(self.provenance, str) or not self.provenance.strip():
            raise GameError("the provenance of a tile set is missing: say in a text where the list comes from")
        object.__setattr__(self, "tiles", tiles)
        object.__setattr__(self, "turned", tuple(tuple(map(tile.turned, range(4))) for tile in tiles))

    def to_dict(self) -> dict[str, Any]:
        """Return the set ready for JSON."""
        return {"provenance": self.provenance, "tiles": [tile.code for tile in self.tiles]}

    @classmethod
    def from_entry(cls, entry: Entry) -> TileSet:
        """Return the set that `to_dict` gave."""
        entry.only("provenance", "tiles")
        codes = entry.texts("tiles")
        if len(codes) != TILES:
            entry.refuse(f"a set has {TILES} tiles, not {len(codes)} (A1)")
        return cls(tuple(map(Tile.from_code, codes)), entry.text("provenance"))

    @classmethod
    def from_dict(cls, content: Any) -> TileSet:
        """Return the set that `to_dict` gave, or raise GameError."""
        return cls.from_entry(whole_entry(content, "tile set", GameError))
