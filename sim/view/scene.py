"""From a pile, or a moment of the shake, to a Scene: what is drawn where, in which light."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import lru_cache

from sim.errors import CoverError, PileError
from sim.pile.cover import Cover
from sim.pile.frame import Frame
from sim.pile.piece import Colour, Piece, Shape, kinds
from sim.pile.pile import Pile
from sim.pile.tray import Tray
from sim.view.box import FULL_STACKS, box, floor, markers, rounded
from sim.view.items import Area, Fade, Layer, Moment, Points, Scene, Silhouette, Sprite, Text, Viewport
from sim.view.order import apart, bounds, drawing_order
from sim.view.theme import Light, Theme, theme
from sim.view.tile import halo, shadow, tile

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
    heap = Heap(pile, cover, look)
    reachable = None if mark is None or cover is None else frozenset(cover.reachable(mark, gone))
    sprites = [*heap.ground(gone, stacks), *heap.tiles(gone, reachable, labels=labels)]
    if caption:
        sprites += _caption(pile, look, len(pile) - len(gone), mark, reachable)
    view = _fit(pile.tray, look, size, caption)
    return Scene(size, view, backdrop(size, view, look), tuple(sprites))


class Heap:
    """A pile as it is drawn: its pieces from the lowest to the top-most, and the shadows that fall on each.

    All that is found once: when a piece is taken, its shadows go, and what they did not fall on stays the same sprite.
    """

    def __init__(self, pile: Pile, cover: Cover | None, look: Theme) -> None:
        self._look = look
        self._tray = pile.tray
        self._order = drawing_order(list(pile), cover)
        self._on_floor = {piece.id: shadow(piece, _FLOOR, look.light) for piece in self._order}
        self._falling = dict(_shadows(self._order, look.light))
        self._known: dict[tuple[int, tuple[int, ...], bool | None, bool], Sprite] = {}
        self._box = box(pile.tray, look)

    def ground(
        self,
        taken: Collection[int] = (),
        stacks: Mapping[Colour, tuple[int, ...]] = FULL_STACKS,
        face_up: bool = True,
    ) -> list[Sprite]:
        """Return what lies beneath the pieces: the box, its markers, and the floor with the shadows on it."""
        casts = [cast for id, cast in self._on_floor.items() if cast is not None and id not in taken]
        return [self._box, *markers(self._tray, self._look, stacks, face_up), *floor(self._tray, self._look, casts)]

    def tiles(
        self,
        taken: Collection[int] = (),
        marked: Collection[int] | None = None,
        *,
        labels: bool = False,
        veiled: bool = True,
    ) -> list[Sprite]:
        """Return the pieces that have not been taken; where some are marked, the others are veiled if asked to."""
        sprites = []
        for piece in self._order:
            if piece.id in taken:
                continue
            casters = tuple(id for id, _ in self._falling[piece.id] if id not in taken)
            bright = None if marked is None or (piece.id not in marked and not veiled) else piece.id in marked
            key = piece.id, casters, bright, labels
            if key not in self._known:
                casts = [cast for id, cast in self._falling[piece.id] if id not in taken]
                self._known[key] = tile(piece, self._look, casts, marked=bright, labelled=labels)
            sprites.append(self._known[key])
        return sprites


def scene_of_frame(
    frame: Frame,
    size: tuple[int, int] = (1280, 800),
    *,
    tray: Tray,
    thickness: float,
    look: Theme | None = None,
    view: Viewport | None = None,
) -> Scene:
    """Return the picture of a moment of the shake, in the tray and with pieces as thick as it was shaken with.

    Nobody knows yet who covers whom: the order follows from the heights of the centres.
    """
    look = look or theme()
    view = view or _fit(tray, look, size, True)
    moment = moment_of(frame, thickness, look)
    return Scene(size, view, backdrop(size, view, look), empty_box(tray, look), moment=moment)


def moment_of(frame: Frame, thickness: float, look: Theme) -> Moment:
    """Return the pieces of a frame as they are drawn in motion."""
    copies, over = divmod(len(frame.poses), len(Shape) * len(Colour))
    if over or not copies:
        raise PileError(f"a frame of {len(frame.poses)} poses is none of whole sets of 16 pieces")
    return Moment(frame.poses, kinds(copies), thickness, look)


# Built once for a whole shake: a painter that meets the same sprites again need not even compare them.
@lru_cache(maxsize=4)
def empty_box(tray: Tray, look: Theme) -> tuple[Sprite, ...]:
    """Return the box before anything is in it, all its markers in their corners."""
    return box(tray, look), *markers(tray, look, FULL_STACKS), *floor(tray, look)


def _shadows(order: Sequence[Piece], light: Light) -> Iterable[tuple[int, list[tuple[int, Silhouette]]]]:
    """Yield each piece's id, with whose shadows fall on it and how."""
    outlines = [piece.outline() for piece in order]
    boxes = [bounds(outline) for outline in outlines]
    tops = [max(z for _, _, z in piece.top() + piece.underside()) for piece in order]
    for k, piece in enumerate(order):
        later = order[k + 1 :]
        yield piece.id, list(_falling_on(piece, outlines[k], later, boxes[k + 1 :], tops[k + 1 :], light))


def _falling_on(
    piece: Piece,
    outline: Points,
    later: Sequence[Piece],
    later_bounds: Sequence[tuple[float, float, float, float]],
    later_tops: Sequence[float],
    light: Light,
) -> Iterable[tuple[int, Silhouette]]:
    """Yield the shadows, with whose they are, of all pieces drawn later that can reach this one's top."""
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
            yield other.id, cast


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


def backdrop(size: tuple[int, int], view: Viewport, look: Theme) -> Fade:
    """Return the table that everything lies on, from its lit corner to the far one."""
    return Fade(view.place((0, 0)), view.place(size), *look.table)
