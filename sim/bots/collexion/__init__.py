"""Collexion for bots: collections as numbers, the pile as masks, and whole turns thought through."""

from sim.bots.collexion.greedy import Greedy
from sim.bots.collexion.search import Search

BOTS = {"greedy": Greedy, "search": Search}
