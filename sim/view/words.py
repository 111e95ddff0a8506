"""All words that the window shows go through here, so that they can be told in other languages."""

from __future__ import annotations

import gettext

from sim.assets import folder

_translations: gettext.NullTranslations = gettext.NullTranslations()


def use(language: str) -> None:
    """Show words in a language such as "de" from now on; "": as the system is set; English where there is none."""
    global _translations  # one language at a time, as one window
    languages = [language] if language else None
    _translations = gettext.translation("polypile", folder() / "translations", languages, fallback=True)


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


LANGUAGES: tuple[tuple[str, str], ...] = (
    ("", N_("System")),
    ("en", "English"),
    ("de", "Deutsch"),
    ("fr", "Français"),
    ("it", "Italiano"),
)
"""The languages that can be chosen, each by its own name; "" is the system's."""
