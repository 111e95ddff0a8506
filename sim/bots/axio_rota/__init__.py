"""AXIO rota for bots: the grid as counts of what lies in each circle, and how well stones stand."""

from sim.bots.axio_rota.greedy import Greedy

BOTS = {"greedy": Greedy}
