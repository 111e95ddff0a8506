"""Golden playthroughs are replayed line by line; `make golden` writes them anew."""

import pytest

from sim.record.record import Record
from sim.record.transcript import transcript
from sim.rules.luck import Luck
from tests.rules.games import GOLDEN, SETUPS
from tests.rules.playthroughs import MOVE, path_of, seed_of


def test_every_set_up_has_a_playthrough_and_every_playthrough_a_set_up():
    assert {path.stem for path in GOLDEN.glob("*.txt")} == set(SETUPS)
    assert len(SETUPS) >= 40


@pytest.mark.parametrize("name", sorted(SETUPS))
def test_a_playthrough_is_replayed_line_by_line(name):
    """The moves are read from the file; everything else in it must come of the rules."""
    golden = path_of(name).read_text(encoding="utf-8").splitlines()
    setup = SETUPS[name]()
    state = setup.start(Luck(seed_of(name)))
    record = Record.begun(state, ["uniform"] * setup.players, {})
    for found in filter(None, map(MOVE.match, golden)):
        assert int(found[1]) == state.to_move
        state = state.play(found[2])
        record = record.after(found[2], state)
    assert state.outcome is not None
    for now, then in zip(transcript(record), golden, strict=True):
        assert now == then
