"""A game of AXIO rota that a player may imagine from what it sees."""

from __future__ import annotations

from sim.rules.axio_rota.deal import STACK, START, deal_text
from sim.rules.axio_rota.setup import AxioRotaSetup
from sim.rules.axio_rota.state import AxioRota
from sim.rules.axio_rota.tiles import TILES, Tile, TileSet
from sim.rules.axio_rota.view import AxioRotaView
from sim.rules.luck import Chance, Luck, below, shuffled


def imagined(view: AxioRotaView, chance: Chance) -> AxioRota:
    """Return a state that looks like this view: the tiles that are not seen are dealt by chance.

    Who has laid which of the lying tiles is imagined too: they cannot tell it, and nothing depends on it.
    """
    setup = AxioRotaSetup(view.tiles, view.players, view.first)
    board = view.board
    unused = set(range(TILES))
    start = [_index(view.tiles, board[square], unused) for square in START]
    others = [_index(view.tiles, tile, unused) for square, tile in view.lying if square not in START]
    order = [*start, *[-1] * (TILES - len(START))]
    supply_top = TILES - view.supply - (view.bonus > 0)
    laid = [len(START) + STACK * seat + k for seat, count in enumerate(view.laid) for k in range(count)]
    laid += range(TILES - setup.supply, supply_top)
    if view.hand is not None:
        own = supply_top if view.bonus and view.seat == view.to_move else _next(view)
        order[own] = _index(view.tiles, view.hand, unused)
    for place, index in zip(laid, shuffled(others, chance), strict=True):
        order[place] = index
    rest = shuffled(sorted(unused), chance)
    order = [rest.pop() if index < 0 else index for index in order]
    turns = [view.tiles.turned[order[k]].index(board[square]) for k, square in enumerate(START)]
    return AxioRota(
        setup=setup,
        luck=Luck(below(2**53, chance), (deal_text(order, turns),)),
        order=tuple(order),
        first=view.first,
        to_move=view.to_move,
        _board=dict(view.lying),
        tracks=view.tracks,
        supply=view.supply,
        bonus=view.bonus,
        ply=view.ply,
        outcome=view.outcome,
    )


def _next(view: AxioRotaView) -> int:
    return len(START) + STACK * view.seat + view.laid[view.seat]


def _index(tiles: TileSet, tile: Tile, unused: set[int]) -> int:
    """Return which tile of the set this is, however it is turned, and strike it off."""
    index = next(index for index in sorted(unused) if tile in tiles.turned[index])
    unused.discard(index)
    return index
