"""A game between bots for whoever has no screen: the one that a window would show."""

from sim import table
from sim.house.exhibition import played
from sim.seeds import stream
from sim.session import Seat, begun

SEATS = (Seat("uniform", "Ada"), Seat("beginner"))


def test_a_game_is_played_to_its_end_a_session_for_each_move():
    sessions = list(played(begun(table.start("colour-collect", 2, 7), SEATS)))
    assert [len(session.moves) for session in sessions] == list(range(len(sessions)))
    assert [session.state.outcome is None for session in sessions] == [True] * (len(sessions) - 1) + [False]
    record = sessions[-1].record(table.versions())
    record.verify()
    assert record.players == ("uniform: Ada", "beginner")


def test_the_same_game_gives_the_same_moves_even_from_the_midst_of_it():
    sessions = list(played(begun(table.start("colour-collect", 2, 7), SEATS)))
    assert list(played(sessions[3])) == sessions[3:]
    state = sessions[0].state
    assert stream(7, f"bot {state.to_move} ply 0").random() != stream(7, f"bot {state.to_move} ply 1").random()
