"""High scores through the clerk: kept, ranked, and what becomes of damaged ones."""

import pytest

from sim.errors import GameError
from sim.house.clerk import Clerk
from sim.record import store
from sim.rules.luck import Luck
from sim.session import Seat, begun
from sim.setups import set_up
from tests.house.waiting import arrived


@pytest.fixture
def clerk(tmp_path, monkeypatch):
    monkeypatch.setenv(store.HOME, str(tmp_path))
    told = []
    clerk = Clerk(tmp_path, told.append)
    clerk.told = told
    yield clerk
    clerk.close(5)


def solo(seed, whole=True):
    session = begun(set_up("axio-rota", lambda: None, {"players": 1}).start(Luck(seed)), [Seat("human", "Ada")])
    while whole and session.state.outcome is None:
        session = session.play(session.state.legal[seed % len(session.state.legal)])
    return session


def test_results_are_kept_with_their_ranks(clerk):
    results = [solo(seed) for seed in range(3)]
    for result in results:
        (rank,) = arrived(clerk.keep_high_score(result, "Ada"))
        (scores,) = arrived(clerk.high_scores())
        assert scores[rank - 1].seed == result.state.luck.seed
    assert sorted(score.seed for score in scores) == [0, 1, 2]
    assert list(scores) == sorted(scores, key=lambda score: score.stones, reverse=True)


def test_a_game_that_is_not_over_is_refused(clerk):
    with pytest.raises(GameError, match="A13"):
        arrived(clerk.keep_high_score(solo(0, whole=False), "Ada"))
    assert arrived(clerk.high_scores()) == [()]


def test_damaged_scores_are_set_aside_and_a_new_list_begins(clerk, tmp_path):
    (tmp_path / "high-scores.json").write_text("{")
    assert arrived(clerk.high_scores()) == [()]
    assert len(clerk.told) == 1
    (tmp_path / "high-scores.json").write_text("{")
    assert arrived(clerk.keep_high_score(solo(1), "Ada")) == [1]
    assert len(clerk.told) == 2
