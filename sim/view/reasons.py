"""Why bots play what they play, in the language in use. They say it in sentences with gaps; here are all of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from sim.view.words import N_, _

if TYPE_CHECKING:
    from sim.bots import Reason

SENTENCES = (
    N_("as good as any other"),
    N_("there is no other move"),
    N_("nothing better is to be seen"),
    # Collexion
    N_("completes the {colour} set: +{points}"),
    N_("completes the {shape} set: +{points}"),
    N_("leads to the {colour} set: +{points}"),
    N_("leads to the {shape} set: +{points}"),
    N_("leads to {sets} sets: +{points}"),
    N_("collects for the {colour} set: {have} of 4"),
    N_("collects for the {shape} set: {have} of 4"),
    N_("gives {mine}, which only costs, to {seat}"),
    N_("steals {theirs} from {seat}"),
    N_("swaps {mine} for {theirs} of {seat}"),
    N_("removes what lies in the way of a better turn"),
    N_("more polygons would cost more than they bring"),
    N_("the partner has more use for the last polygon"),
    N_("wins {share} of 100 rounds that were tried"),
    # AXIO rota
    N_("brings all stones to 12 and wins"),
    N_("brings {colour} to the top for a bonus turn: +{points} in all"),
    N_("earns most with {colour}: +{points} in all"),
    N_("lifts the lowest stone, {colour}: +{points} in all"),
    N_("no corner can earn anything"),
    # Colour Collect
    N_("the pawn starts on the centre square"),
    N_("takes the third {colour} disc and wins the round"),
    N_("makes a pair of {colour}"),
    N_("takes {colour} that the other player collects"),
    N_("leaves the other player no way to go and wins the round"),
    N_("leaves the other player few ways to go"),
    N_("starts with {count} ways to go"),
    N_("wins the round, whatever the other player does"),
    N_("every start loses against best play"),
    N_("every way lets the other player win"),
    N_("the round is lost against best play: {good} of {count} answers win it"),
)
WORDS: Mapping[str, str] = {
    word: word
    for word in (
        N_("green"),
        N_("yellow"),
        N_("pink"),
        N_("blue"),
        N_("red"),
        N_("orange"),
        N_("purple"),
        N_("triangle"),
        N_("square"),
        N_("pentagon"),
        N_("octagon"),
    )
}


def sentence(reason: Reason) -> str:
    """Return the sentence of a reason as it stands in the list: players are called by their names here."""
    return reason.text.replace("player {seat}", "{seat}")


def reason_told(reason: Reason, names: Sequence[str], words: Mapping[str, str] | None = None) -> str:
    """Return why a bot would play a move; `words` are those that a game has besides, in the language in use."""
    told = {name: _(word) for name, word in WORDS.items()} | dict(words or {})
    values = {}
    for gap, value in reason.values:
        if isinstance(value, int):
            values[gap] = names[value] if gap == "seat" else str(value)
        else:
            values[gap] = told.get(value, value)
    return _(sentence(reason)).format(**values)
