import math

import pytest

from sim.errors import ShakeError
from sim.pile import Colour, Tray


def signed_area(outline):
    return sum(ax * by - ay * bx for (ax, ay), (bx, by) in zip(outline, outline[1:] + outline[:1], strict=True)) / 2


@pytest.mark.parametrize(("tray", "count"), [(Tray(), 8), (Tray(200.0, 0.0), 4), (Tray(130.0, 60.0), 8)])
def test_outline_runs_counter_clockwise_around_the_area(tray, count):
    assert len(tray.outline) == count
    assert signed_area(tray.outline) == pytest.approx(tray.area)


def test_default_tray_is_an_octagon_of_the_game():
    assert Tray().area == 240 * 240 - 4 * 60 * 60 / 2
    assert (120.0, 60.0) in Tray().outline
    assert (60.0, 120.0) in Tray().outline


def test_contains_follows_walls_and_corners_and_allows_slack_across_them():
    tray = Tray()
    assert tray.contains(120, 0)
    assert not tray.contains(120.1, 0)
    assert tray.contains(120.1, 0, slack=0.2)
    assert tray.contains(90, 90)
    assert not tray.contains(90.1, 90.1)
    step = 0.2 / math.sqrt(2)
    assert tray.contains(90 + step, 90 + step, slack=0.201)
    assert not tray.contains(90 + step, 90 + step, slack=0.199)


def test_marker_corners_are_the_cut_triangles_counter_clockwise_from_the_upper_right():
    corners = Tray().marker_corners
    assert [colour for colour, _ in corners] == list(Colour)
    for (_, triangle), quadrant in zip(corners, ((1, 1), (-1, 1), (-1, -1), (1, -1)), strict=True):
        assert signed_area(triangle) == pytest.approx(60 * 60 / 2)
        assert (quadrant[0] * 120, quadrant[1] * 120) in triangle
    assert Tray(240, 0).marker_corners == ()


@pytest.mark.parametrize(
    "wrong",
    [
        (0.0, 0.0),
        (-1.0, 0.0),
        (math.nan, 0.0),
        (math.inf, 0.0),
        (240.0, 120.0),
        (240.0, -1.0),
        (240.0, math.nan),
    ],
)
def test_a_tray_that_is_none_is_refused(wrong):
    with pytest.raises(ShakeError):
        Tray(*wrong)
