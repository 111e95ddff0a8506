"""The tiles that lie, and the squares that one may be laid on."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache

from sim.view.axio_rota.camera import PITCH, Camera, Square
from sim.view.axio_rota.choices import square_of, square_tag
from sim.view.axio_rota.situation import Situation
from sim.view.axio_rota.tiles import HALF, SIDE, fallen, lying
from sim.view.controls import rounded_rect
from sim.view.items import Area, Item, Layer, Points, Sprite
from sim.view.layout import Rect
from sim.view.theme import Theme
from sim.view.words import _

OUTLINE: Points = Rect(-HALF, -HALF, PITCH, PITCH).corners
"""Of a square, in units."""


def grid(sit: Situation, camera: Camera, look: Theme, newest: Square | None) -> Iterator[Sprite]:
    """Yield the lying tiles, the last one with a rim, and the squares that can be chosen."""
    board = sit.view.lying
    for square, _tile in board:
        yield fallen(f"shadow-{square[0]},{square[1]}", camera.at(square), look)
    for square in free(sit.steps):
        tag = square_tag(square)
        title = _("Lay the tile here")
        yield Sprite(tag, Layer.FLOOR, _marked(look), OUTLINE, title, camera.at(square), True)
    for square, tile in board:
        yield from lying(f"tile-{square[0]},{square[1]}", tile, camera.at(square), look)
    if newest is not None:
        yield Sprite("newest", Layer.LABELS, _rim(look, 2.4), at=camera.at(newest))


def frame(tag: str, camera: Camera, square: Square, look: Theme) -> Sprite:
    """Return a bright frame round a square, which leaves what lies there to be seen."""
    return Sprite(tag, Layer.LABELS, _rim(look, 6.0), at=camera.at(square))


def free(steps: Iterable[str]) -> list[Square]:
    """Return the squares among what can be chosen."""
    found = [square_of(tag) for tag in steps]
    return [square for square in found if square is not None]


@lru_cache(maxsize=4)
def _marked(look: Theme) -> tuple[Item, ...]:
    outline = rounded_rect(Rect(-41, -41, 82, 82), 9)
    return (Area(outline, (*look.glow[:3], 16), (*look.glow[:3], 78), 1.8),)


@lru_cache(maxsize=8)
def _rim(look: Theme, width: float) -> tuple[Item, ...]:
    half = SIDE / 2 + (0.0 if width < 3.0 else width / 2)
    outline = rounded_rect(Rect(-half, -half, 2 * half, 2 * half), 8)
    return (Area(outline, None, look.accent, width),)
