"""The trade of thinking: bots choose their moves here, from what they may know."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from sim.bots import Advice
from sim.house.exhibition import said
from sim.house.worker import Desk
from sim.rules.game import View

_YIELDING = 5  # how far a bot stands back where the window needs the processor


def prepare(_desk: Desk) -> None:
    """Let the window and the shake go first."""
    if hasattr(os, "nice"):
        os.nice(_YIELDING)


def advise(_desk: Desk, game: str, kind: str, view: View, seed: int) -> Iterator[Advice]:
    """Yield what a bot would play. The same game, seat and ply give the same advice."""
    yield said(game, kind, view, seed)


DOES: Mapping[str, Callable[..., Iterator[Any]]] = {"advise": advise}
