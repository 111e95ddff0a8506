"""Collexion at the table: whole games by mouse and by keys; what is said, shown and taken back."""

import random
from dataclasses import replace

import pygame
import pytest

from sim import table
from sim.errors import IllegalMove
from sim.view.items import Shade, Text
from sim.view.screens.collexion import CollexionTable
from tests.view.driver import QUIET, Driver, choices, closing, plans, play_by_mouse, spot_of

EDITIONS = "de", "fr", "it", "fr-blue-orange"
VARIANTS = (), ("team",), ("expert",), ("team", "expert")


def seated(kinds=("human", "casual", "casual", ""), seeds=(7, 1, 0), size=(960, 600), drawn=1, **options):
    """Return a driver at a table of Collexion that has just been set."""
    settings = replace(QUIET, plans=plans(kinds, **options))
    driver = Driver(settings, size, seeds=seeds, drawn=drawn)
    driver.click("play-collexion")
    driver.click("go")
    driver.until(lambda: isinstance(driver.front, CollexionTable))
    return driver


def on_turn(driver):
    driver.until(lambda: driver.front.own_turn)
    return driver.front


def played_to_the_end(driver, seed=0):
    over = play_by_mouse(driver, seed)
    record = over.session.record(table.versions())
    record.verify()
    driver.until(lambda: type(driver.front).__name__ == "Sheet")
    assert driver.house.kept[-1] == over.session
    return over


@pytest.mark.parametrize(("edition", "variants"), list(zip(EDITIONS, VARIANTS, strict=True)))
def test_a_whole_game_is_played_by_mouse(edition, variants):
    """Each edition and each variant once; all of both together in the long tests."""
    kinds = ("human", "casual", "casual", "casual") if "team" in variants else ("human", "casual", "", "")
    with closing(seated(kinds, drawn=20, edition=edition, variants=variants)) as driver:
        over = played_to_the_end(driver)
        assert over.state.edition.name == edition
        assert over.state.setup.variants == variants


@pytest.mark.soak
@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("variants", VARIANTS)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_all_games_are_played_by_mouse(edition, variants, players):
    if "team" in variants and players != 4:
        pytest.skip("teams are for four players (C19)")
    kinds = ("human", "human", "casual", "human")[:players] + ("",) * (4 - players)
    with closing(seated(kinds, drawn=20, edition=edition, variants=variants)) as driver:
        played_to_the_end(driver, players)


@pytest.mark.parametrize("variants", [(), *(pytest.param(some, marks=pytest.mark.soak) for some in VARIANTS[1:])])
def test_a_whole_game_is_played_by_keys_alone(variants):
    kinds = ("human", "casual", "casual", "casual") if "team" in variants else ("human", "casual", "", "")
    settings = replace(QUIET, plans=plans(kinds, variants=variants))
    with closing(Driver(settings, drawn=20)) as driver:
        driver.press(pygame.K_c, pygame.K_RETURN)
        driver.until(lambda: isinstance(driver.front, CollexionTable))
        over, dice = driver.front, random.Random(1)
        for _ in range(2000):
            if over.session.state.outcome is not None:
                break
            others = [tag for tag in choices(driver) if tag != "finish"]
            if not over.own_turn:
                driver.step()
            elif "finish" in choices(driver) and (len(over.state.taken) > 1 or not over.state.taking or not others):
                driver.press(pygame.K_e)
            else:
                driver.focus(dice.choice(others))
                driver.press(pygame.K_RETURN)
        over.session.record(table.versions()).verify()
        assert over.session.state.outcome is not None
        driver.until(lambda: type(driver.front).__name__ == "Sheet")
        driver.focus("leave")
        driver.press(pygame.K_SPACE)
        assert type(driver.front).__name__ == "Menu"


# What can be chosen


def test_c5_what_can_be_chosen_is_what_is_legal():
    with closing(seated()) as driver:
        at = on_turn(driver)
        pieces = {int(tag[6:]) for tag in choices(driver) if tag.startswith("piece-")}
        assert pieces == {move[1] for move in at.state.legal if move[0] == "take"} == set(at.state.reachable)


def test_c6_what_may_follow_in_the_chain_is_marked_and_nothing_else():
    with closing(seated()) as driver:
        at = on_turn(driver)
        first = next(tag for tag in choices(driver) if tag.startswith("piece-"))
        driver.click_at(spot_of(driver, first))
        last = at.state.pile[int(first[6:])]
        marked = [at.state.pile[int(tag[6:])] for tag in choices(driver) if tag.startswith("piece-")]
        assert marked
        assert all(piece.shape == last.shape or piece.colour == last.colour for piece in marked)


def test_a_click_on_a_blocked_polygon_takes_nothing_and_says_why():
    with closing(seated()) as driver:
        at = on_turn(driver)
        blocked = next(
            sprite.tag
            for sprite in driver.scene
            if sprite.tag.startswith("piece-") and not sprite.target and spot_of(driver, sprite.tag)
        )
        id = int(blocked[6:])
        driver.click_at(spot_of(driver, blocked))
        assert at.state.taken == ()
        said = " ".join(texts(driver.front.picture(), "reason"))
        assert said.startswith("Blocked: ")
        with pytest.raises(IllegalMove):
            at.state.check(f"take {id}")
        over = {f"over-{way}" for way in at.state.cover.blockers(id, at.state.edition.reachable, gone(at))}
        assert over & {sprite.tag for sprite in driver.front.picture()}


def gone(at):
    return frozenset(range(80)) - at.state.left


def texts(scene, start=""):
    return [item.text for s in scene if s.tag.startswith(start) for item in s.items if isinstance(item, Text)]


def test_a_polygon_that_can_be_taken_lifts_under_the_pointer():
    with closing(seated()) as driver:
        on_turn(driver)
        tag = next(tag for tag in choices(driver) if tag.startswith("piece-"))
        assert "lifted" not in driver.front.picture()
        driver.step(
            pygame.event.Event(pygame.MOUSEMOTION, pos=whole(spot_of(driver, tag)), rel=(0, 0), buttons=(0, 0, 0))
        )
        lifted = driver.front.picture()["lifted"]
        assert lifted.at.scale > driver.scene.view.scale
        assert isinstance(lifted.items[0], Shade)


def whole(place):
    return round(place[0]), round(place[1])


def test_a_swap_is_chosen_on_the_things_themselves_and_can_be_given_up():
    with closing(seated(("human", "human", "", ""))) as driver:
        at = on_turn(driver)
        for _ in range(2):  # both take one, so that both own one
            driver.click_at(spot_of(driver, next(tag for tag in choices(driver) if tag.startswith("piece-"))))
            driver.click("finish")
            driver.step()
        seat, other = at.state.to_move, 1 - at.state.to_move
        driver.click("action-swap")
        assert set(choices(driver)) == {f"cell-{seat}-{at.state.collections[seat][0]}", "action-swap"}
        driver.press(pygame.K_ESCAPE)
        assert at.picked == ()
        driver.click("action-swap")
        mine, theirs = at.state.collections[seat][0], at.state.collections[other][0]
        driver.click(f"cell-{seat}-{mine}")
        driver.click(f"cell-{other}-{theirs}")
        assert str(at.session.moves[-1]) == f"swap {mine} {other} {theirs}"
        assert "action-swap" not in choices(driver)


# What is taken back


def test_a_take_is_taken_back_unless_it_has_shown_what_was_hidden():
    with closing(seated()) as driver:
        at = on_turn(driver)
        before = at.session
        shown = kept = 0
        for tag in [tag for tag in choices(driver) if tag.startswith("piece-")]:
            driver.click_at(spot_of(driver, tag))
            if before.state.reveals(at.state):
                shown += 1
                assert not driver.scene["undo"].target
                at.session = before
                at.changed()
            else:
                kept += 1
                driver.click("undo")
            assert at.session == before
        assert kept


def test_nobody_takes_back_the_move_of_another():
    with closing(seated(("human", "human", "", ""))) as driver:
        at = on_turn(driver)
        driver.click_at(spot_of(driver, next(tag for tag in choices(driver) if tag.startswith("piece-"))))
        driver.click("finish")
        driver.step()
        assert at.state.to_move != at.session.states[0].to_move
        assert not driver.scene["undo"].target


# Hints, words


def test_a_hint_points_at_a_legal_move_and_says_why():
    with closing(seated()) as driver:
        driver.house._level = "greedy"
        at = on_turn(driver)
        driver.click("hint")
        driver.step()
        assert at.hint.move in at.state.legal
        assert at.target_of(at.hint.move) in driver.scene
        said = texts(driver.front.picture(), "reason")
        assert said
        assert said[0].startswith("Hint: ")


def test_c12_markers_of_one_of_several_humans_show_their_values_only_when_pointed_at():
    with closing(seated(("human", "human", "", ""))) as driver:
        at = on_turn(driver)
        seat = at.state.to_move
        at.session = replace(at.session, states=(*at.session.states[:-1], replace(at.state, markers=((4,), (4,)))))
        at.changed()
        driver.step()
        assert texts(driver.scene, f"won-{seat}-0") == []
        driver.point(f"won-{seat}")
        driver.step()
        assert texts(driver.scene, f"won-{seat}-0") == ["4"]
        assert texts(driver.scene, f"won-{1 - seat}-0") == []


def test_what_is_wholly_hidden_is_in_no_scene():
    with closing(seated()) as driver:
        at = on_turn(driver)
        seen = at.state.player_view(at.session.watcher).left
        assert {int(s.tag[6:]) for s in driver.scene if s.tag.startswith("piece-")} == seen


def test_every_move_is_kept_before_the_next_is_accepted():
    with closing(seated()) as driver:
        at = on_turn(driver)
        driver.house.saving = True
        driver.click_at(spot_of(driver, next(tag for tag in choices(driver) if tag.startswith("piece-"))))
        driver.step(seconds=0.2)
        assert at.state.taken == ()
        driver.house.saving = False
        driver.step()
        assert len(at.state.taken) == 1
        assert driver.house.kept[-1] == at.session


def test_a_key_that_is_pressed_twice_in_one_frame_chooses_nothing_that_was_not_seen():
    with closing(seated(("human", "human", "", ""))) as driver:
        table = on_turn(driver)
        driver.focus(next(tag for tag in choices(driver) if tag.startswith("piece-")))
        enter = pygame.event.Event(pygame.KEYDOWN, key=pygame.K_RETURN, mod=0, unicode="")
        driver.step(enter, enter)
        assert len(table.session.moves) == 1
        assert table.focus in driver.scene


def test_a_key_does_only_what_a_button_on_the_table_does():
    with closing(seated(("human", "human", "", ""), variants=("expert",))) as driver:
        table = on_turn(driver)
        while "stop" not in map(str, table.state.legal) or "stop" in driver.scene:
            driver.click_at(spot_of(driver, next(tag for tag in choices(driver) if tag.startswith("piece-"))))
        moves = table.session.moves
        driver.press(pygame.K_s)
        assert table.session.moves == moves
        driver.press(pygame.K_e)
        assert str(table.session.moves[len(moves)]) == "stop"
