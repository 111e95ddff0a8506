"""What a picture is made of: plain values in tray millimetres, x to the right, y up.

Window, PNG, SVG and tests all look at the same Scene; none of them knows what a piece is.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import IntEnum
from typing import TypeAlias

Point: TypeAlias = tuple[float, float]
Points: TypeAlias = tuple[Point, ...]
Rgba: TypeAlias = tuple[int, int, int, int]


@dataclass(frozen=True, slots=True)
class Fade:
    """A linear change of colour from one point to another; beyond them the colour stays."""

    start: Point
    end: Point
    first: Rgba
    last: Rgba


Paint: TypeAlias = Rgba | Fade


@dataclass(frozen=True, slots=True)
class Area:
    """A polygon with crisp edges."""

    points: Points
    fill: Paint | None
    stroke: Rgba | None = None
    width: float = 0.0
    """Width of the stroke, mm; it straddles the edge."""
    grain: float = 0.0
    """How much the fill is speckled like paper, 0 to 1."""


@dataclass(frozen=True, slots=True)
class Silhouette:
    """A convex polygon with soft edges: what one body keeps from the light, or one glow."""

    points: Points
    blur: float
    """Standard deviation of the blur, mm."""
    strength: float = 1.0


@dataclass(frozen=True, slots=True)
class Shade:
    """Silhouettes that fall on one surface: united, not added, as shadows of one lamp are."""

    casts: tuple[Silhouette, ...]
    fill: Rgba
    clip: Points = ()
    """The convex surface that they fall on; empty: everything."""


@dataclass(frozen=True, slots=True)
class Text:
    """A line of text, centred on y."""

    at: Point
    text: str
    size: float
    """Height of the letters' box, mm."""
    fill: Rgba
    anchor: str = "middle"
    """Where `at` lies along the line: "start", "middle" or "end"."""


Item: TypeAlias = Area | Shade | Text


class Layer(IntEnum):
    """Which sprites lie behind which; within a layer the later one is in front."""

    BOX = 0
    FLOOR = 1
    PIECES = 2
    LABELS = 3


@dataclass(frozen=True, slots=True)
class Sprite:
    """One thing in the picture, drawn from its first item to its last."""

    tag: str
    """What it is, such as "piece-17"; no other sprite has the same."""
    layer: Layer
    items: tuple[Item, ...]
    outline: Points = ()
    """Where a pointer meets it; empty: nowhere."""
    title: str = ""
    """What it is, in words."""


@dataclass(frozen=True, slots=True)
class Viewport:
    """How millimetres become pixels: the middle of the tray lies at (x, y), and pixels count downwards."""

    scale: float
    """Pixels a millimetre."""
    x: float
    y: float

    def pixel(self, point: Point) -> Point:
        """Return the place of a point of the tray in the picture."""
        return self.x + point[0] * self.scale, self.y - point[1] * self.scale

    def place(self, pixel: Point) -> Point:
        """Return the point of the tray at a place in the picture.

        >>> view = Viewport(2.0, 100.0, 100.0)
        >>> view.place(view.pixel((7.0, -3.0)))
        (7.0, -3.0)
        """
        return (pixel[0] - self.x) / self.scale, (self.y - pixel[1]) / self.scale


@dataclass(frozen=True, slots=True)
class Scene:
    """A whole picture: its size in pixels and its sprites from back to front."""

    size: tuple[int, int]
    view: Viewport
    background: Paint
    sprites: tuple[Sprite, ...]
    moving: bool = False
    """Whether the pieces are elsewhere in the next picture, so that remembering them is of no use."""

    def __iter__(self) -> Iterator[Sprite]:
        return iter(self.sprites)

    def __getitem__(self, tag: str) -> Sprite:
        for sprite in self.sprites:
            if sprite.tag == tag:
                return sprite
        raise KeyError(tag)

    def on(self, layer: Layer) -> tuple[Sprite, ...]:
        """Return the sprites of a layer, from back to front."""
        return tuple(sprite for sprite in self.sprites if sprite.layer == layer)

    def hit(self, pixel: Point) -> Sprite | None:
        """Return the front-most sprite whose outline holds a pixel of the picture."""
        x, y = self.view.place(pixel)
        for sprite in reversed(self.sprites):
            if sprite.outline and _inside(sprite.outline, x, y):
                return sprite
        return None


def _inside(outline: Points, x: float, y: float) -> bool:
    """Whether a point lies in a convex, counter-clockwise polygon."""
    return all(
        (bx - ax) * (y - ay) - (by - ay) * (x - ax) >= 0.0
        for (ax, ay), (bx, by) in zip(outline, outline[1:] + outline[:1], strict=True)
    )
