"""How large things may be, whoever makes or reads them."""

from __future__ import annotations

MAX_PIECES = 20_000
"""More pieces than this are refused before any of them is built."""
LARGEST = 1e9
"""Of any measure, whatever its unit: whatever is larger is no part of a box."""
LARGEST_SEED = 2**63 - 1
"""The smallest is 0."""
