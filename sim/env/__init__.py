"""The games as PettingZoo AEC environments: `sim.env.collexion()`, `sim.env.axio_rota()`, `sim.env.colour_collect()`.

Each gives the wrapped environment. As PettingZoo users know it, `sim.env.collexion_v0` is a module with `env` and
`raw_env`, and so are the other two; after `sim.env.register()` PettingZoo makes them by name. It takes the extra `rl`:
`pip install 'polypile[rl]'`.
"""

from __future__ import annotations

from sim.errors import MissingExtra

try:
    import gymnasium as gymnasium
    import pettingzoo
except ModuleNotFoundError as missing:
    raise MissingExtra(f"sim.env needs {missing.name}: pip install 'polypile[rl]'") from None

from sim.env import axio_rota_v0, collexion_v0, colour_collect_v0

axio_rota = axio_rota_v0.env
collexion = collexion_v0.env
colour_collect = colour_collect_v0.env

__all__ = [
    "axio_rota",
    "axio_rota_v0",
    "collexion",
    "collexion_v0",
    "colour_collect",
    "colour_collect_v0",
    "register",
]


def register() -> None:
    """Tell PettingZoo of the games: `pettingzoo.make("aec", "polypile/collexion-v0", players=3)`."""
    for module in (axio_rota_v0, collexion_v0, colour_collect_v0):
        name = module.__name__.rpartition(".")[2]
        id = "polypile/" + name.replace("_", "-")
        if id not in pettingzoo.aec_registry:
            pettingzoo.register("aec", id, entry_point=f"sim.env.{name}:env")
