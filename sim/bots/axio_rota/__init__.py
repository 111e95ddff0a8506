"""AXIO rota for bots: the grid as counts of what lies in each circle, and how well stones stand."""

from sim.bots.axio_rota.greedy import Greedy
from sim.bots.axio_rota.search import Search

BOTS = {"greedy": Greedy, "search": Search}
