"""Finds and loads the data files, in a checkout and in an installed wheel."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

from sim.errors import AssetError

_PACKAGE = Path(__file__).resolve().parent


@cache
def folder() -> Path:
    """Return the folder of the data files: in a wheel it lies inside the package, in a checkout beside it."""
    for place in (_PACKAGE / "_assets", _PACKAGE.parent / "assets"):
        if place.is_dir():
            return place
    raise AssetError(f"the data files are missing beside {_PACKAGE}: install polypile again")


def find(name: str) -> Path:
    """Return where a data file is, such as "reference/pile3d.json"."""
    path = folder() / name
    if not path.is_file():
        raise AssetError(f"there is no data file {name!r} in {folder()}")
    return path


def load_json(name: str) -> Any:
    """Return what a data file of JSON holds.

    >>> sorted(load_json("reference/pile3d.json"))
    ['curve_uncovered', 'figures', 'piles', 'seconds_per_pile']
    """
    try:
        return json.loads(find(name).read_text(encoding="utf-8"))
    except (OSError, ValueError) as wrong:
        raise AssetError(f"data file {name!r} cannot be read: {wrong}") from None
