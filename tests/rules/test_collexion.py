import random
from collections import Counter

import pytest

from sim.errors import ChanceError, IllegalMove, MoveError
from sim.rules.collexion import CollexionSetup
from sim.rules.luck import Luck
from sim.rules.moves import Move
from tests.rules.collexion_oracle import Oracle, leaves, public
from tests.rules.collexion_positions import (
    COLOURS,
    COLUMNS,
    EDITIONS,
    HEAP,
    KINDS,
    SHAPES,
    TABLES,
    begun,
    colour_set,
    cover_of,
    edition,
    moves_of,
    played,
    polygon,
    position,
    random_cover,
    random_position,
    refusal,
    setup,
    shape_set,
)
from tests.rules.games import PILES, surveyed

SQUARES = shape_set("square")
TRIANGLES = shape_set("triangle")
EMPTY = dict.fromkeys(COLOURS, 0)


# Material and set-up


@pytest.mark.parametrize("players", [2, 3, 4])
def test_c1_five_polygons_of_each_of_16_kinds_twelve_point_markers_and_three_actions_each(players):
    state = begun(players=players)
    assert state.census() == {
        **{f"{shape}-{colour}": 5 for shape in SHAPES for colour in COLOURS},
        **{f"marker {value}": 4 for value in (4, 3, 2)},
    }
    assert state.stacks == dict.fromkeys(COLOURS, (4, 3, 2))
    assert state.actions == (frozenset({"swap", "steal", "remove"}),) * players
    assert [f"{piece.shape}-{piece.colour}" for piece in state.pile] == KINDS


def test_c2_at_first_all_polygons_are_in_the_pile_and_all_markers_in_their_corners():
    state = begun(players=3, cover=COLUMNS)
    assert state.left == frozenset(range(80))
    assert state.collections == state.markers == ((), (), ())
    assert state.taken == state.lid == ()
    assert state.scores == (3, 3, 3)
    assert state.cover is COLUMNS
    assert (state.ply, state.outcome) == (0, None)


def test_c3_the_start_player_is_given_or_drawn_from_the_seed():
    assert [begun(players=4, first=seat).to_move for seat in range(4)] == [0, 1, 2, 3]
    drawn = [begun(players=4, first=None, seed=seed) for seed in range(60)]
    assert {state.to_move for state in drawn} == {0, 1, 2, 3}
    for seed, state in enumerate(drawn):
        assert state.luck.results == (f"first {state.to_move}",)
        assert begun(players=4, first=None, seed=seed) == state


def test_c3_a_start_player_told_by_a_record_is_not_drawn_and_must_be_one():
    assert setup(players=3, first=None).start(Luck(5, told=("first 2",))).to_move == 2
    for told in ("first 3", "first -1", "second 1", "first", ""):
        with pytest.raises(ChanceError, match="names no start player from 0 to 2"):
            setup(players=3, first=None).start(Luck(5, told=(told,)))


def test_c3_play_goes_clockwise():
    state = begun(players=3, first=2)
    seats = []
    for id in range(7):
        seats.append(state.to_move)
        state = played(state, f"take {id}, stop, end")
    assert seats == [2, 0, 1, 2, 0, 1, 2]


# Taking


def test_c4_a_player_takes_at_least_one_polygon():
    state = begun(cover=COLUMNS)
    assert refusal(state, "stop") == "stop: take at least one polygon first (C4)"
    assert refusal(state, "end") == "end: taking has not ended (C8)"
    assert moves_of(state, "take", "stop") == ["take 0", "take 20", "take 40", "take 60"]
    assert "stop" in moves_of(state.play("take 20"))


def test_c4_a_remove_is_no_take_so_one_must_still_be_taken():
    state = begun(cover=COLUMNS).play("remove 0")
    assert refusal(state, "stop") == "stop: take at least one polygon first (C4)"


def test_c5_what_lies_under_another_cannot_be_taken_until_that_is_gone():
    state = begun(cover=cover_of(covers=[(23, 17), (41, 17), (5, 41)]))
    assert refusal(state, "take 17") == "take 17: covered by 23 and 41 (C5)"
    assert refusal(state, "remove 17") == "remove 17: covered by 23 and 41 (C5)"
    state = played(state, "take 23, remove 5")
    assert refusal(state, "take 17") == "take 17: covered by 41 (C5)"
    state = played(state, "stop, end, take 41, take 57")
    assert state.reachable == tuple(sorted(state.left))
    assert {5, 23, 41, 57}.isdisjoint(state.left)
    assert 17 in state.reachable


def test_c5_it_is_decided_anew_after_every_polygon_that_leaves_the_pile():
    state = begun(cover=COLUMNS)
    assert state.reachable == (0, 20, 40, 60)
    state = state.play("take 20")
    assert state.reachable == (0, 21, 40, 60)
    state = state.play("remove 21")
    assert state.reachable == (0, 22, 40, 60)
    assert "take 22" in moves_of(state)


def test_c5_only_polygons_of_the_pile_can_be_taken():
    state = begun(cover=COLUMNS)
    assert refusal(state, "take 80") == "take 80: there is no polygon 80, they run from 0 to 79 (C1)"
    assert refusal(state, "take -1") == "take -1: there is no polygon -1, they run from 0 to 79 (C1)"
    assert refusal(state.play("take 0"), "take 0") == "take 0: it is no longer in the pile (C5)"
    assert refusal(state.play("take 0"), "remove 0") == "remove 0: it is no longer in the pile (C5)"


def test_c6_a_further_polygon_shares_shape_or_colour_with_the_one_just_before():
    state = begun(cover=COLUMNS).play("take 20")  # square-green
    assert moves_of(state, "take") == ["take 0", "take 21", "take 40", "take 60"]
    state = position(
        left=[
            polygon(kind) for kind in ("square-green", "square-blue", "octagon-blue", "octagon-green", "pentagon-pink")
        ]
    )
    state = state.play(f"take {polygon('square-green')}")
    assert moves_of(state, "take") == [f"take {polygon(kind)}" for kind in ("square-blue", "octagon-green")]
    state = state.play(f"take {polygon('square-blue')}")
    assert moves_of(state, "take") == [f"take {polygon('octagon-blue')}"]
    assert (
        refusal(state, f"take {polygon('octagon-green')}")
        == "take 60: octagon-green has neither shape nor colour of 35, square-blue (C6)"
    )


def test_c6_the_chain_may_turn_at_every_polygon():
    chain = "square-green", "square-blue", "octagon-blue", "octagon-yellow"
    state = position(left=[*map(polygon, chain), polygon("octagon-yellow", 1)])
    for kind in chain:
        state = state.play(f"take {polygon(kind)}")
    assert state.taken == tuple(map(polygon, chain))


def test_c6_no_more_than_four_a_turn():
    state = played(begun(), "take 20, take 21, take 22, take 23")
    assert moves_of(state, "take") == []
    assert refusal(state, "take 24") == "take 24: 4 polygons were taken already (C6)"
    assert moves_of(state, "stop", "swap", "steal") == ["stop"]
    assert len(moves_of(state, "remove")) == 76


@pytest.mark.parametrize("count", [1, 2, 3, 4])
def test_c6_the_player_may_stop_after_any_of_them(count):
    state = played(begun(), ", ".join(f"take {id}" for id in range(count)))
    assert state.play("stop").collections[0] == ("triangle-green",) * count


def test_c7_the_polygons_of_this_turn_join_the_collection_when_taking_has_ended():
    state = position(collections=[["octagon-blue"]])
    state = played(state, f"take {polygon('square-green')}, take {polygon('square-blue')}")
    assert state.collections == (("octagon-blue",), ())
    assert state.taken == (polygon("square-green"), polygon("square-blue"))
    assert state.scores == (3 - 1, 3)
    state = state.play("stop")
    assert state.collections == (("octagon-blue", "square-blue", "square-green"), ())
    assert state.taken == ()
    assert refusal(state, "take 1") == "take 1: taking has ended (C7)"
    assert refusal(state, "stop") == "stop: taking has ended already (C7)"


def test_c7_until_then_they_cannot_be_swapped():
    state = position(collections=[[], ["octagon-blue"]])
    swap = "swap square-green 1 octagon-blue"
    state = state.play(f"take {polygon('square-green')}")
    assert refusal(state, swap) == f"{swap}: there is no square-green in the collection of seat 0 (C13)"
    assert swap in moves_of(state.play("stop"))


def test_c7_until_then_they_complete_no_set():
    state = position(collections=[SQUARES[:3]]).play(f"take {polygon(SQUARES[3])}")
    for move in ("score shape square from blue", "score shape square", "score colour green"):
        assert refusal(state, move) == f"{move}: end taking first: the polygons of this turn complete no set yet (C7)"
    assert state.complete_sets() == []
    assert state.play("stop").complete_sets() == [("shape", "square")]


# Scoring


def test_c8_every_complete_set_must_be_scored_one_after_the_other():
    state = position(collections=[SQUARES + colour_set("pink") + TRIANGLES[:3]])
    state = played(state, f"take {polygon(TRIANGLES[3], 4)}, stop")
    for move in ("score colour pink", "score shape triangle from green"):
        assert refusal(state, "end") == "end: a set is complete and must be scored (C8)"
        assert "end" not in moves_of(state)
        state = state.play(move)
    assert refusal(state, "end") == "end: a set is complete and must be scored (C8)"
    assert moves_of(state.play("score shape square from blue")) == ["end"]


def test_c8_where_sets_overlap_the_player_chooses():
    overlapping = [*SQUARES, *(kind for kind in colour_set("blue") if kind != "square-blue")]
    state = position(collections=[overlapping])
    state = played(state, f"take {polygon('octagon-green')}, stop")
    assert moves_of(state, "score") == ["score colour blue", *(f"score shape square from {c}" for c in sorted(COLOURS))]
    by_colour, by_shape = state.play("score colour blue"), state.play("score shape square from pink")
    assert by_colour.collections[0] == ("octagon-green", "square-green", "square-pink", "square-yellow")
    assert by_shape.collections[0] == ("octagon-blue", "octagon-green", "pentagon-blue", "triangle-blue")
    assert moves_of(by_colour, "score", "end") == moves_of(by_shape, "score", "end") == ["end"]


def test_c8_copies_are_interchangeable_and_the_same_set_may_be_scored_twice():
    state = position(collections=[SQUARES * 2], left=[0])
    state = played(state, "take 0, stop, score shape square from blue")
    assert state.collections[0] == tuple(sorted([*SQUARES, "triangle-green"]))
    assert refusal(state, "end") == "end: a set is complete and must be scored (C8)"
    state = state.play("score shape square from blue")
    assert (state.collections[0], state.markers[0]) == (("triangle-green",), (2, 3))


@pytest.mark.parametrize("colour", COLOURS)
def test_c9_a_colour_set_is_one_colour_in_four_shapes(colour):
    *some, last = colour_set(colour)
    state = position(collections=[some], left=[polygon(last)]).play(f"take {polygon(last)}")
    assert moves_of(state.play("stop"), "score") == [f"score colour {colour}"]


@pytest.mark.parametrize("shape", SHAPES)
def test_c9_a_shape_set_is_one_shape_in_four_colours(shape):
    *some, last = shape_set(shape)
    state = position(collections=[some], left=[polygon(last)], stacks={**EMPTY, "pink": 2}).play(
        f"take {polygon(last)}"
    )
    assert moves_of(state.play("stop"), "score") == [f"score shape {shape} from pink"]


def test_c9_less_than_that_is_no_set():
    state = position(collections=[["square-blue", "square-blue", "square-pink", "square-green", "octagon-blue"]])
    state = played(state, f"take {polygon('octagon-green')}, stop")
    assert moves_of(state, "score", "end") == ["end"]
    assert (
        refusal(state, "score shape square from blue")
        == "score shape square from blue: a set is squares of all colours: square-yellow missing (C9)"
    )
    assert (
        refusal(state, "score colour blue")
        == "score colour blue: a set is blue polygons of all shapes: pentagon-blue, triangle-blue missing (C9)"
    )


def test_c9_scored_polygons_go_to_the_lid_out_of_the_game():
    state = position(collections=[[*SQUARES, "square-blue"]], left=[0, 1])
    lid = Counter(state.lid)
    state = played(state, "take 0, stop, score shape square from blue")
    assert Counter(state.lid) - lid == Counter(SQUARES)
    assert state.collections[0] == ("square-blue", "triangle-green")
    assert state.left == {1}


def test_c10_a_colour_set_earns_the_top_marker_of_its_colours_stack():
    state = position(collections=[colour_set("green") * 3], left=[0])
    state = played(state, "take 0, stop, score colour green, score colour green, score colour green")
    assert state.markers[0] == (2, 3, 4)
    assert state.stacks == {"green": (), "yellow": (4, 3, 2), "pink": (4, 3, 2), "blue": (4, 3, 2)}


def test_c10_from_an_empty_stack_comes_no_marker_but_the_set_is_discarded_all_the_same():
    state = position(collections=[colour_set("green")], left=[0, 1], stacks={"green": 0}, markers=[()])
    state = played(state, "take 0, stop")
    assert refusal(state, "end") == "end: a set is complete and must be scored (C8)"
    later = state.play("score colour green")
    assert later.markers == state.markers
    assert later.stacks == state.stacks
    assert later.collections[0] == ("triangle-green",)
    assert Counter(later.lid) - Counter(state.lid) == Counter(colour_set("green"))


def test_c11_in_edition_de_a_shape_set_is_paid_by_any_stack_that_is_not_empty():
    state = position(collections=[SQUARES], left=[0], stacks={"blue": 1, "pink": 0, "green": 2})
    state = played(state, "take 0, stop")
    assert moves_of(state, "score") == [f"score shape square from {colour}" for colour in ("blue", "green", "yellow")]
    assert (
        refusal(state, "score shape square from pink")
        == "score shape square from pink: the stack of pink is empty (C11)"
    )
    assert (
        refusal(state, "score shape square")
        == "score shape square: say which stack pays, as in `score shape square from blue` (C11)"
    )
    paid = {
        colour: state.play(f"score shape square from {colour}").markers[0] for colour in ("blue", "green", "yellow")
    }
    assert paid == {"blue": (4,), "green": (3,), "yellow": (2,)}
    assert state.play("score shape square from green").stacks["green"] == (4,)


@pytest.mark.parametrize("edition", ["fr", "it", "fr-blue-orange"])
def test_c11_in_the_other_editions_the_smallest_that_is_not_empty_pays(edition):
    state = position(edition, collections=[SQUARES], left=[0], stacks={"blue": 0, "pink": 1, "green": 2})
    state = played(state, "take 0, stop")
    assert moves_of(state, "score") == ["score shape square from pink"]
    assert (
        refusal(state, "score shape square from green")
        == "score shape square from green: the stack of green is not the smallest, "
        f"edition {edition} pays from pink (C11)"
    )
    assert (
        refusal(state, "score shape square from blue")
        == "score shape square from blue: the stack of blue is empty (C11)"
    )
    assert state.play("score shape square from pink").markers[0] == (4,)


@pytest.mark.parametrize("edition", ["fr", "it", "fr-blue-orange"])
def test_c11_of_several_smallest_stacks_the_player_chooses(edition):
    state = position(edition, collections=[SQUARES], left=[0], stacks={"blue": 0, "pink": 2, "green": 2})
    state = played(state, "take 0, stop")
    assert moves_of(state, "score") == ["score shape square from green", "score shape square from pink"]


@pytest.mark.parametrize("edition", EDITIONS)
def test_c11_where_all_stacks_are_empty_a_shape_set_names_none_and_earns_none(edition):
    state = position(edition, collections=[SQUARES], left=[0], stacks=EMPTY, markers=[(2,)])
    state = played(state, "take 0, stop")
    assert moves_of(state, "score", "end") == ["score shape square"]
    assert (
        refusal(state, "score shape square from blue")
        == "score shape square from blue: all stacks are empty, so none is named (C11)"
    )
    later = state.play("score shape square")
    assert later.markers == state.markers
    assert later.markers[0] == (2,)
    assert (later.collections[0], moves_of(later)) == (("triangle-green",), ["end"])


# Actions


ACTIONS = "remove", "steal", "swap"


def test_c13_an_action_may_be_played_before_during_and_after_taking():
    state = position(collections=[["square-blue"], ["octagon-pink"]], left=range(5))
    steal = "steal 1 octagon-pink"
    before, during, after = state, state.play("take 0"), played(state, "take 0, take 1, stop")
    for moment in (before, during, after):
        assert steal in moves_of(moment)
        later = moment.play(steal)
        assert later.collections == (tuple(sorted([*moment.collections[0], "octagon-pink"])), ())
        assert moves_of(later, *ACTIONS) == []
        assert later.to_move == 0
    assert moves_of(before.play(steal)) == [f"take {id}" for id in range(5)]
    assert moves_of(after.play(steal)) == ["end"]


def test_c13_one_action_a_turn():
    state = position(collections=[["square-blue"], ["octagon-pink"]]).play("take 0")
    later = state.play("remove 1")
    for move in ("remove 2", "steal 1 octagon-pink", "swap square-blue 1 octagon-pink"):
        assert refusal(later, move) == f"{move}: one action was played this turn already (C13)"
        assert refusal(later.play("stop"), move) == f"{move}: one action was played this turn already (C13)"
    following = played(later, "stop, end, take 3, stop, end")
    assert {"remove", "steal", "swap"} - {move[0] for move in following.legal} == {"remove"}


def test_c13_each_marker_works_once_a_game():
    state = played(begun(), "remove 0, take 1, stop, end, take 2, stop, end")
    assert state.actions == (frozenset({"steal", "swap"}), frozenset(ACTIONS))
    assert refusal(state, "remove 5") == "remove 5: its marker has been used (C13)"
    assert moves_of(state, "remove") == []
    assert moves_of(played(state, "take 5, stop, end"), "remove") != []


def test_c13_no_action_once_scoring_has_begun():
    state = position(collections=[[*SQUARES, "octagon-pink"], ["octagon-green"]], left=[0, 1])
    state = played(state, "take 0, stop")
    assert len(moves_of(state, *ACTIONS)) == 1 + 1 + 6
    state = state.play("score shape square from blue")
    for move in ("remove 1", "steal 1 octagon-green", "swap octagon-pink 1 octagon-green"):
        assert refusal(state, move) == f"{move}: scoring has begun (C13)"
    assert moves_of(state) == ["end"]


def test_c13_a_swap_takes_one_of_anothers_for_one_of_ones_own():
    state = position(
        players=3, collections=[["square-blue", "square-blue"], ["octagon-pink"], ["square-blue", "triangle-pink"]]
    )
    assert moves_of(state, "swap") == [
        f"swap square-blue {their}" for their in ("1 octagon-pink", "2 square-blue", "2 triangle-pink")
    ]
    later = state.play("swap square-blue 1 octagon-pink")
    assert later.collections == (("octagon-pink", "square-blue"), ("square-blue",), ("square-blue", "triangle-pink"))
    assert later.actions[0] == {"steal", "remove"}
    assert later.actions[1:] == state.actions[1:]


def test_c13_equal_kinds_may_be_swapped():
    state = position(collections=[["square-blue"], ["square-blue"]])
    later = state.play("swap square-blue 1 square-blue")
    assert later.collections == state.collections
    assert later.actions[0] == {"steal", "remove"}


def test_c13_for_a_swap_both_must_have_a_polygon_and_for_a_steal_the_other():
    only_mine, only_theirs = position(collections=[["square-blue"]]), position(collections=[[], ["square-blue"]])
    assert moves_of(only_mine, "swap", "steal") == []
    assert moves_of(only_theirs, "swap", "steal") == ["steal 1 square-blue"]
    assert (
        refusal(only_mine, "steal 1 square-blue")
        == "steal 1 square-blue: there is no square-blue in the collection of seat 1 (C13)"
    )
    assert (
        refusal(only_theirs, "swap octagon-pink 1 square-blue")
        == "swap octagon-pink 1 square-blue: there is no octagon-pink in the collection of seat 0 (C13)"
    )


def test_c13_the_other_player_is_another_player_of_this_game():
    state = position(collections=[["square-blue"], ["square-blue"]])
    for seat in (-1, 2):
        for move in (f"steal {seat} square-blue", f"swap square-blue {seat} square-blue"):
            assert refusal(state, move) == f"{move}: there is no seat {seat}, they run from 0 to 1 (C13)"
    for move in ("steal 0 square-blue", "swap square-blue 0 square-blue"):
        assert refusal(state, move) == f"{move}: that is the player's own seat: choose another player (C13)"


def test_c13_a_steal_leaves_one_copy_less_there_and_one_more_here():
    state = position(players=3, collections=[[], ["octagon-pink"], ["square-blue", "square-blue"]])
    later = state.play("steal 2 square-blue")
    assert later.collections == (("square-blue",), ("octagon-pink",), ("square-blue",))
    assert later.actions[0] == {"swap", "remove"}


def test_c13_a_remove_puts_a_reachable_polygon_into_the_lid():
    state = begun(cover=COLUMNS)
    assert moves_of(state, "remove") == ["remove 0", "remove 20", "remove 40", "remove 60"]
    later = state.play("remove 40")
    assert later.lid == ("pentagon-green",)
    assert later.left == state.left - {40}
    assert later.taken == ()
    assert later.actions[0] == {"swap", "steal"}


def test_c13_a_remove_is_none_of_the_four_takes_and_the_chain_goes_on_from_the_last_take():
    state = played(begun(), f"take {polygon('square-green')}, remove {polygon('octagon-pink')}")
    assert state.taken == (polygon("square-green"),)
    assert f"take {polygon('square-blue')}" in moves_of(state)
    assert (
        refusal(state, f"take {polygon('octagon-pink', 1)}")
        == "take 71: octagon-pink has neither shape nor colour of 20, square-green (C6)"
    )
    state = played(state, "take 21, take 22, take 23")
    assert refusal(state, "take 24") == "take 24: 4 polygons were taken already (C6)"


def test_c13_a_give_is_no_action_of_the_basic_game():
    state = position(collections=[["square-blue"]])
    move = "give 1 square-blue"
    assert refusal(state, move) == f"{move}: it is an action of the expert variant only (C20)"


def test_c14_a_set_completed_by_a_polygon_received_is_scored_in_ones_own_next_scoring_phase():
    state = position(collections=[["square-green", "octagon-pink"], [*SQUARES[1:], "triangle-blue"]])
    state = played(state, "swap square-green 1 triangle-blue, take 0, stop")
    assert set(SQUARES) <= set(state.collections[1])
    assert moves_of(state) == ["end"]
    state = state.play("end")
    assert moves_of(state, "score") == []
    assert refusal(state, "score shape square from blue").endswith("complete no set yet (C7)")
    state = played(state, "take 1, stop")
    assert moves_of(state, "score", "end") == [f"score shape square from {colour}" for colour in sorted(COLOURS)]
    state = state.play("score shape square from pink")
    assert state.markers == ((), (2,))


def test_c14_where_no_scoring_phase_comes_the_polygons_count_against_the_player():
    # Seat 0 has had its last turn when seat 1, the last of the round, swaps it a whole set.
    state = position(to_move=1, collections=[[*SQUARES[1:], "octagon-pink"], ["square-green"]], left=[0])
    state = played(state, "swap square-green 0 octagon-pink, take 0, stop, end")
    assert state.outcome is not None
    assert set(SQUARES) == set(state.collections[0])
    assert state.scores == (3 - 4, 2 - 2)
    assert state.outcome.winners == (1,)


def test_c15_an_unused_action_marker_is_worth_a_point():
    state = position(actions=[{"swap"}, {"swap", "steal", "remove"}], left=[0, 1])
    state = played(state, "take 0, stop, end, take 1, stop, end")
    assert state.scores == (1 - 1, 3 - 1)
    assert state.outcome.winners == (1,)
    assert state.outcome.reason == "2 points against 0 (C18)"


# The end


LAST_MARKER = {**EMPTY, "blue": 1}


def last_marker(**others):
    """Return a position in which seat 1 of three can win the last marker with polygon 35, a blue square."""
    return position(players=3, collections=[TRIANGLES, SQUARES[:3], TRIANGLES], stacks=LAST_MARKER, **others)


def test_c16_the_last_marker_won_in_the_rounds_last_seat_ends_the_game_with_that_turn():
    state = last_marker(first=2, to_move=1)
    state = played(state, "take 35, stop, score shape square from blue")
    assert (state.outcome, state.stacks) == (None, dict.fromkeys(COLOURS, ()))
    state = state.play("end")
    assert state.outcome is not None
    assert state.left
    assert (state.legal, state.to_move) == ((), 1)
    with pytest.raises(IllegalMove, match=r"^end: the game is over \(C18\)$"):
        state.play("end")


def test_c16_the_last_marker_won_earlier_gives_all_others_of_the_round_a_last_turn():
    state = last_marker(first=0, to_move=1)
    assert refusal(state, "stop") == "stop: take at least one polygon first (C4)"
    state = played(state, "take 35, stop, score shape square from blue, end")
    assert (state.outcome, state.to_move) == (None, 2)
    # Taking is optional now; an action may be played, sets are scored for nothing.
    assert "stop" in moves_of(state)
    assert len(moves_of(state, "take")) == len(state.left)
    stopped = state.play("stop")
    assert "remove 0" in moves_of(stopped)
    assert moves_of(stopped, "score", "end") == ["score shape triangle"]
    over = played(stopped, "remove 0, score shape triangle, end")
    assert over.outcome is not None
    assert over.markers[2] == state.markers[2]
    took = played(state, "take 40, take 41, take 42, take 43, stop, score shape triangle, end")
    assert took.outcome is not None
    assert took.scores[2] == over.scores[2] + 1 - 4


def test_c16_all_have_the_same_number_of_turns_when_the_markers_are_gone():
    state = last_marker(first=1)
    state = played(state, "take 35, stop, score shape square from blue, end")
    seats = [1]
    while state.outcome is None:
        seats.append(state.to_move)
        state = played(state, "stop, score shape triangle, end")
    assert seats == [1, 2, 0]


def test_c16_the_markers_must_be_gone_at_the_end_of_the_turn_for_taking_to_be_optional():
    state = last_marker(first=1)
    state = played(state, "take 0, stop, end")
    assert refusal(state, "stop") == "stop: take at least one polygon first (C4)"


def test_c17_when_the_pile_is_empty_the_others_of_the_round_play_an_action_and_score():
    state = position(players=3, collections=[[], SQUARES, ["octagon-pink"]], left=[0])
    state = played(state, "take 0, stop, end")
    assert (state.left, state.outcome) == (frozenset(), None)
    assert moves_of(state, "take", "remove", "stop") == ["stop"]
    state = played(state, "steal 2 octagon-pink, stop, score shape square from green, end")
    assert state.markers[1] == (2,)
    assert moves_of(state, "stop", "take") == ["stop"]
    state = played(state, "stop, end")
    assert state.outcome is not None


def test_c17_a_pile_that_the_rounds_last_player_empties_ends_the_game_with_that_turn():
    state = position(first=1, to_move=0, left=[0])
    assert played(state, "take 0, stop, end").outcome is not None
    state = position(first=0, to_move=0, left=[0])
    assert played(state, "take 0, stop, end").outcome is None
    assert played(state, "take 0, stop, end, stop, end").outcome is not None


def test_c17_who_makes_the_pile_empty_by_remove_may_stop_without_a_take():
    state = position(players=3, first=1, left=[7])
    assert refusal(state, "stop") == "stop: take at least one polygon first (C4)"
    state = state.play("remove 7")
    assert moves_of(state) == ["stop"]
    state = played(state, "stop, end")
    assert (state.to_move, state.outcome) == (2, None)
    state = played(state, "stop, end, stop, end")
    assert state.outcome is not None
    assert state.collections == ((), (), ())
    assert state.scores == (3, 2, 3)
    assert state.outcome.winners == (0, 2)


@pytest.mark.parametrize("moves", ["take 0, remove 7, stop, end", "take 0, stop, remove 7, end"])
def test_c17_the_pile_may_be_emptied_by_remove_during_and_after_taking(moves):
    state = played(position(first=1, left=[0, 7]), moves)
    assert (state.to_move, state.outcome, state.left) == (0, None, frozenset())
    state = played(state, "stop, end")
    assert state.outcome is not None
    assert state.scores == (3, 2 - 1)


def test_c16_c17_markers_and_pile_gone_together_in_the_rounds_last_seat():
    state = last_marker(first=2, to_move=1, left=[35])
    state = played(state, "take 35, stop, score shape square from blue, end")
    assert state.outcome is not None
    assert not state.left
    assert not any(state.stacks.values())


def test_c16_c17_markers_and_pile_gone_together_earlier_in_the_round():
    state = last_marker(first=1, left=[35])
    state = played(state, "take 35, stop, score shape square from blue, end")
    for seat in (2, 0):
        assert (state.outcome, state.to_move) == (None, seat)
        assert moves_of(state, "take", "stop", "remove") == ["stop"]
        state = played(state, "stop, score shape triangle, end")
    assert state.outcome is not None


def test_c18_the_sheets_example_eight_and_one_less_two_is_seven():
    state = position(
        collections=[["octagon-pink"]],
        left=[0],
        stacks={"blue": 0, "green": 2},
        markers=[(2, 2, 4), (3,)],
        actions=[{"swap"}, ()],
    )
    state = played(state, "take 0, stop, end, stop, end")
    assert state.scores == (7, 3)
    assert state.scores[0] == 8 + 1 - 2
    assert state.outcome.winners == (0,)
    assert state.outcome.reason == "7 points against 3 (C18)"


def ended(**given):
    """Return the end of a game in which all were about to have their last turn, with nothing to take."""
    state = position(left=[], actions=[()] * given.get("players", 2), **given)
    while state.outcome is None:
        state = played(state, "stop, end")
    return state


def test_c18_a_tie_goes_to_whoever_has_fewer_polygons_left():
    state = ended(collections=[["square-blue"], []], stacks={"blue": 1}, markers=[(3,), (2,)])
    assert state.scores == (2, 2)
    assert state.outcome.winners == (1,)
    assert state.outcome.reason == "tie at 2 points, fewest polygons left: 0 (C18)"


def test_c18_then_the_win_is_shared():
    state = ended(players=3, collections=[["square-blue"]] * 3, stacks={"blue": 2, "pink": 2}, markers=[(2,), (), (2,)])
    assert state.scores == (1, -1, 1)
    assert state.outcome.winners == (0, 2)
    assert state.outcome.reason == "tie at 1 points with 1 polygons left: the win is shared (C18)"


def test_c18_fewer_polygons_left_do_not_help_who_has_fewer_points():
    state = ended(
        players=4,
        collections=[["square-blue"] * 2, ["square-pink"] * 2, [], ["square-pink"] * 3],
        stacks={"blue": 0, "pink": 0, "green": 2},
        markers=[(4, 3), (4, 3), (2,)],
    )
    assert state.scores == (5, 5, 2, 1)
    assert state.outcome.winners == (0, 1)


# The engine against the rules once more, written down literally


def follow(state, rng, plies=10_000):
    """Play at random and compare with the oracle after every move; return the last state."""
    oracle = Oracle(state)
    for _ in range(plies):
        assert [str(move) for move in state.legal] == sorted(oracle.legal(), key=as_words), state
        assert public(state) == oracle.public(), state
        if state.outcome:
            break
        move = rng.choice(state.legal)
        state = state.play(move)
        oracle.play(str(move))
    return state


def as_words(text):
    return [int(word) if word.lstrip("-").isdigit() else word for word in text.split()]


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(("players", "variants"), TABLES)
def test_whole_games_go_as_the_oracle_says(edition, players, variants):
    rng = random.Random(f"{edition} {players} {variants}")
    for seed in range(3):
        start = begun(edition, players, variants, first=rng.randrange(players), cover=random_cover(seed))
        state = follow(start, rng)
        assert state.outcome is not None
        assert state.ply <= state.longest
        assert state.census() == start.census()


def test_random_positions_late_in_a_game_go_as_the_oracle_says():
    rng = random.Random("late")
    tables = [(edition, *table) for edition in EDITIONS for table in TABLES]
    ends = Counter()
    for seed in range(320):
        state = follow(random_position(seed, *tables[seed % len(tables)]), rng)
        ends[bool(state.left), any(state.stacks.values())] += 1
    assert min(ends[end] for end in ((True, False), (False, True), (False, False))) > 5


def test_legal_and_check_agree_on_everything_that_can_be_written():
    tables = [(edition, *table) for edition in EDITIONS for table in TABLES]
    for seed, table in enumerate(tables):
        state = random_position(seed, *table)
        rng = random.Random(seed)
        for _ in range(rng.randrange(6)):
            if state.outcome is None:
                state = state.play(rng.choice(state.legal))
        assert {move for move in state.candidates() if is_allowed(state, move)} == set(state.legal)


def is_allowed(state, move):
    try:
        return state.check(move) == move
    except IllegalMove:
        return False


def tree(state, depth):
    """Count the lines of play of so many moves."""
    if depth == 1:
        return len(state.legal)
    return sum(tree(state.play(move), depth - 1) for move in state.legal)


def shaken_pile(name, players, *variants):
    """Return the start of a game on a pile that was shaken, and is kept."""
    return CollexionSetup(*surveyed(PILES[0]), edition(name), players, variants, 0).start(Luck(1))


PERFT = {
    "start": (begun(cover=COLUMNS), [8, 52, 324, 1700, 7804]),
    "start with three": (begun("fr", 3, cover=HEAP), [10, 74, 493, 2663, 12143]),
    "actions": (
        position(
            collections=[[*SQUARES, "octagon-blue"], ["triangle-pink", "square-pink"]],
            left=[0, 1, 20, 45],
            cover=COLUMNS,
        ),
        [18, 92, 277, 718, 2277],
    ),
    "expert": (
        position(
            variants=("expert",), collections=[["square-blue"], ["octagon-pink"]], left=[0, 1, 2, 20, 21], cover=COLUMNS
        ),
        [2, 6, 20, 52, 107],
    ),
    "last round": (last_marker(first=1, left=[35, 36, 0]), [38, 209, 533, 658, 12224]),
    "teams, expert": (
        position(
            "it",
            4,
            ("team", "expert"),
            collections=[["square-blue"], ["octagon-pink", "octagon-pink"], ["octagon-pink"]],
            left=[0, 1, 2, 3, 12, 20, 21, 22],
            cover=HEAP,
        ),
        [3, 10, 16, 30, 66],
    ),
    "a shaken pile, de": (shaken_pile("de", 2), [28, 471, 4199]),
    "a shaken pile, fr, three": (shaken_pile("fr", 3), [30, 540, 4922]),
    "a shaken pile, it, expert": (shaken_pile("it", 2, "expert"), [9, 37, 124, 400, 949, 2601]),
    "a shaken pile, fr-blue-orange, teams": (shaken_pile("fr-blue-orange", 4, "team"), [30, 555, 5697]),
}


@pytest.mark.parametrize("name", PERFT)
def test_the_tree_of_moves_has_as_many_leaves_as_counted(name):
    state, counts = PERFT[name]
    oracle = Oracle(state)
    found = [tree(state, depth) for depth in range(1, len(counts) + 1)]
    assert found == [leaves(oracle, depth) for depth in range(1, len(counts) + 1)]
    assert found == counts


# Values


def test_playing_leaves_the_state_as_it_was_and_equal_lines_give_equal_states():
    state = begun(cover=COLUMNS)
    before = hash(state), state.to_json()
    later = played(state, "take 0, take 20, stop, end")
    assert (hash(state), state.to_json()) == before
    again = played(begun(cover=COLUMNS), "take 0, take 20, stop, end")
    assert later == again
    assert hash(later) == hash(again)
    assert later != played(state, "take 20, take 0, stop, end").play("take 40")


@pytest.mark.parametrize(
    "words", [("fly",), ("take",), ("take", "x"), ("score", "colour", "red"), ("score", "shape"), ()]
)
def test_what_is_no_move_of_the_game_is_another_error(words):
    with pytest.raises(MoveError, match="is no move of Collexion"):
        begun().check(Move(*words))
    with pytest.raises(MoveError, match="is no move of Collexion"):
        begun().check(" ".join(words))


def test_a_position_is_told_in_one_line():
    state = last_marker(first=1)
    lines = [str(state)]
    for move in ("take 35", "stop", "score shape square from blue", "end"):
        state = state.play(move)
        lines.append(str(state))
    assert len({*lines}) == len(lines)
    assert all("\n" not in line and len(line) < 160 for line in lines)
