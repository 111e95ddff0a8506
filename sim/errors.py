"""The exceptions of the library. Each message is one line: what is wrong, where, what to do.

The command line adds two of its own, for its arguments and its files; both are PolypileErrors too.
"""

from __future__ import annotations


class PolypileError(Exception):
    """What all errors of this package have in common; catch it to catch them all."""


class SeedError(PolypileError):
    """A seed that is not an integer from 0 to 2**63 - 1, or a range of seeds that cannot be read."""


class ShakeError(PolypileError):
    """A parameter of the shake that makes no physical sense."""


class NotSettled(PolypileError):
    """A shake that did not come to rest within its limit; the message names the seed."""


class JobLost(PolypileError):
    """A process that worked beside others and was ended from outside."""


class BatchError(PolypileError):
    """A number of jobs, a backend or a cluster that there is not."""


class PileError(PolypileError):
    """Something that is no pile: a malformed file, or values that contradict one another."""


class CodeError(PolypileError):
    """A short code to share that cannot be read."""


class CoverError(PolypileError):
    """A malformed cover, or a question that it has no answer to (an unknown rule or piece)."""


class AssetError(PolypileError):
    """A data file of the package that is missing or cannot be read."""


class MissingExtra(PolypileError, AttributeError):
    """Something that only an optional extra brings; the message says how to install it.

    As of any name that is not there, `hasattr(sim, "env")` is False without the extra.
    """


class GameError(PolypileError):
    """An unknown game, or an option that it does not have or cannot take."""


class MoveError(PolypileError):
    """A text that is no move of the game at all; whether a move is allowed is another question."""


class IllegalMove(PolypileError):
    """A move that is not allowed at the moment, with the reason and the number of the rule.

    >>> print(IllegalMove("take 17", "covered by 23 and 41", "C5"))
    take 17: covered by 23 and 41 (C5)
    """

    def __init__(self, move: object, reason: str, rule: str) -> None:
        super().__init__(move, reason, rule)
        self.move = move
        self.reason = reason
        self.rule = rule

    def __str__(self) -> str:
        return f"{self.move}: {self.reason} ({self.rule})"


class ChanceError(PolypileError):
    """A result of chance that the rules do not allow."""


class StateError(PolypileError):
    """A state of a game that is malformed or contradicts itself."""


class RecordError(PolypileError):
    """A record of a game that is malformed."""


class ReplayDiverged(PolypileError):
    """A record whose moves, chance or outcome are not what the rules give; the message names the ply."""


class SettingsError(PolypileError):
    """A setting that is none, or a file of settings that is damaged."""


class StoreError(PolypileError):
    """Saved games or high scores that cannot be read or written."""
