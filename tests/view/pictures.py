"""Golden pictures: screens must not come to look otherwise unnoticed.

They are written anew with POLYPILE_GOLDEN=write, as `make golden` does; look at them before you commit them. Colours
are rounded in them, which makes them a third as large.
"""

from __future__ import annotations

import os
import struct
import zlib
from pathlib import Path

import numpy as np
import pygame
import pytest

FOLDER = Path(__file__).parent.parent / "golden" / "view"
STEP = 8
"""Between the values that a colour is rounded to."""
# Fonts and rounding differ a little from machine to machine; what is out of place differs a lot, be it only a word.
MEAN, NEARBY = 1.0, 12.0
BLOCK = 24  # pixels


def compare(surface: pygame.Surface, name: str, folder: Path) -> None:
    """Fail where a picture is not like its golden one; beside each other they are written to a folder."""
    golden_path = FOLDER / f"{name}.png"
    if os.environ.get("POLYPILE_GOLDEN") == "write":
        write(rounded(pixels(surface)), golden_path)
    assert golden_path.exists(), f"there is no golden picture {name}: run `make golden`"
    golden, now = pixels(pygame.image.load(str(golden_path))), pixels(surface)
    assert now.shape == golden.shape
    apart = distance(now, golden)
    if differs(apart):
        path = folder / f"{name}.png"
        grey = np.repeat(np.minimum(255, 4 * apart)[:, :, None], 3, axis=2)
        write(np.concatenate((golden, rounded(now), grey)), path)
        pytest.fail(f"the picture differs (mean {apart.mean():.2f}): golden, now and difference are in {path}")


def distance(now: np.ndarray, golden: np.ndarray) -> np.ndarray:
    """Return by pixel how far a picture is from a golden one, beyond what rounding has changed."""
    return np.maximum(0, np.abs(now - golden).max(axis=2) - STEP // 2)


def differs(apart: np.ndarray) -> bool:
    """Tell whether pictures are too far apart, by how far each of their pixels is."""
    wide, high = (length // BLOCK for length in apart.shape)
    blocks = apart[: wide * BLOCK, : high * BLOCK].reshape(wide, BLOCK, high, BLOCK).mean(axis=(1, 3))
    return bool(apart.mean() > MEAN or blocks.max() > NEARBY)


def pixels(surface: pygame.Surface) -> np.ndarray:
    """Return the colours of a picture, by column and row."""
    return pygame.surfarray.array3d(surface).astype(int)


def rounded(colours: np.ndarray) -> np.ndarray:
    """Return colours as golden pictures have them."""
    return np.minimum(255, (colours + STEP // 2) // STEP * STEP)


def write(colours: np.ndarray, path: Path) -> None:
    """Write a PNG, packed as well as can be."""
    wide, high, _three = colours.shape
    rows = colours.astype(np.uint8).transpose(1, 0, 2).reshape(high, 3 * wide)
    plain = np.concatenate((np.zeros((high, 1), np.uint8), rows), axis=1).tobytes()
    head = struct.pack(">IIBBBBB", wide, high, 8, 2, 0, 0, 0)
    parts = ((b"IHDR", head), (b"IDAT", zlib.compress(plain, 9)), (b"IEND", b""))
    path.write_bytes(b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(name, data) for name, data in parts))


def _chunk(name: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
