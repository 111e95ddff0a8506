"""AXIO rota by what a tile brings now."""

from __future__ import annotations

from dataclasses import dataclass

from sim.bots.axio_rota.grid import Grid, Spot, corners_of, move_of, spot_of
from sim.bots.axio_rota.stones import gains
from sim.bots.bot import Advice, Reason, Steady
from sim.rules.axio_rota.tiles import COLOURS, TOP
from sim.rules.axio_rota.view import AxioRotaView
from sim.rules.game import View
from sim.rules.moves import Word


@dataclass(frozen=True, slots=True)
class Greedy(Steady):
    """A bot that lays each tile where its own stones gain most, low ones more than high ones."""

    name: str = "greedy"

    def advice(self, view: View) -> Advice:
        """Return the placement that brings most now, and what it brings."""
        assert isinstance(view, AxioRotaView)
        assert view.hand is not None
        tile, worth = corners_of(view.hand), gains(view.tracks[view.seat], view.supply)
        grid = Grid(view.lying)
        spots = {spot_of(move) for move in view.legal}
        spot = next(spot for _, spot in grid.ranked(tile, worth, 5 * len(grid.free) * 4) if spot in spots)
        return Advice(move_of(spot), reason(view, spot))


def reason(view: AxioRotaView, spot: Spot) -> Reason:
    """Return what a placement brings, as one line."""
    assert view.hand is not None
    earned = Grid(view.lying).earned(corners_of(view.hand), spot)
    stones = view.tracks[view.seat]
    after = [min(stone + points, TOP) for stone, points in zip(stones, earned, strict=True)]
    if min(after) == TOP:
        return Reason(f"brings all stones to {TOP} and wins")
    risen = [(after[k] - stones[k], -stones[k], colour) for k, colour in enumerate(COLOURS) if after[k] > stones[k]]
    if not risen:
        return Reason("no corner can earn anything")
    reached = [colour for k, colour in enumerate(COLOURS) if after[k] == TOP > stones[k]]
    total = sum(points for points, _, _ in risen)
    values: list[tuple[str, Word]] = [("points", total)]
    if reached and view.supply:
        return Reason(
            "brings {colour} to the top for a bonus turn: +{points} in all", (("colour", reached[0]), *values)
        )
    lowest = [colour for k, colour in enumerate(COLOURS) if stones[k] == min(stones) < after[k]]
    if lowest:
        return Reason("lifts the lowest stone, {colour}: +{points} in all", (("colour", lowest[0]), *values))
    _, _, most = max(risen)
    return Reason("earns most with {colour}: +{points} in all", (("colour", most), *values))
