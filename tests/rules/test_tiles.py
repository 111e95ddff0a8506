import copy
import json
import pickle
from collections import Counter
from itertools import combinations, permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.assets import load_json
from sim.errors import GameError, StateError
from sim.pile.reading import Entry
from sim.rules.axio_rota.placing import MEETS, SIDES
from sim.rules.axio_rota.tiles import BLANK, COLOURS, TILES, Tile, TileSet

CONTENT = load_json("tiles/axio-rota.json")
SET = TileSet.from_dict(CONTENT)

tiles = st.permutations([*COLOURS, BLANK]).map(lambda words: Tile(*words[:4]))


def by_the_formula():
    for choice in combinations(COLOURS, 4):
        yield from (Tile(choice[0], *rest) for rest in permutations(choice[1:]))
    for c in combinations(COLOURS, 3):
        yield from (Tile(BLANK, c[(i + 1) % 3], c[i], c[(i + 2) % 3]) for i in range(3))


def test_a1_the_set_is_what_the_formula_gives_in_its_order():
    assert SET.tiles == tuple(by_the_formula())


def test_a1_sixty_tiles_no_two_alike_each_colour_42_times_and_30_blanks():
    assert len(SET.tiles) == TILES == 60
    assert len({tile.kind for tile in SET.tiles}) == 60
    assert Counter(corner for tile in SET.tiles for corner in tile) == {**dict.fromkeys(COLOURS, 42), BLANK: 30}


def test_a1_the_file_says_that_its_list_is_an_assumption():
    assert SET.provenance.startswith("An assumption: the rule sheet does not publish the list")


@given(tiles)
def test_four_quarter_turns_bring_a_tile_back_and_each_moves_the_corners_clockwise(tile):
    assert tile.turned(4) == tile == tile.turned(1).turned(3)
    assert tile.turned(1) == (tile[3], tile[0], tile[1], tile[2])
    assert len({tile.turned(turns) for turns in range(4)}) == 4
    assert {tile.turned(turns).kind for turns in range(4)} == {tile.kind}
    if tile.blank is not None:
        assert tile.turned(3).blank == (tile.blank + 3) % 4


@given(tiles)
def test_a_tile_is_the_tuple_of_its_corners_and_has_a_code(tile):
    assert tile == tuple(tile)
    assert hash(tile) == hash(tuple(tile))
    assert Tile.from_code(tile.code) == tile == eval(repr(tile))
    for same in (pickle.loads(pickle.dumps(tile)), copy.deepcopy(tile)):
        assert same == tile
        assert type(same) is Tile
    assert (tile.blank is None) == ("-" not in tile.code) == (BLANK not in tile)


def test_corners_meet_in_pairs_and_those_of_a_side_lie_on_it():
    for corner, met in enumerate(MEETS):
        for dx, dy, other in met:
            assert (-dx, -dy, corner) in MEETS[other]
        assert len({(dx, dy) for dx, dy, _ in met} & set(SIDES)) == 2


@pytest.mark.parametrize(
    ("corners", "reason"),
    [
        ((), "four corners, not 0"),
        (("red", "green", "blue"), "four corners, not 3"),
        (("red", "green", "blue", "orange", "purple"), "four corners, not 5"),
        (("red", "green", "blue", "pink"), "a corner of a tile is 'pink'"),
        (("red", "green", "blue", None), "a corner of a tile is None"),
        (("red", "green", "blue", []), "a corner of a tile is a list"),
        (("red", "green", "blue", "red"), "red stands twice"),
        (("red", "green", "blank", "blank"), "blank stands twice"),
    ],
)
def test_a1_no_colour_stands_twice_on_a_tile_and_at_most_one_corner_is_blank(corners, reason):
    with pytest.raises(GameError, match=reason):
        Tile(*corners)


@pytest.mark.parametrize("code", ["", "rgb", "rgbop", "rgbx", "RGBO", "rgb ", None, 5, ["r", "g", "b", "o"], "rr-b"])
def test_what_is_no_code_of_a_tile_is_refused(code):
    with pytest.raises(GameError, match=r"\(A1\)"):
        Tile.from_code(code)


def test_a_set_comes_back_from_json_equal_and_with_the_same_hash():
    again = TileSet.from_dict(json.loads(json.dumps(SET.to_dict())))
    assert again == SET
    assert hash(again) == hash(SET)
    assert SET.to_dict() == CONTENT
    assert TileSet(list(SET.tiles), SET.provenance) == SET
    assert pickle.loads(pickle.dumps(SET)).turned == SET.turned


CODES = CONTENT["tiles"]


@pytest.mark.parametrize(
    "content",
    [
        None,
        [],
        "{}",
        {},
        {"tiles": CODES},
        {"provenance": "mine"},
        {**CONTENT, "name": "x"},
        {**CONTENT, "provenance": " "},
        {**CONTENT, "provenance": 5},
        {**CONTENT, "tiles": {}},
        {**CONTENT, "tiles": CODES[:59]},
        {**CONTENT, "tiles": [*CODES, "rgbo"]},
        {**CONTENT, "tiles": ["rgbo"] * 100_000},
        {**CONTENT, "tiles": [*CODES[:59], 5]},
        {**CONTENT, "tiles": [*CODES[:59], "--rg"]},
        {**CONTENT, "tiles": [*CODES[:59], "rgbo\n"]},
    ],
)
def test_what_is_no_tile_set_is_refused_in_one_line(content):
    with pytest.raises(GameError) as refused:
        TileSet.from_dict(content)
    assert "\n" not in str(refused.value)
    assert len(str(refused.value)) < 150


@pytest.mark.parametrize("given_tiles", [None, 5, "rgbo", SET.tiles[:59], (*SET.tiles[:59], ("red",))])
def test_a_set_made_of_anything_but_sixty_tiles_is_refused(given_tiles):
    with pytest.raises(GameError):
        TileSet(given_tiles, "mine")


def test_a_set_inside_another_file_is_refused_with_its_place():
    with pytest.raises(StateError, match="state: tiles: a set has 60 tiles, not 0"):
        TileSet.from_entry(Entry({"tiles": [], "provenance": "x"}, "state: tiles", StateError))
