"""What can be chosen: the squares that the tile in the hand may be laid on, and the colours of a blank corner.

    square-1,-2 -> colour-green      is the move  place 1 -2 3 as green  where the tile has been turned three times

No rule stands here: whatever the state says is legal can be chosen, and nothing else.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from sim.view.axio_rota.camera import Square

if TYPE_CHECKING:
    from sim.rules.moves import Move
    from sim.view.steps import Picked, Step


def choices(legal: Iterable[Move], turns: int, picked: Picked = ()) -> Mapping[str, Step]:
    """Return by the tag of each thing that can be chosen what choosing it means, the tile being turned so."""
    steps: dict[str, Step] = {}
    for move in legal:
        if picked and move[: len(picked)] == picked:
            steps[f"colour-{move[-1]}"] = move
        elif not picked and move[3] == turns:
            steps[square_tag((int(move[1]), int(move[2])))] = move if len(move) == 4 else tuple(move[:5])
    return steps


def square_tag(square: Square) -> str:
    """Return the tag of a square.

    >>> square_tag((1, -2)), square_of("square-1,-2"), square_of("undo")
    ('square-1,-2', (1, -2), None)
    """
    return f"square-{square[0]},{square[1]}"


def square_of(tag: str | None) -> Square | None:
    """Return the square of a tag; None where it is that of something else."""
    if tag is None or not tag.startswith("square-"):
        return None
    x, y = tag.removeprefix("square-").split(",")
    return int(x), int(y)
