"""Collexion by Antoine Bauza: take polygons from the pile, collect sets of four, win point markers (C1 to C21)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from types import MappingProxyType
from typing import Any, ClassVar

from sim.pile import Cover, Pile
from sim.pile.masks import ids_of
from sim.pile.reading import Entry
from sim.rules.collexion import position
from sim.rules.collexion.check import check
from sim.rules.collexion.sets import (
    COLOUR_SETS,
    COLOURS,
    FOLLOWERS,
    KIND_OF,
    KINDS,
    MARKERS,
    POLYGONS,
    SHAPE_SETS,
    SHAPES,
    joined,
    without,
)
from sim.rules.collexion.setup import ACTIONS, MOST_TAKES, CollexionSetup
from sim.rules.collexion.view import CollexionView, known, redealt, view_of
from sim.rules.edition import Edition
from sim.rules.game import Outcome, State, inconsistent
from sim.rules.luck import Chance, Luck
from sim.rules.moves import Grammar, Move


@dataclass(frozen=True, slots=True)
class Collexion(State):
    """A position of Collexion; each step of a turn is a move of its own."""

    setup_type = CollexionSetup
    over_rule = "C18"
    grammar: ClassVar[Grammar] = Grammar(
        CollexionSetup.title,
        (
            "take ID",
            "stop",
            "give-partner",
            "swap KIND SEAT KIND",
            "steal SEAT KIND",
            "give SEAT KIND",
            "remove ID",
            "score colour COLOUR",
            "score shape SHAPE from COLOUR",
            "score shape SHAPE",
            "end",
        ),
        {"KIND": KINDS, "COLOUR": COLOURS, "SHAPE": SHAPES},
    )

    setup: CollexionSetup
    luck: Luck
    first: int
    """The seat that each round begins with (C3)."""
    to_move: int
    lying: int
    """What is still in the pile, as a mask: bit i stands for polygon i."""
    collections: tuple[tuple[str, ...], ...]
    """For each seat the kinds it owns, sorted."""
    heights: tuple[int, ...]
    """How many markers each stack has left, by colour in alphabetical order."""
    markers: tuple[tuple[int, ...], ...]
    """For each seat the values won, in order."""
    actions: tuple[frozenset[str], ...]
    """For each seat the action markers left."""
    lid: tuple[str, ...] = ()
    """The kinds that are out of the game, sorted."""
    taken: tuple[int, ...] = ()
    """The ids taken this turn, in order."""
    taking: bool = True
    """Whether the player to move is still taking; then comes the scoring."""
    acted: bool = False
    """Whether an action marker was played this turn (C13)."""
    scored: bool = False
    """Whether a set was scored this turn (C13)."""
    paired: bool = False
    """Whether the last move was a take of the same kind as the take before it (C20)."""
    ply: int = 0
    outcome: Outcome | None = None
    _legal: tuple[Move, ...] | None = field(default=None, init=False, repr=False, compare=False)

    def __hash__(self) -> int:
        # Without the set-up, which takes long: games with other piles hardly meet in one table.
        return hash((self.luck, self.ply, self.lying, self.taken, self.collections, self.markers, self.heights))

    # What others may read

    @property
    def left(self) -> frozenset[int]:
        """The ids still in the pile."""
        return frozenset(ids_of(self.lying))

    @property
    def stacks(self) -> Mapping[str, tuple[int, ...]]:
        """The markers left in the corner of each colour, bottom first."""
        return MappingProxyType({c: MARKERS[:height] for c, height in zip(COLOURS, self.heights, strict=True)})

    @property
    def scores(self) -> tuple[int, ...]:
        """What each seat would have if the game ended now, without the polygons of this turn (C18)."""
        return tuple(
            sum(won) + len(unused) - len(kept)
            for won, unused, kept in zip(self.markers, self.actions, self.collections, strict=True)
        )

    @property
    def pile(self) -> Pile:
        """The pile that the game is played with."""
        return self.setup.pile

    @property
    def cover(self) -> Cover:
        """What lies over what in the pile."""
        return self.setup.cover

    @property
    def edition(self) -> Edition:
        """The printed edition whose rules hold."""
        return self.setup.edition

    @property
    def reachable_mask(self) -> int:
        """What could be taken as the first of a turn, as a mask (C5)."""
        return self.cover.reachable_mask(self.edition.reachable, self.lying)

    @property
    def reachable(self) -> tuple[int, ...]:
        """The ids that could be taken as the first of a turn (C5)."""
        return ids_of(self.reachable_mask)

    def complete_sets(self) -> list[tuple[str, str]]:
        """Return the sets in the collection of the player to move, such as ("shape", "square"), sorted (C9)."""
        owned = {*self.collections[self.to_move]}
        if len(owned) < len(SHAPES):
            return []
        sets = [("colour", colour) for colour, wanted in COLOUR_SETS.items() if wanted <= owned]
        return sets + [("shape", shape) for shape, wanted in SHAPE_SETS.items() if wanted <= owned]

    def payers(self) -> tuple[str, ...]:
        """Return the colours whose stacks may pay for a shape set, sorted (C11)."""
        heights = [height for height in self.heights if height]
        if self.edition.shape_set_pays == "smallest":
            heights = [min(heights, default=0)]
        return tuple(c for c, height in zip(COLOURS, self.heights, strict=True) if height and height in heights)

    def may_act(self, action: str) -> bool:
        """Tell whether the player to move may play this action now, if there is something to play it on (C13, C20)."""
        if self.setup.expert:
            return self.paired and action in self.edition.expert_actions
        return not self.acted and not self.scored and action in self.actions[self.to_move]

    def may_stop(self) -> bool:
        """Tell whether taking may end: something was taken, or need not be (C16), or cannot be (C17)."""
        return bool(self.taken) or not self.lying or not any(self.heights)

    def is_last_turn(self) -> bool:
        """Tell whether the game ends with this turn, as things are: no marker or no polygon is left (C16, C17)."""
        following = (self.to_move + 1) % self.setup.players
        return following == self.first and not (self.lying and any(self.heights))

    @property
    def longest(self) -> int:
        """No more moves than this.

        A turn without a take or a *remove* comes in the last round only (C4, C16, C17), and at most 80 polygons
        leave the pile: no more than 80 turns and a last round, each with one end of taking and one `end`. 80
        polygons make 20 sets. Markers allow three actions a player, and in the expert variant four takes no more
        than three pairs: 60 in all.
        """
        actions = 60 if self.setup.expert else 3 * self.setup.players
        return len(POLYGONS) + 2 * (len(POLYGONS) + self.setup.players) + 20 + actions

    def census(self) -> Counter[str]:
        """Count the polygons by kind and the point markers by value, wherever they are."""
        polygons = Counter(KIND_OF[id] for id in (*ids_of(self.lying), *self.taken))
        polygons.update(kind for some in (*self.collections, self.lid) for kind in some)
        polygons.update(f"marker {value}" for won in (*self.markers, *self.stacks.values()) for value in won)
        return polygons

    def candidates(self) -> Iterator[Move]:
        """Yield every move that can be written with ids and seats of this game, and some just beyond."""
        players = self.setup.players
        return self.grammar.moves({"ID": range(-1, len(POLYGONS) + 1), "SEAT": range(-1, players + 1)})

    def player_view(self, seat: int) -> CollexionView:
        """Return what the player in this seat may know: of the pile, what can be seen; of markers, one's own (C12)."""
        return view_of(self, self.check_seat(seat))

    def reveals(self, later: Collexion) -> bool:
        """Tell whether somebody has seen polygons or markers that could not be seen before.

        What has left the pile has been seen. Markers that others won are turned over at the end (C12), and those
        that lie face down in the corners when they are won.
        """
        if later.outcome is not None and self.outcome is None:
            return True
        turned = not self.edition.stacks_face_up and later.heights != self.heights
        seen = (known(later) | ~later.lying) & self.lying
        return turned or bool(seen & ~known(self)) or State.reveals(self, later)

    def redealt(self, seat: int, chance: Chance) -> Collexion:
        """Return a state that looks the same from this seat: hidden polygons and others' markers change places."""
        return redealt(self, self.check_seat(seat), chance)

    def __str__(self) -> str:
        phase = " ".join(("takes", *map(str, self.taken))) if self.taking else "scores"
        stacks = " ".join(f"{colour[0]}{height}" for colour, height in zip(COLOURS, self.heights, strict=True))
        polygons = " ".join(str(len(kept)) for kept in self.collections)
        own = " ".join("".join(word[0] for word in kind.split("-")) for kind in self.collections[self.to_move]) or "-"
        points = " ".join(map(str, self.scores))
        left = self.lying.bit_count()
        return f"seat {self.to_move} {phase}, {left} left, {stacks}, points {points}, polygons {polygons}, own {own}"

    # Checking

    def _check(self, move: Move) -> None:
        check(self, move)

    # Listing: in the order of the moves' words, so that nothing needs sorting

    def _moves(self) -> tuple[Move, ...]:
        if self.taking:
            moves = self._gives() if self.may_act("give") else []
            if self.setup.team and self.taken:
                moves.append(Move("give-partner"))
            moves += self._removes()
            moves += self._steals()
            if self.may_stop():
                moves.append(Move("stop"))
            moves += self._swaps()
            moves += self._takes()
            return tuple(moves)
        scoring = self._scorings()
        moves = [] if scoring else [Move("end")]
        return (*moves, *self._removes(), *scoring, *self._steals(), *self._swaps())

    def _takes(self) -> list[Move]:
        if len(self.taken) == MOST_TAKES:
            return []
        free = self.reachable_mask
        if self.taken:
            free &= FOLLOWERS[self.taken[-1]]
        return [_move("take", id) for id in ids_of(free)]

    def _removes(self) -> list[Move]:
        return [_move("remove", id) for id in ids_of(self.reachable_mask)] if self.may_act("remove") else []

    def _gives(self) -> list[Move]:
        kinds = dict.fromkeys(self.collections[self.to_move])
        return [_move("give", seat, kind) for seat in self._others() for kind in kinds]

    def _steals(self) -> list[Move]:
        if not self.may_act("steal"):
            return []
        return [_move("steal", seat, kind) for seat in self._others() for kind in dict.fromkeys(self.collections[seat])]

    def _swaps(self) -> list[Move]:
        if not self.may_act("swap"):
            return []
        theirs = [(seat, kind) for seat in self._others() for kind in dict.fromkeys(self.collections[seat])]
        return [
            _move("swap", mine, seat, kind)
            for mine in dict.fromkeys(self.collections[self.to_move])
            for seat, kind in theirs
        ]

    def _scorings(self) -> list[Move]:
        moves = []
        for by, name in self.complete_sets():
            payers = self.payers() if by == "shape" else ()
            moves += [Move("score", by, name, "from", payer) for payer in payers] or [Move("score", by, name)]
        return moves

    def _others(self) -> list[int]:
        return [seat for seat in range(self.setup.players) if seat != self.to_move]

    # Playing

    def _after(self, move: Move) -> Collexion:
        me = self.to_move
        match move:
            case ("take", int(id)):
                paired = bool(self.taken) and KIND_OF[self.taken[-1]] == KIND_OF[id]
                return self._next(lying=self.lying ^ 1 << id, taken=(*self.taken, id), paired=paired)
            case ("stop",):
                return self._stopped({me: self.taken})
            case ("give-partner",):
                return self._stopped({me: self.taken[:-1], (me + 2) % 4: self.taken[-1:]})
            case ("remove", int(id)):
                return self._acted("remove", lying=self.lying ^ 1 << id, lid=joined(self.lid, [KIND_OF[id]]))
            case ("swap", str(mine), int(seat), str(theirs)):
                return self._acted("swap", collections=self._moved((mine, me, seat), (theirs, seat, me)))
            case ("steal", int(seat), str(theirs)):
                return self._acted("steal", collections=self._moved((theirs, seat, me)))
            case ("give", int(seat), str(mine)):
                return self._acted("give", collections=self._moved((mine, me, seat)))
            case ("score", "colour", str(colour)):
                return self._scored(COLOUR_SETS[colour], colour)
            case ("score", "shape", str(shape), "from", str(colour)):
                return self._scored(SHAPE_SETS[shape], colour)
            case ("score", "shape", str(shape)):
                return self._scored(SHAPE_SETS[shape], None)
            case _:
                return self._ended()

    def _next(self, **changes: Any) -> Collexion:
        return replace(self, ply=self.ply + 1, **changes)

    def _stopped(self, joining: Mapping[int, tuple[int, ...]]) -> Collexion:
        """End taking: the polygons of this turn join the collections (C7, C19)."""
        collections = list(self.collections)
        for seat, taken in joining.items():
            collections[seat] = joined(collections[seat], [KIND_OF[id] for id in taken])
        return self._next(collections=tuple(collections), taken=(), taking=False, paired=False)

    def _moved(self, *polygons: tuple[str, int, int]) -> tuple[tuple[str, ...], ...]:
        """Return the collections once each polygon has gone from one seat to another."""
        collections = list(self.collections)
        for kind, giver, taker in polygons:
            collections[giver] = without(collections[giver], [kind])
            collections[taker] = joined(collections[taker], [kind])
        return tuple(collections)

    def _acted(self, action: str, **changes: Any) -> Collexion:
        actions = list(self.actions)
        actions[self.to_move] -= {action}
        return self._next(actions=tuple(actions), acted=True, paired=False, **changes)

    def _scored(self, wanted: frozenset[str], payer: str | None) -> Collexion:
        """Put a set into the lid and pay for it with the top marker of a stack, if it has one (C9 to C11)."""
        me = self.to_move
        collections, heights, markers = list(self.collections), list(self.heights), list(self.markers)
        collections[me] = without(collections[me], wanted)
        stack = COLOURS.index(payer) if payer else None
        if stack is not None and heights[stack]:
            heights[stack] -= 1
            markers[me] = (*markers[me], MARKERS[heights[stack]])
        return self._next(
            collections=tuple(collections),
            heights=tuple(heights),
            markers=tuple(markers),
            lid=joined(self.lid, wanted),
            scored=True,
        )

    def _ended(self) -> Collexion:
        """End the turn, and with the round the game, once no marker or no polygon is left (C16, C17)."""
        following = (self.to_move + 1) % self.setup.players
        if self.is_last_turn():
            return self._next(outcome=outcome_of(self.scores, self.collections, self.setup.team))
        return self._next(to_move=following, taking=True, acted=False, scored=False)

    # JSON

    def _position(self) -> dict[str, Any]:
        return position.position(self)

    @classmethod
    def _from_position(cls, setup: CollexionSetup, luck: Luck, entry: Entry) -> Collexion:
        state = cls(**position.read(setup, luck, entry))
        if state.census() != start(setup, luck).census():
            raise inconsistent("some polygons or markers are missing, or are in two places (C1)")
        if not entry.flag("over"):
            return state
        if state.taking or state.complete_sets() or not state.is_last_turn():
            raise inconsistent("the game cannot be over: the last round or its last turn is not at its end (C16, C17)")
        return replace(state, outcome=outcome_of(state.scores, state.collections, setup.team))


def start(setup: CollexionSetup, luck: Luck) -> Collexion:
    """Return the state before the first move."""
    first, luck = luck.first(setup.first, setup.players)
    seats = range(setup.players)
    return Collexion(
        setup=setup,
        luck=luck,
        first=first,
        to_move=first,
        lying=(1 << len(POLYGONS)) - 1,
        collections=tuple(() for _ in seats),
        heights=(len(MARKERS),) * len(COLOURS),
        markers=tuple(() for _ in seats),
        actions=tuple(frozenset() if setup.expert else ACTIONS for _ in seats),
    )


def outcome_of(scores: tuple[int, ...], collections: tuple[tuple[str, ...], ...], team: bool) -> Outcome:
    """Return who has won: most points, then fewest polygons left, then shared; of teams the sums count (C18, C19)."""
    sides = ((0, 2), (1, 3)) if team else tuple((seat,) for seat in range(len(scores)))
    points = {side: sum(scores[seat] for seat in side) for side in sides}
    left = {side: sum(len(collections[seat]) for seat in side) for side in sides}
    most = max(points.values())
    level = [side for side in sides if points[side] == most]
    fewest = min(left[side] for side in level)
    best = [side for side in level if left[side] == fewest]
    rule = "C19" if team else "C18"
    reason = f"{most} points against {', '.join(str(points[side]) for side in sides if side not in level)} ({rule})"
    if len(level) > 1:
        reason = f"tie at {most} points, fewest polygons left: {fewest} ({rule})"
    if len(best) > 1:
        reason = f"tie at {most} points with {fewest} polygons left: the win is shared ({rule})"
    return Outcome(tuple(sorted(seat for side in best for seat in side)), reason)


@cache
def _move(*words: str | int) -> Move:
    return Move(*words)
