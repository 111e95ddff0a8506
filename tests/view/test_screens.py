"""Menu, set-up, shake and cards: what they show and what they do."""

from collections import deque
from dataclasses import replace

import pygame
import pytest

from sim.errors import JobLost, NotSettled, SeedError
from sim.session import Seat
from sim.view.course import Course
from sim.view.grip import Grip
from sim.view.items import Text
from sim.view.screen import behind
from sim.view.screens.collexion import CollexionTable
from sim.view.screens.shaking import Shaking
from tests.view.driver import QUIET, Driver, closing, plans
from tests.view.house import Done, Hand, frames_of, pile_of


def name_of(driver):
    return type(driver.front).__name__


def words(driver):
    scene = driver.front.picture()
    return {item.text for sprite in scene for item in sprite.items if isinstance(item, Text)}


def test_the_first_picture_is_the_menu():
    with closing(Driver()) as driver:
        driver.step()
        assert {"Polypile", "Collexion", "Options"} <= words(driver)
        assert len({tuple(pixel) for pixel in driver.pixels()[::40, ::40].reshape(-1, 3)}) > 20


def test_what_the_pointer_does_is_in_the_next_picture():
    with closing(Driver()) as driver:
        driver.step()
        before = driver.pixels().copy()
        driver.point("options")
        assert (driver.pixels() != before).any()


def test_a_game_that_was_left_is_offered_and_goes_on():
    with closing(Driver(replace(QUIET, plans=plans(("human", "casual", "", ""))))) as first:
        first.click("play-collexion")
        first.click("go")
        first.until(lambda: isinstance(first.front, CollexionTable) and first.front.own_turn)
        left = first.house.kept[-1]
    with closing(Driver()) as driver:
        driver.house.left = left
        driver.front._looked_for = driver.house.unfinished()
        driver.step()
        driver.click("continue")
        assert driver.front.session == left


def test_leaving_the_menu_ends_its_shake():
    with closing(Driver()) as driver:
        endless = Done(deque(frames_of(pile_of(7))), at_once=0)
        driver.front._course = Course(endless)
        driver.click("play-collexion")
        assert endless.done


# Setting up


def test_who_plays_and_by_which_rules_is_what_was_chosen():
    with closing(Driver()) as driver:
        driver.click("play-collexion")
        driver.click("kind-3-strong")
        driver.click("option-variants-0")
        driver.click("option-edition-2")
        driver.click("name-0")
        driver.type("Anna")
        driver.click("go")
        driver.until(lambda: isinstance(driver.front, CollexionTable))
        state = driver.front.state
        assert (state.setup.players, state.setup.variants, state.edition.name) == (4, ("team",), "it")
        assert driver.front.session.seats[0] == Seat("human", "Anna")
        assert driver.front.session.seats[3].kind == "strong"


def test_what_was_chosen_is_found_again():
    with closing(Driver()) as driver:
        driver.click("play-collexion")
        driver.click("kind-1-beginner")
        driver.click("option-edition-1")
        driver.click("go")
        kept = driver.house.settings
    with closing(Driver(kept)) as driver:
        driver.click("play-collexion")
        assert driver.front.plan.kinds == ("human", "beginner", "casual", "")
        assert driver.front.plan.options["edition"] == "fr"


@pytest.mark.parametrize("variants", [("team",), "team", "expert", ("none",)])
def test_c19_a_plan_that_was_kept_is_one_that_can_be_played(variants):
    with closing(Driver(replace(QUIET, plans=plans(("human", "casual", "", ""), variants=variants)))) as driver:
        driver.click("play-collexion")
        assert driver.front.plan.options["variants"] == ()
        driver.click("option-variants-1")
        assert driver.front.plan.options["variants"] == ("expert",)


def test_c19_teams_cannot_be_chosen_unless_four_play():
    with closing(Driver()) as driver:
        driver.click("play-collexion")
        assert not driver.scene["option-variants-0"].target
        driver.click("kind-3-casual")
        driver.click("option-variants-0")
        driver.click("kind-3-")
        assert driver.front.plan.options["variants"] == ()


def test_a_seed_that_is_none_is_told_and_nothing_starts():
    with closing(Driver()) as driver:

        def refuse(text):
            raise SeedError(f"{text} is no seed")

        driver.house.read_seed = refuse
        driver.click("play-collexion")
        driver.click("seed")
        driver.type("oops")
        assert "oops is no seed" in words(driver)
        driver.press(pygame.K_ESCAPE)
        assert not driver.scene["go"].target
        driver.press(pygame.K_RETURN)
        assert name_of(driver) == "SetupCollexion"


def test_a_name_is_written_and_taken_back_letter_by_letter():
    with closing(Driver()) as driver:
        driver.click("play-collexion")
        driver.click("name-1")
        driver.type("Bert")
        driver.press(pygame.K_BACKSPACE)
        driver.press(pygame.K_o)  # while one writes, letters are no shortcuts
        assert driver.front.plan.names[1] == "Ber"
        driver.type("x" * 40)
        assert len(driver.front.plan.names[1]) == 16
        driver.press(pygame.K_ESCAPE)
        assert name_of(driver) == "SetupCollexion"
        driver.press(pygame.K_ESCAPE)
        assert name_of(driver) == "Menu"


# The shake


def shaking(by_hand=False, animation="normal"):
    driver = Driver(replace(QUIET, animation=animation))
    driver.step()
    driver.click("play-collexion")
    driver.click("hand" if by_hand else "go")
    return driver


def test_the_shake_is_seen_at_its_own_pace():
    with closing(shaking()) as driver:
        driver.step(seconds=0.1)
        assert name_of(driver) == "Shaking"
        assert driver.front.picture().moment is not None
        driver.step(seconds=3.0)
        assert name_of(driver) == "CollexionTable"


def test_a_key_skips_the_shake():
    with closing(shaking()) as driver:
        assert driver.front._course.pile is None
        driver.press(pygame.K_SPACE)
        driver.step()
        assert not isinstance(driver.front, Shaking) or driver.front._course.pile is not None


def test_a_seed_that_does_not_settle_is_told_and_the_setting_up_goes_on():
    class Failing(Done):
        def news(self):
            raise NotSettled("seed 7 does not come to rest")

    with closing(Driver(replace(QUIET, animation="normal"))) as driver:
        driver.step()
        driver.click("play-collexion")
        driver.house.shake = lambda seed: Failing()
        driver.click("go")
        driver.step()
        assert name_of(driver) == "SetupCollexion"
        assert any("does not come to rest" in text for text in driver.window.stage.notices)


def test_the_box_follows_the_hand_and_what_it_did_is_handed_on():
    with closing(shaking(by_hand=True)) as driver:
        hand = driver.front._hand
        assert isinstance(hand, Hand)
        x, y = driver.scene.view.x, driver.scene.view.y
        driver.step(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=(x, y), button=1))
        assert not driver.scene["down"].target
        for k in range(60):
            swing = 90 if k // 4 % 2 else -90
            driver.step(pygame.event.Event(pygame.MOUSEMOTION, pos=(x + swing, y), rel=(0, 0), buttons=(1, 0, 0)))
        assert driver.front.picture().shift != (0, 0)
        assert max(abs(push[0]) for push in hand.pushes) > 800
        assert all(abs(push[1]) < 50 for push in hand.pushes)
        driver.step(pygame.event.Event(pygame.MOUSEBUTTONUP, pos=(x, y), button=1))
        driver.click("down")
        driver.until(lambda: isinstance(driver.front, CollexionTable))


def test_the_box_is_shaken_by_arrow_keys_too():
    with closing(shaking(by_hand=True)) as driver:
        for k in range(30):
            driver.press((pygame.K_LEFT, pygame.K_RIGHT, pygame.K_UP, pygame.K_DOWN)[k % 4])
            driver.step(seconds=0.05)
        driver.press(pygame.K_SPACE)
        driver.until(lambda: isinstance(driver.front, CollexionTable))


def test_what_is_seen_of_the_hand_is_what_is_recorded():
    """The box moves as its accelerations, to the thousandth of g, say; let go, it comes back to rest."""
    grip = Grip()
    grip.key(pygame.K_RIGHT, 0.0, 2.0)
    place = speed = 0.0
    for k in range(120):
        for x, _y in grip.pushes(k / 60):
            speed += x / 1000 * 9810 / 60
            place += speed / 60
            assert grip.shift()[0] == round(2.0 * place)
    assert abs(place) < 2.0
    assert abs(speed) < 20.0


# Cards


def test_options_hold_at_once():
    with closing(Driver()) as driver:
        driver.press(pygame.K_o)
        driver.click("animation-3")
        driver.click("sound-0")
        assert driver.house.settings.animation == "slow"
        assert driver.house.settings.sound
        driver.press(pygame.K_ESCAPE)
        assert name_of(driver) == "Menu"


def test_the_window_shows_all_in_any_size():
    with closing(Driver(size=(640, 400))) as driver:
        driver.step()
        assert driver.scene.size == (960, 600)
        assert driver.window.surface.get_size() == (640, 400)
        x, y = driver.scene.middle("options")
        spot = round(x * 640 / 960), round(y * 400 / 600)
        driver.step(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=spot, button=1))
        assert name_of(driver) == "Options"


@pytest.mark.parametrize("size", [(960, 600), (1280, 800), (1920, 1080), (1024, 1366)])
def test_no_control_lies_outside_the_window_or_over_another(size):
    with closing(Driver(size=size)) as driver:
        for tag in (None, "play-collexion"):
            if tag:
                driver.click(tag)
            boxes = {sprite.tag: sprite.outline for sprite in driver.scene.targets()}
            for outline in boxes.values():
                assert all(-0.5 <= x <= size[0] + 0.5 and -0.5 <= y <= size[1] + 0.5 for x, y in outline)
            rects = [
                pygame.Rect(min(x for x, _ in o), min(y for _, y in o), 1, 1).union(
                    pygame.Rect(max(x for x, _ in o) - 1, max(y for _, y in o) - 1, 1, 1)
                )
                for o in boxes.values()
            ]
            for k, rect in enumerate(rects):
                assert rect.collidelist(rects[:k]) < 0


def test_closing_the_window_ends_the_work_behind_it():
    driver = Driver()
    driver.step(pygame.event.Event(pygame.QUIT))
    assert not driver.window.stage.screens
    driver.window.close()
    assert driver.house.closed


class Broken(Done):
    """An errand that has failed, whenever it is asked."""

    def news(self):
        raise JobLost("nobody can do that")


def counting(errand):
    """Return what makes errands, and the list of what they were asked for."""
    asked = []

    def ask(*details):
        asked.append(details)
        return errand

    return ask, asked


def test_a_menu_without_a_shake_says_so_once_and_tries_again_when_it_is_back():
    with closing(Driver(replace(QUIET, animation="normal"))) as driver:
        driver.house.shake, asked = counting(Broken())
        driver.step(seconds=0.5)
        assert len(asked) == len(list(driver.window.stage.notices)) == 1
        driver.click("play-collexion")
        driver.click("back")
        driver.step()
        assert len(asked) == 2


def test_a_bot_that_fails_again_and_again_does_not_say_so_with_every_frame():
    with closing(Driver(replace(QUIET, plans=plans(("casual", "casual", "", ""))))) as driver:
        driver.house.advise, asked = counting(Broken())
        driver.click("play-collexion")
        driver.click("go")
        driver.until(lambda: list(driver.window.stage.notices))
        driver.step(seconds=1.0)
        assert len(list(driver.window.stage.notices)) == 1
        driver.step(seconds=3.0)
        assert len(list(driver.window.stage.notices)) == 2
        assert len(asked) <= 4


def test_leaving_the_shake_ends_the_setting_up_of_its_game_too():
    with closing(Driver(QUIET)) as driver:
        slow = Done(deque(["a game"]), at_once=0)
        driver.house.begin = lambda *_asked: slow
        driver.click("play-collexion")
        driver.click("go")
        driver.until(lambda: driver.front._game is not None)
        driver.press(pygame.K_ESCAPE)
        assert name_of(driver) == "SetupCollexion"
        assert slow.done


def test_what_lies_behind_two_cards_has_other_colours_too():
    with closing(Driver(QUIET)) as driver:
        driver.click("play-collexion")
        driver.click("go")
        driver.until(lambda: isinstance(driver.front, CollexionTable))
        table = driver.front
        driver.press(pygame.K_ESCAPE)
        driver.click("options")
        driver.click("colour_vision-1")
        driver.press(pygame.K_ESCAPE)
        assert name_of(driver) == "Pause"
        seen = behind(table.picture()).sprites
        assert driver.scene.sprites[: len(seen)] == seen


def test_a_window_of_another_size_is_drawn_even_where_the_scene_stays_as_it_is():
    with closing(Driver(size=(640, 400))) as driver:
        driver.house.shake = lambda seed: Done()
        driver.step()
        driver.window.surface.fill((255, 0, 255))  # what a new surface holds is anything
        driver.step(pygame.event.Event(pygame.WINDOWSIZECHANGED))
        assert tuple(driver.pixels()[0, 0]) != (255, 0, 255)


def test_only_of_a_game_that_is_kept_it_is_said_that_it_is():
    told = "The game is kept: go on with it whenever you like."
    with closing(Driver(QUIET)) as driver:
        driver.click("play-collexion")
        driver.click("go")
        driver.until(lambda: isinstance(driver.front, CollexionTable))
        for keeps in (True, False):
            driver.front.keeps = keeps
            driver.press(pygame.K_ESCAPE)
            assert (told in words(driver)) == keeps
            driver.press(pygame.K_ESCAPE)
        driver.front.keeps, driver.house.unsaved = True, "the disk is full"
        driver.press(pygame.K_ESCAPE)
        assert told not in words(driver)
        assert "This game cannot be saved: close the window and it is lost." in words(driver)
