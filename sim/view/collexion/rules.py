"""Collexion in short."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from sim.view.controls import Controls
from sim.view.items import Sprite, Viewport
from sim.view.layout import Rect
from sim.view.screens.rules import Part
from sim.view.token import SPAN, token
from sim.view.words import N_


def _tokens(*kinds: str) -> Callable[[str, Controls, Rect], Iterable[Sprite]]:
    """Return what draws polygons in a row."""

    def draw(tag: str, controls: Controls, rect: Rect) -> Iterable[Sprite]:
        u = controls.unit
        for k, kind in enumerate(kinds):
            at = Viewport(34 * u / SPAN, round(rect.x + (18 + 40 * k) * u), round(rect.y + 22 * u))
            yield token(f"{tag}-{k}", kind, at, controls.look)

    return draw


PARTS = (
    Part(
        N_("Take"),
        N_(
            "Take one to four polygons that can be reached. Each further one must share its shape or its colour with "
            "the one before."
        ),
        _tokens("octagon-blue", "square-blue", "square-pink"),
    ),
    Part(
        N_("Score"),
        N_(
            "Four shapes of one colour are a set and earn the top marker of that colour. Four colours of one shape "
            "are a set too and earn a marker from a stack that the edition names. Sets must be scored; their polygons "
            "go to the lid."
        ),
        _tokens("triangle-green", "square-green", "pentagon-green", "octagon-green"),
    ),
    Part(
        N_("Act"),
        N_(
            "Once a turn you may use one action: swap a polygon with another player, steal one, or remove one from the "
            "pile. Each works once a game; unused it is worth a point."
        ),
    ),
    Part(
        N_("The end"),
        N_(
            "When all markers are won or the pile is empty, the round is finished. Markers count their value, each "
            "polygon left over takes a point away. Most points win; fewer polygons left break a tie."
        ),
    ),
)
