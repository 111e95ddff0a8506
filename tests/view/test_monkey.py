"""Random events on every screen: nothing breaks, nothing illegal is played, what was kept still verifies."""

import random
from dataclasses import replace

import pygame
import pytest

from sim import table
from sim.view.screens.games import GAMES
from tests.view.driver import QUIET, Driver, plans

KEYS = [
    *range(pygame.K_a, pygame.K_z + 1),
    pygame.K_RETURN,
    pygame.K_SPACE,
    pygame.K_ESCAPE,
    pygame.K_TAB,
    pygame.K_BACKSPACE,
    pygame.K_F1,
    pygame.K_LEFT,
    pygame.K_RIGHT,
    pygame.K_UP,
    pygame.K_DOWN,
    pygame.K_HOME,
    pygame.K_END,
    pygame.K_PLUS,
    pygame.K_MINUS,
]


def some_event(driver, dice):
    """Return an event that somebody or something may cause; most clicks go to what can be chosen."""
    place = dice.randrange(960), dice.randrange(600)
    targets = driver.scene.targets()
    if targets and dice.random() < 0.6:
        place = tuple(map(round, driver.scene.middle(dice.choice(targets).tag)))
    what = dice.random()
    if what < 0.25:
        return pygame.event.Event(pygame.MOUSEMOTION, pos=place, rel=(0, 0), buttons=(0, 0, 0))
    if what < 0.65:
        return pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=place, button=dice.choice((1, 1, 1, 1, 2, 3)))
    if what < 0.72:
        return pygame.event.Event(pygame.MOUSEBUTTONUP, pos=place, button=1)
    if what < 0.76:
        return pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=dice.choice((-1, 1)), flipped=False)
    if what < 0.80:
        return pygame.event.Event(pygame.TEXTINPUT, text=dice.choice(("a", "7", "ß", "1-1-", "\u4e2d")))
    key = dice.choice(KEYS)
    return pygame.event.Event(
        pygame.KEYDOWN, key=key, mod=dice.choice((0, 0, pygame.KMOD_SHIFT, pygame.KMOD_CTRL)), unicode=""
    )


def window_of(game, dice):
    kinds = dice.choice((("human", "casual", "", ""), ("human", "human", "casual", ""), ("human",) * 4))
    kinds = kinds if game != "colour-collect" else ("human", dice.choice(("human", "casual")))
    driver = Driver(replace(QUIET, plans=plans(kinds, game)), drawn=40)
    driver.click(f"play-{game}")
    driver.click(dice.choice(("go", "go", "hand")) if "hand" in driver.scene else "go")
    return driver


def monkey(game, events, seed):
    """Send events; return the names of the screens that were seen and how many moves were played."""
    dice = random.Random(f"{game} {seed}")
    seen, moves = set(), 0
    driver = window_of(game, dice)
    try:
        for _ in range(events):
            if not driver.window.stage.screens:
                driver.window.close()
                driver = window_of(game, dice)
            driver.step(some_event(driver, dice))
            if driver.window.stage.screens:
                seen.add(type(driver.front).__name__)
            if driver.house.kept:
                moves = max(moves, len(driver.house.kept[-1].moves))
        for session in driver.house.kept[-3:]:
            session.record(table.versions()).verify()
    finally:
        driver.window.close()
    return seen, moves


@pytest.mark.parametrize("game", GAMES)
def test_random_events_break_nothing(game):
    seen, moves = monkey(game, 600, 1)
    assert moves > 0
    assert len(seen) > 2


@pytest.mark.soak
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seed", range(4))
def test_twenty_thousand_random_events_break_nothing(game, seed):
    seen, _moves = monkey(game, 5_000, seed)
    assert {"Menu", "Setup" + "".join(map(str.capitalize, game.split("-"))), "Pause", "Options", "Rules"} <= seen
