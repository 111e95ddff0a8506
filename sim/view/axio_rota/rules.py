"""AXIO rota in short."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from sim.view.axio_rota.camera import PITCH
from sim.view.axio_rota.cards import stone
from sim.view.axio_rota.tiles import held
from sim.view.controls import Controls
from sim.view.items import Sprite, Viewport
from sim.view.layout import Rect
from sim.view.screens.rules import Part
from sim.view.words import N_


def _tiles(*tiles: tuple[str, ...]) -> Callable[[str, Controls, Rect], Iterable[Sprite]]:
    """Return what draws tiles side by side."""

    def draw(tag: str, controls: Controls, rect: Rect) -> Iterable[Sprite]:
        u = controls.unit
        side = round(58 * u)
        for k, tile in enumerate(tiles):
            at = Viewport(side / PITCH, round(rect.x + 32 * u) + k * side, round(rect.y + 32 * u), -1.0)
            yield held(f"{tag}-{k}", tile, at, controls.look, high=False)

    return draw


def _stones(*colours: str) -> Callable[[str, Controls, Rect], Iterable[Sprite]]:
    """Return what draws stones in a row."""

    def draw(tag: str, controls: Controls, rect: Rect) -> Iterable[Sprite]:
        u = controls.unit
        for k, colour in enumerate(colours):
            place = rect.x + (14 + 32 * k) * u, rect.y + 20 * u
            yield stone(f"{tag}-{k}", colour, place, 13 * u, controls.look)

    return draw


PARTS = (
    Part(
        N_("Lay"),
        N_(
            "Lay your tile beside one that lies there, turned as you like. Each corner scores by itself: it earns one "
            "point for every corner of its own colour that meets it in the same circle."
        ),
        _tiles(("red", "green", "blue", "purple"), ("orange", "red", "purple", "green")),
    ),
    Part(
        N_("Blank"),
        N_(
            "A blank corner of the tile that you lay can be any colour you name, if it meets another corner. "
            "Once it lies it counts for nothing."
        ),
        _tiles(("blank", "orange", "blue", "green")),
    ),
    Part(
        N_("AXIO!"),
        N_(
            "A stone stops at 12, and points beyond are lost. Each stone that gets there earns a bonus turn: a tile "
            "from the common supply is laid and scored at once."
        ),
        _stones("red", "green", "blue", "orange", "purple"),
    ),
    Part(
        N_("The end"),
        N_(
            "When all have laid their twelve tiles, the lowest stone of each player is compared, and the highest of "
            "these wins; on a tie, the next lowest. All five stones at 12 win at once. Alone, your lowest stone is "
            "your score."
        ),
    ),
)
