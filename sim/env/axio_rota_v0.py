"""AXIO rota for PettingZoo: `env()` and `raw_env()`."""

from __future__ import annotations

from typing import Any

from sim import table
from sim.env.axio_rota_codec import AxioRotaCodec
from sim.env.table_env import TableEnv, wrapped
from sim.rules.game import State


class raw_env(TableEnv):  # noqa: N801  (the name that PettingZoo users look for)
    """A game of AXIO rota without wrappers; options are those of `sim.start`."""

    def __init__(
        self, players: int = 2, first: int | None = None, shaping: float = 0.0, render_mode: str | None = None
    ) -> None:
        self.options: dict[str, Any] = {"players": players, "first": first}
        seats = self.start(0).setup.players  # wrong options are told now, not at the first reset
        super().__init__("axio_rota_v0", AxioRotaCodec(seats), seats, shaping, render_mode)

    def start(self, seed: int) -> State:
        """Return the state of a game before its first move."""
        return table.start("axio-rota", seed=seed, **self.options)


def env(**options: Any) -> Any:
    """Return the environment, wrapped; options are those of `raw_env`."""
    return wrapped(raw_env(**options))
