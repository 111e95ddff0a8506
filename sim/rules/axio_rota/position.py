"""A position of AXIO rota as JSON, both ways."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from sim.pile.reading import Entry, short
from sim.rules.axio_rota.deal import STACK, START
from sim.rules.axio_rota.placing import Square
from sim.rules.axio_rota.setup import AxioRotaSetup
from sim.rules.axio_rota.tiles import COLOURS, TILES, TOP, Tile
from sim.rules.luck import Luck

if TYPE_CHECKING:
    from sim.rules.axio_rota.state import AxioRota


def position(state: AxioRota) -> dict[str, Any]:
    """Return everything but set-up and luck, ready for JSON."""
    return {
        "ply": state.ply,
        "to_move": state.to_move,
        "over": state.outcome is not None,
        "board": [[x, y, tile.code] for (x, y), tile in sorted(state.board.items())],
        "stones": [list(track) for track in state.tracks],
        "supply": state.supply,
        "bonus": state.bonus,
    }


def read(setup: AxioRotaSetup, luck: Luck, entry: Entry) -> AxioRota:
    """Return the state of which `position` gave the entry, but without its outcome."""
    entry.only("ply", "to_move", "over", "board", "stones", "supply", "bonus")
    players = setup.players
    start = setup.start(Luck(luck.seed, told=luck.results))
    if start.luck.results != luck.results:
        entry.refuse("the results of chance are not a deal and who starts, where that is drawn (A3)")
    over, ply = entry.flag("over"), entry.integer("ply", 0, TILES - len(START))
    stones = entry.rows("stones", players)
    state = replace(
        start,
        luck=luck,
        ply=ply,
        to_move=entry.integer("to_move", 0, players - 1),
        tracks=tuple(stones.integers(str(seat), 0, TOP, len(COLOURS)) for seat in range(players)),
        supply=entry.integer("supply", 0, setup.supply),
        bonus=entry.integer("bonus", 0, 0 if over else len(COLOURS) - 1),
        _board=_board(entry, ply),
    )
    if any(state.board.get(square) != tile for square, tile in start.board.items()):
        entry.refuse("the start square is not the one that was dealt (A3)")
    if not 0 <= state.own_laid <= min(ply, STACK * players):
        entry.refuse(f"ply is {ply}, with {state.supply} tiles in the supply and {state.bonus} bonus turns (A10)")
    if state.bonus > state.supply + 1:
        entry.refuse(f"a supply of {state.supply} tiles cannot serve {state.bonus} bonus turns (A10)")
    moved = state.bonus > 0 or over  # the player to move is the one that laid the last tile of an own stack
    expected = (state.first + state.own_laid - moved) % players
    if state.to_move != expected:
        entry.refuse(f"to_move is {state.to_move}, but it is the turn of seat {expected} (A5)")
    return state


def _board(entry: Entry, ply: int) -> dict[Square, Tile]:
    items, count = entry.items("board"), len(START) + ply
    near = range(-ply, ply + 2)  # a move makes the grid longer by one square at most
    if len(items) != count:
        entry.refuse(f"board has {len(items)} tiles instead of {count}")
    board: dict[Square, Tile] = {}
    for item in items:
        match item:
            case [int(x), int(y), str(code)] if type(x) is type(y) is int and x in near and y in near:
                board[x, y] = Tile.from_code(code)
            case _:
                entry.refuse(f"board holds {short(item)}, not x, y and the code of a tile, near the start square")
    if len(board) < count or list(board) != sorted(board):
        entry.refuse("board is not in the order of x, then y, or has two tiles on a square")
    return board
