"""The command line; where the pile does not matter, a shake gives one that was built by hand."""

import dataclasses
import io
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from sim import cli, table
from sim.commands import bench, files, options, plot, stats
from sim.errors import NotSettled
from sim.pile import Pile
from sim.record import store
from sim.record.record import Record
from tests.conftest import PARAMETERS, complains
from tests.pile.changes import corrupted

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture
def quick(monkeypatch, small):
    """Let a shake take no time: it gives the small pile, with the seed and the parameters asked for."""

    def settle(seed, shake, trace=None):
        thickness = shake.thickness
        pieces = tuple(dataclasses.replace(piece, thickness=thickness) for piece in small)
        return dataclasses.replace(small, seed=seed, shake=shake.to_dict(), pieces=pieces)

    monkeypatch.setattr("sim.physics.settle.settle", settle)
    monkeypatch.setattr("sim.physics.MODEL", 1)
    return settle


@pytest.fixture
def saved(tmp_path, small):
    path = tmp_path / "small.json"
    path.write_text(small.to_json())
    return path


# What goes right.


@pytest.mark.usefixtures("quick")
def test_shake_tells_code_and_digest(run):
    status, out, err = run("shake", "--seed", 7)
    pile = table.shake(7)
    assert status == 0
    assert pile.code in out
    assert pile.digest in out
    assert err == ""


@pytest.mark.usefixtures("quick")
def test_shake_saves_pile_and_pictures(run, tmp_path):
    names = [tmp_path / name for name in ("pile.json", "pile.png", "pile.svg")]
    status, out, _ = run("shake", "--seed", 7, "--out", names[0], "--png", names[1], "--svg", names[2], "--mark")
    assert status == 0
    assert all(f"saved {name}" in out for name in names)
    assert Pile.from_json(names[0].read_text()) == table.shake(7)
    assert names[1].read_bytes().startswith(b"\x89PNG")
    assert names[2].read_text().startswith("<svg")
    assert {path.name for path in tmp_path.iterdir()} == {"pile.json", "pile.png", "pile.svg"}


@pytest.mark.usefixtures("quick")
def test_out_dash_writes_nothing_but_json_to_standard_output(run):
    status, out, err = run("shake", "--seed", 7, "--out", "-")
    assert status == 0
    assert Pile.from_json(out) == table.shake(7)
    assert "digest" in err


@pytest.mark.usefixtures("quick")
def test_what_was_saved_is_told_beside_the_json_not_in_it(run, tmp_path):
    status, out, err = run("shake", "--seed", 7, "--out", "-", "--svg", tmp_path / "pile.svg")
    assert status == 0
    assert Pile.from_json(out).seed == 7
    assert "saved" in err


@pytest.mark.usefixtures("quick")
def test_every_parameter_of_the_shake_has_a_flag_that_reaches_it(run, tmp_path):
    given = {**PARAMETERS, "friction": 0.4, "thickness": 3.0, "tray": 250.0, "strength": (1, 2), "copies": 4}
    flags = []
    for name, value in given.items():
        flags += [f"--{name}", *(value if isinstance(value, tuple) else (value,))]
    path = tmp_path / "pile.json"
    assert run("shake", "--seed", 1, "--out", path, *flags)[0] == 0
    assert dict(Pile.from_json(path.read_text()).shake) == given


def test_flags_and_fields_of_the_shake_are_the_same():
    from sim.physics.shake import Shake

    assert list(options.PARAMETERS) == [field.name for field in dataclasses.fields(Shake)]


def test_the_help_tells_the_defaults_of_the_shake():
    from sim.physics.shake import Shake

    for name, value in Shake().to_dict().items():
        told = " ".join(f"{one:g}" for one in value) if isinstance(value, list) else f"{value:g}"
        assert f"({told})" in options.PARAMETERS[name], name


@pytest.mark.parametrize("words", [("1.5", "2.5"), ("1.5:2.5",), ("1.5,2.5",)])
def test_a_range_can_be_written_in_three_ways(words):
    arguments = cli.parser().parse_args(["shake", "--seed", "1", "--strength", *words])
    assert arguments.strength == (1.5, 2.5)


def test_one_number_is_a_range_of_its_own():
    assert cli.parser().parse_args(["shake", "--seed", "1", "--frequency", "4"]).frequency == (4, 4)


@pytest.mark.usefixtures("quick")
def test_a_library_has_a_file_for_each_seed(run, tmp_path):
    folder = tmp_path / "new" / "library"
    status, out, err = run("shake", "--seeds", "3:6", "--out", folder)
    assert (status, err) == (0, "")
    assert "3 piles" in out
    assert sorted(path.name for path in folder.iterdir()) == ["pile-3.json", "pile-4.json", "pile-5.json"]
    assert Pile.from_json((folder / "pile-4.json").read_text()).seed == 4


@pytest.fixture
def counted(quick, monkeypatch):
    """Shakes that take no time: the seeds that were shaken, in order. Seeds above 100 do not come to rest."""
    seeds = []

    def settle(seed, shake, trace=None):
        seeds.append(seed)
        if seed > 100:
            raise NotSettled(f"seed {seed} does not come to rest")
        return quick(seed, shake)

    monkeypatch.setattr("sim.physics.settle.settle", settle)
    return seeds


def test_a_library_goes_on_where_it_was_interrupted(run, tmp_path, counted):
    assert run("shake", "--seeds", "0:2", "--out", tmp_path)[0] == 0
    (tmp_path / "pile-2.json").write_text('{"format": "polypile-p')  # half of a file from elsewhere
    status, out, err = run("shake", "--seeds", "0:5", "--out", tmp_path)
    assert (status, err) == (0, "")
    assert out == f"saved 3 piles in {tmp_path}, 1 of them in place of a damaged file, 2 were there already\n"
    assert counted == [0, 1, 2, 3, 4]
    assert [Pile.from_json((tmp_path / f"pile-{seed}.json").read_text()).seed for seed in range(5)] == [0, 1, 2, 3, 4]


def test_another_pile_in_a_library_is_never_lost(run, tmp_path, counted, monkeypatch):
    run("shake", "--seeds", "1:3", "--out", tmp_path)
    before = {path.name: path.read_text() for path in tmp_path.iterdir()}
    other = run("shake", "--seeds", "0:3", "--out", tmp_path, "--friction", 0.3)
    assert complains(other, 1, "pile-1.json is of other parameters (friction 0.25, not 0.3)", "another folder")
    monkeypatch.setattr("sim.physics.MODEL", 2)
    assert complains(run("shake", "--seeds", "0:3", "--out", tmp_path), 1, "pile-1.json is of model 1", "model 2")
    monkeypatch.undo()
    assert counted == [1, 2]
    assert {path.name: path.read_text() for path in tmp_path.iterdir()} == before


def test_a_pile_of_another_seed_is_not_replaced(run, tmp_path, counted):
    run("shake", "--seeds", "1:2", "--out", tmp_path)
    (tmp_path / "pile-1.json").rename(tmp_path / "pile-2.json")
    assert complains(run("shake", "--seeds", "0:3", "--out", tmp_path), 1, "pile-2.json is the pile of seed 1")
    assert counted == [1]


@pytest.mark.usefixtures("quick")
def test_one_pile_is_no_plural(run, tmp_path, small):
    assert run("shake", "--seeds", "0:1", "--out", tmp_path)[1] == f"saved 1 pile in {tmp_path}\n"
    again = run("shake", "--seeds", "0:1", "--out", tmp_path)[1]
    assert again == f"saved 0 piles in {tmp_path}, 1 was there already\n"
    assert "1 of 1 piece can be taken" in run("reach", tmp_path / "pile-0.json", "--taken", "1,2")[1]


@pytest.mark.usefixtures("counted")
def test_a_seed_that_does_not_come_to_rest_stops_no_other(run, tmp_path):
    status, out, err = run("shake", "--seeds", "99:103", "--out", tmp_path)
    assert status == 1
    assert "saved 2 piles" in out
    assert err.startswith("polypile: 2 of 4 seeds have no pile (101, 102): seed 101 does not come to rest")
    assert err.count("\n") == 1
    assert sorted(path.name for path in tmp_path.iterdir()) == ["pile-100.json", "pile-99.json"]


@pytest.mark.usefixtures("quick")
def test_verify_shakes_with_the_parameters_of_the_file(run, tmp_path):
    path = tmp_path / "pile.json"
    run("shake", "--seed", 9, "--friction", 0.4, "--out", path)
    status, out, _ = run("shake", "--verify", path)
    assert status == 0
    assert "the same digest" in out


@pytest.mark.usefixtures("quick")
def test_verify_fails_where_the_pile_differs(run, tmp_path):
    path = tmp_path / "pile.json"
    other = dataclasses.replace(table.shake(9), settle_time=1.5)
    path.write_text(other.to_json())
    assert complains(run("shake", "--verify", path), 1, "not the same pile", other.digest)


@pytest.mark.usefixtures("quick")
def test_verify_says_when_another_model_made_the_pile(run, tmp_path):
    path = tmp_path / "pile.json"
    path.write_text(dataclasses.replace(table.shake(9), model=99).to_json())
    assert complains(run("shake", "--verify", path), 1, "model 99")


@pytest.mark.usefixtures("quick")
def test_verify_says_when_the_parameters_of_the_file_cannot_be_shaken(run, tmp_path):
    path = tmp_path / "pile.json"
    pile = table.shake(9)
    path.write_text(dataclasses.replace(pile, shake={**pile.shake, "friction": -1.0}).to_json())
    assert complains(run("shake", "--verify", path), 1, "cannot be shaken", "friction")


def test_reach_lists_what_can_be_taken(run, saved):
    status, out, _ = run("reach", saved)
    assert status == 0
    assert out.splitlines() == [
        "2 of 3 pieces can be taken (uncovered):",
        "     1  square-blue",
        "     2  octagon-pink",
    ]


def test_reach_counts_what_has_been_taken(run, saved):
    _, out, _ = run("reach", saved, "--taken", "1,2", "--json")
    assert json.loads(out) == {"rule": "uncovered", "taken": [1, 2], "reachable": [0]}


def test_reach_says_why(run, saved):
    assert run("reach", saved, "--why", 0)[1] == "triangle-green 0 cannot be taken: it is covered by 1.\n"
    _, out, _ = run("reach", saved, "--why", 0, "--rule", "unloaded", "--json")
    answer = json.loads(out)
    assert (answer["id"], answer["reachable"], answer["blockers"]) == (0, False, [1])
    assert "1 rests on it" in answer["why"]


@pytest.mark.usefixtures("quick")
def test_stats_write_all_figures_and_a_table(run, tmp_path):
    path = tmp_path / "stats.json"
    status, out, err = run("stats", "--seeds", "0:3", "--out", path, "--friction", 0.3)
    assert (status, err) == (0, "")
    result = json.loads(path.read_text())
    assert f"saved {path}" in out
    assert list(result) == ["model", "parameters", "seeds", "piles", "mean", "sd", "curve_uncovered"]
    assert result["parameters"]["friction"] == 0.3
    assert result["seeds"] == [0, 1, 2]
    assert len(result["piles"]) == 3
    assert len(result["mean"]) == len(result["sd"]) == 20
    assert result["mean"]["n_covers"] == 1
    assert result["sd"]["n_covers"] == 0
    assert all(name in out for name in result["mean"])


@pytest.mark.usefixtures("counted")
def test_stats_go_on_without_a_seed_that_does_not_come_to_rest(run, tmp_path):
    path = tmp_path / "stats.json"
    status, out, err = run("stats", "--seeds", "99:103", "--out", path)
    assert status == 1
    assert out.startswith("2 piles against")
    assert err == "polypile: 2 of 4 seeds have no pile (101, 102): seed 101 does not come to rest\n"
    assert json.loads(path.read_text())["seeds"] == [99, 100]


def test_the_table_of_figures_measures_in_the_references_sd():
    reference = {
        "piles": 5,
        "figures": {"depth": {"mean": 10.0, "sd": 2.0}},
        "curve_uncovered": {"mean": [0.0, 1.0, 2.0]},
    }
    result = {"seeds": [0], "mean": {"depth": 11.0}, "sd": {"depth": 0.0}, "curve_uncovered": [0.0, 1.0, 3.5]}
    text = stats.compared(result, reference)
    assert "+0.50 sd" in text
    assert "off by 1.50 pieces at most, with 2 left" in text


@pytest.mark.usefixtures("quick")
def test_stats_dash_writes_nothing_but_json_to_standard_output(run):
    _, out, err = run("stats", "--seeds", "0:1", "--out", "-")
    assert json.loads(out)["seeds"] == [0]
    assert "figure" in err


def test_version_names_the_model_and_what_it_stands_on(run):
    status, out, _ = run("--version")
    assert status == 0
    for name in ("polypile", "model", "pymunk 7.3", "numpy", "shapely", "numba", "pygame-ce"):
        assert name in out


class Timing:
    """A benchmark that takes no time."""

    @staticmethod
    def run(quick, shake):
        return {"quick": quick, "friction": shake.friction}

    @staticmethod
    def table(result):
        return f"friction {result['friction']}"


def test_bench_prints_tables_and_saves_figures(run, tmp_path, monkeypatch):
    monkeypatch.setattr(bench, "find", lambda name: Timing)
    path = tmp_path / "bench.json"
    status, out, _ = run("bench", "settle", "--quick", "--friction", 0.4, "--json", path)
    assert (status, out) == (0, "friction 0.4\n")
    assert json.loads(path.read_text()) == {"settle": {"quick": True, "friction": 0.4}}
    _, out, err = run("bench", "--json", "-")
    assert list(json.loads(out)) == list(bench.BENCHMARKS)
    assert "friction 0.25" in err


@pytest.mark.parametrize("name", bench.BENCHMARKS)
def test_each_benchmark_can_be_found_and_has_what_it_needs(name):
    benchmark = bench.find(name)
    assert callable(benchmark.run)
    assert callable(benchmark.table)


def test_a_benchmark_that_is_not_installed_is_named(run, monkeypatch):
    monkeypatch.setattr(bench, "HOMES", ("sim.nowhere",))
    assert complains(run("bench", "settle"), 1, "benchmark settle is not installed here")


class FakeWindow:
    """A window that is closed as soon as it is shown."""

    done: list[object]

    def __init__(self, house):
        self.done.append(house)

    def open_game(self, game, seed, seats, options):
        self.done.append((game, seed, tuple(map(str, seats)), options))

    def run(self):
        self.done.append("shown")


@pytest.fixture
def windows(monkeypatch):
    """What was done with windows on a screen."""
    monkeypatch.setattr("sim.view.has_screen", lambda: True)
    monkeypatch.setattr("sim.view.window.Window", FakeWindow)
    monkeypatch.setattr("sim.house.Home", lambda: "house")
    monkeypatch.setattr(FakeWindow, "done", [], raising=False)
    return FakeWindow.done


def test_without_a_command_the_window_opens(run, windows):
    assert run() == (0, "", "")
    assert windows == ["house", "shown"]


def test_a_game_is_opened_in_the_window(run, windows):
    assert run("play", "colour-collect", "--variant", 2, "--seed", 5) == (0, "", "")
    assert windows == ["house", ("colour-collect", 5, ("human", "casual"), {"variant": 2}), "shown"]
    windows.clear()
    run("play", "collexion", "--variant", "team", "--players", "human,strong,human,greedy", "--edition", "fr")
    assert windows[1][2:] == (("human", "strong", "human", "greedy"), {"edition": "fr", "variants": ("team",)})


@pytest.mark.parametrize(
    "line",
    [
        "collexion --players human,nobody",
        "collexion --players human",
        "collexion --edition es",
        "collexion --variant team --players human,human",
        "axio-rota --edition de",
        "colour-collect --best-of 4",
        "axio-rota --out -",
    ],
)
def test_a_game_that_cannot_be_played_is_told_before_a_window_opens(run, windows, line):
    assert complains(run("play", *line.split()), 2)
    assert windows == []


def test_without_a_screen_bots_play_and_what_they_leave_is_named(run, tmp_path, monkeypatch, pile):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sim.view.has_screen", lambda: False)
    monkeypatch.setattr("sim.table.shake", lambda *_: pile)
    monkeypatch.setattr("sim.table._shake", lambda *_: pile)
    status, out, err = run()
    assert (status, err) == (0, "")
    assert out.startswith("There is no screen here: casual, casual have played instead.\n")
    saved = [line.removeprefix("saved ") for line in out.splitlines() if line.startswith("saved ")]
    assert sorted(saved) == sorted(path.name for path in tmp_path.iterdir())
    (record,) = [name for name in saved if name.endswith(".json")]
    Record.read(record).verify()
    assert all((tmp_path / name).read_bytes().startswith(b"\x89PNG") for name in saved if name != record)
    assert len(saved) == 5


def test_without_a_screen_the_game_that_was_asked_for_is_played(run, tmp_path, monkeypatch):
    monkeypatch.setattr("sim.view.has_screen", lambda: False)
    status, out, _ = run("play", "colour-collect", "--seed", 3, "--out", tmp_path, "--players", "human,uniform")
    assert status == 0
    assert "casual, uniform have played" in out
    assert (tmp_path / "colour-collect-3.json").exists()


# What goes wrong on the command line.


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("shake", "required"),
        ("shuffle", "invalid choice"),
        ("shake --seed", "expected one argument"),
        ("shake --seed x", "'x' is no whole number"),
        ("shake --seed -1", "seed -1 is out of range"),
        ("shake --seed 9223372036854775808", "out of range"),
        ("shake --seed 1 --seeds 0:2", "not allowed"),
        ("shake --see 1", "required"),
        ("shake --seeds 5:5 --out d", "holds no seeds"),
        ("shake --seeds 5:3 --out d", "holds no seeds"),
        ("shake --seeds a:b --out d", "'a' is no whole number"),
        ("shake --seeds -5:-3 --out d", "seed -5 is out of range"),
        ("stats --seeds -1:3", "seed -1 is out of range"),
        ("shake --seeds 0:9223372036854775807 --out d", "more than 1000000 seeds"),
        ("shake --seeds 5 --out d", "is no range of seeds"),
        ("shake --seeds 5: --out d", "use A:B"),
        ("shake --seeds 0:2 --out=", "the name is empty"),
        ("shake --seed 1 --out=", "the name is empty"),
        ("shake --seed 1 --png=", "the name is empty"),
        ("shake --seed 1 --png p.jpg", "must end in .png"),
        ("shake --seed 1 --svg p.png", "must end in .svg"),
        ("shake --seed 1 --out p.png --png ./p.png", "named twice"),
        ("shake --verify=", "the name is empty"),
        ("stats --seeds 0:2 --plot=", "the name is empty"),
        ("stats --seeds 0:2 --plot -", "only --out can write to standard output"),
        ("stats --seeds 0:2 --out s.png --plot s.png", "named twice"),
        ("bench --json=", "the name is empty"),
        ("shake --seeds 0:x --out d", "no whole number"),
        ("shake --seeds 0:2", "needs --out DIR"),
        ("shake --seeds 0:2 --out -", "needs --out DIR"),
        ("shake --seeds 0:2 --out d --png p.png", "--png does not go with --seeds"),
        ("shake --seeds 0:2 --out d --jobs 0", "0 jobs make no sense"),
        ("shake --seed 1 --jobs 2", "--jobs does not go with --seed"),
        ("shake --seed 1 --labels", "--labels marks pieces in a picture"),
        ("shake --verify f --labels", "--labels does not go with --verify"),
        ("shake --seed 1 --mark", "--mark marks pieces in a picture"),
        ("shake --seed 1 --mark loaded --png p.png", "invalid choice"),
        ("shake --seed 1 --png -", "only --out can write to standard output"),
        ("shake --verify f --out g", "--out does not go with --verify"),
        ("shake --verify f --friction 0.3", "leave out --friction"),
        ("shake --seed 1 --friction -1", "friction"),
        ("shake --seed 1 --friction nan", "friction"),
        ("shake --seed 1 --friction inf", "friction"),
        ("shake --seed 1 --friction much", "'much' is no number"),
        ("shake --seed 1 --copies 0", "copies"),
        ("shake --seed 1 --copies 2.5", "no whole number"),
        ("shake --seed 1 --copies 625000", "copies"),
        ("shake --seed 1 --tray 20", "tray"),
        ("shake --seed 1 --thickness 0", "thickness"),
        ("shake --seed 1 --lid 4", "lid"),
        ("shake --seed 1 --lid nan", "lid"),
        ("shake --seed 1 --strength 1 2 3", "takes a range"),
        ("shake --seed 1 --strength 2 1", "strength"),
        ("shake --seed 1 --duration -3", "duration"),
        ("reach", "required"),
        ("reach f --rule loaded", "invalid choice"),
        ("reach f --why one", "no whole number"),
        ("reach f --taken 1;2", "no whole number"),
        ("stats", "required"),
        ("stats --seeds 0:2 --plot stats.xyz", "must end in .pdf, .png, .svg"),
        ("stats --seeds 0:2 --copies -5", "copies"),
        ("bench rules-of-thumb", "invalid choice"),
        ("bench settle --density 0", "density"),
        ("--verison", "unrecognized"),
    ],
)
def test_a_wrong_command_line_gets_one_clear_line_and_exit_2(run, line, words, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert complains(run(*line.split()), 2, words)
    assert list(tmp_path.iterdir()) == []


# What goes wrong in the work.


@pytest.mark.parametrize(("change", "reason"), corrupted()[:12])
def test_a_malformed_pile_gets_one_clear_line_and_exit_1(run, tmp_path, small, change, reason):
    path = tmp_path / "bad.json"
    path.write_text(change(small.to_json()))
    assert complains(run("reach", path), 1, "bad.json")
    assert complains(run("shake", "--verify", path), 1, "bad.json")


def test_a_pile_whose_pieces_weigh_nothing_gets_one_clear_line(run, tmp_path, small):
    path = tmp_path / "pile.json"
    path.write_text(dataclasses.replace(small, shake={**small.shake, "density": 0.0}).to_json())
    assert complains(run("reach", path), 1, "pile.json", "density")


def test_files_that_cannot_be_read_get_one_clear_line(run, tmp_path):
    assert complains(run("reach", tmp_path / "none.json"), 1, "cannot be read", "no such file")
    assert complains(run("reach", tmp_path), 1, "cannot be read", "directory")
    binary = tmp_path / "binary.json"
    binary.write_bytes(b"\xff\xfe{}")
    assert complains(run("reach", binary), 1, "no UTF-8 text")


def test_closed_streams_get_one_clear_line(run, monkeypatch):
    monkeypatch.setattr(sys, "stdin", None)
    assert complains(run("reach", "-"), 1, "standard input: pile is empty")
    monkeypatch.setattr(sys, "stdout", None)
    with pytest.raises(files.FileError, match="standard output cannot be written"):
        files.write("-", "text")


def test_a_file_larger_than_any_pile_is_refused(run, tmp_path):
    path = tmp_path / "huge.json"
    with path.open("wb") as file:
        file.truncate(store.LARGEST * 20)
    assert complains(run("reach", path), 1, "too large")


@pytest.mark.usefixtures("quick")
def test_files_that_cannot_be_written_get_one_clear_line(run, tmp_path, monkeypatch):
    work = []
    monkeypatch.setattr(table, "shake", lambda *_: work.append(1))
    assert complains(run("shake", "--seed", 1, "--out", tmp_path), 1, "it is a directory")
    assert complains(run("shake", "--seed", 1, "--png", tmp_path / "no" / "p.png"), 1, "there is no directory")
    assert complains(run("stats", "--seeds", "0:1", "--out", tmp_path), 1, "it is a directory")
    assert complains(run("bench", "--json", tmp_path), 1, "it is a directory")
    assert work == []  # all of them were found out before the work


@pytest.mark.usefixtures("quick")
def test_a_library_cannot_be_a_file(run, saved):
    assert complains(run("shake", "--seeds", "0:1", "--out", saved), 1, "cannot be made a directory")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full device here")
@pytest.mark.usefixtures("quick")
def test_a_full_disk_gets_one_clear_line_and_a_device_stays_a_device(run):
    assert complains(run("shake", "--seed", 1, "--out", "/dev/full"), 1, "no space left")
    assert run("shake", "--seed", 1, "--out", "/dev/null")[0] == 0
    assert not Path("/dev/null").is_file()


@pytest.mark.parametrize("id", [3, -1, 10**30])
def test_a_piece_that_is_not_there_is_named(run, saved, id):
    assert complains(run("reach", saved, "--why", id), 1, "no piece", str(id)[:20])
    assert complains(run("reach", saved, "--taken", f"1,{id}"), 1, "no piece")


def test_a_shake_that_does_not_come_to_rest_names_the_seed(run, monkeypatch):
    def settle(seed, shake, trace=None):
        raise NotSettled(f"seed {seed} did not come to rest within {shake.limit:g} s")

    monkeypatch.setattr("sim.physics.settle.settle", settle)
    assert complains(run("shake", "--seed", 17), 1, "seed 17")
    assert complains(run("stats", "--seeds", "17:19"), 1, "seed 17")


@pytest.mark.parametrize(
    ("flags", "words"),
    [
        (("--tray", 130), "too small"),
        (("--copies", 60), "too small"),
        (("--lid", 6), "too small"),
        (("--limit", 0.05), "seed 3 "),
    ],
)
def test_what_only_the_physics_can_find_out_gets_one_clear_line_as_well(run, flags, words):
    assert complains(run("shake", "--seed", 3, *flags), 1, words)


@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize(("ending", "start"), [("png", b"\x89PNG"), ("svg", b"<?xml"), ("pdf", b"%PDF")])
def test_stats_are_plotted_beside_the_reference(run, tmp_path, ending, start):
    pytest.importorskip("matplotlib")
    path = tmp_path / f"stats.{ending}"
    assert run("stats", "--seeds", "0:3", "--plot", path)[0] == 0
    assert path.read_bytes().startswith(start)


def test_equal_figures_give_equal_plots():
    pytest.importorskip("matplotlib")
    reference = {
        "piles": 5,
        "figures": {"depth": {"mean": 10.0, "sd": 2.0, "min": 7.0, "max": 12.0}},
        "curve_uncovered": {"mean": [0.0, 1.0], "sd": [0.0, 0.5]},
    }
    result = {"piles": [{"depth": 11.0}], "curve_uncovered": [0.0, 1.0]}
    assert plot.plot(result, reference, "a.svg") == plot.plot(result, reference, "b.svg")


@pytest.mark.usefixtures("quick")
def test_plots_without_matplotlib_say_how_to_get_it_before_the_work(run, monkeypatch, tmp_path):
    monkeypatch.setattr(plot, "find_spec", lambda name: None)
    monkeypatch.setattr(table, "measure_all", None)
    assert complains(run("stats", "--seeds", "0:1", "--plot", tmp_path / "p.png"), 1, "pip install", "[plot]")


def test_an_interrupt_leaves_with_130(run, monkeypatch):
    monkeypatch.setattr(table, "shake", lambda *_: signal.raise_signal(signal.SIGINT))
    assert complains(run("shake", "--seed", 1), 130, "interrupted")


def test_an_interrupt_that_comes_out_as_another_failure_is_still_one(run, monkeypatch):
    def compile_and_shake(*_):
        try:
            signal.raise_signal(signal.SIGINT)
        except KeyboardInterrupt:
            raise RuntimeError("half compiled") from None

    monkeypatch.setattr(table, "shake", compile_and_shake)
    assert complains(run("shake", "--seed", 1), 130, "interrupted")


def test_an_interrupt_that_a_callback_loses_comes_again(run, monkeypatch):
    import ctypes

    callback = ctypes.CFUNCTYPE(None)(lambda: signal.raise_signal(signal.SIGINT))

    def shake(*_):
        callback()
        for _ in range(200):
            time.sleep(0.01)

    monkeypatch.setattr(table, "shake", shake)
    assert complains(run("shake", "--seed", 1), 130, "interrupted")


def test_whoever_is_impatient_does_not_break_off_what_clears_up(run, monkeypatch):
    cleared = []

    def shake(*_):
        try:
            signal.raise_signal(signal.SIGINT)
        finally:
            for _ in range(3):
                signal.raise_signal(signal.SIGINT)
            cleared.append(True)

    monkeypatch.setattr(table, "shake", shake)
    assert complains(run("shake", "--seed", 1), 130, "interrupted")
    assert cleared


def test_one_who_insists_is_heard_again_later(run, monkeypatch):
    monkeypatch.setattr("sim.commands.interrupts._CLEARING", 0.0)
    again = []

    def shake(*_):
        try:
            signal.raise_signal(signal.SIGINT)
        finally:
            try:
                signal.raise_signal(signal.SIGINT)
            except KeyboardInterrupt:
                again.append(True)
                raise

    monkeypatch.setattr(table, "shake", shake)
    assert complains(run("shake", "--seed", 1), 130, "interrupted")
    assert again


def test_a_failure_that_is_none_of_ours_is_not_hidden(run, monkeypatch):
    monkeypatch.setattr(table, "shake", lambda *_: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        run("shake", "--seed", 1)
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


# Processes of their own.


def command(*arguments, **settings):
    return subprocess.Popen(
        [sys.executable, "-m", "sim", *map(str, arguments)],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        **settings,
    )


def python(program):
    return subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=False)


def test_an_interrupt_while_the_program_is_still_loading_is_told_in_one_line():
    loading = """
import sys
class Interrupted:
    def find_spec(self, name, path=None, target=None):
        if name == "sim.commands.options":
            raise KeyboardInterrupt
sys.meta_path.insert(0, Interrupted())
from sim.__main__ import main
sys.exit(main())
"""
    done = python(loading)
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "polypile: interrupted\n")


def test_nothing_is_loaded_before_an_interrupt_would_be_told():
    done = python("import sys, sim.__main__; print(*(name for name in sys.modules if name.split('.')[0] == 'sim'))")
    assert done.stdout.split() == ["sim", "sim.__main__"]
    assert "typing" not in python("import sys; sys.modules['typing'] = None; import sim.__main__").stderr


@pytest.mark.skipif(os.name != "posix", reason="signals")
def test_an_interrupt_in_code_that_is_made_on_the_way_is_no_death_by_a_signal(tmp_path):
    (tmp_path / "loading.py").write_text("""
import sys
class Interrupted:
    def find_spec(self, name, path=None, target=None):
        if name == "sim.commands.options":
            eval("(_ for _ in ()).throw(KeyboardInterrupt)")
sys.meta_path.insert(0, Interrupted())
from sim.__main__ import main
sys.exit(main())
""")
    words = [sys.executable, "-m", "loading"]  # as `python -m sim`
    path = os.pathsep.join((str(tmp_path), str(ROOT)))
    done = subprocess.run(words, env={**os.environ, "PYTHONPATH": path}, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (130, "polypile: interrupted\n")


def test_a_program_that_leaves_cannot_be_interrupted_any_more():
    done = python("""
import signal, sys
from sim.__main__ import main
sys.argv[1:] = ["bench", "--help"]
try:
    main()
finally:
    signal.raise_signal(signal.SIGINT)
""")
    assert (done.returncode, done.stderr) == (0, "")


def test_a_reader_that_leaves_early_gets_no_traceback(saved):
    with command("reach", saved) as process:
        process.stdout.close()
        assert "Traceback" not in process.stderr.read()
        process.wait(60)
    assert process.returncode in (0, 1)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full device here")
def test_output_that_cannot_be_written_gets_one_clear_line(saved):
    with Path("/dev/full").open("w") as full:
        run = subprocess.run(
            [sys.executable, "-m", "sim", "reach", saved], cwd=ROOT, stdout=full, stderr=subprocess.PIPE, text=True
        )
    assert (run.returncode, run.stderr) == (1, "polypile: no space left on device\n")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full device here")
def test_help_that_cannot_be_written_gets_one_clear_line():
    with Path("/dev/full").open("w") as full:
        run = subprocess.run(
            [sys.executable, "-m", "sim", "shake", "--help"], cwd=ROOT, stdout=full, stderr=subprocess.PIPE, text=True
        )
    assert (run.returncode, run.stderr) == (1, "polypile: no space left on device\n")


@pytest.mark.usefixtures("quick")
def test_messages_never_get_into_json_even_if_standard_error_is_closed(run, monkeypatch):
    with monkeypatch.context() as closed:
        closed.setattr(sys, "stderr", None)
        status, out, _ = run("shake", "--seed", 7, "--out", "-")
    assert status == 0
    assert Pile.from_json(out).seed == 7


@pytest.mark.usefixtures("quick")
def test_a_link_is_written_through_and_a_file_keeps_its_mode(run, tmp_path):
    real, link = tmp_path / "real.json", tmp_path / "link.json"
    real.write_text("old")
    real.chmod(0o640)
    link.symlink_to(real)
    assert run("shake", "--seed", 7, "--out", link)[0] == 0
    assert link.is_symlink()
    assert Pile.from_json(real.read_text()).seed == 7
    assert real.stat().st_mode & 0o777 == 0o640


@pytest.mark.skipif(os.name != "posix", reason="signals")
def test_a_worker_that_is_killed_gets_one_clear_line(run, tmp_path, monkeypatch):
    monkeypatch.setattr(table, "_shaken", _killed)
    assert complains(run("shake", "--seeds", "0:9", "--out", tmp_path, "--jobs", 2), 1, "ended from outside", "jobs")


def _killed(seed, parameters):
    os.kill(os.getpid(), signal.SIGKILL)


@pytest.mark.usefixtures("quick")
def test_verify_calls_standard_input_by_its_name(run, monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(table.shake(9).to_json().encode())))
    assert run("shake", "--verify", "-")[1].startswith("standard input: the same digest")


def test_kernels_that_cannot_be_kept_are_not_said_to_be_compiled_once(monkeypatch):
    assert ", once (" in options._why_so_long()
    monkeypatch.setattr("sim.physics._kernel._home", lambda: "")
    assert "in each run" in options._why_so_long()


def test_a_pile_can_come_from_standard_input(saved):
    with command("reach", "-", "--json", stdin=saved.open()) as process:
        assert json.loads(process.stdout.read())["reachable"] == [1, 2]


@pytest.mark.skipif(os.name != "posix", reason="signals")
def test_an_interrupted_process_leaves_no_traceback(tmp_path):
    with command("shake", "--seeds", "0:1000", "--out", tmp_path / "library", "--jobs", 2) as process:
        while process.poll() is None and not list(tmp_path.glob("library/pile-*.json")):
            time.sleep(0.05)  # its workers are at work once there is a pile
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert err == "polypile: interrupted\n"


def test_jobs_do_not_change_what_stats_find(run, tmp_path):
    one, two = tmp_path / "one.json", tmp_path / "two.json"
    words = "stats", "--seeds", "0:4", "--copies", 2, "--tray", 180, "--corner", 30  # small boxes are soon at rest
    assert run(*words, "--out", one)[0] == 0
    assert run(*words, "--out", two, "--jobs", 2)[0] == 0
    assert one.read_text() == two.read_text()


def test_a_real_pile_can_be_shaken_again_in_another_process(shaken, tmp_path):
    path = tmp_path / "pile.json"
    path.write_text(shaken(0).to_json())
    with command("shake", "--verify", path) as process:
        out, err = process.communicate(timeout=300)
    assert (process.returncode, err) == (0, "")
    assert "the same digest" in out


def test_help_of_every_command_is_there(run):
    for words in ([], *([name] for name in cli.COMMANDS)):
        status, out, _ = run(*words, "--help")
        assert status == 0
        assert "usage: polypile" in out


def test_importing_sim_waits_for_no_library():
    program = (
        "import sys, sim, sim.cli; print([name for name in "
        "('numpy', 'pymunk', 'numba', 'shapely', 'pygame', 'matplotlib', 'tqdm', 'joblib') if name in sys.modules])"
    )
    run = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "[]"
