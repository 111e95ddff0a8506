"""Pictures of a game for who has no screen: the same tables, drawn off screen."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, cast

from sim.view.draw import Painter, png
from sim.view.layout import DESIGNED
from sim.view.screens.games import table_of
from sim.view.screens.sheet import Sheet
from sim.view.sound import Sounds
from sim.view.stage import Stage

if TYPE_CHECKING:
    from sim.session import Session
    from sim.settings import Settings
    from sim.view.house import House


@dataclass(frozen=True, slots=True)
class _Nobody:
    """All that a table asks of the house while nobody plays."""

    settings: Settings


def pictures(session: Session, settings: Settings, size: tuple[int, int] = DESIGNED) -> dict[str, bytes]:
    """Return PNG files by name: a game that is over at its start, in its middle and at its end, and its sheet."""
    house = cast("House", _Nobody(settings))
    stage = Stage(house, Sounds(on=False), size, Painter().prepare)
    last = len(session.moves)
    found = {}
    for name, ply in (("start", 0), ("middle", last // 2), ("end", last)):
        then = replace(session, states=session.states[: ply + 1], moves=session.moves[:ply])
        table = table_of(stage, then)
        table.watched, table.open, table.keeps = True, True, False
        stage.screens[:] = [table]
        found[name] = png(table.picture())
        if ply == last and then.state.outcome is not None:
            sheet = Sheet(stage, table)
            stage.screens.append(sheet)
            found["sheet"] = png(sheet.picture())
    return found
