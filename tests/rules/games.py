"""All games with all their options: what conformance tests and golden playthroughs play."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

from sim import setups
from sim.pile import Cover, Pile
from sim.rules.axio_rota import AxioRotaSetup
from sim.rules.collexion import CollexionSetup
from sim.rules.colour_collect import ColourCollectSetup
from sim.rules.game import Setup

GOLDEN = Path(__file__).resolve().parent.parent / "golden" / "games"
PILES = (7, 0, 1)
"""Seeds of real piles that are kept, so that playthroughs do not change with the physics."""


@cache
def surveyed(seed: int) -> tuple[Pile, Cover]:
    """Return one of the kept piles with its cover."""
    pile, cover = ((GOLDEN / f"{what}-{seed}.json").read_text(encoding="utf-8") for what in ("pile", "cover"))
    return Pile.from_json(pile), Cover.from_json(cover)


def heaped(pile: Pile, cover: Cover) -> tuple[Pile, Cover]:
    """Return a pile in which whatever is covered at all is wholly hidden: in real ones hardly a polygon is."""
    over: dict[int, list[int]] = {id: [] for id in range(len(pile))}
    for upper, lower in cover.covers:
        over[lower].append(upper)
    return pile, replace(cover, hidden_by=tuple((tuple(sorted(over[id])),) for id in range(len(pile))))


def every_setup() -> Iterator[tuple[str, Callable[[], Setup]]]:
    """Yield a name for each game, edition, variant and number of players, and how to set it up."""
    for edition, players, expert, team in product(setups.EDITIONS, (2, 3, 4), (False, True), (False, True)):
        if not team or players == 4:
            variants = ("team",) * team + ("expert",) * expert
            yield (
                "-".join(("collexion", edition, str(players), *variants)),
                _later(_collexion, edition, players, variants),
            )
    for players in (1, 2, 3, 4):
        yield f"axio-rota-{players}", _later(_axio_rota, players)
    for variant, best_of, next_start in product((1, 2, 3), (3, 5), ("loser", "alternate")):
        for won_discs in ("keep", "return") if variant == 3 else ("keep",):
            words = "colour-collect", str(variant), *([won_discs] if variant == 3 else []), str(best_of), next_start
            yield "-".join(words), _later(ColourCollectSetup, variant, best_of, next_start, won_discs)


def _later(make: Callable[..., Setup], *arguments: Any) -> Callable[[], Setup]:
    return lambda: make(*arguments)


def _collexion(edition: str, players: int, variants: tuple[str, ...]) -> CollexionSetup:
    return CollexionSetup(*surveyed(PILES[0]), setups.load_edition(edition), players, variants)


def _axio_rota(players: int) -> AxioRotaSetup:
    return AxioRotaSetup(setups.load_tiles(), players)


SETUPS = dict(every_setup())


def mixed(game: str, number: int, piles: Sequence[tuple[Pile, Cover]]) -> Setup:
    """Return one set-up of a game after another, so that many numbers bring all options, piles and start players."""
    names = [name for name in SETUPS if name.startswith(game)]
    turn, place = divmod(number, len(names))
    setup: Any = SETUPS[names[place]]()
    changes: dict[str, Any] = {}
    if isinstance(setup, CollexionSetup):
        changes["pile"], changes["cover"] = piles[number % len(piles)]
    if turn % 3 == 0:
        changes["first"] = (turn // 3) % setup.players
    return replace(setup, **changes)
