"""What has happened: the log in words, stones that have moved, and what flies across the table after a move."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from sim.view.axio_rota.camera import PITCH, Square
from sim.view.axio_rota.cards import card_rect
from sim.view.axio_rota.phrases import move_told
from sim.view.axio_rota.places import places
from sim.view.axio_rota.situation import COLOURS, TOP
from sim.view.items import Scene, Viewport
from sim.view.layout import unit

if TYPE_CHECKING:
    from sim.rules.axio_rota import AxioRota
    from sim.rules.moves import Move
    from sim.session import Session

_TOLD = 20  # moves
_FOLLOWS = 0.3  # s after the tile of a bot the stones follow


def progress(before: AxioRota, after: AxioRota) -> tuple[tuple[int, ...], tuple[str, ...]]:
    """Return how far the stones of who moved have come by a move, and those that got to the top."""
    old, new = before.tracks[before.to_move], after.tracks[before.to_move]
    steps = tuple(b - a for a, b in zip(old, new, strict=True))
    reached = tuple(colour for colour, step, now in zip(COLOURS, steps, new, strict=True) if step and now == TOP)
    return steps, reached


def newest(session: Session) -> Square | None:
    """Return the square that was laid on last."""
    if not session.moves:
        return None
    _word, x, y, *_rest = session.moves[-1]
    return int(x), int(y)


def log(session: Session, names: Sequence[str]) -> tuple[str, ...]:
    """Return the last moves in words."""
    states: tuple[AxioRota, ...] = session.states[-_TOLD:]  # type: ignore[assignment]
    told: list[str] = []
    for before, after in pairwise(states):
        steps, reached = progress(before, after)
        told += move_told(names[before.to_move], steps, reached, bool(before.bonus))
    return tuple(told)


def flying(before: Scene, after: Scene, move: Move, earlier: Session) -> Iterator[tuple[str, Viewport, float]]:
    """Yield the tag of what flies, from where, and how much later than the first: a bot's tile, and stones."""
    seat = earlier.state.to_move
    bot = not earlier.to_move.human
    if bot:
        square = f"{move[1]},{move[2]}"
        u, where = unit(after.size), places(after.size)
        card = card_rect(u, where.right, len(earlier.seats), seat)
        start = Viewport(30 * u / PITCH, card.x + 0.8 * card.width, card.y + 24 * u, -1.0)
        for tag in (f"shadow-{square}", f"tile-{square}", *(f"tile-{square}-{k}" for k in range(4))):
            yield tag, start, 0.0
    for colour in COLOURS:
        tag = f"stone-{seat}-{colour}"
        old = before[tag].at if tag in before else None
        if old is not None and old != after[tag].at:
            yield tag, old, _FOLLOWS if bot else 0.0
