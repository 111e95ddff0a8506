"""The trade of shaking the box and setting games up: the only process that imports the physics."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from sim.house.frames import encoded
from sim.house.worker import Desk
from sim.pile import Frame, Pile
from sim.record.record import setup_text
from sim.session import Seat, begun

_KEPT = 4  # piles that were made last: a game may be begun with one of them

_made: dict[int, Pile] = {}
_ready = False


def prepare(desk: Desk) -> None:
    """Load what shakes and surveys need, with small ones; the first in a new installation compiles kernels."""
    global _ready
    from sim import table

    if _ready or desk.waited_for:
        return
    for frame in table.watch(0, copies=1, duration=0.0):
        if desk.waited_for:
            return  # it loads them as well; what it does not need is loaded later
        if frame.pile is not None:
            table.survey(frame.pile)
            _ready = True


def shake(desk: Desk, seed: int) -> Iterator[bytes]:
    """Yield the frames of a shake."""
    from sim import table

    return _kept(desk, table.watch(seed))


def again(_desk: Desk, pile: Pile) -> Iterator[bytes]:
    """Yield the frames of the shake that made a pile."""
    from sim.again import watch

    return map(encoded, watch(pile))


def hand(desk: Desk, seed: int) -> Iterator[bytes]:
    """Yield the frames of a shake by hand, whose pushes come in meanwhile."""
    from sim import table

    return _kept(desk, table.hand(seed, desk.more()))


def _kept(desk: Desk, frames: Iterator[Frame]) -> Iterator[bytes]:
    for frame in frames:
        if frame.pile is not None:
            _made[desk.number] = frame.pile
            while len(_made) > _KEPT:
                del _made[next(iter(_made))]
        yield encoded(frame)
    prepare(desk)


def begin(
    desk: Desk, game: str, seed: int, seats: Sequence[Seat], options: Mapping[str, Any], pile: Pile | int | None
) -> Iterator[tuple[str, bytes]]:
    """Yield a game before its first move, and the text of its set-up; a number is that of a pile that was made here."""
    from sim import table
    from sim.rules.luck import Luck
    from sim.setups import set_up

    def shaken() -> Pile:
        for frame in table.watch(seed):
            desk.check()
            if frame.pile is not None:
                return frame.pile
        raise AssertionError("a course ends in a pile or raises")

    given = _made[pile] if isinstance(pile, int) else pile
    chosen = {**options, "players": len(seats)}
    setup = set_up(game, shaken, chosen if given is None else {**chosen, "pile": given})
    session = begun(setup.start(Luck(seed)), seats)
    yield setup_text(setup), pickle.dumps(session, pickle.HIGHEST_PROTOCOL)


DOES: Mapping[str, Callable[..., Iterator[Any]]] = {"shake": shake, "again": again, "hand": hand, "begin": begin}
