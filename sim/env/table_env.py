"""What the environments of all games have in common: one agent a seat, the state behind it, and the record."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any, ClassVar

import numpy as np
from gymnasium import logger, spaces
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from sim import table
from sim.env.codec import Array, Codec
from sim.errors import GameError, NotSettled
from sim.pile.plain import real, whole
from sim.pile.reading import listed, short
from sim.record.record import Record
from sim.rules.game import Outcome, State
from sim.rules.moves import Move
from sim.seeds import check, stream

ILLEGAL = -1.0
"""The reward of an agent whose illegal action ends the game, in the wrapped environments."""
ATTEMPTS = 10
"""Seeds that a reset without a seed may pass over because they do not come to rest."""


class TableEnv(AECEnv):  # type: ignore[misc]
    """A game as an AEC environment, without wrappers: an illegal action raises `sim.IllegalMove` with the reason.

    Agents are `player_0`, `player_1`, ...: the seats. An agent may be asked several times in a row, as the rules have
    it. Rewards come with the end of the game: see `reward`.
    """

    render_modes: ClassVar[tuple[str, ...]] = ("ansi",)

    def __init__(
        self,
        name: str,
        codec: Codec,
        players: int,
        shaping: float = 0.0,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        if render_mode is not None and render_mode not in self.render_modes:
            raise GameError(f"{name} has no render_mode {short(render_mode)}: use {listed(self.render_modes, 'or')}")
        self.metadata = {
            "name": name,
            "render_modes": list(self.render_modes),
            "render_fps": 2,
            "is_parallelizable": False,
        }
        self.render_mode = render_mode
        self.shaping = real(shaping, "shaping", GameError)
        if not np.isfinite(self.shaping):
            raise GameError(f"shaping is {self.shaping}: use the weight of a point, such as 0.01")
        self.codec = codec
        self.possible_agents = [f"player_{seat}" for seat in range(players)]
        self.agents: list[str] = []
        self._game: State | None = None
        self._moves: list[Move] = []
        self._views: dict[str, Any] = {}
        self._following: random.Random | None = None
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.observation_spaces = {agent: _observation_space(codec) for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(codec.actions) for agent in self.possible_agents}

    def start(self, seed: int) -> State:
        """Return the state of a game before its first move."""
        raise NotImplementedError

    @property
    def game(self) -> State:
        """The state of the game; GameError before the first reset."""
        if self._game is None:
            raise GameError("no game has begun: reset the environment first")
        return self._game

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of what this agent observes."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of its actions."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:  # noqa: ARG002
        """Begin a new game: equal seeds give equal games. No options are known; they are passed over.

        Without a seed the next one is drawn: from the last seed given, or by chance where none was.
        """
        if seed is None:
            self._game = self._drawn()
        else:
            chosen = check(seed)
            self._game = self.start(chosen)
            self._following = stream(chosen, "resets")
        self._moves.clear()
        self._views.clear()
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        self.agent_selection = self.possible_agents[self.game.to_move]

    def observe(self, agent: str) -> dict[str, Any]:
        """Return what the player in this seat may know, as arrays, and which of its actions are legal now."""
        view = self._view(agent)
        return {"observation": self.codec.observation(view), "action_mask": self.codec.mask(view)}

    def step(self, action: Any) -> None:
        """Play the action of the agent whose turn it is; None removes an agent once the game is over."""
        before = self.game
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        move = self.codec.move(self._view(agent), whole(action, "an action", GameError))
        self._game = before.play(move)
        self._moves.append(move)
        self._views.clear()
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self.rewards = self._earned(before, self.game)
        if self.game.outcome is not None:
            self.terminations = dict.fromkeys(self.agents, True)
        self.agent_selection = self.possible_agents[self.game.to_move]
        self._accumulate_rewards()

    def render(self) -> str | Array | None:
        """Return the game as the render mode says: its whole state as a line of text, what is hidden included."""
        if self.render_mode is None:
            logger.warn("render() shows nothing: make the environment with a render_mode")
            return None
        return str(self.game)

    def close(self) -> None:
        """Release nothing: no window is opened."""

    def record(self) -> Record:
        """Return the record of the game so far; it replays by the rules alone, and in the window."""
        return Record.of(self._moves, self.game, self.possible_agents, table.versions())

    def _view(self, agent: str) -> Any:
        if agent not in self._views:
            self._views[agent] = self.game.player_view(self._seats[agent])
        return self._views[agent]

    def _drawn(self) -> State:
        following = self._following or random.SystemRandom()
        for left in reversed(range(ATTEMPTS)):
            try:
                return self.start(int(following.random() * 2**53))
            except NotSettled:
                if not left:
                    raise
        raise AssertionError("the last attempt returns or raises")

    def _earned(self, before: State, after: State) -> dict[str, float]:
        partners = getattr(after.setup, "team", False)
        rewards = [reward(after.outcome, seat, after) for seat in range(len(self.possible_agents))]
        if self.shaping:
            was, now = margins(before.scores, partners), margins(after.scores, partners)
            rewards = [earned + self.shaping * (b - a) for earned, a, b in zip(rewards, was, now, strict=True)]
        return dict(zip(self.possible_agents, rewards, strict=True))


def reward(outcome: Outcome | None, seat: int, state: State) -> float:
    """Return what a seat is rewarded with.

    1 for a win, alone or as a team, 0 for a win that is shared with others, -1 for a loss; 0 while the game goes on.
    Who plays alone has nobody to beat: the reward is the result as a share of 12, the highest (A13).
    """
    if outcome is None:
        return 0.0
    if state.setup.players == 1:
        return state.scores[0] / 12
    if seat not in outcome.winners:
        return -1.0
    side = 2 if getattr(state.setup, "team", False) else 1
    return 1.0 if len(outcome.winners) == side else 0.0


def margins(scores: tuple[int, ...], partners: bool) -> list[float]:
    """Return by seat how far it is ahead of the mean of its opponents; alone, its own score. Partners add theirs up.

    >>> margins((5, 2, 2), False), margins((1, 4, 2, 0), True), margins((7,), False)
    ([3.0, -1.5, -1.5], [-1.0, 1.0, -1.0, 1.0], [7.0])
    """
    sides = [scores[0] + scores[2], scores[1] + scores[3]] if partners else list(scores)
    others = max(len(sides) - 1, 1)
    ahead = [own - (sum(sides) - own) / others for own in sides]
    return [float(ahead[seat % len(sides)]) for seat in range(len(scores))]


def wrapped(env: TableEnv) -> Any:
    """Return the environment as PettingZoo wraps its classic games: an illegal action loses and ends the game."""
    ending = wrappers.TerminateIllegalWrapper(env, illegal_reward=ILLEGAL)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(ending))


def _observation_space(codec: Codec) -> spaces.Dict:
    arrays: dict[str, spaces.Space[Any]] = {
        field.name: spaces.Box(field.low, field.high, field.shape, field.kind) for field in codec.fields
    }
    mask = spaces.Box(0, 1, (codec.actions,), np.int8)
    return spaces.Dict({"observation": spaces.Dict(arrays), "action_mask": mask})
