import math
import random
import re
import time
from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import chisquare

from sim.errors import ChanceError
from sim.rules.colour_collect import laying
from sim.rules.colour_collect.laying import (
    GAP,
    LETTERS,
    check_layout,
    drawn_pawn,
    fault,
    lay,
    layout_text,
    read_layout,
    read_pawn,
)

LATIN = "ygorborbygbygorgorbyrbygo"


def discs_after(rounds):
    """Return all discs that are left once three of each of so many colours are out."""
    return "".join(letter * (2 if k < rounds else 5) for k, letter in enumerate(LETTERS))


def clash(one, other, size, sudoku):
    """Say by the letter of K2 or K9 whether two discs of a colour may not lie on these squares."""
    across, down = abs(one % size - other % size), abs(one // size - other // size)
    return across * down == 0 if sudoku else across + down == 1


def all_layouts(discs, size, sudoku):
    """Return all layouts that are allowed, found colour by colour."""
    found = {GAP * size * size}
    for letter, count in Counter(discs).items():
        sets = [
            some
            for some in combinations(range(size * size), count)
            if not any(clash(a, b, size, sudoku) for a, b in combinations(some, 2))
        ]
        found = {
            "".join(letter if k in some else there for k, there in enumerate(layout))
            for layout in found
            for some in sets
            if all(layout[k] == GAP for k in some)
        }
    return {layout for layout in found if any(layout[k] != GAP for k in laying.quadrant(size))}


@pytest.mark.parametrize("sudoku", [False, True], ids=["k2", "k9"])
@given(st.integers(0, 4), st.integers(0, 2**32))
def test_k2_k9_whatever_discs_are_left_they_are_laid_as_the_rule_says(sudoku, rounds, seed):
    discs = discs_after(rounds)
    layout = lay(discs, sudoku, random.Random(seed).random)
    assert sorted(layout.replace(GAP, "")) == sorted(discs)
    pairs = [(a, b) for a, b in combinations(range(25), 2) if layout[a] == layout[b] != GAP]
    assert not any(clash(a, b, 5, sudoku) for a, b in pairs)
    assert any(layout[5 * y + x] != GAP for x in (1, 2, 3) for y in (1, 2, 3))
    assert read_layout(layout_text(layout)) == layout
    assert check_layout(layout, discs, sudoku, "K8") == layout


SMALL = [
    ("yg", 3, False),
    ("yyyygg", 3, False),
    ("yyyggo", 3, False),
    ("yyyyggggo", 3, False),
    ("yygg", 4, False),
    ("yygg", 3, True),
    ("yyyggoo", 3, True),
    ("yyygggooo", 3, True),
    ("yyyygg", 4, True),
    ("yyyyggggoo", 4, True),
    ("yyyyggggoooorr", 4, True),
    ("yyyyggggoooorrrr", 4, True),
]


@pytest.mark.parametrize(("discs", "size", "sudoku"), SMALL)
def test_k2_k9_all_layouts_that_are_allowed_are_equally_likely_on_small_boards(discs, size, sudoku):
    allowed = all_layouts(discs, size, sudoku)
    chance = random.Random(11).random
    found = Counter(lay(discs, sudoku, chance, size) for _ in range(8 * len(allowed)))
    assert set(found) <= allowed
    assert chisquare([found[layout] for layout in sorted(allowed)]).pvalue > 0.001


def test_k9_latin_squares_of_four_are_576_and_all_come_up():
    chance = random.Random(3).random
    allowed = all_layouts("yyyyggggoooorrrr", 4, True)
    assert len(allowed) == 576
    assert {lay("yyyyggggoooorrrr", True, chance, 4) for _ in range(6_000)} == allowed


def reduced(layout):
    """Return a Latin square with rows and columns sorted so that the first ones are in order."""
    rows = [layout[k : k + 5] for k in range(0, 25, 5)]
    order = sorted(range(5), key=lambda x: rows[0][x])
    return tuple(sorted("".join(row[x] for x in order) for row in rows))


def test_k9_all_56_reduced_latin_squares_are_equally_likely():
    """Each stands for the same number of squares: 5! orders of columns times 4! orders of rows."""
    chance = random.Random(5).random
    found = Counter(reduced(lay(discs_after(0), True, chance)) for _ in range(3_000))
    assert len(found) == 56
    assert math.factorial(5) * math.factorial(4) * 56 == 161_280
    assert chisquare(list(found.values())).pvalue > 0.001


@pytest.mark.parametrize("sudoku", [False, True], ids=["k2", "k9"])
@pytest.mark.parametrize("rounds", [0, 2, 4])
def test_k2_k9_layouts_have_the_symmetries_of_the_board(sudoku, rounds):
    """Squares that a turn or a mirror maps onto one another hold the colour that is laid first, and last, as often."""
    chance = random.Random(7).random
    layouts = [lay(discs_after(rounds), sudoku, chance) for _ in range(1_000)]
    for letter in "yb":
        for square in (0, 1, 2, 6, 7):
            x, y = square % 5 - 2, square // 5 - 2
            orbit = {5 * (b + 2) + a + 2 for p, q in ((x, y), (y, x)) for a in (p, -p) for b in (q, -q)}
            counts = [sum(layout[k] == letter for layout in layouts) for k in sorted(orbit)]
            assert chisquare(counts).pvalue > 0.0005


@pytest.mark.parametrize("sudoku", [False, True], ids=["k2", "k9"])
@pytest.mark.parametrize("rounds", range(5))
def test_k7_k8_k9_laying_anew_is_quick(sudoku, rounds):
    chance = random.Random(1).random
    begun = time.process_time()
    for _ in range(20):
        lay(discs_after(rounds), sudoku, chance)
    assert (time.process_time() - begun) / 20 < 0.02  # it takes 1.4 ms at most on average where this was written


def test_k7_a_layout_that_leaves_the_quadrant_empty_is_drawn_anew():
    chance = random.Random(2).random
    middles = Counter(lay("y", False, chance, 3) for _ in range(50))
    assert middles == {"....y....": 50}


@pytest.mark.parametrize(
    ("layout", "sudoku", "told"),
    [
        (LATIN, False, ""),
        (LATIN, True, ""),
        ("y...." + "....." * 3 + "....y", True, ""),
        ("y....y" + 19 * GAP, False, "two yellow discs lie side by side at 0 0 and 0 1 (K2)"),
        ("...rr" + 20 * GAP, False, "two red discs lie side by side at 3 0 and 4 0 (K2)"),
        ("....bb" + 19 * GAP, False, ""),
        ("b....." + "b" + 18 * GAP, False, ""),
        ("g...g" + 20 * GAP, True, "two green discs lie in row 0 (K9)"),
        (".g..." + 15 * GAP + ".g...", True, "two green discs lie in column 1 (K9)"),
    ],
)
def test_k2_k9_a_fault_is_told_with_its_place(layout, sudoku, told):
    assert fault(layout, sudoku) == told


@pytest.mark.parametrize(
    "result",
    [
        "",
        "lay",
        "lay " + LATIN,
        layout_text(LATIN) + " ",
        layout_text(LATIN) + "\n",
        layout_text(LATIN) + " .....",
        layout_text(LATIN).upper(),
        layout_text(LATIN).replace("y", "x"),
        layout_text(LATIN).replace("lay", "put"),
        "lay " * 100_000,
    ],
)
def test_a_text_that_is_no_layout_is_refused_in_one_line(result):
    with pytest.raises(ChanceError, match="is no layout: use 'lay' and five rows") as caught:
        read_layout(result)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 150


RING = "ygorb" "o...g" "b...r" "g...y" "r.ygo"  # fmt: skip


@pytest.mark.parametrize(
    ("layout", "discs", "sudoku", "told"),
    [
        (LATIN[:-1] + GAP, discs_after(0), False, "the layout has 4 orange discs instead of 5 (K8)"),
        (LATIN, discs_after(1), False, "the layout has 5 yellow discs instead of 2 (K8)"),
        (RING, RING.replace(GAP, ""), False, "the layout has no disc in the quadrant (K8)"),
        ("yyorb" + LATIN[5:11] + "g" + LATIN[12:], discs_after(0), False, "in the layout two yellow discs lie side"),
        ("ygyrb" + LATIN[5:10] + "bogor" + LATIN[15:], discs_after(0), True, "in the layout two yellow discs lie in"),
    ],
)
def test_k2_k8_k9_a_layout_against_the_rules_is_refused(layout, discs, sudoku, told):
    with pytest.raises(ChanceError, match=re.escape(told)):
        check_layout(layout, discs, sudoku, "K8")


def test_k9_the_pawn_is_drawn_from_the_discs_of_the_quadrant_all_equally_likely():
    layout = LATIN[:12] + GAP + LATIN[13:]
    chance = random.Random(4).random
    found = Counter(read_pawn(drawn_pawn(layout, chance), layout) for _ in range(800))
    assert sorted(found) == [6, 7, 8, 11, 13, 16, 17, 18]
    assert chisquare(list(found.values())).pvalue > 0.001


@pytest.mark.parametrize("result", ["pawn 0 0", "pawn 4 2", "pawn 2 2"])
def test_k9_the_pawn_cannot_be_told_to_start_where_no_disc_of_the_quadrant_lies(result):
    with pytest.raises(ChanceError, match=rf"{result}: the pawn starts on a disc of the quadrant \(K9\)"):
        read_pawn(result, LATIN[:12] + GAP + LATIN[13:])


@pytest.mark.parametrize("result", ["", "pawn", "pawn 2", "pawn 5 1", "pawn 2 2 ", "pawn 2 -1", "pawn ٢ 2", "first 1"])
def test_a_text_that_is_no_square_for_the_pawn_is_refused(result):
    with pytest.raises(ChanceError, match="is no square for the pawn"):
        read_pawn(result, LATIN)
