"""How a piece looks: side walls, a bevelled rim and a face, each as bright as it faces the light."""

from __future__ import annotations

import math
from collections.abc import Iterable
from functools import lru_cache

from sim.pile.piece import Piece, Point3, Shape, corners
from sim.view.items import Area, Fade, Item, Layer, Point, Points, Rgba, Shade, Silhouette, Sprite, Text
from sim.view.marks import ink_on, mark
from sim.view.order import hull
from sim.view.theme import Light, Theme, lit, mix, unit

# However far a surface turns away from the lamp, some light of the room reaches it.
DIMMEST = 0.3
# A face is never so dim or bright that its colour could be taken for another.
FACE = 0.74, 1.3
# How much of the lamp's nearness is seen: all of it, and a piece's place would show more than its tilt.
NEARNESS = 0.3
# A dark line all round keeps a piece apart from another of its colour, on the lit side as well; mm, and its light.
_LINE, _LINE_LIGHT = 0.8, 0.5
# Height of the digits on a labelled piece, mm.
_DIGITS = 7.0
# Width of the sign for its colour, mm.
_MARK = 10.0
# The rim slopes by this much against the face (rise over run).
BEVEL_SLOPE = 0.75
# Width of the bright line around a marked piece, mm.
_RIM = 0.9
# A face is a little brighter at its lit end than at the other: plastic is never quite matt.
_SHEEN = 0.06


def brightness(light: Light, normal: Point3, x: float, y: float) -> float:
    """Return how bright a surface at (x, y) is; 1 is a flat one in the middle of the tray."""
    lx, ly, lz = light.x - NEARNESS * x, light.y - NEARNESS * y, light.z
    facing = (normal[0] * lx + normal[1] * ly + normal[2] * lz) / math.sqrt(lx * lx + ly * ly + lz * lz)
    return max(DIMMEST, 1.0 + light.contrast * (facing / light.flat - 1.0))


def tile(
    piece: Piece,
    look: Theme,
    casts: Iterable[Silhouette] = (),
    *,
    marked: bool | None = None,
    labelled: bool = False,
) -> Sprite:
    """Return the sprite of a piece with the shadows that fall on it.

    Marked it glows, not marked it steps back behind those that are; None: nothing is marked in this picture.
    From the outside in there are the side walls that show, a strip of rim along each edge, and the face.
    """
    base = look.pieces[piece.colour]
    if marked is False:
        base = mix(base, (*look.veil[:3], 255), look.veil[3] / 255)
    top = piece.top()
    outer: Points = tuple((x, y) for x, y, _ in top)
    inner = _inset(piece, outer, look.bevel)
    outline = piece.outline()
    light = look.light
    face = min(FACE[1], max(FACE[0], brightness(light, piece.normal, piece.x, piece.y)))
    items: list[Item] = [halo(outline, look)] if marked else []
    items.append(Area(outline, lit(base, face * 0.55), lit(base, face * _LINE_LIGHT), _LINE))
    items += _walls(piece, top, base, light)
    items += _rim(piece, outer, inner, base, light)
    items.append(Area(inner, _sheen(piece, base, face, light)))
    if look.marks:
        items += mark(piece.colour, _centre(outer), _MARK, ink_on(base, look))
    if shadows := tuple(casts):
        items.append(Shade(shadows, light.shadow, outline))
    if marked:
        items.append(Area(_inset(piece, outer, _RIM / 2), None, look.glow, _RIM))
    if labelled:
        items.append(_label(piece, outer, look))
    return Sprite(f"piece-{piece.id}", Layer.PIECES, tuple(items), outline, f"{piece.kind} {piece.id}")


def _label(piece: Piece, outer: Points, look: Theme) -> Text:
    """Return the id of a piece, in the ink that its colour lets one read."""
    return Text(_centre(outer), str(piece.id), _DIGITS, ink_on(look.pieces[piece.colour], look))


def _centre(outer: Points) -> Point:
    return sum(x for x, _ in outer) / len(outer), sum(y for _, y in outer) / len(outer)


def halo(outline: Points, look: Theme) -> Shade:
    """Return the glow around what is marked."""
    return Shade((Silhouette(outline, 1.6),), look.glow)


def _inset(piece: Piece, outer: Points, width: float) -> Points:
    """Move the edges of the top face inwards; scaling about the middle does it, as the shapes are regular."""
    (ax, ay), (bx, by) = corners(piece.shape)[:2]
    radius = math.hypot((ax + bx) / 2, (ay + by) / 2)
    keep = 1 - width / radius
    x = sum(px for px, _ in outer) / len(outer)
    y = sum(py for _, py in outer) / len(outer)
    return tuple((x + (px - x) * keep, y + (py - y) * keep) for px, py in outer)


def _sheen(piece: Piece, base: Rgba, face: float, light: Light) -> Fade:
    lx, ly, _ = unit(light.x, light.y, 0.0)
    return Fade(
        (piece.x + 17 * lx, piece.y + 17 * ly),
        (piece.x - 17 * lx, piece.y - 17 * ly),
        lit(base, face + _SHEEN),
        lit(base, face - _SHEEN),
    )


def _walls(piece: Piece, top: tuple[Point3, ...], base: Rgba, light: Light) -> Iterable[Area]:
    """Yield the side walls that a tilt turns towards the viewer."""
    if piece.gradient == (0.0, 0.0):
        return
    under = piece.underside()
    for k in range(len(top)):
        (ax, ay, _), (bx, by, _) = top[k - 1], top[k]
        (cx, cy, _), (dx, dy, _) = under[k], under[k - 1]
        if (bx - ax) * (dy - ay) - (by - ay) * (dx - ax) < 0:
            ox, oy = by - ay, ax - bx
            glow = brightness(light, unit(ox, oy, 0.35 * math.hypot(ox, oy) + 1e-9), piece.x, piece.y)
            yield Area(((ax, ay), (dx, dy), (cx, cy), (bx, by)), lit(base, max(0.35, glow * 0.8)))


def _rim(piece: Piece, outer: Points, inner: Points, base: Rgba, light: Light) -> Iterable[Area]:
    nx, ny, nz = piece.normal
    for k in range(len(outer)):
        (ax, ay), (bx, by) = outer[k - 1], outer[k]
        length = max(math.hypot(bx - ax, by - ay), 1e-9)  # an edge of an upright piece is but a point
        ox, oy = (by - ay) / length, (ax - bx) / length
        slope = unit(nx + BEVEL_SLOPE * ox, ny + BEVEL_SLOPE * oy, nz)
        glow = brightness(light, slope, piece.x, piece.y)
        yield Area((outer[k - 1], outer[k], inner[k], inner[k - 1]), lit(base, max(0.5, glow)))


def shadow(piece: Piece, plane: tuple[float, float, float], light: Light) -> Silhouette | None:
    """Return the shadow of a piece on a plane z = a + b x + c y, or None if it does not rise above it.

    Each corner's shadow moves with its own height over the plane, so that it is narrow where a leaning piece
    touches and wide where it is raised.
    """
    a, b, c = plane
    sx, sy = light.slope
    points, heights = [], []
    for x, y, z in piece.top() + piece.underside():
        rise = max(0.0, z - a - b * x - c * y)
        heights.append(rise)
        points.append((x + sx * rise, y + sy * rise))
    if max(heights) < 0.2:
        return None
    mean = sum(heights) / len(heights)
    return Silhouette(hull(points), 0.25 + light.softness * mean, light.reach / (light.reach + mean))


@lru_cache(maxsize=1024)
def flat_shadow(shape: Shape, turn: int, steps: int, thickness: float, light: Light) -> Points:
    """Return the shadow of a piece that lies flat, about its centre."""
    cos, sin = math.cos(turn * math.tau / steps), math.sin(turn * math.tau / steps)
    sx, sy = light.slope
    base = [(cos * u - sin * v, sin * u + cos * v) for u, v in corners(shape)]
    return hull(base + [(x + sx * thickness, y + sy * thickness) for x, y in base])
