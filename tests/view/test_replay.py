"""Games that are watched again: to and fro, by slider, with their shake, and nothing shown that is hidden."""

import itertools
import json
import random
from dataclasses import replace
from datetime import UTC, datetime

import pygame
import pytest

from sim import table
from sim.record.shelf import Kept, games
from sim.session import Seat, Session
from sim.view.replay.bar import parts
from sim.view.replay.path import path_of
from sim.view.screens.collexion import CollexionTable
from sim.view.screens.menu import Menu
from sim.view.screens.replay import Replay
from sim.view.screens.reshake import Reshake
from sim.view.screens.sheet import Sheet
from sim.view.screens.shelf import ROWS, Shelf
from sim.view.screens.table import Table
from tests.view.watching import ONE_OF_EACH, WATCHED, Driver, cut, golden


def watching(session, **options):
    driver = Driver(**options)
    return driver, driver.open(Replay(driver.stage, session))


@pytest.mark.parametrize("name", WATCHED)
def test_every_game_steps_forth_and_back_to_equal_scenes(name):
    session = golden(name)
    driver, replay = watching(session)
    last = len(session.moves)
    shown = {0: replay.scene}
    for ply in sorted({1, last // 2, last}):
        replay.go(ply - 1)
        shown[ply - 1] = replay.scene
        driver.key(pygame.K_RIGHT)
        assert replay.ply == ply
        assert replay.table.session.state == session.states[ply]
        shown[ply] = replay.scene
    for ply in sorted(shown, reverse=True):
        replay.go(ply + 1)
        driver.key(pygame.K_LEFT)
        assert replay.scene == shown[ply] or ply == last
    driver.key(pygame.K_END)
    assert replay.scene == shown[last]
    driver.key(pygame.K_HOME)
    assert replay.scene == shown[0]


@pytest.mark.parametrize("name", ONE_OF_EACH)
def test_a_whole_game_plays_by_itself_and_stops_at_its_end(name):
    session = golden(name)
    driver, replay = watching(session, animation="quick")
    replay.go(len(session.moves) - 12)
    driver.click("speed")
    driver.click("speed")  # four times as fast
    driver.key(pygame.K_SPACE)
    assert replay.playing
    seen = []
    for _ in range(600):
        driver.run(1)
        if replay.ply not in seen:
            seen.append(replay.ply)
    assert seen == list(range(len(session.moves) - 12, len(session.moves) + 1))
    assert not replay.playing
    driver.key(pygame.K_SPACE)
    assert replay.playing, "from its end it begins anew"
    assert replay.ply <= 1


@pytest.mark.parametrize("name", ONE_OF_EACH)
def test_what_flies_arrives_and_leaves_the_scene_that_a_jump_shows(name):
    session = golden(name)
    driver, replay = watching(session, animation="normal")
    flown = 0
    for ply in range(1, 15):
        driver.key(pygame.K_RIGHT)
        flown += bool(replay.table.moving)
        driver.run(130)
        assert not replay.table.moving
        _, jumped = watching(session)
        jumped.go(ply)
        assert [sprite.tag for sprite in jumped.scene] == [sprite.tag for sprite in replay.scene]
    assert flown


def test_the_slider_is_clicked_and_dragged():
    session = golden(ONE_OF_EACH[0])
    driver, replay = watching(session)
    last, where = len(session.moves), parts(driver.stage.size)
    driver.press(where.slider.middle)
    assert replay.ply == round(last / 2)
    driver.event(pygame.MOUSEBUTTONDOWN, pos=tuple(map(round, where.slider.middle)), button=1)
    for ply in (3, 40, last, 0, 17):
        pos = tuple(map(round, where.place(ply, last)))
        driver.event(pygame.MOUSEMOTION, pos=pos, rel=(1, 0), buttons=(1, 0, 0))
        assert replay.ply == ply
    driver.event(pygame.MOUSEMOTION, pos=(-50, 0), rel=(1, 0), buttons=(1, 0, 0))
    assert replay.ply == 0, "beyond the end of the slider is its end"
    driver.event(pygame.MOUSEBUTTONUP, pos=(-50, 0), button=1)
    driver.event(pygame.MOUSEMOTION, pos=tuple(map(round, where.place(9, last))), rel=(1, 0), buttons=(0, 0, 0))
    assert replay.ply == 0, "it was let go"


def test_nothing_on_the_table_can_be_chosen_and_nothing_is_kept():
    session = golden(ONE_OF_EACH[0])
    driver, replay = watching(session)
    for _ in range(20):
        driver.key(pygame.K_RIGHT)
    assert {sprite.tag for sprite in replay.scene.targets()} == {
        "first", "back", "play", "step", "last", "speed", "again", "leave",
    }  # fmt: skip
    driver.run(20)
    assert not driver.house.kept
    assert not replay.table.thinking


def test_each_move_is_told_in_words():
    session = golden("collexion-de-2")
    _, replay = watching(session)
    replay.go(1)
    (line,) = replay.scene["headline"].items
    assert " takes the " in line.text


def test_the_end_says_who_has_won():
    session = golden("collexion-de-2")
    _, replay = watching(session)
    replay.go(len(session.moves))
    (line,) = replay.scene["detail"].items
    assert "win" in line.text


# What is hidden


def _told(replay, ply):
    """Return all that the scene shows, but for the code of the pile."""
    replay.go(ply)
    return [(sprite.tag, sprite.items) for sprite in replay.scene if sprite.tag not in ("code", "code-place")]


@pytest.mark.parametrize(
    "kinds", [("human", "casual", "casual"), ("human", "human", "casual"), ("casual", "human", "human")]
)
def test_an_unfinished_game_shows_only_what_its_humans_know_c12(kinds):
    # Won markers are known to their owner alone, and so are polygons that are wholly hidden.
    name = "collexion-fr-blue-orange-3"
    session = cut(golden(name), len(golden(name).moves) * 3 // 4, kinds)
    humans = [seat for seat, kind in enumerate(kinds) if kind == "human"]
    assert any(len(set(won)) > 1 for won in session.state.markers)
    _, replay = watching(session)
    last = len(session.moves)
    shown = _told(replay, last)
    for k, human in enumerate(humans):
        for n in range(5):
            other = session.state.redealt(human, random.Random(10 * k + n).random)
            _, again = watching(Session(session.seats, (*session.states[:-1], other), session.moves))
            assert _told(again, last) == shown


@pytest.mark.parametrize("kinds", [("human", "casual"), ("human", "human"), ("casual", "human")])
def test_an_unfinished_game_shows_no_hand_but_that_of_its_one_human_a4(kinds):
    session = cut(golden("axio-rota-2"), 9, kinds)
    humans = [seat for seat, kind in enumerate(kinds) if kind == "human"]
    _, replay = watching(session)
    for ply in range(len(session.moves) + 1):
        replay.go(ply)
        own = session.states[ply].player_view(humans[0]).hand if len(humans) == 1 else None
        shown = _of_table(replay)
        assert ("hand-tile" in shown) == (own is not None)
        for n, human in itertools.product(range(3), humans):
            other = session.states[ply].redealt(human, random.Random(n).random)
            _, again = watching(Session(session.seats, (*session.states[:ply], other), session.moves[:ply]))
            again.go(ply)
            assert _of_table(again) == shown


def _of_table(replay):
    return {sprite.tag: sprite.items for sprite in replay.table.picture()}


def test_a_finished_game_shows_all_markers():
    session = golden("collexion-de-3")
    _, replay = watching(session)
    ply = len(session.moves) * 3 // 4
    replay.go(ply)
    for seat, won in enumerate(session.states[ply].markers):
        for k, value in enumerate(sorted(won, reverse=True)):
            texts = [item.text for item in replay.scene[f"won-{seat}-{k}"].items if hasattr(item, "text")]
            assert texts == [str(value)]


def test_a_hot_seat_table_keeps_points_to_itself_too_c12():
    session = cut(golden("collexion-de-2"), len(golden("collexion-de-2").moves) - 4, ("human", "human"))
    _, replay = watching(session)
    replay.go(len(session.moves))
    for seat in (0, 1):
        (line,) = replay.scene[f"points-{seat}"].items
        assert "marker" in line.text


# The shake


def test_the_shake_of_the_pile_is_seen_again():
    session = golden("collexion-de-2")
    driver, replay = watching(session)
    driver.key(pygame.K_s)
    assert isinstance(driver.front, Reshake)
    driver.run(40)
    assert driver.front.told()[0] == "The very same pile"
    driver.key(pygame.K_SPACE)
    assert driver.front is replay


def test_another_pile_than_that_of_the_game_is_told():
    driver, _ = watching(golden("collexion-de-2"))
    driver.house.shake_again = lambda pile: driver.house.shake(1)
    driver.key(pygame.K_s)
    driver.run(40)
    assert driver.front.told()[0] == "Another pile"


def test_the_box_goes_the_way_that_the_hand_has_carried_it():
    # As the hand's own reckoning does: speed from acceleration, place from speed, a sixtieth of a second each.
    trace = [(900, 0)] * 5 + [(-900, 300)] * 10
    vx = vy = x = y = 0.0
    for (ax, ay), place in zip(trace, path_of(trace), strict=False):
        vx, vy = vx + ax * 9.81 / 60, vy + ay * 9.81 / 60
        x, y = x + vx / 60, y + vy / 60
        assert place == pytest.approx((x, y))
    assert sum(map(abs, path_of(trace)[-1])) < 0.2
    assert path_of([]) == ()


# Where games are found


def _on_shelf(folder, names):
    (folder / "games").mkdir()
    for k, name in enumerate(names):
        path = folder / "games" / f"{k}.json"
        golden(name).record(table.versions()).save(path)


def test_the_shelf_tells_who_played_and_how_it_ended(tmp_path):
    _on_shelf(tmp_path, ["collexion-de-2"])
    (kept,) = games(tmp_path, pytest.fail)
    session = golden("collexion-de-2")
    assert kept.seats == (Seat("human"), Seat("casual"))
    assert (kept.scores, kept.winners) == (session.state.scores, session.state.outcome.winners)
    assert kept.moves == len(session.moves)
    assert kept.read() == session.record(table.versions())


def test_what_is_no_finished_game_is_told_and_passed_over(tmp_path):
    _on_shelf(tmp_path, ["collexion-de-2"])
    (tmp_path / "games" / "a.json").write_text("{}")
    (tmp_path / "games" / "b.json").write_bytes(b"\xff\xfe")
    unfinished = cut(golden("collexion-de-2"), 5)
    unfinished.record(table.versions()).save(tmp_path / "games" / "c.json")
    told = []
    assert len(list(games(tmp_path, told.append))) == 1
    assert len(told) == 3
    assert all("\n" not in line for line in told)
    assert list(games(tmp_path / "nowhere", told.append)) == []


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("players", ["human"]),
        ("players", [": nobody", "casual"]),
        ("players", ["casual: two\nlines", "casual"]),
        ("scores", [1]),
        ("seed", float("inf")),
        ("outcome", {"winners": [2], "reason": "nothing left"}),
    ],
)
def test_a_head_that_contradicts_itself_hides_no_other_game(tmp_path, name, value):
    _on_shelf(tmp_path, ["collexion-de-2", "collexion-de-2"])
    path = tmp_path / "games" / "0.json"
    path.write_text(json.dumps({**json.loads(path.read_text()), name: value}))
    told = []
    assert [kept.path.name for kept in games(tmp_path, told.append)] == ["1.json"]
    assert len(told) == 1


def _kept(path, number):
    session = golden("collexion-de-2")
    outcome, ended = session.state.outcome, datetime(2031, 5, 17, 20, number % 60, tzinfo=UTC)
    return Kept(path, "collexion", 7, session.seats, 90, session.state.scores, outcome.winners, ended)


def test_the_menu_leads_to_the_shelf_and_a_game_of_it_is_watched(tmp_path):
    path = tmp_path / "game.json"
    golden("collexion-de-2").record(table.versions()).save(path)
    driver = Driver()
    driver.house.finished = [_kept(path, k) for k in range(ROWS + 3)]
    driver.open(Menu(driver.stage))
    driver.run()
    driver.click("games")
    assert isinstance(driver.front, Shelf)
    assert f"game-{ROWS - 1}" in driver.front.scene
    driver.key(pygame.K_PAGEDOWN)
    driver.click(f"game-{ROWS + 2}")
    driver.run()
    assert isinstance(driver.front, Replay)
    assert driver.front.film.session.moves == golden("collexion-de-2").moves
    driver.key(pygame.K_ESCAPE)
    assert isinstance(driver.front, Shelf)


def test_an_empty_shelf_says_so():
    driver = Driver()
    driver.open(Shelf(driver.stage))
    driver.run()
    (line,) = driver.front.scene["none"].items
    assert line.text == "No game has been played yet."


def test_a_game_that_was_left_stands_first_without_points_that_are_secret_and_goes_on(tmp_path):
    path, session = tmp_path / "game.json", cut(golden("collexion-de-2"), 60)
    session.record(table.versions()).save(path)
    driver = Driver()
    left = replace(_kept(path, 1), scores=(931, 928), winners=(), moves=60)
    driver.house.finished = [left, _kept(path, 2)]
    driver.open(Shelf(driver.stage))
    driver.run()
    texts = {item.text for sprite in driver.front.scene.sprites for item in sprite.items if hasattr(item, "text")}
    assert "Not over yet: go on with it" in texts
    assert not [text for text in texts if "931" in text or "928" in text]
    driver.click("game-0")
    driver.run()
    assert isinstance(driver.front, CollexionTable)
    assert driver.front.session.moves == session.moves


def test_the_sheet_leads_to_the_game_from_its_start():
    from sim.view.screens.games import table_of

    driver = Driver()
    over: Table = table_of(driver.stage, golden("collexion-de-2"))
    driver.open(over)
    driver.open(Sheet(driver.stage, over))
    driver.click("watch")
    assert isinstance(driver.front, Replay)
    assert driver.front.ply == 0
    driver.key(pygame.K_ESCAPE)
    assert isinstance(driver.front, Sheet)


def test_a_window_that_grows_or_changes_its_colours_shows_the_same_moment():
    driver, replay = watching(golden(ONE_OF_EACH[0]))
    replay.go(20)
    driver.stage.size = 1920, 1080
    assert replay.scene.size == (1920, 1080)
    driver.stage.size = 960, 600
    assert replay.scene.size == (960, 600)
    assert replay.ply == 20
    assert replay.table.scene.size[1] < 600
