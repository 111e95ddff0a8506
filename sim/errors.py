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
    """A process that shook piles beside others and was ended from outside."""


class PileError(PolypileError):
    """Something that is no pile: a malformed file, or values that contradict one another."""


class CodeError(PolypileError):
    """A short code to share that cannot be read."""


class CoverError(PolypileError):
    """A malformed cover, or a question that it has no answer to (an unknown rule or piece)."""


class AssetError(PolypileError):
    """A data file of the package that is missing or cannot be read."""


class MissingExtra(PolypileError):
    """Something that only an optional extra brings; the message says how to install it."""
