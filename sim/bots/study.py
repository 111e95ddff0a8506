"""What the pile does to the game: a bot plays Collexion against itself on one pile by several editions."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace

from sim.bots import bot
from sim.bots.match import run
from sim.pile import Cover, Pile
from sim.record.record import Record
from sim.rules.collexion import CollexionSetup
from sim.rules.edition import Edition
from sim.rules.luck import Luck

FIGURES: Mapping[str, str] = {
    "plies": "moves of the whole game",
    "turns": "turns of both players",
    "takes_per_turn": "polygons taken in a turn, mean",
    "reach_turn": "polygons that can be taken when a turn begins, mean",
    "sets": "sets scored",
    "shape_sets": "of these, sets of one shape",
    "actions": "action markers played",
    "left": "polygons left in the pile",
    "points": "points of a player, mean of both",
    "margin": "points between winner and loser",
    "first_lead": "points of the start player less those of the other",
    "first_wins": "share of the win that the start player has",
}
"""What is measured of a game, and what it is."""
PLAYERS = 2


def editions(load: Callable[[str], Edition], names: tuple[str, ...]) -> dict[str, Edition]:
    """Return the printed editions, and the first of them with what can be taken defined as in each of the others.

    So what the definition does can be told from what else the editions do differently.
    """
    printed = {name: load(name) for name in names}
    first = printed[names[0]]
    others = {edition.reachable for edition in printed.values()} - {first.reachable}
    variations = (replace(first, name=f"{first.name}-{rule}", reachable=rule) for rule in sorted(others))
    return printed | {edition.name: edition for edition in variations}


def self_play(
    pile: Pile, cover: Cover, played_by: Mapping[str, Edition], name: str, seed: int
) -> dict[str, dict[str, float]]:
    """Return by edition the figures of a game that a bot plays against itself; the seed draws who starts."""
    games = {}
    for edition, rules in played_by.items():
        setup = CollexionSetup(pile, cover, rules, PLAYERS)
        choosers = [bot(name, setup.game).choose for _ in range(PLAYERS)]
        games[edition] = figures(run(setup.start(Luck(seed)), choosers, [name] * PLAYERS, {}))
    return games


def figures(record: Record) -> dict[str, float]:
    """Return the figures of a finished game of Collexion for two."""
    words = [move.split() for move in record.moves]
    first = record.start().to_move
    counts = {word: sum(move[0] == word for move in words) for word in ("take", "end", "score")}
    rest = {"take", "end", "score", "stop"}
    lead = record.scores[first] - record.scores[1 - first]
    reach = list(_reach(record))
    assert record.outcome is not None
    winners = record.outcome.winners
    return {
        "plies": float(len(words)),
        "turns": float(counts["end"]),
        "takes_per_turn": counts["take"] / counts["end"],
        "reach_turn": sum(reach) / len(reach),
        "sets": float(counts["score"]),
        "shape_sets": float(sum(move[:2] == ["score", "shape"] for move in words)),
        "actions": float(sum(move[0] not in rest for move in words)),
        "left": float(len(record.last().left)),  # type: ignore[attr-defined]
        "points": sum(record.scores) / PLAYERS,
        "margin": float(abs(lead)),
        "first_lead": float(lead),
        "first_wins": (first in winners) / len(winners),
    }


def _reach(record: Record) -> Iterator[int]:
    """Yield how many polygons can be taken whenever a turn begins."""
    state, begins = record.start(), True
    for move, after in record.replay():
        if begins:
            yield sum(one[0] == "take" for one in state.legal)
        state, begins = after, move[0] == "end"
