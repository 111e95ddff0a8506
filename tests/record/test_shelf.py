"""The shelf of games that are over: what is listed, in what order, and what is told of the rest."""

import os

import pytest

from sim.record import autosave, shelf
from sim.record.autosave import GAMES
from tests.record.player import played_on, started


@pytest.fixture
def folder(tmp_path):
    """Make a folder with two games that are over, the second one later."""
    (tmp_path / GAMES).mkdir()
    for number, seed in enumerate((3, 4)):
        session = started(seed)
        while session.state.outcome is None:
            session = played_on(session)
        path = tmp_path / GAMES / f"colour-collect-{seed}-a.json"
        session.record({"polypile": "test"}).save(path)
        os.utime(path, (1000 + number, 1000 + number))
    return tmp_path


def test_games_that_are_over_are_listed_the_newest_first_and_can_be_read(folder):
    games = list(shelf.games(folder, pytest.fail))
    assert [game.seed for game in games] == [4, 3]
    for game in games:
        record = game.read()
        record.verify()
        assert (game.moves, game.scores, game.winners) == (len(record.moves), record.scores, record.outcome.winners)


def test_games_that_were_left_come_first(folder):
    ids = []
    for seed in (6, 7):
        save = autosave.Save.begun(folder)
        save.write(played_on(started(seed)).record({"polypile": "test"}).to_json())
        save.release()
        os.utime(save.path, (seed, seed))
        ids.append(save.path)
    (folder / autosave.SAVES / "damaged.json").write_text("{")
    games = list(shelf.games(folder, pytest.fail))
    assert [(game.seed, game.over) for game in games] == [(7, False), (6, False), (4, True), (3, True)]
    assert [game.path for game in games[:2]] == ids[::-1]


def test_what_holds_no_game_that_is_over_is_told_and_the_others_are_listed(folder):
    games = folder / GAMES
    (games / "unfinished.json").write_text(started(5).record({}).to_json())
    (games / "damaged.json").write_bytes(b"\xff")
    (games / "folder.json").mkdir()
    told = []
    assert len(list(shelf.games(folder, told.append))) == 2
    assert sorted(line.rpartition("/")[2] for line in told) == [
        "damaged.json cannot be read: it is no UTF-8 text",
        "unfinished.json holds no game that is over",
    ]


def test_a_clock_that_was_beyond_all_years_hides_no_other_game(folder):
    far = 10**12
    try:
        os.utime(folder / GAMES / "colour-collect-3-a.json", (far, far))
    except OSError:
        pytest.skip("this file system has no such time")
    told = []
    games = list(shelf.games(folder, told.append))
    assert len(games) + len(told) == 2
    assert 4 in [game.seed for game in games]


def test_where_no_game_was_played_the_shelf_is_empty(tmp_path):
    assert list(shelf.games(tmp_path, pytest.fail)) == []
