"""The games: pure rules on frozen values. No file, no clock, no screen, and no chance but that of the seed."""

from collections.abc import Mapping
from types import MappingProxyType

from sim.errors import StateError
from sim.pile.reading import parse
from sim.rules.axio_rota import AxioRota
from sim.rules.collexion import Collexion
from sim.rules.colour_collect import ColourCollect
from sim.rules.game import State

GAMES: Mapping[str, type[State]] = MappingProxyType(
    {state.setup_type.game: state for state in (Collexion, AxioRota, ColourCollect)}
)
"""The games by the name that users type."""


def read_state(text: str) -> State:
    """Return the state of any game that `State.to_json` gave; raise StateError for anything else."""
    entry = parse(text, "state", StateError)
    return GAMES[entry.word("game", GAMES)].from_entry(entry)
