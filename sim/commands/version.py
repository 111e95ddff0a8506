"""`polypile --version`: the versions that decide which pile a seed gives, and the others."""

from __future__ import annotations

import platform
from importlib import metadata

import sim

PACKAGES = ("pymunk", "numpy", "numba", "shapely", "pygame-ce")


def run() -> int:
    """Print all versions."""
    from sim.physics import MODEL

    print(f"polypile {sim.__version__} (model {MODEL})")
    for package in PACKAGES:
        print(f"{package} {metadata.version(package)}")
    print(f"Python {platform.python_version()} on {platform.system()} {platform.machine()}")
    return 0
