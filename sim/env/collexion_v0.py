"""Collexion for PettingZoo: `env()` and `raw_env()`. A reset shakes the box, or takes a pile out of a library."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from sim import setups, table
from sim.env.codec import Array
from sim.env.collexion_codec import CollexionCodec
from sim.env.library import Library
from sim.env.table_env import TableEnv, wrapped
from sim.errors import GameError
from sim.pile import Cover, Pile
from sim.rules.collexion.setup import CollexionSetup, check_options
from sim.rules.edition import Edition
from sim.rules.game import State
from sim.rules.luck import Luck

if TYPE_CHECKING:
    from sim.physics.shake import Shake

SIZE = 640, 480
"""Width and height of a picture."""


class raw_env(TableEnv):  # noqa: N801  (the name that PettingZoo users look for)
    """A game of Collexion without wrappers; options are those of `sim.start`, and `piles`, a folder of ready piles."""

    render_modes = ("rgb_array", "ansi")

    def __init__(
        self,
        players: int = 2,
        edition: str | Edition = "de",
        variants: str | Iterable[str] = (),
        first: int | None = None,
        piles: str | Path | None = None,
        shake: Shake | None = None,
        shaping: float = 0.0,
        render_mode: str | None = None,
    ) -> None:
        if piles is not None and shake is not None:
            raise GameError("piles are ready, and a shake makes new ones: give one of the two")
        self.edition = edition if isinstance(edition, Edition) else setups.load_edition(edition)
        self.players, self.variants, self.first = check_options(players, variants, first)
        self.library = None if piles is None else Library(piles)
        self.shake = None if shake is None else table.shake_for("collexion", shake, {})
        super().__init__("collexion_v0", CollexionCodec(self.players), self.players, shaping, render_mode)

    def start(self, seed: int) -> State:
        """Return the state of a game before its first move: the box is shaken, or a pile of the library taken."""
        pile, cover = self._shaken(seed) if self.library is None else self.library.pile(seed)
        setup = CollexionSetup(pile, cover, self.edition, self.players, self.variants, self.first)
        return setup.start(Luck(seed))

    def _shaken(self, seed: int) -> tuple[Pile, Cover]:
        pile = table.shake(seed, self.shake)
        return pile, table.survey(pile, hidden=True)

    def render(self) -> str | Array | None:
        """Return the pile as it lies now, seen from above: height x width x 3; or the state, as the mode says."""
        if self.render_mode != "rgb_array":
            return super().render()
        from sim.view import picture, scene_of_pile

        game: Any = self.game
        gone = frozenset(range(len(game.pile))) - game.left
        stacks: Any = game.stacks
        scene = scene_of_pile(game.pile, game.cover, game.edition.reachable, SIZE, taken=gone, stacks=stacks)
        pixels: Array = np.array(picture(scene).get_view("3"), np.uint8).transpose(1, 0, 2)
        return pixels


def env(**options: Any) -> Any:
    """Return the environment, wrapped; options are those of `raw_env`."""
    return wrapped(raw_env(**options))
