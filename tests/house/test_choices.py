"""Settings, and their file: strict where it is ours, patient with other versions, and never lost."""

import json

import pytest

from sim.errors import SettingsError
from sim.house import choices
from sim.settings import Settings

PLANS = {
    "collexion": {"seats": [["human", "Ada"], ["casual", ""], ["", ""]], "options": {"variants": ["team"], "n": 3}}
}
CHANGED = Settings("de", False, 0.3, "safe", "letters", "off", True, 1.15, "axio-rota", PLANS)


@pytest.mark.parametrize("settings", [Settings(), CHANGED])
def test_settings_come_back_from_their_file(tmp_path, settings):
    choices.write(tmp_path / "new", settings)
    assert choices.read(tmp_path / "new", pytest.fail) == settings


def test_without_a_file_the_defaults_hold(tmp_path):
    assert choices.read(tmp_path / "missing", pytest.fail) == Settings()


def test_plans_are_values():
    plan = CHANGED.plans["collexion"]
    assert plan["seats"] == (("human", "Ada"), ("casual", ""), ("", ""))
    assert plan["options"] == {"variants": ("team",), "n": 3}
    hash(CHANGED)
    with pytest.raises(TypeError):
        plan["seats"] = ()


@pytest.mark.parametrize(
    "change",
    [
        {"language": 7},
        {"sound": 1},
        {"volume": 1.5},
        {"volume": "loud"},
        {"volume": float("nan")},
        {"colour_vision": "x"},
        {"patterns": None},
        {"animation": "warp"},
        {"full_screen": "yes"},
        {"text_size": 2.0},
        {"plans": 3},
        {"plans": {"collexion": {}}},
        {"plans": {"collexion": {"seats": [], "options": {}}}},
        {"plans": {"collexion": {"seats": [["human"]], "options": {}}}},
        {"plans": {"collexion": {"seats": [["human", 7]], "options": {}}}},
        {"plans": {"collexion": {"seats": [["human", ""]], "options": {"x": {}}}}},
        {"plans": {"collexion": {"seats": [["human", ""]], "options": {"x": [[1]]}}}},
    ],
)
def test_a_wrong_setting_is_refused(tmp_path, change):
    with pytest.raises(SettingsError):
        Settings(**change)
    told = []
    path = tmp_path / "settings.json"
    path.write_text(json.dumps(Settings().to_dict() | change))
    assert choices.read(tmp_path, told.append) == Settings()
    assert len(told) == 1
    assert "settings.damaged-1.json" in told[0]
    assert not path.exists()
    assert (tmp_path / "settings.damaged-1.json").exists()


@pytest.mark.parametrize("text", ["", "{", "[]", "null", '{"format": "x"}', '{"format": "polypile-settings"}', "\0"])
def test_a_damaged_file_is_set_aside(tmp_path, text):
    told = []
    (tmp_path / "settings.json").write_text(text)
    assert choices.read(tmp_path, told.append) == Settings()
    assert (tmp_path / "settings.damaged-1.json").read_text() == text
    assert len(told) == 1
    choices.write(tmp_path, Settings(volume=0.5))
    assert choices.read(tmp_path, pytest.fail).volume == 0.5


def test_what_another_version_has_added_is_passed_over_and_stays(tmp_path):
    path = tmp_path / "settings.json"
    path.write_text(json.dumps(Settings(volume=0.2).to_dict() | {"mouse": "left"}))
    settings = choices.read(tmp_path, pytest.fail)
    assert settings.volume == 0.2
    choices.write(tmp_path, settings)
    assert json.loads(path.read_text())["mouse"] == "left"


def test_what_an_earlier_version_did_not_have_has_its_default(tmp_path):
    (tmp_path / "settings.json").write_text('{"format": "polypile-settings", "version": 1, "volume": 0.1}')
    assert choices.read(tmp_path, pytest.fail) == Settings(volume=0.1)


def test_a_later_version_may_have_chosen_what_this_one_does_not_offer(tmp_path):
    content = Settings(volume=0.2).to_dict() | {"version": 2, "animation": "warp"}
    (tmp_path / "settings.json").write_text(json.dumps(content))
    assert choices.read(tmp_path, pytest.fail) == Settings(volume=0.2)


def test_a_place_that_is_no_file_is_told(tmp_path):
    (tmp_path / "settings.json").mkdir()
    told = []
    assert choices.read(tmp_path, told.append) == Settings()
    assert len(told) == 1
