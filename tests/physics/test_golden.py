"""Golden seeds: what a seed gives must not change unnoticed.

`make golden` (POLYPILE_GOLDEN=write) writes them anew; read the diff before you commit it, and raise the model version.
"""

import json
import os
from pathlib import Path

import pytest

from sim.physics import MODEL
from sim.physics.settle import settle
from sim.physics.shake import Shake
from sim.pile import RULES
from sim.reach.survey import survey

GOLDEN = Path(__file__).parent.parent / "golden" / "physics" / "seeds.json"
SEEDS = range(20)
OTHERS = [
    {"friction": 0.15},
    {"friction": 0.4, "thickness": 3.0},
    {"tray": 220.0, "copies": 4},
    {"copies": 2, "tray": 180.0, "corner": 30.0, "lid": 30.0, "density": 1.4},
    {"strength": [1.0, 1.2], "frequency": [5.0, 6.0], "duration": 2.0},
]
CASES = [(seed, {}) for seed in SEEDS] + [(100 + k, parameters) for k, parameters in enumerate(OTHERS)]


def entry_of(pile):
    """What is kept of a pile: enough to notice any change, and to see whether it matters to a player."""
    cover = survey(pile)
    return {
        "digest": pile.digest,
        "settle_time": pile.settle_time,
        "reachable": {rule: list(cover.reachable(rule)) for rule in RULES},
    }


def read():
    return json.loads(GOLDEN.read_text()) if GOLDEN.exists() else {"model": MODEL, "piles": []}


def write(seed, parameters, entry):
    golden = read()
    piles = [p for p in golden["piles"] if (p["seed"], p["parameters"]) in CASES and p["seed"] != seed]
    piles.append({"seed": seed, "parameters": parameters, **entry})
    piles.sort(key=lambda p: p["seed"])
    lines = ",\n".join(f"  {json.dumps(p)}" for p in piles)
    GOLDEN.parent.mkdir(parents=True, exist_ok=True)
    GOLDEN.write_text(f'{{"model": {MODEL}, "piles": [\n{lines}\n]}}\n')


@pytest.mark.parametrize(("seed", "parameters"), CASES, ids=lambda value: str(value) if value else "default")
def test_a_golden_seed_gives_its_pile(seed, parameters, shaken):
    pile = shaken(seed) if not parameters else settle(seed, Shake.from_dict(parameters))
    found = entry_of(pile)
    if os.environ.get("POLYPILE_GOLDEN") == "write":
        write(seed, parameters, found)
    golden = [p for p in read()["piles"] if p["seed"] == seed and p["parameters"] == parameters]
    assert golden, f"seed {seed} has no golden pile yet: make golden"
    for name, value in found.items():
        assert value == golden[0][name], f"{name} of seed {seed} changed: raise MODEL, make golden, read the diff"


def test_golden_piles_are_of_this_model():
    assert read()["model"] == MODEL


def test_there_are_twenty_golden_seeds_and_some_with_other_parameters():
    assert len(SEEDS) >= 20
    assert {(p["seed"], json.dumps(p["parameters"])) for p in read()["piles"]} == {
        (seed, json.dumps(parameters)) for seed, parameters in CASES
    }
