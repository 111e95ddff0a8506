"""The games as PettingZoo AEC environments: `sim.env.collexion()`, `sim.env.axio_rota()`, `sim.env.colour_collect()`.

Each gives the wrapped environment. As PettingZoo users know it, `sim.env.collexion_v0` is a module with `env` and
`raw_env`, and so are the other two. It takes the extra `rl`: `pip install 'polypile[rl]'`.
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

__all__ = ["axio_rota", "axio_rota_v0", "collexion", "collexion_v0", "colour_collect", "colour_collect_v0"]

_NEEDS = ("pettingzoo", "gymnasium")


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module 'sim.env' has no attribute {name!r}")
    for needed in _NEEDS:
        if find_spec(needed) is None:
            raise MissingExtra(f"sim.env needs {needed}: pip install 'polypile[rl]'")
    if name.endswith("_v0"):
        return import_module(f"sim.env.{name}")
    value = import_module(f"sim.env.{name}_v0").env
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
