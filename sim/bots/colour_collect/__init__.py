"""Colour Collect for bots: one round as a small game of its own, with nothing hidden."""

from sim.bots.colour_collect.greedy import Greedy
from sim.bots.colour_collect.perfect import Perfect

BOTS = {"greedy": Greedy, "perfect": Perfect}
