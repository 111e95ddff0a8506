"""Reading a position of AXIO rota: its parts, and whether stones, tiles and bonus turns agree."""

from __future__ import annotations

from sim.errors import StateError
from sim.pile.reading import Entry, short
from sim.rules.axio_rota.deal import START
from sim.rules.axio_rota.placing import Square
from sim.rules.axio_rota.tiles import COLOURS, TILES, TOP, Tile
from sim.rules.game import refuse_state


def read_board(entry: Entry) -> dict[Square, Tile]:
    """Return the lying tiles."""
    board: dict[Square, Tile] = {}
    items = entry.items("board")
    if not len(START) <= len(items) <= TILES:
        entry.refuse(f"board has {len(items)} tiles, not from {len(START)} to {TILES}")
    for item in items:
        match item:
            case [int(x), int(y), str(code)] if type(x) is type(y) is int and max(abs(x), abs(y)) <= TILES:
                board[x, y] = Tile.from_code(code)
            case _:
                entry.refuse(f"board holds {short(item)}, not x, y and the code of a tile, near the start square")
    if len(board) < len(items) or list(board) != sorted(board):
        entry.refuse("board is not in the order of x, then y, or has two tiles on a square")
    return board


def read_stones(entry: Entry, players: int) -> tuple[tuple[int, ...], ...]:
    """Return the stones by seat."""
    rows = entry.items("stones")
    if len(rows) != players:
        entry.refuse(f"stones has {len(rows)} rows for {players} players")
    place = Entry({str(seat): row for seat, row in enumerate(rows)}, "state: stones of seat", StateError)
    return tuple(place.integers(str(seat), 0, TOP, len(COLOURS)) for seat in range(players))


def account(
    stones: tuple[tuple[int, ...], ...], laid: tuple[int, ...], drawn: int, supply: int, bonus: int, last: int
) -> None:
    """Refuse stones that do not agree with the tiles laid and the bonus turns that were played (A7, A10, A12)."""
    full = [row.count(TOP) for row in stones]
    owed = drawn + max(bonus - 1, 0)
    for seat, row in enumerate(stones):
        if any(row) and not laid[seat]:
            raise refuse_state(f"seat {seat} has points, but has laid no tile (A7)")
        if min(row) == TOP and (seat != last or bonus):
            raise refuse_state(f"seat {seat} has won, but the game went on (A12)")
    if bonus > full[last] or (bonus > 1 and not supply):
        raise refuse_state(f"seat {last} cannot have {bonus} bonus turns (A10)")
    # One tile never brings up all five stones of a winner: one at least had its bonus turn before, where there was one.
    won = full[last] == len(COLOURS)
    fewest = (sum(full) - (len(COLOURS) - 1 if won else 0)) if supply else 0
    if not fewest <= owed <= sum(full) - won:
        raise refuse_state(f"{drawn} tiles drawn from the supply do not agree with {sum(full)} stones at {TOP} (A10)")
