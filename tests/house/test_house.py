"""The house: what it shakes, begins and advises is what the program gives without it, and nothing is left over."""

import dataclasses
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from sim import table
from sim.bots import LEVELS, bot
from sim.bots.colour_collect import analyse
from sim.errors import CodeError, GameError, JobLost, PileError, PolypileError, SeedError
from sim.house import Home
from sim.house.frames import decoded, encoded
from sim.record import store
from sim.seeds import stream
from sim.session import Seat, begun
from tests.house.waiting import alive, arrived, until

ROOT = Path(__file__).resolve().parents[2]
SEATS = (Seat("human", "Ada"), Seat("casual", "Bruno"))


@pytest.fixture(scope="module")
def home(tmp_path_factory):
    before = os.environ.get(store.HOME)
    os.environ[store.HOME] = str(tmp_path_factory.mktemp("home"))
    house = Home()
    yield house
    house.close()
    del os.environ[store.HOME]
    if before is not None:
        os.environ[store.HOME] = before


def test_a_shake_is_seen_and_gives_the_pile_of_its_seed(home, pile):
    frames = arrived(home.shake(7))
    assert frames[-1].pile == pile
    assert {frame.phase for frame in frames} == {"drop", "shake", "settle", "rest"}
    assert all(decoded(encoded(frame)) == frame for frame in (frames[0], frames[-1]))


def test_a_hand_is_followed_push_by_push_and_its_game_can_be_shaken_again(home):
    hand = home.hand(7)
    fallen = []
    assert until(lambda: fallen.extend(hand.news()) or len(fallen) == 15)
    assert {frame.phase for frame in fallen} == {"drop"}
    phases = []
    for k in range(36):
        hand.push(700 - 1400 * (k // 6 % 2), 300 * (k // 6 % 3 - 1))
        seen = until(hand.news, 10)
        assert seen, "a frame comes back"
        phases += [frame.phase for frame in seen]
    assert phases.count("shake") == 36
    hand.put_down()
    made = arrived(hand)[-1].pile
    assert len(made.trace) == 36
    assert table.shake(7, trace=made.trace) == made
    (session,) = arrived(home.begin("collexion", 7, SEATS, {"edition": "fr"}, made))
    assert session == begun(table.start("collexion", 2, 7, pile=made, edition="fr"), SEATS)


def test_the_shake_that_made_a_pile_is_seen_again(home):
    pushes = [(1500 - 3000 * (k // 6 % 2), 300) for k in range(24)]
    for made in (table.shake(3, copies=1, friction=0.4), table.shake(3, trace=pushes, copies=1)):
        assert arrived(home.shake_again(made))[-1].pile == made
    with pytest.raises(PileError, match="cannot be shaken again"):
        arrived(home.shake_again(dataclasses.replace(made, model=made.model + 1)))


def test_games_that_are_over_are_found_newest_first_and_watched(home):
    folder = store.folder() / "games"
    folder.mkdir(parents=True, exist_ok=True)
    records = [table.match("colour-collect", ["uniform", "uniform"], seed=seed) for seed in (1, 2)]
    for age, record in enumerate(records):
        record.save(folder / f"{record.seed}.json")
        os.utime(folder / f"{record.seed}.json", (1e9 - age, 1e9 - age))
    (folder / "3.json").write_text("nothing")
    found = arrived(home.games())
    assert [kept.seed for kept in found] == [1, 2]
    assert any("3.json" in told for told in home.messages())
    (session,) = arrived(home.watch(found[1]))
    assert session.record(table.versions()) == records[1]
    (folder / "1.json").write_text("nothing")
    with pytest.raises(PolypileError, match=r"1\.json"):
        arrived(home.watch(found[0]))


@pytest.mark.parametrize(
    ("game", "seats", "options"),
    [
        ("collexion", SEATS, {"edition": "it", "variants": ("expert",)}),
        ("axio-rota", SEATS[:1], {"first": 0}),
        ("colour-collect", SEATS, {"variant": 3, "best_of": 5, "won_discs": "return"}),
    ],
)
def test_a_game_is_set_up_as_start_does(home, pile, game, seats, options):
    given = pile if game == "collexion" else None
    (session,) = arrived(home.begin(game, 7, seats, options, given))
    more = {"pile": pile} if given else {}
    assert session == begun(table.start(game, len(seats), 7, **options, **more), seats)


def test_without_a_pile_the_seed_is_shaken(home, pile):
    (session,) = arrived(home.begin("collexion", 7, SEATS, {}, None))
    assert session.state.pile == pile


def test_what_cannot_be_set_up_is_told_in_one_line(home):
    with pytest.raises(GameError, match="best_of is 4"):
        arrived(home.begin("colour-collect", 7, SEATS, {"best_of": 4}, None))
    with pytest.raises(PolypileError):
        home.shake(-1)


def test_the_same_game_gets_the_same_advice_and_it_is_what_the_bot_says(home):
    session = begun(table.start("axio-rota", 2, 7), SEATS)
    for kind in (*home.levels, "uniform"):
        view = session.state.player_view(session.state.to_move)
        chance = stream(7, f"bot {session.state.to_move} ply {session.state.ply}").random
        said = bot(kind, "axio-rota").advise(view, chance)
        assert arrived(home.advise(session, kind)) == arrived(home.advise(session, kind)) == [said]
        session = session.play(said.move)
    with pytest.raises(GameError, match="no bot"):
        arrived(home.advise(session, "human"))


def test_hints_come_from_a_bot_that_there_is(home):
    for game in ("axio-rota", "colour-collect"):
        session = begun(table.start(game, 2, 7), SEATS)
        bot(home.strongest(session), game)
    assert home.levels == tuple(LEVELS)


def test_a_round_is_looked_back_on_as_the_analysis_does(home):
    session = begun(table.start("colour-collect", 2, 7), SEATS)
    while session.state.round_end(session.state.legal[-1]) is None:
        session = session.play(session.state.legal[-1])
    session = session.play(session.state.legal[-1])
    last = len(session.moves)
    views = [state.player_view(state.to_move) for state in session.states[:last]]
    assert arrived(home.analyse(session, 0, last)) == [analyse(views, session.moves)]
    with pytest.raises(GameError, match="cannot be looked back on"):
        arrived(home.analyse(session, last, last))


def ticks(pid):
    """Return how much of the processor a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return int(fields[11]) + int(fields[12])


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="the system does not tell")
def test_a_shake_that_nobody_watches_any_more_ends(home):
    arrived(home.begin("colour-collect", 7, SEATS, {}, None))  # nothing else is under way
    pid = home._box.pid
    for errand in (home.shake(11), home.hand(11), home.begin("collexion", 11, SEATS, {}, None)):
        time.sleep(0.05)
        errand.drop()
        assert errand.done
    arrived(home.begin("colour-collect", 7, SEATS, {}, None))
    used = ticks(pid)
    time.sleep(0.3)
    assert ticks(pid) - used <= 2
    assert home._box.pid == pid


def test_a_killed_process_is_one_clear_error_and_the_next_errand_is_done(home):
    arrived(home.begin("colour-collect", 7, SEATS, {}, None))
    errand = home.hand(7)
    os.kill(home._box.pid, signal.SIGKILL)
    with pytest.raises(JobLost, match="the process that shakes the box was ended from outside: try again"):
        arrived(errand)
    assert arrived(home.begin("colour-collect", 7, SEATS, {}, None))


# Seeds and seats


@pytest.mark.parametrize(("text", "seed"), [("7", 7), (" 7 ", 7), ("007", 7), ("7-1-3fa9c2", 7)])
def test_a_seed_is_read_from_a_number_or_a_code(home, text, seed):
    assert home.read_seed(text) == seed


@pytest.mark.parametrize(
    ("text", "error", "told"),
    [
        ("", SeedError, "is no seed"),
        ("seven", SeedError, "is no seed"),
        ("7 8", SeedError, "is no seed"),
        ("1_000", SeedError, "is no seed"),
        ("-7", SeedError, "out of range"),
        ("9" * 20, SeedError, "out of range"),
        ("9" * 5000, SeedError, "is no seed"),
        ("7-1", CodeError, "no code of a pile"),
        ("7-1-xyz", CodeError, "no code of a pile"),
        ("7-2-3fa9c2", CodeError, "model 2"),
        ("hand-7-1-3fa9c2", CodeError, "by hand"),
    ],
)
def test_what_is_no_seed_is_refused_in_one_line(home, text, error, told):
    with pytest.raises(error, match=told) as wrong:
        home.read_seed(text)
    assert "\n" not in str(wrong.value)


def test_a_code_that_promised_another_pile_is_told_of(home, pile):
    home.read_seed("7-1-000000")
    arrived(home.begin("collexion", 7, SEATS, {}, pile))
    (told,) = home.messages()
    assert "7-1-000000" in told
    assert pile.code in told
    home.read_seed(pile.code)
    arrived(home.begin("collexion", 7, SEATS, {}, pile))
    assert home.messages() == []


def test_who_can_sit_down(home):
    assert home.seat("human", " Ada ") == Seat("human", "Ada")
    assert home.seat("strong", "") == Seat("strong", "")
    for kind, name in (("nobody", ""), ("human", "a\nb"), ("human", "x" * 41), ("", "")):
        with pytest.raises(GameError):
            home.seat(kind, name)


# A window's whole life, in a process of its own

LIFE = """
import sys, time
from sim.house import Home
from sim.session import Seat
home = Home()
home.unfinished()
seats = [Seat("human"), Seat("casual")]
errand = home.begin("colour-collect", 7, seats, {}, None)
while not errand.done:
    for session in errand.news():
        home.keep(session)
        session = session.play(session.state.legal[0])
        home.keep(session)
    time.sleep(0.01)
advice = home.advise(session, "casual")
while not advice.done:
    advice.news()
    time.sleep(0.01)
heavy = {"numba", "numpy", "pymunk", "shapely", "pygame", "scipy"} & sys.modules.keys()
print(home._box.pid, home._mind.pid, *sorted(heavy), flush=True)
if sys.argv[1] == "close":
    home.close()
else:
    home.hand(5)
    home.advise(session, "strong")
    time.sleep(600)
"""


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="the system does not tell")
@pytest.mark.parametrize("end", ["close", "kill"])
def test_the_window_computes_nothing_itself_and_leaves_no_process_however_it_ends(tmp_path, end):
    environment = os.environ | {store.HOME: str(tmp_path)}
    command = [sys.executable, "-c", LIFE, end]
    with subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True) as process:
        box, mind, *heavy = process.stdout.readline().split()
        assert heavy == []
        assert end == "close" or (alive(box) and alive(mind))
        if end == "kill":
            process.kill()
        process.wait(30)
        assert until(lambda: not (alive(box) or alive(mind)), 10)
    assert len(list((tmp_path / "saves").glob("*.json"))) == 1
