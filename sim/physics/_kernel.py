"""How this package compiles: numba, cached on disk, with plain IEEE arithmetic (no fused or reordered operations)."""

from __future__ import annotations

import hashlib
import os
import sys
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import numba

_HERE = Path(__file__).resolve().parent
_config: Any = numba.config  # its attributes are made when it is imported


def kernel(function: Callable[..., Any]) -> Any:
    """Compile a function when it is first called; what was compiled once is kept for later processes."""
    before, _config.CACHE_DIR = _config.CACHE_DIR, _home()
    try:
        return numba.njit(cache=bool(_home()), fastmath=False, nogil=True, error_model="numpy", forceinline=True)(
            function
        )
    finally:
        _config.CACHE_DIR = before


@cache
def _home() -> str:
    """Return the first folder that compiled kernels can be kept in, or "" where nothing can be written.

    numba sees when the file of a kernel changes, but not when one does that it calls: an edit or an upgrade
    would leave old code in use. So the folder's name tells all sources.
    """
    sources = b"".join(path.read_bytes() for path in sorted(_HERE.glob("*.py")))
    name = f"kernels-{hashlib.sha256(sources).hexdigest()[:16]}"
    for place in filter(None, (_config.CACHE_DIR, _HERE / "__pycache__", _user_cache())):
        try:
            folder = Path(place).expanduser() / name
            folder.mkdir(parents=True, exist_ok=True)
            tempfile.TemporaryFile(dir=folder).close()
        except (OSError, RuntimeError):  # it cannot be written, or there is no home
            continue
        return str(folder)
    return ""


def _user_cache() -> str:
    default = "~/Library/Caches" if sys.platform == "darwin" else "~/.cache"
    return (os.environ.get("LOCALAPPDATA" if os.name == "nt" else "XDG_CACHE_HOME") or default) + "/polypile"
