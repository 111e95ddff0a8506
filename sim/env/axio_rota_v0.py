"""AXIO rota for PettingZoo: `env()` and `raw_env()`."""

from __future__ import annotations

from typing import Any

from sim import table
from sim.env.axio_rota_codec import AxioRotaCodec
from sim.env.table_env import TableEnv, wrapped


class raw_env(TableEnv):  # noqa: N801  (the name that PettingZoo users look for)
    """A game of AXIO rota without wrappers; options are those of `sim.start`."""

    def __init__(
        self, players: int = 2, first: int | None = None, shaping: float = 0.0, render_mode: str | None = None
    ) -> None:
        table.start("axio-rota", players, seed=0, first=first)  # wrong options are told now, not at the first reset
        super().__init__(
            "axio_rota_v0",
            AxioRotaCodec(players),
            players,
            lambda seed: table.start("axio-rota", players, seed=seed, first=first),
            shaping,
            render_mode,
        )


def env(**options: Any) -> Any:
    """Return the environment, wrapped; options are those of `raw_env`."""
    return wrapped(raw_env(**options))
