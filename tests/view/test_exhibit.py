"""Pictures of games where there is no screen."""

import random
from io import BytesIO

import pygame
import pytest

from sim.session import Seat
from sim.settings import Settings
from sim.view.exhibit import pictures
from sim.view.screens.games import GAMES
from tests.view.house import TestHouse


@pytest.mark.parametrize("game", GAMES)
def test_a_game_leaves_pictures_of_its_start_middle_end_and_sheet(game):
    house = TestHouse(Settings())
    (session,) = house.begin(game, 7, (Seat("casual"), Seat("casual")), {"first": 0}, None).news()
    dice = random.Random(2)
    while session.state.outcome is None:
        session = session.play(dice.choice(session.state.legal))
    found = pictures(session, Settings(language="en"), (960, 600))
    drawn = {name: pygame.image.load(BytesIO(file), "picture.png") for name, file in found.items()}
    assert list(drawn) == ["start", "middle", "end", "sheet"]
    assert all(picture.get_size() == (960, 600) for picture in drawn.values())
    assert len(set(found.values())) == 4
