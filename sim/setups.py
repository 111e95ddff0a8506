"""From what users say to how a game is set up: editions and tiles are loaded, the box is shaken and surveyed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from sim import assets
from sim.errors import AssetError, GameError
from sim.pile import Pile
from sim.pile.reading import listed, short
from sim.rules.axio_rota import AxioRotaSetup, TileSet
from sim.rules.collexion.setup import CollexionSetup, check_options
from sim.rules.colour_collect import ColourCollectSetup
from sim.rules.edition import Edition
from sim.rules.game import Setup

Shaking = Callable[[], Pile]
"""Gives the pile of a game that needs one, where none was given."""

OPTIONS: Mapping[str, tuple[str, ...]] = {
    "collexion": ("players", "edition", "variants", "first", "pile"),
    "axio-rota": ("players", "first"),
    "colour-collect": ("players", "variant", "best_of", "next_start", "won_discs", "first"),
}
"""What each game can be told, by the name that users type."""
EDITIONS = ("de", "fr", "it", "fr-blue-orange")


def set_up(game: str, shaking: Shaking, options: Mapping[str, Any]) -> Setup:
    """Return how a game is set up; raise GameError for a game or an option that there is not.

    >>> set_up("colour-collect", lambda: None, {"variant": 3}).best_of
    3
    """
    _check_names(game, options)
    if game == "axio-rota":
        return AxioRotaSetup(load_tiles(), **options)
    if game == "colour-collect":
        return ColourCollectSetup(**options)
    return _collexion(shaking, **options)


def check(game: str, options: Mapping[str, Any]) -> dict[str, Any]:
    """Return the options as the set-up keeps them, and how many play; raise what `set_up` raises, without a pile.

    >>> check("colour-collect", {"variant": 3})
    {'players': 2, 'variant': 3}
    """
    _check_names(game, options)
    if game != "collexion":
        setup = set_up(game, _no_pile, options)
        return {name: getattr(setup, name) for name in ("players", *options)}
    told = {"players": 2, **options}
    found: dict[str, Any] = {name: told.pop(name) for name in ("edition", "pile") if name in told}
    _edition(found.get("edition", "de"))
    found["players"], found["variants"], found["first"] = check_options(**told)
    return {name: found[name] for name in ("players", *options)}


def load_edition(name: str) -> Edition:
    """Return a printed edition of Collexion by name."""
    if not isinstance(name, str) or name not in EDITIONS:
        raise GameError(f"there is no edition {short(name)}: use {listed(EDITIONS, 'or')}")
    try:
        return Edition.from_dict(assets.load_json(f"editions/{name}.json"))
    except GameError as wrong:
        raise AssetError(f"data file of edition {name}: {wrong}") from None


def load_tiles() -> TileSet:
    """Return the tiles of AXIO rota."""
    return TileSet.from_dict(assets.load_json("tiles/axio-rota.json"))


def _edition(given: str | Edition) -> Edition:
    return given if isinstance(given, Edition) else load_edition(given)


def _no_pile() -> Pile:
    raise AssertionError("only Collexion needs a pile")


def _check_names(game: str, options: Mapping[str, Any]) -> None:
    if not isinstance(game, str) or game not in OPTIONS:
        raise GameError(f"there is no game {short(game)}: use {listed(OPTIONS, 'or')}")
    for name in options:
        if name not in OPTIONS[game]:
            raise GameError(f"{game} has no option {short(name)}: it has {listed(OPTIONS[game])}")


def _collexion(shaking: Shaking, pile: Pile | None = None, edition: str | Edition = "de", **options: Any) -> Setup:
    from sim.reach.survey import survey

    chosen = _edition(edition)
    # Wrong options are told before the box is shaken, which takes a while.
    check_options(**options)
    ready = shaking() if pile is None else pile
    if not isinstance(ready, Pile):
        raise GameError(f"pile is {short(ready)}: give a Pile, as sim.shake returns it")
    return CollexionSetup(ready, survey(ready, hidden=True), chosen, **options)
