"""`make words`: writes the template of all strings of the window, brings the catalogs up to it and compiles them."""

from __future__ import annotations

import sys
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from sim import __version__

ROOT = Path(__file__).resolve().parents[2]
CODE = ROOT / "sim" / "view"
FOLDER = ROOT / "assets" / "translations"
TEMPLATE = FOLDER / "polypile.pot"
LANGUAGES = "de", "fr", "it"
_KEYWORDS = {"_": None, "N_": None, "plural": (1, 2)}
_AUTHORS = "The Polypile authors"
_HEADER = "# Words of Polypile's window. `make words` keeps this file up to the code."


def path(language: str, ending: str = "po") -> Path:
    """Return where the catalog of a language is."""
    return FOLDER / language / "LC_MESSAGES" / f"polypile.{ending}"


def extracted() -> Catalog:
    """Return all strings that stand in the code now."""
    found = _new()
    for file, _line, message, _comments, context in extract_from_dir(CODE, keywords=_KEYWORDS):
        place = (CODE / file).relative_to(ROOT).as_posix()
        found.add(message, None, [(place, None)], context=context)
    return found


def read(file: Path, language: str | None = None) -> Catalog:
    """Return a catalog, or the template."""
    with file.open("rb") as opened:
        return read_po(opened, locale=language)


def messages(catalog: Catalog) -> set[object]:
    """Return the strings that a catalog is for."""
    return {message.id for message in catalog if message.id}


def missing(catalog: Catalog) -> list[str]:
    """Return the strings that a catalog lacks a translation of."""
    lacking = []
    for message in catalog:
        told = message.string if isinstance(message.string, (tuple, list)) else (message.string,)
        if message.id and (not all(told) or message.fuzzy):
            lacking.append(str(message.id))
    return lacking


def update() -> None:
    """Write template and catalogs; what is no longer said is dropped, what is new waits for its translation."""
    template = extracted()
    _write(TEMPLATE, template)
    for language in LANGUAGES:
        place = path(language)
        catalog = read(place, language) if place.exists() else _new(language)
        catalog.update(template, no_fuzzy_matching=True)
        catalog.obsolete.clear()
        catalog.header_comment = _HEADER
        place.parent.mkdir(parents=True, exist_ok=True)
        _write(place, catalog)
        with path(language, "mo").open("wb") as opened:
            write_mo(opened, read(place, language))
        lacking = missing(catalog)
        print(f"{language}: {len(messages(catalog))} strings, {len(lacking)} to translate")
        for text in lacking:
            print(f"    {text}")


def _new(language: str | None = None) -> Catalog:
    return Catalog(
        locale=language,
        header_comment=_HEADER,
        project="polypile",
        version=__version__,
        copyright_holder=_AUTHORS,
        msgid_bugs_address="",
        last_translator=_AUTHORS,
        language_team=_AUTHORS,
        charset="utf-8",
        fuzzy=False,
    )


def _write(file: Path, catalog: Catalog) -> None:
    """Write a catalog, unless only the day in its header would change."""
    if file.exists() and _content(read(file)) == _content(catalog):
        return
    with file.open("wb") as opened:
        write_po(opened, catalog, width=110, sort_by_file=True, include_lineno=False)


def _content(catalog: Catalog) -> list[object]:
    return [
        (message.id, message.string or "", sorted({place for place, _line in message.locations}))
        for message in sorted(catalog, key=lambda message: str(message.id))
        if message.id
    ]


if __name__ == "__main__":
    update()
    sys.exit(0)
