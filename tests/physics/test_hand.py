"""A box that is shaken by hand: what the hand did is all it takes to shake it again."""

import json

import pytest

from sim import again, table
from sim.errors import CodeError, NotSettled, PileError, ShakeError
from sim.physics.settle import course, settle
from sim.physics.shake import Shake
from sim.pile import HARDEST, MOST_PUSHES, Pile, parse_code
from tests.conftest import complains

SMALL = Shake(copies=1, tray=130.0, corner=20.0)
TRACE = tuple((1500 if k // 8 % 2 else -1500, 40 * (k % 25) - 500) for k in range(70))


@pytest.fixture(scope="module")
def made():
    return settle(7, SMALL, TRACE)


def test_pushes_that_come_one_by_one_give_the_pile_that_their_trace_gives_to_the_bit(made):
    asked, frames = [], []

    def hand():
        for push in TRACE:
            asked.append(len(frames))
            yield push

    for frame in course(7, SMALL, hand()):
        frames.append(frame)  # noqa: PERF402  (the hand counts them meanwhile)
    assert frames[-1].pile == made
    assert frames[-1].pile.to_json() == made.to_json()
    drop = sum(frame.phase == "drop" for frame in frames)
    assert asked == [drop + k for k in range(len(TRACE))], "one frame a push, and no push before it is needed"
    assert sum(frame.phase == "shake" for frame in frames) == len(TRACE)


def test_a_frame_says_how_the_hand_accelerates_the_box_and_the_pieces_stay_behind():
    frames = [f for f in course(3, SMALL, [(2000, -500)] * 12) if f.phase == "shake"]
    assert all(frame.drive == pytest.approx((2.0, -0.5)) for frame in frames)

    def mean_x(frame):
        return sum(pose.x for pose in frame.poses) / len(frame.poses)

    assert mean_x(frames[-1]) < mean_x(frames[0]) - 5.0


def test_the_seed_of_a_shake_by_hand_draws_the_drop_and_the_trace_the_rest(made):
    assert settle(7, SMALL, TRACE) == made
    assert settle(8, SMALL, TRACE) != made
    assert settle(7, SMALL, TRACE[:-1]) != made
    assert settle(7, SMALL) != made


def test_a_box_that_nobody_pushes_is_only_filled():
    pile = settle(7, SMALL, ())
    assert pile.trace == ()
    assert Pile.from_json(pile.to_json()) == pile


def test_the_trace_is_part_of_the_pile_of_its_text_and_of_its_digest(made):
    assert made.trace == TRACE
    again = Pile.from_json(made.to_json())
    assert (again, again.trace) == (made, TRACE)
    content = json.loads(made.to_json())
    content["trace"][3][0] += 1
    with pytest.raises(PileError, match="digest"):
        Pile.from_json(json.dumps(content))
    del content["trace"]
    with pytest.raises(PileError, match="digest"):
        Pile.from_json(json.dumps(content))


def test_a_pile_that_no_hand_shook_has_no_trace_in_its_text(pile):
    assert pile.trace is None
    assert "trace" not in json.loads(pile.to_json())


def test_the_code_of_a_hand_made_pile_is_none_that_a_seed_gives(made):
    assert made.code.startswith("hand-7-")
    with pytest.raises(CodeError, match="by hand"):
        parse_code(made.code)


@pytest.mark.parametrize(
    "trace",
    [
        [(HARDEST + 1, 0)],
        [(0, -HARDEST - 1)],
        [(0.5, 0)],
        [(True, 0)],
        [(1, 2, 3)],
        ["ab"],
        [7],
        "xy",
        7,
        [(0, 0)] * (MOST_PUSHES + 1),
    ],
)
def test_what_no_hand_can_do_is_no_trace(trace, made):
    with pytest.raises(ShakeError):
        table.shake(7, SMALL, trace)
    content = json.loads(made.to_json()) | {"trace": trace}
    with pytest.raises(PileError):
        Pile.from_dict(content)


def test_pushes_are_checked_as_they_come():
    with pytest.raises(ShakeError, match="push 1 of the trace"):
        list(course(7, SMALL, iter([(0, 0), (99999, 0)])))


@pytest.mark.parametrize("parameter", [{"strength": (1.0, 1.0)}, {"frequency": (2.0, 2.0)}, {"duration": 1.0}])
def test_what_says_how_a_seed_shakes_does_not_go_with_a_hand(parameter):
    with pytest.raises(ShakeError, match=next(iter(parameter))):
        table.shake(7, trace=[(0, 0)], **parameter)


# The table and the command line


def test_a_hand_that_leaves_no_rest_is_told_what_to_do(monkeypatch):
    def restless(*_):
        yield "frame"
        raise NotSettled("seed 7 does not come to rest")

    monkeypatch.setattr("sim.physics.settle.course", restless)
    frames = table.hand(7, [])
    assert next(frames) == "frame"
    with pytest.raises(NotSettled, match="shake the box once more"):
        next(frames)


def test_a_hand_made_pile_can_be_shaken_again(made):
    assert again.shake(made) == made
    assert again.difference(made, 7, SMALL) == "was shaken by hand"


def test_a_recorded_game_on_a_hand_made_pile_can_be_shaken_again(run, tmp_path):
    hand_made = table.shake(5, trace=TRACE[:40])
    record = table.match("collexion", ["uniform", "uniform"], pile=hand_made)
    record.verify()
    again.check_chance(record)
    record.save(tmp_path / "game.json")
    status, out, err = run("shake", "--trace", tmp_path / "game.json", "--out", tmp_path / "again.json")
    assert (status, err) == (0, "")
    assert "the same digest again" in out
    assert Pile.from_json((tmp_path / "again.json").read_text()) == hand_made


def test_the_command_verifies_hand_made_piles(run, tmp_path, made):
    (tmp_path / "pile.json").write_text(made.to_json())
    for option in ("--verify", "--trace"):
        status, out, err = run("shake", option, tmp_path / "pile.json")
        assert (status, err) == (0, "")
        assert "the same digest again" in out
        assert made.code in out or "by hand" in out


def test_the_command_says_where_the_digest_is_another(run, tmp_path, made):
    parts = made.seed, made.shake, made.model, made.pieces, made.contacts, made.settle_time
    other = Pile(*parts, trace=TRACE[1:])
    (tmp_path / "pile.json").write_text(other.to_json())
    for option in ("--verify", "--trace"):
        assert complains(run("shake", option, tmp_path / "pile.json"), 1, "not the same pile")


def test_the_command_says_where_no_hand_was(run, tmp_path, pile):
    (tmp_path / "pile.json").write_text(pile.to_json())
    assert complains(run("shake", "--trace", tmp_path / "pile.json"), 1, "no hand")
    table.match("colour-collect", ["uniform", "uniform"], seed=7).save(tmp_path / "game.json")
    assert complains(run("shake", "--trace", tmp_path / "game.json"), 1, "without a pile")
    name = tmp_path / "pile.json"
    assert complains(run("shake", "--trace", name, "--friction", "0.3"), 2, "--friction")
