"""Pictures of a pile: the only part that imports pygame. It sees the values of sim.pile, never physics.

scene_of_pile(pile, cover, mark)  ->  Scene  ->  picture / save_png / svg / show
"""

import os

# A library does not greet its user on import.
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

from sim.view.draw import Painter, picture, png, save_png
from sim.view.items import Scene
from sim.view.scene import scene_of_frame, scene_of_pile
from sim.view.vector import save_svg, svg
from sim.view.window import has_screen, show

__all__ = [
    "Painter",
    "Scene",
    "has_screen",
    "picture",
    "png",
    "save_png",
    "save_svg",
    "scene_of_frame",
    "scene_of_pile",
    "show",
    "svg",
]
