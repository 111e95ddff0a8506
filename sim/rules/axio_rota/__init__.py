"""AXIO rota by Reiner Knizia: lay tiles, score the circles that their corners form, keep all five stones moving."""

from sim.rules.axio_rota.setup import AxioRotaSetup
from sim.rules.axio_rota.state import AxioRota
from sim.rules.axio_rota.tiles import Tile, TileSet
from sim.rules.axio_rota.view import AxioRotaView

__all__ = ["AxioRota", "AxioRotaSetup", "AxioRotaView", "Tile", "TileSet"]
