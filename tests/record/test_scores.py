"""High scores of the solo game: which are kept, in what order, and that several programs at once lose none."""

import json
import subprocess
import sys
import threading
from dataclasses import replace

import pytest

from sim.errors import StoreError
from sim.record import locks, scores
from sim.record.scores import HighScore, ScoresSetAside, add_high_score, high_scores


def score(*stones, name="Ada", seed=7, date="2031-05-17"):
    return HighScore(min(stones), stones, seed, name, date)


def test_a13_there_are_no_high_scores_at_first_and_to_ask_makes_no_file(tmp_path):
    assert high_scores(tmp_path / "new") == ()
    assert not (tmp_path / "new").exists()


def test_a13_high_scores_are_kept_best_first(tmp_path):
    given = [
        score(7, 9, 10, 10, 12, name="third"),
        score(8, 8, 8, 8, 8, name="first"),
        score(7, 9, 9, 12, 12, name="fifth"),
        score(7, 9, 10, 10, 12, name="second", date="2031-05-16"),
        score(0, 12, 12, 12, 12, name="sixth"),
        score(7, 9, 10, 10, 12, name="fourth", date="2031-05-17T08:00:00"),
    ]
    ranks = [add_high_score(tmp_path, one) for one in given]
    assert ranks == [1, 1, 3, 2, 5, 4]
    assert [one.name for one in high_scores(tmp_path)] == ["first", "second", "third", "fourth", "fifth", "sixth"]
    assert set(high_scores(tmp_path)) == set(given)


def test_a13_of_equal_scores_the_one_that_was_there_stands_first(tmp_path):
    same = score(5, 5, 5, 5, 5)
    assert [add_high_score(tmp_path, one) for one in (same, replace(same, name="Bob"), same)] == [1, 2, 3]
    assert [one.name for one in high_scores(tmp_path)] == ["Ada", "Bob", "Ada"]


def test_a13_the_best_hundred_are_kept(tmp_path):
    for k in range(scores.KEPT):
        assert add_high_score(tmp_path, score(5, 5, 5, 5, 5, seed=k)) == k + 1
    before = (tmp_path / "high-scores.json").read_bytes()
    assert add_high_score(tmp_path, score(5, 5, 5, 5, 5, seed=1000)) is None
    assert (tmp_path / "high-scores.json").read_bytes() == before
    assert add_high_score(tmp_path, score(6, 6, 6, 6, 6, seed=1001)) == 1
    kept = high_scores(tmp_path)
    assert len(kept) == scores.KEPT
    assert kept[-1].seed == scores.KEPT - 2


def test_the_file_has_a_score_a_line(tmp_path):
    add_high_score(tmp_path, score(1, 2, 3, 4, 5, name="Zoë"))
    text = (tmp_path / "high-scores.json").read_text(encoding="utf-8")
    assert json.loads(text)["version"] == 1
    assert '\n {"score": 1, "stones": [1, 2, 3, 4, 5], "seed": 7, "name": "Zoë", "date": "2031-05-17"}\n' in text


@pytest.mark.parametrize(
    ("values", "pattern"),
    [
        ({"score": 2}, "score is 2, but the lowest stone is 1"),
        ({"score": True}, "score is True, not an integer"),
        ({"stones": (1, 3, 2, 4, 5)}, "ascending"),
        ({"stones": (1, 2, 3, 4)}, "use 5 whole numbers"),
        ({"stones": (1, 2, 3, 4, 13)}, "from 0 to 12"),
        ({"stones": (1, 2, 3, 4, 5.0)}, "use 5 whole numbers"),
        ({"stones": None}, "stones are None"),
        ({"seed": -1}, "seed is -1"),
        ({"seed": 2**63}, "seed is"),
        ({"seed": "7"}, "seed is '7'"),
        ({"name": ""}, "name is ''"),
        ({"name": "a\nb"}, "name is"),
        ({"name": "x" * 81}, "at most 80 characters"),
        ({"name": None}, "name is None"),
        ({"date": "2031-02-30"}, "date is '2031-02-30'"),
        ({"date": "17 May"}, "date is"),
        ({"date": "20310517"}, "date is"),
        ({"date": None}, "date is None"),
    ],
)
def test_a_high_score_that_cannot_be_is_refused(values, pattern):
    with pytest.raises(StoreError, match=pattern) as caught:
        replace(score(1, 2, 3, 4, 5), **values)
    assert str(caught.value).isprintable()


def text_of(**values):
    one = {"score": 1, "stones": [1, 2, 3, 4, 5], "seed": 7, "name": "Ada", "date": "2031-05-17", **values}
    return json.dumps({"format": scores.FORMAT, "version": 1, "scores": [one]})


DAMAGED = [
    b"",
    b"{",
    b"\xff\xfe",
    b"[]",
    b"{}",
    b"[" * 100_000,
    b" " * 1_000_001,
    b'{"format": "other", "version": 1, "scores": []}',
    b'{"format": "polypile-high-scores", "version": 0, "scores": []}',
    b'{"format": "polypile-high-scores", "version": 1, "scores": {}}',
    b'{"format": "polypile-high-scores", "version": 1, "scores": [], "more": 1}',
    b'{"format": "polypile-high-scores", "version": 1, "scores": [1]}',
    *(
        text_of(**{name: value}).encode()
        for name in ("score", "stones", "seed", "name", "date", "more")
        for value in (None, True, -1, 10**400, "", [], {}, [[]], 1.5)
    ),
    json.dumps({"format": scores.FORMAT, "version": 1, "scores": json.loads(text_of())["scores"] * 101}).encode(),
]


@pytest.mark.parametrize("data", DAMAGED, ids=lambda data: ascii(data[:60]))
def test_a_damaged_file_is_set_aside_and_the_new_score_kept(tmp_path, data):
    path = tmp_path / "high-scores.json"
    path.write_bytes(data)
    with pytest.raises(ScoresSetAside, match=r"high-scores\.json.* is now .*high-scores\.damaged-1\.json") as caught:
        add_high_score(tmp_path, score(1, 2, 3, 4, 5))
    assert str(caught.value).isprintable()
    assert caught.value.rank == 1
    assert caught.value.path.read_bytes() == data
    assert high_scores(tmp_path) == (score(1, 2, 3, 4, 5),)


def test_to_ask_for_damaged_scores_sets_them_aside_once_and_never_over_another(tmp_path):
    for number in (1, 2, 3):
        (tmp_path / "high-scores.json").write_text(f"damage {number}")
        with pytest.raises(ScoresSetAside, match=rf"damaged-{number}\.json") as caught:
            high_scores(tmp_path)
        assert caught.value.path == tmp_path / f"high-scores.damaged-{number}.json"
        assert high_scores(tmp_path) == ()
    for number in (1, 2, 3):
        assert (tmp_path / f"high-scores.damaged-{number}.json").read_text() == f"damage {number}"


def test_scores_of_a_later_version_stay_where_they_are(tmp_path):
    path = tmp_path / "high-scores.json"
    path.write_text('{"format": "polypile-high-scores", "version": 2, "table": {}}')
    before = path.read_bytes()
    for ask in (high_scores, lambda folder: add_high_score(folder, score(1, 2, 3, 4, 5))):
        with pytest.raises(StoreError, match="this program reads version 1, not 2") as caught:
            ask(tmp_path)
        assert not isinstance(caught.value, ScoresSetAside)
    assert path.read_bytes() == before
    assert not list(tmp_path.glob("*damaged*"))


def test_a_folder_that_cannot_be_one_is_told_in_one_line(tmp_path):
    (tmp_path / "file").touch()
    with pytest.raises(StoreError, match="cannot be made a directory"):
        add_high_score(tmp_path / "file", score(1, 2, 3, 4, 5))
    with pytest.raises(StoreError, match="cannot be read"):
        high_scores(tmp_path / "file")
    (tmp_path / "high-scores.json").mkdir()
    with pytest.raises(StoreError, match="cannot be read"):
        high_scores(tmp_path)


# Several at a time

ADD = """
import sys
from pathlib import Path
from sim.record.scores import HighScore, add_high_score
for k in range(20):
    add_high_score(Path(sys.argv[1]), HighScore(3, (3, 4, 5, 6, 7), k, sys.argv[2], "2031-05-17"))
"""

HOLD = """
import sys, time
from pathlib import Path
from sim.record import scores
with scores._alone(Path(sys.argv[1])):
    print("held", flush=True)
    time.sleep(60)
"""


def test_of_several_processes_that_add_scores_none_loses_one(tmp_path):
    command = [sys.executable, "-c", ADD, str(tmp_path)]
    running = [subprocess.Popen([*command, f"process {k}"]) for k in range(4)]
    assert [process.wait(timeout=60) for process in running] == [0] * 4
    added = {(one.name, one.seed) for one in high_scores(tmp_path)}
    assert added == {(f"process {k}", seed) for k in range(4) for seed in range(20)}
    assert {path.name for path in tmp_path.iterdir()} == {"high-scores.json", "high-scores.lock"}


def test_of_several_threads_that_add_scores_none_loses_one(tmp_path):
    def add(name):
        for seed in range(10):
            add_high_score(tmp_path, score(3, 4, 5, 6, 7, name=name, seed=seed))

    threads = [threading.Thread(target=add, args=(f"thread {k}",)) for k in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(set(high_scores(tmp_path))) == 40


def test_a_lock_is_waited_for_but_not_for_ever_and_dies_with_its_process(tmp_path, monkeypatch):
    with subprocess.Popen([sys.executable, "-c", HOLD, str(tmp_path)], stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout.readline() == "held\n"
            monkeypatch.setattr(locks, "_TRIES", 3)
            with pytest.raises(StoreError, match="held by another program"):
                add_high_score(tmp_path, score(1, 2, 3, 4, 5))
            assert high_scores(tmp_path) == ()
        finally:
            process.kill()
    assert add_high_score(tmp_path, score(1, 2, 3, 4, 5)) == 1
