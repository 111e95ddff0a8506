"""What the table of Collexion says, in whole sentences."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING

from sim.view.words import N_, _, and_list, capital, plural

if TYPE_CHECKING:
    from sim.pile import Cover
    from sim.rules.moves import Move

KINDS: Mapping[str, str] = {
    "triangle-green": N_("green triangle"),
    "triangle-yellow": N_("yellow triangle"),
    "triangle-pink": N_("pink triangle"),
    "triangle-blue": N_("blue triangle"),
    "square-green": N_("green square"),
    "square-yellow": N_("yellow square"),
    "square-pink": N_("pink square"),
    "square-blue": N_("blue square"),
    "pentagon-green": N_("green pentagon"),
    "pentagon-yellow": N_("yellow pentagon"),
    "pentagon-pink": N_("pink pentagon"),
    "pentagon-blue": N_("blue pentagon"),
    "octagon-green": N_("green octagon"),
    "octagon-yellow": N_("yellow octagon"),
    "octagon-pink": N_("pink octagon"),
    "octagon-blue": N_("blue octagon"),
}
DEFINITE: Mapping[str, str] = {
    "triangle-green": N_("the green triangle"),
    "triangle-yellow": N_("the yellow triangle"),
    "triangle-pink": N_("the pink triangle"),
    "triangle-blue": N_("the blue triangle"),
    "square-green": N_("the green square"),
    "square-yellow": N_("the yellow square"),
    "square-pink": N_("the pink square"),
    "square-blue": N_("the blue square"),
    "pentagon-green": N_("the green pentagon"),
    "pentagon-yellow": N_("the yellow pentagon"),
    "pentagon-pink": N_("the pink pentagon"),
    "pentagon-blue": N_("the blue pentagon"),
    "octagon-green": N_("the green octagon"),
    "octagon-yellow": N_("the yellow octagon"),
    "octagon-pink": N_("the pink octagon"),
    "octagon-blue": N_("the blue octagon"),
}
SETS: Mapping[str, str] = {
    "green": N_("the green set"),
    "yellow": N_("the yellow set"),
    "pink": N_("the pink set"),
    "blue": N_("the blue set"),
    "triangle": N_("the set of triangles"),
    "square": N_("the set of squares"),
    "pentagon": N_("the set of pentagons"),
    "octagon": N_("the set of octagons"),
}
COLOURS: Mapping[str, str] = {
    "green": N_("green"),
    "yellow": N_("yellow"),
    "pink": N_("pink"),
    "blue": N_("blue"),
}
ACTIONS: Mapping[str, tuple[str, str]] = {
    "swap": (N_("Swap"), N_("Swap a polygon of yours for one of another player's")),
    "steal": (N_("Steal"), N_("Take a polygon out of another player's collection")),
    "give": (N_("Give"), N_("Give one of your polygons to another player")),
    "remove": (N_("Remove"), N_("Put a polygon of the pile into the lid")),
}


def kind(name: str) -> str:
    """Return a kind in words.

    >>> kind("square-blue")
    'blue square'
    """
    return _(KINDS[name])


def the(name: str) -> str:
    """Return a kind in words as the subject or the object of a sentence.

    >>> the("square-blue")
    'the blue square'
    """
    return _(DEFINITE[name])


def why_not(
    cover: Cover, id: int, rule: str, gone: Collection[int], seen: Collection[int], kinds: Sequence[str]
) -> str:
    """Return one sentence that says what is in the way of a polygon; what cannot be seen is not named."""
    ways = cover.blockers(id, rule, gone)
    upper = cover.rests if rule == "unloaded" else cover.covers
    over = [way for way in ways if (way, id) in upper]
    beside = len(ways) - len(over)
    told = []
    if over:
        if len(over) <= 2 and all(way in seen for way in over):
            names = and_list([the(kinds[way]) for way in over])
        else:
            names = plural("{n} polygon", "{n} polygons", len(over))
        presses = rule == "unloaded"
        told.append(_(_OVER[presses, len(over) == 1]).format(names=names))
    if beside:
        told.append(plural("it touches {n} other polygon", "it touches {n} other polygons", beside))
    return _("Blocked: {reasons}.").format(reasons=and_list(told))


_OVER: Mapping[tuple[bool, bool], str] = {
    (True, True): N_("{names} presses on it"),
    (True, False): N_("{names} press on it"),
    (False, True): N_("{names} lies over it"),
    (False, False): N_("{names} lie over it"),
}


def no_follower(name: str, last: str) -> str:
    """Return one sentence that says why a polygon cannot follow the one taken last."""
    return capital(_("{kind} and {last} share neither shape nor colour.").format(kind=the(name), last=the(last)))


def winners_told(winners: Sequence[str]) -> str:
    """Return who has won."""
    if len(winners) == 1:
        return _("{name} wins").format(name=winners[0])
    return _("{names} share the win").format(names=and_list(list(winners)))


def advice_told(move: Move, names: Sequence[str], kinds: Sequence[str]) -> str:
    """Return what a hint advises, as something to do."""
    match move:
        case ("take", int(id)):
            return _("take {kind}").format(kind=the(kinds[id]))
        case ("remove", int(id)):
            return _("remove {kind}").format(kind=the(kinds[id]))
        case ("swap", str(mine), int(seat), str(theirs)):
            return _("swap {mine} for {theirs} of {other}").format(
                mine=the(mine), theirs=the(theirs), other=names[seat]
            )
        case ("steal", int(seat), str(theirs)):
            return _("steal {kind} of {other}").format(kind=the(theirs), other=names[seat])
        case ("give", int(seat), str(mine)):
            return _("give {other} {kind}").format(kind=the(mine), other=names[seat])
        case ("score", "shape", str(which), "from", str(colour)):
            return _("score {set} from the {colour} stack").format(set=_(SETS[which]), colour=_(COLOURS[colour]))
        case ("score", _by, str(which)):
            return _("score {set}").format(set=_(SETS[which]))
        case ("give-partner",):
            return _("hand the last one to your partner")
        case ("stop",):
            return _("stop taking")
        case _other:
            return _("end your turn")


def move_told(move: Move, name: str, names: Sequence[str], kinds: Sequence[str]) -> str:
    """Return a move as the log tells it."""
    match move:
        case ("take", int(id)):
            return _("{name} takes {kind}").format(name=name, kind=the(kinds[id]))
        case ("remove", int(id)):
            return _("{name} removes {kind}").format(name=name, kind=the(kinds[id]))
        case ("swap", str(mine), int(seat), str(theirs)):
            return _("{name} swaps: {mine} for {theirs} of {other}").format(
                name=name, mine=the(mine), theirs=the(theirs), other=names[seat]
            )
        case ("steal", int(seat), str(theirs)):
            return _("{name} steals {kind} of {other}").format(name=name, kind=the(theirs), other=names[seat])
        case ("give", int(seat), str(mine)):
            return _("{name} gives {other} {kind}").format(name=name, kind=the(mine), other=names[seat])
        case ("score", _by, str(which), *_stack):
            return _("{name} scores {set}").format(name=name, set=_(SETS[which]))
        case ("give-partner",):
            return _("{name} hands the last one to the partner").format(name=name)
        case ("stop",):
            return _("{name} stops taking").format(name=name)
        case _other:
            return _("{name} ends the turn").format(name=name)
