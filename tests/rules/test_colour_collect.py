import json
import pickle
import random
import re
from collections import Counter
from dataclasses import FrozenInstanceError, fields, replace
from functools import cache
from itertools import pairwise, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.errors import ChanceError, GameError, IllegalMove, MoveError, StateError
from sim.pile.reading import whole_entry
from sim.rules.colour_collect import ColourCollect, ColourCollectSetup, ColourCollectView
from sim.rules.colour_collect.laying import in_play, layout_text, place_of
from sim.rules.colour_collect.state import outcome_of, with_round_laid
from sim.rules.luck import Luck
from sim.rules.moves import Move

COLOURS = ("yellow", "green", "orange", "red", "blue")
LATIN = "ygorb" "orbyg" "bygor" "gorby" "rbygo"  # fmt: skip
# Boards on which the pawn is stuck once it has taken the disc in the middle: 13 discs (for K9 too) and 16.
LONELY = "by.go" "yb.r." "..b.." "gr.b." "o...b"  # fmt: skip
CORNERS = "br.br" "rb.rb" "..b.." "yg.yg" "or.o."  # fmt: skip
OPTIONS = [
    {"variant": variant, "best_of": best_of, "next_start": next_start, "won_discs": won_discs}
    for variant, best_of, next_start, won_discs in product(
        (1, 2, 3), (3, 5), ("loser", "alternate"), ("keep", "return")
    )
    if variant == 3 or won_discs == "keep"  # it matters in variant 3 only
]


def start(*told, seed=0, **options):
    """Return the start of a match with results of chance that are told; seat 0 starts unless said."""
    return ColourCollectSetup(**{"first": 0, **options}).start(Luck(seed, told=told))


def latin(**options):
    return start(layout_text(LATIN), **options)


def at(squares, pawn, owned, told=(), **changes):
    """Return a position put up by hand: seat 0 to move, who started the round."""
    x, y = pawn
    options = {name: changes.pop(name) for name in ("variant", "best_of", "next_start", "won_discs") if name in changes}
    position = {"ply": 9, "to_move": 0, "starter": 0, **changes}
    return ColourCollect(
        setup=ColourCollectSetup(**options),
        luck=Luck(1, told=told),
        squares="".join(squares.split()),
        pawn_at=5 * y + x,
        owned=owned,
        **position,
    )


def laid(layout, *told, rounds, aside, starter=0, last=0, **options):
    """Return the beginning of a later round on a board that is told."""
    setup, luck = ColourCollectSetup(**options), Luck(1, told=(layout_text(layout), *told))
    before = ColourCollect(setup=setup, luck=luck, starter=0, to_move=last, rounds=rounds, ply=30)
    return with_round_laid(before, starter, aside)


def play(state, words):
    for word in words.split(","):
        state = state.play(word.strip())
    return state


def finished(state, seed=0):
    """Return all states of a match played at random to its end."""
    chance = random.Random(seed)
    states = [state]
    while states[-1].outcome is None:
        states.append(states[-1].play(chance.choice(states[-1].legal)))
    return states


def read(content):
    return ColourCollect.from_entry(whole_entry(content, "state", StateError))


# K1


def test_k1_the_board_has_25_discs_five_of_each_colour():
    state = latin()
    assert len(state.board) == 25
    assert Counter(state.board.values()) == dict.fromkeys(COLOURS, 5)
    assert state.board[0, 0] == "yellow"
    assert state.board[1, 0] == "green"
    assert state.board[0, 1] == "orange"
    assert state.census() == {**dict.fromkeys(COLOURS, 5), "pawn": 1}
    assert state.pawn is None
    assert state.discs == ((), ())
    assert state.rounds == state.scores == (0, 0)


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({"players": 3}, "players is 3: Colour Collect is for 2"),
        ({"players": 2.0}, "players is 2.0: Colour Collect is for 2"),
        ({"variant": 4}, "variant is 4: use 1, 2 or 3"),
        ({"variant": "1"}, "variant is '1': use 1, 2 or 3"),
        ({"variant": True}, "variant is True: use 1, 2 or 3"),
        ({"best_of": 4}, "best_of is 4: use 3 or 5"),
        ({"next_start": "winner"}, "next_start is 'winner': use loser or alternate"),
        ({"won_discs": None}, "won_discs is None: use keep or return"),
        ({"first": 2}, "first is 2: use a whole number from 0 to 1"),
        ({"first": False}, "first is False: use a whole number from 0 to 1"),
    ],
)
def test_k1_an_option_that_makes_no_sense_is_refused_in_one_line(options, told):
    with pytest.raises(GameError, match=re.escape(told)):
        ColourCollectSetup(**options)


# K2


@given(st.integers(0, 2**32), st.sampled_from([1, 2]))
def test_k2_no_two_discs_of_a_colour_lie_side_by_side(seed, variant):
    board = start(seed=seed, variant=variant).board
    for (x, y), colour in board.items():
        assert colour not in (board.get((x + 1, y)), board.get((x, y + 1)))


def test_k2_a_told_layout_with_two_of_a_colour_side_by_side_is_refused():
    squares = "yyorb" + LATIN[5:11] + "g" + LATIN[12:]
    with pytest.raises(ChanceError, match=r"two yellow discs lie side by side at 0 0 and 1 0 \(K2\)"):
        start(layout_text(squares))


def test_k2_a_told_layout_with_other_discs_is_refused():
    with pytest.raises(ChanceError, match=r"4 yellow discs instead of 5 \(K2\)"):
        start(layout_text("." + LATIN[1:]))


# K3


@pytest.mark.parametrize("variant", [1, 2])
@pytest.mark.parametrize("first", [0, 1])
def test_k3_the_starter_puts_the_pawn_on_the_centre_gives_the_disc_away_and_moves(variant, first):
    state = latin(variant=variant, first=first)
    assert state.to_move == first
    assert state.legal == (Move("pawn", 2, 2),)
    assert state.target("pawn 2 2") == (2, 2)
    state = state.play("pawn 2 2")
    assert state.pawn == (2, 2)
    assert (2, 2) not in state.board
    assert state.discs[1 - first] == ("green",)
    assert state.discs[first] == ()
    assert state.to_move == first
    assert list(map(str, state.legal)) == ["down", "left", "right", "up"]


@pytest.mark.parametrize("move", ["pawn 1 1", "pawn 0 0", "pawn -1 7"])
def test_k3_in_the_first_round_the_pawn_starts_nowhere_else(move):
    with pytest.raises(
        IllegalMove, match=rf"^{move}: in the first round the pawn starts on the centre square 2 2 \(K3"
    ):
        latin().play(move)


def test_k3_nobody_slides_before_the_pawn_is_placed_and_nobody_places_it_twice():
    with pytest.raises(IllegalMove, match=r"^up: the pawn has to be placed first \(K3\)$"):
        latin().check("up")
    with pytest.raises(IllegalMove, match=r"^pawn 2 2: the pawn has been placed already \(K3\)$"):
        latin().play("pawn 2 2").check("pawn 2 2")


def test_k3_the_first_starter_is_drawn_from_the_seed_or_told():
    states = [ColourCollectSetup().start(Luck(seed)) for seed in range(40)]
    assert {state.starter for state in states} == {0, 1}
    assert all(state.luck.results[0] == f"first {state.to_move}" for state in states)
    assert ColourCollectSetup().start(Luck(0, told=("first 1", layout_text(LATIN)))).to_move == 1
    with pytest.raises(ChanceError, match="names no start player"):
        ColourCollectSetup().start(Luck(0, told=("first 2", layout_text(LATIN))))


# K4


def test_k4_the_pawn_slides_over_empty_squares_to_the_first_disc_and_takes_it():
    state = at("y.... ..... r..@g ..... ...bo".replace("@", "."), (3, 2), ("", "y"))
    assert list(map(str, state.legal)) == ["down", "left", "right"]
    assert [state.target(move) for move in state.legal] == [(3, 4), (0, 2), (4, 2)]
    after = state.play("left")
    assert after.pawn == (0, 2)
    assert after.discs == (("red",), ("yellow",))
    assert after.board == {(0, 0): "yellow", (4, 2): "green", (3, 4): "blue", (4, 4): "orange"}
    assert after.to_move == 1
    assert after.ply == state.ply + 1


def test_k4_no_disc_is_jumped_over():
    state = play(latin(), "pawn 2 2, left")
    assert state.pawn == (1, 2)
    assert state.target("left") == (0, 2)
    assert play(state, "right").pawn == (3, 2)


def test_k4_where_no_disc_lies_the_pawn_cannot_go():
    state = at("..... ..... ....g ..... .....", (3, 2), ("", "y"))
    for word in ("up", "down", "left"):
        with pytest.raises(IllegalMove, match=rf"^{word}: no disc lies that way \(K4\)$"):
            state.play(word)
        with pytest.raises(IllegalMove):
            state.target(word)


@pytest.mark.parametrize(
    "move",
    [Move("fly"), Move(), Move("up", 1), Move("pawn"), Move("pawn", "2", "2"), "UP", "pawn 2", " up", "", 7, None],
)
def test_what_is_no_move_of_the_game_is_another_error_than_a_move_that_is_not_allowed(move):
    for state in (latin(), latin().play("pawn 2 2"), finished(latin())[-1]):
        with pytest.raises(MoveError, match="is no move of Colour Collect"):
            state.check(move)


# K5


def test_k5_who_cannot_move_after_the_others_move_has_lost_the_round():
    state = at("..... ..... y.... ..... .....", (3, 2), ("", "y"))
    after = state.play("left")
    assert after.rounds == (1, 0)
    assert after.outcome is None
    assert after.to_move == after.starter == 1
    assert after.discs == ((), ())
    assert len(after.board) == 25


def test_k5_stuck_right_after_the_pawn_was_placed_loses_the_round_at_once():
    state = laid(CORNERS, rounds=(1, 2), aside=("y", "go"), starter=1, variant=2, best_of=5)
    assert state.play("pawn 1 1").rounds == (1, 2)
    after = state.play("pawn 2 2")
    assert after.rounds == (2, 2)
    assert after.pawn is None
    assert after.starter == after.to_move == 1
    assert after.ply == state.ply + 1


def test_k5_stuck_right_after_the_pawn_can_decide_the_match():
    state = laid(LONELY, rounds=(2, 2), aside=("yg", "or"), variant=2, best_of=5)
    after = state.play("pawn 2 2")
    assert after.outcome.winners == (1,)
    assert after.outcome.reason == "seat 0 cannot move (K5): rounds 3 to 2 (K10)"
    assert after.to_move == 0
    assert after.discs == ((), ("blue",))
    assert after.pawn == (2, 2)
    assert len(after.board) == 12


def test_k5_an_empty_board_leaves_nobody_a_move():
    state = at("..... ..... ...g. ..... .....", (0, 2), ("", "y"), to_move=1)
    assert state.play("right").rounds == (0, 1)


# K6


def test_k6_three_discs_of_one_colour_win_the_round():
    state = at("..... ..... g..yy ..... .....", (2, 2), ("yog", "gbr"))
    assert state.play("right").rounds == (0, 0)
    state = replace(state, owned=("yoyg", "gbro"))
    assert state.play("left").rounds == (0, 0)
    assert state.play("right").rounds == (1, 0)


def test_k6_the_disc_that_was_given_away_counts():
    state = at("..... ..... g..y. ..... .....", (2, 2), ("rb", "gog"), to_move=1)
    assert state.play("left").rounds == (0, 1)
    assert play(latin(), "pawn 2 2").owned == ("", "g")


def test_k6_whoever_takes_the_third_disc_wins_even_if_the_other_is_stuck_too():
    state = at("..... ..... y.... ..... .....", (3, 2), ("yy", "goy"), rounds=(1, 0))
    assert state.play("left").outcome.reason == "three yellow discs (K6): rounds 2 to 0 (K10)"


# K7


@given(st.integers(0, 2**32))
def test_k7_after_a_round_all_25_discs_are_laid_anew_and_the_pawn_may_start_on_any_of_the_quadrant(seed):
    states = finished(start(seed=seed), seed)
    fresh = [state for state in states if state.pawn is None]
    assert len(fresh) == sum(states[-1].rounds)
    for state in fresh[1:]:
        assert len(state.board) == 25
        assert state.discs == state.out == ((), ())
        assert state.legal == tuple(Move("pawn", x, y) for x in (1, 2, 3) for y in (1, 2, 3))
        for move in state.legal:
            placed = state.play(move)
            assert placed.pawn == state.target(move) == move[1:]
            assert placed.discs[1 - state.starter] == (state.board[placed.pawn],)
            assert placed.to_move == state.starter


def test_k7_the_pawn_starts_in_the_quadrant_and_on_a_disc():
    state = laid(LONELY, rounds=(2, 2), aside=("yg", "or"), variant=2, best_of=5)
    assert list(map(str, state.legal)) == ["pawn 1 1", "pawn 1 3", "pawn 2 2", "pawn 3 1", "pawn 3 3"]
    for move, told in [
        ("pawn 0 0", "0 0 is not in the quadrant (K7)"),
        ("pawn 5 1", "5 1 is not in the quadrant (K7)"),
        ("pawn 2 1", "no disc lies there (K7)"),
        ("down", "the pawn has to be placed first (K7)"),
    ]:
        with pytest.raises(IllegalMove, match=rf"^{re.escape(f'{move}: {told}')}$"):
            state.check(move)


def test_k7_a_told_layout_must_have_all_discs_again():
    state = at("..... ..... ...y. ..... .....", (2, 2), ("yy", "gor"), (layout_text(LONELY),))
    with pytest.raises(ChanceError, match=r"2 yellow discs instead of 5 \(K7\)"):
        state.play("right")


# K8


def test_k8_the_three_discs_that_won_stay_out_and_all_others_are_laid_anew():
    state = at(LATIN[:12] + "...." + LATIN[16:], (2, 2), ("yy", "gob"), variant=2)
    state = replace(state, squares=state.squares[:13] + "y" + state.squares[14:])
    after = state.play("right")
    assert after.out == (("yellow",), ())
    assert Counter(after.board.values()) == {"yellow": 2, "green": 5, "orange": 5, "red": 5, "blue": 5}
    assert after.census() == {**dict.fromkeys(COLOURS, 5), "pawn": 1}
    assert after.rounds == (1, 0)


def test_k8_a_round_won_by_k5_takes_no_disc_out():
    state = at("..... ..... y.... ..... .....", (3, 2), ("", "y"), variant=2)
    after = state.play("left")
    assert after.rounds == (1, 0)
    assert after.out == ((), ())
    assert len(after.board) == 25


@given(st.integers(0, 2**32), st.sampled_from([3, 5]))
def test_k8_out_are_three_discs_for_each_round_won_by_k6(seed, best_of):
    states = finished(start(seed=seed, variant=2, best_of=best_of), seed)
    for before, after in pairwise(states):
        if after.pawn is None:
            assert len(after.board) == 25 - 3 * len("".join(after.aside))
            assert any(1 <= x <= 3 and 1 <= y <= 3 for x, y in after.board)
            winner = 0 if after.rounds[0] > before.rounds[0] else 1
            new = after.aside[winner].removeprefix(before.aside[winner])
            assert len(new) <= 1
            assert not new or before.owned[winner].count(new) == 2
            assert after.aside[1 - winner] == before.aside[1 - winner]


@pytest.mark.parametrize("best_of", [3, 5])
def test_k8_k9_there_are_always_three_of_some_colour_left_to_win(best_of):
    """Each round takes one colour at most, and before the last possible round there were fewer rounds than colours."""
    for rounds in range(best_of):
        counts = Counter(in_play(("ygorb"[:rounds], "")))
        assert sum(count == 5 for count in counts.values()) == 5 - rounds
        assert max(counts.values()) >= 3


# K9


@given(st.integers(0, 2**32), st.sampled_from(["keep", "return"]), st.sampled_from([3, 5]))
def test_k9_every_colour_is_at_most_once_in_a_row_and_column_in_every_round(seed, won_discs, best_of):
    state = start(seed=seed, variant=3, won_discs=won_discs, best_of=best_of)
    for result in finished(state, seed)[-1].luck.results[::2]:
        rows = result.split()[1:]
        for line in (*rows, *map("".join, zip(*rows, strict=True))):
            discs = line.replace(".", "")
            assert len(set(discs)) == len(discs)


def test_k9_chance_places_the_pawn_and_the_disc_goes_to_the_starters_opponent():
    state = start(layout_text(LATIN), "pawn 3 1", variant=3, first=1)
    assert state.pawn == (3, 1)
    assert state.discs == (("yellow",), ())
    assert state.to_move == 1
    assert state.ply == 0
    assert list(map(str, state.legal)) == ["down", "left", "right", "up"]
    with pytest.raises(IllegalMove, match=r"^pawn 2 2: chance places the pawn \(K9\)$"):
        state.check("pawn 2 2")


def test_k9_what_is_told_is_held_against_the_rule():
    apart = "ygorb" "bygor" "ogyrb" "ybgor" "gorby"  # fmt: skip
    with pytest.raises(ChanceError, match=r"\(K9\)"):
        start(layout_text(apart), "pawn 2 2", variant=3)
    with pytest.raises(ChanceError, match=r"the pawn starts on a disc of the quadrant \(K9\)"):
        start(layout_text(LATIN), "pawn 4 4", variant=3)
    with pytest.raises(ChanceError, match="is no square for the pawn"):
        start(layout_text(LATIN), "pawn", variant=3)


@pytest.mark.parametrize(("won_discs", "out", "lying"), [("keep", (("yellow",), ()), 21), ("return", ((), ()), 24)])
def test_k9_the_winners_three_stay_out_or_return(won_discs, out, lying):
    state = at("..... ..... ...yr ..... .....", (2, 2), ("yy", "gor"), variant=3, won_discs=won_discs)
    after = state.play("right")
    assert after.rounds == (1, 0)
    assert after.out == out
    assert len(after.board) == lying
    assert after.pawn is not None
    assert len("".join(after.owned)) == 1


@pytest.mark.parametrize(
    ("rounds", "winners", "reason"),
    [
        ((0, 1), (0, 1), "drawn at 1 round each: seat 1 cannot move (K5, K9)"),
        ((1, 2), (0, 1), "drawn at 2 rounds each: seat 1 cannot move (K5, K9)"),
        ((0, 0), (0,), "seat 1 cannot move (K5): rounds 1 to 0 (K9)"),
        ((1, 0), (0,), "seat 1 cannot move (K5): rounds 2 to 0 (K10)"),
    ],
)
def test_k9_who_cannot_move_ends_the_match_which_may_be_a_draw(rounds, winners, reason):
    best_of = 5 if sum(rounds) > 1 else 3
    state = at("..... ..... y.... ..... .....", (3, 2), ("", "y"), variant=3, rounds=rounds, best_of=best_of)
    after = state.play("left")
    assert after.outcome.winners == winners
    assert after.outcome.reason == reason
    assert after.legal == ()
    assert after.to_move == 0
    assert not after.board


def test_k9_a_match_may_end_with_the_winner_of_its_last_round_behind():
    state = at("..... ..... y.... ..... .....", (3, 2), ("", "y"), variant=3, rounds=(0, 2), best_of=5)
    after = state.play("left")
    assert after.rounds == (1, 2)
    assert after.outcome.winners == (1,)
    assert after.outcome.reason == "seat 1 cannot move (K5): rounds 2 to 1 (K9)"


@pytest.mark.parametrize(
    ("next_start", "starter", "rounds"), [("loser", 0, (3, 2)), ("alternate", 0, (3, 2)), ("alternate", 1, (2, 3))]
)
def test_k9_stuck_right_after_chance_placed_the_pawn_ends_the_match(next_start, starter, rounds):
    """Only 13 discs can lie so, as a colour of five has a disc in each row: after four rounds, so it decides."""
    told = (layout_text(LONELY), "pawn 2 2")
    state = at("..... ..... ...y. ..... .....", (2, 2), ("yy", "gor"), told, variant=3, best_of=5, starter=starter)
    state = replace(state, setup=replace(state.setup, next_start=next_start), rounds=(1, 2), aside=("g", "or"))
    after = state.play("right")
    winner, loser = (0, 1) if rounds == (3, 2) else (1, 0)
    assert after.rounds == rounds
    assert after.starter == loser
    assert after.outcome.winners == (winner,)
    assert after.outcome.reason == f"seat {loser} cannot move (K5): rounds 3 to 2 (K10)"
    assert after.to_move == 0
    assert after.out == (("green", "yellow"), ("orange", "red"))
    assert after.discs[winner] == ("blue",)
    assert after.pawn == (2, 2)
    assert after.legal == ()


def test_k9_the_match_is_over_when_no_colour_has_three_discs_in_play():
    """It takes five rounds won by K6, so no best of 3 or 5 gets there; the rule is known all the same."""
    state = at("..... ..... ..... ..... .....", (2, 2), ("bbb", ""), variant=3, best_of=5, rounds=(2, 1))
    last = replace(state, aside=("yg", "or"))
    assert outcome_of(last, 0, "b").winners == (0,)
    assert outcome_of(last, 0, "b").reason == "three blue discs and no colour has three left (K6): rounds 2 to 1 (K9)"
    level = replace(last, rounds=(1, 1))
    assert outcome_of(level, 0, "b").winners == (0, 1)
    told = "drawn at 1 round each: three blue discs and no colour has three left (K6, K9)"
    assert outcome_of(level, 0, "b").reason == told
    assert outcome_of(replace(last, aside=("y", "or")), 0, "b") is None
    assert outcome_of(replace(state, setup=replace(state.setup, won_discs="return")), 0, "b") is None


def test_k9_drawn_matches_come_up_in_play():
    drawn = 0
    for seed in range(150):
        last = finished(start(seed=seed, variant=3, best_of=3), seed)[-1]
        if last.rounds[0] == last.rounds[1]:
            drawn += 1
            assert last.outcome.winners == (0, 1)
            assert re.fullmatch(r"drawn at 1 round each: seat [01] cannot move \(K5, K9\)", last.outcome.reason)
            assert read(last.to_dict()) == last
    assert drawn


# K10


@pytest.mark.parametrize(("best_of", "rounds"), [(3, (1, 0)), (3, (1, 1)), (5, (2, 0)), (5, (2, 2))])
@pytest.mark.parametrize("variant", [1, 2, 3])
def test_k10_the_match_ends_with_the_majority_and_nothing_is_laid_anew(best_of, rounds, variant):
    state = at("..... ..... ...yr ..... .....", (2, 2), ("yy", "gor"), best_of=best_of, rounds=rounds, variant=variant)
    after = state.play("right")
    assert after.rounds == (rounds[0] + 1, rounds[1])
    assert after.scores == after.rounds
    assert after.outcome.winners == (0,)
    assert after.outcome.reason == f"three yellow discs (K6): rounds {rounds[0] + 1} to {rounds[1]} (K10)"
    assert after.board == {(4, 2): "red"}
    assert after.pawn == (3, 2)
    assert after.discs == (("yellow",) * 3, ("green", "orange", "red"))
    assert after.out == ((), ())
    assert after.luck == state.luck
    assert after.legal == ()
    assert after.to_move == 0
    with pytest.raises(IllegalMove, match=r"^right: the game is over \(K10\)$"):
        after.play("right")


@pytest.mark.parametrize(("best_of", "rounds"), [(3, (0, 1)), (5, (1, 2)), (5, (1, 0))])
def test_k10_without_a_majority_the_match_goes_on(best_of, rounds):
    state = at("..... ..... ...yr ..... .....", (2, 2), ("yy", "gor"), best_of=best_of, rounds=rounds)
    assert state.play("right").outcome is None


# K11


@pytest.mark.parametrize(("next_start", "starters"), [("loser", (1, 1)), ("alternate", (1, 0))])
@pytest.mark.parametrize("variant", [1, 2, 3])
def test_k11_the_loser_starts_the_next_round_or_both_alternate(next_start, starters, variant):
    for starter, expected in enumerate(starters):
        state = at("..... ..... ...yr ..... .....", (2, 2), ("yy", "gor"), starter=starter, next_start=next_start)
        after = replace(state, setup=replace(state.setup, variant=variant)).play("right")
        assert after.rounds == (1, 0)
        assert after.starter == after.to_move == expected


# A round is a small game: counts, and a plain search as an oracle

STEPS = {"down": (0, 1), "left": (-1, 0), "right": (1, 0), "up": (0, -1)}


def naive_targets(board, pawn):
    """Return where each way leads, by the letter of K4."""
    found = {}
    for word, (dx, dy) in STEPS.items():
        x, y = pawn[0] + dx, pawn[1] + dy
        while 0 <= x < 5 and 0 <= y < 5 and (x, y) not in board:
            x, y = x + dx, y + dy
        if (x, y) in board:
            found[word] = (x, y)
    return found


def naive_perft(board, pawn, mine, theirs, depth):
    """Count lines of play in a round; a round that is over has one."""
    targets = naive_targets(board, pawn)
    if depth == 0 or not targets or 3 in Counter(theirs).values():
        return 1
    total = 0
    for square in targets.values():
        rest = {place: colour for place, colour in board.items() if place != square}
        total += naive_perft(rest, square, theirs, [*mine, board[square]], depth - 1)
    return total


def perft(state, depth):
    """Count lines of play in a round by the states themselves."""

    def count(now, left):
        if left == 0 or now.outcome or now.rounds != state.rounds:
            return 1
        return sum(count(now.play(move), left - 1) for move in now.legal)

    return count(state, depth)


@pytest.mark.parametrize(("depth", "lines"), [(1, 4), (2, 16), (3, 60), (4, 204), (5, 624), (6, 1800), (7, 4912)])
def test_k4_k6_move_tree_counts_of_the_first_round(depth, lines):
    state = latin(best_of=5).play("pawn 2 2")
    assert naive_perft(state.board, (2, 2), [], ["green"], depth) == lines
    assert perft(state, depth) == lines


@pytest.mark.parametrize(("depth", "lines"), [(1, 5), (2, 13), (3, 33), (4, 75), (5, 163), (6, 297), (7, 477)])
def test_k5_k7_move_tree_counts_of_a_round_with_gaps(depth, lines):
    """The pawn may start on five discs; on one of them the starter is stuck, which ends the round."""
    state = laid(LONELY, rounds=(2, 2), aside=("yg", "or"), variant=2, best_of=5)
    assert perft(state, depth) == lines


@given(st.integers(0, 2**32), st.sampled_from([1, 2, 3]), st.integers(0, 60))
def test_k4_the_moves_are_those_of_the_letter_of_the_rule(seed, variant, ply):
    states = finished(start(seed=seed, variant=variant, best_of=5), seed)
    state = states[min(ply, len(states) - 2)]
    if state.pawn is not None:
        found = {str(move): state.target(move) for move in state.legal}
        assert found == naive_targets(state.board, state.pawn)


def solver():
    """Return a plain memoised search that tells whether whoever is to move wins the round, and its memory."""

    @cache
    def wins(squares, pawn, mine, theirs):
        board = {place_of(k): letter for k, letter in enumerate(squares) if letter != "."}
        for x, y in naive_targets(board, place_of(pawn)).values():
            square = 5 * y + x
            hand = "".join(sorted(mine + squares[square]))
            rest = squares[:square] + "." + squares[square + 1 :]
            if squares[square] * 3 in hand or not wins(rest, square, theirs, hand):
                return True
        return False

    return wins


@pytest.mark.parametrize(("seed", "expected"), [(0, 1), (1, 1), (2, 1), (10, 0), (16, 0)])
def test_k6_a_plain_search_settles_an_opening_in_some_ten_thousand_positions_and_play_bears_it_out(seed, expected):
    wins = solver()
    opening = start(seed=seed).play("pawn 2 2")
    hands = ["".join(sorted(hand)) for hand in opening.owned]
    winner = 0 if wins(opening.squares, opening.pawn_at, hands[0], hands[1]) else 1
    assert winner == expected
    assert wins.cache_info().currsize < 20_000

    chance = random.Random(seed)
    for _ in range(20):
        state = opening
        while state.rounds == (0, 0):
            moves = list(state.legal)
            if state.to_move == winner:
                moves = [move for move in moves if keeps_winning(state, move, winner, wins)]
            state = state.play(chance.choice(moves))
        assert state.rounds[winner] == 1


def keeps_winning(state, move, winner, wins):
    after = state.play(move)
    if any(after.rounds):
        return after.rounds[winner] == 1
    hands = ["".join(sorted(hand)) for hand in after.owned]
    return not wins(after.squares, after.pawn_at, hands[1 - winner], hands[winner])


# What every state keeps to


@pytest.mark.parametrize("options", OPTIONS, ids=lambda options: "-".join(map(str, options.values())))
def test_invariants_hold_at_every_ply_of_random_matches(options):
    for seed in range(5):
        first = None if seed % 2 else seed // 2 % 2
        begun = start(seed=seed, **options, first=first)
        states = finished(begun, seed)
        assert len(states) - 1 == states[-1].ply <= begun.longest
        for state in states:
            check_state(state)
        again = begun.setup.start(Luck(999, told=states[-1].luck.results))
        for before, after in pairwise(states):
            again = again.play(move_told(before, after))
            assert replace(again, luck=after.luck) == after
        check_end(states[-1])


def move_told(before, after):
    return next(move for move in before.legal if before.play(move) == after)


def check_state(state):
    assert state.census() == {**dict.fromkeys(COLOURS, 5), "pawn": 1}
    assert list(state.legal) == sorted(state.legal)
    assert bool(state.legal) == (state.outcome is None)
    accepted = [move for move in state.candidates() if allows(state, move)]
    assert tuple(sorted(accepted)) == state.legal
    assert state._moves() == state.legal or state.outcome
    assert read(json.loads(state.to_json())) == state
    assert pickle.loads(pickle.dumps(state)) == state
    assert hash(replace(state)) == hash(state)
    assert "\n" not in str(state)
    assert len(str(state)) < 200
    for seat in (0, 1):
        other = state.redealt(seat, random.Random(5).random)
        assert other != state
        assert other.player_view(seat) == state.player_view(seat)
        assert other.census() == state.census()
    for move in state.legal:
        assert state.target(move) == state.play(move).pawn or state.play(move).rounds != state.rounds


def allows(state, move):
    try:
        return state.check(move) == move
    except IllegalMove:
        return False


def check_end(state):
    most = max(state.rounds)
    assert state.outcome.winners == tuple(seat for seat in (0, 1) if state.rounds[seat] == most)
    decided = most > state.setup.best_of // 2
    assert decided or (state.setup.variant == 3 and "K5" in state.outcome.reason)
    assert state.outcome.reason.endswith("K10)" if decided else "K9)")


def test_a_view_has_all_that_is_public_and_neither_seed_nor_luck():
    state = play(latin(), "pawn 2 2, up")
    view = state.player_view(1)
    assert isinstance(view, ColourCollectView)
    assert (view.seat, view.players, view.to_move, view.ply) == (1, 2, 1, 2)
    assert view.legal == state.legal
    assert state.player_view(0).legal == ()
    for name in ("board", "pawn", "discs", "rounds", "scores", "out", "outcome", "starter", "setup"):
        assert getattr(view, name) == getattr(state, name)
    assert not {"luck", "seed"} & {field.name for field in fields(view)}
    assert len({view, state.player_view(1), state.player_view(0)}) == 2
    with pytest.raises(GameError, match="there is no seat 2"):
        state.player_view(2)


def test_a_state_is_a_value():
    state = latin()
    before = state.to_json()
    assert state == latin()
    assert len({state, latin(), state.play("pawn 2 2"), latin().play("pawn 2 2")}) == 2
    assert state.to_json() == before
    with pytest.raises(FrozenInstanceError):
        state.ply = 3
    with pytest.raises(TypeError):
        state.board[0, 0] = "blue"


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({}, "Colour Collect, variant 1, best of 3, next start loser"),
        (
            {"variant": 3, "best_of": 5, "next_start": "alternate", "won_discs": "return"},
            "Colour Collect, variant 3, best of 5, next start alternate, won discs return",
        ),
    ],
)
def test_a_set_up_tells_of_itself_in_one_line(options, told):
    assert str(ColourCollectSetup(**options)) == told


def test_a_state_tells_of_itself_in_one_line():
    state = play(latin(), "pawn 2 2, up")
    told = "round 1, won 0-0; ygorb/or@yg/by.or/gorby/rbygo; discs b/g; out -/-; seat 1 moves"
    assert str(state) == told
    ended = at("..... ..... ...y. ..... .....", (2, 2), ("yy", "gor"), rounds=(1, 0)).play("right")
    assert str(ended).endswith("; over: three yellow discs (K6): rounds 2 to 0 (K10)")


# Hostile files


@cache
def sample(variant):
    """Return all states of one match."""
    return finished(start(seed=3, variant=variant, best_of=5), 3)


def content(variant=2, plies=18):
    """Return a state in the middle of a match as JSON."""
    states = sample(variant)
    return json.loads(states[min(plies, len(states) - 1)].to_json())


CONTRADICTIONS = [
    ({"ply": -1}, "ply is -1"),
    ({"ply": 10**30}, "ply is 1000"),
    ({"ply": True}, "ply is True, not an integer"),
    ({"to_move": 2}, "to_move is 2"),
    ({"starter": None}, "starter is None"),
    ({"over": 0}, "over is 0, neither true nor false"),
    ({"over": True}, "the match is not over by the rules (K9, K10)"),
    ({"squares": []}, "squares are not 5 rows"),
    ({"squares": ["ygorb"] * 4 + ["ygor\n"]}, "squares are not 5 rows"),
    ({"squares": ["ygorb"] * 6}, "squares are not 5 rows"),
    ({"squares": ["....."] * 5}, "are not 5 of each colour"),
    ({"discs": ["ry", "gbb"]}, "are not 5 of each colour"),
    ({"pawn": None}, "the pawn has not been placed, but the round has begun"),
    ({"pawn": [5, 0]}, "pawn holds 5"),
    ({"pawn": [1, 2, 3]}, "pawn has 3 numbers"),
    ({"discs": ["", "", ""]}, "discs are not 2 texts made of the letters"),
    ({"discs": ["x", ""]}, "discs are not 2 texts made of the letters"),
    ({"discs": ["y" * 10**6, ""]}, "discs are not 2 texts made of the letters"),
    ({"out": ["yy", "y"]}, "are not 5 of each colour"),
    ({"out": "yg"}, "out is 'yg', not a list"),
    ({"rounds": [0, 0]}, "more discs are set aside than rounds were won"),
    ({"rounds": [3, 3]}, "do not fit a best of 5"),
    ({"rounds": [9, 0]}, "rounds holds 9"),
    ({"outcome": None}, "unknown name 'outcome'"),
]


@pytest.mark.parametrize(("changes", "told"), CONTRADICTIONS)
def test_a_state_that_contradicts_itself_is_refused_in_one_line(changes, told):
    whole = content()
    read(whole)
    whole["position"].update(changes)
    with pytest.raises(StateError, match=re.escape(told)) as caught:
        read(whole)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("name", sorted(content()["position"]))
def test_a_state_without_one_of_its_names_is_refused(name):
    whole = content()
    del whole["position"][name]
    with pytest.raises(StateError, match=f"{name} is missing"):
        read(whole)


def test_a_position_begins_with_ply_whose_move_it_is_and_whether_it_is_over():
    for state in sample(3)[0], sample(3)[-1]:
        begun = list(state.to_dict()["position"].items())[:3]
        assert begun == [("ply", state.ply), ("to_move", state.to_move), ("over", bool(state.outcome))]


@pytest.mark.parametrize("variant", [1, 2, 3])
@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda whole: whole["setup"].__setitem__("players", 3), "Colour Collect is for 2"),
        (lambda whole: whole["setup"].pop("variant"), "variant is missing"),
        (lambda whole: whole["setup"].__setitem__("variants", []), "unknown name 'variants'"),
        (lambda whole: whole["luck"].__setitem__("results", [7]), "results: number 0 is 7, not a text"),
        (lambda whole: whole["luck"].__setitem__("seed", -1), "seed is -1"),
    ],
)
def test_a_state_with_a_wrong_set_up_or_luck_is_refused(variant, change, told):
    whole = content(variant, plies=7)
    change(whole)
    with pytest.raises(StateError, match=told):
        read(whole)


def altered(state, **changes):
    whole = state.to_dict()
    whole["position"].update(changes)
    return whole


def test_k4_discs_that_were_not_taken_in_turn_are_refused():
    state = latin().play("pawn 2 2").play("up")
    for changes, told in [
        ({"pawn": [0, 0]}, "the pawn stands where no disc was taken (K4)"),
        ({"discs": ["gb", ""]}, "the players have not taken discs in turn (K4)"),
        ({"discs": ["", "gb"]}, "the players have not taken discs in turn (K4)"),
        ({"to_move": 0}, "it is not seat 0's move (K4)"),
        ({"starter": 1}, "it is not seat 1's move (K4)"),
    ]:
        with pytest.raises(StateError, match=re.escape(told)):
            read(altered(state, **changes))
    with pytest.raises(StateError, match=r"it is not seat 1's move \(K4\)"):
        read(altered(latin(), to_move=1))
    nothing = replace(start(layout_text(LATIN), "pawn 2 2", variant=3), owned=("", ""), squares=LATIN)
    with pytest.raises(StateError, match=r"the pawn has not been placed, but the round has begun \(K3\)"):
        read(replace(nothing, pawn_at=-1).to_dict())


def test_k7_a_pawn_that_has_nowhere_to_start_is_refused():
    state = laid(LONELY, rounds=(2, 2), aside=("yg", "or"), variant=2, best_of=5)
    assert read(state.to_dict()) == state
    squares = "byobg" "r...y" "b...b" "g...o" "b.r.."  # fmt: skip
    with pytest.raises(StateError, match=r"no disc lies in the quadrant, where the pawn starts \(K7\)"):
        read(replace(state, squares=squares).to_dict())


def test_k7_nothing_is_set_aside_where_all_discs_are_laid_anew():
    whole = content(2)
    assert any(whole["position"]["out"])
    whole["setup"]["variant"] = 1
    with pytest.raises(StateError, match=r"discs are set aside, but all are laid anew \(K7\)"):
        read(whole)


def with_hands(*hands, **changes):
    """Return a position of the first variant in which these discs were taken from a full board."""
    left = list(LATIN)
    for letter in "".join(hands):
        left[left.index(letter)] = "."
    squares = "".join(left)
    return replace(latin(), squares=squares, owned=hands, ply=20, pawn_at=squares.index("."), **changes)


def test_k6_a_round_that_is_won_is_over_and_the_next_one_laid():
    with pytest.raises(StateError, match="the round is won, but the next one has not been laid"):
        read(with_hands("yyy", "gbo", rounds=(1, 0)).to_dict())
    won = with_hands("yyy", "gbo", rounds=(2, 0))
    with pytest.raises(StateError, match=r"the match is over by the rules \(K9, K10\)"):
        read(won.to_dict())
    assert read(altered(won, over=True)).outcome.reason == "three yellow discs (K6): rounds 2 to 0 (K10)"


@pytest.mark.parametrize("rounds", [(0, 0), (0, 1), (1, 2), (2, 2)])
def test_k10_a_round_that_is_won_counts_and_nobody_wins_more_than_the_majority(rounds):
    with pytest.raises(StateError, match=r"do not fit a best of 3 \(K10\)|has not been laid"):
        read(altered(with_hands("yyy", "gbo", rounds=rounds), over=True))


@pytest.mark.parametrize("hands", [("yyy", "gbor"), ("yyyr", "gbor"), ("yyb", "gggo"), ("yyyy", "gbor")])
def test_k6_only_the_last_disc_of_a_round_wins_it(hands):
    with pytest.raises(StateError, match=r"the round went on after it was won \(K6\)"):
        read(altered(with_hands(*hands, rounds=(2, 0)), over=True))


@pytest.mark.parametrize(
    ("variant", "next_start", "starter", "last"),
    [(2, "loser", 0, 0), (2, "alternate", 1, 1), (3, "loser", 0, 1), (3, "alternate", 0, 0), (3, "alternate", 0, 1)],
)
def test_k5_a_match_that_ended_with_the_pawn_just_placed_can_be_read_again(variant, next_start, starter, last):
    options = {"variant": variant, "best_of": 5, "next_start": next_start, "starter": starter, "last": last}
    state = laid(LONELY, "pawn 2 2", rounds=(2, 2), aside=("yg", "or"), **options)
    if variant == 2:
        state = state.play("pawn 2 2")
    assert state.outcome.winners == (1 - starter,)
    assert state.to_move == last
    assert read(json.loads(state.to_json())) == state


PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text("ygorb.x0", max_size=6),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=2),
    max_leaves=4,
)


@given(st.sampled_from([1, 2, 3]), st.integers(0, 60), st.sampled_from(["position", "setup", "luck"]), st.data())
def test_whatever_is_changed_in_a_file_it_is_refused_or_is_a_state_that_plays_on(variant, plies, part, data):
    whole = content(variant, plies)
    name = data.draw(st.sampled_from(sorted(whole[part])))
    value = whole[part][name]
    if isinstance(value, list) and value and data.draw(st.booleans()):
        value[data.draw(st.integers(0, len(value) - 1))] = data.draw(PLAIN)
    else:
        whole[part][name] = data.draw(PLAIN)
    try:
        state = read(whole)
    except StateError as refused:
        told = str(refused)
    else:
        told = "a state"
        assert state.to_dict() == whole
        assert finished(state)[-1].ply <= state.ply + state.longest
    assert "\n" not in told


def put_up(setup, chance):
    """Return a state as JSON with all discs somewhere, taken in turn: hardly any match leads there."""
    rounds = [chance.randint(0, setup.best_of // 2) for _ in range(2)]
    colours = chance.sample("ygorb", 5)
    out = ["".join(colours.pop() for _ in range(chance.randint(0, won) if setup.keeps else 0)) for won in rounds]
    discs = list(in_play((out[0], out[1])))
    chance.shuffle(discs)
    taken, starter = chance.randint(setup.sudoku, 8), chance.randint(0, 1)
    hands = ["".join(discs.pop() for _ in range(size)) for size in (taken // 2, (taken + 1) // 2)]
    squares = discs + ["."] * (25 - len(discs))
    chance.shuffle(squares)
    gaps = [list(place_of(k)) for k, letter in enumerate(squares) if letter == "."]
    whole = setup.start(Luck(1)).to_dict()
    whole["position"] = {
        "ply": chance.randint(0, 50),
        "to_move": starter if taken % 2 or not taken else 1 - starter,
        "over": False,
        "starter": starter,
        "rounds": rounds,
        "squares": ["".join(squares[k : k + 5]) for k in range(0, 25, 5)],
        "pawn": chance.choice(gaps) if taken else None,
        "discs": hands[::-1] if starter else hands,
        "out": out,
    }
    return whole


@pytest.mark.parametrize("options", OPTIONS, ids=lambda options: "-".join(map(str, options.values())))
def test_a_position_that_no_match_leads_to_plays_on_unless_it_is_refused(options):
    chance = random.Random(7)
    accepted = 0
    for _ in range(25):
        whole = put_up(ColourCollectSetup(**options), chance)
        try:
            state = read(whole)
        except StateError:
            continue
        accepted += 1
        assert state.to_dict() == whole
        assert all(later.census() == state.census() for later in finished(state))
    assert accepted > 12
