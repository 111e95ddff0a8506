"""What the table of Colour Collect says, in whole sentences."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from sim.view.words import N_, _, and_list, plural

if TYPE_CHECKING:
    from sim.rules.moves import Move

COLOURS: Mapping[str, str] = {
    "yellow": N_("yellow"),
    "green": N_("green"),
    "orange": N_("orange"),
    "red": N_("red"),
    "blue": N_("blue"),
}
DISCS: Mapping[str, str] = {
    "yellow": N_("the yellow disc"),
    "green": N_("the green disc"),
    "orange": N_("the orange disc"),
    "red": N_("the red disc"),
    "blue": N_("the blue disc"),
}
THREES: Mapping[str, str] = {
    "yellow": N_("three yellow discs"),
    "green": N_("three green discs"),
    "orange": N_("three orange discs"),
    "red": N_("three red discs"),
    "blue": N_("three blue discs"),
}
WAYS: Mapping[str, str] = {"up": N_("Up"), "down": N_("Down"), "left": N_("Left"), "right": N_("Right")}
VARIANTS: Mapping[int, str] = {1: N_("All anew"), 2: N_("Fewer discs"), 3: N_("Sudoku")}

_SLIDES: Mapping[str, str] = {
    "up": N_("{name} slides up: {colour}"),
    "down": N_("{name} slides down: {colour}"),
    "left": N_("{name} slides left: {colour}"),
    "right": N_("{name} slides right: {colour}"),
}
_ADVICE: Mapping[str, str] = {
    "up": N_("slide up to {disc}"),
    "down": N_("slide down to {disc}"),
    "left": N_("slide left to {disc}"),
    "right": N_("slide right to {disc}"),
}


def disc(colour: str) -> str:
    """Return a disc in words.

    >>> disc("red")
    'the red disc'
    """
    return _(DISCS[colour])


def prompt(name: str, other: str, placing: bool, choices: int) -> tuple[str, str]:
    """Return headline and detail for a human who is to move."""
    if not placing:
        told = _("It slides to the first disc in a line, and you take that one.")
        return _("{name}, slide the pawn").format(name=name), told
    told = _("The disc that lies there goes to {other}; then you slide it.").format(other=other)
    if choices == 1:
        return _("{name}, put the pawn on the middle square").format(name=name), told
    return _("{name}, put the pawn on a disc of the quadrant").format(name=name), told


def why_won(colour: str, other: str) -> str:
    """Return why a round was won: with three discs of a colour, or because the other player cannot move."""
    if colour:
        return _("with {discs}").format(discs=_(THREES[colour]))
    return _("as {name} cannot move").format(name=other)


def round_won(name: str, number: int) -> str:
    """Return who has won a round."""
    return _("{name} wins round {number}").format(name=name, number=number)


def match_told(variant: int, best_of: int) -> str:
    """Return what is played."""
    return _("{variant}, best of {number}").format(variant=_(VARIANTS[variant]), number=best_of)


def winners_told(names: Sequence[str], winners: Sequence[int]) -> str:
    """Return who has won the match."""
    if len(winners) == 1:
        return _("{name} wins the match").format(name=names[winners[0]])
    return _("{names} part even").format(names=and_list([names[seat] for seat in winners]))


def move_told(move: Move, name: str, other: str, colour: str) -> str:
    """Return a move as the log tells it; `colour` is that of the disc that it takes."""
    if move[0] == "pawn":
        return _("{name} places the pawn: {colour} for {other}").format(
            name=name, other=other, colour=_(COLOURS[colour])
        )
    return _(_SLIDES[str(move[0])]).format(name=name, colour=_(COLOURS[colour]))


def advice_told(move: Move, colour: str) -> str:
    """Return what a hint advises, as something to do."""
    if move[0] == "pawn":
        return _("place the pawn on {disc}").format(disc=disc(colour))
    return _(_ADVICE[str(move[0])]).format(disc=disc(colour))


def verdict(winner: str, actual: str, faults: int) -> tuple[str, str]:
    """Return who would have won a round with perfect play, and what came of it."""
    headline = _("{name} could have won from the start").format(name=winner)
    if not faults:
        return headline, _("Nothing was given away: the round was won without a fault.")
    told = plural("{n} move gave the win away.", "{n} moves gave the win away.", faults)
    return headline, f"{told} " + _("In the end {name} won.").format(name=actual)
