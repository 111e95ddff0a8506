"""What the table of AXIO rota says, in whole sentences."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from sim.view.axio_rota.situation import COLOURS, TOP
from sim.view.reasons import reason_told
from sim.view.words import N_, _, and_list

if TYPE_CHECKING:
    from sim.bots import Reason
    from sim.rules.moves import Move

WORDS: Mapping[str, str] = {
    "red": N_("red"),
    "green": N_("green"),
    "blue": N_("blue"),
    "orange": N_("orange"),
    "purple": N_("purple"),
}


def colour_told(colour: str) -> str:
    """Return a colour in words."""
    return _(WORDS[colour])


def steps_told(steps: Sequence[int]) -> str:
    """Return how far stones have moved, or that none has.

    >>> steps_told((2, 0, 1, 0, 0))
    '+2 red and +1 blue'
    """
    told = [f"+{n} {colour_told(colour)}" for colour, n in zip(COLOURS, steps, strict=True) if n]
    return and_list(told) or _("no points")


def move_told(name: str, steps: Sequence[int], reached: Sequence[str], bonus: bool) -> tuple[str, ...]:
    """Return a move as the log tells it: what the tile has brought, and the stones that got to the top by it."""
    said = _("{name}, bonus: {points}") if bonus else _("{name}: {points}")
    told = [said.format(name=name, points=steps_told(steps))]
    told += [axio_told(name, colour) for colour in reached]
    return tuple(told)


def axio_told(name: str, colour: str) -> str:
    """Return that a stone has got to the top."""
    return _("AXIO! {news}").format(news=reached_told(name, colour))


def reached_told(name: str, colour: str) -> str:
    """Return which stone has got to the top."""
    return _("{name}: {colour} is at {top}").format(name=name, colour=colour_told(colour), top=TOP)


def winners_told(winners: Sequence[str]) -> str:
    """Return who has won."""
    if len(winners) == 1:
        return _("{name} wins").format(name=winners[0])
    return _("{names} share the win").format(names=and_list(list(winners)))


def solo_told(stone: int) -> str:
    """Return how a game played alone has ended."""
    return _("Your lowest stone: {stone}").format(stone=stone)


def laying(name: str, bonus: int, blank: bool) -> tuple[str, str]:
    """Return headline and detail for a human who is to lay a tile."""
    turn = _("R, wheel or right click turns it.")
    if bonus:
        return _("AXIO! Bonus turn: {name}, lay this tile too").format(name=name), turn
    if blank:
        return _("{name}, lay your tile").format(name=name), _("{turn} The blank corner can be any colour.").format(
            turn=turn
        )
    return _("{name}, lay your tile").format(name=name), turn


def naming() -> tuple[str, str]:
    """Return headline and detail while a colour is to be named."""
    return _("Choose a colour for the blank corner"), _("Click a circle, or 1 to 5. Esc: lay it elsewhere.")


def thinking(name: str, bonus: int) -> str:
    """Return that a bot is at it."""
    return _("{name} plays a bonus turn").format(name=name) if bonus else _("{name} is thinking").format(name=name)


def advice_told(move: Move, reason: Reason) -> str:
    """Return a hint in words."""
    why = reason_told(reason, ())
    if len(move) > 4:
        said = _("Hint: lay it like this, as {colour} ({why})")
        return said.format(colour=colour_told(str(move[-1])), why=why)
    return _("Hint: lay it like this ({why})").format(why=why)
