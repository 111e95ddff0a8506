"""Colour Collect for bots: one round as a small game of its own, with nothing hidden."""

from sim.bots.colour_collect.analysis import Analysis, Verdict, analyse
from sim.bots.colour_collect.greedy import Greedy
from sim.bots.colour_collect.perfect import Perfect
from sim.bots.colour_collect.search import Search

BOTS = {"greedy": Greedy, "search": Search, "perfect": Perfect}

__all__ = ["BOTS", "Analysis", "Greedy", "Perfect", "Search", "Verdict", "analyse"]
