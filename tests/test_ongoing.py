"""Tournaments that go on where they were interrupted: nothing is played twice, nothing said to be there that is not."""

import json
import re

import pytest

import sim
from sim import ongoing, table
from tests.conftest import complains

GAME, BOTS = "colour-collect", ["uniform", "greedy"]
WORDS = ("tournament", GAME, "--bots", ",".join(BOTS), "--games", 8, "--seed", 5)
FILES = [f"{GAME}-{seed}-{pair}.json" for seed in range(5, 9) for pair in ("greedy-uniform", "uniform-greedy")]


@pytest.fixture
def met(monkeypatch):
    """The seeds that were played, in order; once there are as many as its limit, an interrupt comes."""

    class Met(list):
        limit = 10**9

        def upto(self, limit):
            self.clear()
            self.limit = limit

    seeds, play = Met(), table._met

    def counted(meetings, plan, keep):
        if len(seeds) == seeds.limit:
            raise KeyboardInterrupt
        seeds.extend(meeting.seed for meeting in meetings)
        return play(meetings, plan, keep)

    monkeypatch.setattr(table, "_met", counted)
    return seeds


@pytest.fixture(scope="module")
def results():
    """What comes of the tournament when nobody interrupts it."""
    return sim.tournament(GAME, BOTS, games=8, seed=5).to_json()


def names(folder):
    return sorted(path.name for path in folder.iterdir())


# Records


def test_whoever_goes_on_with_another_folder_has_all_records_there(run, tmp_path, met, results):
    out = tmp_path / "results.json"
    met.upto(2)
    run(*WORDS, "--out", out, "--records", tmp_path / "one")
    met.upto(10**9)
    status, told, _ = run(*WORDS, "--out", out, "--records", tmp_path / "two")
    assert status == 0
    assert f"saved the records of 8 games in {tmp_path / 'two'}" in told
    assert names(tmp_path / "two") == FILES
    assert out.read_text() == results


@pytest.mark.parametrize("harm", ["deleted", "altered", "of another game"])
def test_records_that_are_not_there_any_more_are_made_again_and_no_others(run, tmp_path, met, results, harm):
    out, folder = tmp_path / "results.json", tmp_path / "games"
    met.upto(3)
    run(*WORDS, "--out", out, "--records", folder)
    lost = folder / FILES[2]
    if harm == "deleted":
        lost.unlink()
    else:
        lost.write_text("{}" if harm == "altered" else (folder / FILES[0]).read_text())
    met.upto(10**9)
    status, told, _ = run(*WORDS, "--out", out, "--records", folder)
    assert (status, met) == (0, [6, 8])
    assert "saved the records of 8 games" in told
    again = lost if harm == "deleted" else lost.with_name(lost.stem + "-2.json")
    assert sim.read(again).seed == 6
    assert out.read_text() == results


def test_records_can_be_asked_for_later_and_left_out_later(run, tmp_path, met):
    out, folder = tmp_path / "results.json", tmp_path / "games"
    met.upto(2)
    run(*WORDS, "--out", out)
    met.upto(3)
    run(*WORDS, "--out", out, "--records", folder)
    assert met == [5, 6, 7]
    met.upto(10**9)
    assert run(*WORDS, "--out", out)[0] == 0
    assert met == [8]
    assert names(folder) == FILES[:6]


def test_with_records_alone_a_tournament_goes_on_in_their_folder(run, tmp_path, met):
    met.upto(2)
    assert complains(run(*WORDS, "--records", tmp_path), 130, "interrupted")
    assert "tournament.part" in names(tmp_path)
    met.upto(10**9)
    assert run(*WORDS, "--records", tmp_path, "--out", "-")[0] == 0
    assert met == [7, 8]
    assert names(tmp_path) == FILES


# What a batch is told apart by


def test_other_bots_do_not_go_on_with_the_games_of_these(run, tmp_path, met, monkeypatch):
    out = tmp_path / "results.json"
    met.upto(1)
    run(*WORDS, "--out", out)
    before = ongoing.code()
    monkeypatch.setattr(ongoing, "code", lambda: "0123456789ab")
    told = f"results.json.part is of another batch (code '{before}', not '0123456789ab')"
    assert complains(run(*WORDS, "--out", out), 1, told)


@pytest.mark.parametrize("changed", ["sim/bots/uniform.py", "sim/rules/luck.py", "sim/bots/collexion/new.py"])
def test_the_digest_of_the_code_changes_with_bots_and_rules(tmp_path, monkeypatch, changed):
    for name in ("sim/bots/uniform.py", "sim/rules/luck.py", "sim/view/draw.py", "sim/bots/collexion/plan.py"):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("one")
    monkeypatch.setattr(ongoing, "__file__", str(tmp_path / "sim" / "ongoing.py"))
    digest = ongoing.code.__wrapped__
    before = digest()
    (tmp_path / "sim/view/draw.py").write_text("two")
    assert digest() == before
    (tmp_path / changed).write_text("two")
    assert re.fullmatch("[0-9a-f]{12}", before)
    assert digest() != before


# In Python


@pytest.mark.parametrize("places", [("out",), ("records",), ("out", "records")])
def test_a_tournament_called_again_goes_on_where_it_was_interrupted(tmp_path, met, results, places):
    where = {"out": tmp_path / "results.json", "records": tmp_path / "games"}
    given = {name: where[name] for name in places}
    met.upto(3)
    with pytest.raises(KeyboardInterrupt):
        sim.tournament(GAME, BOTS, games=8, seed=5, **given)
    met.upto(10**9)
    standings = sim.tournament(GAME, BOTS, games=8, seed=5, **given)
    assert met == [8]
    assert standings.to_json() == results
    assert not standings.records
    assert names(tmp_path) == sorted(where[name].name for name in places)
    if "out" in places:
        assert where["out"].read_text() == results
    if "records" in places:
        assert names(where["records"]) == FILES


def test_shell_and_command_line_go_on_with_one_another(run, tmp_path, met, results):
    met.upto(2)
    run(*WORDS, "--out", tmp_path / "results.json")
    met.upto(10**9)
    sim.tournament(GAME, BOTS, games=8, seed=5, out=str(tmp_path / "results.json"))
    assert met == [7, 8]
    assert (tmp_path / "results.json").read_text() == results


def test_a_journal_holds_what_is_needed_and_no_games(run, tmp_path, met):
    met.upto(1)
    run(*WORDS, "--out", tmp_path / "results.json", "--records", tmp_path / "games")
    head, line = map(json.loads, (tmp_path / "results.json.part").read_text().splitlines())
    assert head["format"] == "polypile-batch"
    assert {"game", "bots", "games", "seed", "versions", "model", "code"} <= set(head)
    assert (line["name"], sorted(line["records"])) == ("5 uniform greedy", FILES[:2])
    assert len(json.dumps(line)) < 2_000


@pytest.mark.parametrize("wrong", [{"out": 3}, {"out": "a\0b"}, {"records": 3}, {"out": "no/such/results.json"}])
def test_where_nothing_can_be_kept_is_told_before_the_first_game(tmp_path, monkeypatch, met, wrong):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(sim.PolypileError) as told:
        sim.tournament(GAME, BOTS, games=8, seed=5, **wrong)
    assert "\n" not in str(told.value)
    assert met == []
    assert names(tmp_path) == []
