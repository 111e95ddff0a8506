"""Games of every kind, played to the end by chance and recorded on the way."""

from __future__ import annotations

import random

import pytest

from sim.assets import load_json
from sim.errors import GameError
from sim.pile.reading import whole_entry
from sim.record.record import Record
from sim.rules.axio_rota import AxioRotaSetup, TileSet
from sim.rules.collexion import CollexionSetup
from sim.rules.colour_collect import ColourCollectSetup
from sim.rules.edition import Edition
from sim.rules.luck import Luck

VERSIONS = {"polypile": "0.1.0", "python": "3.11"}
GAMES = ("collexion", "axio-rota", "axio-rota alone", "colour-collect", "colour-collect sudoku")


def played(setup, seed, stop=None):
    """Return the record of a game of uniform random moves, and its states, the root first."""
    chance = random.Random(seed)
    state = setup.start(Luck(seed))
    record, states = Record.begun(state, ["uniform"] * setup.players, VERSIONS), [state]
    while state.outcome is None and state.ply != stop:
        move = chance.choice(state.legal)
        state = state.play(move)
        record = record.after(move, state)
        states.append(state)
    return record, states


@pytest.fixture(scope="session")
def setups(pile):
    from sim.table import survey

    tiles = TileSet.from_entry(whole_entry(load_json("tiles/axio-rota.json"), "tiles", GameError))
    edition = Edition.from_dict(load_json("editions/de.json"))
    some = (
        CollexionSetup(pile, survey(pile, hidden=True), edition, players=3, variants=("expert",)),
        AxioRotaSetup(tiles, players=2),
        AxioRotaSetup(tiles, players=1),
        ColourCollectSetup(variant=1),
        ColourCollectSetup(variant=3, best_of=5, next_start="alternate", won_discs="return"),
    )
    return dict(zip(GAMES, some, strict=True))


@pytest.fixture(scope="session")
def games(setups):
    """Records and states by the name of the game."""
    return {name: played(setup, 5) for name, setup in setups.items()}


@pytest.fixture(params=GAMES)
def game(request, games):
    return games[request.param]


@pytest.fixture
def record(game):
    return game[0]
