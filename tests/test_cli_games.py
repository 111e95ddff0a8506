"""`polypile play` and `polypile replay`."""

import dataclasses
import json
import os
import subprocess
import sys

import pytest

import sim
from sim.record.record import Record
from tests.conftest import complains


@pytest.mark.parametrize("game", ["axio-rota", "colour-collect"])
def test_a_headless_game_leaves_a_record_that_verifies(run, tmp_path, game):
    status, out, err = run("play", game, "--headless", "--seed", 7, "--out", tmp_path / "new")
    path = tmp_path / "new" / f"{game}-7.json"
    assert (status, err) == (0, "")
    assert str(path) in out
    assert "won by seat" in out
    sim.read(path).verify()
    status, out, err = run("replay", path, "--verify", "--reshake")
    assert (status, err) == (0, "")
    assert "as the rules have them" in out
    assert "the seed gives the same again" in out


def test_a_game_of_collexion_is_shaken_played_and_shaken_again(run, tmp_path):
    status, out, _ = run("play", "collexion", "--headless", "--seed", 7, "--out", tmp_path, "--variant", "team,expert")
    assert status == 0
    assert "uniform, uniform, uniform, uniform" in out
    record = sim.read(tmp_path / "collexion-7.json")
    assert record.setup.variants == ("team", "expert")
    assert run("replay", tmp_path / "collexion-7.json", "--reshake")[0] == 0


def test_a_pile_that_was_brought_to_a_game_is_not_said_to_be_of_the_games_seed(run, tmp_path, shaken):
    state = sim.start("collexion", pile=shaken(3), seed=9)
    Record.begun(state, ["human", "human"], {}).save(tmp_path / "game.json")
    status, out, _ = run("replay", tmp_path / "game.json", "--reshake")
    assert status == 0
    assert "the seed gives the same again" not in out
    assert f"pile {shaken(3).code} is shaken the same again, and seed 9 draws the same again" in out


def test_the_record_can_be_written_to_standard_output_and_read_from_there(run, monkeypatch):
    status, out, err = run("play", "colour-collect", "--headless", "--seed", 3, "--out", "-")
    assert status == 0
    assert "won by" in err
    assert json.loads(out)["seed"] == 3


def test_every_option_of_a_game_reaches_it(run, tmp_path):
    words = "--variant 3 --best-of 5 --next-start alternate --won-discs return --first 1 --players uniform,uniform"
    assert run("play", "colour-collect", "--headless", "--seed", 1, "--out", tmp_path, *words.split())[0] == 0
    setup = sim.read(tmp_path / "colour-collect-1.json").setup
    assert (setup.variant, setup.best_of, setup.next_start, setup.won_discs, setup.first) == (
        3,
        5,
        "alternate",
        "return",
        1,
    )


def test_without_a_screen_a_watched_game_is_told_as_text(run, tmp_path, monkeypatch):
    monkeypatch.setattr("sim.view.has_screen", lambda: False)
    sim.match("axio-rota", ["uniform"], seed=4).save(tmp_path / "game.json")
    status, out, err = run("replay", tmp_path / "game.json", "--watch")
    assert (status, err) == (0, "")
    first, *rest = out.splitlines()
    assert first == "There is no screen here: this is the game as text."
    assert rest == run("replay", tmp_path / "game.json")[1].splitlines()
    _, out, _ = run("replay", tmp_path / "game.json", "--watch", "--verify")
    assert "as the rules have them" in out.splitlines()[0]


def test_a_watched_game_is_checked_before_a_window_opens(run, tmp_path, monkeypatch):
    watched = []
    monkeypatch.setattr("sim.commands.window.watch", lambda session: watched.append(session) or True)
    record = sim.match("axio-rota", ["uniform"], seed=4)
    record.save(tmp_path / "game.json")
    assert run("replay", tmp_path / "game.json", "--watch") == (0, "", "")
    assert [str(move) for move in watched[0].moves] == list(record.moves)
    dataclasses.replace(record, moves=(*record.moves[:3], record.moves[0])).save(tmp_path / "wrong.json")
    status, out, err = run("replay", tmp_path / "wrong.json", "--watch")
    assert (status, out, len(watched)) == (1, "", 1)
    assert "ply 4" in err


def test_a_replay_is_shown_move_by_move(run, tmp_path):
    sim.match("axio-rota", ["uniform"], seed=4).save(tmp_path / "game.json")
    status, out, _ = run("replay", tmp_path / "game.json")
    lines = out.splitlines()
    assert status == 0
    assert lines[0] == "AXIO rota, 1 player; seed 4: uniform"
    assert sum("seat 0: place" in line for line in lines) >= 12
    assert lines[-1].startswith("won by seat 0: alone: lowest stone")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["chess", "--headless"], ["invalid choice: 'chess'"]),
        (["axio-rota", "--headless", "--players", "human,uniform"], ["a human needs a window"]),
        (["axio-rota", "--headless", "--players", "uniform,deep"], ["there is no bot 'deep'"]),
        (["axio-rota", "--headless", "--edition", "de"], ["axio-rota has no --edition: see polypile play --help"]),
        (["axio-rota", "--headless", "--first", "2"], ["--first is 2"]),
        (["axio-rota", "--headless", "--seed", "-1"], ["seed -1 is out of range"]),
        (["axio-rota", "--headless", "--players", ",".join(["uniform"] * 5)], ["players is 5"]),
        (["collexion", "--headless", "--variant", "night"], ["there is no variant 'night'"]),
        (["collexion", "--headless", "--edition", "es"], ["there is no edition 'es'"]),
        (["colour-collect", "--headless", "--variant", "x"], ["--variant is 'x'"]),
        (["colour-collect", "--headless", "--variant", "9" * 5000], ["variant is"]),
        (["colour-collect", "--headless", "--best-of", "4"], ["--best-of is 4: use 3 or 5"]),
    ],
)
def test_a_wrong_command_line_is_told(run, tmp_path, arguments, words):
    assert complains(run("play", *arguments, "--out", tmp_path), 2, *words)


def test_what_is_no_record_is_told_with_its_name(run, tmp_path, small):
    path = tmp_path / "game.json"
    assert complains(run("replay", path), 1, "game.json", "no such file")
    path.write_text("{")
    assert complains(run("replay", path), 1, "game.json: record ends too early")
    path.write_text(small.to_json())
    assert complains(run("replay", path), 1, "game.json: record: this is no record of a game")


def test_a_forged_record_is_told_with_the_ply(run, tmp_path):
    record = sim.match("colour-collect", ["uniform", "uniform"], seed=4)
    content = record.to_dict()
    path = tmp_path / "game.json"
    content["moves"][2] = "pawn 0 0"
    path.write_text(json.dumps(content))
    assert complains(run("replay", path, "--verify"), 1, "game.json: ply 3: pawn 0 0: ")
    status, out, err = run("replay", path)
    assert status == 1
    assert "ply 3: pawn 0 0: " in err
    assert "seat" in out


def test_another_game_of_the_same_seed_does_not_replace_the_first(run, tmp_path):
    for words in ([], ["--variant", "2"], []):
        assert run("play", "colour-collect", "--headless", "--seed", 1, "--out", tmp_path, *words)[0] == 0
    assert sorted(path.name for path in tmp_path.iterdir()) == ["colour-collect-1-2.json", "colour-collect-1.json"]
    assert sim.read(tmp_path / "colour-collect-1-2.json").setup.variant == 2


def test_the_record_is_saved_even_where_nobody_listens(tmp_path):
    words = [sys.executable, "-m", "sim", "play", "axio-rota", "--headless", "--seed", "1", "--out", str(tmp_path)]
    ours, theirs = os.pipe()
    os.close(ours)
    with os.fdopen(theirs, "wb") as pipe:
        done = subprocess.run(words, stdout=pipe, stderr=subprocess.PIPE, text=True, check=False)
    assert (done.returncode, done.stderr) == (1, "")
    sim.read(tmp_path / "axio-rota-1.json").verify()


def test_a_wrong_option_makes_no_folder(run, tmp_path):
    assert run("play", "axio-rota", "--headless", "--first", 7, "--out", tmp_path / "new")[0] == 2
    assert not (tmp_path / "new").exists()


def test_a_replay_of_a_record_with_a_forged_outcome_ends_with_the_truth(run, tmp_path):
    content = sim.match("colour-collect", ["uniform", "uniform"], seed=4).to_dict()
    content["outcome"]["winners"] = [0, 1]
    (tmp_path / "game.json").write_text(json.dumps(content))
    status, out, err = run("replay", tmp_path / "game.json")
    assert status == 1
    assert "won by seat" in out
    assert "the record says shared by seats 0 and 1" in err


@pytest.mark.parametrize("name", ["", None, 3, b"x", "a\0b"])
def test_what_is_no_name_of_a_file_is_told(name):
    with pytest.raises(sim.PolypileError):
        sim.read(name)
    with pytest.raises(sim.PolypileError):
        sim.match("axio-rota", ["uniform"], seed=1).save(name)
