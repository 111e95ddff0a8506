"""What a picture is made of: plain values in tray millimetres, x to the right, y up; or in pixels, y down.

Window, PNG, SVG and tests all look at the same Scene; none of them knows what a piece is.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import IntEnum
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from sim.pile import Colour, Pose, Shape
    from sim.view.theme import Theme

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
    bold: bool = True


Item: TypeAlias = Area | Shade | Text


class Layer(IntEnum):
    """Which sprites lie behind which; within a layer the later one is in front."""

    BOX = 0
    FLOOR = 1
    PIECES = 2
    LABELS = 3
    PANELS = 4
    CONTROLS = 5


@dataclass(frozen=True, slots=True)
class Viewport:
    """How millimetres become pixels: the middle of the tray lies at (x, y), and pixels count downwards."""

    scale: float
    """Pixels a millimetre."""
    x: float
    y: float
    up: float = 1.0
    """1 where y grows upwards, -1 where it grows downwards as pixels do."""

    def pixel(self, point: Point) -> Point:
        """Return the place of a point of the tray in the picture."""
        return self.x + point[0] * self.scale, self.y - self.up * point[1] * self.scale

    def place(self, pixel: Point) -> Point:
        """Return the point of the tray at a place in the picture.

        >>> view = Viewport(2.0, 100.0, 100.0)
        >>> view.place(view.pixel((7.0, -3.0)))
        (7.0, -3.0)
        """
        return (pixel[0] - self.x) / self.scale, self.up * (self.y - pixel[1]) / self.scale


SCREEN = Viewport(1.0, 0.0, 0.0, -1.0)
"""Where millimetres are pixels: what panels and controls are drawn in."""


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
    at: Viewport | None = None
    """Where its own millimetres lie in the picture; None: as those of the scene do."""
    target: bool = False
    """Whether it can be chosen: by a click, or by the keys that go from one target to the next."""


@dataclass(frozen=True, slots=True)
class Moment:
    """Pieces in motion: where they are, and what they look like."""

    poses: tuple[Pose, ...]
    """By piece id."""
    kinds: tuple[tuple[Shape, Colour], ...]
    thickness: float
    look: Theme


@dataclass(frozen=True, slots=True)
class Scene:
    """A whole picture: its size in pixels and its sprites from back to front."""

    size: tuple[int, int]
    view: Viewport
    background: Paint
    sprites: tuple[Sprite, ...]
    """What stays while nothing happens: a painter remembers the picture of all of it."""
    moment: Moment | None = None
    """Pieces in motion, over the ground and beneath all panels: elsewhere in the next picture."""
    live: tuple[Sprite, ...] = ()
    """What lies in front of all others and may be elsewhere in the next picture."""
    shift: tuple[int, int] = (0, 0)
    """By how many pixels the box of a moving scene is carried off its place."""

    def __iter__(self) -> Iterator[Sprite]:
        yield from self.sprites
        yield from self.live

    def __getitem__(self, tag: str) -> Sprite:
        for sprite in self:
            if sprite.tag == tag:
                return sprite
        raise KeyError(tag)

    def __contains__(self, tag: object) -> bool:
        return any(sprite.tag == tag for sprite in self)

    def targets(self) -> tuple[Sprite, ...]:
        """Return what can be chosen, in the order of the sprites."""
        return tuple(sprite for sprite in self if sprite.target)

    def middle(self, tag: str) -> Point:
        """Return the pixel in the middle of a sprite's outline."""
        sprite = self[tag]
        view = sprite.at or self.view
        xs, ys = zip(*(view.pixel(point) for point in sprite.outline), strict=True)
        return (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2

    def on(self, layer: Layer) -> tuple[Sprite, ...]:
        """Return the sprites of a layer, from back to front."""
        return tuple(sprite for sprite in self.sprites if sprite.layer == layer)

    def hit(self, pixel: Point) -> Sprite | None:
        """Return the front-most sprite whose outline holds a pixel of the picture."""
        for sprite in reversed((*self.sprites, *self.live)):
            if sprite.outline and _inside(sprite.outline, *(sprite.at or self.view).place(pixel)):
                return sprite
        return None


def _inside(outline: Points, x: float, y: float) -> bool:
    """Whether a point lies in a convex, counter-clockwise polygon."""
    return all(
        (bx - ax) * (y - ay) - (by - ay) * (x - ax) >= 0.0
        for (ax, ay), (bx, by) in zip(outline, outline[1:] + outline[:1], strict=True)
    )
