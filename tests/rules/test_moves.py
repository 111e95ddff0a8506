"""Moves as values and as text, whatever the game; and luck, told or drawn."""

import copy
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.errors import ChanceError, MoveError
from sim.rules import GAMES
from sim.rules.luck import Luck, below, shuffled
from sim.rules.moves import Grammar, Move

GRAMMAR = Grammar("a game", ("take ID", "swap KIND SEAT KIND", "stop"), {"KIND": ("square-blue", "square-green")})


def test_a_move_is_the_tuple_of_its_words_and_its_repr_can_be_pasted_back():
    move = Move("swap", "square-blue", 2, "square-green")
    assert move == ("swap", "square-blue", 2, "square-green")
    assert str(move) == "swap square-blue 2 square-green"
    assert eval(repr(move)) == move
    assert copy.deepcopy(move) == pickle.loads(pickle.dumps(move)) == move


def test_numbers_are_sorted_as_numbers():
    assert sorted(map(GRAMMAR.parse, ["take 10", "take 9", "stop", "take -1"])) == [
        Move("stop"),
        Move("take", -1),
        Move("take", 9),
        Move("take", 10),
    ]


@pytest.mark.parametrize("word", [True, None, 1.0, ["red"], 10**9, -(10**9), 10**5000], ids=type)
def test_what_is_neither_word_nor_number_of_a_games_size_is_no_part_of_a_move(word):
    with pytest.raises(MoveError, match="is no part of a move") as wrong:
        Move("take", word)
    assert len(str(wrong.value)) < 200


NO_MOVES = """
fly
take
take x
take 017
take +1
take 1_0
take  1
 take 1
Take 1
take \N{ARABIC-INDIC DIGIT ONE}
take 1234567890
swap square-blue 1
swap x 1 square-blue
-
""".splitlines()


@pytest.mark.parametrize(
    "text", [*NO_MOVES, " ", "take 1 ", "take 1\n", "take " + "9" * 5000], ids=lambda text: text[:9]
)
def test_a_text_that_is_no_move_is_told_in_one_short_line(text):
    with pytest.raises(MoveError, match="is no move of a game: ") as wrong:
        GRAMMAR.parse(text)
    assert "\n" not in str(wrong.value)
    assert len(str(wrong.value)) < 300


@pytest.mark.parametrize("given", [None, 3, b"take 1", ["take", 1]])
def test_what_is_no_text_is_told(given):
    with pytest.raises(MoveError, match="a move is a text such as 'take 0'"):
        GRAMMAR.parse(given)


@given(st.text())
def test_any_text_is_a_move_or_a_clear_error(text):
    try:
        move = GRAMMAR.parse(text)
    except MoveError as wrong:
        told = str(wrong)
    else:
        told = ""
        assert str(move) == text
    assert "\n" not in told


@pytest.mark.parametrize("game", sorted(GAMES))
def test_every_move_that_can_be_written_is_read_again(game):
    numbers = dict.fromkeys(("ID", "SEAT", "X", "Y", "R"), range(-2, 3))
    moves = list(GAMES[game].grammar.moves(numbers))
    assert len(moves) > 20 or game == "colour-collect"
    for move in moves:
        assert GAMES[game].grammar.parse(str(move)) == GAMES[game].grammar.accept(move) == move


def test_luck_that_is_told_is_not_drawn_and_then_goes_on_as_the_seed_says():
    def draw(chance):
        return f"{chance():.9f}"

    first, once = Luck(7).draw(draw)
    second, twice = once.draw(draw)
    assert first != second
    told = Luck(7, told=(first,))
    assert told.draw(lambda chance: "never")[1] == once
    assert told.draw(draw)[1].draw(draw)[1] == twice
    assert Luck(8).draw(draw)[0] != first


@pytest.mark.parametrize("seed", [-1, 2**63, 1.0, True, "7", None])
def test_a_seed_is_a_whole_number_from_0(seed):
    with pytest.raises(ChanceError):
        Luck(seed)


@pytest.mark.parametrize("result", ["first 2", "first -1", "first 00", "first", "second 1", "first 1 ", ""])
def test_a_start_player_that_there_is_not_is_refused(result):
    with pytest.raises(ChanceError, match="names no start player from 0 to 1"):
        Luck(7, told=(result,)).first(None, 2)


def test_all_orders_and_all_numbers_are_equally_likely():
    import random
    from collections import Counter

    chance = random.Random(1).random
    orders = Counter(tuple(shuffled("abc", chance)) for _ in range(6000))
    assert len(orders) == 6
    assert all(abs(count - 1000) < 120 for count in orders.values())
    numbers = Counter(below(5, chance) for _ in range(5000))
    assert sorted(numbers) == [0, 1, 2, 3, 4]
    assert all(abs(count - 1000) < 120 for count in numbers.values())
