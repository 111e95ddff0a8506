import dataclasses
import json
import pickle
import re

import pytest

from sim.errors import PolypileError, RecordError, ReplayDiverged, StoreError
from sim.record.record import LONGEST_RESULT, LONGEST_TEXT, MAX_MOVES, Record
from sim.record.replay import start
from sim.rules.game import Outcome
from tests.record.conftest import GAMES, VERSIONS, played


def changed(record, **values):
    return dataclasses.replace(record, **values)


def diverges(record, pattern):
    with pytest.raises(ReplayDiverged, match=pattern) as caught:
        record.verify()
    assert str(caught.value).isprintable()
    return str(caught.value)


# What a record holds


def test_a_record_tells_what_was_played(game):
    record, states = game
    last = states[-1]
    assert record.game == last.setup.game
    assert record.outcome == last.outcome
    assert record.outcome is not None
    assert (record.scores, record.chance, record.seed) == (last.scores, last.luck.results, 5)
    assert len(record.moves) == last.ply == len(states) - 1
    assert dict(record.versions) == VERSIONS


def test_a_record_goes_through_text_and_back(record):
    again = Record.from_json(record.to_json())
    assert again == record
    assert hash(again) == hash(record)
    assert again.to_json() == record.to_json()
    assert Record.from_dict(record.to_dict()) == record


def test_a_record_goes_to_another_process_and_back(record):
    again = pickle.loads(pickle.dumps(record))
    assert again == record
    assert again.versions == record.versions


def test_a_record_is_a_value(record):
    with pytest.raises(dataclasses.FrozenInstanceError):
        record.seed = 8
    with pytest.raises(TypeError):
        record.versions["polypile"] = "9"
    assert changed(record, versions={}) != record
    assert len({record, changed(record), changed(record, seed=6)}) == 2


def test_a_record_in_brief_is_one_line(record):
    assert repr(record).isprintable()
    assert f"{len(record.moves)} moves" in repr(record)
    assert "unfinished" in repr(changed(record, outcome=None))


def test_the_text_has_a_name_or_a_move_a_line_and_the_setup_last(record):
    lines = record.to_json().splitlines()
    names = [line.split('"')[1] for line in lines if line.startswith('"')]
    assert names == list(json.loads(record.to_json()))
    assert lines[-2].startswith('"setup": {')
    first = lines.index('"moves": [') + 1
    assert [json.loads(line.rstrip(",")) for line in lines[first : first + len(record.moves)]] == list(record.moves)


def test_a_record_without_its_pile_takes_a_few_kilobytes(record):
    content = record.to_dict()
    content["setup"] = {name: value for name, value in content["setup"].items() if name not in ("pile", "cover")}
    assert len(record.to_json()) < 8_000 or record.game == "collexion"
    assert len(json.dumps(content, indent=1)) < 8_000


def test_a_record_is_saved_and_read(record, tmp_path):
    path = tmp_path / "game.json"
    record.save(path)
    assert Record.read(path) == record
    assert Record.read(str(path)) == record
    assert path.read_text(encoding="utf-8") == record.to_json()


def test_names_may_be_in_any_script(games, tmp_path):
    record, _ = games["axio-rota"]
    record = changed(record, players=("Zoë", "名無し"))
    record.save(tmp_path / "game.json")
    assert Record.read(tmp_path / "game.json") == record
    assert "名無し" in (tmp_path / "game.json").read_text(encoding="utf-8")


def test_a_file_that_cannot_be_read_or_written_is_named(record, tmp_path):
    with pytest.raises(StoreError, match=r"none\.json cannot be read: no such file"):
        Record.read(tmp_path / "none.json")
    with pytest.raises(StoreError, match="cannot be written"):
        record.save(tmp_path / "none" / "game.json")
    (tmp_path / "other.json").write_text("{}")
    with pytest.raises(RecordError, match=r"other\.json: record: this is no record of a game: format is None"):
        Record.read(tmp_path / "other.json")


# How one is made


def test_a_record_begins_at_the_root_and_takes_one_ply_after_another(games):
    record, states = games["colour-collect"]
    begun = Record.begun(states[0], record.players, VERSIONS)
    assert (begun.moves, begun.outcome) == ((), None)
    with pytest.raises(RecordError, match="from its start, not from ply 1"):
        Record.begun(states[1], record.players, VERSIONS)
    with pytest.raises(RecordError, match="after 0 moves comes ply 1, not ply 2"):
        begun.after(record.moves[1], states[2])
    assert begun.after(record.moves[0], states[1]).moves == record.moves[:1]


def test_a_record_made_at_once_is_that_made_move_by_move(game):
    record, states = game
    moves = [move for move, _ in record.replay()]
    assert Record.of(moves, states[-1], record.players, VERSIONS) == record
    with pytest.raises(RecordError, match=rf"^record: {len(moves) - 1} moves do not lead to ply {len(moves)}$"):
        Record.of(moves[1:], states[-1], record.players, VERSIONS)


def test_a_state_of_another_game_is_not_recorded(setups):
    one, _ = played(setups["colour-collect"], 1, stop=0)
    _, other = played(setups["colour-collect"], 2, stop=1)
    _, sudoku = played(setups["colour-collect sudoku"], 1, stop=1)
    for states in (other, sudoku):
        with pytest.raises(RecordError, match="of another game"):
            one.after("up", states[-1])


@pytest.mark.parametrize(
    ("values", "pattern"),
    [
        ({"seed": -1}, "seed is -1"),
        ({"seed": 2**63}, "seed is 9223372036854775808"),
        ({"seed": 1.0}, "seed is 1.0, not an integer"),
        ({"seed": True}, "seed is True, not an integer"),
        ({"players": ("a",)}, "players has 1 names, but 2 play"),
        ({"players": ("a", "b", "c")}, "players has more than 2 entries"),
        ({"players": "ab"}, "players is 'ab', not a list"),
        ({"players": ("a", "")}, "players: number 1 has 0 characters"),
        ({"players": ("a", "b\nc")}, r"players: number 1 is 'b\\nc', which cannot be printed"),
        ({"players": ("a", "\ud800")}, "players: number 1 is .* which cannot be printed"),
        ({"moves": ("up", 3)}, "moves: number 1 is 3, not a text"),
        ({"moves": ("up", "x" * (LONGEST_TEXT + 1))}, "moves: number 1 has 201 characters"),
        ({"moves": ("up",) * (MAX_MOVES + 1)}, "moves has more than 10000 entries"),
        ({"chance": ("x" * (LONGEST_RESULT + 1),)}, "chance: number 0 has 2001 characters"),
        ({"outcome": 1}, "outcome is 1, not an Outcome"),
        ({"outcome": Outcome((), "none")}, "outcome: winners are not one or more seats"),
        ({"outcome": Outcome((1, 0), "both")}, "outcome: winners are not one or more seats in ascending order"),
        ({"outcome": Outcome((2,), "none")}, "outcome: a winner is 2, not from 0 to 1"),
        ({"outcome": Outcome((0,), "")}, "outcome: reason has 0 characters"),
        ({"scores": (1,)}, "scores has 1 numbers, but 2 play"),
        ({"scores": (1, "2")}, "a score is '2', not an integer"),
        ({"scores": (1, 10**400)}, "a score is 1000"),
        ({"versions": None}, "versions is None"),
        ({"versions": {"polypile": 1}}, "versions: polypile is 1, not a text"),
        ({"versions": {1: "1"}}, "versions: a name is 1, not a text"),
        ({"versions": {str(k): "1" for k in range(101)}}, "versions has more than 100 names"),
    ],
)
def test_wrong_values_are_named(games, values, pattern):
    record, _ = games["colour-collect"]
    with pytest.raises(RecordError, match=f"^record: {pattern}") as caught:
        changed(record, **values)
    assert str(caught.value).isprintable()


def test_lists_become_tuples(games):
    record, _ = games["colour-collect"]
    assert changed(record, moves=list(record.moves), scores=list(record.scores)) == record


# Replay


def test_a_replay_gives_the_states_that_were_played(game):
    record, states = game
    replayed = list(record.replay())
    assert start(record) == states[0]
    assert [state for _, state in replayed] == states[1:]
    assert tuple(str(move) for move, _ in replayed) == record.moves


def test_a_replay_draws_nothing(game, monkeypatch):
    record, states = game
    monkeypatch.setattr("random.Random", None)
    assert [state for _, state in record.replay()] == states[1:]


def test_a_record_that_was_read_is_verified(record):
    Record.from_json(record.to_json()).verify()


@pytest.mark.parametrize("name", GAMES)
def test_every_part_of_a_game_can_be_recorded_and_verified(setups, name):
    for stop in (0, 1, 7):
        record, _ = played(setups[name], 3, stop)
        assert len(record.moves) == stop
        Record.from_json(record.to_json()).verify()


def test_an_illegal_move_is_named_with_its_ply_and_rule(game):
    record, states = game
    ply = 4
    illegal = next(move for move in states[ply - 1].candidates() if not _allowed(states[ply - 1], move))
    forged = changed(record, moves=(*record.moves[: ply - 1], str(illegal), *record.moves[ply:]))
    assert diverges(forged, rf"^ply {ply}: {illegal}: .* \([ACK]\d+\)$")
    seen = []
    with pytest.raises(ReplayDiverged, match=rf"^ply {ply}: "):
        seen.extend(state for _, state in forged.replay())
    assert seen == states[1:ply]


def _allowed(state, move):
    try:
        state.check(move)
    except PolypileError:
        return False
    return True


@pytest.mark.parametrize("text", ["fly 3", "take", "up ", "x" * 200])
def test_a_text_that_is_no_move_is_named_with_its_ply(record, text):
    assert diverges(changed(record, moves=(text, *record.moves[1:])), "^ply 1: .* is no move of ")


def test_a_move_after_the_end_is_named(record):
    moves = (*record.moves, record.moves[-1])
    assert diverges(changed(record, moves=moves), rf"^ply {len(moves)}: .*the game is over")


def test_a_forged_outcome_is_named(record):
    last = len(record.moves)
    won, reason = record.outcome.winners, record.outcome.reason
    says = rf"^ply {last}: the record says"
    diverges(changed(record, outcome=None), rf"{says} that the game is not over, the rules say (won|shared) by")
    diverges(changed(record, outcome=Outcome(won, "because")), rf"{says} (won|shared) by .*: because, the rules say")
    figures = re.sub("[0-9]", lambda digit: str((int(digit[0]) + 1) % 10), reason)
    assert figures != reason
    diverges(changed(record, outcome=Outcome(won, figures)), f"{says} ")
    for seat in range(len(record.players)):
        if (seat,) != won:
            forged = changed(record, outcome=Outcome((seat,), reason))
            diverges(forged, rf"{says} won by seat {seat}: ")
    changed(record, outcome=Outcome(won, f"in other words: {reason}")).verify()
    early = changed(record, moves=record.moves[:-1])
    diverges(early, rf"^ply {last - 1}: ")


def test_forged_scores_are_named(record):
    for seat, score in enumerate(record.scores):
        scores = (*record.scores[:seat], score + 1, *record.scores[seat + 1 :])
        diverges(changed(record, scores=scores), rf"^ply {len(record.moves)}: the record has the scores .*{score + 1}")


def test_chance_that_cannot_be_is_named(record):
    forged = ("x", *record.chance[1:])
    assert diverges(changed(record, chance=forged), "^at the start: ")


def test_every_result_of_chance_is_checked(record):
    for k in range(len(record.chance)):
        forged = (*record.chance[:k], record.chance[k] + " 0", *record.chance[k + 1 :])
        diverges(changed(record, chance=forged), r"^(at the start|ply \d+): ")


def test_chance_left_over_is_named(record):
    more = changed(record, chance=(*record.chance, "first 0"))
    diverges(more, rf"^ply {len(record.moves)}: chance decides no more, .* 'first 0'$")


def test_chance_that_the_record_does_not_tell_is_not_drawn(record):
    for k in range(len(record.chance)):
        short = changed(record, chance=record.chance[:k])
        diverges(short, r"^(at the start|ply \d+): chance decides something here that the record does not tell$")
        with pytest.raises(ReplayDiverged):
            list(short.replay())


def test_another_setup_does_not_give_the_same_game(games, setups):
    record, _ = games["colour-collect"]
    diverges(changed(record, setup=setups["colour-collect sudoku"]), r"^(at the start|ply \d+): ")
