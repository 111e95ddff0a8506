"""What every game must keep, whatever its rules, and what every bot must: one conformance test for each."""

from __future__ import annotations

import json
import random
from collections import Counter
from string import Formatter
from typing import TypeAlias

from sim.bots.bot import Advice, Bot
from sim.errors import IllegalMove, MoveError, StateError
from sim.pile.reading import whole_entry
from sim.record.record import Record
from sim.rules import read_state
from sim.rules.game import Setup, State, View
from sim.rules.luck import Chance, Luck, below
from sim.rules.moves import Move
from sim.seeds import stream

Setups: TypeAlias = list[tuple[Setup, Setup]]


def check_game(start: State, share: float = 0.1) -> State:
    """Play one random game to its end, check what any game must keep, and return its last state.

    It goes on from where a game starts: `check_game(sim.start("axio-rota", seed=7))`; the seed draws the moves too.

    At every ply: the moves are sorted and stay texts, nothing is lost, and the game goes on exactly until it is over.
    At a share of the plies also what takes longer: `legal` and `check` agree on every move that can be written, `play`
    leaves its input as it was, the state is the same after JSON, and no view tells what is hidden. At the end the
    record is replayed from its text: every state comes again.

    Raise AssertionError, which names game, seed, ply and what is wrong.
    """
    chance = stream(start.luck.seed, f"check {start.setup.game}").random
    pieces = start.census()
    setups: Setups = []
    state, states, moves = start, [start], []
    while state.outcome is None:
        _check_ply(state, pieces, setups if chance() < share else None, chance)
        before = hash(state)
        move = state.legal[below(len(state.legal), chance)]
        later = state.play(str(move))
        _require(hash(state) == before, state, f"{move} changed the state that it was played in")
        moves.append(move)
        states.append(state := later)
        _require(state.ply <= state.longest, state, f"the game is longer than {state.longest} plies")
    _check_ply(state, pieces, setups if chance() < share else None, chance)
    _check_record(Record.of(moves, state, ["uniform"] * start.setup.players, {}), states)
    return state


def _check_ply(state: State, pieces: Counter[str], setups: Setups | None, chance: Chance) -> None:
    """Check what is quick; where `setups` are given, also what takes longer."""
    _require(state.census() == pieces, state, "pieces were lost or made")
    _require(list(state.legal) == sorted(set(state.legal)), state, "legal moves are not sorted, or stand there twice")
    _require(bool(state.legal) == (state.outcome is None), state, "a game goes on exactly while there are moves")
    _require(0 <= state.to_move < state.setup.players, state, f"there is no seat {state.to_move}")
    _require(len(state.scores) == state.setup.players, state, "scores are not one for each seat")
    if setups is not None:
        _check_moves(state)
        _check_text(state, setups)
        for seat in range(state.setup.players):
            _check_view(state, seat, chance)


def _check_moves(state: State) -> None:
    """`legal` and `check` agree on every move that can be written, and a move is the same after its text."""
    candidates = set(state.candidates())
    _require(candidates.issuperset(state.legal), state, "a legal move is no candidate")
    allowed = {move for move in candidates if _is_allowed(state, move)}
    _require(allowed == set(state.legal), state, f"legal and check differ: {sorted(allowed ^ set(state.legal))[:5]}")
    for move in state.legal:
        _require(state.grammar.parse(str(move)) == move, state, f"{move} is another move after its text")


def _is_allowed(state: State, move: Move) -> bool:
    try:
        return state.check(move) == move
    except IllegalMove as reason:
        told = str(reason)
        _require(bool(reason.rule) and "\n" not in told and told.startswith(f"{move}: "), state, f"unclear: {told}")
        return False
    except MoveError as wrong:
        raise AssertionError(f"{_place(state)}: a candidate cannot be read: {wrong}") from None


def _check_text(state: State, setups: Setups) -> None:
    again = _again(state, setups)
    text = _position(state)
    _require(again == state and hash(again) == hash(state), state, "another state after its text")
    _require(_position(again) == text, state, "another text after its text")
    _require(again.legal == state.legal and again.outcome == state.outcome, state, "another game after its text")
    moves = state.legal[:3] + state.legal[-3:]
    for move in moves:
        after = state.play(move)
        _require(after == again.play(move), state, f"{move} leads elsewhere after the state's text")
        _require(after != state and after.ply == state.ply + 1, state, f"{move} changes nothing")
    _require(_position(state) == text, state, "playing changed the state")


def _again(state: State, setups: Setups) -> State:
    """Return the state as its text tells it; a set-up that many states share is written and read once.

    It may hold a whole pile, and then takes longer than all the rest. `setups` keeps it, as written and as read.
    """
    for written, read in setups:
        if written is state.setup:
            entry = whole_entry(json.loads(_position(state)), "state", StateError)
            return type(state)._from_position(read, Luck.from_entry(entry.entry("luck")), entry.entry("position"))
    text = state.to_json()
    again = read_state(text)
    _require(again.to_json() == text, state, "another text after its text")
    setups.append((state.setup, again.setup))
    return again


def _position(state: State) -> str:
    """Return what the text of a state holds beside its set-up."""
    return json.dumps({"luck": state.luck.to_dict(), "position": state._position()})


def _check_view(state: State, seat: int, chance: Chance) -> None:
    """Another state that differs only in what the seat cannot know looks the same from there."""
    view, other = state.player_view(seat), state.redealt(seat, chance)
    _require(hash(view) == hash(state.player_view(seat)), state, f"the view of seat {seat} has no steady hash")
    _require(other.census() == state.census(), state, f"dealt anew for seat {seat}, pieces were lost or made")
    _require(other.player_view(seat) == view, state, f"seat {seat} can tell what is hidden from it")
    _require(view.legal == (state.legal if seat == state.to_move else ()), state, f"seat {seat} sees other moves")
    _require(view.outcome == state.outcome and view.to_move == state.to_move, state, f"seat {seat} sees another game")


def _check_record(record: Record, states: list[State]) -> None:
    again = Record.from_json(record.to_json())
    last = states[-1]
    _require(again == record, last, "another record after its text")
    again.verify()
    replayed = [again.start(), *(state for _, state in again.replay())]
    _require(replayed == states, last, "the replay gives other states")
    for state in replayed[:-1]:
        state.play(state.legal[-1])  # whoever takes a move back may play another one


def _require(kept: bool, state: State, told: str) -> None:
    if not kept:
        raise AssertionError(f"{_place(state)}: {told}")


def _place(state: State) -> str:
    return f"{state.setup.game}, seed {state.luck.seed}, ply {state.ply}"


def check_bot(bot: Bot, start: State, share: float = 1.0) -> State:
    """Let a bot play all seats of one game to its end, check what any bot must keep, and return the last state.

    It goes on from where a game starts: `check_bot(sim.bots.bot("greedy", "axio-rota"), sim.start("axio-rota"))`. Now
    and then a random move leads to where the bot itself would not come.

    Its moves are legal. At a share of the plies also what takes longer: it gives a reason in one line; the same view
    and the same chance give the same move, by `choose` and by `advise`; so does the view of another state that
    differs in what the seat cannot know.

    Raise AssertionError, which names bot, game, seed, ply and what is wrong.
    """
    chance = stream(start.luck.seed, f"check bot {bot.name}").random
    state = start
    while state.outcome is None:
        seat = state.to_move
        if chance() < share:
            move = _checked(bot, state, chance)
        else:
            move = bot.choose(state.player_view(seat), chance)
            _require_bot(move in state.legal, bot, state, f"{move} is no legal move")
        state = state.play(move)
        if state.outcome is None and chance() < 0.1:
            state = state.play(state.legal[below(len(state.legal), chance)])
    return state


def _checked(bot: Bot, state: State, chance: Chance) -> Move:
    seed, seat = below(2**53, chance), state.to_move
    view = state.player_view(seat)
    before = hash(view)
    advice = bot.advise(view, random.Random(seed).random)
    move = advice.move
    _require_bot(move in state.legal, bot, state, f"{move} is no legal move")
    _check_reason(bot, state, advice)
    again = {
        "chosen": view,
        "advised again": view,
        "with something else hidden": state.redealt(seat, chance).player_view(seat),
    }
    for how, other in again.items():
        found = _move(bot, other, seed, how)
        _require_bot(found == move, bot, state, f"it plays {move}, but {found} {how}")
    _require_bot(hash(view) == before, bot, state, "it changed what it sees")
    return move


def _move(bot: Bot, view: View, seed: int, how: str) -> Move:
    chance = random.Random(seed).random
    return bot.advise(view, chance).move if how == "advised again" else bot.choose(view, chance)


def _check_reason(bot: Bot, state: State, advice: Advice) -> None:
    reason = advice.reason
    told = str(reason)
    _require_bot(0 < len(told) <= 100 and told.isprintable(), bot, state, f"no reason in one line: {told!r}")
    gaps = {name for _, name, _, _ in Formatter().parse(reason.text) if name is not None}
    _require_bot(gaps == {name for name, _ in reason.values}, bot, state, f"words and gaps differ: {reason!r}")
    for name, value in reason.values:
        if name == "seat":
            _require_bot(value in range(state.setup.players), bot, state, f"there is no seat {value}: {told}")


def _require_bot(kept: bool, bot: Bot, state: State, told: str) -> None:
    if not kept:
        raise AssertionError(f"{bot.name}, {_place(state)}: {told}")
