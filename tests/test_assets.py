import json

import pytest

from sim import assets
from sim.errors import AssetError


def test_the_reference_is_there_with_its_twenty_figures():
    reference = assets.load_json("reference/pile3d.json")
    assert len(reference["figures"]) == 20
    assert len(reference["curve_uncovered"]["mean"]) == 81


@pytest.mark.parametrize("name", ["reference/none.json", "reference", "../pyproject.toml/x"])
def test_a_missing_file_is_named(name):
    with pytest.raises(AssetError, match="there is no data file"):
        assets.find(name)


@pytest.fixture
def package(tmp_path, monkeypatch):
    """A package folder of its own, so that assets are looked for there."""
    monkeypatch.setattr(assets, "_PACKAGE", tmp_path / "site" / "sim")
    (tmp_path / "site" / "sim").mkdir(parents=True)
    assets.folder.cache_clear()
    yield tmp_path / "site" / "sim"
    assets.folder.cache_clear()


def test_a_wheel_has_its_data_files_inside_the_package(package):
    (package / "_assets").mkdir()
    (package / "_assets" / "a.json").write_text(json.dumps([1]))
    assert assets.load_json("a.json") == [1]


def test_a_package_without_data_files_says_so(package):
    with pytest.raises(AssetError, match="install polypile again"):
        assets.folder()


def test_a_spoilt_data_file_is_named(package):
    (package / "_assets").mkdir()
    (package / "_assets" / "a.json").write_text("{")
    with pytest.raises(AssetError, match=r"'a.json' cannot be read"):
        assets.load_json("a.json")
