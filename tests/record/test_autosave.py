"""Games in progress on disk: nothing is lost, nothing half-loaded, nobody's save is written by another."""

import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from sim.errors import StoreError
from sim.house import seating
from sim.record import autosave
from sim.record.record import Record
from sim.record.seal import sealed
from sim.session import Seat, Session
from tests.record.player import played_on, started

ROOT = Path(__file__).resolve().parents[2]


def text_of(session):
    return session.record({"polypile": "test"}).to_json()


def left(folder, session):
    """Keep a game and leave it."""
    save = autosave.Save.begun(folder)
    save.write(text_of(session))
    save.release()
    return save.path


def taken_up(folder):
    """Return the game that is offered, what is told, and its place."""
    told = []
    found = autosave.resume(folder, Session.of, told.append)
    if found is None:
        return None, told, None
    found.save.release()
    return found.game, told, found.save.path


@pytest.fixture
def session():
    session = started(3)
    for _ in range(5):
        session = played_on(session)
    return session


def test_a_game_goes_on_with_exactly_its_last_move(tmp_path, session):
    left(tmp_path, session)
    game, told, _ = taken_up(tmp_path)
    assert (game.states, game.moves, game.seats) == (session.states, session.moves, session.seats)
    assert told == []


def test_a_move_that_was_taken_back_stays_taken_back(tmp_path, session):
    save = autosave.Save.begun(tmp_path)
    save.write(text_of(played_on(session)))
    save.write(text_of(session))
    save.release()
    assert taken_up(tmp_path)[0].moves == session.moves


def test_where_no_game_was_left_none_is_offered(tmp_path):
    assert taken_up(tmp_path) == (None, [], None)
    assert taken_up(tmp_path / "missing") == (None, [], None)
    autosave.Save.begun(tmp_path).release()
    assert taken_up(tmp_path) == (None, [], None)
    assert not list((tmp_path / autosave.SAVES).iterdir()), "no lock is left of a game that never was"


def test_of_several_games_the_one_that_was_played_last_is_offered(tmp_path, session):
    older, newer = left(tmp_path, session), left(tmp_path, started(4))
    os.utime(older, (3000, 3000))
    os.utime(newer, (2000, 2000))
    assert taken_up(tmp_path)[2] == newer, "whatever the clock has said"
    found = autosave.resume(tmp_path, Session.of, pytest.fail)
    other = autosave.resume(tmp_path, Session.of, pytest.fail)
    for one in (found, other):
        one.save.write(text_of(one.game))
        one.save.release()
    assert taken_up(tmp_path)[2] == older, "two were played at once, this one last"


def test_a_game_that_is_over_is_kept_as_a_record_and_no_longer_offered(tmp_path):
    session = started(3)
    while session.state.outcome is None:
        session = played_on(session)
    save = autosave.Save.begun(tmp_path)
    save.write(text_of(session))
    path = save.finish(session.record({"polypile": "test"}))
    save.release()
    assert path.parent == tmp_path / autosave.GAMES
    Record.read(path).verify()
    assert taken_up(tmp_path) == (None, [], None)
    # Killed after its last move was written, and before it was put to the finished ones:
    left(tmp_path, session)
    assert taken_up(tmp_path) == (None, [], None)
    assert len(list((tmp_path / autosave.GAMES).iterdir())) == 2
    assert not list((tmp_path / autosave.SAVES).glob("*.json"))


DAMAGES = {
    "empty": lambda text: "",
    "cut off": lambda text: text[: len(text) // 2],
    "no JSON": lambda text: "{" * 100,
    "other": lambda text: '{"format": "polypile-pile"}',
    "zeros": lambda text: "\0" * len(text),
    "bytes": lambda text: b"\xff\xfe" + text.encode(),
    "cheated": lambda text: text.replace('"moves": [', '"moves": ["pawn 9 9",', 1),
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_save_is_set_aside_and_named_and_the_one_before_it_offered(tmp_path, session, damage):
    older, path = left(tmp_path, session), left(tmp_path, session)
    spoiled = DAMAGES[damage](path.read_text())
    spoiled = spoiled if isinstance(spoiled, bytes) else spoiled.encode()
    path.write_bytes(spoiled)
    game, told, offered = taken_up(tmp_path)
    assert (game.moves, offered) == (session.moves, older)
    aside = path.with_name(f"{path.stem}.damaged-1.json")
    assert aside.read_bytes() == spoiled
    assert len(told) == 1
    assert str(aside) in told[0]
    assert "\n" not in told[0]
    assert taken_up(tmp_path)[1] == [], "it is told once"


@pytest.mark.parametrize("unsealed", [False, True])
def test_a_save_of_a_later_version_stays_where_that_version_looks_for_it(tmp_path, session, unsealed):
    later = text_of(session).replace('"version": 1', '"version": 2', 1)
    path = left(tmp_path, session)
    path.write_text(later if unsealed else sealed(later, 9))
    game, told, _ = taken_up(tmp_path)
    assert game is None
    assert "later version" in told[0]
    assert path.exists()


def test_two_programs_never_write_the_same_save(tmp_path, session):
    mine = autosave.Save.begun(tmp_path)
    mine.write(text_of(session))
    assert autosave.resume(tmp_path, Session.of, pytest.fail) is None, "I hold it"
    theirs = autosave.Save.begun(tmp_path)
    theirs.write(text_of(started(9)))
    mine.release()
    found = autosave.resume(tmp_path, Session.of, pytest.fail)
    assert found.game.moves == session.moves, "the newer one is theirs"
    assert autosave.resume(tmp_path, Session.of, pytest.fail) is None
    found.save.release()
    theirs.release()


def test_a_save_that_was_damaged_never_keeps_another_from_being_offered(tmp_path, session):
    """Whatever lies beside it, and whatever is wrong with that."""
    good = left(tmp_path, session)
    saves = good.parent
    for number, players in enumerate(('"uniform", ": Eve"', '"uniform", ""', '"uniform"')):
        spoilt = text_of(session).replace('"uniform", "uniform"', players)
        (saves / f"bad{number}.json").write_text(sealed(spoilt, 10 + number))
    (saves / "folder.json").mkdir()
    if os.name == "posix":
        os.mkfifo(saves / "pipe.json")
        os.mkfifo(saves / "other.lock")
        (saves / "other.json").write_text("no save, and its lock is a pipe")
        (saves / "loop.json").symlink_to("loop.json")
        (saves / "nowhere.json").symlink_to(tmp_path / "nowhere")
    game, told, path = taken_up(tmp_path)
    assert (game.moves, path) == (session.moves, good)
    assert len(told) == (4 if os.name == "posix" else 3), "what is no file was never a save"
    assert all(line.startswith(str(saves)) and "damaged-1.json" in line for line in told)
    assert taken_up(tmp_path)[1] == []


def test_a_game_that_cannot_go_on_here_stays_where_it_is_and_the_next_one_is_offered(tmp_path, session):
    good = left(tmp_path, session)
    path = left(tmp_path, Session((Seat("oracle"), Seat("human")), session.states, session.moves))
    told = []
    found = autosave.resume(tmp_path, seating.session_of, told.append)
    found.save.release()
    assert found.save.path == good
    assert told == [f"{path} cannot go on: here is no bot 'oracle'"]
    assert path.exists()


def test_what_a_kill_leaves_of_a_game_that_was_never_saved_is_cleared_away(tmp_path):
    mine = autosave.Save.begun(tmp_path)
    left_over = tmp_path / autosave.SAVES / "123456789abc.lock"
    left_over.touch()
    assert autosave.resume(tmp_path, Session.of, pytest.fail) is None
    assert not left_over.exists()
    assert len(list((tmp_path / autosave.SAVES).iterdir())) == 1, "a game that has just begun keeps its place"
    mine.write(text_of(started(1)))
    mine.release()
    assert taken_up(tmp_path)[0] is not None


def test_a_game_whose_end_is_taken_back_is_no_longer_among_those_that_are_over(tmp_path):
    session = started(3)
    while session.state.outcome is None:
        before, session = session, played_on(session)
    save = autosave.Save.begun(tmp_path)
    for _ in range(2):
        save.write(text_of(session))
        over = save.finish(session.record({"polypile": "test"}))
        assert over.exists()
        save.write(text_of(before))
        assert not over.exists()
        assert Record.read(save.path).moves == tuple(map(str, before.moves))
    save.release()
    assert taken_up(tmp_path)[0].moves == before.moves


READ_ONLY = """
import json, os, sys
from pathlib import Path
from sim.errors import StoreError
from sim.house import seating
from sim.record import autosave
from sim.session import Seat, Session
from tests.record.player import played_on, started

folder = Path(sys.argv[1])
save = autosave.Save.begun(folder)
save.write(started(3).record({}).to_json())
save.release()
(folder / "saves").chmod(0o500)
if os.geteuid() == 0:
    os.chown(folder / "saves", 65534, 65534)
    os.setresuid(65534, 65534, 65534)
told = []
found = autosave.resume(folder, Session.of, told.append)
before = (folder / "saves").joinpath(save.path.name).read_bytes()
for attempt in (lambda: autosave.Save.begun(folder), lambda: save.write(found.game.record({}).to_json())):
    try:
        attempt()
    except StoreError as wrong:
        told.append(str(wrong))
same = save.path.read_bytes() == before
print(json.dumps({"offered": len(found.game.moves), "place": found.save is not None, "told": told, "same": same}))
"""


@pytest.mark.skipif(os.name != "posix", reason="permissions of POSIX")
def test_where_nothing_can_be_written_a_game_that_was_left_is_offered_and_stays_whole():
    place = tempfile.mkdtemp()  # where somebody else may look, too
    try:
        Path(place).chmod(0o755)
        command = [sys.executable, "-c", READ_ONLY, place]
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        found = json.loads(done.stdout)
        assert (found["offered"], found["place"], found["same"]) == (0, False, True)
        assert [line.split(" cannot be ")[1] for line in found["told"]] == ["written: permission denied"] * 2
    finally:
        shutil.rmtree(place)


def test_a_place_that_is_no_folder_is_told(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(StoreError, match="cannot be made a directory"):
        autosave.Save.begun(tmp_path / "file")


def test_a_save_is_the_same_with_the_text_of_its_set_up_kept(session):
    from sim.record.record import setup_text

    record = session.record({"polypile": "test"})
    assert record.to_json(setup_text(record.setup)) == record.to_json()
