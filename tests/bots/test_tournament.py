"""Tournaments: fair seats, win rates, ratings, records, and results that are the same whoever plays the games."""

import dataclasses
import json
from collections import Counter

import pytest

import sim
from sim import table
from sim.batch import Workers
from sim.bots.match import Pace
from sim.bots.standings import Records, Standings
from sim.bots.tournament import Game, Meeting, Plan, Played
from sim.errors import NotSettled
from sim.pile.reading import whole_entry
from tests.rules.games import PILES, surveyed


@pytest.fixture
def quick(monkeypatch):
    """Let a shake take no time: it gives a pile that is kept; seed 4 does not come to rest."""
    pile, cover = surveyed(PILES[0])
    shaken = []

    def settle(seed, shake, trace=None):
        shaken.append(seed)
        if seed == 4:
            raise NotSettled("seed 4 does not come to rest")
        return dataclasses.replace(pile, seed=seed)

    monkeypatch.setattr("sim.physics.settle.settle", settle)
    monkeypatch.setattr("sim.reach.survey.survey", lambda pile, hidden=False: cover)
    return shaken


@pytest.fixture(scope="module")
def standings():
    return sim.tournament("colour-collect", ["uniform", "greedy", "beginner"], games=12, seed=3)


# Fairness.


def test_the_games_of_a_meeting_differ_in_nothing_but_who_sits_where(standings):
    first, second = standings.records[0], standings.records[1]
    assert first.players == ("uniform", "greedy")
    assert second.players == ("greedy", "uniform")
    assert first.start() == second.start()
    assert first.start().to_move == second.start().to_move


def test_a_bot_and_itself_by_another_name_win_equally_often():
    """Casual is greedy: whatever seat wins in one game wins in the other, and that is the other name."""
    standings = sim.tournament("axio-rota", ["greedy", "casual"], games=20, seed=1)
    assert standings.win_rate("greedy", "casual") == 0.5
    for played in standings.played:
        one, other = played.games
        assert (one.winners, one.scores, one.plies) == (other.winners, other.scores, other.plies)
    assert {rating.value for rating in standings.ratings.values()} == {1500.0}


@pytest.mark.parametrize("players", [2, 3, 4])
def test_neither_bot_has_the_better_seats(players):
    plan = Plan("axio-rota", ("uniform", "greedy"), 12, 1, players)
    seats = Counter((seat, which) for seating in plan.seatings for seat, which in enumerate(seating))
    assert set(seats.values()) == {len(plan.seatings) // 2}
    assert len(set(plan.seatings)) == len(plan.seatings)
    assert all(tuple(1 - which for which in seating) in plan.seatings for seating in plan.seatings)


def test_c19_partners_are_the_same_bot_and_win_together(quick):
    options = {"players": 4, "variants": ["team"]}
    standings = sim.tournament("collexion", ["uniform", "greedy"], games=2, seed=1, **options)
    (played,) = standings.played
    assert [game.seats[0] for game in played.games] == [game.seats[2] for game in played.games]
    assert {game.share("greedy") for game in played.games} <= {0.0, 0.5, 1.0}
    assert standings.records[0].setup.variants == ("team",)


def test_every_pair_of_bots_meets_on_every_seed_and_a_pile_is_shaken_once(quick):
    standings = sim.tournament("collexion", ["uniform", "beginner", "greedy"], games=4, seed=1)
    met = [played.meeting for played in standings.played]
    assert met == [Meeting(pair, seed) for seed in (1, 2) for pair in pairs("uniform", "beginner", "greedy")]
    assert quick == [1, 2]


def pairs(one, two, three):
    return (one, two), (one, three), (two, three)


# Results.


def test_win_rates_count_a_shared_win_half():
    plan = Plan("axio-rota", ("uniform", "greedy"), 4, 1)
    seats = ("uniform", "greedy"), ("greedy", "uniform")
    games = [[(0, 1), (0,)], [(1,), (1,)]]
    standings = Standings(
        plan,
        tuple(
            Played(meeting, tuple(Game(who, won, (1, 1), 9) for who, won in zip(seats, winners, strict=True)))
            for meeting, winners in zip(plan.meetings, games, strict=True)
        ),
    )
    assert standings.win_rate("greedy", "uniform") == (0.5 + 1 + 1 + 0) / 4
    assert standings.win_rate("uniform", "greedy") == (0.5 + 0 + 0 + 1) / 4
    rate = standings.rate("greedy", "uniform")
    assert (rate.meetings, rate.won, rate.shared, rate.lost) == (2, 2, 1, 1)
    assert rate.low < rate.share < rate.high


def test_with_more_players_the_share_of_a_win_is_that_of_the_winners():
    assert Game(("a", "b", "b"), (0, 1), (5, 5, 1), 9).share("a") == 0.5
    assert Game(("a", "b", "b"), (1, 2), (1, 5, 5), 9).share("b") == 1.0


def test_standings_tell_ratings_win_rates_and_times(standings):
    told = str(standings)
    assert "12 games for each pair of bots: 6 seeds, on each 2 games" in told
    assert all(name in told for name in ("uniform", "greedy", "beginner", "rating", "95%", "ms a move", "win rate"))
    assert next(iter(standings.ratings)) == "greedy"
    assert standings.win_rate("greedy", "uniform") + standings.win_rate("uniform", "greedy") == 1.0
    assert all(pace.moves and pace.seconds >= 0 for pace in standings.paces.values())


def test_records_are_read_when_they_are_asked_for_and_verify(standings):
    records = standings.records
    assert len(records) == 36
    assert isinstance(records[2:4], Records)
    assert len(records[2:4]) == 2
    records[-1].verify()
    games = [game for played in standings.played for game in played.games]
    assert [record.players for record in records] == [game.seats for game in games]
    assert [record.outcome.winners for record in records] == [game.winners for game in games]


def test_a_match_can_be_played_again_alone(standings):
    record = standings.records[4]
    assert sim.match("colour-collect", record.players, seed=record.seed) == record


def test_results_are_the_same_whoever_plays_and_say_nothing_of_times(standings):
    again = sim.tournament("colour-collect", ["uniform", "greedy", "beginner"], games=12, seed=3, jobs=2)
    assert again.to_json() == standings.to_json()
    assert again.played == standings.played
    assert not {"paces", "seconds", "mean"} & set(standings.to_json().split('"'))
    assert json.loads(standings.to_json())["meetings"][0]["games"][0]["seats"] == ["uniform", "greedy"]


@pytest.mark.soak
@pytest.mark.parametrize("workers", [Workers(2), Workers(2, "dask")], ids=["loky", "dask"])
def test_a_tournament_on_real_piles_is_the_same_to_the_byte(workers):
    plan = table.plan_tournament("collexion", ["uniform", "greedy"], 20, 1)
    here, there = (Standings(plan, tuple(table.play_all(plan, plan.meetings, who))) for who in (Workers(), workers))
    assert here.to_json() == there.to_json()


def test_a_seed_without_a_pile_is_left_out_and_told(quick):
    standings = sim.tournament("collexion", ["uniform", "greedy"], games=4, seed=3)
    assert standings.failures == {4: "seed 4 does not come to rest"}
    assert standings.rate("uniform", "greedy").meetings == 1
    assert len(standings.records) == 2


def test_what_a_journal_keeps_of_a_meeting_is_read_as_it_was():
    game = Game(("uniform", "greedy"), (0, 1), (3, -1), 40)
    for played in (
        Played(Meeting(("uniform", "greedy"), 7), (game, game), "", (("uniform", Pace(4, 0.5, 0.25)),)),
        Played(Meeting(("uniform", "greedy"), 7), (), "seed 7 does not come to rest"),
    ):
        text = json.dumps(played.to_dict(timed=True))
        again = Played.from_entry(whole_entry(json.loads(text), "line", sim.BatchError))
        assert (again, again.paces) == (played, played.paces)


# What cannot be played.


@pytest.mark.parametrize(
    ("game", "bots", "options", "told"),
    [
        ("chess", ["uniform", "greedy"], {}, "there is no game 'chess'"),
        ("axio-rota", ["uniform"], {}, "two or more bots, each named once"),
        ("axio-rota", ["uniform", "uniform"], {}, "two or more bots, each named once"),
        ("axio-rota", "uniform", {}, "named in a list"),
        ("axio-rota", ["uniform", 3], {}, "named in a list"),
        ("axio-rota", ["uniform", "deep"], {}, "there is no bot 'deep'"),
        ("axio-rota", ["uniform", "greedy"], {"players": 1}, "they play against one another"),
        ("axio-rota", ["uniform", "greedy"], {"players": 5}, "players is 5"),
        ("axio-rota", ["uniform", "greedy"], {"players": 3}, "use a multiple of 6 up to"),
        ("axio-rota", ["uniform", "greedy"], {"games": 3}, "games is 3: use a multiple of 2"),
        ("axio-rota", ["uniform", "greedy"], {"games": 0}, "games is 0"),
        ("axio-rota", ["uniform", "greedy"], {"games": 2.0}, "games is 2.0"),
        ("axio-rota", ["uniform", "greedy"], {"edition": "de"}, "has no option 'edition'"),
        ("axio-rota", ["uniform", "greedy"], {"shake": sim.Shake()}, "a shake makes the pile of Collexion"),
        ("axio-rota", ["uniform", "greedy"], {"seed": 2**63 - 1}, "leaves no room for 100 seeds"),
        ("collexion", ["uniform", "greedy"], {"pile": 3}, "shakes piles of its own"),
        ("collexion", ["uniform", "greedy"], {"edition": "es"}, "there is no edition 'es'"),
        ("collexion", ["uniform", "greedy"], {"variants": ("team",)}, "the team variant is for 4 players"),
        ("collexion", ["uniform", "greedy"], {"first": 2}, "first is 2"),
        ("colour-collect", ["uniform", "greedy"], {"best_of": 4}, "best_of is 4"),
    ],
)
def test_what_cannot_be_played_is_told_before_the_first_game(monkeypatch, game, bots, options, told):
    monkeypatch.setattr(table, "play_all", None)
    with pytest.raises(sim.GameError, match=told) as wrong:
        sim.tournament(game, bots, **{"games": 200, "seed": 1, **options})
    assert "\n" not in str(wrong.value)


def test_who_has_not_played_has_no_win_rate(standings):
    with pytest.raises(sim.GameError, match="'perfect' has not played: uniform, greedy and beginner have"):
        standings.win_rate("greedy", "perfect")
    with pytest.raises(sim.GameError, match="greedy and greedy have not met"):
        standings.win_rate("greedy", "greedy")
