"""How large things may be, whoever makes or reads them."""

from __future__ import annotations

MAX_PIECES = 10_000
"""More pieces than this are refused before any of them is built."""
MAX_VALUES = 50_000
"""Numbers, texts, lists and objects in a file: four times what a game with its pile takes."""
MAX_PILE_VALUES = 120 * MAX_PIECES
"""The same in the file of a pile: a piece touches its neighbours at a few points, and each takes some numbers."""
MAX_VEILS = 2_000
"""Parts of one piece that are hidden each in its own way; a real one has a handful."""
LARGEST = 1e9
"""Of any measure, whatever its unit: whatever is larger is no part of a box."""
LARGEST_SEED = 2**63 - 1
"""The smallest is 0."""
