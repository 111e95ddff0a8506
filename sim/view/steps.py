"""What choosing a thing on the table means: a whole move, or a part of one that takes more clicks."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias, cast

if TYPE_CHECKING:
    from sim.rules.moves import Move, Word

Picked: TypeAlias = "tuple[Word, ...]"
"""What has been chosen so far of a move that takes more than one click, such as ("swap", "square-blue")."""
Step: TypeAlias = "Move | Picked"
"""A whole move, or what is picked next."""


def move_of(step: Step | None) -> Move | None:
    """Return the move that a step is; None where it is only a part of one, or no step at all."""
    return None if step is None or type(step) is tuple else cast("Move", step)
