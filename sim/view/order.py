"""Which piece is drawn before which: what lies below comes first, wherever the centres are."""

from __future__ import annotations

import heapq
import math
from collections.abc import Iterable, Iterator, Sequence

from sim.pile.cover import Cover
from sim.pile.piece import Piece, Point

# Neighbours pressed together overlap by hundredths of a millimetre; that says nothing about who is on top.
_SLIVER = 1.0  # mm2


def drawing_order(pieces: Sequence[Piece], cover: Cover | None = None) -> tuple[Piece, ...]:
    """Return the pieces from the lowest to the top-most.

    The order respects the cover; without one, the heights where two pieces overlap. Among pieces that are
    free to come next, the one with the lowest centre does.
    """
    left = {piece.id: piece for piece in pieces}
    pairs = overlaps(pieces) if cover is None else cover.covers
    above: dict[int, list[int]] = {key: [] for key in left}
    waiting = dict.fromkeys(left, 0)
    for upper, lower in pairs:
        if upper in left and lower in left:
            above[lower].append(upper)
            waiting[upper] += 1
    free = [(piece.z, piece.id) for piece in pieces if not waiting[piece.id]]
    heapq.heapify(free)
    order: list[Piece] = []
    while left:
        # Heights read off tilted planes may contradict each other; then the lowest of the rest goes first.
        key = heapq.heappop(free)[1] if free else min((piece.z, piece.id) for piece in left.values())[1]
        if key not in left:
            continue
        order.append(left.pop(key))
        for upper in above[key]:
            waiting[upper] -= 1
            if not waiting[upper] and upper in left:
                heapq.heappush(free, (left[upper].z, upper))
    return tuple(order)


def clearances(centres: Iterable[tuple[float, float, float]], thickness: float) -> Iterator[float]:
    """Yield how far each piece, from the lowest to the top-most, hangs above what is under its middle, about.

    A coarse map of heights is enough for shadows in motion: each piece raises the cells around its centre.
    """
    cell, half = 12.0, thickness / 2
    heights: dict[tuple[int, int], float] = {}
    for x, y, z in centres:
        i, j = round(x / cell), round(y / cell)
        yield max(0.0, z - half - heights.get((i, j), 0.0))
        for spot in ((i, j), (i - 1, j), (i + 1, j), (i, j - 1), (i, j + 1)):
            heights[spot] = z + half


def overlaps(pieces: Iterable[Piece]) -> Iterator[tuple[int, int]]:
    """Yield (upper, lower) for all pieces whose footprints overlap, judged by their heights where they do."""
    outlines = ((piece, piece.outline()) for piece in pieces)
    known = sorted(((*bounds(outline), outline, piece) for piece, outline in outlines), key=lambda entry: entry[0])
    for k, (_, low, right, high, outline, piece) in enumerate(known):
        for other_left, other_low, _, other_high, other_outline, other in known[k + 1 :]:
            if other_left >= right:
                break
            if other_low >= high or other_high <= low:
                continue
            common = clipped(outline, other_outline)
            if _area(common) > _SLIVER:
                x = sum(px for px, _ in common) / len(common)
                y = sum(py for _, py in common) / len(common)
                upper, lower = (piece, other) if height(piece, x, y) > height(other, x, y) else (other, piece)
                yield upper.id, lower.id


def height(piece: Piece, x: float, y: float) -> float:
    """Return the height of the piece's middle plane over a point, mm."""
    gx, gy = piece.gradient
    return piece.z + gx * (x - piece.x) + gy * (y - piece.y)


def bounds(points: Sequence[Point]) -> tuple[float, float, float, float]:
    """Return the least and greatest coordinates: left, low, right, high."""
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return min(xs), min(ys), max(xs), max(ys)


def apart(outline: Sequence[Point], other: Sequence[Point], distance: float) -> bool:
    """Tell whether all of the other is outside some edge of a convex outline by more than a distance.

    Both go counter-clockwise. Where no edge of the outline tells them apart they may still be apart.
    """
    ax, ay = outline[-1]
    for bx, by in outline:
        ox, oy = by - ay, ax - bx
        least = distance * math.hypot(ox, oy) + ox * ax + oy * ay
        if all(ox * x + oy * y > least for x, y in other):
            return True
        ax, ay = bx, by
    return False


def clipped(subject: Sequence[Point], clip: Sequence[Point]) -> list[Point]:
    """Return the common part of two convex, counter-clockwise polygons.

    >>> clipped([(0, 0), (2, 0), (2, 2), (0, 2)], [(1, 1), (3, 1), (3, 3), (1, 3)])
    [(1.0, 1.0), (2.0, 1.0), (2, 2), (1.0, 2.0)]
    """
    result = list(subject)
    ax, ay = clip[-1]
    for bx, by in clip:
        if not result:
            break
        sides = [(bx - ax) * (y - ay) - (by - ay) * (x - ax) for x, y in result]
        kept: list[Point] = []
        for k, ((x, y), side) in enumerate(zip(result, sides, strict=True)):
            (px, py), before = result[k - 1], sides[k - 1]
            if (side >= 0) != (before >= 0):
                share = before / (before - side)
                kept.append((px + (x - px) * share, py + (y - py) * share))
            if side >= 0:
                kept.append((x, y))
        result = kept
        ax, ay = bx, by
    return result


def hull(points: Iterable[Point]) -> tuple[Point, ...]:
    """Return the convex hull, counter-clockwise, from the left-most point."""
    ordered = sorted(set(points))
    ends: list[Point] = []
    for run in (ordered, ordered[::-1]):
        chain: list[Point] = []
        for x, y in run:
            while len(chain) > 1 and _turn(chain[-2], chain[-1], (x, y)) <= 0:
                chain.pop()
            chain.append((x, y))
        ends += chain[:-1]
    return tuple(ends)


def _turn(a: Point, b: Point, c: Point) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def _area(points: Sequence[Point]) -> float:
    return sum((points[k - 1][0] * points[k][1] - points[k - 1][1] * points[k][0]) / 2 for k in range(len(points)))
