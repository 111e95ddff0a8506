"""AXIO rota by Reiner Knizia: lay tiles, score the circles that their corners form, keep all five stones moving."""

from sim.rules.axio_rota.state import AxioRota, AxioRotaSetup, AxioRotaView
from sim.rules.axio_rota.tiles import Tile, TileSet

__all__ = ["AxioRota", "AxioRotaSetup", "AxioRotaView", "Tile", "TileSet"]
