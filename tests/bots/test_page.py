"""The page of the bots: its tables have their places, and say what the results say."""

import json
import re

import pytest

import sim
from benchmarks import study
from sim.bots.effects import FEWEST
from sim.bots.study import FIGURES


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Results of a small tournament, as if it had been each of the games, and of a study with made-up figures."""
    from sim.bots import effects

    folder = tmp_path_factory.mktemp("study")
    standings = sim.tournament("colour-collect", ["uniform", "greedy"], games=8, seed=5)
    paces = {name: {"moves": 9, "mean": 0.001, "slowest": 0.002} for name in ("uniform", "greedy")}
    for game in study.GAMES:
        (folder / f"{game}.json").write_text(standings.to_json())
        (folder / f"{game}-times.json").write_text(json.dumps({"bots": paces}))
    piles = [{"reach_uncovered": float(k), "reach_unloaded": float(-k)} for k in range(FEWEST)]
    games = [{"de": {name: float(k % 2) for name in FIGURES}} for k in range(FEWEST)]
    games = [{**game, "fr": dict.fromkeys(FIGURES, 1.0)} for game in games]
    found = effects.study(piles, games, {"de": "uncovered", "fr": "unloaded"})
    (folder / "games.json").write_text(json.dumps({"seeds": list(range(FEWEST)), "games": found}))
    return folder


def test_every_table_has_its_place_in_the_page_and_is_put_there(folder, monkeypatch, tmp_path):
    page = tmp_path / "README.md"
    page.write_text(study.PAGE.read_text(encoding="utf-8"))
    monkeypatch.setattr(study, "PAGE", page)
    study.write(folder)
    once = page.read_text()
    assert len(re.findall(r"^<!-- (?!end)", once, re.MULTILINE)) == len(study.tables(folder)) == 7
    assert "8 games for each pair of bots, seeds 5 to 8." in once
    assert "4 piles, seeds 0 to 3." in once
    study.write(folder)
    assert page.read_text() == once


def test_a_ladder_says_who_wins_how_often_from_both_sides(folder):
    results, times = (study.load(folder / f"axio-rota{ending}.json") for ending in ("", "-times"))
    (rate,) = results["win_rates"]
    table = study.ladder(results, times)
    assert table.count("\n") == 5
    assert f"{rate['win_rate']:.1%} ({rate['low']:.0%} to {rate['high']:.0%})" in table
    assert f"{1 - rate['win_rate']:.1%} ({1 - rate['high']:.0%} to {1 - rate['low']:.0%})" in table
    assert "| 1 | 2 |" in table


def test_what_is_measured_are_command_lines_that_can_be_typed():
    from types import SimpleNamespace

    from sim import cli

    given = SimpleNamespace(pairs=100, without="search", folder=study.ROOT)
    lines = dict(study.commands(given))
    assert list(lines) == ["games", *study.GAMES]
    for words in lines.values():
        cli.parser().parse_args(words)
    assert "--bots uniform,greedy,beginner --games 200 --seed 1" in " ".join(lines["axio-rota"])
