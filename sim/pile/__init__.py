"""The vocabulary that physics, rules and view share: values only, from the standard library only."""

from sim.pile.contact import Contact
from sim.pile.cover import RULES, Cover, Veils
from sim.pile.frame import Frame, Phase
from sim.pile.limits import MAX_PIECES
from sim.pile.piece import Colour, Piece, Point, Point3, Shape, area, corners, kinds
from sim.pile.pile import Pile, PileCode, Pose, parse_code
from sim.pile.sense import FLOOR, WALL
from sim.pile.trace import HARDEST, MOST_PUSHES, PUSHES, Push
from sim.pile.tray import Tray

__all__ = [
    "FLOOR",
    "HARDEST",
    "MAX_PIECES",
    "MOST_PUSHES",
    "PUSHES",
    "RULES",
    "WALL",
    "Colour",
    "Contact",
    "Cover",
    "Frame",
    "Phase",
    "Piece",
    "Pile",
    "PileCode",
    "Point",
    "Point3",
    "Pose",
    "Push",
    "Shape",
    "Tray",
    "Veils",
    "area",
    "corners",
    "kinds",
    "parse_code",
]
