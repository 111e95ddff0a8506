"""All words that the window shows go through here, so that they can be told in other languages."""

from __future__ import annotations

import gettext
import os
from collections.abc import Iterator, Mapping
from pathlib import Path

from sim.assets import folder

DOMAIN = "polypile"
_ORIGINAL = "en"
# As gettext looks at them: LANGUAGE is a list, and the first that is set holds.
_VARIABLES = "LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"
_PLAIN = "c", "posix"

_translations: gettext.NullTranslations = gettext.NullTranslations()


def use(language: str) -> None:
    """Show words in a language such as "de" from now on; "": as the system is set; English where there is none."""
    global _translations  # one language at a time, as one window
    code = language or system_language()
    _translations = gettext.translation(DOMAIN, catalogs(), [code], fallback=True)


def catalogs() -> Path:
    """Return the folder of the translations."""
    return folder() / "translations"


def system_language() -> str:
    """Return the first of the languages that the system prefers and that there are words in, English if none."""
    known = {code for code, _name in LANGUAGES if code}
    return next((code for code in _preferred() if code in known), _ORIGINAL)


def _preferred() -> Iterator[str]:
    """Yield the languages that the user has asked for, best first."""
    for variable in _VARIABLES:
        if asked := os.environ.get(variable):
            yield from map(_code, asked.split(":"))
            return
    # Windows and macOS, and whatever is started from a desktop there, know it in ways of their own.
    from pygame.system import get_pref_locales

    for place in get_pref_locales():
        yield _code(place["language"])


def _code(place: str) -> str:
    """Return the language of a locale.

    >>> _code("de_AT.UTF-8"), _code("fr-CH"), _code("C.UTF-8")
    ('de', 'fr', 'en')
    """
    code = place.partition(".")[0].partition("@")[0].replace("-", "_").partition("_")[0].lower()
    return _ORIGINAL if code in _PLAIN else code


def _(text: str) -> str:
    """Return a text in the language in use."""
    return _translations.gettext(text)


def plural(one: str, many: str, count: int, **values: str) -> str:
    """Return the form of a text that fits a number, with the number in its gap {n} and other gaps filled.

    >>> plural("{n} polygon", "{n} polygons", 2)
    '2 polygons'
    """
    return _translations.ngettext(one, many, count).format(n=count, **values)


def N_(text: str) -> str:  # noqa: N802  (what tools for translators look for)
    """Return a text as it is, marked for translators: it is told in the language in use later."""
    return text


def and_list(words: list[str]) -> str:
    """Return words as one list.

    >>> and_list(["a", "b", "c"])
    'a, b and c'
    """
    if len(words) < 2:
        return "".join(words)
    return _("{first} and {last}").format(first=", ".join(words[:-1]), last=words[-1])


def capital(text: str) -> str:
    """Return a sentence that begins with a capital, whatever stands in its first gap.

    >>> capital("the blue square lies there")
    'The blue square lies there'
    """
    return text[:1].upper() + text[1:]


def key_told(key: str) -> str:
    """Return what stands on a key of the keyboard.

    >>> key_told("Esc"), key_told("U")
    ('Esc', 'U')
    """
    return _(KEYS[key]) if key in KEYS else key


KEYS: Mapping[str, str] = {
    key: key for key in (N_("Enter"), N_("Esc"), N_("Space"), N_("PgUp"), N_("PgDn"), N_("Shift R"))
}
"""Keys that are called otherwise elsewhere."""

LANGUAGES: tuple[tuple[str, str], ...] = (
    ("", N_("System")),
    ("en", "English"),
    ("de", "Deutsch"),
    ("fr", "Français"),
    ("it", "Italiano"),
)
"""The languages that can be chosen, each by its own name; "" is the system's."""
