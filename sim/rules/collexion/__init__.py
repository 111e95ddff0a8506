"""Collexion by Antoine Bauza: take polygons from the pile, collect sets of four, win point markers."""

from sim.rules.collexion.setup import CollexionSetup
from sim.rules.collexion.state import Collexion
from sim.rules.collexion.view import CollexionView

__all__ = ["Collexion", "CollexionSetup", "CollexionView"]
