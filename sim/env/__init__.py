"""The games as PettingZoo AEC environments: `sim.env.collexion()`, `sim.env.axio_rota()`, `sim.env.colour_collect()`.

Each gives the wrapped environment. As PettingZoo users know it, `sim.env.collexion_v0` is a module with `env` and
`raw_env`, and so are the other two; after `sim.env.register()` PettingZoo makes them by name. It takes the extra `rl`:
`pip install 'polypile[rl]'`.
"""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from sim.errors import MissingExtra

if TYPE_CHECKING:
    from sim.env import axio_rota_v0 as axio_rota_v0
    from sim.env import collexion_v0 as collexion_v0
    from sim.env import colour_collect_v0 as colour_collect_v0
    from sim.env.axio_rota_v0 import env as axio_rota
    from sim.env.collexion_v0 import env as collexion
    from sim.env.colour_collect_v0 import env as colour_collect

_GAMES = ("axio_rota", "collexion", "colour_collect")
_NAMES = {*_GAMES, *(f"{game}_v0" for game in _GAMES)}
_NEEDS = ("pettingzoo", "gymnasium")

__all__ = [
    "axio_rota", "axio_rota_v0", "collexion", "collexion_v0", "colour_collect", "colour_collect_v0", "register"
]  # fmt: skip


def register() -> None:
    """Tell PettingZoo of the games: `pettingzoo.make("aec", "polypile/collexion-v0", players=3)`."""
    _check()
    import pettingzoo

    for game in _GAMES:
        name = f"polypile/{game.replace('_', '-')}-v0"
        if name not in pettingzoo.aec_registry:
            pettingzoo.register("aec", name, entry_point=f"sim.env.{game}_v0:env")


def _check() -> None:
    for needed in _NEEDS:
        if find_spec(needed) is None:
            raise MissingExtra(f"sim.env needs {needed}: pip install 'polypile[rl]'")


def __getattr__(name: str) -> Any:
    if name not in _NAMES:
        raise AttributeError(f"module 'sim.env' has no attribute {name!r}")
    _check()
    if name.endswith("_v0"):
        return import_module(f"sim.env.{name}")
    value = import_module(f"sim.env.{name}_v0").env
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
