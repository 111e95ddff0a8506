"""Which table a game is played at."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sim.session import Session
    from sim.view.screens.table import Table
    from sim.view.stage import Stage


def table_of(stage: Stage, session: Session) -> Table:
    """Return the table for a game in progress; it is not open yet."""
    from sim.view.screens.collexion import CollexionTable

    tables = {"collexion": CollexionTable}
    return tables[session.state.setup.game](stage, session)
