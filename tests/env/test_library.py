"""Libraries of piles: what lies in the folder now is what is played on, wherever the program works by then."""

import shutil

import pytest

import sim
from sim.env.library import Library
from sim.errors import PileError
from tests.rules.games import GOLDEN, PILES, surveyed


def lay(seed, folder, name="pile-0.json"):
    """Put one of the kept piles into a folder, whatever its name says."""
    folder.mkdir(exist_ok=True, parents=True)
    shutil.copy(GOLDEN / f"pile-{seed}.json", folder / name)


def test_a_pile_that_takes_the_place_of_another_is_played_on(tmp_path):
    library = None
    for seed in PILES:
        lay(seed, tmp_path)
        library = library or Library(tmp_path)
        assert library.pile(5) == surveyed(seed)


def test_folders_of_the_same_name_in_two_places_are_two_libraries(tmp_path, monkeypatch):
    for seed in PILES:
        lay(seed, tmp_path / str(seed) / "piles")
    for seed in PILES:
        monkeypatch.chdir(tmp_path / str(seed))
        assert Library("piles").pile(5) == surveyed(seed)


def test_a_library_stays_where_it_was_when_the_program_goes_elsewhere(tmp_path, monkeypatch):
    lay(PILES[0], tmp_path / "piles")
    monkeypatch.chdir(tmp_path)
    library = Library("piles")
    (tmp_path / "far").mkdir()
    monkeypatch.chdir(tmp_path / "far")
    assert library.pile(5) == surveyed(PILES[0])


def test_equal_piles_are_surveyed_once(tmp_path):
    lay(PILES[0], tmp_path, "pile-1.json")
    lay(PILES[0], tmp_path, "pile-2.json")
    library = Library(tmp_path)
    assert len({id(library.pile(seed)) for seed in range(20)}) == 1


@pytest.mark.parametrize("folder", [3, b"piles", None, ["piles"], "a\0b"])
def test_what_names_no_folder_is_told_in_one_line(folder):
    with pytest.raises(PileError, match=r"is no folder of piles: .+") as told:
        Library(folder)
    assert "\n" not in str(told.value)


def test_a_pile_that_has_gone_is_told(tmp_path):
    lay(PILES[0], tmp_path)
    env = sim.env.collexion_v0.raw_env(piles=tmp_path)
    (tmp_path / "pile-0.json").unlink()
    with pytest.raises(sim.PolypileError, match=r"pile-0\.json cannot be read: no such file"):
        env.reset(seed=1)
