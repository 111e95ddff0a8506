"""Pictures: drawn off screen, like the golden one, and no slower for being drawn again.

The golden picture is written anew with POLYPILE_GOLDEN=write; look at it before you commit it.
"""

import os
from dataclasses import replace
from pathlib import Path

import numpy as np
import pygame
import pytest

from sim.pile.frame import Frame
from sim.pile.piece import Colour, Piece, Shape, kinds
from sim.pile.pile import Pile, Pose
from sim.pile.tray import Tray
from sim.view.draw import Painter, picture, png, save_png
from sim.view.items import Area, Layer, Scene, Shade, Silhouette, Sprite, Viewport
from sim.view.scene import scene_of_frame, scene_of_pile
from sim.view.theme import theme
from sim.view.tile import tile

GOLDEN = Path(__file__).parent.parent / "golden" / "view" / "pile.png"
BOX = {"tray": Tray(), "thickness": 2.5}
BLACK, WHITE = (0, 0, 0, 255), (255, 255, 255, 255)
SQUARE = ((-10.0, -10.0), (10.0, -10.0), (10.0, 10.0), (-10.0, 10.0))


def pixels(surface: pygame.Surface) -> np.ndarray:
    return pygame.surfarray.array3d(surface).astype(int)


def of(*items, background=BLACK) -> np.ndarray:
    """Return the pixels of some items in a picture of 60 x 60 pixels, 1 mm each."""
    sprite = Sprite("thing", Layer.PIECES, items)
    return pixels(picture(Scene((60, 60), Viewport(1.0, 30.0, 30.0), background, (sprite,))))


def test_the_picture_is_like_the_golden_one(pile, cover, tmp_path):
    surface = picture(scene_of_pile(pile, cover, "uncovered", (480, 360)))
    if os.environ.get("POLYPILE_GOLDEN") == "write":
        GOLDEN.parent.mkdir(parents=True, exist_ok=True)
        pygame.image.save(surface, str(GOLDEN))
    golden = pygame.image.load(str(GOLDEN))
    assert surface.get_size() == golden.get_size()
    apart = np.abs(pixels(surface) - pixels(golden)).max(axis=2)
    # Fonts and rounding differ a little from machine to machine; a piece out of place differs a lot.
    if apart.mean() > 1.0 or (apart > 40).mean() > 0.004:
        path = tmp_path / "side-by-side.png"
        _side_by_side(golden, surface, apart, path)
        pytest.fail(f"the picture differs (mean {apart.mean():.2f}): golden, now and difference are in {path}")


def _side_by_side(golden, surface, apart, path):
    width, height = golden.get_size()
    sheet = pygame.Surface((3 * width, height))
    sheet.blit(golden, (0, 0))
    sheet.blit(surface, (width, 0))
    grey = np.repeat(np.minimum(255, 4 * apart)[:, :, None], 3, axis=2)
    sheet.blit(pygame.surfarray.make_surface(grey.astype(np.uint8)), (2 * width, 0))
    pygame.image.save(sheet, str(path))


def test_a_piece_out_of_place_is_not_like_the_golden_one(pile, cover):
    """The tolerance of the golden picture must notice one missing piece."""
    golden = pixels(pygame.image.load(str(GOLDEN)))
    without = pixels(picture(scene_of_pile(pile, cover, "uncovered", (480, 360), taken={4})))
    assert (np.abs(without - golden).max(axis=2) > 40).mean() > 0.004


def test_equal_scenes_give_equal_pictures(pile, cover):
    scene = scene_of_pile(pile, cover, size=(320, 200))
    assert png(scene) == png(scene_of_pile(pile, cover, size=(320, 200)))


def test_no_display_is_opened(pile, cover):
    assert not pygame.display.get_init()
    picture(scene_of_pile(pile, cover, size=(160, 100)))
    assert not pygame.display.get_init()


def test_a_saved_picture_is_a_png_of_the_asked_size(pile, tmp_path):
    path = tmp_path / "pile.png"
    save_png(scene_of_pile(pile, size=(200, 150)), path)
    assert path.read_bytes().startswith(b"\x89PNG")
    assert pygame.image.load(str(path)).get_size() == (200, 150)


def test_the_middle_of_an_uncovered_piece_has_its_colour(pile, cover):
    scene = scene_of_pile(pile, cover)
    surface = picture(scene)
    for key in cover.reachable():
        piece = pile[key]
        x, y = scene.view.pixel((piece.x, piece.y))
        seen = surface.get_at((round(x), round(y)))[:3]
        nearest = min(Colour, key=lambda c: sum((a - b) ** 2 for a, b in zip(seen, theme().pieces[c], strict=False)))
        assert nearest == piece.colour, key


def test_edges_are_smooth():
    shades = np.unique(of(Area(((-20.0, -15.0), (22.0, -9.0), (3.0, 18.0)), WHITE))[:, :, 0])
    assert shades[0] == 0
    assert shades[-1] == 255
    assert len(shades) > 8


def test_a_crisp_square_covers_its_pixels_exactly():
    seen = of(Area(SQUARE, WHITE))[:, :, 0]
    assert seen[22:38, 22:38].min() == 255
    assert abs(seen.sum() / 255 - 400) < 12


def test_shadows_of_one_lamp_unite_instead_of_adding_up():
    once = of(Shade((Silhouette(SQUARE, 0.5),), (0, 0, 0, 128)), background=WHITE)
    twice = of(Shade((Silhouette(SQUARE, 0.5),) * 2, (0, 0, 0, 128)), background=WHITE)
    assert 120 < once[30, 30, 0] < 135
    assert once[30, 30, 0] == twice[30, 30, 0]


def test_a_shadow_ends_where_the_surface_ends_that_it_falls_on():
    half = tuple((min(x, 0.0), y) for x, y in SQUARE)
    seen = of(Shade((Silhouette(SQUARE, 1.0),), BLACK, half), background=WHITE)[:, :, 0]
    assert seen[25, 30] < 10
    assert seen[35, 30] == 255


def test_a_wider_blur_is_softer():
    def steepest(blur):
        return np.abs(np.diff(of(Shade((Silhouette(SQUARE, blur),), WHITE))[:, 30, 0])).max()

    assert steepest(0.5) > 2 * steepest(2.0) > 0


def test_a_painter_draws_only_what_has_changed(pile, cover, monkeypatch):
    drawn = []
    from sim.view import draw

    original = draw.rendered

    def counting(sprite, *rest):
        drawn.append(sprite.tag)
        return original(sprite, *rest)

    monkeypatch.setattr(draw, "rendered", counting)
    painter = Painter()
    first = painter.paint(scene_of_pile(pile, cover, size=(320, 200), caption=False))
    assert len(drawn) > len(pile)
    drawn.clear()
    again = painter.paint(scene_of_pile(pile, cover, size=(320, 200), caption=False))
    assert not drawn
    assert (pixels(first) == pixels(again)).all()
    painter.paint(scene_of_pile(pile, cover, size=(320, 200), caption=False, taken={2}))
    assert set(drawn) == {"piece-0", "piece-1", "floor-shadows"}


def test_a_painter_that_is_used_again_draws_as_a_new_one_does(pile, cover):
    painter = Painter()
    painter.paint(scene_of_pile(pile, cover, "uncovered", (320, 200)))
    for scene in (
        scene_of_pile(pile, cover, size=(320, 200), taken={1, 2}),
        scene_of_pile(pile, size=(200, 320)),
    ):
        assert (pixels(painter.paint(scene)) == pixels(picture(scene))).all()


def test_a_frame_looks_like_the_pile_that_it_ends_in(pile):
    """In motion pieces are drawn more simply, but in the same place and colours."""
    poses = tuple(Pose(-80.0 + 10 * k, 20.0 * (-1) ** k, 1.25, 0.4 * k, (0.02 * k, 0.0)) for k in range(16))
    scene = scene_of_frame(Frame(1.0, "settle", poses), (640, 400), **BOX)
    names = kinds(1)
    tiles = (tile(Piece(k, *names[k], p.x, p.y, p.z, p.angle, p.gradient, 2.5), theme()) for k, p in enumerate(poses))
    still = replace(scene, sprites=(*scene.sprites, *tiles), moment=None)
    apart = np.abs(pixels(picture(scene)) - pixels(picture(still))).max(axis=2)
    assert apart.mean() < 1.5
    assert (apart > 60).mean() < 0.005


def test_shadows_in_motion_are_kept(monkeypatch):
    from sim.view import motion

    drawn = []
    original = motion.rendered
    monkeypatch.setattr(motion, "rendered", lambda *a: drawn.append(1) or original(*a))
    painter = Painter()
    for step in range(12):
        poses = tuple(
            Pose(-80.0 + 10 * k + step, 3.3 * step, 3.0, 0.4 * k + 0.001 * step, (0.0, 0.0)) for k in range(16)
        )
        painter.paint(scene_of_frame(Frame(step / 60, "shake", poses), (640, 400), **BOX))
    assert 0 < len(drawn) <= 20


def test_the_store_of_shadows_in_motion_stays_small(monkeypatch):
    from sim.view import motion

    monkeypatch.setattr(motion, "_MOST_KEPT", 100_000)
    ground, shadows = pygame.Surface((640, 400)), motion.Shadows()
    moving = motion.Motion(ground, shadows)
    for step in range(12):
        poses = tuple(Pose(-80.0 + 10 * k, 0.0, 3.0, 0.4 * k + 0.1 * step, (0.0, 0.0)) for k in range(16))
        moving.paint_on(ground, scene_of_frame(Frame(step / 60, "shake", poses), (640, 400), **BOX))
        kept = sum(picture.get_width() * picture.get_height() for picture, _, _ in shadows._stamps.values())
        assert 0 < kept == shadows._kept <= 100_000


@pytest.mark.parametrize("gradient", [(100.0, 0.0), (0.0, -30.0), (-3.0, 3.0)])
def test_a_piece_on_its_edge_can_be_drawn(pile, gradient):
    piece = Piece(0, Shape.SQUARE, Colour.BLUE, 0.0, 0.0, 15.0, 0.0, gradient, 2.5)
    steep = Pile(pile.seed, pile.shake, pile.model, (piece,), (), pile.settle_time)
    scene = scene_of_pile(steep, size=(320, 200), caption=False)
    x, y = scene.view.pixel((0.0, 0.0))
    red, _, blue, _ = picture(scene).get_at((round(x), round(y)))
    assert blue > red


def test_another_background_is_drawn_anew(pile):
    painter = Painter()
    scene = scene_of_pile(pile, size=(160, 100))
    painter.paint(scene)
    assert painter.paint(replace(scene, background=(255, 0, 0, 255))).get_at((1, 1))[:3] == (255, 0, 0)
