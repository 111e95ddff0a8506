"""What can be clicked: every move that is legal, laid out as steps from thing to thing on the table.

    action-swap -> cell-0-square-blue -> cell-1-octagon-pink      is the move  swap square-blue 1 octagon-pink

No rule stands here: whatever the state says is legal can be chosen, and nothing else.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from sim.view.steps import Picked, Step

if TYPE_CHECKING:
    from sim.rules.moves import Move

ACTIONS = "swap", "steal", "give", "remove"


def choices(legal: Iterable[Move], seat: int, picked: Picked = ()) -> Mapping[str, Step]:
    """Return by the tag of each thing that can be chosen what choosing it means, for the player in a seat."""
    moves = [move for move in legal if _begins(move, picked)]
    if not picked:
        return _first(moves, seat)
    steps: dict[str, Step] = {}
    for move in moves:
        match move:
            case ("remove", int(id)):
                steps[f"piece-{id}"] = move
            case ("steal", int(other), str(kind)):
                steps[f"cell-{other}-{kind}"] = move
            case ("swap", str(mine), int(other), str(theirs)):
                if len(picked) == 1:
                    steps[f"cell-{seat}-{mine}"] = ("swap", mine)
                else:
                    steps[f"cell-{other}-{theirs}"] = move
            case ("give", int(other), str(mine)):
                if len(picked) == 1:
                    steps[f"cell-{seat}-{mine}"] = ("give", mine)
                else:
                    steps[f"card-{other}"] = move
            case ("score", "shape", str(), "from", str(colour)):
                steps[f"stack-{colour}"] = move
    return steps


def _begins(move: Move, picked: Picked) -> bool:
    """Tell whether a move goes on from what was picked; of `give`, the polygon is picked before its taker."""
    words = (move[0], move[2], move[1]) if move[0] == "give" else tuple(move)
    return words[: len(picked)] == picked


def _first(moves: list[Move], seat: int) -> dict[str, Step]:
    steps: dict[str, Step] = {}
    for move in moves:
        match move:
            case ("take", int(id)):
                steps[f"piece-{id}"] = move
            case ("score", "colour", str(colour)):
                steps[f"set-{seat}-{colour}"] = move
            case ("score", "shape", str(shape), *payer):
                tag = f"set-{seat}-{shape}"
                # A second stack that could pay: which one is chosen in its corner.
                steps[tag] = ("score", "shape", shape) if tag in steps and payer else move
            case (str(action), *_) if action in ACTIONS:
                steps[f"action-{action}"] = (action,)
            case (str(word),):
                steps[word] = move
    return steps
