"""Words: no string without a translation, no translation that does not fit, and the system's language by default."""

import gettext
import re
from collections import Counter

import pytest

from sim.view import words
from tests.view import catalogs
from tests.view.catalogs import LANGUAGES

GAP = re.compile(r"\{\w*\}")
COUNTS = (0, 1, 2, 3, 5, 11, 21, 100)


@pytest.fixture
def asked(monkeypatch):
    """Ask the system for languages: by environment, or as a desktop knows them."""

    def ask(desktop=(), **environment):
        for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
            monkeypatch.delenv(name, raising=False)
        for name, value in environment.items():
            monkeypatch.setenv(name, value)
        monkeypatch.setattr("pygame.system.get_pref_locales", lambda: [{"language": code} for code in desktop])
        return words.system_language()

    return ask


@pytest.fixture
def spoken():
    yield words.use
    words.use("en")


def forms(message):
    """Return a string's own forms, and those of its translation."""
    if isinstance(message.id, tuple):
        return message.id, message.string
    return (message.id,), (message.string,)


def catalog(language):
    return catalogs.read(catalogs.path(language), language)


# Catalogs


def test_every_string_of_the_code_is_in_the_template():
    template = catalogs.read(catalogs.TEMPLATE)
    assert catalogs.messages(catalogs.extracted()) == catalogs.messages(template), "run `make words`"
    assert len(template) > 400


def test_the_languages_offered_are_those_that_there_are_catalogs_of():
    offered = {code for code, _name in words.LANGUAGES} - {"", "en"}
    assert offered == set(LANGUAGES) == {path.name for path in catalogs.FOLDER.iterdir() if path.is_dir()}


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_translation_is_missing_fuzzy_or_left_over(language):
    found = catalog(language)
    assert catalogs.missing(found) == []
    assert not found.fuzzy
    assert not found.obsolete
    assert catalogs.messages(found) == catalogs.messages(catalogs.read(catalogs.TEMPLATE))


@pytest.mark.parametrize("language", LANGUAGES)
def test_translations_have_the_gaps_of_their_originals(language):
    for message in catalog(language):
        own, translated = forms(message)
        for text in translated if message.id else ():
            assert Counter(GAP.findall(text)) == Counter(GAP.findall(own[0])), text
            assert text == text.strip()
            assert "\u2026" not in text, "that is what tells of a text cut short"
            assert own[0].endswith(".") == text.endswith("."), text


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_follows_a_number_has_all_forms_of_its_language(language, spoken):
    found = catalog(language)
    plurals = [message for message in found if isinstance(message.id, tuple)]
    assert len(plurals) > 10
    assert all(len(message.string) == found.num_plurals for message in plurals)
    spoken(language)
    one, many = {"de": ("Zug", "Züge"), "fr": ("coup", "coups"), "it": ("mossa", "mosse")}[language]
    for count in COUNTS:
        word = one if count == 1 or (count == 0 and language == "fr") else many
        assert words.plural("{n} move", "{n} moves", count) == f"{count} {word}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_compiled_catalogs_are_those_that_are_read(language):
    with catalogs.path(language, "mo").open("rb") as file:
        compiled = gettext.GNUTranslations(file)
    for message in catalog(language):
        if isinstance(message.id, tuple):
            told = {compiled.ngettext(*message.id, count) for count in COUNTS}
            assert told == set(message.string), "run `make words`"
        elif message.id:
            assert compiled.gettext(message.id) == message.string, "run `make words`"


def test_a_new_string_is_missing_until_it_is_translated():
    found = catalog("de")
    found.add("not yet said")
    found.add(("{n} crow", "{n} crows"), ("{n} Krähe", ""))
    found.add("said so-so", "so lala", flags=["fuzzy"])
    assert catalogs.missing(found) == ["not yet said", "('{n} crow', '{n} crows')", "said so-so"]


# Which language


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({"LANG": "de_AT.UTF-8"}, "de"),
        ({"LANG": "fr_CH"}, "fr"),
        ({"LC_ALL": "it_IT.UTF-8", "LANG": "de_DE.UTF-8"}, "it"),
        ({"LC_MESSAGES": "de_DE@euro", "LANG": "it_IT"}, "de"),
        ({"LANGUAGE": "nl:fr:de", "LC_ALL": "it_IT.UTF-8"}, "fr"),
        ({"LANGUAGE": "en:de"}, "en"),
        ({"LANGUAGE": "", "LANG": "it"}, "it"),
        ({"LANG": "nl_NL.UTF-8"}, "en"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LC_ALL": "POSIX", "LANG": "de_DE"}, "en"),
    ],
)
def test_the_environment_tells_which_language_is_spoken(asked, environment, language):
    assert asked(desktop=("it",), **environment) == language


@pytest.mark.parametrize(
    ("desktop", "language"), [(("fr", "en"), "fr"), (("nl", "it"), "it"), (("nl",), "en"), ((), "en")]
)
def test_without_an_environment_the_desktop_is_asked(asked, desktop, language):
    """Windows and macOS set no variables."""
    assert asked(desktop) == language


def test_the_language_of_the_system_is_used_unless_another_is_chosen(asked, spoken):
    asked(LANG="de_DE.UTF-8")
    spoken("")
    assert words._("Rules") == "Regeln"
    spoken("it")
    assert words._("Rules") == "Regole"
    spoken("en")
    assert words._("Rules") == "Rules"


def test_a_language_without_words_is_english(spoken):
    spoken("nl")
    assert words._("Rules") == "Rules"
    assert words.plural("{n} move", "{n} moves", 2) == "2 moves"


def test_sentences_begin_with_a_capital_whatever_fills_them(spoken):
    from sim.view.collexion.phrases import no_follower

    for language, said in (
        ("en", "The blue square and the pink octagon share neither shape nor colour."),
        ("de", "Das blaue Quadrat und das pinke Achteck haben weder Form noch Farbe gemeinsam."),
        ("fr", "Le carré bleu et l\u2019octogone rose n\u2019ont ni forme ni couleur en commun."),
        ("it", "Il quadrato blu e l\u2019ottagono rosa non hanno in comune né forma né colore."),
    ):
        spoken(language)
        assert no_follower("square-blue", "octagon-pink") == said
