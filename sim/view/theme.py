"""Colours, metrics and light of a picture: data from assets/themes, read once."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any

from sim.assets import load_json
from sim.errors import AssetError
from sim.pile.piece import Colour
from sim.view.items import Rgba


@dataclass(frozen=True, slots=True)
class Light:
    """A lamp to the upper left: far off, shadows are parallel, yet its side of the tray is brighter."""

    x: float
    """Where the lamp stands over the middle of the tray, mm."""
    y: float
    z: float
    contrast: float
    """How strongly a tilt shows; 1 is what a matt surface would do."""
    shadow: Rgba
    reach: float
    """Height at which a shadow has lost half of its strength, mm."""
    softness: float
    """Blur of a shadow for each mm of height."""

    @property
    def flat(self) -> float:
        """How squarely the light meets the floor: the cosine of its angle with the vertical."""
        return self.z / math.sqrt(self.x**2 + self.y**2 + self.z**2)

    @property
    def slope(self) -> tuple[float, float]:
        """How far a shadow moves for each mm of height."""
        return -self.x / self.z, -self.y / self.z


@dataclass(frozen=True, slots=True, eq=False)
class AxioLook:
    """The colours of AXIO rota."""

    symbols: dict[str, Rgba]
    """By the name of the symbol's colour."""
    tile: Rgba
    blank: Rgba
    """The faint line of a blank corner."""
    back: Rgba
    """Tiles from behind: stacks and the supply."""


@dataclass(frozen=True, slots=True, eq=False)
class Theme:
    """How everything looks; lengths in mm."""

    pieces: dict[Colour, Rgba]
    corners: dict[Colour, Rgba]
    discs: dict[str, Rgba]
    """The colours of Colour Collect."""
    table: tuple[Rgba, Rgba]
    """Colours of the table, from the lit corner to the far one."""
    floor: tuple[Rgba, Rgba]
    floor_grain: float
    box: Rgba
    lip_colour: Rgba
    marker: Rgba
    marker_ink: Rgba
    ink: Rgba
    ink_soft: Rgba
    glow: Rgba
    veil: Rgba
    """What pieces that cannot be taken are tinted with when the others are marked; alpha says how much."""
    panel: Rgba
    """Cards and panels on the table; what they hold lies on it."""
    panel_line: Rgba
    card: Rgba
    """What lies in front of everything: menus, rules, the score sheet."""
    well: Rgba
    """What is sunk into a panel: fields, empty places."""
    button: Rgba
    accent: Rgba
    """What the eye shall find first: the main button, whose turn it is, where the focus is."""
    accent_ink: Rgba
    warn: Rgba
    light: Light
    axio: AxioLook
    bevel: float
    """Width of the bevelled rim of a piece."""
    box_wall: float
    """Thickness of the box around the inlay."""
    wall_height: float
    lip: float
    """Width of the sloping edge between box and floor."""
    marker_radius: float
    marker_step: float
    """Thickness of a marker."""
    margin: float
    caption: float
    """Height of the strip under the box; its letters take a part of it."""
    marks: bool = False
    """Whether things wear a sign for their colour."""
    text_size: float = 1.0
    """How many times larger than designed texts are where there is room."""


def rgba(text: str) -> Rgba:
    """Return a colour written as #rrggbb or #rrggbbaa.

    >>> rgba("#ff800080")
    (255, 128, 0, 128)
    """
    digits = text.removeprefix("#")
    channels = tuple(int(digits[k : k + 2], 16) for k in range(0, len(digits), 2))
    red, green, blue, *alpha = channels
    return red, green, blue, alpha[0] if alpha else 255


def mix(a: Rgba, b: Rgba, share: float) -> Rgba:
    """Return a colour on the way from a to b.

    >>> mix((0, 0, 0, 255), (100, 200, 50, 255), 0.5)
    (50, 100, 25, 255)
    """
    red, green, blue, alpha = (round(p + (q - p) * share) for p, q in zip(a, b, strict=True))
    return red, green, blue, alpha


def lit(colour: Rgba, light: float) -> Rgba:
    """Return a colour under more (above 1) or less light.

    Bright plastic pales towards white. In the shade green goes first: yellow sinks to amber and pink to
    magenta, where both would turn to mud if all three sank alike.
    """
    return _lit(colour, max(0, round(light * 100)))


@lru_cache(maxsize=8192)
def _lit(colour: Rgba, percent: int) -> Rgba:
    red, green, blue, alpha = colour
    light = percent / 100
    if light >= 1.0:
        return mix(colour, (255, 252, 244, alpha), min(1.0, (light - 1.0) * 0.9))
    return round(red * light**0.75), round(green * light), round(blue * light**0.8), alpha


def unit(x: float, y: float, z: float) -> tuple[float, float, float]:
    """Return a direction with length 1."""
    length = math.sqrt(x * x + y * y + z * z)
    return x / length, y / length, z / length


_COLOURS: Mapping[str, tuple[str, ...]] = {
    "pieces": tuple(Colour),
    "corners": tuple(Colour),
    "discs": ("yellow", "green", "orange", "red", "blue"),
}
"""Whose colours a theme has, by the field of each game."""


def theme(name: str = "default", marks: bool = False, text_size: float = 1.0) -> Theme:
    """Return a theme of assets/themes by name; the names in the file are those of the fields."""
    return _theme(name, marks, text_size)


@cache
def _theme(name: str, marks: bool, text_size: float) -> Theme:
    file = f"themes/{name}.json"
    found = load_json(file)
    try:
        light = Light(**{key: _value(value) for key, value in found["light"].items()})
        values = {key: _value(value, key) for part in ("colours", "metrics") for key, value in found[part].items()}
        return Theme(**values, light=light, axio=_axio(**found["axio"]), marks=marks, text_size=text_size)
    except (AttributeError, KeyError, TypeError, ValueError) as wrong:
        raise AssetError(f"data file {file!r} is no theme: {wrong}") from None


def _axio(symbols: dict[str, str], **colours: str) -> AxioLook:
    return AxioLook(
        {name: rgba(colour) for name, colour in symbols.items()},
        **{name: rgba(colour) for name, colour in colours.items()},
    )


def _value(value: Any, name: str = "") -> Any:
    """Return a number, a colour, two colours, or one for each colour of a game, as the file has it."""
    if isinstance(value, str):
        return rgba(value)
    if isinstance(value, list):
        first, last = value
        return rgba(first), rgba(last)
    if isinstance(value, dict):
        return {colour: rgba(value[colour]) for colour in _COLOURS[name]}
    return float(value)
