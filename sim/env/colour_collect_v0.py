"""Colour Collect for PettingZoo: `env()` and `raw_env()`."""

from __future__ import annotations

from typing import Any

from sim import table
from sim.env.colour_collect_codec import ColourCollectCodec
from sim.env.table_env import TableEnv, wrapped
from sim.rules.game import State

PLAYERS = 2


class raw_env(TableEnv):  # noqa: N801  (the name that PettingZoo users look for)
    """A match of Colour Collect without wrappers; options are those of `sim.start`."""

    def __init__(
        self,
        variant: int = 1,
        best_of: int = 3,
        next_start: str = "loser",
        won_discs: str = "keep",
        first: int | None = None,
        shaping: float = 0.0,
        render_mode: str | None = None,
    ) -> None:
        self.options = {
            "variant": variant, "best_of": best_of, "next_start": next_start, "won_discs": won_discs, "first": first
        }  # fmt: skip
        self.start(0)  # wrong options are told now, not at the first reset
        super().__init__("colour_collect_v0", ColourCollectCodec(), PLAYERS, shaping, render_mode)

    def start(self, seed: int) -> State:
        """Return the state of a match before its first move."""
        return table.start("colour-collect", None, seed, None, **self.options)


def env(**options: Any) -> Any:
    """Return the environment, wrapped; options are those of `raw_env`."""
    return wrapped(raw_env(**options))
