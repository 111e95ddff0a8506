"""Polypile: a box of polygons, shaken into a pile, and what can be taken from it.

Names are imported when they are first used: `import sim` alone costs next to nothing.

>>> import sim
>>> sim.Tray().across
240.0
"""

from __future__ import annotations

from importlib import import_module

TYPE_CHECKING = False  # as in typing, which takes longer to import than all else here
if TYPE_CHECKING:
    from typing import Any

    from sim.arrays import PileArrays as PileArrays
    from sim.arrays import Trajectory as Trajectory
    from sim.bots.standings import Standings as Standings
    from sim.errors import AssetError as AssetError
    from sim.errors import BatchError as BatchError
    from sim.errors import ChanceError as ChanceError
    from sim.errors import CodeError as CodeError
    from sim.errors import CoverError as CoverError
    from sim.errors import GameError as GameError
    from sim.errors import IllegalMove as IllegalMove
    from sim.errors import JobLost as JobLost
    from sim.errors import MissingExtra as MissingExtra
    from sim.errors import MoveError as MoveError
    from sim.errors import NotSettled as NotSettled
    from sim.errors import PileError as PileError
    from sim.errors import PolypileError as PolypileError
    from sim.errors import RecordError as RecordError
    from sim.errors import ReplayDiverged as ReplayDiverged
    from sim.errors import SeedError as SeedError
    from sim.errors import SettingsError as SettingsError
    from sim.errors import ShakeError as ShakeError
    from sim.errors import StateError as StateError
    from sim.errors import StoreError as StoreError
    from sim.physics.shake import Shake as Shake
    from sim.pile import Colour as Colour
    from sim.pile import Contact as Contact
    from sim.pile import Cover as Cover
    from sim.pile import Frame as Frame
    from sim.pile import Piece as Piece
    from sim.pile import Pile as Pile
    from sim.pile import Pose as Pose
    from sim.pile import Shape as Shape
    from sim.pile import Tray as Tray
    from sim.pile import parse_code as parse_code
    from sim.record.record import Record as Record
    from sim.rules.edition import Edition as Edition
    from sim.rules.game import Outcome as Outcome
    from sim.rules.moves import Move as Move
    from sim.table import match as match
    from sim.table import read as read
    from sim.table import shake as shake
    from sim.table import show as show
    from sim.table import start as start
    from sim.table import stats as stats
    from sim.table import survey as survey
    from sim.table import tournament as tournament
    from sim.table import trajectory as trajectory
    from sim.table import visible as visible
    from sim.table import watch as watch

__version__ = "0.1.0"

_NAMES = {
    "sim.arrays": "PileArrays Trajectory",
    "sim.bots.standings": "Standings",
    "sim.errors": "AssetError BatchError ChanceError CodeError CoverError GameError IllegalMove JobLost MissingExtra "
    "MoveError NotSettled PileError PolypileError RecordError ReplayDiverged SeedError SettingsError ShakeError "
    "StateError StoreError",
    "sim.physics.shake": "Shake",
    "sim.pile": "Colour Contact Cover Frame Piece Pile Pose Shape Tray parse_code",
    "sim.record.record": "Record",
    "sim.rules.edition": "Edition",
    "sim.rules.game": "Outcome",
    "sim.rules.moves": "Move",
    "sim.table": "match read shake show start stats survey tournament trajectory visible watch",
}
_HOMES = {name: home for home, names in _NAMES.items() for name in names.split()}


def __getattr__(name: str) -> Any:
    if name == "env":
        return import_module("sim.env")
    if name not in _HOMES:
        raise AttributeError(f"module 'sim' has no attribute {name!r}")
    value = getattr(import_module(_HOMES[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *_HOMES})
