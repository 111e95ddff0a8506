"""Layouts hold in all languages: nothing is cut short, lies outside or over another line, or stays in English."""

import gettext
import re
from dataclasses import replace
from functools import cache
from itertools import takewhile

import numpy as np
import pytest

from sim.view import words
from sim.view.controls import Controls
from sim.view.draw import picture
from sim.view.items import SCREEN, Text
from sim.view.layout import Rect
from sim.view.raster import text_width
from sim.view.screens.games import GAMES
from sim.view.seats import BOT_NAMES
from tests.view import catalogs, tour
from tests.view.pictures import compare, differs, distance, pixels, rounded

ALL = "en", *catalogs.LANGUAGES
CUT = "\u2026"
LONGEST = "de"
"""The language with the longest text: that of the golden pictures."""
PICTURED = (
    "menu",
    "options",
    "shelf-full",
    "setup-collexion",
    "setup-colour-collect-option-variant-2",
    "shaking-by-hand",
    "collexion-de-2-22",
    "collexion-de-4-44-action-swap-first",
    "collexion-rules",
    "collexion-pause",
    "collexion-de-4-sheet",
    "axio-rota-2-12-ready",
    "axio-rota-4-0",
    "colour-collect-2-3-loser-10",
    "colour-collect-2-3-loser-look-back-1",
    "replay-axio-rota-4-24",
    "guide-collexion-5",
)


def lines(scene):
    """Yield each line that lies in front, with the tag of its sprite and its box in pixels."""
    for sprite in scene:
        if sprite.at != SCREEN or sprite.tag.startswith("behind-"):
            continue
        for item in sprite.items:
            if isinstance(item, Text) and item.text.strip():
                wide, (x, y) = text_width(item.text, item.size, item.bold), item.at
                left = x - {"start": 0.0, "middle": wide / 2, "end": wide}[item.anchor]
                yield sprite.tag, item.text, Rect(left, y - 0.36 * item.size, wide, 0.72 * item.size)


def lies_over(tag):
    """Tell whether a line lies on a card of its own, in front of others: those of guides and answers do."""
    return tag.startswith(("guide-", "reason", "shout"))


def faults(sight, size):
    """Yield what is wrong with a screen."""
    found = list(lines(sight.scene))
    window = Rect(0, 0, *size)
    for tag, text, box in found:
        if text.endswith(CUT):
            yield f"{sight.name}: {tag} is cut short: {text}"
        inside = box.x >= 0 and box.y >= 0 and box.right <= window.right and box.bottom <= window.bottom
        if not inside:
            yield f"{sight.name}: {tag} leaves the window: {text}"
    found.sort(key=lambda line: line[2].y)
    for k, (tag, text, box) in enumerate(found):
        below = takewhile(lambda line, box=box: line[2].y < box.bottom - 0.5, found[k + 1 :])
        for other, said, beside in below:
            apart = min(box.right, beside.right) - max(box.x, beside.x) <= 0.5
            if not apart and lies_over(tag) == lies_over(other):
                yield f"{sight.name}: {tag} lies over {other}: {text} / {said}"


@cache
def toured(language):
    """Return all screens in a language, and which paragraphs are longer than their places."""
    too_long = set()
    made = Controls.paragraph

    def paragraph(self, tag, rect, text, *args, **options):
        sprite = made(self, tag, rect, text, *args, **options)
        last = sprite.items[-1] if sprite.items else None
        if last is not None and last.at[1] + 0.36 * last.size > rect.bottom + 0.5:
            too_long.add(f"{tag} is longer than its place: {text}")
        return sprite

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Controls, "paragraph", paragraph)
        return tuple(tour.sights(language)), too_long


@pytest.mark.parametrize("language", ALL)
def test_no_text_of_any_screen_is_cut_short_or_lies_over_another(language):
    seen, too_long = toured(language)
    assert len(seen) > 200
    assert [fault for sight in seen for fault in faults(sight, tour.LEAST)] == []
    assert too_long == set()


@pytest.mark.soak
@pytest.mark.parametrize("language", ALL)
@pytest.mark.parametrize("size", [(960, 600), (1280, 800), (1920, 1080), (1024, 1366)])
@pytest.mark.parametrize("text_size", [1.0, 1.3])
def test_layouts_hold_in_every_size_of_window_and_text(language, size, text_size):
    seen = tour.sights(language, size, text_size=text_size)
    assert [fault for sight in seen for fault in faults(sight, size)] == []


# Untranslated text


class Foreign(gettext.NullTranslations):
    """A language that nobody speaks: what is written in plain letters has not been translated."""

    def __init__(self, known):
        super().__init__()
        self.known = known
        self.unknown = set()

    def gettext(self, message):
        if message not in self.known:
            self.unknown.add(message)
        return foreign_of(message)

    def ngettext(self, one, many, count):
        if (one, many) not in self.known:
            self.unknown.add((one, many))
        return foreign_of(one if count == 1 else many)


def foreign_of(text):
    """Return a text in letters that are none, but for its gaps."""
    parts = re.split(r"(\{\w*\})", text)
    return "".join(part if part.startswith("{") else re.sub("[A-Za-z]", _letter, part) for part in parts)


def _letter(found):
    return chr(ord(found[0]) + 0x1E00)


PLAYERS = "Anna", "Ben", "Cara", "Dino", *BOT_NAMES
NAMES = "Polypile", *(game.title for game in GAMES.values()), *(name for _code, name in words.LANGUAGES[1:])
SAME = re.compile("|".join((*map(re.escape, (*NAMES, *PLAYERS)), r"\b(?:[A-Z]|F1)\b", r"\b[0-9a-f]+(?:-[0-9a-f]+)+\b")))
"""What is the same in every language: names, keys, and codes of piles."""


def test_no_text_of_any_screen_is_left_in_english(monkeypatch):
    foreign = Foreign(catalogs.messages(catalogs.read(catalogs.TEMPLATE)))
    monkeypatch.setattr(gettext, "translation", lambda *args, **options: foreign)
    shown = {(tag, text) for sight in tour.sights("") for tag, text, _box in lines(sight.scene)}
    assert len(shown) > 500
    assert [each for each in shown if re.search("[A-Za-z]", SAME.sub("", each[1]))] == []
    assert foreign.unknown == set(), "said in the window, but not marked for translators"


# Pictures


def test_the_golden_pictures_speak_the_language_with_the_longest_text():
    long = {language: length(language) for language in catalogs.LANGUAGES}
    assert max(long, key=long.__getitem__) == LONGEST


def length(language):
    """Return how wide all strings of a language are, beside one another."""
    found = catalogs.read(catalogs.path(language))
    told = [message.string for message in found if message.id]
    return sum(text_width(text if isinstance(text, str) else text[-1], 16) for text in told)


@pytest.fixture(scope="module")
def shown():
    """All screens that there are golden pictures of."""
    return {sight.name: sight.scene for sight in toured(LONGEST)[0] if sight.name in PICTURED}


@pytest.mark.parametrize("name", PICTURED)
def test_screens_look_like_their_golden_pictures(name, shown, tmp_path):
    compare(picture(shown[name]), name, tmp_path)


def test_pictures_differ_by_a_line_and_not_by_a_breath(shown):
    scene = shown["collexion-pause"]
    golden = rounded(pixels(picture(scene)))
    without = replace(scene, sprites=tuple(sprite for sprite in scene.sprites if sprite.tag != "title"))
    assert differs(distance(pixels(picture(without)), golden))
    breath = np.random.default_rng(7).integers(-2, 3, golden.shape)
    assert not differs(distance(pixels(picture(scene)) + breath, golden))
