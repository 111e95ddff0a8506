"""AXIO! across the table, where a stone has got to the top."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from sim.view.items import Layer, Sprite, Text, Viewport
from sim.view.layout import Rect
from sim.view.stage import Stage
from sim.view.theme import mix

LASTS = 1.7
"""Seconds."""
_GROWS, _FADES = 0.16, 0.75  # shares of its time: it has grown, and begins to fade
_SIZES, _STRENGTHS = 10, 6  # so many sizes and strengths do, so that pictures can be kept


@dataclass(frozen=True, slots=True)
class Shout:
    """What is shouted, and when."""

    colour: str
    told: str
    begins: float


def shouted(stage: Stage, rect: Rect, shouts: Sequence[Shout]) -> Iterator[Sprite]:
    """Yield AXIO! in the colours of the stones that got to the top, while it lasts."""
    u, look = stage.unit, stage.look
    size, lasts = 96 * u, LASTS * stage.pace
    for k, shout in enumerate(shouts):
        share = (stage.now - shout.begins) / lasts if lasts else 1.0
        if not 0.0 <= share < 1.0:
            continue
        grown = 1.0 - (1.0 - min(1.0, share / _GROWS)) ** 3
        weak = max(0.0, (share - _FADES) / (1.0 - _FADES))
        alpha = 255 - round(weak * _STRENGTHS) * 255 // _STRENGTHS
        row = k - (len(shouts) - 1) / 2
        x, y = rect.middle[0], rect.y + 0.4 * rect.height + 132 * u * row
        bright = mix(look.axio.symbols[shout.colour], (255, 255, 255, 255), 0.3)
        shade = (12, 14, 16, alpha)
        near = 0.035 * size
        items = tuple(Text((dx * near, dy * near), "AXIO!", size, shade) for dx, dy in _AROUND)
        low = 0.7 * size
        items += (
            Text((0.0, 0.0), "AXIO!", size, (*bright[:3], alpha)),
            *(Text((0.4 * dx * near, low + 0.4 * dy * near), shout.told, 0.24 * size, shade) for dx, dy in _AROUND),
            Text((0.0, low), shout.told, 0.24 * size, (*look.ink[:3], alpha)),
        )
        scale = round(_SIZES * (0.55 + 0.45 * grown)) / _SIZES
        yield Sprite(f"axio-{k}", Layer.CONTROLS, items, at=Viewport(scale, round(x), round(y), -1.0))


_AROUND = (-1, -1), (1, -1), (1, 1), (-1, 1), (0, 1.6)
