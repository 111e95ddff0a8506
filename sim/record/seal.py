"""The seal of a saved game: a line that tells whether a save is as it was written, and which of several is the latest.

What the rules would let pass, such as moves that are missing at the end or another player's name, breaks the seal all
the same. Replaying a record needs none: there the seal is passed over.
"""

from __future__ import annotations

import hashlib
import re

from sim.record.store import DamagedFile

_OPENING = "{\n"
_NAME = '{"seal"'
_SEAL = re.compile(r'\{"seal": \[([0-9]{1,15}), "([0-9a-f]{64})"\],\n')
LONGEST = 120
"""Characters that a seal takes at most."""


def sealed(text: str, number: int) -> str:
    """Return the text of a record with its seal; of two saves the one with the larger number was written later.

    >>> opened(sealed('{\\n"format": "some"\\n}\\n', 7))
    '{\\n"format": "some"\\n}\\n'
    """
    return f'{_NAME}: [{number}, "{_digest(text, number)}"],\n{text.removeprefix(_OPENING)}'


def opened(text: str) -> str:
    """Return the text without its seal; raise DamagedFile where that is broken. An older version has set none."""
    found = _SEAL.match(text)
    if found is None:
        if text.startswith(_NAME):
            raise DamagedFile("its seal cannot be read")
        return text
    rest = _OPENING + text[found.end() :]
    if found[2] != _digest(rest, int(found[1])):
        raise DamagedFile("it was changed or cut off after it was written")
    return rest


def number_of(text: str) -> int:
    """Return the number in the seal at the beginning of a text, 0 where there is none."""
    found = _SEAL.match(text)
    return int(found[1]) if found else 0


def _digest(text: str, number: int) -> str:
    return hashlib.sha256(f"{number}\n{text}".encode()).hexdigest()
