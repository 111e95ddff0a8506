"""Games between bots: names, the time that they take, and what a meeting's games have in common."""

from itertools import count

import pytest

import sim
from sim.bots import bot
from sim.bots.match import Pace, Timed, play, run


def test_a_record_names_the_bots_as_they_were_asked_for():
    record = sim.match("colour-collect", ["casual", "beginner"], seed=3)
    assert record.players == ("casual", "beginner")


def test_taking_the_time_changes_no_move():
    state = sim.start("axio-rota", seed=5)
    bots = [bot(name, "axio-rota") for name in ("greedy", "uniform")]
    ticks = count()
    timed = [Timed(one.choose, lambda: float(next(ticks))) for one in bots]
    record = run(state, timed, ["greedy", "uniform"], {})
    assert record == play(state, bots, {})
    paces = [one.pace for one in timed]
    assert sum(pace.moves for pace in paces) == len(record.moves)
    assert [pace.mean for pace in paces] == [1.0, 1.0]  # one tick for each move
    assert paces[0].slowest == 1.0


def test_paces_add_up():
    assert Pace(2, 1.0, 0.75) + Pace(1, 2.0, 2.0) == Pace(3, 3.0, 2.0)
    assert Pace().mean == 0.0


def test_bots_need_a_seat_each():
    with pytest.raises(sim.GameError, match="1 bots cannot sit in 2 seats"):
        play(sim.start("axio-rota", seed=5), [bot("uniform", "axio-rota")], {})
