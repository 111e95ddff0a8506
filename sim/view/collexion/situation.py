"""All that the table of Collexion shows, as one value: the view of who looks at it, and what the window adds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from sim.pile import Colour, Cover, Pile, Shape
from sim.view.steps import Picked, Step

if TYPE_CHECKING:
    from sim.rules.collexion.view import CollexionView

SHAPES = tuple(shape.value for shape in Shape)
COLOURS = tuple(colour.value for colour in Colour)
KINDS = tuple(f"{shape}-{colour}" for shape in SHAPES for colour in COLOURS)
COPIES = 5


@dataclass(frozen=True, slots=True)
class Situation:
    """A moment of a game at the table."""

    view: CollexionView
    pile: Pile
    cover: Cover
    names: tuple[str, ...]
    roles: tuple[str, ...]
    """What each player is, in words: a human, or a bot and how strong it is."""
    steps: Mapping[str, Step] = field(default_factory=dict)
    """What can be chosen, by tag; nothing while others move."""
    picked: Picked = ()
    headline: str = ""
    detail: str = ""
    log: tuple[str, ...] = ()
    buttons: tuple[str, ...] = ()
    """Which of the buttons under the box can be pressed: "finish", "stop", "give-partner"."""
    may_undo: bool = False
    peek: bool = True
    """Whether the player's own markers show their values."""
    markers: tuple[tuple[int, ...], ...] = ()
    """The values that each player has won, where all may know them."""

    @property
    def gone(self) -> frozenset[int]:
        """The ids that are no longer in the pile; of those never seen nobody can say it, and nobody sees it."""
        taken = {*range(len(self.pile))} - self.left
        return frozenset(taken)

    @property
    def left(self) -> frozenset[int]:
        """The ids that can be seen in the pile."""
        return self.view.left

    def counts(self) -> Counter[str]:
        """Return how many of each kind are still in the pile: all that are nowhere else."""
        kinds = [piece.kind for piece in self.pile]
        elsewhere = Counter(kinds[id] for id in self.view.taken)
        for some in (*self.view.collections, self.view.lid):
            elsewhere.update(some)
        return Counter({kind: COPIES - elsewhere[kind] for kind in KINDS})

    def complete(self, seat: int) -> tuple[str, ...]:
        """Return the names of the rows and columns that a seat has whole: "square", "blue"."""
        owned = {*self.view.collections[seat]}
        rows = [shape for shape in SHAPES if all(f"{shape}-{colour}" in owned for colour in COLOURS)]
        columns = [colour for colour in COLOURS if all(f"{shape}-{colour}" in owned for shape in SHAPES)]
        return (*rows, *columns)
