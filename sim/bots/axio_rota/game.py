"""A game of AXIO rota that bots play on in their minds, with tiles that they can only imagine."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from sim.bots.axio_rota.grid import Corners, Grid, Spot, corners_of
from sim.rules.axio_rota.tiles import TOP
from sim.rules.axio_rota.view import AxioRotaView
from sim.rules.luck import Chance, shuffled


@dataclass(slots=True)
class Game:
    """Where a game stands; it changes as tiles are laid."""

    grid: Grid
    tracks: list[list[int]]
    """For each seat how far its stones have come, in the order of the colours."""
    stacks: list[list[Corners]]
    """For each seat the own tiles that are not laid, the next one last."""
    supply: list[Corners]
    """The common supply, the next tile last."""
    seat: int
    bonus: int = 0
    """Bonus turns that the player to move still has, with the one that is being played."""
    over: bool = False

    @property
    def tile(self) -> Corners:
        """The tile that the player to move lays next."""
        return self.supply[-1] if self.bonus else self.stacks[self.seat][-1]

    def copy(self) -> Game:
        """Return another game that stands the same."""
        tracks = [track.copy() for track in self.tracks]
        stacks = [stack.copy() for stack in self.stacks]
        return Game(self.grid.copy(), tracks, stacks, self.supply.copy(), self.seat, self.bonus, self.over)

    def lay(self, spot: Spot) -> None:
        """Lay the next tile, score it, and see who is next (A5 to A12)."""
        tile = self.supply.pop() if self.bonus else self.stacks[self.seat].pop()
        track, topped = self.tracks[self.seat], 0
        for colour, points in enumerate(self.grid.earned(tile, spot)):
            if points and track[colour] < TOP:
                track[colour] = min(track[colour] + points, TOP)
                topped += track[colour] == TOP
        self.grid.lay(spot[0], tile, spot[1])
        owed = max(self.bonus - 1, 0) + topped
        self.bonus = min(owed, len(self.supply))
        if min(track) == TOP:
            self.over = True
        elif not self.bonus:
            self.seat = (self.seat + 1) % len(self.tracks)
            self.over = not any(self.stacks)


def unseen(view: AxioRotaView) -> list[Corners]:
    """Return the tiles that neither lie nor are in the own hand, in the order of the set."""
    seen = Counter(tile.kind for _, tile in view.lying)
    if view.hand is not None:
        seen[view.hand.kind] += 1
    rest = []
    for tile in view.tiles.tiles:
        if seen[tile.kind]:
            seen[tile.kind] -= 1
        else:
            rest.append(corners_of(tile))
    return rest


def imagined(view: AxioRotaView, grid: Grid, rest: Sequence[Corners], chance: Chance) -> Game:
    """Return a game as the player to move may imagine it: the tiles that are not seen are dealt by chance."""
    assert view.hand is not None
    tiles = shuffled(rest, chance)
    hand = corners_of(view.hand)
    stacks = []
    for seat, laid in enumerate(view.laid):
        own = seat == view.seat and not view.bonus  # then the hand is the next of the own tiles
        count = 12 - laid - own
        stacks.append([*(tiles.pop() for _ in range(count)), *([hand] if own else [])])
    supply = [*tiles, hand] if view.bonus else tiles
    return Game(grid.copy(), [list(track) for track in view.tracks], stacks, supply, view.seat, view.bonus)
