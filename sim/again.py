"""The same once more: a pile shaken again, and whether seeds still give what stands in a record or a file."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from sim import table
from sim.errors import PileError, ReplayDiverged, ShakeError

if TYPE_CHECKING:
    from sim.physics.shake import Shake
    from sim.pile import Frame, Pile
    from sim.record.record import Record


def check_chance(record: Record) -> None:
    """Survey, shake and draw again all that a record says; raise ReplayDiverged where it differs.

    A replay never needs this: the record holds the pile, its cover and all results of chance. That the record itself
    is right is for `Record.verify` to say.
    """
    from sim.rules.luck import Luck

    _check_material(record)
    state = record.setup.start(Luck(record.seed))
    # The moves say when chance decides; they fit up to the first result that differs.
    for ply, move in enumerate(["", *record.moves]):
        state = state.play(move) if ply else state
        if state.luck.results != record.chance[: len(state.luck.results)]:
            place = f"ply {ply}" if ply else "at the start"
            raise ReplayDiverged(f"{place}: drawn again from seed {record.seed}, chance decides otherwise")


def _check_material(record: Record) -> None:
    """Raise ReplayDiverged where a record was played with another pile, cover, edition or tiles than is to be had."""
    from sim import setups
    from sim.pile.divergence import divergence
    from sim.rules.axio_rota import AxioRotaSetup
    from sim.rules.collexion import CollexionSetup

    used = record.setup
    if isinstance(used, AxioRotaSetup) and used.tiles != setups.load_tiles():
        raise ReplayDiverged("at the start: its tiles are not those that this program has")
    if not isinstance(used, CollexionSetup):
        return
    if used.edition.name in setups.EDITIONS and used.edition != setups.load_edition(used.edition.name):
        raise ReplayDiverged(f"at the start: its edition {used.edition} is not the one that this program has")
    if table.survey(used.pile, hidden=used.cover.hidden_by is not None) != used.cover:
        raise ReplayDiverged("at the start: surveyed again, the pile has another cover")
    pile = shake(used.pile)
    if pile != used.pile:
        told = divergence(used.pile, pile)
        raise ReplayDiverged(f"at the start: shaken again, the pile is {pile.code}, not {used.pile.code}: {told}")


def difference(pile: Pile, seed: int, shake: Shake) -> str:
    """Say why a pile is not that of this seed and these parameters by this version of the model; "" if it is."""
    from sim.physics import MODEL
    from sim.physics.shake import Shake

    if pile.trace is not None:
        return "was shaken by hand"
    if pile.seed != seed:
        return f"is the pile of seed {pile.seed}"
    if pile.model != MODEL:
        return f"is of model {pile.model}, and this is model {MODEL}"
    try:
        found = Shake.from_dict(pile.shake).to_dict()
    except ShakeError as wrong:
        return f"is of other parameters ({wrong})"
    others = [f"{name} {found[name]}, not {value}" for name, value in shake.to_dict().items() if found[name] != value]
    return f"is of other parameters ({'; '.join(others)})" if others else ""


def shake(pile: Pile) -> Pile:
    """Shake a pile once more: its seed, with the parameters that it was shaken with, or the trace of the hand."""
    return table.shake(pile.seed, _parameters(pile), pile.trace)


def watch(pile: Pile) -> Iterator[Frame]:
    """Yield the course of the shake that made a pile; the last frame brings the same pile."""
    return table.watch(pile.seed, _parameters(pile), pile.trace)


def _parameters(pile: Pile) -> Shake:
    """Return the parameters that a pile was shaken with; raise PileError where this program cannot do so."""
    from sim.physics import MODEL
    from sim.physics.shake import Shake

    if pile.model != MODEL:
        raise PileError(f"model {pile.model} made this pile, and this is model {MODEL}: it cannot be shaken again")
    try:
        return Shake.from_dict(pile.shake)
    except ShakeError as wrong:
        raise PileError(f"its parameters cannot be shaken: {wrong}") from None
