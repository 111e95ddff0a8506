"""The clerk: what is kept, when it is on disk, and what is told when it cannot be."""

import os
import threading
from dataclasses import replace

import pytest

from sim.errors import StoreError
from sim.house import choices
from sim.house.clerk import Clerk
from sim.record import autosave, store
from sim.record.record import Record
from sim.session import Seat
from sim.settings import Settings
from tests.house.waiting import arrived, until
from tests.record.player import played_on, started


@pytest.fixture
def clerks(tmp_path):
    """Make clerks of one folder, each with what it has told."""
    made = []

    def make():
        told = []
        made.append(Clerk(tmp_path, told.append))
        return made[-1], told

    yield make
    for clerk in made:
        clerk.close(5)


def saved(clerk):
    assert until(lambda: not clerk.saving)


def saves(folder):
    return sorted((folder / autosave.SAVES).glob("*.json"))


def test_a_move_is_on_disk_once_nothing_is_being_saved(clerks, tmp_path):
    clerk, told = clerks()
    session = started(3)
    for _ in range(6):
        clerk.keep(session)
        saved(clerk)
        (path,) = saves(tmp_path)
        assert Record.read(path) == session.record(Record.read(path).versions)
        session = played_on(session)
    assert told == []


def test_the_window_only_says_what_to_keep_and_another_thread_does_the_work(clerks, monkeypatch):
    names = set()
    for owner, name in ((Record, "to_json"), (store, "write")):
        real = getattr(owner, name)

        def watched(*arguments, real=real, **more):
            names.add(threading.current_thread().name)
            return real(*arguments, **more)

        monkeypatch.setattr(owner, name, watched)
    clerk, _ = clerks()
    clerk.keep(started(3))
    assert clerk.saving or names
    saved(clerk)
    assert names == {"polypile clerk"}


def test_the_game_at_the_table_is_offered_as_it_stands(clerks):
    clerk, _ = clerks()
    session = played_on(started(3))
    clerk.keep(session)
    (found,) = arrived(clerk.search())
    assert found is session


def test_a_game_that_was_left_is_offered_by_the_next_window_and_goes_on_in_its_file(clerks, tmp_path):
    first, _ = clerks()
    session = played_on(started(3))
    first.keep(session)
    first.close(5)
    second, told = clerks()
    (found,) = arrived(second.search())
    assert (found.states, found.moves, found.seats) == (session.states, session.moves, session.seats)
    second.keep(played_on(found))
    saved(second)
    assert len(saves(tmp_path)) == 1
    assert told == []


def test_any_game_that_was_left_can_be_gone_on_with(clerks, tmp_path):
    first, _ = clerks()
    games = [played_on(started(seed)) for seed in (3, 4)]
    for game in games:
        first.keep(game)
        saved(first)
    paths = {Record.read(path).seed: path for path in saves(tmp_path)}
    assert arrived(first.take_up(paths[4])) == [games[1]], "it is the one at the table"
    (found,) = arrived(first.take_up(paths[3]))
    assert found.moves == games[0].moves
    first.keep(played_on(found))
    saved(first)
    assert len(Record.read(paths[3]).moves) == 2
    second, _ = clerks()
    with pytest.raises(StoreError, match="Another window plays this game, or has ended it"):
        arrived(second.take_up(paths[3]))
    assert arrived(second.take_up(paths[4]))[0].moves == games[1].moves
    paths[3].write_text("{")
    first.close(5)
    with pytest.raises(StoreError, match=r"damaged-1\.json is now the name of a saved game that was damaged"):
        arrived(second.take_up(paths[3]))


def test_two_windows_at_once_keep_a_save_each(clerks, tmp_path):
    (one, _), (other, _) = clerks(), clerks()
    mine, theirs = played_on(started(3)), started(4)
    one.keep(mine)
    other.keep(theirs)
    saved(one)
    saved(other)
    assert arrived(other.search()) == [theirs]
    third, _ = clerks()
    assert arrived(third.search()) == [], "both are being played"
    one.close(5)
    (found,) = arrived(third.search())
    assert found.moves == mine.moves
    assert len(saves(tmp_path)) == 2


def test_a_new_game_leaves_the_old_one_where_it_is(clerks, tmp_path):
    clerk, _ = clerks()
    for seed in (3, 4):
        clerk.keep(started(seed))
        saved(clerk)
    assert len(saves(tmp_path)) == 2


def test_a_new_game_takes_no_move_from_an_old_one_that_is_still_to_be_written(clerks, tmp_path, monkeypatch):
    clerk, _ = clerks()
    session, held = started(3), threading.Event()
    monkeypatch.setattr("sim.house.clerk.high_scores", lambda: held.wait(10) and ())
    clerk.keep(session)
    saved(clerk)
    clerk.high_scores()
    last = played_on(session)
    for game in (last, started(4)):
        clerk.keep(game)
    held.set()
    saved(clerk)
    assert sorted(len(Record.read(path).moves) for path in saves(tmp_path)) == [0, 1]


def test_a_game_that_is_over_goes_to_the_finished_ones_and_back_if_its_end_is_undone(clerks, tmp_path):
    clerk, told = clerks()
    session = started(3)
    while session.state.outcome is None:
        before, session = session, played_on(session)
    games = tmp_path / autosave.GAMES
    for _ in range(2):
        clerk.keep(session)
        saved(clerk)
        (path,) = games.iterdir()
        Record.read(path).verify()
        assert (saves(tmp_path), arrived(clerk.search())) == ([], [])
        clerk.keep(before)
        saved(clerk)
        assert arrived(clerk.search()) == [before]
    assert told == []


def test_where_nothing_can_be_saved_it_is_told_once_and_the_game_goes_on(clerks, tmp_path):
    (tmp_path / autosave.SAVES).write_text("no folder")
    clerk, told = clerks()
    session = started(3)
    for _ in range(5):
        clerk.keep(session)
        saved(clerk)
        session = played_on(session)
    assert len(told) == 1
    assert told[0].startswith("This game cannot be saved, but it goes on: ")
    assert "\n" not in told[0]
    (tmp_path / autosave.SAVES).unlink()
    clerk.keep(session)
    saved(clerk)
    assert len(saves(tmp_path)) == 1


def test_a_full_disk_is_told_once_and_the_last_save_stays_whole(clerks, tmp_path, monkeypatch):
    clerk, told = clerks()
    session = started(3)
    clerk.keep(session)
    saved(clerk)

    def full(_handle):
        raise OSError(28, os.strerror(28))

    monkeypatch.setattr(os, "fsync", full)
    for _ in range(3):
        session = played_on(session)
        clerk.keep(session)
        saved(clerk)
    assert len(told) == 1
    assert "no space left" in told[0]
    (path,) = saves(tmp_path)
    assert Record.read(path).moves == ()
    monkeypatch.undo()
    clerk.keep(session)
    saved(clerk)
    assert len(Record.read(path).moves) == 3
    assert not [path for path in path.parent.iterdir() if path.name.startswith(".")]


@pytest.fixture
def full(monkeypatch):
    """A disk that is full, until it is asked to be otherwise."""
    real, state = os.fsync, {"full": True}

    def sync(handle):
        if state["full"]:
            raise OSError(28, os.strerror(28))
        real(handle)

    monkeypatch.setattr(os, "fsync", sync)
    return state


def test_what_could_not_be_saved_is_tried_again_though_nobody_moves(clerks, tmp_path, monkeypatch, full):
    monkeypatch.setattr("sim.house.clerk._AGAIN", 0.02)
    clerk, told = clerks()
    session = played_on(started(3))
    clerk.keep(session)
    saved(clerk)
    assert "no space left" in clerk.unsaved
    assert saves(tmp_path) == []
    full["full"] = False
    assert until(lambda: not clerk.unsaved)
    assert len(Record.read(saves(tmp_path)[0]).moves) == 1
    assert [line.split(":")[0] for line in told] == [
        "This game cannot be saved, but it goes on",
        "This game is saved again",
    ]


def test_what_could_not_be_saved_is_tried_once_more_when_the_window_closes(clerks, tmp_path, full):
    clerk, _ = clerks()
    clerk.keep(played_on(started(3)))
    saved(clerk)
    full["full"] = False
    clerk.close(5)
    assert len(Record.read(saves(tmp_path)[0]).moves) == 1


def test_what_could_not_be_saved_is_tried_once_more_before_another_game_begins(clerks, tmp_path, full):
    clerk, _ = clerks()
    clerk.keep(played_on(started(3)))
    saved(clerk)
    full["full"] = False
    clerk.keep(started(4))
    saved(clerk)
    assert sorted(len(Record.read(path).moves) for path in saves(tmp_path)) == [0, 1]


def test_of_every_game_that_cannot_be_saved_it_is_told(clerks, full):
    clerk, told = clerks()
    for seed in (3, 4):
        clerk.keep(started(seed))
        saved(clerk)
    assert len(told) == 2


def test_a_game_that_is_over_on_a_full_disk_is_among_the_finished_ones_later(clerks, tmp_path, monkeypatch, full):
    monkeypatch.setattr("sim.house.clerk._AGAIN", 0.02)
    clerk, _ = clerks()
    session = started(3)
    while session.state.outcome is None:
        session = played_on(session)
    clerk.keep(session)
    saved(clerk)
    full["full"] = False
    assert until(lambda: not clerk.unsaved)
    (path,) = (tmp_path / autosave.GAMES).iterdir()
    Record.read(path).verify()


def test_a_game_with_a_bot_that_is_not_here_is_told_and_left_alone(clerks, tmp_path):
    first, _ = clerks()
    session = started(3)
    first.keep(replace(session, seats=(Seat("oracle"), Seat("human"))))
    first.close(5)
    second, told = clerks()
    assert arrived(second.search()) == []
    assert told == [f"{saves(tmp_path)[0]} cannot go on: here is no bot 'oracle'"]


def test_a_damaged_save_is_told_and_the_menu_offers_nothing(clerks, tmp_path):
    clerk, _ = clerks()
    clerk.keep(started(3))
    clerk.close(5)
    saves(tmp_path)[0].write_text("{")
    other, told = clerks()
    assert arrived(other.search()) == []
    assert "damaged-1.json" in told[0]


def test_what_is_left_to_write_is_written_when_the_window_closes(clerks, tmp_path):
    clerk, _ = clerks()
    session = played_on(started(3))
    clerk.keep(session)
    clerk.keep_settings(Settings(volume=0.25))
    clerk.close(5)
    assert len(Record.read(saves(tmp_path)[0]).moves) == 1
    assert choices.read(tmp_path, pytest.fail).volume == 0.25
