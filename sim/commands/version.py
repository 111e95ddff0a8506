"""`polypile --version`: the versions that decide which pile a seed gives, and the others."""

from __future__ import annotations

import importlib
import platform
from importlib import metadata

import sim

PACKAGES = ("numpy", "numba", "shapely", "pygame-ce")


def run() -> int:
    """Print all versions."""
    from sim.physics import MODEL

    # By name, since physics alone may depend on the engine: this only asks for its version.
    chipmunk = importlib.import_module("pymunk").chipmunk_version
    print(f"polypile {sim.__version__} (model {MODEL})")
    print(f"pymunk {metadata.version('pymunk')} (Chipmunk {chipmunk})")
    for package in PACKAGES:
        print(f"{package} {metadata.version(package)}")
    print(f"Python {platform.python_version()}")
    return 0
