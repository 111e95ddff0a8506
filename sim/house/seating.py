"""Who can sit down: humans, and bots by level or by name."""

from __future__ import annotations

from sim import bots
from sim.errors import GameError, StoreError
from sim.pile.reading import short
from sim.record.record import Record
from sim.session import HUMAN, Seat, Session

LONGEST_NAME = 40


def seat(kind: str, name: str) -> Seat:
    """Return somebody who can sit down; raise GameError for nobody, or a name that cannot be shown in a line.

    >>> seat("human", " Ada ")
    Seat(kind='human', name='Ada')
    """
    plain = name.strip() if isinstance(name, str) else None
    if plain is None or len(plain) > LONGEST_NAME or not plain.isprintable():
        raise GameError(f"name {short(name)} cannot be used: take one line of at most {LONGEST_NAME} characters")
    if kind != HUMAN and not any(_plays(kind, game) for game in bots.BOTS):
        raise GameError(f"{short(kind)} is neither human nor a bot")
    return Seat(kind, plain)


def session_of(record: Record) -> Session:
    """Return a game that was left, to go on with; raise StoreError where one of its bots does not play here."""
    session = Session.of(record)
    for one in session.seats:
        if not one.human and not _plays(one.kind, record.game):
            raise StoreError(f"cannot go on: here is no bot {short(one.kind)}")
    return session


def _plays(kind: str, game: str) -> bool:
    try:
        bots.bot(kind, game)
    except GameError:
        return False
    return True
