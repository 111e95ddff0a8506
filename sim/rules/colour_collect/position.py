"""A position of Colour Collect as JSON, both ways."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sim.pile.reading import Entry
from sim.rules.colour_collect.laying import COLOURS, ENOUGH, GAP, LETTERS, SIZE, place_of, quadrant, rows_of
from sim.rules.colour_collect.setup import PLAYERS, ColourCollectSetup
from sim.rules.colour_collect.sliding import NOWHERE, slides
from sim.rules.game import inconsistent
from sim.rules.luck import Luck

if TYPE_CHECKING:
    from sim.rules.colour_collect.state import ColourCollect

MOST_PLIES = 1000
"""More than any match has."""

_NAMES = "ply", "to_move", "over", "starter", "rounds", "squares", "pawn", "discs", "out"


def position(state: ColourCollect) -> dict[str, Any]:
    """Return everything but set-up and luck, ready for JSON."""
    return {
        "ply": state.ply,
        "to_move": state.to_move,
        "over": state.outcome is not None,
        "starter": state.starter,
        "rounds": list(state.rounds),
        "squares": rows_of(state.squares),
        "pawn": None if state.pawn_at == NOWHERE else list(place_of(state.pawn_at)),
        "discs": list(state.owned),
        "out": list(state.aside),
    }


def read(setup: ColourCollectSetup, luck: Luck, entry: Entry) -> dict[str, Any]:
    """Return the fields of the state of which `position` gave the entry, each by itself as it must be."""
    entry.only(*_NAMES)
    return {
        "setup": setup,
        "luck": luck,
        "ply": entry.integer("ply", 0, MOST_PLIES),
        "to_move": entry.integer("to_move", 0, PLAYERS - 1),
        "starter": entry.integer("starter", 0, PLAYERS - 1),
        "rounds": entry.integers("rounds", 0, setup.best_of // 2 + 1, PLAYERS),
        "squares": _squares(entry),
        "pawn_at": _pawn_at(entry),
        "owned": _letters(entry, "discs"),
        "aside": _letters(entry, "out"),
    }


def check(state: ColourCollect) -> None:
    """Raise StateError for a position that contradicts itself, so that no match could go on from it."""
    if wrong := _wrong_discs(state) or (_wrong_pawn(state) if state.pawn is None else _wrong_round(state)):
        raise inconsistent(wrong)
    winner, _ = round_won(state)
    before = [won - (seat == winner) for seat, won in enumerate(state.rounds)]
    if min(before) < 0 or max(before) > state.setup.best_of // 2:
        one, other = state.rounds
        raise inconsistent(f"rounds {one} to {other} do not fit a best of {state.setup.best_of} (K10)")
    if winner is None and state.to_move != _turn(state):
        raise inconsistent(f"it is not seat {state.to_move}'s move (K4)")


def round_won(state: ColourCollect) -> tuple[int | None, str]:
    """Return who has won this round and with which colour, if with any (K5, K6); (None, "") if nobody has."""
    if state.pawn is None:
        return None, ""
    last = 1 - _turn(state)
    letter = state.owned[last][-1]
    if state.owned[last].count(letter) == ENOUGH:
        return last, letter
    return (None, "") if slides(state.squares, state.pawn_at) else (last, "")


def _turn(state: ColourCollect) -> int:
    """Return whose move it is, or would be if the round went on: the other one got the last disc (K3, K4)."""
    one, other = map(len, state.owned)
    return state.starter if one == other == 0 or one != other else 1 - state.starter


def _wrong_discs(state: ColourCollect) -> str:
    if state.census() != {**dict.fromkeys(COLOURS.values(), SIZE), "pawn": 1}:
        return "the discs on the board, in front of the players and set aside are not 5 of each colour (K1)"
    if any(state.aside) and not state.setup.keeps:
        return "discs are set aside, but all are laid anew (K7)"
    if any(len(letters) > won for letters, won in zip(state.aside, state.rounds, strict=True)):
        return "more discs are set aside than rounds were won with (K8)"
    return ""


def _wrong_pawn(state: ColourCollect) -> str:
    if any(state.owned) or state.setup.sudoku:
        return "the pawn has not been placed, but the round has begun (K3)"
    if all(state.squares[square] == GAP for square in quadrant()):
        return "no disc lies in the quadrant, where the pawn starts (K7)"
    return ""


def _wrong_round(state: ColourCollect) -> str:
    if state.squares[state.pawn_at] != GAP:
        return "the pawn stands where no disc was taken (K4)"
    if not any(state.owned) or len(state.owned[1 - state.starter]) - len(state.owned[state.starter]) not in (0, 1):
        return "the players have not taken discs in turn (K4)"
    turn = _turn(state)
    before = state.owned[turn], state.owned[1 - turn][:-1]
    if any(hand.count(letter) >= ENOUGH for hand in before for letter in LETTERS):
        return "the round went on after it was won (K6)"
    return ""


def _squares(entry: Entry) -> str:
    rows = entry.texts("squares")
    if len(rows) != SIZE or any(len(row) != SIZE or set(row) - {*LETTERS, GAP} for row in rows):
        entry.refuse(f"squares are not {SIZE} rows of {SIZE} of {LETTERS} and {GAP}")
    return "".join(rows)


def _pawn_at(entry: Entry) -> int:
    if entry.get("pawn") is None:
        return NOWHERE
    x, y = entry.integers("pawn", 0, SIZE - 1, 2)
    return SIZE * y + x


def _letters(entry: Entry, name: str) -> tuple[str, ...]:
    hands = entry.texts(name)
    if len(hands) != PLAYERS or any(len(hand) > SIZE * SIZE or set(hand) - set(LETTERS) for hand in hands):
        entry.refuse(f"{name} are not {PLAYERS} texts made of the letters {LETTERS}")
    return hands
