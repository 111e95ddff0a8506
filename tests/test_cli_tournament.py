"""`polypile tournament`, `stats --games`, and batches that are interrupted and typed again."""

import dataclasses
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import sim
from sim import table
from sim.bots.study import FIGURES
from sim.commands import plot
from sim.errors import NotSettled
from sim.record import journal
from tests.conftest import complains
from tests.rules.games import PILES, surveyed
from tests.test_batch import until

ROOT = Path(__file__).resolve().parent.parent
WORDS = ("tournament", "colour-collect", "--bots", "uniform,greedy", "--games", 8, "--seed", 5)


@pytest.fixture
def quick(monkeypatch):
    """Let a shake take no time: it gives one of two piles that are kept; seed 99 does not come to rest."""
    kept = {seed: surveyed(seed) for seed in PILES}

    def settle(seed, shake, trace=None):
        if seed == 99:
            raise NotSettled("seed 99 does not come to rest")
        return dataclasses.replace(kept[PILES[seed % len(PILES)]][0], seed=seed)

    monkeypatch.setattr("sim.physics.settle.settle", settle)
    monkeypatch.setattr("sim.reach.survey.survey", lambda pile, hidden=False: kept[PILES[pile.seed % len(PILES)]][1])


@pytest.fixture
def met(monkeypatch):
    """The seeds that were played, in order; once there are as many as its limit, an interrupt comes."""

    class Met(list):
        limit = 10**9

    seeds, play = Met(), table._met

    def counted(meetings, plan, keep):
        if len(seeds) == seeds.limit:
            raise KeyboardInterrupt
        seeds.extend(meeting.seed for meeting in meetings)
        return play(meetings, plan, keep)

    monkeypatch.setattr(table, "_met", counted)
    return seeds


# Tournaments.


def test_a_tournament_is_told_and_saved(run, tmp_path):
    out, times, records = tmp_path / "results.json", tmp_path / "times.json", tmp_path / "games"
    status, told, err = run(*WORDS, "--out", out, "--times", times, "--records", records)
    assert (status, err) == (0, "")
    assert "greedy - uniform" in told
    assert f"saved {out}" in told
    assert "saved the records of 8 games" in told
    result = json.loads(out.read_text())
    assert result["bots"] == ["uniform", "greedy"]
    assert [meeting["seed"] for meeting in result["meetings"]] == [5, 6, 7, 8]
    assert result["ratings"][0]["bot"] == "greedy"
    assert set(json.loads(times.read_text())["bots"]) == {"uniform", "greedy"}
    assert sorted(path.name for path in tmp_path.iterdir()) == ["games", "results.json", "times.json"]
    names = [f"colour-collect-{k}-{pair}.json" for k in range(5, 9) for pair in ("greedy-uniform", "uniform-greedy")]
    assert sorted(path.name for path in records.iterdir()) == names
    for path in records.iterdir():
        sim.read(path).verify()


def test_the_shell_and_the_command_line_give_the_same_results(run):
    status, out, err = run(*WORDS, "--out", "-")
    assert status == 0
    assert "greedy - uniform" in err
    assert out == sim.tournament("colour-collect", ["uniform", "greedy"], games=8, seed=5).to_json()


def test_options_of_the_game_reach_it_and_records_of_other_games_are_not_lost(run, tmp_path):
    for words in ("--variant 3 --best-of 5 --won-discs return --next-start alternate --first 1", "", ""):
        assert run(*WORDS, "--records", tmp_path, *words.split())[0] == 0
    assert len(list(tmp_path.iterdir())) == 16  # typed again, the same games are the same files
    setup = sim.read(tmp_path / "colour-collect-5-uniform-greedy.json").setup
    assert (setup.variant, setup.best_of, setup.won_discs, setup.next_start, setup.first) == (
        3,
        5,
        "return",
        "alternate",
        1,
    )


@pytest.mark.parametrize(("players", "games"), [(2, 200), (3, 198), (4, 200)])
def test_unless_said_two_bots_play_about_200_games_with_seats_exchanged(run, monkeypatch, players, games):
    def play_all(plan, *_, **__):
        assert plan.games == games
        raise KeyboardInterrupt

    assert table.plan_tournament("axio-rota", ["uniform", "greedy"], players=players).games == games
    monkeypatch.setattr(table, "play_all", play_all)
    words = ("tournament", "axio-rota", "--bots", "uniform,greedy", "--players", players)
    assert complains(run(*words), 130, "interrupted")


@pytest.mark.usefixtures("quick")
def test_a_seed_without_a_pile_is_named_at_the_end(run):
    words = ("tournament", "collexion", "--bots", "uniform,greedy", "--games", 4, "--seed", 98)
    status, out, err = run(*words)
    assert status == 1
    assert "greedy - uniform" in out
    assert err == "polypile: 1 of 2 seeds has no pile (99): seed 99 does not come to rest\n"


@pytest.mark.usefixtures("quick")
def test_without_a_single_pile_there_is_a_plot_without_ratings(run, tmp_path):
    words = ("tournament", "collexion", "--bots", "uniform,greedy", "--games", 2, "--seed", 99)
    status, out, err = run(*words, "--plot", tmp_path / "ladder.png", "--out", tmp_path / "results.json")
    assert status == 1
    assert err == "polypile: 1 of 1 seed has no pile (99): seed 99 does not come to rest\n"
    assert "%" not in out.replace("95%", "")
    assert (tmp_path / "ladder.png").read_bytes().startswith(b"\x89PNG")
    assert json.loads((tmp_path / "results.json").read_text())["ratings"] == []


def test_a_tournament_goes_on_where_it_was_interrupted(run, tmp_path, met):
    out = tmp_path / "results.json"
    met.limit = 2
    assert complains(run(*WORDS, "--out", out), 130, "interrupted")
    assert [path.name for path in tmp_path.iterdir()] == ["results.json.part"]
    with (tmp_path / "results.json.part").open("a") as file:
        file.write('{"name": "7 uniform gr')  # the line that a loss of power cuts off
    met.limit = 10**9
    status, told, _ = run(*WORDS, "--out", out)
    assert status == 0
    assert met == [5, 6, 7, 8]
    assert out.read_text() == sim.tournament("colour-collect", ["uniform", "greedy"], games=8, seed=5).to_json()
    assert [path.name for path in tmp_path.iterdir()] == ["results.json"]
    assert "slowest" in told


def test_another_tournament_does_not_go_on_with_this_one(run, tmp_path, met):
    out = tmp_path / "results.json"
    met.limit = 1
    run(*WORDS, "--out", out)
    before = (tmp_path / "results.json.part").read_text()
    other = run(*WORDS, "--best-of", 5, "--out", out)
    assert complains(other, 1, "results.json.part is of another batch", "remove it, or save elsewhere")
    assert complains(run(*WORDS[:-1], 6, "--out", out), 1, "(seed 5, not 6)")
    assert (tmp_path / "results.json.part").read_text() == before


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("{\n", "line 1"),
        ("[]\n", "line 1"),
        ('{"format": "else"}\n', "another batch (format 'else'"),
        ("HEAD\n{}\n", "line 2: name is missing"),
        ('HEAD\n{"name": "5 uniform greedy"}\n', "line 2: this result was altered after it was written: remove the"),
        ('HEAD\n{"name": "5 uniform greedy", "check": "6914d88c"}\n', "line 2: played is missing"),
        ('HEAD\n{"name": "5 uniform greedy", "bots": 7, "check": "bb94ffd4"}\n', "line 2: this result was altered"),
        ('HEAD\nnonsense\n{"name": "x"}\n', "line 2 is not JSON"),
    ],
)
def test_a_damaged_journal_is_told_and_kept(run, tmp_path, met, text, told):
    part = tmp_path / "results.json.part"
    met.limit = 0
    run(*WORDS, "--out", tmp_path / "results.json")
    content = text.replace("HEAD\n", part.read_text())
    part.write_text(content)
    assert complains(run(*WORDS, "--out", tmp_path / "results.json"), 1, "results.json.part", told)
    assert part.read_text() == content


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("colour-collect", "required: --bots"),
        ("chess --bots uniform,greedy", "invalid choice"),
        ("colour-collect --bots uniform", "two or more bots"),
        ("colour-collect --bots uniform,deep", "there is no bot 'deep'"),
        ("colour-collect --bots uniform,greedy --games 3", "--games is 3"),
        ("colour-collect --bots uniform,greedy --players 3", "--players is 3"),
        ("colour-collect --bots uniform,greedy --best-of 4", "--best-of is 4"),
        ("colour-collect --bots uniform,greedy --edition fr", "has no --edition: see polypile tournament --help"),
        ("axio-rota --bots uniform,greedy --players 1", "--players is 1"),
        ("colour-collect --bots uniform,greedy --jobs 0", "0 jobs make no sense"),
        ("colour-collect --bots uniform,greedy --backend threads", "invalid choice"),
        ("colour-collect --bots uniform,greedy --cluster a:1", "address of a cluster of dask or ray"),
        ("colour-collect --bots uniform,greedy --plot -", "only --out can write"),
        ("colour-collect --bots uniform,greedy --times -", "only --out can write"),
        ("colour-collect --bots uniform,greedy --out a.json --times ./a.json", "named twice"),
    ],
)
def test_a_wrong_tournament_gets_one_clear_line_and_exit_2(run, tmp_path, monkeypatch, words, told):
    monkeypatch.chdir(tmp_path)
    assert complains(run("tournament", *words.split()), 2, told)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(("ending", "start"), [("png", b"\x89PNG"), ("svg", b"<?xml")])
def test_a_tournament_is_plotted_and_equal_ones_alike(run, tmp_path, ending, start):
    pytest.importorskip("matplotlib")
    plots = [tmp_path / f"{name}.{ending}" for name in "ab"]
    for path in plots:
        assert run(*WORDS, "--plot", path)[0] == 0
    assert plots[0].read_bytes().startswith(start)
    assert plots[0].read_bytes() == plots[1].read_bytes()


def test_plots_without_matplotlib_say_how_to_get_it_before_the_first_game(run, monkeypatch, tmp_path, met):
    monkeypatch.setattr(plot, "find_spec", lambda name: None)
    assert complains(run(*WORDS, "--plot", tmp_path / "p.png"), 1, "pip install", "[plot]")
    assert met == []


def processes_of(session):
    left = subprocess.run(["ps", "-o", "stat=,args=", "--sid", str(session)], capture_output=True, text=True)
    # Whoever has ended and was not yet asked about is no process any more.
    return [line for line in left.stdout.splitlines() if not line.startswith("Z")]


@pytest.mark.soak
@pytest.mark.skipif(os.name != "posix", reason="signals")
@pytest.mark.parametrize("times", [1, 3])
@pytest.mark.parametrize("backend", ["loky", "dask"])
def test_an_interrupted_tournament_leaves_one_line_no_process_and_a_journal(tmp_path, backend, times):
    out = tmp_path / "results.json"
    words = ["tournament", "axio-rota", "--bots", "uniform,greedy", "--games", "4000", "--seed", "1", "--jobs", "2"]
    command = [sys.executable, "-m", "sim", *words, "--backend", backend, "--out", str(out)]
    with subprocess.Popen(command, cwd=ROOT, stderr=subprocess.PIPE, text=True, start_new_session=True) as process:
        part = Path(f"{out}.part")
        while process.poll() is None and not (part.exists() and part.read_text().count("\n") > 20):
            time.sleep(0.05)
        for _ in range(times):
            os.killpg(process.pid, signal.SIGINT)  # as a terminal does
            time.sleep(0.02)
        _, err = process.communicate(timeout=60)
    assert (process.returncode, err) == (130, "polypile: interrupted\n")
    until(lambda: not processes_of(process.pid))  # what watches over resources ends when it has seen the others end
    assert part.read_text().count("\n") > 20


# Stats.


@pytest.mark.usefixtures("quick")
def test_stats_go_on_where_they_were_interrupted(run, tmp_path, monkeypatch):
    measured, measure = [], table._measured

    def counted(seed, parameters, bot):
        if len(measured) == 2:
            measured.append("stop")
            raise KeyboardInterrupt
        measured.append(seed)
        return measure(seed, parameters, bot)

    monkeypatch.setattr(table, "_measured", counted)
    one, two = tmp_path / "one.json", tmp_path / "two.json"
    assert complains(run("stats", "--seeds", "97:101", "--out", one), 130, "interrupted")
    assert run("stats", "--seeds", "97:101", "--out", one)[0] == 1  # 99 has no pile
    assert measured == [97, 98, "stop", 99, 100]
    assert run("stats", "--seeds", "97:101", "--out", two)[0] == 1
    assert one.read_text() == two.read_text()
    assert json.loads(one.read_text())["seeds"] == [97, 98, 100]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["one.json", "two.json"]


@pytest.mark.usefixtures("quick")
def test_stats_tell_what_the_pile_does_to_the_game(run, tmp_path):
    out = tmp_path / "stats.json"
    status, told, err = run("stats", "--seeds", "0:4", "--games", "uniform", "--out", out, "--plot", tmp_path / "p.png")
    assert (status, err) == (0, "")
    assert all(name in told for name in FIGURES)
    study = json.loads(out.read_text())["games"]
    assert list(study["editions"]) == ["de", "fr", "it", "fr-blue-orange", "de-unloaded", "de-untouched"]
    assert study["editions"]["it"]["reachable"] == "untouched"
    assert len(study["games"]) == 4
    assert (tmp_path / "p.png").read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("--seeds 0:3 --games", "give 4 seeds or more"),
        ("--seeds 0:9 --games deep", "there is no bot 'deep'"),
        ("--seeds 0:9 --games --copies 4", "leave out --copies"),
        ("--seeds 0:9 --cluster a:1", "address of a cluster"),
    ],
)
def test_wrong_stats_get_one_clear_line_and_exit_2(run, words, told):
    assert complains(run("stats", *words.split()), 2, told)


def test_without_an_output_file_there_is_no_journal(run, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with journal.beside(None, {"seed": 1}) as kept:
        kept.add("a", {"value": 1})
        kept.remove()
    assert run(*WORDS, "--out", "-")[0] == 0
    assert list(tmp_path.iterdir()) == []


def test_a_journal_that_cannot_be_written_is_told(tmp_path):
    with pytest.raises(sim.BatchError, match="cannot be written"):
        journal.beside(str(tmp_path / "no" / "stats.json"), {})
