"""The deal of AXIO rota as a text: the order of all tiles, and how those of the start square are turned (A3, A4)."""

from __future__ import annotations

from sim.errors import ChanceError
from sim.pile.reading import short
from sim.rules.axio_rota.tiles import TILES, TileSet
from sim.rules.luck import Chance, below, shuffled

START = ((0, 0), (1, 0), (0, 1), (1, 1))
"""The squares of the start, in the order in which their tiles are dealt."""
STACK = 12
"""Tiles of each player's own."""

_CENTRES = (2, 3, 1, 0)  # the corner that points to the centre of the start square, in the order of START
_INDEXES = {str(index): index for index in range(TILES)}


def draw_deal(tiles: TileSet, chance: Chance) -> str:
    """Draw the order of all tiles, and how the four of the start are turned: blank corners to the centre (A3)."""
    order = shuffled(range(TILES), chance)
    turns = []
    for index, centre in zip(order, _CENTRES, strict=False):
        blank = tiles.tiles[index].blank
        turns.append(below(4, chance) if blank is None else (centre - blank) % 4)
    return deal_text(order, turns)


def deal_text(order: list[int], turns: list[int]) -> str:
    """Return a deal as the text that records keep."""
    return " ".join(["deal", *map(str, order), "turned", *map(str, turns)])


def read_deal(text: str, tiles: TileSet) -> tuple[tuple[int, ...], list[int]]:
    """Return the order of the tiles and the turns of the first four, or raise ChanceError."""
    head, *words = text.split(" ")
    ordered, turned = words[:TILES], words[TILES + 1 :]
    if (
        (head, words[TILES : TILES + 1]) != ("deal", ["turned"])
        or not _INDEXES.keys() >= set(ordered)
        or len(turned) != len(START)
        or not {"0", "1", "2", "3"} >= set(turned)
    ):
        raise ChanceError(
            f"{short(text)} is no deal: deal, {TILES} tiles, turned, {len(START)} numbers from 0 to 3 (A3)"
        )
    if len(set(ordered)) < TILES:
        twice = next(word for word in ordered if ordered.count(word) > 1)
        raise ChanceError(f"the deal has tile {twice} more than once (A3)")
    order, turns = tuple(map(_INDEXES.__getitem__, ordered)), list(map(int, turned))
    for index, turn, centre in zip(order, turns, _CENTRES, strict=False):
        blank = tiles.tiles[index].blank
        if blank is not None and (blank + turn) % 4 != centre:
            raise ChanceError(f"the deal turns tile {index} by {turn}: its blank corner is not at the centre (A3)")
    return order, turns
