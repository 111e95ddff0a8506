"""How two piles that should be one differ, in words: a start for whoever looks for the reason."""

from __future__ import annotations

import math

from sim.pile.piece import Piece
from sim.pile.pile import Pile


def divergence(pile: Pile, again: Pile) -> str:
    """Return how a pile that was shaken again differs from the one that it should be; "" where it is that one.

    Hundredths of a millimetre in a few pieces mean that rounding differed somewhere late; where all pieces lie
    centimetres away, something else than the physics of this model was at work from early on.
    """
    if pile == again:
        return ""
    if len(pile) != len(again):
        return f"it has {len(again)} pieces, not {len(pile)}"
    elsewhere = [pair for pair in zip(pile, again, strict=True) if pair[0] != pair[1]]
    if elsewhere:
        lie = "piece lies" if len(pile) == 1 else "pieces lie"
        farthest = max(_distance(*pair) for pair in elsewhere)
        return f"{len(elsewhere)} of {len(pile)} {lie} elsewhere, by {farthest:.4g} mm at most"
    if pile.contacts != again.contacts:
        return "all pieces lie where they should, but press on one another otherwise"
    return "all pieces lie where they should, but what stands before them differs"


def _distance(one: Piece, other: Piece) -> float:
    """Return how far apart a corner lies at most: pieces that are only turned are elsewhere, too."""
    corners = zip(one.underside(), other.underside(), strict=True)
    return max(math.dist(a, b) for a, b in corners)
