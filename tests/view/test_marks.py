from itertools import combinations

import numpy as np
import pygame
import pytest

from sim.pile.piece import Colour
from sim.view.colour_collect.disc import RADIUS, disc
from sim.view.draw import picture
from sim.view.items import Layer, Scene, Sprite, Viewport
from sim.view.marks import COLOURS, ink_on, mark
from sim.view.theme import theme
from sim.view.token import SPAN, token

GAMES = {
    "collexion": tuple(map(str, Colour)),
    "axio-rota": ("red", "green", "blue", "orange", "purple"),
    "colour-collect": tuple(theme().discs),
}


def pixels(sprite, side):
    scene = Scene((side, side), Viewport(1.0, side / 2, side / 2), (0, 0, 0, 255), (sprite,))
    return pygame.surfarray.array3d(picture(scene)).astype(float)


def sign(colour, side=12, **more):
    """Return which pixels of a small square a sign covers."""
    sprite = Sprite("sign", Layer.LABELS, tuple(mark(colour, (0.0, 0.0), side - 2, (255, 255, 255, 255), **more)))
    return pixels(sprite, side).mean(axis=2) > 127


@pytest.mark.parametrize("game", GAMES)
def test_the_signs_of_a_game_can_be_told_apart_when_they_are_small(game):
    assert set(GAMES[game]) <= set(COLOURS)
    for one, other in combinations(GAMES[game], 2):
        a, b = sign(one), sign(other)
        assert a.any()
        assert (a & b).sum() / (a | b).sum() < 0.7, (one, other)


@pytest.mark.parametrize("colour", COLOURS)
def test_a_sign_stands_upright_whichever_way_y_grows(colour):
    one = tuple(mark(colour, (0.0, 0.0), 10.0, (255, 255, 255, 255)))
    other = tuple(mark(colour, (0.0, 0.0), 10.0, (255, 255, 255, 255), up=-1.0))
    for upwards, downwards in zip(one, other, strict=True):
        if colour != "orange":  # a ring looks alike from everywhere
            assert [(x, -y) for x, y in upwards.points] == list(downwards.points)


@pytest.mark.parametrize("vision", ["default", "safe"])
def test_pieces_wear_a_sign_that_stands_out_only_if_it_is_asked_for(vision):
    plain, marked = theme(vision), theme(vision, marks=True)
    at = Viewport(24 / SPAN, 20.0, 20.0)
    for kind in ("square-green", "square-yellow", "square-pink", "square-blue"):
        assert_marked(token("piece", kind, at, plain), token("piece", kind, at, marked))
    at = Viewport(11 / RADIUS, 20.0, 20.0)
    for colour in plain.discs:
        assert_marked(disc("disc", colour, at, plain), disc("disc", colour, at, marked))


def assert_marked(plain, marked):
    """At the size that pieces have beside the board in the smallest window."""
    change = np.abs(pixels(marked, 40) - pixels(plain, 40)).max(axis=2)
    assert (change > 60).sum() >= 6
    assert len(marked.items) > len(plain.items)


@pytest.mark.parametrize("vision", ["default", "safe"])
def test_the_ink_of_a_sign_can_be_read_on_its_colour(vision):
    look = theme(vision)
    for colour in (*look.pieces.values(), *look.discs.values()):
        ink = ink_on(colour, look)
        assert abs(_light(ink) - _light(colour)) > 60


def _light(colour):
    red, green, blue = colour[:3]
    return 0.3 * red + 0.6 * green + 0.1 * blue
