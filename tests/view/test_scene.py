import json
import math
from dataclasses import replace

import pytest

from sim.errors import CoverError, PileError
from sim.pile.cover import Cover
from sim.pile.frame import Frame
from sim.pile.piece import Colour, Piece, Shape, kinds
from sim.pile.pile import Pile, Pose
from sim.pile.tray import Tray
from sim.view.draw import picture
from sim.view.items import Area, Layer, Scene, Shade, Text
from sim.view.order import apart, clipped, drawing_order, hull, overlaps
from sim.view.scene import scene_of_frame, scene_of_pile
from sim.view.theme import theme, unit
from sim.view.tile import brightness

BOX = {"tray": Tray(), "thickness": 2.5}


def ids(scene: Scene) -> list[int]:
    return [int(sprite.tag.removeprefix("piece-")) for sprite in scene.on(Layer.PIECES)]


def glowing(scene: Scene) -> set[int]:
    glow = theme().glow
    return {
        int(sprite.tag.removeprefix("piece-"))
        for sprite in scene.on(Layer.PIECES)
        if any(isinstance(item, Area) and item.stroke == glow for item in sprite.items)
    }


def test_equal_piles_give_equal_scenes(pile, cover):
    again = Pile.from_json(pile.to_json())
    assert scene_of_pile(again, cover, "uncovered") == scene_of_pile(pile, cover, "uncovered")


def test_another_pose_gives_another_scene(pile):
    first, *rest = pile.pieces
    moved = Piece(0, first.shape, first.colour, first.x + 0.5, first.y, first.z, first.angle, (0.0, 0.0), 2.5)
    other = Pile(pile.seed, pile.shake, pile.model, (moved, *rest), (), pile.settle_time)
    assert scene_of_pile(other, caption=False) != scene_of_pile(pile, caption=False)


def test_what_covers_is_drawn_after_what_it_covers(pile, cover):
    order = ids(scene_of_pile(pile, cover))
    assert sorted(order) == list(range(len(pile)))
    assert all(order.index(lower) < order.index(upper) for upper, lower in cover.covers)


def test_the_cover_decides_even_against_the_heights(pile):
    upside_down = Cover(len(pile), covers=frozenset({(0, 1), (1, 2)}))
    order = ids(scene_of_pile(pile, upside_down))
    assert order.index(2) < order.index(1) < order.index(0)


def test_among_free_pieces_the_lowest_is_drawn_first(pile):
    order = drawing_order(tuple(pile), Cover(len(pile)))
    heights = [piece.z for piece in order]
    assert heights == sorted(heights)


def test_without_a_cover_heights_are_compared_where_pieces_overlap(pile, cover):
    """The centre of 8 is lower than that of 9, yet it lies over it where they meet."""
    assert pile[8].z < pile[9].z
    order = ids(scene_of_pile(pile))
    assert order.index(9) < order.index(8)
    assert set(overlaps(pile)) == set(cover.covers)


def test_a_ring_of_heights_still_gives_each_piece_a_place(monkeypatch, pile):
    monkeypatch.setattr("sim.view.order.overlaps", lambda _: [(0, 1), (1, 2), (2, 0), (3, 2)])
    assert sorted(piece.id for piece in drawing_order(tuple(pile))) == list(range(len(pile)))


def test_each_piece_is_drawn_where_its_outline_is(pile, cover):
    scene = scene_of_pile(pile, cover)
    for piece in pile:
        sprite = scene[f"piece-{piece.id}"]
        outline = piece.outline()
        assert sprite.outline == outline
        areas = [item for item in sprite.items if isinstance(item, Area)]
        assert areas[0].points == outline
        # Walls, rim and face fill the outline and never leave it.
        for area in areas[1:]:
            assert not _outside(area.points, outline)
        filled = hull(point for area in areas[1:] for point in area.points)
        assert not _outside(outline, filled)


def _outside(points, outline):
    edges = list(zip(outline, outline[1:] + outline[:1], strict=True))
    return any((bx - ax) * (y - ay) - (by - ay) * (x - ax) < -1e-6 for x, y in points for (ax, ay), (bx, by) in edges)


@pytest.mark.parametrize("rule", ["uncovered", "unloaded", "untouched"])
@pytest.mark.parametrize("taken", [(), (2,), (2, 4, 8)])
def test_exactly_the_reachable_pieces_are_marked(pile, cover, rule, taken):
    scene = scene_of_pile(pile, cover, rule, taken=taken)
    reachable = cover.reachable(rule, taken)
    assert glowing(scene) == set(reachable)
    assert f"{len(reachable)} reachable ({rule})" in {getattr(item, "text", "") for item in scene["legend"].items}


def test_nothing_is_marked_unless_asked_for(pile, cover):
    scene = scene_of_pile(pile, cover)
    assert not glowing(scene)
    assert "legend" not in {sprite.tag for sprite in scene}


def test_marking_needs_a_cover(pile):
    with pytest.raises(CoverError, match="cover"):
        scene_of_pile(pile, mark="uncovered")


def test_an_unknown_rule_is_refused(pile, cover):
    with pytest.raises(CoverError):
        scene_of_pile(pile, cover, "unreachable")


def test_taken_pieces_are_gone_with_their_shadows(pile, cover):
    scene = scene_of_pile(pile, cover, taken={2})
    assert 2 not in ids(scene)
    before, after = (s["piece-1"].items for s in (scene_of_pile(pile, cover), scene))
    assert any(isinstance(item, Shade) for item in before)
    assert not any(isinstance(item, Shade) for item in after)


def test_a_piece_tilted_towards_the_light_is_brighter(pile):
    def face(gradient):
        piece = Piece(0, Shape.SQUARE, Colour.BLUE, 0.0, 0.0, 5.0, 0.0, gradient, 2.5)
        other = Pile(pile.seed, pile.shake, pile.model, (piece,), (), pile.settle_time)
        fills = [i.fill for i in scene_of_pile(other)["piece-0"].items if isinstance(i, Area)]
        return sum(fills[-1].first[:3])

    # The light comes from the upper left: a face that rises to the lower right looks at it.
    assert face((0.1, -0.1)) > face((0.0, 0.0)) > face((-0.1, 0.1))


def test_the_higher_a_piece_the_wider_and_softer_its_shadow_on_the_floor(pile):
    def cast(z):
        piece = Piece(0, Shape.SQUARE, Colour.BLUE, 0.0, 0.0, z, 0.0, (0.0, 0.0), 2.5)
        other = Pile(pile.seed, pile.shake, pile.model, (piece,), (), pile.settle_time)
        return scene_of_pile(other)["floor-shadows"].items[0].casts[-1]

    low, high = cast(1.25), cast(11.25)
    assert max(x for x, _ in high.points) > max(x for x, _ in low.points)
    assert high.blur > low.blur
    assert high.strength < low.strength


def test_a_leaning_piece_has_a_narrow_shadow_where_it_touches(pile):
    """The square rises to the left; its right edge stands on the floor."""
    piece = Piece(0, Shape.SQUARE, Colour.BLUE, 0.0, 0.0, 4.2, 0.0, (-0.2, 0.0), 2.5)
    other = Pile(pile.seed, pile.shake, pile.model, (piece,), (), pile.settle_time)
    points = scene_of_pile(other)["floor-shadows"].items[0].casts[-1].points
    under = -min(y for x, y in points if x > 13) - 15.0, -min(y for x, y in points if x < 0) - 15.0
    assert under[0] < under[1]


@pytest.mark.parametrize("size", [(1280, 800), (960, 600), (1000, 1000), (400, 900)])
def test_the_whole_box_and_its_caption_are_in_the_picture(pile, cover, size):
    scene = scene_of_pile(pile, cover, "uncovered", size)
    width, height = size
    wall = theme().box_wall + 120
    for x, y in ((-wall, -wall), (wall, wall), *(item.at for item in scene["caption"].items)):
        px, py = scene.view.pixel((x, y))
        assert 0 <= px <= width
        assert 0 <= py <= height


def test_a_pointer_meets_the_piece_on_top(pile, cover):
    scene = scene_of_pile(pile, cover)
    assert scene.hit(scene.view.pixel((pile[2].x, pile[2].y))).tag == "piece-2"
    assert scene.hit(scene.view.pixel((100.0, 100.0))).tag == "stack-green"
    assert scene.hit(scene.view.pixel((0.0, 60.0))) is None


def test_a_tray_without_cut_corners_has_no_stacks(pile):
    square = Pile(pile.seed, {**pile.shake, "corner": 0.0}, pile.model, pile.pieces, (), pile.settle_time)
    assert not [sprite for sprite in scene_of_pile(square) if sprite.tag.startswith("stack")]


def test_a_stack_shows_its_markers_with_the_last_on_top(pile):
    scene = scene_of_pile(pile, stacks={Colour.PINK: (4, 3)})
    texts = {c: [i.text for i in scene[f"stack-{c}"].items if hasattr(i, "text")] for c in Colour}
    assert texts == {Colour.GREEN: [], Colour.YELLOW: [], Colour.PINK: ["4", "3"], Colour.BLUE: []}


def test_a_frame_is_drawn_from_the_lowest_centre_up():
    for order in ((0, 1), (1, 0)):
        heights = dict(zip(order, (5.0, 15.0), strict=True))
        # All pieces but two are far away; of these the upper one hides the lower.
        poses = tuple(
            Pose(0.0, 0.0, heights[k], 0.0, (0.0, 0.0)) if k in heights else Pose(500.0, 0.0, 1.25, 0.0, (0.0, 0.0))
            for k in range(16)
        )
        scene = scene_of_frame(Frame(0.5, "shake", poses), **BOX)
        x, y = scene.view.pixel((0.0, 0.0))
        red, green, *_ = picture(scene).get_at((round(x), round(y)))
        upper = kinds(1)[order[1]][1]
        assert (red > green) == (upper == Colour.YELLOW)


@pytest.mark.parametrize("count", [0, 1, 15, 17])
def test_a_frame_without_whole_sets_of_pieces_is_refused(count):
    with pytest.raises(PileError, match=f"frame of {count} poses"):
        scene_of_frame(Frame(0.5, "shake", (Pose(0.0, 0.0, 5.0, 0.0, (0.0, 0.0)),) * count), **BOX)


def test_a_frame_is_drawn_in_the_tray_and_with_the_thickness_it_was_shaken_with():
    frame = Frame(0.5, "shake", (Pose(0.0, 0.0, 5.0, 0.0, (0.5, 0.0)),) * 16)
    wide = scene_of_frame(frame, tray=Tray(300.0, 0.0), thickness=2.5)
    assert wide.view.scale < scene_of_frame(frame, **BOX).view.scale
    thick = scene_of_frame(frame, tray=Tray(), thickness=5.0)
    assert (thick.moment.thickness, wide.moment.thickness) == (5.0, 2.5)


@pytest.mark.parametrize("mark", [None, "uncovered"])
@pytest.mark.parametrize("id", [-1, 999])
def test_a_taken_piece_that_is_not_there_is_refused(pile, cover, mark, id):
    with pytest.raises(CoverError, match=str(id)):
        scene_of_pile(pile, cover, mark, taken={id})


def test_labelled_pieces_wear_their_ids(pile, cover):
    for sprite in scene_of_pile(pile, cover, labels=True).on(Layer.PIECES):
        assert [f"piece-{item.text}" for item in sprite.items if isinstance(item, Text)] == [sprite.tag]
    assert not any(isinstance(i, Text) for s in scene_of_pile(pile, cover).on(Layer.PIECES) for i in s.items)


def shadowed(pieces, pile, look):
    scene = scene_of_pile(Pile(pile.seed, pile.shake, pile.model, pieces, (), pile.settle_time), look=look)
    return {
        sprite.tag for sprite in scene.on(Layer.PIECES) if any(isinstance(i, Shade) and i.clip for i in sprite.items)
    }


@pytest.mark.parametrize("side", [-1, 1])
def test_shadows_fall_away_from_the_lamp_wherever_it_stands(pile, side):
    """A piece on its edge beside a flat one, near enough for its shadow alone to reach it."""
    look = replace(theme(), light=replace(theme().light, x=side * 1000.0, y=0.0, z=1000.0))
    flat = Piece(0, Shape.SQUARE, Colour.BLUE, 0.0, 0.0, 1.25, 0.0, (0.0, 0.0), 2.5)
    edge = Piece(1, Shape.SQUARE, Colour.PINK, side * 40.0, 0.0, 16.0, 0.0, (30.0, 0.0), 2.5)
    assert shadowed((flat, edge), pile, look) == {"piece-0"}
    assert shadowed((flat, replace(edge, x=-side * 40.0)), pile, look) == set()


def test_frames_of_one_shake_share_the_ground():
    first, second = (
        scene_of_frame(Frame(t, "drop", (Pose(0.0, 0.0, 20.0 - t, t, (0.0, 0.0)),) * 16), **BOX) for t in (0.0, 0.1)
    )
    assert first.on(Layer.FLOOR)[0] is second.on(Layer.FLOOR)[0]
    assert first != second


def test_clipping_two_polygons_gives_their_common_part():
    square = ((0.0, 0.0), (4.0, 0.0), (4.0, 4.0), (0.0, 4.0))
    diamond = ((4.0, 2.0), (6.0, 4.0), (4.0, 6.0), (2.0, 4.0))
    common = clipped(square, diamond)
    assert hull(common) == ((2.0, 4.0), (4.0, 2.0), (4.0, 4.0))
    assert not clipped(square, tuple((x + 9, y) for x, y in diamond))
    assert not apart(square, diamond, 0.0)
    assert apart(square, tuple((x + 4.5, y) for x, y in diamond), 2.0)
    assert not apart(square, tuple((x + 4.5, y) for x, y in diamond), 3.0)


def test_a_scene_holds_nothing_but_finite_numbers(pile, cover):
    def numbers(value):
        if isinstance(value, float):
            yield value
        elif isinstance(value, tuple):
            for part in value:
                yield from numbers(part)
        elif hasattr(value, "__dataclass_fields__"):
            for name in value.__dataclass_fields__:
                yield from numbers(getattr(value, name))

    found = list(numbers(scene_of_pile(pile, cover, "uncovered")))
    assert len(found) > 1000
    assert all(map(math.isfinite, found))
    assert json.dumps(found)


def test_a_piece_has_a_dark_line_all_round_that_parts_it_from_its_own_colour(pile, cover):
    for sprite in scene_of_pile(pile, cover).on(Layer.PIECES):
        areas = [item for item in sprite.items if isinstance(item, Area)]
        assert areas[0].points == sprite.outline
        assert areas[0].width > 0
        assert sum(areas[0].stroke[:3]) < 0.7 * sum(areas[-1].fill.last[:3])


def test_a_tilt_shows_more_than_the_place_does(pile):
    light = theme().light
    flat = [brightness(light, (0.0, 0.0, 1.0), x, y) for x, y in ((-100.0, 100.0), (100.0, -100.0))]
    tilted = brightness(light, unit(0.05, -0.05, 1.0), 0.0, 0.0)
    assert abs(flat[0] - flat[1]) < abs(tilted - 1.0)
