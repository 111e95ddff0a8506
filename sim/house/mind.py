"""The trade of thinking: bots choose their moves here, from what they may know."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from sim.bots import Advice, bot
from sim.house.worker import Desk
from sim.rules.game import View
from sim.seeds import stream

_YIELDING = 5  # how far a bot stands back where the window needs the processor


def prepare(_desk: Desk) -> None:
    """Let the window and the shake go first."""
    if hasattr(os, "nice"):
        os.nice(_YIELDING)


def advise(_desk: Desk, game: str, kind: str, view: View, seed: int) -> Iterator[Advice]:
    """Yield what a bot would play. The same game, seat and ply give the same advice."""
    chance = stream(seed, f"bot {view.seat} ply {view.ply}").random
    yield bot(kind, game).advise(view, chance)


DOES: Mapping[str, Callable[..., Iterator[Any]]] = {"advise": advise}
