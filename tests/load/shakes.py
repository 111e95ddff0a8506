"""Many shakes in one process: `python -m tests.load.shakes COUNT [NAME=VALUE ...]`, with parameters of the shake.

Prints for every twentieth part the seeds so far and the bytes that the process holds, as JSON. The first seed is shaken
once more at the end: what has gone before must not change it.
"""

from __future__ import annotations

import json
import sys

from sim.errors import NotSettled
from sim.physics.settle import settle
from sim.physics.shake import Shake
from sim.reach.survey import survey
from tests.load.memory import held

PARTS = 20


def main() -> None:
    """Shake, survey, throw away."""
    count = int(sys.argv[1])
    given = dict(word.split("=") for word in sys.argv[2:])
    shake = Shake.from_dict({name: json.loads(value) for name, value in given.items()})
    first = settle(0, shake).digest
    for seed in range(1, count + 1):
        try:
            survey(settle(seed, shake), hidden=True)
        except NotSettled:
            continue
        finally:
            if seed % (count // PARTS) == 0:
                print(json.dumps({"shakes": seed, "memory": held()}), flush=True)
    assert settle(0, shake).digest == first


if __name__ == "__main__":
    main()
