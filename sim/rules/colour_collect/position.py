"""Whether a position of Colour Collect that was read from a file can have come about."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sim.rules.colour_collect.laying import ENOUGH, GAP, LETTERS, check_layout, quadrant, read_layout, read_pawn
from sim.rules.colour_collect.setup import PLAYERS, in_play
from sim.rules.colour_collect.sliding import CENTRE, NOWHERE, slides
from sim.rules.luck import Luck

if TYPE_CHECKING:
    from sim.rules.colour_collect.state import ColourCollect


def won_by(state: ColourCollect) -> tuple[int | None, str]:
    """Return who has won this round and with which colour, if with any (K5, K6); (None, "") if nobody has."""
    for seat, hand in enumerate(state.owned):
        for letter in LETTERS:
            if hand.count(letter) >= ENOUGH:
                return seat, letter
    if state.pawn_at == NOWHERE or slides(state.squares, state.pawn_at):
        return None, ""
    return 1 - _turn(state), ""


def contradiction(state: ColourCollect) -> str:
    """Return why the state cannot have come about; nothing if no reason is found. Its outcome is known to be right."""
    winner, letter = won_by(state)
    before = tuple(state.rounds[seat] - (seat == winner) for seat in (0, 1))
    if min(before) < 0 or max(before) > state.setup.best_of // 2:
        return f"rounds {state.rounds[0]} to {state.rounds[1]} do not fit a best of {state.setup.best_of} (K10)"
    return (
        _wrong_discs(state)
        or _wrong_hands(state)
        or _wrong_past(state, before)
        or _wrong_turn(state, before, winner, letter)
        or _wrong_luck(state, sum(before))
    )


def _takes(state: ColourCollect) -> int:
    """How many discs were taken by moves in this round (one more was given away); -1 before the pawn is placed."""
    return len(state.owned[0]) + len(state.owned[1]) - 1


def _turn(state: ColourCollect) -> int:
    """Whose move it is, or would be if the round went on."""
    return state.starter ^ (max(_takes(state), 0) & 1)


def _wrong_discs(state: ColourCollect) -> str:
    counts = state.census()
    del counts["pawn"]
    if len(counts) != len(LETTERS) or set(counts.values()) != {5}:
        return "the discs on the board, in front of the players and set aside are not 5 of each colour (K1)"
    kept = "".join(state.aside)
    if kept and not state.setup.keeps:
        return "discs are set aside, but all are laid anew (K7)"
    return ""


def _wrong_hands(state: ColourCollect) -> str:
    takes = _takes(state)
    if state.pawn_at == NOWHERE:
        if takes >= 0 or state.setup.sudoku:
            return "the pawn has not been placed, but the round has begun (K3)"
        return ""
    if takes < 0 or state.squares[state.pawn_at] != GAP:
        return "the pawn stands where no disc was taken (K4)"
    if len(state.owned[state.starter]) != (takes + 1) // 2:
        return "the players have not taken discs in turn (K4)"
    earlier = [hand if seat == _turn(state) else hand[:-1] for seat, hand in enumerate(state.owned)]
    if any(hand.count(letter) >= ENOUGH for hand in earlier for letter in LETTERS):
        return "the round went on after it was won (K6)"
    return ""


def _wrong_past(state: ColourCollect, before: tuple[int, ...]) -> str:
    setup, number = state.setup, sum(before)
    for won, letters in zip(before, state.aside, strict=True):
        # Rounds of variant 3 that are followed by others were all won with three discs.
        if len(letters) > won or (setup.sudoku and setup.keeps and len(letters) < won):
            return f"the discs set aside are not those of the rounds won ({setup.laying_rule(number)})"
    if setup.next_start == "loser" and number and not before[1 - state.starter]:
        return "the loser of the last round does not start this one (K11)"
    played = max(_takes(state), 0) + (state.pawn_at != NOWHERE and not setup.sudoku)
    # Three of a colour take four moves and more, as but one disc is given, and it takes longer to empty a row and a
    # column of a full board. Only where discs are out can a player be stuck sooner, in variant 3 for the last time.
    stuck = number - len("".join(state.aside)) if setup.variant == 2 else 0
    fewest = (number - stuck) * (4 if setup.sudoku else 5) + stuck
    if not fewest <= state.ply - played <= number * setup.longest_round:
        return f"ply {state.ply} does not fit {number} earlier rounds and {played} moves in this one"
    return ""


def _wrong_turn(state: ColourCollect, before: tuple[int, ...], winner: int | None, letter: str) -> str:
    turn = {_turn(state)}
    if winner is not None:
        # After the end it is who moved last: the winner, unless nothing but the pawn was placed.
        turn = {winner}
        if not letter and _takes(state) == 0:
            turn = {state.starter}
            if state.setup.sudoku:
                loser = state.setup.next_start == "loser"
                turn = {1 - state.starter} if loser else {seat for seat in (0, 1) if before[seat]}
    return "" if state.to_move in turn else f"it is not seat {state.to_move}'s move"


def _wrong_luck(state: ColourCollect, number: int) -> str:
    """Return how the results of chance contradict the position, or raise ChanceError where one is no result at all."""
    setup, results = state.setup, state.luck.results
    drawn = setup.first is None
    each = 2 if setup.sudoku else 1
    if len(results) != drawn + each * (number + 1):
        return f"there are {len(results)} results of chance instead of {drawn + each * (number + 1)}"
    first, _ = Luck(0, told=results).first(setup.first, PLAYERS)
    if (number == 0 or setup.next_start == "alternate") and state.starter != first ^ (number & 1):
        return f"seat {state.starter} does not start this round (K11)"
    layout, start = "", NOWHERE
    for k in range(drawn, len(results), each):
        layout = read_layout(results[k])
        start = read_pawn(results[k + 1], layout) if setup.sudoku else NOWHERE
    check_layout(layout, in_play(state.aside), setup.sudoku, setup.laying_rule(number))
    return _wrong_board(state, layout, start)


def _wrong_board(state: ColourCollect, layout: str, start: int) -> str:
    """Return how the board contradicts the way it was laid, and the square that was drawn for the pawn in variant 3."""
    if any(now not in (GAP, then) for now, then in zip(state.squares, layout, strict=True)):
        return "the discs do not lie as they were laid"
    if state.pawn_at == NOWHERE:
        return ""
    # Whose hand got the last disc: the one who moved last, or whom the first disc was given to.
    if layout[state.pawn_at] != state.owned[1 - _turn(state)][-1]:
        return "the pawn does not stand where the last disc was taken (K4)"
    if start == NOWHERE and not any(state.rounds):
        start = CENTRE
    given = state.owned[1 - state.starter][0]
    starts = quadrant() if start == NOWHERE else (start,)
    if not any(layout[square] == given and state.squares[square] == GAP for square in starts):
        return "the first disc was not where the pawn started (K3)"
    return ""
