"""Guided games: played to their ends by clicks alone and by keys alone, and nothing but what they say can be done."""

import itertools

import pygame
import pytest

from sim.view.guides.bubble import extent
from sim.view.guides.guide import MOVE, NEVER
from sim.view.screens.games import GAMES, setup_of
from sim.view.screens.lesson import GUIDES, Lesson, guide_of, learn
from sim.view.screens.pause import Pause
from sim.view.sound import SOUNDS
from tests.view.watching import Driver

TAUGHT = [name for name in GUIDES if name in GAMES]
CASES = list(itertools.product(TAUGHT, ("beginner", "casual")))


def lesson(game, size=(1280, 800), level="beginner", animation="off"):
    """Return a driver in front of a guided game, opened as from its set-up."""
    driver = Driver(size, animation, level=level)
    driver.open(setup_of(driver.stage, game))
    driver.click("learn")
    for _ in range(400):
        if isinstance(driver.front, Lesson):
            return driver
        driver.run(1)
    raise AssertionError("the table never came")


def by_click(driver, turn):
    front = driver.front
    if "guide-on" in front.scene:
        driver.click("guide-on")
    elif allowed := front.allowed():
        last = [tag for tag in allowed if front.step.until not in ((), MOVE, NEVER) and front.step.ends(tag)]
        driver.click(last[0] if last and turn % 3 == 2 else allowed[turn // 2 % len(allowed)])


def by_key(driver, turn):
    front = driver.front
    if "guide-on" in front.scene:
        driver.key(pygame.K_RETURN)
        return
    if not front.allowed():
        return
    last = [tag for tag in front.allowed() if front.step.until not in ((), MOVE, NEVER) and front.step.ends(tag)]
    wanted = last if last and turn % 3 == 2 else front.allowed()
    for _ in range(200):
        if front.by_keys and front.focus in wanted:
            break
        driver.key(pygame.K_TAB)
    driver.key(pygame.K_RETURN)


def to_its_end(driver, way):
    """Go through a guide; return the numbers of the steps that were told."""
    told, front = [], driver.front
    for turn in range(400):
        if driver.front is not front:
            return told
        if front.number not in told:
            told.append(front.number)
        way(driver, turn)
        driver.run(4)
    raise AssertionError(f"step {front.number} never ends: {front.step.text}")


@pytest.mark.parametrize("way", [by_click, by_key], ids=["clicks", "keys"])
@pytest.mark.parametrize(("game", "level"), CASES)
def test_a_guide_is_played_to_its_end(game, level, way):
    driver = lesson(game, level=level)
    table, count = driver.front.table, len(driver.front.guide.steps)
    told = to_its_end(driver, way)
    assert told == sorted(told)
    assert told[-1] == count - 1
    # Others may move so fast that a step in which they are waited for is never seen.
    unseen = {*range(count)} - {*told}
    assert len(unseen) <= 4
    assert driver.front is table, "the same game goes on freely"
    driver.run()
    assert driver.house.kept[-1] is table.session
    assert table.session.moves


@pytest.mark.parametrize("game", TAUGHT)
def test_a_guided_game_moves_as_any_other(game):
    driver = lesson(game, animation="quick")
    front = driver.front
    for turn in range(300):
        if driver.front is not front:
            break
        if not front.table.moving:
            by_click(driver, turn)
        driver.run(20)
    assert driver.front is front.table


@pytest.mark.parametrize("game", TAUGHT)
def test_only_what_a_step_allows_can_be_chosen(game):
    driver = lesson(game)
    front = driver.front
    for turn in range(40):
        if driver.front is not front or front.number > 8:
            break
        number, session = front.number, front.table.session
        for sprite in front.table.scene.targets():
            middle = front.scene.middle(sprite.tag)
            found = front.scene.hit(middle)  # the bubble may lie over it
            if found is not None and found.tag == sprite.tag and not found.target:
                driver.press(middle)
        for key in (pygame.K_e, pygame.K_s, pygame.K_u, pygame.K_h):
            tag = front.table.shortcuts().get(key)
            if tag not in front.allowed():
                driver.key(key)
        assert (front.number, front.table.session) == (number, session)
        by_click(driver, turn)


@pytest.mark.parametrize("size", [(1280, 800), (960, 600)])
@pytest.mark.parametrize("game", TAUGHT)
def test_the_bubble_lies_in_the_window_and_hides_neither_what_is_meant_nor_what_can_be_chosen(game, size):
    driver = lesson(game, size)
    front = driver.front
    for turn in range(200):
        if driver.front is not front:
            break
        if "guide" in front.scene:
            rect = extent(front.scene["guide"].outline)
            assert rect.x >= 0
            assert rect.y >= 0
            assert rect.right <= size[0]
            assert rect.bottom <= size[1]
            meant = [front.step.at] if front.step.at in front.scene and front.scene[front.step.at].outline else []
            for tag in (*meant, *front.allowed()[:1]):
                x, y = front.scene.middle(tag)
                assert not (rect.x < x < rect.right and rect.y < y < rect.bottom), (tag, front.step.text)
        by_click(driver, turn)


@pytest.mark.parametrize("game", TAUGHT)
def test_what_the_steps_point_at_is_on_the_table(game):
    driver = lesson(game)
    front, missing = driver.front, []
    for turn in range(200):
        if driver.front is not front:
            break
        if front.step.waits != "turn" and not front.scene[front.step.at].outline:
            missing.append(front.step.at)
        by_click(driver, turn)
    assert not missing


def test_a_guide_on_another_pile_never_gets_stuck():
    driver = Driver(level="beginner")
    guide = guide_of("collexion")
    for seed in (0, 1):
        seats = [driver.house.seat("human", ""), driver.house.seat("beginner", "")]
        (session,) = driver.house.begin("collexion", seed, seats, guide.options, None).news()
        driver.stage.change(Lesson(driver.stage, session, guide))
        to_its_end(driver, by_click)


@pytest.mark.parametrize("game", TAUGHT)
def test_a_guide_can_be_left_and_the_game_goes_on(game):
    driver = lesson(game)
    table = driver.front.table
    assert not driver.house.kept
    driver.click("guide-leave")
    driver.run()
    assert driver.front is table
    assert driver.house.kept


def test_menu_and_rules_can_be_opened_from_a_guide():
    driver = lesson("collexion")
    front = driver.front
    driver.key(pygame.K_ESCAPE)
    assert isinstance(driver.front, Pause)
    driver.key(pygame.K_ESCAPE)
    driver.key(pygame.K_F1)
    assert driver.front is not front
    driver.key(pygame.K_ESCAPE)
    assert driver.front is front


def test_the_tile_is_turned_by_r_as_by_its_buttons():
    driver = lesson("axio-rota")
    front = driver.front
    while front.step.turned is None:
        by_click(driver, 0)
    number = front.number
    driver.key(pygame.K_r)
    assert front.number == number
    driver.key(pygame.K_r)
    assert front.number == number + 1


def test_the_pawn_slides_by_the_arrow_that_is_asked_for_only():
    driver = lesson("colour-collect")
    front = driver.front
    while "way-left" not in front.allowed():
        by_click(driver, 0)
    moves = len(front.table.session.moves)
    driver.key(pygame.K_UP)
    assert len(front.table.session.moves) == moves
    driver.key(pygame.K_LEFT)
    assert len(front.table.session.moves) > moves


def test_a_lesson_is_told_while_the_box_is_shaken():
    driver = Driver(animation="normal")
    learn(driver.stage, "collexion")
    driver.run(1)
    (line,) = driver.front.scene["detail"].items
    assert line.text.startswith("Eighty polygons")


def test_every_game_has_a_guide():
    assert {*GUIDES} >= {*GAMES}
    assert all(guide_of(name).game == name for name in GUIDES)


def test_a_click_on_what_is_never_chosen_is_neither_heard_nor_an_error():
    driver = lesson("collexion")
    heard = []
    driver.stage.sounds.play = heard.append
    front = driver.front
    assert not front.table.scene["lid-panel"].target
    front.clicked(front.scene["lid-panel"])
    assert heard == []
    front.clicked(next(sprite for sprite in front.scene if not sprite.target and sprite.tag.startswith("piece-")))
    assert set(heard) <= SOUNDS.keys()


def test_the_last_word_of_a_guide_has_one_button():
    driver = lesson("collexion")
    driver.front.number = len(driver.front.guide.steps) - 1
    driver.front.changed()
    assert "guide-on" in driver.front.scene
    assert "guide-leave" not in driver.front.scene
