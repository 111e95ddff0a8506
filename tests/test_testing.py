"""The conformance test itself: it must find what is wrong with a game."""

from collections import Counter
from dataclasses import replace

import pytest

from sim import setups
from sim.errors import IllegalMove
from sim.rules.axio_rota import AxioRota, AxioRotaSetup
from sim.rules.luck import Luck
from sim.rules.moves import Move
from sim.testing import check_game


def start():
    """Return a new state each time: one that knows its moves would not ask for them again."""
    return AxioRotaSetup(setups.load_tiles(), 2).start(Luck(1))


def test_a_sound_game_is_played_to_its_end():
    assert check_game(start(), share=1.0).outcome is not None


def fault(monkeypatch, name, change):
    """Let one method of the game give something else."""
    right = AxioRota.__dict__[name]
    monkeypatch.setattr(AxioRota, name, lambda self, *given: change(self, right, *given))


def test_moves_out_of_order_are_found(monkeypatch):
    fault(monkeypatch, "_moves", lambda state, right: right(state)[::-1])
    with pytest.raises(AssertionError, match="axio-rota, seed 1, ply 0: legal moves are not sorted"):
        check_game(start())


def test_a_legal_move_that_is_not_listed_is_found(monkeypatch):
    fault(monkeypatch, "_moves", lambda state, right: right(state)[1:])
    with pytest.raises(AssertionError, match="ply 0: legal and check differ"):
        check_game(start(), share=1.0)


def test_a_listed_move_that_is_refused_is_found(monkeypatch):
    def refuse_corner(state, right, move):
        if move == state.legal[-1]:
            raise IllegalMove(move, "not there", "A6")
        right(state, move)

    fault(monkeypatch, "_check", refuse_corner)
    with pytest.raises(AssertionError, match="ply 0: legal and check differ"):
        check_game(start(), share=1.0)


def test_a_reason_without_a_rule_is_found(monkeypatch):
    def refuse(state, right, move):
        try:
            right(state, move)
        except IllegalMove as reason:
            raise IllegalMove(move, reason.reason, "") from None

    fault(monkeypatch, "_check", refuse)
    with pytest.raises(AssertionError, match="unclear: place"):
        check_game(start(), share=1.0)


def test_a_lost_piece_is_found(monkeypatch):
    fault(monkeypatch, "census", lambda state, right: right(state) if state.ply < 5 else Counter())
    with pytest.raises(AssertionError, match="ply 5: pieces were lost or made"):
        check_game(start())


def test_a_view_that_tells_the_seed_is_found(monkeypatch):
    fault(monkeypatch, "player_view", lambda state, right, seat: replace(right(state, seat), ply=state.luck.seed))
    with pytest.raises(AssertionError, match="ply 0: seat 0 can tell what is hidden from it"):
        check_game(start(), share=1.0)


def test_a_view_that_shows_the_others_hand_is_found(monkeypatch):
    def peeked(state, right, seat):
        view = right(state, seat)
        return view if seat == state.to_move else replace(view, hand=state.hand)

    fault(monkeypatch, "player_view", peeked)
    with pytest.raises(AssertionError, match="can tell what is hidden from it"):
        check_game(start(), share=1.0)


def test_a_game_that_does_not_end_in_time_is_found(monkeypatch):
    monkeypatch.setattr(AxioRota, "longest", property(lambda state: 10))
    with pytest.raises(AssertionError, match="ply 11: the game is longer than 10 plies"):
        check_game(start())


def test_a_state_that_forgets_something_in_its_text_is_found(monkeypatch):
    right = AxioRota.to_dict
    monkeypatch.setattr(
        AxioRota, "to_dict", lambda state: {**right(state), "luck": {**state.luck.to_dict(), "seed": 5}}
    )
    with pytest.raises(AssertionError, match="another state after its text"):
        check_game(start(), share=1.0)


def test_a_move_that_changes_nothing_is_found(monkeypatch):
    fault(monkeypatch, "_after", lambda state, right, move: replace(right(state, move), ply=state.ply))
    with pytest.raises(AssertionError, match="changes nothing"):
        check_game(start(), share=1.0)


def test_a_candidate_that_cannot_be_read_is_found(monkeypatch):
    fault(monkeypatch, "candidates", lambda state, right: (*right(state), Move("fly")))
    with pytest.raises(AssertionError, match=r"a candidate cannot be read: Move\('fly'\) is no move"):
        check_game(start(), share=1.0)
