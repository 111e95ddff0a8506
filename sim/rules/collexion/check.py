"""Why a move of Collexion is not allowed: the reason and the number of the rule."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sim.errors import IllegalMove
from sim.pile.masks import ids_of
from sim.rules.collexion.sets import COLOUR_SETS, COLOURS, FOLLOWERS, KIND_OF, KINDS, POLYGONS, SHAPE_SETS
from sim.rules.collexion.setup import ACTIONS, MOST_TAKES
from sim.rules.moves import Move

if TYPE_CHECKING:
    from sim.rules.collexion.state import Collexion


def check(state: Collexion, move: Move) -> None:
    """Raise IllegalMove, with the reason and the rule's number, for a move that is not allowed; else do nothing."""
    match move:
        case ("take", int(id)):
            _check_take(state, id, move)
        case ("stop",):
            _check_stop(state, move)
        case ("give-partner",):
            _check_give_partner(state, move)
        case ("swap", str(mine), int(seat), str(theirs)) if mine in KINDS and theirs in KINDS:
            _check_action(state, "swap", move)
            _check_owned(state, state.to_move, mine, move)
            _check_owned(state, _other(state, seat, move), theirs, move)
        case ("steal", int(seat), str(theirs)) if theirs in KINDS:
            _check_action(state, "steal", move)
            _check_owned(state, _other(state, seat, move), theirs, move)
        case ("give", int(seat), str(mine)) if mine in KINDS:
            _check_action(state, "give", move)
            _other(state, seat, move)
            _check_owned(state, state.to_move, mine, move)
        case ("remove", int(id)):
            _check_action(state, "remove", move)
            _check_reachable(state, id, move)
        case ("score", "colour", str(colour)) if colour in COLOUR_SETS:
            _check_set(state, COLOUR_SETS[colour], f"{colour} polygons of all shapes", move)
        case ("score", "shape", str(shape)) if shape in SHAPE_SETS:
            _check_set(state, SHAPE_SETS[shape], f"{shape}s of all colours", move)
            if any(state.heights):
                raise IllegalMove(move, "say which stack pays, as in `score shape square from blue`", "C11")
        case ("score", "shape", str(shape), "from", str(colour)) if shape in SHAPE_SETS and colour in COLOUR_SETS:
            _check_set(state, SHAPE_SETS[shape], f"{shape}s of all colours", move)
            _check_payer(state, colour, move)
        case ("end",):
            _check_end(state, move)
        case _:
            raise state.grammar.unreadable(move)


def _check_take(state: Collexion, id: int, move: Move) -> None:
    if not state.taking:
        raise IllegalMove(move, "taking has ended", "C7")
    if len(state.taken) == MOST_TAKES:
        raise IllegalMove(move, f"{MOST_TAKES} polygons were taken already", "C6")
    _check_reachable(state, id, move)
    if state.taken and not FOLLOWERS[state.taken[-1]] >> id & 1:
        last = state.taken[-1]
        raise IllegalMove(move, f"{KIND_OF[id]} has neither shape nor colour of {last}, {KIND_OF[last]}", "C6")


def _check_reachable(state: Collexion, id: int, move: Move) -> None:
    if not 0 <= id < len(POLYGONS):
        raise IllegalMove(move, f"there is no polygon {id}, they run from 0 to {len(POLYGONS) - 1}", "C1")
    if not state.lying >> id & 1:
        raise IllegalMove(move, "it is no longer in the pile", "C5")
    if not state.reachable_mask >> id & 1:
        gone = ids_of(~state.lying & (1 << len(POLYGONS)) - 1)
        raise IllegalMove(move, state.cover.hindrance(id, state.edition.reachable, gone), "C5")


def _check_stop(state: Collexion, move: Move) -> None:
    if not state.taking:
        raise IllegalMove(move, "taking has ended already", "C7")
    if not state.may_stop():
        raise IllegalMove(move, "take at least one polygon first", "C4")


def _check_give_partner(state: Collexion, move: Move) -> None:
    if not state.setup.team:
        raise IllegalMove(move, "there are no partners: this is no team game", "C19")
    if not state.taking:
        raise IllegalMove(move, "taking has ended already", "C19")
    if not state.taken:
        raise IllegalMove(move, "no polygon was taken that could be handed over", "C19")


def _check_action(state: Collexion, action: str, move: Move) -> None:
    if state.setup.expert:
        if action not in state.edition.expert_actions:
            allowed = ", ".join(state.edition.expert_actions)
            raise IllegalMove(move, f"expert actions of edition {state.edition.name} are {allowed}", "C20")
        if not state.paired:
            raise IllegalMove(move, "it comes right after two polygons of one kind were taken", "C20")
    elif action not in ACTIONS:
        raise IllegalMove(move, "it is an action of the expert variant only", "C20")
    elif state.acted:
        raise IllegalMove(move, "one action was played this turn already", "C13")
    elif state.scored:
        raise IllegalMove(move, "scoring has begun", "C13")
    elif action not in state.actions[state.to_move]:
        raise IllegalMove(move, "its marker has been used", "C13")


def _other(state: Collexion, seat: int, move: Move) -> int:
    if not 0 <= seat < state.setup.players:
        raise IllegalMove(move, f"there is no seat {seat}, they run from 0 to {state.setup.players - 1}", "C13")
    if seat == state.to_move:
        raise IllegalMove(move, "that is the player's own seat: choose another player", "C13")
    return seat


def _check_owned(state: Collexion, seat: int, kind: str, move: Move) -> None:
    if kind not in state.collections[seat]:
        raise IllegalMove(move, f"there is no {kind} in the collection of seat {seat}", "C13")


def _check_set(state: Collexion, wanted: frozenset[str], told: str, move: Move) -> None:
    if state.taking:
        raise IllegalMove(move, "end taking first: the polygons of this turn complete no set yet", "C7")
    missing = sorted(wanted.difference(state.collections[state.to_move]))
    if missing:
        raise IllegalMove(move, f"a set is {told}: {', '.join(missing)} missing", "C9")


def _check_payer(state: Collexion, colour: str, move: Move) -> None:
    payers = state.payers()
    if not payers:
        raise IllegalMove(move, "all stacks are empty, so none is named", "C11")
    if colour not in payers:
        empty = not state.heights[COLOURS.index(colour)]
        which = (
            "is empty"
            if empty
            else f"is not the smallest, edition {state.edition.name} pays from {' or '.join(payers)}"
        )
        raise IllegalMove(move, f"the stack of {colour} {which}", "C11")


def _check_end(state: Collexion, move: Move) -> None:
    if state.taking:
        raise IllegalMove(move, "taking has not ended", "C8")
    if state.complete_sets():
        raise IllegalMove(move, "a set is complete and must be scored", "C8")
