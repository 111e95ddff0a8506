"""A game in progress as a value: seats, moves, and what may be taken back."""

import dataclasses
import random

import pytest

from sim import setups
from sim.errors import CoverError, GameError, IllegalMove, MoveError
from sim.pile import Cover
from sim.record.record import LONGEST_TEXT
from sim.rules import GAMES
from sim.rules.axio_rota import AxioRotaSetup
from sim.rules.colour_collect import ColourCollectSetup
from sim.rules.luck import Luck
from sim.rules.moves import Move
from sim.session import Seat, Session, begun
from tests.rules.collexion_positions import begun as collexion
from tests.rules.collexion_positions import cover_of
from tests.rules.games import PILES, SETUPS, heaped, mixed, surveyed

ME, BOT = Seat("human"), Seat("uniform")
HEAPS = [heaped(*surveyed(PILES[0]))]

# 0 lies under 20 and cannot be seen; all others lie open.
BURIED = cover_of(covers=[(20, 0)], veils={0: [(20,)]})


def table(*seats, cover=None, **options):
    """Return a session of Collexion, by default with all polygons in the open, so that nothing is ever revealed."""
    state = collexion(players=len(seats), cover=cover_of() if cover is None else cover, **options)
    return begun(state, seats)


def after(session, moves):
    for move in moves.split(", "):
        session = session.play(move)
    return session


def collect(*seats, seed=0, **options):
    return begun(ColourCollectSetup(first=0, **options).start(Luck(seed)), seats)


def axio(*seats, seed=0):
    return begun(AxioRotaSetup(setups.load_tiles(), len(seats), 0).start(Luck(seed)), seats)


# Seats


@pytest.mark.parametrize(
    "seat", [ME, BOT, Seat("human", "Ada"), Seat("casual", "Bruno: the second"), Seat("a:", "b"), Seat("x", " ")]
)
def test_a_seat_comes_back_from_its_text(seat):
    assert Seat.read(str(seat)) == seat


def test_a_human_is_one_whatever_the_name():
    assert Seat("human", "Ada").human
    assert not Seat("casual", "human").human
    assert not Seat("Human").human


@pytest.mark.parametrize(
    ("kind", "name", "told"),
    [
        ("", "", "'' is no kind of player"),
        ("a: b", "", "'a: b' is no kind of player"),
        ("a\nb", "", "is no kind of player"),
        (None, "", "None is no kind of player"),
        ("human", "A\nda", "is no name of a player"),
        ("human", 7, "7 is no name of a player"),
        ("human", "A" * LONGEST_TEXT, f"is too long for a player: use at most {LONGEST_TEXT} characters"),
    ],
)
def test_a_seat_that_no_record_could_hold_is_refused(kind, name, told):
    with pytest.raises(GameError, match=told) as wrong:
        Seat(kind, name)
    assert "\n" not in str(wrong.value)


def test_the_longest_name_fits_a_record():
    seat = Seat("human", "A" * (LONGEST_TEXT - len("human: ")))
    assert table(seat, BOT).record({}).players == (str(seat), "uniform")


# Playing


def test_a_move_gives_a_new_session_and_leaves_the_old_one():
    session = table(ME, BOT)
    later = session.play("take 20")
    assert (session.moves, len(session.states)) == ((), 1)
    assert later.moves == (Move("take", 20),)
    assert later.states == (session.state, session.state.play("take 20"))
    assert later.state is later.states[-1]
    assert later == session.play(Move("take", 20))
    assert hash(later) == hash(session.play("take 20"))


def test_a_move_is_refused_as_the_state_refuses_it():
    with pytest.raises(IllegalMove, match=r"^stop: take at least one polygon first \(C4\)$"):
        table(ME, BOT).play("stop")
    with pytest.raises(MoveError, match="is no move of Collexion"):
        table(ME, BOT).play("fly")


@pytest.mark.parametrize("seats", [(), (ME,), (ME, BOT, BOT)])
def test_there_are_as_many_seats_as_players(seats):
    with pytest.raises(GameError, match=f"^{len(seats)} players cannot sit in 2 seats$"):
        begun(collexion(), seats)


def test_a_session_has_every_state_from_the_start():
    start = collexion()
    for states, moves in [((), ()), ((start,), (Move("take", 20),)), ((start.play("take 20"),), ())]:
        with pytest.raises(GameError, match="a session needs every state from the start"):
            Session((ME, BOT), states, moves)


def test_who_moves_next_and_whose_view_is_shown():
    session = table(BOT, ME, Seat("human", "Ada"), first=0)
    assert (session.to_move, session.watcher) == (BOT, 1)
    session = after(session, "take 0, stop, end")
    assert (session.to_move, session.watcher) == (ME, 1)
    session = after(session, "take 1, stop, end")
    assert (session.to_move.name, session.watcher) == ("Ada", 2)
    session = after(session, "take 2, stop, end")
    assert (session.to_move, session.watcher) == (BOT, 2)
    assert session.view() == session.state.player_view(2)
    assert table(BOT, BOT).watcher == 0


# Records


def test_a_session_is_recorded_and_goes_on_from_its_record():
    session = after(table(Seat("human", "Ada"), BOT, seed=5), "take 0, stop, end, take 1")
    record = session.record({"polypile": "9"})
    assert record.players == ("human: Ada", "uniform")
    assert record.moves == ("take 0", "stop", "end", "take 1")
    record.verify()
    again = Session.of(record)
    assert (again.seats, again.states, again.moves) == (session.seats, session.states, session.moves)
    assert again.undone.states == session.undone.states
    assert hash(again) == hash(session)
    # What a game was begun with stays in its record, whatever goes on with it.
    assert again.play("stop").record({"polypile": "10"}).versions == {"polypile": "9"}


@pytest.mark.parametrize("name", ["collexion-fr-blue-orange-4-team-expert", "axio-rota-3", "colour-collect-2-5-loser"])
def test_from_any_moment_of_a_game_a_record_leads_back_to_it(name):
    setup = SETUPS[name]()
    session, chance = begun(setup.start(Luck(3)), [ME] * setup.players), random.Random(3)
    while session.state.outcome is None:
        session = session.play(chance.choice(session.state.legal))
    for ply in (0, 1, len(session.moves) // 2, len(session.moves)):
        part = dataclasses.replace(session, states=session.states[: ply + 1], moves=session.moves[:ply])
        again = Session.of(part.record({}))
        assert (again.states, again.moves, again.undone is None) == (part.states, part.moves, part.undone is None)


def test_a_record_of_somebody_without_a_kind_is_told():
    record = dataclasses.replace(table(ME, BOT).record({}), players=(": Ada", "uniform"))
    with pytest.raises(GameError, match="'' is no kind of player"):
        Session.of(record)


def test_after_a_move_was_taken_back_chance_decides_as_if_it_had_not_been_played():
    session = collect(ME, ME).play("pawn 2 2")
    chance = random.Random(1)
    while not any(session.state.rounds):
        before, session = session, session.play(chance.choice(session.state.legal))
    assert session.undone is None
    assert len(session.state.luck.results) == 1 + 1
    again = before.play(session.moves[-1])
    assert again == session
    again.record({}).verify()


# Taking back


def test_a_human_takes_back_one_move_after_another_within_a_turn():
    session = table(ME, BOT)
    steps = [session := session.play(move) for move in ("take 20", "remove 3", "take 21", "stop")]
    assert steps[-1].undone == steps[-2]
    assert steps[-1].undone.undone.undone.undone == table(ME, BOT)
    assert table(ME, BOT).undone is None


def test_moves_of_bots_that_came_after_go_too():
    session = after(table(ME, BOT, BOT), "take 20, stop")
    later = after(session, "end, take 0, stop, end, take 1, stop, end")
    assert later.to_move == ME
    assert later.undone == session
    assert later.undone.undone == table(ME, BOT, BOT).play("take 20")


def test_a_human_takes_a_move_back_while_a_bot_is_to_move():
    session = after(table(ME, BOT), "take 20, stop")
    assert after(session, "end").undone == session
    assert after(session, "end, take 0").undone == session


def test_moves_of_bots_alone_are_not_taken_back():
    assert after(table(BOT, ME), "take 20, stop, end").undone is None
    assert after(table(BOT, BOT), "take 20, stop").undone is None


def test_nobody_takes_back_the_move_of_another_human():
    session = after(table(ME, ME, BOT), "take 20, stop, end")
    assert session.undone is None
    session = after(session, "take 0, stop")
    assert session.undone == after(table(ME, ME, BOT), "take 20, stop, end, take 0")
    assert after(session, "end").undone == session
    assert after(session, "end, take 1, stop, end").undone is None


def test_a_polygon_that_came_to_light_stays_so():
    session = table(ME, BOT, cover=BURIED)
    assert session.play("take 21").undone == session
    assert session.play("take 20").undone is None
    assert session.play("remove 20").undone is None
    assert after(session, "take 20, take 21").undone == session.play("take 20")
    assert after(session, "take 20, take 21").undone.undone is None


@pytest.mark.parametrize("bots", ["take 20, stop, end", "take 20, take 0, stop, end", "take 1, remove 20, stop, end"])
def test_what_a_bot_brought_to_light_stays_so_even_if_it_is_gone_again(bots):
    session = after(table(ME, BOT, cover=BURIED), "take 21, stop, end")
    assert session.undone is not None
    assert after(session, bots).to_move == ME
    assert after(session, bots).undone is None
    assert after(session, "take 1, stop, end").undone is not None


@pytest.mark.parametrize("seats", [(ME, BOT), (ME, ME), (ME, BOT, BOT, BOT)])
def test_a4_a_tile_that_others_have_seen_is_not_taken_back(seats):
    session, chance = axio(*seats), random.Random(2)
    while session.state.outcome is None:
        session = session.play(chance.choice(session.state.legal))
        assert session.undone is None


def test_a5_alone_every_tile_that_was_drawn_stays_drawn_and_only_the_last_one_draws_none():
    session, chance = axio(ME, seed=4), random.Random(4)
    while session.state.outcome is None:
        before, session = session, session.play(chance.choice(session.state.legal))
        assert session.undone == (before if session.state.outcome else None)


def test_k7_a_round_that_chance_has_laid_stays_laid_and_moves_within_it_are_taken_back():
    found = set()
    for seed in range(5):
        session, chance = collect(ME, BOT, seed=seed, best_of=5), random.Random(seed)
        while session.state.outcome is None:
            before, session = session, session.play(chance.choice(session.state.legal))
            laid = session.state.luck.results != before.state.luck.results
            if laid:
                assert session.undone is None
            elif before.to_move == ME:
                assert session.undone == before
            found.add((laid, before.to_move == ME))
    assert len(found) == 4


@pytest.mark.parametrize("game", sorted(GAMES))
def test_nothing_is_taken_back_that_any_player_saw_for_the_first_time(game):
    """What views do not show is the judge: it must not have become less by any move that is taken back."""
    taken_back = over_bots = 0
    for number in range(15):
        setup = mixed(game, number, HEAPS)
        seats = [ME if seat % 2 == number % 2 or setup.players == 1 else BOT for seat in range(setup.players)]
        session, chance = begun(setup.start(Luck(number)), seats), random.Random(number)
        secrets = [secrets_of(session.state)]
        while session.state.outcome is None:
            session = session.play(chance.choice(session.state.legal))
            secrets.append(secrets_of(session.state))
            undone = session.undone
            if undone is None:
                continue
            states = session.states[len(undone.moves) :]
            assert undone.state is states[0]
            assert undone.to_move.human
            assert not any(session.seats[state.to_move].human for state in states[1:-1])
            first, *later = secrets[len(undone.moves) :]
            assert all(all(map(frozenset.issubset, first, now)) for now in later)
            taken_back += 1
            over_bots += len(states) > 2
    assert taken_back
    assert over_bots or game == "axio-rota"  # there nothing but the last tile of the solo game can be taken back


def secrets_of(state):
    """Return for each seat what it does not know: polygons, tiles, others' markers, what chance is to decide."""
    seats = range(state.setup.players)
    common = {("chance", number) for number in range(len(state.luck.results), 20)}
    if state.setup.game == "axio-rota":
        return [frozenset(common | {place for place in state.unlaid() if place != state.held(seat)}) for seat in seats]
    if state.setup.game == "collexion":
        gone = set(range(80)) - state.left
        common |= {id for id in state.left if id not in state.reachable and state.cover.hidden(id, gone)}
        common |= set() if state.outcome else {"markers"}
    return [frozenset(common)] * len(seats)


def test_where_nobody_knows_what_is_hidden_taking_back_says_so():
    session = begun(collexion(cover=Cover(80)), [ME, BOT]).play("take 20")
    with pytest.raises(CoverError, match="does not know what is hidden: survey the pile again"):
        assert session.undone
