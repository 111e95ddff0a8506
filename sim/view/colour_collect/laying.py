"""How discs fly when they are laid anew: each from where one of its colour was, as near as there is one."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from sim.view.colour_collect.disc import disc
from sim.view.items import Scene, Sprite

if TYPE_CHECKING:
    from sim.view.screens.table import Flight
    from sim.view.theme import Theme

_STEP = 0.028  # s from one disc to the next
_DROPS = 0.3


def laying(before: Scene, after: Scene, look: Theme, flight: Callable[..., Flight]) -> Iterator[Flight]:
    """Yield the flights of all discs and of the pawn from one round to the next; what `flight` makes are theirs."""
    sources: defaultdict[str, list[Sprite]] = defaultdict(list)
    for sprite in before.sprites:
        if sprite.tag.startswith(("disc-", "owned-")):
            sources[sprite.title].append(sprite)
    moved = 0
    for sprite in after.sprites:
        if not sprite.tag.startswith(("disc-", "owned-", "out-")) or _stays(sprite, before):
            continue
        source = _nearest(sprite, sources[sprite.title])
        if source is None or source.at is None or sprite.at is None:
            continue
        sources[sprite.title].remove(source)
        # A disc keeps the size that it has in the end, so that few pictures do for all of them.
        start = replace(source.at, scale=sprite.at.scale)
        if (start.x, start.y) != (sprite.at.x, sprite.at.y):
            yield flight(
                disc(sprite.tag, sprite.title, sprite.at, look),
                start,
                delay=_STEP * moved,
                hides=sprite.tag,
                lasts=0.5,
                high=0.15,
            )
            moved += 1
    if "pawn" in after and (goal := after["pawn"].at) is not None:
        above = replace(goal, scale=1.7 * goal.scale)
        yield flight(after["pawn"], above, delay=_STEP * moved + 0.4, hides="pawn", lasts=_DROPS, high=0.0)


def _stays(sprite: Sprite, before: Scene) -> bool:
    return sprite.tag.startswith("out-") and sprite.tag in before


def _nearest(sprite: Sprite, sources: list[Sprite]) -> Sprite | None:
    def far(source: Sprite) -> float:
        assert source.at is not None
        assert sprite.at is not None
        return math.dist((source.at.x, source.at.y), (sprite.at.x, sprite.at.y))

    return min(sources, key=far, default=None)
