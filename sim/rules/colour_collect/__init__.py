"""Colour Collect by Arvid Klaverstein: slide the pawn from disc to disc; three of a colour win a round."""

from sim.rules.colour_collect.setup import ColourCollectSetup
from sim.rules.colour_collect.state import ColourCollect
from sim.rules.colour_collect.view import ColourCollectView

__all__ = ["ColourCollect", "ColourCollectSetup", "ColourCollectView"]
