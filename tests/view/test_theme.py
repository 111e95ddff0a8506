import json
from itertools import pairwise

import pytest

from sim.assets import find, load_json
from sim.errors import AssetError
from sim.view.theme import lit, rgba, theme


def _lightness(colour):
    """L* of CIELAB: how bright a colour looks, 0 to 100."""
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in (v / 255 for v in colour[:3])]
    y = 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
    return 116 * y ** (1 / 3) - 16


def test_the_colours_of_the_game_differ_in_brightness_too():
    """Whoever sees no hues still tells them apart."""
    levels = sorted(_lightness(colour) for colour in theme().pieces.values())
    assert all(b - a > 8 for a, b in pairwise(levels)), levels


def test_what_is_written_on_the_table_can_be_read():
    for ground in theme().table:
        assert _lightness(theme().ink_soft) - _lightness(ground) > 40
        assert _lightness(theme().ink) - _lightness(ground) > 60


def test_more_light_is_brighter_and_less_is_darker():
    for colour in theme().pieces.values():
        levels = [_lightness(lit(colour, light)) for light in (0.3, 0.6, 1.0, 1.2)]
        assert levels == sorted(levels)
        assert lit(colour, 1.0) == colour
        assert lit(colour, -1.0)[:3] == (0, 0, 0)


def test_an_unknown_theme_is_refused():
    with pytest.raises(AssetError, match="no-such-theme"):
        theme("no-such-theme")


@pytest.mark.parametrize("change", ["colours", "light", "#12345g", "missing", "extra"])
def test_a_theme_that_is_malformed_is_refused_in_one_line(monkeypatch, change):
    found = load_json("themes/default.json")
    if change in ("colours", "light"):
        del found[change]
    elif change == "missing":
        del found["metrics"]["bevel"]
    elif change == "extra":
        found["metrics"]["bevels"] = 1
    else:
        found["colours"]["ink"] = change
    monkeypatch.setattr("sim.view.theme.load_json", lambda _: found)
    with pytest.raises(AssetError, match="is no theme") as caught:
        theme(f"broken-{change}")
    assert "\n" not in str(caught.value)


def test_all_themes_can_be_loaded():
    names = sorted(path.stem for path in find("themes/default.json").parent.glob("*.json"))
    assert "default" in names
    for name in names:
        theme(name)
        assert json.loads(find(f"themes/{name}.json").read_text(encoding="utf-8"))


def test_a_colour_is_read_with_and_without_its_opacity():
    assert rgba("#0080ff") == (0, 128, 255, 255)
    assert rgba("#0080ff40") == (0, 128, 255, 64)
