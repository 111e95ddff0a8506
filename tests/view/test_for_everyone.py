"""Options for those who see, read or move otherwise: they hold at once, and layouts hold with them."""

import pygame
import pytest

from sim.session import Seat
from sim.settings import TEXT_SIZES
from sim.view.controls import Controls, broken
from sim.view.items import Area, Text
from sim.view.layout import Rect, unit
from sim.view.raster import text_width
from sim.view.screens.collexion import CollexionTable
from sim.view.screens.options import Options
from sim.view.theme import theme
from tests.view.playing import Player


@pytest.fixture(autouse=True)
def unseen(monkeypatch):
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    yield
    pygame.display.quit()


def collexion(player):
    (session,) = player.house.begin("collexion", 7, (Seat("human"), Seat("human")), {}, None).news()
    player.stage.change(CollexionTable(player.stage, session))
    player.wait()
    return player.front


@pytest.mark.parametrize("size", [(960, 600), (1280, 800)])
@pytest.mark.parametrize("text_size", TEXT_SIZES)
def test_options_offer_signs_and_sizes_of_text_and_all_rows_fit(size, text_size):
    player = Player(size, text_size=text_size)
    player.wait()
    player.click("options")
    assert isinstance(player.front, Options)
    card = player.front.card()
    assert card.y >= 0
    assert card.bottom <= size[1]
    for sprite in player.front.scene.targets():
        if sprite.tag != "veil":
            assert all(card.x <= x <= card.right and card.y <= y <= card.bottom for x, y in sprite.outline)
    player.click("patterns-1")
    assert player.house.settings.patterns == "letters"
    assert player.stage.look.marks
    player.click("text_size-2")
    assert player.house.settings.text_size == 1.3
    player.click("colour_vision-1")
    assert player.stage.look.pieces == theme("safe").pieces
    assert player.front.scene["text_size-2"] != player.front.scene["text_size-1"]


def test_letters_grow_with_the_size_of_text_and_titles_do_not():
    plain, large = (Controls(theme("default", False, size), 1.0) for size in (1.0, 1.3))
    assert large.letters(14) == pytest.approx(1.3 * plain.letters(14))
    assert plain.letters(24) < large.letters(24) < 1.3 * plain.letters(24)
    assert large.letters(60) == plain.letters(60)


@pytest.mark.parametrize("text_size", TEXT_SIZES)
def test_what_fits_in_plain_letters_is_never_cut_in_larger_ones(text_size):
    plain, controls = Controls(theme(), 1.0), Controls(theme("default", False, text_size), 1.0)
    text = "A line that has just enough room"
    for width in (text_width(text, 16, False) * share for share in (0.81, 0.9, 1.0, 1.2)):
        for one in (plain, controls):
            (line,) = one.text("line", 0, 0, text, 16, width=width).items
            assert isinstance(line, Text)
            assert line.text == text
            assert text_width(line.text, line.size, False) <= width + 0.5


@pytest.mark.parametrize("text_size", TEXT_SIZES)
def test_a_paragraph_stays_within_its_rectangle_where_plain_letters_do(text_size):
    controls = Controls(theme("default", False, text_size), 1.0)
    text = "The discs are laid anew, and the one who has lost starts the next round on a disc of the quadrant. " * 2
    rect = Rect(0, 0, 380, 4 * 16 * 1.35 + 4)
    assert len(broken(text, 16, rect.width)) == 4
    items = controls.paragraph("told", rect, text, 16).items
    assert all(item.at[1] + item.size / 2 <= rect.bottom + 1 for item in items)
    assert " ".join(item.text for item in items).split() == text.split()


@pytest.mark.parametrize("size", [(960, 600), (1280, 800), (1920, 1080)])
def test_no_line_of_a_table_leaves_the_window_in_the_largest_letters(size):
    player = Player(size, text_size=1.3)
    front = collexion(player)
    for sprite in front.scene:
        for item in sprite.items:
            if isinstance(item, Text) and sprite.at is not None and sprite.at.scale == 1.0:
                wide = text_width(item.text, item.size, item.bold)
                left = item.at[0] - wide * {"start": 0.0, "middle": 0.5, "end": 1.0}[item.anchor]
                assert left >= 0, sprite.tag
                assert left + wide <= size[0], sprite.tag
                assert item.size >= 11 * unit(size), sprite.tag


@pytest.mark.parametrize("how", ["point", "tap"])
def test_why_a_polygon_is_blocked_is_told_by_pointing_and_by_tapping(how):
    player = Player()
    front = collexion(player)
    seen = {sprite.tag for sprite in front.scene if sprite.tag.startswith("piece-") and not sprite.target}
    blocked = next(tag for tag in sorted(seen) if front.scene.hit(_pixel(front, tag)).tag == tag)
    getattr(player, how)(blocked)
    assert "Blocked:" in player.texts()


def test_a_finger_that_is_lifted_points_at_nothing():
    player = Player()
    front = collexion(player)
    tag = next(sprite.tag for sprite in front.scene.targets() if sprite.tag.startswith("piece-"))
    player.tap(tag)
    assert front.state.taken
    assert front.hover is None
    assert "lifted" not in front.picture()


def test_signs_are_on_pieces_places_and_corners_of_the_box():
    plain, marked = Player(), Player(patterns="letters")
    one, other = (collexion(player).scene for player in (plain, marked))
    more = {sprite.tag for sprite in other if _areas(sprite) > _areas(one[sprite.tag])}
    assert all(sprite.tag in more for sprite in one if sprite.tag.startswith(("piece-", "left-square", "cell-")))
    assert "box" in more


def _areas(sprite):
    return sum(isinstance(item, Area) for item in sprite.items)


def _pixel(front, tag):
    return tuple(map(round, front.scene.middle(tag)))
