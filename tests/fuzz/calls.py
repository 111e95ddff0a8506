"""Calls with values of the wrong kind, size and type: what is refused is told as an error of the package.

As in a command line, a kept pile is given where a box would be shaken.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np

import sim
from sim.pile import Pile
from tests.fuzz import genuine
from tests.fuzz.command_lines import Begun, _no_long_work
from tests.rules.games import surveyed

NAMES = "collexion", "axio-rota", "colour-collect", "de", "fr", "team", "expert", "loser", "keep", "return", "uniform"
NUMBERS = 0, 1, 2, 3, 4, 5, 7, 17, 79, 80, -1, 0.25, 2.5, 40.0, 240.0, 1e308, 2**63 - 1, 2**63, 10**400
ODD: tuple[Any, ...] = (
    *(None, True, False, "", "7", "x" * 5000, "\ud800", b"7", math.nan, math.inf, -math.inf, 1j, Fraction(1, 3)),
    *(np.int64(7), np.float64(0.25), np.float64(math.nan), np.bool_(True), np.array([1, 2]), np.array([])),
    *((), [], {}, set(), (1, 2), [1.5, 2.5], (2.5, 1.5), ["uniform", "uniform"], {1, 2}, range(3), range(10**9)),
    *(object(), int, len, Ellipsis, iter([1]), ((),), [[]], {"friction": 1}, [None], (math.nan, 1), "take 17"),
)
GAME_OPTIONS = "players", "edition", "variants", "first", "pile", "variant", "best_of", "next_start", "won_discs"
PARAMETERS = tuple(field for field in sim.Shake.__dataclass_fields__)
RULES = "uncovered", "unloaded", "untouched"


def made(chance: random.Random) -> tuple[str, list[Any], dict[str, Any]]:
    """Return the name of a call, and what it is given."""
    name = chance.choice(tuple(CALLS))
    values, names = CALLS[name][1:]
    count = chance.choice((0, 1, 1, 2, 3)) if names else 0
    return name, [_value(chance) for _ in range(values)], {chance.choice(names): _value(chance) for _ in range(count)}


def _value(chance: random.Random) -> Any:
    return chance.choice(chance.choice((NUMBERS, NUMBERS, NAMES, RULES, ODD)))


def entered(given: tuple[str, list[Any], dict[str, Any]]) -> None:
    """Call it; what it returns stands the simplest question."""
    name, values, named = given
    with _no_long_work():
        try:
            CALLS[name][0](*values, **named)
        except Begun:
            return


def _shake(seed: Any, **parameters: Any) -> None:
    assert len(sim.shake(seed, **parameters)) == 80


def _parameters(**parameters: Any) -> None:
    shake = sim.Shake.from_dict(parameters)
    assert sim.Shake.from_dict(shake.to_dict()) == shake


def _start(game: Any, **options: Any) -> None:
    assert sim.start(game, seed=3, **options).legal


def _seeded(seed: Any) -> None:
    state = sim.start("colour-collect", seed=seed)
    assert seed is None or state.luck.seed == seed


def _match(game: Any, bots: Any) -> None:
    assert sim.match(game, bots, seed=1)


def _tournament(game: Any, bots: Any, **options: Any) -> None:
    sim.tournament(game, bots, games=2, seed=1, **options)


def _reachable(rule: Any, taken: Any) -> None:
    assert isinstance(surveyed(7)[1].reachable(rule, taken), tuple)


def _blockers(id: Any, rule: Any, taken: Any) -> None:
    cover = surveyed(7)[1]
    assert isinstance(cover.blockers(id, rule, taken), tuple)
    assert cover.why(id, rule, taken)


def _check(move: Any) -> None:
    for state in genuine.states()[:: len(genuine.states()) // 6]:
        assert state.check(move) in state.legal


def _view(seat: Any) -> None:
    assert genuine.states()[0].player_view(seat).seat == seat


def _read(text: Any) -> None:
    for kind in (sim.Pile, sim.Cover, sim.Record):
        kind.from_json(text)


def _tray(across: Any, corner: Any) -> None:
    assert len(sim.Tray(across, corner).outline) in (4, 8)


def _built(*parts: Any) -> None:
    pile = Pile(*parts)
    assert Pile.from_json(pile.to_json()) == pile


CALLS: dict[str, tuple[Callable[..., None], int, tuple[str, ...]]] = {
    "shake": (_shake, 1, (*PARAMETERS, "shake", "trace")),
    "Shake": (_parameters, 0, (*PARAMETERS, "tilt")),
    "start": (_start, 1, GAME_OPTIONS),
    "seed": (_seeded, 1, ()),
    "match": (_match, 2, ()),
    "tournament": (_tournament, 2, ("jobs", "backend", "cluster", *GAME_OPTIONS[:6])),
    "reachable": (_reachable, 2, ()),
    "blockers": (_blockers, 3, ()),
    "check": (_check, 1, ()),
    "player_view": (_view, 1, ()),
    "from_json": (_read, 1, ()),
    "Tray": (_tray, 2, ()),
    "parse_code": (sim.parse_code, 1, ()),  # type: ignore[dict-item]
    "Pile": (_built, 6, ()),
}
"""Each with how many values it is given by place, and the names of those that it may be given besides."""
