"""What every bot must keep, whatever its game: one conformance test for all."""

from __future__ import annotations

import random
from string import Formatter

from sim.bots.bot import Advice, Bot
from sim.rules.game import State, View
from sim.rules.luck import Chance, below
from sim.rules.moves import Move
from sim.seeds import stream


def check_bot(bot: Bot, start: State, share: float = 1.0) -> State:
    """Let a bot play all seats of one game to its end, check what any bot must keep, and return the last state.

    It goes on from where a game starts: `check_bot(bot("greedy", "axio-rota"), sim.start("axio-rota", seed=7))`.

    At a share of the plies, and at random ones in between random moves of others: what it advises is a legal move
    with a reason in one line; the same view and the same chance give the same move, by `choose` and by `advise`; and
    so does the view of another state that differs in what the seat cannot know.

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
            _require(move in state.legal, bot, state, f"{move} is no legal move")
        state = state.play(move)
        if state.outcome is None and chance() < 0.1:  # to where the bot itself would not come
            state = state.play(state.legal[below(len(state.legal), chance)])
    return state


def _checked(bot: Bot, state: State, chance: Chance) -> Move:
    seed, seat = below(2**53, chance), state.to_move
    view = state.player_view(seat)
    before = hash(view)
    advice = bot.advise(view, random.Random(seed).random)
    move = advice.move
    _require(move in state.legal, bot, state, f"{move} is no legal move")
    _check_reason(bot, state, advice)
    again = {
        "chosen": view,
        "advised again": view,
        "with something else hidden": state.redealt(seat, chance).player_view(seat),
    }
    for how, other in again.items():
        found = _move(bot, other, seed, how)
        _require(found == move, bot, state, f"it plays {move}, but {found} {how}")
    _require(hash(view) == before, bot, state, "it changed what it sees")
    return move


def _move(bot: Bot, view: View, seed: int, how: str) -> Move:
    chance = random.Random(seed).random
    return bot.advise(view, chance).move if how == "advised again" else bot.choose(view, chance)


def _check_reason(bot: Bot, state: State, advice: Advice) -> None:
    reason = advice.reason
    told = str(reason)
    _require(0 < len(told) <= 100 and told.isprintable(), bot, state, f"no reason in one line: {told!r}")
    gaps = {name for _, name, _, _ in Formatter().parse(reason.text) if name is not None}
    _require(gaps == {name for name, _ in reason.values}, bot, state, f"words and gaps differ: {reason!r}")
    for name, value in reason.values:
        if name == "seat":
            _require(value in range(state.setup.players), bot, state, f"there is no seat {value}: {told}")


def _require(kept: bool, bot: Bot, state: State, told: str) -> None:
    if not kept:
        raise AssertionError(f"{bot.name}, {state.setup.game}, seed {state.luck.seed}, ply {state.ply}: {told}")
