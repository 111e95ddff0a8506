"""The trade of thinking: bots choose their moves here, from what they may know."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from sim.bots import Advice, colour_collect
from sim.house.exhibition import said
from sim.house.worker import Desk
from sim.rules.game import View

if TYPE_CHECKING:
    from sim.bots.colour_collect import Analysis
    from sim.rules.colour_collect import ColourCollectView
    from sim.rules.moves import Move

_YIELDING = 5  # how far a bot stands back where the window needs the processor


def prepare(_desk: Desk) -> None:
    """Let the window and the shake go first."""
    if hasattr(os, "nice"):
        os.nice(_YIELDING)


def advise(_desk: Desk, game: str, kind: str, view: View, seed: int) -> Iterator[Advice]:
    """Yield what a bot would play. The same game, seat and ply give the same advice."""
    yield said(game, kind, view, seed)


def analyse(_desk: Desk, views: Sequence[ColourCollectView], moves: Sequence[Move]) -> Iterator[Analysis]:
    """Yield who could have won a round of Colour Collect, and which moves gave it away."""
    yield colour_collect.analyse(views, moves)


DOES: Mapping[str, Callable[..., Iterator[Any]]] = {"advise": advise, "analyse": analyse}
