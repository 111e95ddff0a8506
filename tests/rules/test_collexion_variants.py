from dataclasses import replace

import pytest

from sim.assets import load_json
from sim.errors import GameError
from sim.pile import Cover
from sim.rules.collexion import CollexionSetup
from sim.rules.edition import Edition
from tests.rules.collexion_positions import (
    COLOURS,
    EDITIONS,
    OPEN,
    begun,
    colour_set,
    cover_of,
    edition,
    flat_pile,
    moves_of,
    played,
    polygon,
    position,
    refusal,
    setup,
    shape_set,
)

SQUARES = shape_set("square")
EMPTY = dict.fromkeys(COLOURS, 0)


# Teams


def team(**given):
    return position(players=4, variants=("team",), **given)


@pytest.mark.parametrize(("seat", "partner"), [(0, 2), (1, 3), (2, 0), (3, 1)])
def test_c19_the_polygon_taken_last_may_be_handed_to_the_partner(seat, partner):
    state = team(first=seat)
    assert refusal(state, "give-partner") == "give-partner: no polygon was taken that could be handed over (C19)"
    state = played(state, "take 20, take 40, take 60")
    assert "give-partner" in moves_of(state)
    later = state.play("give-partner")
    assert later.collections[seat] == ("pentagon-green", "square-green")
    assert later.collections[partner] == ("octagon-green",)
    assert [len(some) for some in later.collections].count(0) == 2
    assert later.taken == ()
    assert (later.to_move, moves_of(later, "end", "take", "stop", "give-partner")) == (seat, ["end"])
    assert refusal(later, "give-partner") == "give-partner: taking has ended already (C19)"


def test_c19_the_only_polygon_taken_may_be_handed_over_too():
    state = played(team(), "take 20, give-partner")
    assert state.collections == ((), (), ("square-green",), ())


def test_c19_after_four_takes_the_last_may_still_be_handed_over():
    state = played(team(), "take 20, take 21, take 22, take 23")
    assert [move for move in moves_of(state) if not move.startswith("remove")] == ["give-partner", "stop"]


def test_c19_it_is_not_handed_over_where_there_are_no_partners_or_nothing_was_taken():
    state = begun(players=4).play("take 20")
    assert refusal(state, "give-partner") == "give-partner: there are no partners: this is no team game (C19)"
    state = team(left=[0]).play("remove 0")
    assert moves_of(state) == ["stop"]
    state = team(stacks=EMPTY)
    assert [move for move in moves_of(state) if not move.startswith(("take", "remove"))] == ["stop"]


def test_c19_a_set_that_the_partner_gets_complete_waits_for_the_partners_own_scoring():
    state = played(team(collections=[[], [], SQUARES[:3]]), f"take {polygon(SQUARES[3])}, give-partner")
    assert set(SQUARES) == set(state.collections[2])
    assert moves_of(state, "score", "end") == ["end"]
    state = played(state, "end, take 0, stop, end, take 1, stop, score shape square from blue, end")
    assert state.markers == ((), (), (2,), ())


def test_c19_a_partner_is_another_player_whom_one_may_swap_with_and_steal_from():
    state = team(collections=[["square-blue"], [], ["octagon-pink"]])
    assert moves_of(state, "steal", "swap") == ["steal 2 octagon-pink", "swap square-blue 2 octagon-pink"]


def ended(**given):
    """Return the end of a team game in which all were about to have their last turn, with nothing to take."""
    state = team(left=[], actions=[()] * 4, **given)
    while state.outcome is None:
        state = played(state, "stop, end")
    return state


def test_c19_the_sum_of_both_partners_decides():
    # Seat 1 has most by far, but its partner has nothing.
    state = ended(
        stacks={"blue": 0, "pink": 1, "green": 2},
        markers=[(3,), (4,), (3, 2), ()],
        collections=[[], [], [], ["square-blue"] * 4],
    )
    assert state.scores == (3, 4, 5, 0)
    assert state.outcome.winners == (0, 2)
    assert state.outcome.reason == "8 points against 4 (C19)"


def test_c19_a_tie_goes_to_the_team_with_fewer_polygons_left():
    state = ended(
        stacks={"blue": 1, "pink": 1},
        markers=[(2,), (3,), (3,), (2,)],
        collections=[["square-blue"], [], ["square-pink", "octagon-pink"], ["square-pink"] * 3],
    )
    assert state.scores == (1, 3, 1, -1)
    assert state.outcome.winners == (0, 1, 2, 3)
    assert state.outcome.reason == "tie at 2 points with 3 polygons left: the win is shared (C19)"
    state = ended(
        stacks={"blue": 1, "pink": 2},
        markers=[(2,), (3,), (2,)],
        collections=[[], ["square-blue"] * 2, ["square-pink"] * 3],
    )
    assert state.scores == (2, 1, -1, 0)
    assert state.outcome.winners == (1, 3)
    assert state.outcome.reason == "tie at 1 points, fewest polygons left: 2 (C19)"


# Expert


def expert(edition_name="de", **given):
    return position(edition_name, variants=("expert",), **given)


GREEN_SQUARES = "take 20, take 21"
OTHERS = {"collections": [["octagon-blue"], ["triangle-pink"]]}


def test_c20_there_are_no_action_markers_and_no_points_for_them():
    state = begun(players=3, variants=("expert",))
    assert state.actions == (frozenset(),) * 3
    assert state.scores == (0, 0, 0)
    assert moves_of(state, "remove", "steal", "swap", "give") == []
    assert refusal(state, "remove 0") == "remove 0: it comes right after two polygons of one kind were taken (C20)"
    state = position(variants=("expert",), left=[20, 21, 0], first=1)
    state = played(state, "take 20, take 21, remove 0, stop, end, stop, end")
    assert state.scores == (0, -2)
    assert state.outcome.winners == (0,)


def test_c20_two_equal_polygons_one_right_after_the_other_allow_one_action():
    state = played(expert(**OTHERS), GREEN_SQUARES)
    actions = moves_of(state, "give", "steal", "swap")
    assert actions == ["give 1 octagon-blue", "steal 1 triangle-pink"]
    assert len(moves_of(state, "remove")) == len(state.left)
    for move in ("give 1 octagon-blue", "steal 1 triangle-pink", "remove 0"):
        later = state.play(move)
        assert moves_of(later, "give", "steal", "swap", "remove") == []
        assert refusal(later, "remove 1") == "remove 1: it comes right after two polygons of one kind were taken (C20)"
        assert later.taken == (20, 21)
        assert {"stop", "take 22"} <= {*moves_of(later)}


def test_c20_the_action_is_optional_and_must_come_at_once():
    state = played(expert(**OTHERS), GREEN_SQUARES)
    assert {"stop", "take 22", "take 0"} <= {*moves_of(state)}
    for later in (state.play("take 0"), state.play("stop")):
        move = "steal 1 triangle-pink"
        assert refusal(later, move) == f"{move}: it comes right after two polygons of one kind were taken (C20)"
        assert moves_of(later, "give", "steal", "swap", "remove") == []


@pytest.mark.parametrize("second", ["square-blue", "octagon-green"])
def test_c20_shape_or_colour_alone_makes_no_pair(second):
    state = played(expert(**OTHERS), f"take 20, take {polygon(second)}")
    assert moves_of(state, "give", "steal", "remove") == []


def test_c20_equal_polygons_with_another_between_them_are_no_pair():
    state = played(expert(**OTHERS), f"take 20, take {polygon('square-blue')}, take 21")
    assert moves_of(state, "give", "steal", "remove") == []


def test_c20_the_last_of_one_turn_and_the_first_of_the_next_are_no_pair():
    state = played(expert(**OTHERS), "take 20, stop, end, take 21")
    assert moves_of(state, "give", "steal", "remove") == []


def test_c20_three_equal_in_a_row_give_two_actions():
    state = played(expert(**OTHERS), GREEN_SQUARES)
    once = played(state, "steal 1 triangle-pink, take 22")
    assert once.collections == (("octagon-blue", "triangle-pink"), ())
    twice = once.play("give 1 triangle-pink")
    assert twice.collections == (("octagon-blue",), ("triangle-pink",))
    thrice = played(twice, "take 23, remove 24")
    assert thrice.taken == (20, 21, 22, 23)
    assert moves_of(thrice) == ["stop"]


def test_c20_an_action_left_out_is_not_saved_for_the_next_pair():
    state = played(expert(**OTHERS), f"{GREEN_SQUARES}, take 22, remove 0")
    assert moves_of(state, "give", "steal", "remove") == []


def test_c20_a_remove_between_two_takes_does_not_break_the_pair():
    state = played(expert(**OTHERS), f"{GREEN_SQUARES}, remove 0, take 22")
    assert "steal 1 triangle-pink" in moves_of(state)


def test_c20_a_pair_made_by_the_fourth_take_allows_an_action_before_stop_and_never_after():
    state = played(expert(**OTHERS), "take 0, take 20, take 60, take 61")
    assert moves_of(state, "take") == []
    assert moves_of(state, "give", "steal", "stop") == ["give 1 octagon-blue", "steal 1 triangle-pink", "stop"]
    assert moves_of(state.play("remove 1")) == ["stop"]
    stopped = state.play("stop")
    assert moves_of(stopped) == ["end"]
    assert refusal(stopped, "remove 1") == "remove 1: it comes right after two polygons of one kind were taken (C20)"


def test_c20_actions_concern_collections_and_not_the_polygons_of_this_turn():
    state = played(expert(), GREEN_SQUARES)
    assert moves_of(state, "give", "steal") == []
    move = "give 1 square-green"
    assert refusal(state, move) == f"{move}: there is no square-green in the collection of seat 0 (C13)"


def test_c20_a_give_goes_to_another_player_and_out_of_ones_own_collection():
    state = played(expert(players=3, collections=[["square-blue", "square-blue"]]), GREEN_SQUARES)
    assert moves_of(state, "give") == ["give 1 square-blue", "give 2 square-blue"]
    assert state.play("give 2 square-blue").collections == (("square-blue",), (), ("square-blue",))
    assert (
        refusal(state, "give 0 square-blue")
        == "give 0 square-blue: that is the player's own seat: choose another player (C13)"
    )
    assert refusal(state, "give 3 square-blue") == "give 3 square-blue: there is no seat 3, they run from 0 to 2 (C13)"


def test_c14_c20_a_set_completed_by_a_give_is_scored_in_the_receivers_own_turn():
    state = expert(collections=[["square-green"], SQUARES[1:]])
    state = played(state, f"{GREEN_SQUARES}, give 1 square-green, stop")
    assert moves_of(state) == ["end"]
    state = played(state, "end, take 0, stop, score shape square from pink")
    assert state.markers == ((), (2,))


def test_c17_c20_a_remove_after_a_pair_may_empty_the_pile():
    state = played(expert(left=[20, 21, 7], first=1), f"{GREEN_SQUARES}, remove 7")
    assert moves_of(state) == ["stop"]
    state = played(state, "stop, end")
    assert (state.to_move, state.outcome, moves_of(state)) == (0, None, ["stop"])
    assert played(state, "stop, end").outcome is not None


def test_c21_teams_and_expert_can_be_combined():
    state = position(players=4, variants=("expert", "team"), collections=[["octagon-blue"], [], ["triangle-pink"]])
    assert state.setup.variants == ("team", "expert")
    assert state.actions == (frozenset(),) * 4
    state = played(state, GREEN_SQUARES)
    assert {"give-partner", "give 2 octagon-blue", "steal 2 triangle-pink", "remove 0", "stop"} <= {*moves_of(state)}
    state = played(state, "steal 2 triangle-pink, take 22, give-partner")
    assert state.collections == (
        ("octagon-blue", "square-green", "square-green", "triangle-pink"),
        (),
        ("square-green",),
        (),
    )
    assert moves_of(state) == ["end"]


# Editions

# 1 bridges over 0 and does not rest on it; 3 lies on 2; 4 and 5 lie side by side and touch.
DIFFERING = cover_of(covers=[(1, 0), (3, 2)], rests=[(3, 2)], touches=[(2, 3), (4, 5)])

REACHABLE = {"de": (1, 3, 4, 5), "fr": (0, 1, 3, 4, 5), "it": (1, 3), "fr-blue-orange": (0, 1, 3, 4, 5)}
REFUSED = {
    "de": "take 2: covered by 3 (C5)",
    "fr": "take 2: 3 rests on it (C5)",
    "it": "take 2: covered by 3 (C5)",
    "fr-blue-orange": "take 2: 3 rests on it (C5)",
}


@pytest.mark.parametrize("name", EDITIONS)
def test_c5_each_edition_has_its_own_rule_of_what_can_be_taken(name):
    state = position(name, cover=DIFFERING, left=range(6))
    assert state.reachable == REACHABLE[name]
    assert moves_of(state, "take") == [f"take {id}" for id in REACHABLE[name]]
    assert moves_of(state, "remove") == [f"remove {id}" for id in REACHABLE[name]]
    assert refusal(state, "take 2") == REFUSED[name]


def test_c5_what_others_touch_is_out_of_reach_in_edition_it():
    state = position("it", cover=DIFFERING, left=range(6))
    assert refusal(state, "take 4") == "take 4: touched by 5 (C5)"
    assert refusal(state, "take 0") == "take 0: covered by 1 (C5)"


@pytest.mark.parametrize("name", EDITIONS)
def test_c5_where_a_rule_leaves_nothing_the_uncovered_ones_can_be_taken(name):
    cover = cover_of(covers=[(4, 6)], rests=[(4, 5), (5, 4), (4, 6)], touches=[(4, 5), (4, 6), (5, 6)])
    state = position(name, cover=cover, left=[4, 5, 6])
    assert state.reachable == (4, 5)
    assert refusal(state, "take 6") == "take 6: covered by 4 (C5)"
    assert played(state, "take 4, take 5, take 6").left == frozenset()


PAYS = {"de": ["green", "pink", "yellow"], "fr": ["pink"], "it": ["pink"], "fr-blue-orange": ["pink"]}


@pytest.mark.parametrize("name", EDITIONS)
def test_c11_each_edition_says_which_stack_pays(name):
    state = position(name, collections=[SQUARES], left=[0], stacks={"blue": 0, "green": 2, "pink": 1})
    state = played(state, "take 0, stop")
    assert moves_of(state, "score") == [f"score shape square from {colour}" for colour in PAYS[name]]


@pytest.mark.parametrize("name", EDITIONS)
def test_c10_a_colour_set_is_paid_by_its_own_stack_in_every_edition(name):
    state = position(name, collections=[colour_set("green")], left=[0], stacks={"blue": 0, "pink": 1})
    state = played(state, "take 0, stop")
    assert moves_of(state, "score") == ["score colour green"]
    assert state.play("score colour green").markers[0] == (2,)


EXPERT = {
    "de": {"steal", "give", "remove"},
    "fr": {"steal", "swap", "remove"},
    "it": {"steal", "swap", "remove"},
    "fr-blue-orange": {"steal", "swap", "remove"},
}
TOLD = {"de": "give, remove, steal", "fr": "remove, steal, swap"}


@pytest.mark.parametrize("name", EDITIONS)
def test_c20_each_edition_has_its_own_expert_actions(name):
    state = played(expert(name, **OTHERS), GREEN_SQUARES)
    assert {move[0] for move in state.legal} - {"take", "stop"} == EXPERT[name]


@pytest.mark.parametrize(("name", "move"), [("de", "swap octagon-blue 1 triangle-pink"), ("fr", "give 1 octagon-blue")])
def test_c20_actions_of_another_edition_are_refused(name, move):
    state = played(expert(name, **OTHERS), GREEN_SQUARES)
    assert refusal(state, move) == f"{move}: expert actions of edition {name} are {TOLD[name]} (C20)"


def test_c20_a_swap_changes_both_collections_in_the_french_editions():
    state = played(expert("fr", **OTHERS), f"{GREEN_SQUARES}, swap octagon-blue 1 triangle-pink")
    assert state.collections == (("triangle-pink",), ("octagon-blue",))


@pytest.mark.parametrize("name", EDITIONS)
def test_c12_the_stacks_lie_face_up_in_all_editions_but_one(name):
    view = begun(name).player_view(0)
    assert view.heights == (3, 3, 3, 3)
    if name == "fr-blue-orange":
        assert view.stacks is None
        assert view.face_up is None
    else:
        assert view.stacks == dict.fromkeys(COLOURS, (4, 3, 2))


@pytest.mark.parametrize("name", EDITIONS)
def test_an_edition_is_the_same_after_json(name):
    content = load_json(f"editions/{name}.json")
    assert content["name"] == name
    assert Edition.from_dict(content).to_dict() == content
    assert Edition.from_dict(content) == edition(name)


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"name": ""}, "the name of an edition is ''"),
        ({"name": 7}, "name is 7, not a text"),
        ({"reachable": "open"}, "edition de: reachable is 'open', not one of uncovered, unloaded, untouched"),
        ({"shape_set_pays": "largest"}, "edition de: shape_set_pays is 'largest', not one of any, smallest"),
        ({"expert_actions": ["steal", "give", "remove"]}, "edition de: expert_actions are not three of"),
        ({"expert_actions": ["give", "give", "remove"]}, "edition de: expert_actions are not three of"),
        ({"expert_actions": ["give", "remove"]}, "edition de: expert_actions are not three of"),
        ({"expert_actions": ["fly", "give", "remove"]}, "edition de: expert_actions are not three of"),
        ({"expert_actions": "give"}, "expert_actions is 'give', not a list"),
        ({"stacks_face_up": 1}, "edition: stacks_face_up is 1, neither true nor false"),
        ({"colour": "red"}, "colour"),
    ],
)
def test_an_edition_that_is_none_is_refused(change, told):
    with pytest.raises(GameError, match=told) as caught:
        Edition.from_dict({**load_json("editions/de.json"), **change})
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("actions", [None, 3, [["give"], "remove", "steal"], "giv"])
def test_an_edition_made_by_hand_is_checked_too(actions):
    with pytest.raises(GameError, match="expert_actions are not three of give, remove, steal, swap"):
        Edition("own", "uncovered", "any", actions, True)


# Set-up


@pytest.mark.parametrize("players", [0, 1, 5, -2, 2.0, True, "2", None])
def test_c1_two_to_four_players(players):
    with pytest.raises(GameError, match=r"^players is .*: use a whole number from 2 to 4$"):
        setup(players=players)


@pytest.mark.parametrize("first", [-1, 3, 1.0, True, "0"])
def test_c3_the_start_player_is_one_of_the_seats(first):
    with pytest.raises(GameError, match=r"^first is .*: use a whole number from 0 to 2$"):
        setup(players=3, first=first)


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("variants", [("team",), ("team", "expert")])
def test_c19_teams_are_for_four_players(players, variants):
    with pytest.raises(GameError, match=rf"^the team variant is for 4 players, not {players} \(C19\)$"):
        setup(players=players, variants=variants)


@pytest.mark.parametrize("variants", [("teams",), ("expert", "solo"), "team,expert", 3, None, ([],)])
def test_c21_there_are_two_variants(variants):
    with pytest.raises(GameError, match=r"there is no variant .*: use team, expert or both"):
        setup(players=4, variants=variants)


def test_c21_a_variant_is_named_once_and_their_order_does_not_matter():
    with pytest.raises(GameError, match="a variant is named twice"):
        setup(players=4, variants=("team", "team"))
    both = [
        setup(players=4, variants=variants) for variants in (("team", "expert"), ["expert", "team"], {"team", "expert"})
    ]
    assert both[0] == both[1] == both[2]
    assert len({*both}) == 1


def test_c1_the_pile_has_the_polygons_of_the_game_and_the_cover_is_of_as_many(small):
    with pytest.raises(
        GameError, match=r"this pile has not the 80 polygons of the game: shake 5 copies of each \(C1\)"
    ):
        CollexionSetup(small, OPEN, edition("de"))
    with pytest.raises(GameError, match=r"this cover is of 3 polygons, not of 80: survey the pile \(C1\)"):
        CollexionSetup(flat_pile(), Cover(3), edition("de"))
    first, *others = flat_pile()
    painted = replace(flat_pile(), pieces=(replace(first, colour=others[-1].colour), *others))
    with pytest.raises(GameError, match="this pile has not the 80 polygons of the game"):
        CollexionSetup(painted, OPEN, edition("de"))


@pytest.mark.parametrize(
    ("pile", "cover", "which"), [(None, OPEN, "de"), (flat_pile(), None, "de"), (flat_pile(), OPEN, None)]
)
def test_a_setup_without_pile_cover_or_edition_is_refused(pile, cover, which):
    with pytest.raises(
        GameError, match=r"Collexion is played with a Pile and the Cover|edition is None, not an Edition"
    ):
        CollexionSetup(pile, cover, which and edition(which))
