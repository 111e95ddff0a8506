"""Settings: what a player has chosen once and wants to find again; a frozen value with a text."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from types import MappingProxyType
from typing import Any

from sim.errors import PolypileError, SettingsError
from sim.pile.plain import real
from sim.pile.reading import listed, parse, short

FORMAT = "polypile-settings"
VERSION = 1
COLOUR_VISION = "normal", "safe"
PATTERNS = "none", "letters"
ANIMATION = "off", "quick", "normal", "slow"
TEXT_SIZES = 1.0, 1.15, 1.3
_MOST_PLANS = 20
_MOST_SEATS = 4
_MOST_OPTIONS = 20
_LONGEST = 200
_WORDS: Mapping[str, tuple[str, ...]] = {
    "colour_vision": COLOUR_VISION,
    "patterns": PATTERNS,
    "animation": ANIMATION,
}


@dataclass(frozen=True, slots=True)
class Settings:
    """How the window looks and sounds, and how a game was set up last. Wrong values raise SettingsError.

    >>> Settings.read(Settings(volume=0.3).to_json()).volume
    0.3
    """

    language: str = ""
    """A code such as "de"; "": that of the system."""
    sound: bool = True
    volume: float = 0.7
    """From 0 to 1."""
    colour_vision: str = "normal"
    """"normal", or "safe": colours that everybody can tell apart."""
    patterns: str = "none"
    """What colours are marked with besides: "none" or "letters"."""
    animation: str = "normal"
    """How fast things move: "off", "quick", "normal" or "slow"."""
    full_screen: bool = False
    text_size: float = 1.0
    """1, 1.15 or 1.3 times as large as designed."""
    game: str = "collexion"
    """The game that was set up last."""
    plans: Mapping[str, Any] = field(default_factory=dict, hash=False)
    """How each game was set up last, by game: "seats", pairs of who sits there and a name; "options" by name."""

    def __post_init__(self) -> None:
        volume = real(self.volume, "volume", SettingsError)
        if not 0.0 <= volume <= 1.0:
            raise SettingsError(f"volume is {volume:g}: use a number from 0 to 1")
        for name in ("sound", "full_screen"):
            if not isinstance(getattr(self, name), bool):
                raise SettingsError(f"{name} is {short(getattr(self, name))}, neither true nor false")
        for name, words in _WORDS.items():
            if getattr(self, name) not in words:
                raise SettingsError(f"{name} is {short(getattr(self, name))}: use {listed(words, 'or')}")
        for name in ("language", "game"):
            object.__setattr__(self, name, _text(getattr(self, name), name))
        if real(self.text_size, "text_size", SettingsError) not in TEXT_SIZES:
            raise SettingsError(f"text_size is {short(self.text_size)}: use {listed(TEXT_SIZES, 'or')}")
        object.__setattr__(self, "volume", volume)
        object.__setattr__(self, "text_size", float(self.text_size))
        object.__setattr__(self, "plans", _plain_plans(self.plans))

    def to_dict(self) -> dict[str, Any]:
        """Return the settings ready for JSON."""
        plain = {one.name: getattr(self, one.name) for one in fields(self)}
        plans = {
            game: {"seats": [list(seat) for seat in plan["seats"]], "options": _unfrozen(plan["options"])}
            for game, plan in self.plans.items()
        }
        return {"format": FORMAT, "version": VERSION, **plain, "plans": plans}

    def to_json(self) -> str:
        """Return the text of the file."""
        return json.dumps(self.to_dict(), indent=1, ensure_ascii=False) + "\n"

    @classmethod
    def read(cls, text: str) -> Settings:
        """Return the settings in a text; raise SettingsError where it was never written as settings.

        What is missing has its default, and what this program does not know is passed over: another version may have
        written it. A later version may also have chosen what this one does not offer: then that has its default.
        """
        entry = parse(text, "settings", SettingsError)
        if entry.get("format") != FORMAT:
            entry.refuse(f"format is {short(entry.get('format'))}, not {FORMAT!r}")
        later = entry.integer("version", 1, 10**9) > VERSION
        chosen = cls()
        for name in (one.name for one in fields(cls) if one.name in entry.values):
            try:
                change: dict[str, Any] = {name: entry.get(name)}
                chosen = replace(chosen, **change)
            except PolypileError as wrong:
                if not later:
                    raise wrong if str(wrong).startswith("settings") else SettingsError(f"settings: {wrong}") from None
        return chosen


def _text(value: Any, told: str) -> str:
    if not isinstance(value, str) or len(value) > _LONGEST or not value.isprintable():
        raise SettingsError(f"{told} is {short(value)}: use a text of one line")
    return value


def _plain_plans(plans: Any) -> Mapping[str, Any]:
    if not isinstance(plans, Mapping) or len(plans) > _MOST_PLANS:
        raise SettingsError(f"plans are {short(plans)}, not plans of at most {_MOST_PLANS} games by name")
    plain: dict[str, Any] = {}
    for game, plan in plans.items():
        if not isinstance(plan, Mapping) or plan.keys() != {"seats", "options"}:
            raise SettingsError(f"plan of {short(game)} is {short(plan)}: it has seats and options")
        frozen = {"seats": _plain_seats(plan["seats"]), "options": _plain_options(plan["options"])}
        plain[_text(game, "the game of a plan")] = MappingProxyType(frozen)
    return MappingProxyType(plain)


def _plain_seats(seats: Any) -> tuple[tuple[str, str], ...]:
    if not isinstance(seats, tuple | list) or not 1 <= len(seats) <= _MOST_SEATS:
        raise SettingsError(f"seats are {short(seats)}, not from 1 to {_MOST_SEATS} of them")
    for seat in seats:
        if not isinstance(seat, tuple | list) or len(seat) != 2:
            raise SettingsError(f"a seat is {short(seat)}: it has a kind and a name")
    return tuple((_text(kind, "who sits in a seat"), _text(name, "a name")) for kind, name in seats)


def _plain_options(options: Any) -> Mapping[str, Any]:
    if not isinstance(options, Mapping) or len(options) > _MOST_OPTIONS:
        raise SettingsError(f"options are {short(options)}, not at most {_MOST_OPTIONS} values by name")
    plain: dict[str, Any] = {}
    for name, value in options.items():
        flat = isinstance(value, list | tuple) and len(value) <= _MOST_OPTIONS
        plain[_text(name, "the name of an option")] = (
            tuple(_option(name, one) for one in value) if flat else _option(name, value)
        )
    return MappingProxyType(plain)


def _unfrozen(options: Mapping[str, Any]) -> dict[str, Any]:
    return {name: list(value) if type(value) is tuple else value for name, value in options.items()}


def _option(name: str, value: Any) -> Any:
    if isinstance(value, str):
        return _text(value, f"option {name}")
    if value is None or isinstance(value, bool) or (isinstance(value, int) and abs(value) < 2**63):
        return value
    raise SettingsError(f"option {name} is {short(value)}, neither number nor text")
