"""The house behind the window: shakes, games and bots in other processes, what is saved, what was chosen.

The window's own process computes nothing that could hold a frame up, and imports neither the physics nor the survey.
"""

from sim.house.house import Home

__all__ = ["Home"]
