"""A game of Collexion as bots think of it: everything on the table as numbers."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from sim.bots.collexion.heap import Heap
from sim.bots.collexion.kinds import count, packed
from sim.bots.collexion.worth import Heights, Shares
from sim.rules.collexion.view import CollexionView
from sim.rules.edition import Edition
from sim.rules.luck import Chance


@dataclass(slots=True)
class Table:
    """Where a game stands, as far as the player to move knows it; it changes as turns are played."""

    heap: Heap
    edition: Edition
    team: bool
    expert: bool
    first: int
    lying: int
    """What is known to be in the pile, as a mask, and what of that nothing stands in the way of."""
    free: int
    collections: list[int]
    heights: Heights
    actions: list[frozenset[str]]
    points: list[int]
    """For each seat the sum of its markers; of other seats as far as it is known, or imagined."""
    seat: int
    """The player to move."""
    taken: tuple[int, ...] = ()
    taking: bool = True
    acted: bool = False
    scored: bool = False
    paired: bool = False
    over: bool = False
    shares: Shares = field(default_factory=dict)
    """What has been found of the worth of collections: copies of a table share it."""

    @classmethod
    def of(cls, view: CollexionView) -> Table:
        """Return what a view shows, with what is hidden left out, also of others' points."""
        heap = Heap(view.edition.reachable, view.covers, view.rests, view.touches)
        lying = sum(1 << piece.id for piece in view.pieces)
        # What hidden polygons stand in the way of is not free, though nothing seen explains why.
        reachable = sum(1 << id for id in view.reachable)
        return cls(
            heap=heap,
            edition=view.edition,
            team="team" in view.variants,
            expert="expert" in view.variants,
            first=view.first,
            lying=lying,
            free=heap.free(lying) & reachable,
            collections=[packed(kinds) for kinds in view.collections],
            heights=view.heights,
            actions=list(view.actions),
            points=[sum(view.markers) if seat == view.seat else 0 for seat in range(view.players)],
            seat=view.to_move,
            taken=view.taken,
            taking=view.taking,
            acted=view.acted,
            scored=view.scored,
            paired=view.paired,
        )

    @classmethod
    def imagined(cls, view: CollexionView, chance: Chance) -> Table:
        """Return what a view shows, with what is hidden imagined by chance."""
        state = view.imagined(chance)
        table = cls.of(view)
        table.points = [sum(won) for won in state.markers]
        if state.lying != table.lying:
            table.heap = Heap(view.edition.reachable, state.cover.covers, state.cover.rests, state.cover.touches)
            table.lying = state.lying
            table.free = table.heap.free(state.lying)
        return table

    @property
    def players(self) -> int:
        """How many play."""
        return len(self.collections)

    @property
    def smallest(self) -> bool:
        """Whether shape sets are paid from the smallest stacks alone (C11)."""
        return self.edition.shape_set_pays == "smallest"

    @property
    def partner(self) -> int | None:
        """The partner of the player to move, if there is one (C19)."""
        return (self.seat + 2) % 4 if self.team else None

    def may_act(self, action: str) -> bool:
        """Tell whether the player to move may play this action now (C13, C20)."""
        if self.expert:
            return self.paired and action in self.edition.expert_actions
        return not self.acted and not self.scored and action in self.actions[self.seat]

    def take(self, id: int) -> None:
        """Take a polygon out of the pile, and set free what it alone stood in the way of."""
        self.lying ^= 1 << id
        self.free = self.free & ~(1 << id) | self.heap.freed(self.lying, id)

    def end_turn(self) -> None:
        """Let the next player move, or end the game with the round (C16, C17)."""
        self.seat = (self.seat + 1) % self.players
        self.taken, self.taking, self.acted, self.scored, self.paired = (), True, False, False, False
        self.over = self.seat == self.first and not (self.lying and any(self.heights))

    def score(self, seat: int) -> int:
        """Return what a seat has by C18, if the game ends now."""
        return self.points[seat] + len(self.actions[seat]) - count(self.collections[seat])

    def copy(self) -> Table:
        """Return another table that stands the same."""
        return replace(
            self, collections=self.collections.copy(), actions=self.actions.copy(), points=self.points.copy()
        )
