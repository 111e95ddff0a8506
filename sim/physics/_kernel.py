"""How this package compiles: numba, cached on disk, with plain IEEE arithmetic (no fused or reordered operations)."""

from numba import njit

kernel = njit(cache=True, fastmath=False, nogil=True, error_model="numpy")
