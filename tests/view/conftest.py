"""A small pile that tests of pictures share: all shapes and colours, a stack, a leaning piece, a bridge."""

import pytest

from sim.pile.cover import Cover
from sim.pile.piece import Colour, Piece, Shape
from sim.pile.pile import Pile

_T, _S, _P, _O = Shape
_G, _Y, _K, _B = Colour

# shape, colour, x, y, z, angle, gradient
_PIECES = (
    (_O, _B, -60.0, 40.0, 1.25, 0.3, (0.0, 0.0)),
    (_S, _Y, -52.0, 46.0, 3.75, 0.9, (0.0, 0.0)),
    (_P, _K, -62.0, 52.0, 6.25, 0.2, (0.0, 0.0)),
    (_T, _G, 30.0, 30.0, 1.25, 0.0, (0.0, 0.0)),
    (_S, _B, 46.0, 20.0, 3.2, 0.4, (-0.13, 0.0)),  # leans on the triangle
    (_T, _K, -30.0, -40.0, 1.25, 2.0, (0.0, 0.0)),
    (_P, _Y, 20.0, -44.0, 1.25, 1.0, (0.0, 0.0)),
    (_O, _G, -5.0, -42.0, 3.75, 0.0, (0.0, 0.0)),  # bridges the gap between the two
    (_S, _G, 80.0, -50.0, 4.8, 0.2, (-0.13, -0.12)),  # tilted so that its centre lies below that of the next
    (_T, _Y, 60.0, -60.0, 5.0, 1.1, (0.0, 0.0)),
)
_COVERS = frozenset({(1, 0), (2, 0), (2, 1), (4, 3), (7, 5), (7, 6), (8, 9)})


@pytest.fixture(scope="session")
def pile() -> Pile:
    pieces = tuple(
        Piece(k, shape, colour, x, y, z, angle, gradient, 2.5)
        for k, (shape, colour, x, y, z, angle, gradient) in enumerate(_PIECES)
    )
    return Pile(7, {"tray": 240.0, "corner": 60.0, "thickness": 2.5}, 1, pieces, (), 0.4)


@pytest.fixture(scope="session")
def cover() -> Cover:
    """What covers what; 8 is over 9, although its centre is lower."""
    return Cover(len(_PIECES), covers=_COVERS, rests=_COVERS - {(2, 0)})
