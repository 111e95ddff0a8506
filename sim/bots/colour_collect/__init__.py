"""Colour Collect for bots: one round as a small game of its own, with nothing hidden."""

from sim.bots.colour_collect.analysis import Analysis, Verdict, analyse
from sim.bots.colour_collect.greedy import Greedy
from sim.bots.colour_collect.perfect import Perfect

BOTS = {"greedy": Greedy, "perfect": Perfect}

__all__ = ["BOTS", "Analysis", "Greedy", "Perfect", "Verdict", "analyse"]
