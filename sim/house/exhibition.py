"""A game between bots, as a window would show it: for whoever has no screen."""

from __future__ import annotations

from collections.abc import Iterator

from sim.bots import Advice, bot
from sim.rules.game import View
from sim.seeds import stream
from sim.session import Session


def said(game: str, kind: str, view: View, seed: int) -> Advice:
    """Return what a bot would play: the same game, seat and ply give the same advice."""
    return bot(kind, game).advise(view, stream(seed, f"bot {view.seat} ply {view.ply}").random)


def played(session: Session) -> Iterator[Session]:
    """Yield a game from where it stands to its end, a session for each move; bots sit in all seats."""
    yield session
    while session.state.outcome is None:
        state = session.state
        view = state.player_view(state.to_move)
        session = session.play(said(state.setup.game, session.to_move.kind, view, state.luck.seed).move)
        yield session
