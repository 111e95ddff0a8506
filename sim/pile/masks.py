"""Sets of pieces as masks, bit i for piece i: quick enough to be asked after every take."""

from __future__ import annotations

from collections.abc import Iterable


def ids_of(mask: int) -> tuple[int, ...]:
    """Return the ids that a mask stands for, ascending.

    >>> ids_of(0b1101)
    (0, 2, 3)
    """
    ids = []
    while mask:
        rest = mask & (mask - 1)
        ids.append((mask ^ rest).bit_length() - 1)
        mask = rest
    return tuple(ids)


class _Union(dict[int, int]):
    """What a group of eight pieces blocks, by which of the eight are left; filled in as it is asked for."""

    __slots__ = ("_masks",)

    def __init__(self, masks: list[int]) -> None:
        super().__init__()
        self._masks = masks

    def __missing__(self, left: int) -> int:
        union = 0
        for k, mask in enumerate(self._masks):
            if left >> k & 1:
                union |= mask
        self[left] = union
        return union


class Bits(dict[int, int]):
    """The bit of each piece, made when it is first asked for: all at once they would take size times size bits."""

    __slots__ = ("_size",)

    def __init__(self, size: int) -> None:
        super().__init__()
        self._size = size

    def __missing__(self, id: int) -> int:
        if not 0 <= id < self._size:
            raise KeyError(id)
        self[id] = 1 << id
        return self[id]


class Blocking:
    """One rule as bit masks: who stands in whose way. Bit i stands for piece i.

    What is blocked is the union of what each piece left blocks. Taken eight pieces at a time from a table,
    that is ten look-ups for 80 pieces.
    """

    __slots__ = ("blockers", "unions")

    def __init__(self, size: int, pairs: Iterable[tuple[int, int]]) -> None:
        self.blockers = [0] * size
        blocked = [0] * size
        for blocker, piece in pairs:
            self.blockers[piece] |= 1 << blocker
            blocked[blocker] |= 1 << piece
        self.unions = [_Union(blocked[k : k + 8]) for k in range(0, size, 8)]

    def blocked(self, left: int) -> int:
        """Return all pieces that something among those left stands in the way of."""
        blocked = 0
        for union, eight in zip(self.unions, left.to_bytes(len(self.unions), "little"), strict=True):
            blocked |= union[eight]
        return blocked
