"""The file of settings in the user's folder."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from sim.errors import SettingsError, StoreError
from sim.record import store
from sim.settings import Settings

_FILE = "settings.json"
_LARGEST = 1_000_000


def read(folder: Path, tell: Callable[[str], None]) -> Settings:
    """Return the settings that a folder keeps, or the defaults; a damaged file is set aside, and told of."""
    path = folder / _FILE
    try:
        if not path.exists():
            return Settings()
        try:
            return Settings.read(store.read(path, _LARGEST))
        except (SettingsError, store.DamagedFile) as wrong:
            aside = store.set_aside(path)
            tell(f"The settings were damaged ({wrong}); their file is now {store.spoken(aside)}")
    except StoreError as wrong:
        tell(str(wrong))
    except OSError as wrong:
        tell(f"{store.spoken(path)} cannot be read: {store.reason(wrong)}")
    return Settings()


def write(folder: Path, settings: Settings) -> None:
    """Keep settings; what another version of the program has put there and this one does not know stays."""
    path = folder / _FILE
    store.make_folder(folder)
    content = {**_there(path), **settings.to_dict()}
    # Escaped: what is not known here may hold half a character, which no file of UTF-8 can.
    store.keep(path, (json.dumps(content, indent=1) + "\n").encode("ascii"))


def _there(path: Path) -> dict[str, Any]:
    try:
        content = json.loads(store.read(path, _LARGEST))
    except (StoreError, ValueError, RecursionError):
        return {}
    return content if isinstance(content, dict) else {}
