import copy
import json
import random
from collections import Counter
from dataclasses import fields, is_dataclass, replace

import pytest

from sim import survey
from sim.errors import CoverError, GameError, PolypileError, StateError
from sim.pile import FLOOR, Contact, Cover, Pile
from sim.rules import read_state
from sim.rules.collexion import CollexionView
from sim.rules.luck import Luck
from tests.rules.collexion_positions import (
    COLOURS,
    COLUMNS,
    EDITIONS,
    HEAP,
    KINDS,
    TABLES,
    begun,
    cover_of,
    flat_pile,
    moves_of,
    played,
    position,
    random_position,
    setup,
    shape_set,
)

SQUARES = shape_set("square")
TABLE_OF = [(name, *table) for name in EDITIONS for table in TABLES]


def midgame(seed, plies=6):
    """Return a position somewhere within a turn, or after the end."""
    state = random_position(seed, *TABLE_OF[seed % len(TABLE_OF)])
    rng = random.Random(seed)
    for _ in range(rng.randrange(plies)):
        if state.outcome is None:
            state = state.play(rng.choice(state.legal))
    return state


# Markers


def test_c12_others_see_how_many_markers_a_player_has_won_and_not_which():
    state = position(players=3, stacks={"blue": 0, "green": 2}, markers=[(4, 2), (3,), (2,)])
    other = position(players=3, stacks={"blue": 0, "green": 2}, markers=[(4, 2), (2,), (3,)])
    view = state.player_view(0)
    assert view.marker_counts == (2, 1, 1)
    assert view.markers == (4, 2)
    assert view == other.player_view(0)
    assert state.player_view(1) != other.player_view(1)
    assert state.player_view(1).markers == (3,)


def test_c12_points_of_others_would_tell_their_markers_and_are_shown_at_the_end_only():
    state = position(stacks={"blue": 1}, markers=[(2,), (3,)], left=[0])
    assert state.scores == (5, 6)
    assert [state.player_view(seat).scores for seat in (0, 1)] == [(5, None), (None, 6)]
    state = played(state, "take 0, stop, end, stop, end")
    assert [state.player_view(seat).scores for seat in (0, 1)] == [(4, 6), (4, 6)]
    assert state.player_view(0).outcome == state.outcome


def test_c12_markers_that_others_hold_are_dealt_anew_and_ones_own_never():
    state = position(players=3, stacks={"blue": 0, "green": 1}, markers=[(4,), (3, 2), (3, 2)])
    rng = random.Random(1)
    dealt = {state.redealt(0, rng.random).markers for _ in range(60)}
    assert all(own == (4,) and len(one) == len(two) == 2 for own, one, two in dealt)
    assert {Counter(one + two) == Counter((3, 3, 2, 2)) for _, one, two in dealt} == {True}
    assert {one for _, one, _ in dealt} == {(2, 2), (2, 3), (3, 2), (3, 3)}
    assert state.redealt(1, rng.random).markers[1] == (3, 2)


# Polygons that are wholly hidden

# 0 and 5 lie under 20, 21 under 40 and 41; of 6, which 20 covers too, a part can be seen.
BURIED = cover_of(
    covers=[(20, 0), (20, 5), (20, 6), (40, 21), (41, 21)],
    rests=[(20, 0), (20, 5), (20, 6), (40, 21)],
    touches=[(0, 5), (0, 20), (5, 20)],
    veils={0: [(20,)], 5: [(20,)], 21: [(40,), (41,)], 6: [(20,), ()]},
)


def test_a_view_has_no_polygon_that_is_wholly_hidden():
    view = begun(cover=BURIED).player_view(1)
    assert frozenset(range(80)) - view.left == {0, 5, 21}
    assert {piece.id for piece in view.pieces} == view.left
    assert view.covers == {(20, 6)}
    assert view.rests == {(20, 6)}
    assert view.touches == frozenset()
    assert {0, 5, 6, 21}.isdisjoint(view.reachable)
    assert 20 in view.reachable


def test_a_polygon_comes_into_view_when_a_part_of_it_lies_open():
    state = begun(cover=BURIED).play("take 40")
    assert 21 in state.player_view(0).left
    assert 21 not in state.player_view(0).reachable
    state = state.play("remove 20")
    view = state.player_view(1)
    assert view.left == state.left
    assert view.touches == {(0, 5)}
    assert state.pile[0] in view.pieces


def test_hidden_polygons_that_change_places_cannot_be_told_apart():
    state = begun(cover=BURIED)
    rng = random.Random(2)
    others = [state.redealt(0, rng.random) for _ in range(20)]
    # 0 is a green triangle and 5 a yellow one; each lies at either place.
    assert {other.pile[0].x for other in others} == {state.pile[0].x, state.pile[5].x}
    for other in others:
        assert {other.pile[0].x, other.pile[5].x} == {state.pile[0].x, state.pile[5].x}
        assert (other.pile[0].colour, other.pile[5].colour) == ("green", "yellow")
        assert other.pile[21] == state.pile[21]
        assert other.player_view(0) == state.player_view(0)
        assert other.cover.covers == state.cover.covers


def test_what_lies_on_what_goes_with_the_places():
    cover = cover_of(
        covers=[(20, 0), (20, 5), (5, 6)], rests=[(5, 6)], touches=[(5, 6)], veils={0: [(20,)], 5: [(20,)]}
    )
    state = begun(cover=cover)
    rng = random.Random(3)
    covers = {state.redealt(0, rng.random).cover.covers for _ in range(20)}
    assert covers == {frozenset({(20, 0), (20, 5), (5, 6)}), frozenset({(20, 0), (20, 5), (0, 6)})}


def test_contacts_stay_well_formed_where_hidden_polygons_change_places():
    """Edges that press on one another are told with the smaller id as `lower`, whoever lies there."""
    up, aside = (0.0, 0.0, 1.0), (1.0, 0.0, 0.0)
    contacts = (
        Contact(20, 5, "face", (0.0, 0.0, 2.5), up, (0.0, 0.0, 9.0)),
        Contact(0, FLOOR, "face", (0.0, 0.0, 0.0), up, (0.0, 0.0, 9.0)),
        Contact(5, 0, "side", (0.0, 0.0, 1.25), aside, (2.0, 0.0, 0.0)),
    )
    pile = replace(flat_pile(), contacts=contacts)
    state = replace(setup(cover=BURIED), pile=pile).start(Luck(1))
    rng = random.Random(4)
    changed = {state.redealt(0, rng.random).pile.contacts for _ in range(20)} - {contacts}
    (exchanged,) = changed
    assert [(contact.upper, contact.lower) for contact in exchanged] == [(20, 0), (5, FLOOR), (5, 0)]
    # What pressed 5 to the right now lies at the place of 0, and is pressed to the left.
    assert (exchanged[2].normal, exchanged[2].force) == ((-1.0, 0.0, 0.0), (-2.0, 0.0, 0.0))
    assert [contact.load for contact in exchanged] == [contact.load for contact in contacts]


@pytest.mark.parametrize("name", ["fr", "fr-blue-orange"])
def test_a_hidden_polygon_that_can_be_taken_stays_where_it_is(name):
    """One that others only bridge over may be taken in these editions, and a legal move names it."""
    cover = cover_of(
        covers=[(20, 0), (20, 5), (20, 6)], rests=[(20, 5), (20, 6)], veils={id: [(20,)] for id in (0, 5, 6)}
    )
    state = begun(name, cover=cover)
    assert "take 0" in moves_of(state)
    rng = random.Random(5)
    for _ in range(20):
        other = state.redealt(0, rng.random)
        assert other.legal == state.legal
        assert other.player_view(0) == state.player_view(0)
    view = state.player_view(0)
    assert {move[1] for move in view.legal if move[0] == "take"} <= view.left


@pytest.mark.parametrize("seed", range(64))
def test_a_state_dealt_anew_looks_the_same_and_can_be_played_to_its_end(seed):
    state = midgame(seed)
    rng = random.Random(seed)
    for seat in range(state.setup.players):
        other = state.redealt(seat, rng.random)
        assert other.player_view(seat) == state.player_view(seat)
        assert other.census() == state.census()
        assert other.luck.seed != state.luck.seed
        assert read_state(other.to_json()) == other
        while other.outcome is None:
            other = other.play(rng.choice(other.legal))


@pytest.mark.parametrize("name", ["de", "fr", "it"])
def test_a_shaken_pile_dealt_anew_looks_the_same(pile, name):
    """Shaken piles hide a polygon or two; here all count as hidden that are covered, so that many change places."""
    surveyed = survey(pile)
    over = [[a for a, b in surveyed.covers if b == id] for id in range(80)]
    state = replace(setup(name), pile=pile, cover=replace(surveyed, hidden_by=[[some] for some in over])).start(Luck(1))
    rng = random.Random(6)
    exchanged = 0
    while state.outcome is None:
        if rng.random() < 0.1:
            for seat in (0, 1):
                other = state.redealt(seat, rng.random)
                exchanged += other.pile != state.pile
                assert other.player_view(seat) == state.player_view(seat)
        state = state.play(rng.choice(state.legal))
    assert exchanged > 5


# What a view is


def values_in(value):
    yield value
    if is_dataclass(value):
        value = [getattr(value, field.name) for field in fields(value)]
    if isinstance(value, tuple | list | frozenset | set):
        for part in value:
            yield from values_in(part)


def test_a_view_holds_neither_luck_nor_pile_nor_cover():
    view = begun(cover=BURIED, seed=987654321).player_view(0)
    assert not any(isinstance(value, Luck | Pile | Cover) or value == 987654321 for value in values_in(view))
    assert {"luck", "seed", "pile", "cover", "setup"}.isdisjoint(field.name for field in fields(CollexionView))


@pytest.mark.parametrize("seed", range(16))
def test_a_view_shows_what_lies_open_on_the_table(seed):
    state = midgame(seed)
    for seat in range(state.setup.players):
        view = state.player_view(seat)
        for name in (
            "collections",
            "lid",
            "actions",
            "taken",
            "taking",
            "to_move",
            "ply",
            "outcome",
            "first",
            "edition",
        ):
            assert getattr(view, name) == getattr(state, name), name
        assert (view.seat, view.players, view.variants) == (seat, state.setup.players, state.setup.variants)
        assert view.legal == (state.legal if seat == state.to_move else ())
        assert view.heights == tuple(len(state.stacks[colour]) for colour in sorted(COLOURS))
        assert hash(view) == hash(state.player_view(seat))


@pytest.mark.parametrize("seat", [-1, 2, True, "0", None, 0.0])
def test_there_is_no_view_from_a_seat_that_there_is_not(seat):
    with pytest.raises(GameError, match="there is no seat"):
        begun().player_view(seat)
    with pytest.raises(GameError, match="there is no seat"):
        begun().redealt(seat, random.random)


def test_a_cover_that_does_not_know_what_is_hidden_gives_no_view():
    state = begun(cover=Cover(80))
    assert len(state.legal) == 160
    with pytest.raises(CoverError, match="does not know what is hidden: survey the pile again"):
        state.player_view(0)


# JSON


@pytest.mark.parametrize("seed", range(64))
def test_a_state_is_the_same_after_json(seed):
    state = midgame(seed)
    again = read_state(state.to_json())
    assert again == state
    assert hash(again) == hash(state)
    assert again.to_json() == state.to_json()
    assert (again.legal, again.outcome, again.scores) == (state.legal, state.outcome, state.scores)


def test_a_drawn_start_player_is_the_same_after_json():
    for seed in range(5):
        state = begun(players=4, first=None, seed=seed)
        again = read_state(state.to_json())
        assert (again, again.luck.results) == (state, (f"first {state.first}",))


STATE = played(
    position(players=3, collections=[SQUARES, ["octagon-pink"], []], left=[0, 1, 20], stacks={"blue": 2}, cover=HEAP),
    "take 0, take 1",
)
SCORING = played(STATE, "stop")
OVER = played(position(left=[]), "stop, end, stop, end")
EXPERT = played(position(variants=("expert",), left=range(20, 25)), "take 20, take 21")


def changed(state, path, value):
    """Return the text of a state with one value in it replaced, or taken out where it is `...`."""
    content = copy.deepcopy(state.to_dict())
    part = content
    *way, last = path
    for name in way:
        part = part[name]
    if value is ...:
        del part[last]
    else:
        part[last] = value
    return json.dumps(content)


LID = list(STATE.lid)
HOSTILE = [
    (STATE, "ply", -1),
    (STATE, "ply", 10**30),
    (STATE, "ply", "0"),
    (STATE, "ply", True),
    (STATE, "ply", 1.0),
    (STATE, "first", 3),
    (STATE, "first", 1),
    (STATE, "to_move", -1),
    (STATE, "to_move", 3),
    (STATE, "to_move", None),
    (STATE, "left", [20, 20]),
    (STATE, "left", [80]),
    (STATE, "left", [-1]),
    (STATE, "left", []),
    (STATE, "left", [20, True]),
    (STATE, "left", [20.0]),
    (STATE, "left", "20"),
    (STATE, "left", {"20": 1}),
    (STATE, "left", [0, 20]),
    (STATE, "left", [21, 20]),
    (STATE, "taken", [0]),
    (STATE, "taken", [0, 0]),
    (STATE, "taken", [0, 1, 20]),
    (STATE, "taken", [[0], 1]),
    (SCORING, "taken", [20]),
    (STATE, "collections", []),
    (STATE, "collections", [SQUARES, ["octagon-pink"]]),
    (STATE, "collections", [sorted(SQUARES), ["octagon-pink"], ["octagon-pink"]]),
    (STATE, "collections", [sorted(SQUARES), [], []]),
    (STATE, "collections", [sorted(SQUARES), ["octagon-red"], []]),
    (STATE, "collections", [sorted(SQUARES), [["octagon-pink"]], []]),
    (STATE, "collections", [sorted(SQUARES, reverse=True), ["octagon-pink"], []]),
    (STATE, "collections", [sorted(SQUARES), "octagon-pink", []]),
    (STATE, "collections", None),
    (STATE, "lid", LID[1:]),
    (STATE, "lid", [*LID, LID[-1]]),
    (STATE, "lid", LID[::-1]),
    (STATE, "lid", "square-blue"),
    (STATE, "stacks", [3, 3, 3, 3]),
    (STATE, "stacks", [2, 3, 3]),
    (STATE, "stacks", [4, 3, 3, 3]),
    (STATE, "stacks", [-1, 3, 3, 3]),
    (STATE, "stacks", {"blue": 2}),
    (STATE, "markers", [[], [], []]),
    (STATE, "markers", [[], [], [3]]),
    (STATE, "markers", [[], [], [5]]),
    (STATE, "markers", [[], [], [2.0]]),
    (STATE, "markers", [[], [2], [2]]),
    (STATE, "markers", [[], [2]]),
    (STATE, "actions", [["fly"], [], []]),
    (STATE, "actions", [["swap", "swap"], [], []]),
    (STATE, "actions", [["swap", "remove"], [], []]),
    (STATE, "actions", [[], []]),
    (STATE, "actions", [["give"], [], []]),
    (EXPERT, "actions", [["swap"], []]),
    (STATE, "taking", 1),
    (STATE, "taking", None),
    (STATE, "acted", "no"),
    (STATE, "scored", 0),
    (STATE, "paired", []),
    (STATE, "over", 1),
    (STATE, "over", "true"),
    (STATE, "over", None),
    (STATE, "over", True),
    (SCORING, "over", True),
    (OVER, "over", 0),
    (STATE, "moves", []),
    *((STATE, name, ...) for name in sorted(STATE.to_dict()["position"])),
]


@pytest.mark.parametrize(("state", "name", "value"), HOSTILE, ids=lambda value: str(value)[:40].replace("\n", " "))
def test_a_position_that_is_none_is_refused(state, name, value):
    with pytest.raises(StateError) as caught:
        read_state(changed(state, ["position", name], value))
    assert "\n" not in str(caught.value)


CONTRADICTIONS = [
    ("set scored while taking", STATE, {"scored": True}),
    ("polygons taken that do not follow one another", STATE, {"taken": [0, 65], "left": [1, 20]}),
    ("paired where the last two differ", EXPERT, {"taken": [20, 25], "paired": True}),
    ("paired with nothing taken", EXPERT, {"taken": [], "left": [20, 21, 22, 23, 24]}),
    ("paired once taking has ended", SCORING, {"paired": True}),
    ("over within a round", OVER, {"to_move": 0}),
]


@pytest.mark.parametrize(
    ("state", "changes"), [case[1:] for case in CONTRADICTIONS], ids=[case[0] for case in CONTRADICTIONS]
)
def test_a_position_that_contradicts_itself_is_refused(state, changes):
    content = state.to_dict()
    content["position"] |= changes
    content["position"]["lid"] = lid_for(content["position"])
    with pytest.raises(StateError):
        read_state(json.dumps(content))


def lid_for(position):
    """Return the kinds that must be in the lid for all 80 polygons to be somewhere."""
    spare = Counter(KINDS)
    spare.subtract(KINDS[id] for id in position["left"] + position["taken"])
    spare.subtract(kind for some in position["collections"] for kind in some)
    return sorted(spare.elements())


def test_a_start_player_other_than_the_one_drawn_is_refused():
    state = begun(players=4, first=None, seed=3)
    other = (state.first + 1) % 4
    content = state.to_dict()
    content["position"] |= {"first": other, "to_move": other}
    with pytest.raises(StateError):
        read_state(json.dumps(content))


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (["game"], "chess"),
        (["game"], None),
        (["format"], "polypile-pile"),
        (["version"], 2),
        (["version"], True),
        (["setup"], []),
        (["setup", "players"], 5),
        (["setup", "players"], "3"),
        (["setup", "players"], 2),
        (["setup", "variants"], ["team"]),
        (["setup", "variants"], "team"),
        (["setup", "variants"], [["team"]]),
        (["setup", "first"], 3),
        (["setup", "first"], False),
        (["setup", "edition"], "de"),
        (["setup", "edition", "reachable"], "any"),
        (["setup", "edition", "expert_actions"], ["give"]),
        (["setup", "cover_digest"], "0" * 64),
        (["setup", "cover_digest"], None),
        (["setup", "cover", "size"], 79),
        (["setup", "cover", "covers"], [[0, 1], [1, 0]]),
        (["setup", "cover", "hidden_by"], [[[]]]),
        (["setup", "pile", "seed"], 8),
        (["setup", "pile", "pieces"], []),
        (["setup", "pile"], ...),
        (["setup", "more"], 1),
        (["luck"], None),
        (["luck", "seed"], -1),
        (["luck", "seed"], 2**70),
        (["luck", "results"], [1]),
        (["luck", "told"], []),
        (["position"], []),
        (["position"], ...),
        (["outcome"], None),
    ],
    ids=str,
)
def test_a_state_that_is_none_is_refused(path, value):
    with pytest.raises(StateError) as caught:
        read_state(changed(STATE, path, value))
    assert "\n" not in str(caught.value)


ODD = [None, True, -1, 0, 3, 10**40, 1.5, "", "square-blue", [], [[]], {}, [None], ["take 1"]]


def places(value, way=()):
    """Yield the way to every value within JSON."""
    yield way
    parts = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for name, part in parts:
        yield from places(part, (*way, name))


def test_whatever_stands_in_a_state_it_is_read_or_refused_and_if_read_it_can_be_played():
    rng = random.Random("odd")
    states = [STATE, SCORING, OVER, EXPERT, begun(cover=COLUMNS), midgame(3), midgame(12)]
    ways = {state: [way for way in places(state.to_dict()) if way and "pile" not in way] for state in states}
    read = 0
    for _ in range(400):
        state = rng.choice(states)
        # one in two in the position, of which there is much less than of the cover
        some = [way for way in ways[state] if way[0] == "position"] if rng.random() < 0.5 else ways[state]
        try:
            odd = read_state(changed(state, rng.choice(some), rng.choice(ODD)))
        except PolypileError:
            continue
        read += 1
        assert read_state(odd.to_json()) == odd
        for _ in range(10):
            if odd.outcome is None:
                odd = odd.play(rng.choice(odd.legal))
    assert read < 200
