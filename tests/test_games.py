"""Games as users start them: `sim.start`, `sim.match`, `sim.read`."""

import dataclasses

import pytest

import sim
from sim import again, setups, table
from sim.rules.luck import Luck
from tests.rules.games import PILES, surveyed

GAMES = sorted(setups.OPTIONS)


@pytest.fixture(autouse=True)
def quick(monkeypatch):
    """Let a shake take no time: it gives a pile that is kept."""
    pile, _ = surveyed(PILES[0])

    def settled(seed, shake, trace=None):
        return dataclasses.replace(pile, seed=seed)

    monkeypatch.setattr("sim.physics.settle.settle", settled)


@pytest.mark.parametrize("game", GAMES)
def test_equal_arguments_give_equal_states_and_another_seed_another_one(game):
    assert sim.start(game, seed=7) == sim.start(game, seed=7)
    assert hash(sim.start(game, seed=7)) == hash(sim.start(game, seed=7))
    assert sim.start(game, seed=7) != sim.start(game, seed=8)


@pytest.mark.parametrize("game", GAMES)
def test_without_a_seed_a_new_one_is_drawn_and_can_be_read(game):
    state = sim.start(game)
    assert sim.start(game, seed=state.luck.seed) == state


@pytest.mark.parametrize("game", GAMES)
def test_the_start_player_is_given_or_drawn_from_the_seed(game):
    assert [sim.start(game, seed=1, first=seat).to_move for seat in (0, 1)] == [0, 1]
    assert {sim.start(game, seed=seed).to_move for seed in range(12)} == {0, 1}


def test_defaults_are_those_of_the_manual():
    collexion, axio, collect = (sim.start(game, seed=7).setup for game in ("collexion", "axio-rota", "colour-collect"))
    assert (collexion.players, collexion.edition.name, collexion.variants) == (2, "de", ())
    assert axio.players == 2
    assert (collect.variant, collect.best_of, collect.next_start, collect.won_discs) == (1, 3, "loser", "keep")


def test_a_ready_pile_is_played_with_and_the_seed_only_draws_the_start_player():
    pile, cover = surveyed(0)
    state = sim.start("collexion", pile=pile, seed=5)
    assert state.pile is pile
    assert state.cover == cover
    assert state.luck.results == sim.start("collexion", seed=5).luck.results
    assert sim.start("collexion", pile=pile).luck.seed == pile.seed


def test_an_edition_can_be_a_value_of_ones_own():
    mine = dataclasses.replace(setups.load_edition("de"), name="mine", shape_set_pays="smallest")
    assert sim.start("collexion", seed=7, edition=mine).edition == mine


@pytest.mark.parametrize(
    ("game", "options", "told"),
    [
        ("chess", {}, "there is no game 'chess': use collexion, axio-rota or colour-collect"),
        (["x"], {}, "there is no game a list"),
        ("axio-rota", {"edition": "de"}, "axio-rota has no option 'edition': it has players and first"),
        ("axio-rota", {"players": 5}, "players"),
        ("collexion", {"players": 5}, "players is 5: use a whole number from 2 to 4"),
        ("collexion", {"players": 1}, "players is 1: use a whole number from 2 to 4"),
        ("collexion", {"variants": ("team",)}, r"the team variant is for 4 players, not 2 \(C19\)"),
        ("collexion", {"variants": ("night",)}, "there is no variant 'night': use team, expert or both"),
        ("collexion", {"variants": ("expert", "expert")}, "a variant is named twice"),
        ("collexion", {"edition": "es"}, "there is no edition 'es': use de, fr, it or fr-blue-orange"),
        ("collexion", {"edition": 3}, "there is no edition 3"),
        ("collexion", {"pile": 3}, "pile is 3: give a Pile"),
        ("collexion", {"first": 2}, "first is 2: use a whole number from 0 to 1"),
        ("collexion", {"first": True}, "first is True"),
        ("colour-collect", {"players": 3}, "players"),
        ("colour-collect", {"variant": 4}, "variant"),
        ("colour-collect", {"best_of": 4}, "best_of"),
        ("colour-collect", {"next_start": "me"}, "next_start"),
        ("colour-collect", {"won_discs": "burn"}, "won_discs"),
    ],
)
def test_a_wrong_option_is_told_in_one_line(game, options, told):
    with pytest.raises(sim.GameError, match=told) as wrong:
        sim.start(game, seed=7, **options)
    assert "\n" not in str(wrong.value)


def test_a_pile_of_other_polygons_is_refused(small):
    with pytest.raises(sim.GameError, match="has not the 80 polygons of the game"):
        sim.start("collexion", pile=small)


@pytest.mark.parametrize("seed", [-1, 1.5, "7", 2**63])
def test_a_wrong_seed_is_told(seed):
    with pytest.raises(sim.SeedError):
        sim.start("axio-rota", seed=seed)


@pytest.mark.parametrize("game", GAMES)
def test_a_match_is_the_same_for_the_same_seed_and_can_be_saved_and_read(game, tmp_path):
    record = sim.match(game, bots=["uniform", "uniform"], seed=7)
    assert record == sim.match(game, bots=["uniform", "uniform"], seed=7)
    assert record.players == ("uniform", "uniform")
    assert record.outcome is not None
    record.save(tmp_path / "game.json")
    again = sim.read(tmp_path / "game.json")
    assert again == record
    again.verify()
    assert [str(move) for move, _ in again.replay()] == list(record.moves)


def test_a_bot_that_there_is_not_is_told():
    with pytest.raises(sim.GameError, match="there is no bot 'deep' for axio-rota: use uniform"):
        sim.match("axio-rota", bots=["uniform", "deep"])


def test_more_or_fewer_bots_than_seats_are_refused():
    with pytest.raises(sim.GameError, match="players"):
        sim.match("colour-collect", bots=["uniform"])


@pytest.mark.parametrize("game", ["axio-rota", "colour-collect"])
def test_what_the_seed_gives_again_is_what_the_record_holds(game):
    again.check_chance(sim.match(game, bots=["uniform", "uniform"], seed=7))


def test_chance_that_the_seed_does_not_give_replays_but_is_found_when_drawn_again():
    """The rules allow it, so the record verifies; that it is not of this seed is another question."""
    record = sim.match("axio-rota", bots=["uniform", "uniform"], seed=7)
    other = dataclasses.replace(record, seed=8)
    other.verify()
    with pytest.raises(sim.ReplayDiverged, match="at the start: drawn again from seed 8, chance decides otherwise"):
        again.check_chance(other)


def test_a_pile_that_the_seed_does_not_give_is_found_when_shaken_again(monkeypatch):
    record = sim.match("collexion", bots=["uniform", "uniform"], seed=7)
    other, _ = surveyed(0)
    monkeypatch.setattr("sim.physics.settle.settle", lambda seed, shake, trace=None: other)
    record.verify()
    with pytest.raises(sim.ReplayDiverged, match="at the start: shaken again, the pile is"):
        again.check_chance(record)


def test_a13_high_scores_of_the_solo_game_are_kept(monkeypatch, tmp_path):
    monkeypatch.setenv("POLYPILE_HOME", str(tmp_path / "home"))
    assert table.high_scores() == ()
    records = [sim.match("axio-rota", ["uniform"], seed=seed) for seed in range(5)]
    for record in records:
        record_rank = table.keep_high_score(record, "Ada", "2031-05-17")
        assert 1 <= record_rank <= 5
    kept = table.high_scores()
    assert [one.score for one in kept] == sorted((record.scores[0] for record in records), reverse=True)
    assert {one.seed for one in kept} == set(range(5))


@pytest.mark.parametrize(("game", "bots"), [("axio-rota", 2), ("colour-collect", 2)])
def test_a13_of_other_games_no_high_score_is_kept(monkeypatch, tmp_path, game, bots):
    monkeypatch.setenv("POLYPILE_HOME", str(tmp_path / "home"))
    with pytest.raises(sim.GameError, match="solo games of AXIO rota that are over"):
        table.keep_high_score(sim.match(game, ["uniform"] * bots, seed=1), "Ada", "2031-05-17")
    assert not (tmp_path / "home").exists()


def test_a13_of_a_game_that_is_not_over_no_high_score_is_kept(monkeypatch, tmp_path):
    monkeypatch.setenv("POLYPILE_HOME", str(tmp_path / "home"))
    record = sim.match("axio-rota", ["uniform"], seed=1)
    unfinished = dataclasses.replace(record, moves=record.moves[:5], outcome=None)
    with pytest.raises(sim.GameError, match="that are over"):
        table.keep_high_score(unfinished, "Ada", "2031-05-17")


def test_from_a_replayed_state_other_moves_can_be_played_to_the_end():
    """What chance decided in the recorded game says nothing about another course of it."""
    for seed in range(5):
        record = sim.match("colour-collect", ["uniform", "uniform"], seed=seed, variant=2)
        for _, state in record.replay():
            while state.outcome is None:
                state = state.play(state.legal[-1])


@pytest.mark.parametrize(
    "call",
    [
        lambda: sim.match("axio-rota", "uniform"),
        lambda: sim.match("axio-rota", ["uniform"], players=1),
        lambda: sim.match("axio-rota", [None]),
        lambda: sim.start("axio-rota", shake=sim.Shake()),
        lambda: sim.start("collexion", pile=surveyed(0)[0], shake=sim.Shake()),
    ],
)
def test_what_cannot_be_meant_is_told(call):
    with pytest.raises(sim.GameError):
        call()


def test_a_bot_that_plays_what_it_may_not_is_named():
    from sim.bots import match

    class Cheat:
        name = "cheat"

        def choose(self, view, chance):
            return sim.Move("pawn", 0, 0)

    with pytest.raises(sim.GameError, match="bot cheat in seat 0 plays what it may not: pawn 0 0: "):
        match.play(sim.start("colour-collect", seed=1, first=0), [Cheat(), Cheat()], {})


def test_a_record_with_another_edition_or_cover_or_other_tiles_is_found_when_looked_at_again():
    record = sim.match("collexion", bots=["uniform", "uniform"], seed=7)
    edition = dataclasses.replace(record.setup.edition, stacks_face_up=False)
    cover = dataclasses.replace(record.setup.cover, touches=frozenset())
    tiles = setups.load_tiles()
    others = dataclasses.replace(tiles, provenance="invented")
    for changed, told in (
        (dataclasses.replace(record.setup, edition=edition), "its edition de is not the one"),
        (dataclasses.replace(record.setup, cover=cover), "surveyed again, the pile has another cover"),
        (dataclasses.replace(sim.start("axio-rota", seed=7).setup, tiles=others), "its tiles are not those"),
    ):
        forged = sim.Record.of((), changed.start(Luck(7)), "ab", {})
        forged.verify()
        with pytest.raises(sim.ReplayDiverged, match=f"at the start: {told}"):
            again.check_chance(forged)
