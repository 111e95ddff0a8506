"""Piles that tests share: one built by hand, and shaken ones that are shaken once for all workers."""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path
from typing import Any, Protocol

import pytest
from hypothesis import settings

from sim.pile import FLOOR, WALL, Colour, Contact, Piece, Pile, Shape
from tests.tally import pytest_terminal_summary, tally  # noqa: F401

# The same examples each time and no deadline, so that nothing but a change makes a test fail, however busy the machine;
# `make soak` looks for other examples.
settings.register_profile("steady", derandomize=True, deadline=None)
settings.register_profile("searching", deadline=None)
settings.load_profile("steady")
# Tests read English, whoever runs them.
os.environ["LANGUAGE"] = "en"

PARAMETERS = {
    "friction": 0.25,
    "thickness": 2.5,
    "density": 1.05,
    "tray": 240.0,
    "corner": 60.0,
    "lid": 40.0,
    "copies": 5,
    "strength": (1.5, 2.5),
    "frequency": (3.0, 5.0),
    "duration": 3.0,
    "limit": 4.0,
}


@pytest.fixture(scope="session")
def small() -> Pile:
    """Three pieces: a square (1) on a triangle (0), and an octagon (2) alone at the wall."""
    pieces = (
        Piece(0, Shape.TRIANGLE, Colour.GREEN, 0.0, 0.0, 1.25, 0.0, (0.0, 0.0), 2.5),
        Piece(1, Shape.SQUARE, Colour.BLUE, 2.0, 1.0, 3.75, 0.5, (0.0, 0.0), 2.5),
        Piece(2, Shape.OCTAGON, Colour.PINK, 102.4, 0.0, 1.25, 0.0, (0.0, 0.0), 2.5),
    )
    up = (0.0, 0.0, 1.0)
    contacts = (
        Contact(0, FLOOR, "face", (0.0, 0.0, 0.0), up, (0.0, 0.0, 41.022)),
        Contact(1, 0, "face", (2.0, 1.0, 2.5), up, (0.0, 0.0, 23.176)),
        Contact(2, FLOOR, "face", (102.4, 0.0, 0.0), up, (0.0, 0.0, 26.292)),
        Contact(2, WALL, "side", (120.0, 0.0, 1.25), (-1.0, 0.0, 0.0), (-0.5, 0.0, 0.0)),
    )
    return Pile(7, PARAMETERS, 1, pieces, contacts, 0.4)


class Shaken(Protocol):
    """Gives the pile of a seed; parameters of the shake may differ from the defaults."""

    def __call__(self, seed: int, **parameters: Any) -> Pile:
        """Return the pile."""


@pytest.fixture(scope="session")
def shaken(tmp_path_factory: pytest.TempPathFactory) -> Shaken:
    """Give the pile of a seed; whichever worker needs it first shakes it for all."""
    from sim.physics.settle import settle  # now, as a test may put something else in its place
    from sim.physics.shake import Shake

    folder = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        folder = folder.parent

    @cache
    def pile_of(seed: int, **parameters: Any) -> Pile:
        words = [f"{name}-{value}" for name, value in sorted(parameters.items())]
        path = folder / "-".join(["shaken", str(seed), *words, "pile.json"])
        if path.exists():
            return Pile.from_json(path.read_text())
        pile = settle(seed, Shake.from_dict(parameters))
        draft = Path(f"{path}.{os.getpid()}")
        draft.write_text(pile.to_json())
        draft.replace(path)
        return pile

    return pile_of


@pytest.fixture(scope="session")
def pile(shaken: Shaken) -> Pile:
    """The pile of seed 7, shaken with all defaults."""
    return shaken(7)


@pytest.fixture(scope="session")
def piles(shaken: Shaken) -> tuple[Pile, ...]:
    """A handful of piles: seeds 0 to 3 and 7 with all defaults, then some from other boxes."""
    others: tuple[dict[str, Any], ...] = (
        {"friction": 0.4},
        {"friction": 0.15, "thickness": 3.0},
        {"tray": 220.0, "copies": 4},
        {"tray": 260.0, "corner": 0.0},
        {"copies": 1},
    )
    defaults = tuple(shaken(seed) for seed in (0, 1, 2, 3, 7))
    return defaults + tuple(shaken(10 + k, **parameters) for k, parameters in enumerate(others))


class Run(Protocol):
    """Runs a command line."""

    def __call__(self, *arguments: object) -> tuple[int, str, str]:
        """Return exit status, standard output and standard error."""


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    """Run a command line; give exit status, standard output and standard error."""

    def run(*arguments: object) -> tuple[int, str, str]:
        from sim import cli

        try:
            status = cli.main([str(argument) for argument in arguments])
        except SystemExit as left:  # argparse leaves by itself
            status = int(left.code or 0)
        out, err = capsys.readouterr()
        return status, out, err

    return run


def complains(result: tuple[int, str, str], status: int, *words: str) -> bool:
    """Say whether a run failed with one clear line."""
    code, out, err = result
    assert code == status, err
    assert out == ""
    assert err.startswith("polypile")
    assert err.count("\n") == 1, err
    assert all(word in err for word in words), err
    return True
