"""Records that somebody has spoilt, by accident or on purpose: one clear line each, little memory, little time."""

import json
import random
import time
import tracemalloc
from itertools import combinations, islice

import pytest

from sim.errors import RecordError, ReplayDiverged, StoreError
from sim.pile.limits import MAX_VALUES, MAX_VEILS
from sim.record.record import MAX_MOVES, Record
from sim.record.store import LARGEST

DEEP = "[" * 500 + "]" * 500
WRONG = ("null", "true", "-1", "1" + "0" * 400, "1e400", '"x"', "[]", "{}", DEEP, '"' + "y" * 3000 + '"', '"a\\nb"')
"""As they stand in the file: Python could not write them all."""
SPOT = '"@spot@"'
MEGABYTE = 2**20


def refused(text):
    """Read a record as strictly as can be; return the complaint, or None if there is none."""
    complaint = None
    try:
        Record.from_json(text).verify()
    except (RecordError, ReplayDiverged) as wrong:  # whatever is wrong inside, with its place in the record
        complaint = str(wrong)
    assert complaint is None or (complaint.isprintable() and 0 < len(complaint) < 5_000)
    return complaint


def places(content, path=()):
    """Yield the path to everything in the JSON."""
    yield path
    if isinstance(content, dict | list):
        for name, value in content.items() if isinstance(content, dict) else enumerate(content):
            yield from places(value, (*path, name))


def at(content, path):
    for name in path:
        content = content[name]
    return content


def with_raw(text, path, raw):
    """Return the text with something else at a path."""
    if not path:
        return raw
    content = json.loads(text)
    at(content, path[:-1])[path[-1]] = json.loads(SPOT)
    return json.dumps(content).replace(SPOT, raw)


def harmless(path, raw, old):
    """Tell whether a record is as good as before with other names for players and versions, or the same value."""
    if raw == '"x"' and path[0] in ("players", "versions") and len(path) == 2:
        return True
    if path == ("setup", "edition", "name") and raw == '"x"':
        return True
    if path == ("versions",) and raw == "{}":
        return True
    if path == ("setup", "tiles", "provenance"):
        return raw.startswith('"')
    return raw == json.dumps(old)


def spoil(record, some):
    """Try pairs of a path and what to put there."""
    text = record.to_json()
    content = json.loads(text)
    tried = 0
    for path, raw in some:
        complaint = refused(with_raw(text, path, raw))
        expected = None if path and harmless(path, raw, at(content, path)) else "a complaint"
        assert (complaint is None) == (expected is None), (path, raw[:50], complaint)
        tried += 1
    return tried


@pytest.mark.parametrize("raw", WRONG, ids=lambda raw: raw[:8])
@pytest.mark.parametrize("name", ["axio-rota", "axio-rota alone", "colour-collect", "colour-collect sudoku"])
def test_the_wrong_thing_anywhere_is_refused(games, name, raw):
    record, _ = games[name]
    assert spoil(record, ((path, raw) for path in places(record.to_dict()))) > 30


def test_the_wrong_thing_anywhere_in_a_game_with_its_pile_is_refused(games):
    record, _ = games["collexion"]
    chance = random.Random(1)
    paths = list(places(record.to_dict()))
    shallow = [path for path in paths if len(path) <= 3 and path[:1] != ("moves",)]
    few = [path for path in shallow if not isinstance(path[-1:] and path[-1], int) or path[-1] < 2]
    deep = chance.sample(paths, 40)
    some = [(path, raw) for path in few for raw in WRONG[:8]]
    # Fewer than of the other games, each of which takes a tenth of the time: the pile has hostile tests of its own.
    assert spoil(record, chance.sample(some, 60)) == 60
    assert spoil(record, [(path, chance.choice(WRONG)) for path in deep]) == 40


def test_a_truncated_record_is_refused(record):
    text = record.to_json().rstrip()
    for k in range(50):
        with pytest.raises(RecordError, match="may be truncated") as caught:
            Record.from_json(text[: len(text) * k // 50])
        assert str(caught.value).isprintable()


def test_a_truncated_file_is_refused_with_its_name(record, tmp_path):
    path = tmp_path / "game.json"
    data = record.to_json().encode()
    for k in range(50):
        path.write_bytes(data[: len(data) * k // 50])
        with pytest.raises(RecordError, match=r"game\.json: record .*may be truncated"):
            Record.read(path)


def test_missing_extra_and_double_names_are_refused_everywhere(record):
    text = record.to_json()
    content = json.loads(text)
    objects = [path for path in places(content) if isinstance(at(content, path), dict) and path[-1:] != ("versions",)]
    chance = random.Random(2)
    for path in objects if len(objects) < 20 else [*objects[:4], *chance.sample(objects, 8)]:
        old = at(content, path)
        extra = json.dumps({**old, "extra": 1})
        double = json.dumps(old).replace("{", f"{{{json.dumps(next(iter(old)))}: 1, ", 1)
        fewer = [json.dumps({name: value for name, value in old.items() if name != gone}) for gone in old]
        assert refused(with_raw(text, path, double)).endswith("stands twice in one object")
        assert refused(with_raw(text, path, extra)), path
        assert all(refused(with_raw(text, path, few)) for few in islice(fewer, 11)), path


@pytest.mark.parametrize(
    ("name", "raw", "pattern"),
    [
        ("format", '"polypile-pile"', "this is no record of a game: format is 'polypile-pile'"),
        ("version", "2", "this program reads version 1, not 2"),
        ("version", "1.0", "version is 1.0, not an integer"),
        ("version", "1" * 300, "version is 1111"),
        ("game", '"chess"', "game is 'chess', not one of collexion, axio-rota, colour-collect"),
        ("game", '"collexion"', "setup: "),
        ("moves", json.dumps(["up"] * (MAX_MOVES + 1)), "moves has more than 10000 entries"),
        ("moves", json.dumps(["up"] * MAX_VALUES), "more than 50000 values"),
        ("moves", json.dumps(["x" * 10**6]), "moves: number 0 has 1000000 characters"),
        ("moves", '["\\ud800"]', "moves: number 0 is .* cannot be printed"),
        ("seed", "1" * 5000, "too many digits"),
        ("seed", "NaN", "NaN is not a number"),
        ("seed", "-Infinity", "-Infinity is not a number"),
        ("scores", "[1e400, 0]", "a score is inf"),
    ],
)
def test_what_a_record_cannot_hold_is_named(games, name, raw, pattern):
    record, _ = games["colour-collect"]
    with pytest.raises(RecordError, match=f"^record:? .*{pattern}" if "digits" in pattern else f"^record: {pattern}"):
        Record.from_json(with_raw(record.to_json(), (name,), raw))


@pytest.mark.parametrize("text", [None, 7, b"{}", "", "[]", "7", "null", "\x00", "{", "\ufeff", "{}", "{]"])
def test_what_is_no_record_at_all_is_refused(text):
    with pytest.raises(RecordError) as caught:
        Record.from_json(text)
    assert str(caught.value).isprintable()


@pytest.mark.parametrize("content", [None, 7, [], {}, {1: 2}, {"format": "polypile-game", "version": 1, 5: 1}])
def test_what_is_no_content_of_a_record_is_refused(content):
    with pytest.raises(RecordError):
        Record.from_dict(content)


def deep_in(record, name, opening, closing, depth):
    return with_raw(record.to_json(), (name,), opening * depth + "0" + closing * depth)


@pytest.mark.parametrize("depth", [900, 100_000])
@pytest.mark.parametrize("name", ["setup", "moves", "versions", "format", "outcome"])
@pytest.mark.parametrize(("opening", "closing"), [("[", "]"), ('{"a":', "}")])
def test_deep_nesting_is_refused_with_little_memory(games, name, opening, closing, depth):
    record, _ = games["axio-rota"]
    assert peak(deep_in(record, name, opening, closing, depth)) < 4 * MEGABYTE


@pytest.mark.parametrize("one", ["0", "[]", "{}", '""', "1.5", '"x"', "[[]]", '{"a":0}', "99999"])
def test_a_huge_list_is_refused_before_it_takes_memory(games, one):
    record, _ = games["axio-rota"]
    many = ",".join([one] * (30_000_000 // (len(one) + 1)))
    assert peak(with_raw(record.to_json(), ("moves",), f"[{many}]")) < MEGABYTE


@pytest.mark.parametrize("one", ["[]", "{}", "1.5", '"xyz"'])
def test_the_longest_list_that_is_read_takes_little_memory(games, one):
    record, _ = games["axio-rota"]
    many = ",".join([one] * (MAX_VALUES // 2 - 1000))
    assert peak(with_raw(record.to_json(), ("moves",), f"[{many}]")) < 10 * MEGABYTE


def test_a_cover_with_as_many_veils_as_can_be_read_takes_little_time(games):
    record, _ = games["collexion"]
    content = record.to_dict()
    for many, reason in (
        (MAX_VEILS, "the digest of the cover does not match"),
        (MAX_VEILS + 1, f"hidden_by has {MAX_VEILS + 1} parts of piece 0"),
    ):
        veils = [list(veil) for veil in islice(combinations(range(1, 80), 3), many)]
        content["setup"]["cover"].update(
            covers=[[k, 0] for k in range(1, 80)], rests=[], touches=[], hidden_by=[veils] + [[[]]] * 79
        )
        begun = time.process_time()
        assert reason in refused(json.dumps(content))
        assert time.process_time() - begun < 2


def test_a_record_that_could_not_be_read_again_is_not_written(games, monkeypatch, tmp_path):
    record, _ = games["axio-rota"]
    monkeypatch.setattr("sim.record.record.MAX_VALUES", 100)
    with pytest.raises(RecordError, match="more than 100 values"):
        record.save(tmp_path / "game.json")
    assert not (tmp_path / "game.json").exists()


def peak(text):
    """Return how many bytes the refusal of a text takes at most, the text itself not counted."""
    tracemalloc.start()
    try:
        assert refused(text)
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def test_a_huge_file_is_refused_before_it_is_read(tmp_path):
    path = tmp_path / "game.json"
    with path.open("wb") as file:
        file.truncate(LARGEST + 1)
    tracemalloc.start()
    with pytest.raises(StoreError, match=r"game\.json is too large: no such file takes more than 16 MB"):
        Record.read(path)
    assert tracemalloc.get_traced_memory()[1] < MEGABYTE
    tracemalloc.stop()


def test_a_file_that_is_no_text_is_refused(tmp_path):
    (tmp_path / "game.json").write_bytes(b"\xff\xfe{}")
    with pytest.raises(StoreError, match="no UTF-8 text"):
        Record.read(tmp_path / "game.json")
    with pytest.raises(StoreError, match="cannot be read"):
        Record.read(tmp_path)
    with pytest.raises(StoreError, match="cannot be read"):
        Record.read("a\0b")
