"""What a pile must be to make sense, wherever it comes from: the physics, a file, a test."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from sim.errors import PileError, ShakeError
from sim.pile.limits import LARGEST, LARGEST_SEED, MAX_PIECES
from sim.pile.order import find_cycle, told
from sim.pile.reading import short

if TYPE_CHECKING:
    from sim.pile.contact import Contact
    from sim.pile.piece import Piece
    from sim.pile.pile import Pile
    from sim.pile.tray import Tray

FLOOR = -1
"""What a piece that touches the floor has as `lower`."""
WALL = -2
"""What a piece that leans on a wall has as `lower`."""

_OUTSIDE = 1.0  # mm that a centre may lie outside the tray: more than any solver's slack
_HIGHEST = 10_000.0  # mm: no lid is higher
_STEEPEST = 100.0  # slope of a piece that stands on its edge, all but upright
_UNIT = 1e-3  # how far the length of a normal may be off after rounding


def check(pile: Pile) -> None:
    """Raise PileError for a pile that contradicts itself."""
    _check_head(pile)
    tray = _tray(pile)
    for k, piece in enumerate(pile.pieces):
        if piece.id != k:
            raise PileError(f"piece {k} has id {short(piece.id)}: ids run from 0 in order")
        _check_piece(piece, tray, pile.thickness)
    for k, contact in enumerate(pile.contacts):
        _check_contact(k, contact, len(pile.pieces))
    lies_on = [(c.upper, c.lower) for c in pile.contacts if c.kind == "face" and c.lower >= 0]
    ring = find_cycle(len(pile.pieces), lies_on)
    if ring:
        raise PileError(f"pieces lie on one another in a cycle: {told(ring)}")


def _check_head(pile: Pile) -> None:
    if not 0 <= pile.seed <= LARGEST_SEED:
        raise PileError(f"seed {short(pile.seed)} is out of range: seeds run from 0 to 2**63 - 1")
    if not 1 <= pile.model <= LARGEST:
        raise PileError(f"model {short(pile.model)} is no model version: they count from 1")
    if len(pile.pieces) > MAX_PIECES:
        raise PileError(f"a pile has no more than {MAX_PIECES} pieces, not {len(pile.pieces)}")
    if not (math.isfinite(pile.settle_time) and pile.settle_time >= 0):
        raise PileError(f"settle_time {pile.settle_time:g} is no time in seconds")
    for name in ("tray", "corner", "thickness"):
        value = pile.shake.get(name)
        if isinstance(value, bool) or not isinstance(value, int | float) or not abs(value) <= LARGEST:
            raise PileError(f"parameter {name} of the shake is missing or no measure of a box")
    if pile.thickness <= 0:
        raise PileError(f"pieces {pile.thickness:g} mm thick make no pile: thickness is above 0")


def _tray(pile: Pile) -> Tray:
    try:
        return pile.tray
    except ShakeError as wrong:
        raise PileError(str(wrong)) from None


def _check_piece(piece: Piece, tray: Tray, thickness: float) -> None:
    if not tray.contains(piece.x, piece.y, _OUTSIDE):
        raise PileError(f"piece {piece.id} lies outside the tray, at ({piece.x:g}, {piece.y:g}) mm")
    if not 0 < piece.z <= _HIGHEST:
        raise PileError(f"piece {piece.id} is {piece.z:g} mm high: not from 0 to {_HIGHEST:g}")
    if not 0 <= piece.angle < math.tau:
        raise PileError(f"piece {piece.id} is turned by {piece.angle:g} rad: not from 0 to 2 pi")
    if not math.hypot(*piece.gradient) <= _STEEPEST:
        raise PileError(f"piece {piece.id} is steeper than any piece that lies")
    if piece.thickness != thickness:
        raise PileError(f"piece {piece.id} is {piece.thickness:g} mm thick, the others {thickness:g}")


def _check_contact(k: int, contact: Contact, size: int) -> None:
    upper, lower = contact.upper, contact.lower
    if contact.kind == "face":
        fits = upper != lower and FLOOR <= lower < size
    else:
        fits = lower == WALL or 0 <= lower < upper
    if not (fits and 0 <= upper < size):
        joined = f"{short(upper)} and {short(lower)}"
        raise PileError(f"contact {k} joins {joined}: no {contact.kind} contact of {size} pieces does")
    if not all(math.isfinite(value) for value in (*contact.point, *contact.force)):
        raise PileError(f"contact {k} has a point or a force that is no finite number")
    if not abs(math.hypot(*contact.normal) - 1) <= _UNIT:
        raise PileError(f"contact {k} has a normal that is no unit vector")
