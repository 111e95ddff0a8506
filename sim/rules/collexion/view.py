"""What one player sees of a game of Collexion, and other games that would look the same from there."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import TYPE_CHECKING

from sim.pile import Contact, Cover, Piece, Pile, Shape
from sim.pile.cover import Pairs
from sim.pile.masks import ids_of
from sim.rules.collexion.sets import COLOURS
from sim.rules.edition import Edition
from sim.rules.game import Outcome
from sim.rules.luck import Chance, shuffled
from sim.rules.moves import Move

if TYPE_CHECKING:
    from sim.rules.collexion.state import Collexion


@dataclass(frozen=True, slots=True)
class CollexionView:
    """What the player in one seat may know. Polygons that are wholly hidden, and others' markers, are not in it."""

    seat: int
    players: int
    edition: Edition
    variants: tuple[str, ...]
    first: int
    ply: int
    to_move: int
    legal: tuple[Move, ...]
    outcome: Outcome | None
    pieces: tuple[Piece, ...]
    """The polygons in the pile of which a part can be seen, or that can be taken, with where they lie."""
    covers: Pairs
    """Which of these cover, rest on and touch one another, as in a Cover."""
    rests: Pairs
    touches: Pairs
    reachable: tuple[int, ...]
    taken: tuple[int, ...]
    taking: bool
    acted: bool
    """Whether the player to move has played an action marker this turn, scored a set, or just taken a pair."""
    scored: bool
    paired: bool
    collections: tuple[tuple[str, ...], ...]
    lid: tuple[str, ...]
    heights: tuple[int, ...]
    """How many markers each stack has left, by colour in alphabetical order."""
    face_up: tuple[tuple[int, ...], ...] | None
    """Their values, bottom first; None where they lie face down."""
    markers: tuple[int, ...]
    """The values that this player has won."""
    marker_counts: tuple[int, ...]
    """How many markers each seat has won (C12)."""
    actions: tuple[frozenset[str], ...]
    scores: tuple[int | None, ...]
    """This player's own points; those of the others only once the game is over."""

    @property
    def stacks(self) -> Mapping[str, tuple[int, ...]] | None:
        """The markers left in the corner of each colour, bottom first; None where they lie face down."""
        return None if self.face_up is None else MappingProxyType(dict(zip(COLOURS, self.face_up, strict=True)))

    @property
    def left(self) -> frozenset[int]:
        """The ids of the polygons that are known to be in the pile."""
        return frozenset(piece.id for piece in self.pieces)

    def imagined(self, chance: Chance) -> Collexion:
        """Return a state that looks like this, what is hidden being dealt by chance: one to think ahead from."""
        from sim.rules.collexion.imagine import imagined

        return imagined(self, chance)


def view_of(state: Collexion, seat: int) -> CollexionView:
    """Return what the player in this seat may know."""
    seen = known(state)

    def among_seen(pairs: Pairs) -> Pairs:
        return frozenset((a, b) for a, b in pairs if seen >> a & 1 and seen >> b & 1)

    scores = state.scores
    return CollexionView(
        seat=seat,
        players=state.setup.players,
        edition=state.edition,
        variants=state.setup.variants,
        first=state.first,
        ply=state.ply,
        to_move=state.to_move,
        legal=state.legal if seat == state.to_move else (),
        outcome=state.outcome,
        pieces=tuple(state.pile[id] for id in ids_of(seen)),
        covers=among_seen(state.cover.covers),
        rests=among_seen(state.cover.rests),
        touches=among_seen(state.cover.touches),
        reachable=state.reachable,
        taken=state.taken,
        taking=state.taking,
        acted=state.acted,
        scored=state.scored,
        paired=state.paired,
        collections=state.collections,
        lid=state.lid,
        heights=state.heights,
        face_up=tuple(state.stacks.values()) if state.edition.stacks_face_up else None,
        markers=state.markers[seat],
        marker_counts=tuple(map(len, state.markers)),
        actions=state.actions,
        scores=scores if state.outcome else tuple(s if k == seat else None for k, s in enumerate(scores)),
    )


def known(state: Collexion) -> int:
    """Return what players know of the pile, as a mask: what can be seen, and what can be taken.

    By the rule "unloaded" a polygon can be taken that others bridge over, even where they hide it wholly.
    """
    return state.cover.seen_mask(state.lying) | state.reachable_mask


def redealt(state: Collexion, seat: int, chance: Chance) -> Collexion:
    """Return a state that this seat cannot tell from this one, by chance.

    Of the polygons that are wholly hidden, those of one shape change places; so do the markers that others hold.
    """
    hidden = state.lying & ~known(state)
    places = list(range(state.cover.size))
    for shape in Shape:
        group = [id for id in ids_of(hidden) if state.pile[id].shape == shape]
        for id, place in zip(group, shuffled(group, chance), strict=True):
            places[id] = place
    setup = state.setup
    if places != sorted(places):
        setup = replace(setup, pile=_exchanged(setup.pile, places), cover=_relabelled(setup.cover, places))
    luck = state.luck.reseeded(chance)
    markers = state.markers if state.outcome else _dealt(state.markers, seat, chance)
    return replace(state, setup=setup, luck=luck, markers=markers)


def _dealt(markers: tuple[tuple[int, ...], ...], seat: int, chance: Chance) -> tuple[tuple[int, ...], ...]:
    """Return the markers with those of all other seats shuffled among them."""
    pool = shuffled([value for k, won in enumerate(markers) if k != seat for value in won], chance)
    return tuple(won if k == seat else tuple(pool.pop() for _ in won) for k, won in enumerate(markers))


def _exchanged(pile: Pile, places: list[int]) -> Pile:
    """Return the pile with piece `id` where piece `places[id]` was."""
    now_at = {place: id for id, place in enumerate(places) if place != id}
    pieces, contacts = list(pile.pieces), list(pile.contacts)
    for place, id in now_at.items():
        pieces[id] = replace(pile[place], id=id, colour=pile[id].colour)
    for k, contact in enumerate(contacts):
        if contact.upper in now_at or contact.lower in now_at:
            upper, lower = (now_at.get(id, id) for id in (contact.upper, contact.lower))
            contacts[k] = _between(upper, lower, contact)
    return replace(pile, pieces=tuple(pieces), contacts=tuple(contacts))


def _between(upper: int, lower: int, contact: Contact) -> Contact:
    """Return a contact with other pieces at it; where sides press, the smaller id is `lower`."""
    if contact.kind == "face" or lower < upper:
        return replace(contact, upper=upper, lower=lower)
    normal, force = ((0.0 - x, 0.0 - y, 0.0 - z) for x, y, z in (contact.normal, contact.force))
    return replace(contact, upper=lower, lower=upper, normal=normal, force=force)


def _relabelled(cover: Cover, places: list[int]) -> Cover:
    now_at = {place: id for id, place in enumerate(places)}

    def moved(pairs: Pairs) -> Pairs:
        return frozenset((now_at[a], now_at[b]) for a, b in pairs)

    veils = cover.hidden_by
    return Cover(
        size=cover.size,
        covers=moved(cover.covers),
        rests=moved(cover.rests),
        touches=frozenset((min(pair), max(pair)) for pair in moved(cover.touches)),
        hidden_by=veils and tuple(tuple(tuple(now_at[i] for i in veil) for veil in veils[place]) for place in places),
    )
