import pygame
import pytest

from sim.assets import load_json
from sim.view.colour_collect.disc import disc
from sim.view.draw import picture
from sim.view.items import Scene, Viewport
from sim.view.theme import rgba, theme
from sim.view.token import token
from tests.view.colour_science import VISIONS, difference, lab, least, linear, seen

# Pairs that Sharma, Wu and Dalal published to test implementations with (2005).
PAIRS = [
    ((50.0, 2.6772, -79.7751), (50.0, 0.0, -82.7485), 2.0425),
    ((50.0, 3.1571, -77.2803), (50.0, 0.0, -82.7485), 2.8615),
    ((50.0, 2.8361, -74.0200), (50.0, 0.0, -82.7485), 3.4412),
    ((50.0, -1.3802, -84.2814), (50.0, 0.0, -82.7485), 1.0000),
    ((50.0, -1.1848, -84.8006), (50.0, 0.0, -82.7485), 1.0000),
    ((50.0, -0.9009, -85.5211), (50.0, 0.0, -82.7485), 1.0000),
    ((50.0, 0.0, 0.0), (50.0, -1.0, 2.0), 2.3669),
    ((50.0, 2.4900, -0.0010), (50.0, -2.4900, 0.0009), 7.1792),
    ((50.0, 2.4900, -0.0010), (50.0, -2.4900, 0.0011), 7.2195),
    ((50.0, 2.5, 0.0), (50.0, 0.0, -2.5), 4.3065),
    ((50.0, 2.5, 0.0), (73.0, 25.0, -18.0), 27.1492),
    ((60.2574, -34.0099, 36.2677), (60.4626, -34.1751, 39.4387), 1.2644),
    ((2.0776, 0.0795, -1.1350), (0.9033, -0.0636, -0.5514), 0.9082),
]


@pytest.mark.parametrize(("one", "other", "published"), PAIRS)
def test_differences_are_those_that_were_published(one, other, published):
    assert difference(one, other) == pytest.approx(published, abs=5e-5)
    assert difference(other, one) == pytest.approx(published, abs=5e-5)


def test_white_and_black_have_their_lightness():
    assert lab(linear((255, 255, 255))) == pytest.approx((100.0, 0.0, 0.0), abs=0.02)
    assert lab(linear((0, 0, 0))) == pytest.approx((0.0, 0.0, 0.0), abs=1e-9)


@pytest.mark.parametrize("vision", VISIONS)
def test_greys_look_alike_to_everybody(vision):
    for level in (0, 60, 128, 255):
        for light in seen((level, level, level), vision):
            assert light == pytest.approx(linear((level, level, level)), abs=0.01)


@pytest.mark.parametrize(
    ("vision", "one", "other"),
    [
        ("protanopia", (170, 80, 40), (100, 100, 40)),
        ("deuteranopia", (180, 90, 50), (110, 125, 50)),
        ("tritanopia", (80, 160, 160), (70, 155, 200)),
    ],
)
def test_colours_that_are_known_to_be_confused_come_closer(vision, one, other):
    plain = difference(lab(linear(one)), lab(linear(other)))
    for first, second in zip(seen(one, vision), seen(other, vision), strict=True):
        assert difference(lab(first), lab(second)) < 0.62 * plain


def face_of(sprite):
    """Return the colour in the middle of what is drawn, as it lies flat in the light."""
    scene = Scene((120, 120), Viewport(1.0, 60.0, 60.0), (40, 40, 40, 255), (sprite,))
    pixels = pygame.surfarray.array3d(picture(scene))[54:67, 54:67]
    return tuple(float(value) for value in pixels.reshape(-1, 3).mean(axis=0))


def drawn(game, name):
    look = theme(name)
    at = Viewport(2.0, 60.0, 60.0)
    if game == "collexion":
        return {str(colour): face_of(token("piece", f"square-{colour}", at, look)) for colour in look.pieces}
    if game == "colour-collect":
        return {colour: face_of(disc("disc", colour, at, look)) for colour in look.discs}
    return {colour: rgba(text) for colour, text in load_json(f"themes/{name}.json")["axio"]["symbols"].items()}


@pytest.mark.parametrize("vision", VISIONS)
@pytest.mark.parametrize("game", ["collexion", "axio-rota", "colour-collect"])
def test_all_colours_of_a_game_stay_apart_in_the_theme_for_everybody(game, vision):
    colours = drawn(game, "safe")
    assert len(colours) == (4 if game == "collexion" else 5)
    apart, one, other = least(colours, vision)
    assert apart >= 15.0, f"{one} and {other}"


@pytest.mark.parametrize("vision", VISIONS)
def test_the_corners_of_the_box_stay_apart_in_the_theme_for_everybody(vision):
    assert least(theme("safe").corners, vision)[0] >= 15.0


def test_the_theme_for_everybody_has_other_colours_of_games_and_nothing_else():
    plain, safe = load_json("themes/default.json"), load_json("themes/safe.json")
    for part in ("light", "metrics"):
        assert plain[part] == safe[part]
    differing = {name for name, value in plain["colours"].items() if safe["colours"][name] != value}
    assert plain["colours"].keys() == safe["colours"].keys()
    assert differing == {"pieces", "corners", "discs"}


def test_what_is_drawn_in_the_middle_of_a_piece_is_the_colour_of_its_theme():
    look = theme("safe")
    for game, colours in (("collexion", look.pieces), ("colour-collect", look.discs)):
        for name, seen_colour in drawn(game, "safe").items():
            assert difference(lab(linear(seen_colour)), lab(linear(colours[name][:3]))) < 3.0
