import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.pile import Colour, Piece, Shape, area, corners, kinds

slopes = st.floats(-1.5, 1.5)
places = st.floats(-100, 100)
pieces = st.builds(
    Piece,
    id=st.integers(0, 79),
    shape=st.sampled_from(Shape),
    colour=st.sampled_from(Colour),
    x=places,
    y=places,
    z=st.floats(1, 40),
    angle=st.floats(0, 6.28),
    gradient=st.tuples(slopes, slopes),
    thickness=st.floats(0.5, 6),
)


def turns(outline):
    """Cross products of following edges: all positive for a convex outline that runs counter-clockwise."""
    n = len(outline)
    for k in range(n):
        (ax, ay), (bx, by), (cx, cy) = outline[k], outline[(k + 1) % n], outline[(k + 2) % n]
        yield (bx - ax) * (cy - by) - (by - ay) * (cx - bx)


def signed_area(outline):
    return sum(ax * by - ay * bx for (ax, ay), (bx, by) in zip(outline, outline[1:] + outline[:1], strict=True)) / 2


@pytest.mark.parametrize(
    ("shape", "count", "first"),
    [("triangle", 3, 90), ("square", 4, 45), ("pentagon", 5, 90), ("octagon", 8, 22.5)],
)
def test_shapes_are_regular_start_at_their_angle_and_are_centred(shape, count, first):
    outline = corners(Shape(shape))
    assert len(outline) == count
    radius = math.hypot(*outline[0])
    for k, (x, y) in enumerate(outline):
        angle = math.radians(first + 360 * k / count)
        assert (x, y) == pytest.approx((radius * math.cos(angle), radius * math.sin(angle)), abs=1e-12)


def test_shapes_have_the_sizes_of_the_game():
    triangle, square = corners(Shape.TRIANGLE), corners(Shape.SQUARE)
    assert math.dist(triangle[0], triangle[1]) == pytest.approx(40)
    assert math.dist(square[0], square[1]) == pytest.approx(30)
    assert math.hypot(*corners(Shape.PENTAGON)[0]) == pytest.approx(19)
    assert math.hypot(*corners(Shape.OCTAGON)[0]) == pytest.approx(19)
    assert area(Shape.TRIANGLE) == pytest.approx(math.sqrt(3) / 4 * 1600)
    assert area(Shape.OCTAGON) == pytest.approx(2 * math.sqrt(2) * 361)


def test_kinds_run_by_shape_then_colour_then_copy():
    ids = kinds(5)
    assert len(ids) == 80
    assert ids[4] == (Shape.TRIANGLE, Colour.GREEN)
    assert ids[5] == (Shape.TRIANGLE, Colour.YELLOW)
    assert ids[79] == (Shape.OCTAGON, Colour.BLUE)


def test_words_are_their_own_text():
    piece = Piece(0, Shape.SQUARE, Colour.BLUE, 0, 0, 1.25, 0, (0, 0), 2.5)
    assert piece.kind == "square-blue"
    assert piece.shape == "square"
    assert f"{piece.colour}" == "blue"


@given(pieces)
def test_both_faces_are_planes_of_the_gradient_a_thickness_apart(piece):
    gx, gy = piece.gradient
    normal = piece.normal
    for face, side in ((piece.underside(), -0.5), (piece.top(), 0.5)):
        cx, cy, cz = (c + side * piece.thickness * n for c, n in zip((piece.x, piece.y, piece.z), normal, strict=True))
        for x, y, z in face:
            assert z - cz == pytest.approx(gx * (x - cx) + gy * (y - cy), abs=1e-9)
    assert math.cos(piece.tilt) == pytest.approx(normal[2])


@given(pieces)
def test_tilting_keeps_lengths(piece):
    flat = corners(piece.shape)
    for face in (piece.underside(), piece.top()):
        for k in range(len(flat)):
            assert math.dist(face[k], face[k - 1]) == pytest.approx(math.dist(flat[k], flat[k - 1]))


@given(pieces)
def test_tilt_is_the_smallest_rotation_so_the_level_direction_stays(piece):
    gx, gy = piece.gradient
    level = (-gy, gx)  # along the slope's contour line the plain turn is kept
    cos, sin = math.cos(piece.angle), math.sin(piece.angle)
    for (u, v), (x, y, _) in zip(corners(piece.shape), piece.underside(), strict=True):
        p, q = cos * u - sin * v, sin * u + cos * v
        dx, dy = x - piece.x, y - piece.y
        assert dx * level[0] + dy * level[1] == pytest.approx(p * level[0] + q * level[1], abs=1e-9)


@given(pieces)
def test_outline_is_convex_counter_clockwise_and_holds_every_corner(piece):
    outline = piece.outline()
    assert all(turn > -1e-7 for turn in turns(outline))
    edges = list(zip(outline, outline[1:] + outline[:1], strict=True))
    for x, y, _ in piece.underside() + piece.top():
        assert all((bx - ax) * (y - ay) - (by - ay) * (x - ax) > -1e-7 for (ax, ay), (bx, by) in edges)
    seen = {(round(x, 6), round(y, 6)) for x, y, _ in piece.underside() + piece.top()}
    assert all((round(x, 6), round(y, 6)) in seen or min(math.dist((x, y), s) for s in seen) < 1e-5 for x, y in outline)


@given(pieces)
def test_outline_has_the_area_of_the_tilted_face_and_its_edge(piece):
    face = area(piece.shape) * math.cos(piece.tilt)
    sx, sy, _ = (n * piece.thickness for n in piece.normal)
    widths = [x * sy - y * sx for x, y, _ in piece.underside()]
    swept = max(widths) - min(widths)
    assert signed_area(piece.outline()) == pytest.approx(face + swept, abs=1e-6)


def test_outline_of_a_flat_piece_is_its_shape_turned_and_moved():
    piece = Piece(0, Shape.SQUARE, Colour.BLUE, 10, 20, 1.25, math.pi / 2, (0, 0), 2.5)
    for corner, expected in zip(piece.outline(), [(-5, 35), (-5, 5), (25, 5), (25, 35)], strict=True):
        assert corner == pytest.approx(expected)


@given(pieces)
def test_snapping_moves_by_less_than_the_grid_and_only_once(piece):
    snapped = piece.snapped()
    assert snapped.snapped() == snapped
    assert snapped.x == pytest.approx(piece.x, abs=5.1e-5)
    assert snapped.gradient == pytest.approx(piece.gradient, abs=5.1e-7)


def test_snapping_brings_angles_into_one_turn_and_drops_negative_zeros():
    piece = Piece(0, Shape.SQUARE, Colour.BLUE, -1e-9, -0.0, 1.25, -math.pi / 2, (-1e-9, 0), 2.5).snapped()
    assert piece.angle == pytest.approx(1.5 * math.pi, abs=1e-6)
    assert math.copysign(1, piece.x) == math.copysign(1, piece.y) == math.copysign(1, piece.gradient[0]) == 1
