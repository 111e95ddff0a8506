"""Outlines and angles, checked against shapely and the standard library."""

import math

import numpy as np
import pytest
import shapely
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from sim.physics.geometry import clip, footprint, new_overlap, separation, sincos
from sim.pile import Colour, Piece, Shape, corners

some = settings(max_examples=60, deadline=None)
placed = st.tuples(
    st.sampled_from(list(Shape)),
    st.floats(-25.0, 25.0),
    st.floats(-25.0, 25.0),
    st.floats(0.0, math.tau),
    st.floats(0.6, 1.0),
)


def outline(shape, x, y, angle, shorten):
    """A piece's outline as seen when it is turned, and tilted about the x axis."""
    flat = np.array(corners(shape))
    c, s = math.cos(angle), math.sin(angle)
    return np.ascontiguousarray((flat @ np.array([[c, s], [-s, c]])) * [1.0, shorten] + [x, y])


def overlap(a, b):
    """Corners of the overlap and their features, as `clip` finds them."""
    room = new_overlap()
    count = clip(len(a), a, len(b), b, room)
    return room.corners[:count], room.feature[:count]


@some
@given(placed, placed)
def test_the_overlap_is_the_one_that_shapely_finds(one, other):
    a, b = outline(*one), outline(*other)
    points, _ = overlap(a, b)
    expected = shapely.intersection(shapely.Polygon(a), shapely.Polygon(b))
    if len(points) < 3:
        assert expected.area < 1e-6
        return
    found = shapely.Polygon(points)
    assert found.area == pytest.approx(expected.area, abs=1e-6)
    assert shapely.symmetric_difference(found.buffer(0), expected).area < 1e-5


@some
@given(placed, placed)
def test_every_corner_of_an_overlap_is_what_its_feature_says(one, other):
    a, b = outline(*one), outline(*other)
    for point, feature in zip(*overlap(a, b), strict=True):
        if feature < 100:
            assert point == pytest.approx(a[feature], abs=1e-9)
        elif feature < 1000:
            assert point == pytest.approx(b[feature - 100], abs=1e-6)
        else:
            for corner, ring in zip(divmod(feature - 1000, 10), (a, b), strict=True):
                edge = shapely.LineString([ring[corner], ring[(corner + 1) % len(ring)]])
                assert edge.distance(shapely.Point(point)) < 1e-6


@some
@given(placed, placed)
def test_separation_is_what_the_minkowski_difference_says(one, other):
    """Two outlines overlap where the origin lies in the hull of all differences of their corners."""
    a, b = outline(*one), outline(*other)
    hull = shapely.MultiPoint((b[None] - a[:, None]).reshape(-1, 2)).convex_hull
    origin = shapely.Point(0.0, 0.0)
    apart = separation(len(a), a, len(b), b, 1e9)
    if hull.contains(origin):
        assert apart == pytest.approx(-hull.exterior.distance(origin), abs=1e-7)
    else:
        distance = shapely.Polygon(a).distance(shapely.Polygon(b))
        # corner to corner the edge normals see less than the whole distance, but never less than half
        assert distance / 2 - 1e-9 <= apart <= distance + 1e-9


@some
@given(st.sampled_from(list(Shape)), st.floats(-1.7, 1.7), st.floats(-1.7, 1.7), st.floats(0.5, 5.0))
def test_a_footprint_is_what_a_tilted_prism_covers(shape, gx, gy, thickness):
    assume(math.hypot(gx, gy) > 1e-3)  # flat, two of the corners would coincide with others
    local = np.array(corners(shape))
    out = np.zeros((10, 2))
    count = footprint(len(local), local, gx, gy, thickness, out)
    assert count == len(local) + 2
    piece = Piece(0, shape, Colour.GREEN, 0.0, 0.0, 0.0, 0.0, (gx, gy), thickness)
    expected = shapely.Polygon(piece.outline())
    assert shapely.symmetric_difference(shapely.Polygon(out[:count]).buffer(0), expected).area < 1e-6


def test_separation_of_two_squares_side_by_side():
    a = outline(Shape.SQUARE, 0.0, 0.0, 0.0, 1.0)
    for gap in (-3.0, -0.01, 0.5, 7.0):
        b = outline(Shape.SQUARE, 30.0 + gap, 4.0, 0.0, 1.0)
        assert separation(4, a, 4, b, 1e9) == pytest.approx(gap)


@settings(max_examples=300, deadline=None)
@given(st.floats(-1000.0, 1000.0))
def test_sines_and_cosines_are_right_to_two_units_in_the_last_place(angle):
    sine, cosine = sincos(angle)
    # Near their zeros the angle's own rounding counts: there, units of the angle's own size are meant.
    for found, true in ((sine, math.sin(angle)), (cosine, math.cos(angle))):
        assert abs(found - true) <= 2 * max(math.ulp(true), math.ulp(0.25))


def test_sines_and_cosines_of_right_angles():
    for k in range(-8, 9):
        sine, cosine = sincos(k * math.pi / 2)
        assert (sine, cosine) == pytest.approx((math.sin(k * math.pi / 2), math.cos(k * math.pi / 2)), abs=1e-15)
