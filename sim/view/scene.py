"""From a pile, or a moment of the shake, to a Scene: what is drawn where, in which light."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache

from sim.errors import CoverError, PileError
from sim.pile.cover import Cover
from sim.pile.frame import Frame
from sim.pile.piece import Colour, Piece, Shape, kinds
from sim.pile.pile import Pile
from sim.pile.tray import Tray
from sim.view.box import FULL_STACKS, box, floor, markers, rounded
from sim.view.items import Area, Fade, Layer, Points, Scene, Shade, Silhouette, Sprite, Text, Viewport
from sim.view.order import apart, bounds, clearances, drawing_order
from sim.view.theme import Light, Theme, theme
from sim.view.tile import falling_shadow, halo, shadow, tile

_FLOOR = (0.0, 0.0, 0.0)


def scene_of_pile(
    pile: Pile,
    cover: Cover | None = None,
    mark: str | None = None,
    size: tuple[int, int] = (1280, 800),
    *,
    taken: Collection[int] = (),
    stacks: Mapping[Colour, tuple[int, ...]] = FULL_STACKS,
    caption: bool = True,
    labels: bool = False,
    look: Theme | None = None,
) -> Scene:
    """Return the picture of a pile without the pieces already taken.

    With a cover the pieces are drawn in an order that respects it; `mark` names a rule, and what is reachable
    by it is marked. Without a cover the order follows from the heights. With `labels` each piece wears its id.
    """
    if mark is not None and cover is None:
        raise CoverError("what is reachable cannot be marked without the pile's cover: pass cover=survey(pile)")
    look = look or theme()
    gone = frozenset(taken)
    if unknown := sorted(gone - set(range(len(pile)))):
        raise CoverError(f"no piece {unknown[0]} can have been taken: ids run from 0 to {len(pile) - 1}")
    order = drawing_order([piece for piece in pile if piece.id not in gone], cover)
    reachable = None if mark is None or cover is None else frozenset(cover.reachable(mark, gone))
    sprites = _ground(pile.tray, look, order, stacks)
    sprites += _tiles(order, look, reachable, labels)
    if caption:
        sprites += _caption(pile, look, len(order), mark, reachable)
    view = _fit(pile.tray, look, size, caption)
    return Scene(size, view, _backdrop(size, view, look), tuple(sprites))


def scene_of_frame(
    frame: Frame,
    size: tuple[int, int] = (1280, 800),
    *,
    tray: Tray,
    thickness: float,
    look: Theme | None = None,
) -> Scene:
    """Return the picture of a moment of the shake, in the tray and with pieces as thick as it was shaken with.

    Nobody knows yet who covers whom: the order follows from the heights of the centres, and each piece casts
    one shadow on whatever is beneath.
    """
    look = look or theme()
    copies, over = divmod(len(frame.poses), len(Shape) * len(Colour))
    if over or not copies:
        raise PileError(f"a frame of {len(frame.poses)} poses is none of whole sets of 16 pieces")
    names = kinds(copies)
    pieces = [
        Piece(k, *names[k], pose.x, pose.y, pose.z, pose.angle, pose.gradient, thickness)
        for k, pose in enumerate(frame.poses)
    ]
    order = sorted(pieces, key=lambda piece: (piece.z, piece.id))
    sprites = list(_empty_box(tray, look))
    for piece, gap in zip(order, clearances(order), strict=True):
        below = Shade((falling_shadow(piece, gap, look.light),), look.light.shadow)
        sprite = tile(piece, look)
        sprites.append(replace(sprite, items=(below, *sprite.items)))
    view = _fit(tray, look, size, True)
    return Scene(size, view, _backdrop(size, view, look), tuple(sprites), moving=True)


# Built once for a whole shake: a painter that meets the same sprites again need not even compare them.
@lru_cache(maxsize=4)
def _empty_box(tray: Tray, look: Theme) -> tuple[Sprite, ...]:
    return box(tray, look), *markers(tray, look, FULL_STACKS), *floor(tray, look)


def _ground(tray: Tray, look: Theme, order: Sequence[Piece], stacks: Mapping[Colour, tuple[int, ...]]) -> list[Sprite]:
    falling = (shadow(piece, _FLOOR, look.light) for piece in order)
    casts = [cast for cast in falling if cast is not None]
    return [box(tray, look), *markers(tray, look, stacks), *floor(tray, look, casts)]


def _tiles(order: Sequence[Piece], look: Theme, reachable: Collection[int] | None, labels: bool) -> Iterable[Sprite]:
    outlines = [piece.outline() for piece in order]
    boxes = [bounds(outline) for outline in outlines]
    tops = [max(z for _, _, z in piece.top() + piece.underside()) for piece in order]
    for k, piece in enumerate(order):
        casts = _falling_on(piece, outlines[k], order[k + 1 :], boxes[k + 1 :], tops[k + 1 :], look.light)
        marked = None if reachable is None else piece.id in reachable
        yield tile(piece, look, casts, marked=marked, labelled=labels)


def _falling_on(
    piece: Piece,
    outline: Points,
    later: Sequence[Piece],
    later_bounds: Sequence[tuple[float, float, float, float]],
    later_tops: Sequence[float],
    light: Light,
) -> Iterable[Silhouette]:
    """Yield the shadows of all pieces drawn later that can reach this one's top."""
    gx, gy = piece.gradient
    rise = piece.thickness / 2 * (1 + gx * gx + gy * gy) ** 0.5
    base = piece.z - gx * piece.x - gy * piece.y + rise
    left, low, right, high = bounds(outline)
    sx, sy = light.slope
    for other, (oleft, olow, oright, ohigh), top in zip(later, later_bounds, later_tops, strict=True):
        # A shadow falls away from the lamp, by no more than its caster's highest corner rises over the plane.
        tall = max(0.0, top - base - min(gx * oleft, gx * oright) - min(gy * olow, gy * ohigh))
        east, west = max(0.0, sx * tall), min(0.0, sx * tall)
        north, south = max(0.0, sy * tall), min(0.0, sy * tall)
        if oleft + west > right or oright + east < left or olow + south > high or ohigh + north < low:
            continue
        cast = shadow(other, (base, gx, gy), light)
        if cast is not None and not apart(outline, cast.points, 2 * cast.blur):
            yield cast


def _caption(
    pile: Pile, look: Theme, left: int, mark: str | None, reachable: Collection[int] | None
) -> Iterable[Sprite]:
    """Yield a line under the box: which pile this is and, if marked, what the mark means."""
    far = pile.tray.across / 2 + look.box_wall
    strip = _strip(pile.tray, look)
    y = -far - look.margin / 2 - strip / 2
    size = strip * 0.37
    noun = "piece" if len(pile) == 1 else "pieces"
    count = f"{left} of {len(pile)} {noun}" if left < len(pile) else f"{left} {noun}"
    name = Text((-far + 2, y), f"Pile {pile.code}  \u00b7  {count}", size, look.ink_soft, "start")
    yield Sprite("caption", Layer.LABELS, (name,))
    if reachable is None:
        return
    half = size * 0.36
    swatch = rounded(half, 0.1 * size)
    key = tuple((x + far - half - 3, py + y) for x, py in swatch)
    yield Sprite(
        "legend",
        Layer.LABELS,
        (
            halo(key, look),
            Area(key, look.ink_soft, look.glow, 0.16 * size),
            Text(
                (far - 2 * half - 3 - 0.7 * size, y),
                f"{len(reachable)} reachable ({mark})",
                size,
                look.ink,
                "end",
            ),
        ),
    )


def _fit(tray: Tray, look: Theme, size: tuple[int, int], caption: bool) -> Viewport:
    """Return the viewport that shows the whole box with its margin, and a strip below for the caption."""
    width, height = size
    span = tray.across + 2 * (look.box_wall + look.margin)
    strip = _strip(tray, look) if caption else 0.0
    scale = min(width / span, height / (span + strip))
    return Viewport(scale, width / 2, (height - strip * scale) / 2)


def _strip(tray: Tray, look: Theme) -> float:
    """Return the height of the caption's strip, mm: it grows with the tray, so that it can be read."""
    return look.caption * tray.across / Tray().across


def _backdrop(size: tuple[int, int], view: Viewport, look: Theme) -> Fade:
    return Fade(view.place((0, 0)), view.place(size), *look.table)
