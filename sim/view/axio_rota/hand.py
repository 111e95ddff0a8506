"""The tile in the hand: how it is turned, and how it comes to where it is held."""

from __future__ import annotations

import math
from dataclasses import replace

from sim.view.axio_rota.camera import PITCH
from sim.view.items import Point, Viewport
from sim.view.stage import Stage

_TURNS = 0.13  # s for a quarter turn
_STEP = 15  # degrees from one picture of a turn to the next
_SNAPS, _DRAWS = 0.03, 0.09  # s in which the tile covers most of its way: to a square, from the stack to the hand
_NEAR = 2.5  # squares within which it snaps


class Hand:
    """Turns and moves a tile."""

    def __init__(self, stage: Stage) -> None:
        self._stage = stage
        self.turns = 0
        """Quarter turns clockwise."""
        self._left, self._begun = 0.0, 0.0  # degrees that were still to be turned, and when
        self._shown: Point | None = None
        self._drawn_from: Point | None = None
        self._drawn_at = stage.now

    def renew(self, stack: Point | None = None) -> None:
        """Hold another tile, not turned yet, that comes from a stack."""
        self.turns, self._left = 0, 0.0
        self._drawn_from = stack if self._stage.pace else None
        if self._drawn_from is not None:
            self._shown = self._drawn_from

    def turn(self, by: int) -> None:
        """Turn the tile by so many quarters clockwise."""
        self._left = self._rest() - 90.0 * by if self._stage.pace else 0.0
        self._begun = self._stage.now
        self.turns = (self.turns + by) % 4

    def _rest(self) -> float:
        if not self._left:
            return 0.0
        share = (self._stage.now - self._begun) / max(1e-6, _TURNS * self._stage.pace)
        return self._left * max(0.0, 1.0 - share)

    def degrees(self) -> int:
        """Return how far the tile is turned at this moment, in steps whose pictures can be kept."""
        return (90 * self.turns + _STEP * round(self._rest() / _STEP)) % 360

    def put_away(self) -> None:
        """Show no tile."""
        self._shown = None

    def eased(self, at: Viewport, snaps: bool) -> Viewport:
        """Return where the tile is drawn at this moment: over a square it comes to rest there within moments."""
        now, last, pace = self._stage.now, self._shown, self._stage.pace
        passed, self._drawn_at = now - self._drawn_at, now
        x, y = at.x, at.y
        drawn = self._drawn_from is not None
        if last is not None and pace and (drawn or (snaps and math.dist(last, (x, y)) < _NEAR * at.scale * PITCH)):
            share = 1.0 - math.exp(-passed / ((_DRAWS if drawn else _SNAPS) * pace))
            x, y = last[0] + (x - last[0]) * share, last[1] + (y - last[1]) * share
            if math.dist((x, y), (at.x, at.y)) < 0.8:
                x, y = at.x, at.y
        if (x, y) == (at.x, at.y):
            self._drawn_from = None
        self._shown = x, y
        return replace(at, x=round(x), y=round(y))
