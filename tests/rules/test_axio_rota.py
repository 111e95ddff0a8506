import copy
import json
import pickle
import random
from collections import Counter, defaultdict, deque
from dataclasses import replace
from functools import cache
from itertools import chain

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sim.assets import load_json
from sim.errors import ChanceError, GameError, IllegalMove, MoveError, StateError
from sim.pile.reading import whole_entry
from sim.rules.axio_rota import AxioRota, AxioRotaSetup
from sim.rules.axio_rota.tiles import BLANK, COLOURS, Tile, TileSet
from sim.rules.game import Outcome
from sim.rules.luck import Luck
from sim.rules.moves import Move

TILES = TileSet.from_dict(load_json("tiles/axio-rota.json"))
SQUARE = ((0, 0), (1, 0), (0, 1), (1, 1))
CENTRE = {(0, 0): 2, (1, 0): 3, (0, 1): 1, (1, 1): 0}
HANDS = [tile.code for tile in TILES.tiles]
FULL_START = ("rgbo", "rgbp", "rgop", "rbop")


def begin(players=2, seed=0, first=0):
    return AxioRotaSetup(TILES, players, first).start(Luck(seed))


def deal(start=FULL_START, stacks=(), supply=(), players=1):
    """Return a deal as a text: the start as it lies, and what is on top of the stacks and of the supply."""
    left = list(range(60))

    def pick(code):
        index = next(k for k in left if TILES.tiles[k].kind == Tile.from_code(code).kind)
        left.remove(index)
        return index

    square = [pick(code) for code in start]
    tops = [[pick(code) for code in stack] for stack in stacks] + [[] for _ in range(players - len(stacks))]
    bonus = [pick(code) for code in supply]
    full = [top + [left.pop() for _ in range(12 - len(top))] for top in tops]
    turns = [TILES.turned[index].index(Tile.from_code(code)) for index, code in zip(square, start, strict=True)]
    order = [*square, *chain(*full), *bonus, *left]
    return " ".join(["deal", *map(str, order), "turned", *map(str, turns)])


def position(hand, board=None, players=1, stones=None, supply=(), stack=()):
    """Return a state with seat 0 to place the hand, the first tile it has; the grid may have been laid by no rule."""
    assert hand in HANDS, "a hand is shown as the set shows it"
    used = {Tile.from_code(code).kind for code in (hand, *supply, *stack)}
    start = [code for code in HANDS if "-" not in code and Tile.from_code(code).kind not in used][:4]
    text = deal(start, [[hand, *stack]], supply, players)
    state = AxioRotaSetup(TILES, players, 0).start(Luck(0, told=(text,)))
    if board is not None:
        state = replace(state, _board={square: Tile.from_code(code) for square, code in board.items()})
    return state if stones is None else replace(state, tracks=stones)


def earned(state, move):
    return {colour: points for colour, points in state.points(move).items() if points}


def row(state, seat=0):
    return tuple(state.stones[seat][colour] for colour in COLOURS)


def near_the_end(players=1, seed=0):
    """Return a state before the very last tile of an own stack."""
    state = begin(players, seed)
    while sum(state.laid) < 12 * players - 1 or state.bonus:
        state = state.play(state.legal[0])
    return state


def again(state):
    """Return the state as it comes back from JSON."""
    return read(json.loads(state.to_json()))


@cache
def set_up(text):
    """Read a set-up, with its 60 tiles, once for all states that have it."""
    return AxioRotaSetup.from_entry(whole_entry(json.loads(text), "state: setup", StateError))


def read(content):
    setup = set_up(json.dumps(content["setup"]))
    luck = Luck.from_entry(whole_entry(content["luck"], "state: luck", StateError))
    return AxioRota._from_position(setup, luck, whole_entry(content["position"], "state", StateError))


class ByTheLetter:
    """The rules once more, slow and simple: symbols by grid point, tiles moved by hand from stack to stack."""

    def __init__(self, state):
        words = state.luck.results[0].split()
        order = [TILES.tiles[int(word)] for word in words[1:61]]
        self.points = defaultdict(list)
        self.squares = {}
        for square, tile, turns in zip(SQUARE, order, words[62:], strict=False):
            self.lay(*square, tile.turned(int(turns)))
        n = self.players = state.setup.players
        self.stacks = [deque(order[4 + 12 * seat : 16 + 12 * seat]) for seat in range(n)]
        self.supply = deque(order[4 + 12 * n :])
        self.hands = [stack.popleft() for stack in self.stacks]
        self.stones = [dict(stones) for stones in state.stones]
        self.seat, self.winners, self.owed, self.tile = state.first, None, 0, self.hands[state.first]

    def corners(self, x, y):
        return (x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1)

    def lay(self, x, y, tile):
        self.squares[x, y] = tile
        for point, symbol in zip(self.corners(x, y), tile, strict=True):
            self.points[point].append(symbol)

    def moves(self):
        for x in range(-30, 32):
            for y in range(-30, 32):
                beside = {(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)}
                if (x, y) in self.squares or not beside & self.squares.keys():
                    continue
                for turns in range(4):
                    shown = dict(zip(self.tile.turned(turns), self.corners(x, y), strict=True))
                    if BLANK in shown and self.points.get(shown[BLANK]):
                        yield from (f"place {x} {y} {turns} as {colour}" for colour in sorted(COLOURS))
                    else:
                        yield f"place {x} {y} {turns}"

    def earns(self, move):
        _, x, y, turns, *named = move.split()
        found = dict.fromkeys(COLOURS, 0)
        for point, symbol in zip(self.corners(int(x), int(y)), self.tile.turned(int(turns)), strict=True):
            shown = named[1] if symbol == BLANK and named else symbol
            if shown != BLANK:
                found[shown] += self.points.get(point, []).count(shown)
        return found

    def play(self, move):
        mine = self.stones[self.seat]
        for colour, points in self.earns(move).items():
            before = mine[colour]
            mine[colour] = min(12, before + points)
            self.owed += before < 12 == mine[colour]
        _, x, y, turns, *_ = move.split()
        self.lay(int(x), int(y), self.tile.turned(int(turns)))
        if set(mine.values()) == {12}:
            self.winners, self.tile = (self.seat,), None
        elif self.owed and self.supply:
            self.owed -= 1
            self.tile = self.supply.popleft()
        else:
            self.owed = 0
            self.hands[self.seat] = self.stacks[self.seat].popleft() if self.stacks[self.seat] else None
            following = (self.seat + 1) % self.players
            self.tile = self.hands[following]
            if self.tile is None:
                best = max(sorted(stones.values()) for stones in self.stones)
                self.winners = tuple(k for k, stones in enumerate(self.stones) if sorted(stones.values()) == best)
            else:
                self.seat = following


@pytest.mark.parametrize("players", [1, 2, 3, 4])
@pytest.mark.parametrize("raised", [0, 7, 10, 11])
def test_whole_games_go_as_the_rules_say_by_the_letter(players, raised):
    """Greedy players and stones that start high: bonus turns, empty supplies and sudden wins come up."""
    for seed in range(4):
        chance = random.Random(f"{seed}/{players}")
        state = AxioRotaSetup(TILES, players).start(Luck(seed))
        state = replace(state, tracks=((raised,) * 5,) * players)
        letter = ByTheLetter(state)
        census = state.census()
        while state.outcome is None:
            assert (state.to_move, state.hand, state.supply) == (letter.seat, letter.tile, len(letter.supply))
            if state.ply % 5 == 0:
                assert [str(move) for move in state.legal] == list(letter.moves())
            some = chance.sample(state.legal, min(8, len(state.legal)))
            for move in some:
                assert state.points(move) == letter.earns(str(move))
            move = max(some, key=lambda move, now=state: sum(now.points(move).values()))
            state = state.play(move)
            letter.play(str(move))
            assert state.board == letter.squares
            assert list(map(dict, state.stones)) == letter.stones
            assert state.census() == census
            assert not all(state.laid) or again(state) == state
        assert state.outcome.winners == letter.winners
        assert state.ply <= state.longest
        assert state.hand is None
        assert state.legal == ()


# A1 is tested in test_tiles.py, but for what the game makes of the set.


def test_a1_all_sixty_tiles_of_the_set_are_in_the_game_and_stay_in_it():
    state = begin()
    kinds = Counter(tile.kind for tile in TILES.tiles)
    while state.outcome is None:
        assert state.census() == kinds
        state = state.play(state.legal[-1])
    assert state.census() == kinds


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_a2_one_to_four_players_each_with_five_stones_at_0_that_all_can_see(players):
    state = begin(players)
    assert state.stones == (dict.fromkeys(COLOURS, 0),) * players
    assert state.scores == (0,) * players
    for _ in range(10):
        state = state.play(max(state.legal, key=lambda move, now=state: sum(now.points(move).values())))
    assert any(map(any, map(dict.values, map(dict, state.stones))))
    for seat in range(players):
        assert state.player_view(seat).stones == state.stones


@pytest.mark.parametrize(
    "options",
    [
        {"players": 0},
        {"players": 5},
        {"players": True},
        {"players": 2.0},
        {"players": "2"},
        {"players": None},
        {"first": 2},
        {"first": -1},
        {"first": False},
        {"first": "0"},
        {"players": 1, "first": 1},
        {"tiles": None},
        {"tiles": TILES.tiles},
    ],
)
def test_a2_other_set_ups_are_refused_in_one_line(options):
    with pytest.raises(GameError) as refused:
        AxioRotaSetup(**{"tiles": TILES, **options})
    assert "use a" in str(refused.value)
    assert "\n" not in str(refused.value)


@given(st.integers(0, 2**63 - 1))
def test_a3_four_tiles_lie_as_a_square_with_blank_corners_at_the_centre_and_earn_nothing(seed):
    state = begin(seed=seed)
    assert tuple(state.board) == SQUARE
    for square, tile in state.board.items():
        assert tile.blank in (None, CENTRE[square])
    assert state.ply == 0
    assert row(state, 0) == row(state, 1) == (0,) * 5


def test_a3_full_tiles_of_the_start_lie_in_any_turn_and_all_tiles_can_be_among_them():
    turns, tiles = set(), set()
    for seed in range(300):
        words = begin(seed=seed).luck.results[0].split()
        square = [(int(index), int(turn)) for index, turn in zip(words[1:5], words[62:], strict=True)]
        tiles |= {index for index, _ in square}
        turns |= {(place, turn) for place, (index, turn) in enumerate(square) if TILES.tiles[index].blank is None}
    assert len(tiles) == 60
    assert len(turns) == 16


def test_a3_a_deal_that_is_told_is_laid_as_told():
    start = ["rb-g", "gro-", "p-gr", "obrg"]
    state = AxioRotaSetup(TILES, 2, 1).start(Luck(5, told=(deal(start, [["robp"], ["-bpo"]], players=2),)))
    assert [state.board[square].code for square in SQUARE] == start
    assert state.luck.results == (deal(start, [["robp"], ["-bpo"]], players=2),)
    assert [state.player_view(seat).hand.code for seat in (0, 1)] == ["robp", "-bpo"]
    assert state.to_move == 1


def test_a3_a_deal_with_a_blank_off_the_centre_is_refused():
    for place, good in enumerate(("rb-g", "grb-", "b-gr", "-grb")):
        start = ["rgbp", "rgop", "rbop", "gbop"]
        start[place] = good
        AxioRotaSetup(TILES, 1, 0).start(Luck(0, told=(deal(start),)))
        for turns in (1, 2, 3):
            wrong = list(start)
            wrong[place] = Tile.from_code(start[place]).turned(turns).code
            with pytest.raises(ChanceError, match=r"its blank corner is not at the centre \(A3\)"):
                AxioRotaSetup(TILES, 1, 0).start(Luck(0, told=(deal(wrong),)))


GOOD = deal(players=2)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "deal",
        "first 0",
        GOOD + " ",
        " " + GOOD,
        GOOD + " 0",
        GOOD.replace("deal", "deals"),
        GOOD.replace("turned", "turns"),
        GOOD[:-1] + "4",
        GOOD[:-1] + "-1",
        GOOD[:-1] + "\u0661",
        GOOD.replace(" 59 ", " 60 "),
        GOOD.replace(" 59 ", " 58 "),
        GOOD.replace(" 59 ", " 059 "),
        GOOD.replace(" 59 ", " "),
        GOOD.replace(" 59 ", " 59 59 "),
        GOOD.replace(" 59 ", " 5\u0669 "),
        GOOD.replace(" ", "\n"),
        "deal " + "9" * 100_000,
    ],
)
def test_a3_a_told_deal_that_is_no_order_of_all_tiles_is_refused(text):
    with pytest.raises(ChanceError, match=r"\(A3\)") as refused:
        AxioRotaSetup(TILES, 2, 0).start(Luck(0, told=(text,)))
    assert "\n" not in str(refused.value)
    assert len(str(refused.value)) < 150


def test_who_starts_is_drawn_after_the_deal_unless_it_is_given():
    drawn = AxioRotaSetup(TILES, 4).start(Luck(3))
    assert drawn.luck.results == (begin(4, 3).luck.results[0], f"first {drawn.to_move}")
    assert {AxioRotaSetup(TILES, 4).start(Luck(seed)).first for seed in range(40)} == {0, 1, 2, 3}
    with pytest.raises(ChanceError):
        AxioRotaSetup(TILES, 2).start(Luck(0, told=(GOOD, "first 2")))


@pytest.mark.parametrize(("players", "supply"), [(1, 44), (2, 32), (3, 20), (4, 8)])
def test_a4_each_has_a_stack_of_12_with_one_drawn_and_the_rest_is_the_supply(players, supply):
    state = begin(players)
    assert state.supply == supply
    assert state.stacks == (11,) * players
    assert state.laid == (0,) * players
    hands = [state.player_view(seat).hand for seat in range(players)]
    dealt = [TILES.tiles[int(word)] for word in state.luck.results[0].split()[1:61]]
    assert hands == dealt[4 : 4 + 12 * players : 12]


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_a4_a_player_sees_the_own_hand_alone_whatever_lies_hidden(players):
    chance = random.Random(players)
    state = replace(begin(players, 8), tracks=((10,) * 5,) * players)
    changed = Counter()
    while True:
        for seat in range(players):
            other = state.redealt(seat, chance.random)
            view = state.player_view(seat)
            assert other.player_view(seat) == view
            assert other.census() == state.census()
            assert other.luck.seed != state.luck.seed
            assert other.board == state.board
            changed["hand"] += other.hand != state.hand
            changed["own"] += seat == state.to_move and other.hand != state.hand
            changed["next"] += [k for k, n in enumerate(other.order) if n != state.order[k]] != []
            assert view.legal == (state.legal if seat == state.to_move else ())
            assert "deal" not in repr(view)
            assert not hasattr(view, "luck")
            assert pickle.loads(pickle.dumps(view)) == view
        if state.outcome:
            break
        state = state.play(chance.choice(state.legal))
    assert changed["own"] == 0
    assert changed["next"] > 10
    assert bool(changed["hand"]) == (players > 1)


def test_a4_what_is_dealt_anew_can_be_played_to_the_end_and_read_back():
    chance = random.Random(4)
    state = begin(3, 2)
    while state.outcome is None:
        state = state.redealt(chance.randrange(3), chance.random)
        assert again(state) == state
        state = state.play(chance.choice(state.legal))
    assert state.ply == 36


def test_a4_the_tile_of_anothers_bonus_turn_is_hidden_and_so_is_the_own_next_one_in_a_bonus_turn():
    state = bonus_for_two_stones(players=2)
    assert state.bonus == 2
    seen, own_next = set(), set()
    for k in range(30):
        mine, theirs = (state.redealt(seat, random.Random(k).random) for seat in (0, 1))
        assert mine.hand == state.hand
        seen.add(theirs.hand)
        own_next.add(mine.order[4 + 1])
    assert len(seen) > 10
    assert len(own_next) > 10
    assert state.player_view(1).hand == state.setup.tiles.tiles[state.order[16]]


def test_a4_after_the_end_no_view_shows_a_hand_and_all_tiles_that_do_not_lie_change_places():
    state = position("gopb", LONE, 2, ((12, 11, 11, 12, 12), (0,) * 5)).play("place 1 0 0")
    assert state.outcome is not None
    for seat in (0, 1):
        deals = [state.redealt(seat, random.Random(k).random) for k in range(40)]
        assert {deal.player_view(seat) for deal in deals} == {state.player_view(seat)}
        assert state.player_view(seat).hand is None
        for place in (5, 16, 17, 28, 59):  # the next tiles of both stacks, and the supply
            assert len({deal.order[place] for deal in deals}) > 10
        for deal in deals:
            assert deal.order[:5] == state.order[:5]
            assert AxioRotaSetup(TILES, 2, 0).start(Luck(0, told=deal.luck.results)).order == deal.order


def test_there_is_no_view_of_a_seat_that_is_not_there():
    for seat in (-1, 2, True, None, "0"):
        with pytest.raises(GameError, match="there is no seat"):
            begin().player_view(seat)
        with pytest.raises(GameError, match="there is no seat"):
            begin().redealt(seat, random.Random(0).random)


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_a5_players_take_turns_from_the_first_on_and_draw_when_they_have_laid(players):
    state = begin(players, first=players - 1)
    for turn in range(12 * players):
        seat = (players - 1 + turn) % players
        assert state.to_move == seat
        assert state.bonus == 0
        left = 11 - turn // players
        assert state.stacks[seat] == left
        state = state.play(state.legal[turn % 7])
        assert state.laid[seat] == 12 - left
        if not state.outcome:
            assert state.stacks[seat] == max(left - 1, 0)
    assert state.stacks == (0,) * players
    assert state.outcome is not None


def test_a5_nobody_can_pass():
    state = begin()
    assert all(move[0] == "place" for move in state.legal)
    with pytest.raises(MoveError):
        state.play("pass")


LONE = {(0, 0): "rgbo"}


def test_a6_a_tile_shares_a_side_with_a_lying_one_in_any_rotation():
    state = position("gbop", LONE)
    squares = [(-1, 0), (0, -1), (0, 1), (1, 0)]
    assert state.legal == tuple(Move("place", x, y, turns) for x, y in squares for turns in range(4))
    assert {state.play(f"place 1 0 {turns}").board[1, 0].code for turns in range(4)} == {"gbop", "pgbo", "opgb", "bopg"}
    assert state.play("place 1 0 1").board[1, 0].code == "pgbo"


@pytest.mark.parametrize(
    ("move", "reason"),
    [
        ("place 0 0 1", "place 0 0 1: a tile lies there already (A6)"),
        ("place 1 1 0", "place 1 1 0: it would share no side with a lying tile (A6)"),
        ("place 5 0 0", "place 5 0 0: it would share no side with a lying tile (A6)"),
        ("place -999999999 0 0", "place -999999999 0 0: it would share no side with a lying tile (A6)"),
        ("place 1 0 4", "place 1 0 4: a tile is laid with 0 to 3 quarter turns (A6)"),
        ("place 1 0 -1", "place 1 0 -1: a tile is laid with 0 to 3 quarter turns (A6)"),
        ("place 1 0 0 as red", "place 1 0 0 as red: the tile has no blank corner to name a colour for (A8)"),
    ],
)
def test_a6_a_placement_that_is_not_allowed_says_why(move, reason):
    with pytest.raises(IllegalMove) as refused:
        position("gbop", LONE).play(move)
    assert str(refused.value) == reason


@pytest.mark.parametrize(
    "move",
    [
        "",
        "place",
        "place 0 0",
        "place 1 0 0 as",
        "place 1 0 0 as pink",
        "place 1 0 0 as blank",
        "place 1 0 0  as red",
        "place 1 0 a",
        "place 1e3 0 0",
        "place 1000000000 0 0",
        None,
        7,
        ("place", 1, 0, 0),
        Move("fly"),
        Move(),
        Move("place", 1, 0),
        Move("place", 1, 0, "0"),
        Move("place", 1, 0, 0, "as", "pink"),
        Move("place", 1, 0, 0, "as", 5),
        Move("place", 1, 0, 0, "is", "red"),
    ],
)
def test_what_is_no_move_of_this_game_is_another_error(move):
    state = position("-gro", LONE)
    for ask in (state.play, state.check, state.points, state.player_view(0).points):
        with pytest.raises(MoveError, match="no move of AXIO rota"):
            ask(move)


def test_after_the_end_no_move_is_allowed():
    state = near_the_end()
    state = state.play(state.legal[0])
    for ask in (state.play, state.check, state.points):
        with pytest.raises(IllegalMove, match=r"the game is over \(A11\)"):
            ask("place 0 0 0")


@pytest.mark.parametrize(("players", "seed", "plies"), [(1, 3, 0), (2, 0, 5), (3, 1, 11), (4, 2, 20), (2, 9, 23)])
def test_legal_lists_and_check_raises_alike_on_all_that_can_be_written(players, seed, plies):
    state = begin(players, seed)
    for _ in range(plies):
        state = state.play(state.legal[seed % len(state.legal)])
    for now in (state, position("-gro", LONE), position("-gro")):
        allowed = []
        for move in now.candidates():
            try:
                allowed.append(now.check(move))
            except IllegalMove:
                continue
        assert tuple(sorted(allowed)) == now.legal
        assert all(now.check(str(move)) == move for move in now.legal)


# On a lone tile r g b o at (0, 0): its corners are red and green above, orange and blue below.


def test_a7_each_corner_earns_a_point_of_its_colour_for_every_identical_symbol_in_its_circle():
    # Laid to the right: the left corners meet green above and blue below.
    assert earned(position("gopb", LONE), "place 1 0 0") == {"green": 1, "blue": 1}
    assert earned(position("gopb", LONE), "place 1 0 1") == {}
    assert earned(position("gopb", LONE), "place 1 0 2") == {}


def test_a7_three_quarters_of_a_circle_earn_up_to_three_points_and_the_laid_one_none():
    board = {(0, 0): "gbro", (1, 0): "bogr", (0, 1): "orbg"}
    # The grid point (1, 1): red of all three tiles.
    assert earned(position("rpbg", board), "place 1 1 0") == {"red": 3}
    board[1, 0] = "bogp"
    assert earned(position("rpbg", board), "place 1 1 0") == {"red": 2}
    assert earned(position("rpbg", board), "place 1 1 3") == {"purple": 1}


def test_a7_the_tile_diagonally_opposite_belongs_to_the_circle():
    board = {(0, 0): "gbro", (1, 0): "gobp"}
    assert earned(position("rgbo", board), "place 1 1 0") == {"red": 1}


def test_a7_a_circle_need_not_be_full_and_a_corner_alone_is_not_scored():
    state = position("rpgo", LONE)
    assert state.play("place 1 0 2").board[1, 0].code == "gorp"
    assert state.points("place 1 0 2") == {"red": 0, "green": 1, "blue": 0, "orange": 0, "purple": 0}


def test_a7_the_points_move_the_stones_of_the_player_who_laid_the_tile():
    state = position("gopb", LONE, players=2, stones=((1, 2, 3, 4, 5), (0,) * 5)).play("place 1 0 0")
    assert row(state, 0) == (1, 3, 4, 4, 5)
    assert row(state, 1) == (0,) * 5
    assert state.scores == (1, 0)


def test_a7_a_view_tells_what_the_own_tile_would_earn():
    state = begin(2, 6)
    for seat in (0, 1):
        view = state.player_view(seat)
        assert (view.legal == ()) == (seat == 1)
        for move in view.legal:
            assert view.points(move) == state.points(move)
    other = state.player_view(1)
    were_it_to_move = replace(state, to_move=1, first=1)
    assert other.hand == were_it_to_move.hand
    for move in were_it_to_move.legal:
        assert other.points(move) == were_it_to_move.points(move)
    over = near_the_end()
    over = over.play(over.legal[0]).player_view(0)
    for move in ("place 0 0 0", Move("place", 0, 0, 0)):
        with pytest.raises(IllegalMove, match="a tile lies there already"):
            other.points(move)
        with pytest.raises(IllegalMove, match="no tile in the hand"):
            over.points(move)
    for move in were_it_to_move.legal[:20]:
        assert other.points(str(move)) == other.points(move)


@pytest.mark.parametrize("seed", range(4))
def test_a7_a_prospect_tells_the_points_of_each_corner_and_they_add_up_to_those_of_the_move(seed):
    state, chance = near_the_end(seed=seed), random.Random(seed)
    view = state.player_view(state.to_move)
    for move in chance.sample(state.legal, 30):
        named = move[5] if len(move) > 4 else None
        prospect = view.prospect(move[1:3], move[3], named)
        earned = Counter(dict.fromkeys(COLOURS, 0))
        for symbol, points in zip(prospect.tile, prospect.corners, strict=True):
            earned[named if symbol == BLANK else symbol] += points or 0
        assert prospect.tile == view.hand.turned(move[3])
        assert {colour: earned[colour] for colour in COLOURS} == view.points(move)


def test_a7_a_prospect_has_no_points_for_a_corner_that_meets_none_and_0_for_one_that_meets_others():
    state = position("rgbo", {(0, 0): "rgop", (1, 0): "pogb"})
    assert state.player_view(0).prospect((0, 1), 0).corners == (0, 0, None, None)


def test_a8_a_prospect_scores_a_blank_only_once_a_colour_is_named():
    view = position("-grb", {(0, 0): "bgor"}).player_view(0)
    assert view.prospect((0, 1), 0).corners == (None, 0, None, None)
    assert view.prospect((0, 1), 0, "red").corners == (1, 0, None, None)


def test_a9_a_prospect_moves_no_stone_beyond_12():
    view = position("rgbo", {(0, 0): "bogr"}, stones=((12, 11, 0, 0, 0),)).player_view(0)
    prospect = view.prospect((0, 1), 0)
    assert (prospect.corners, prospect.steps) == ((1, 1, None, None), (0, 1, 0, 0, 0))


def test_a5_without_a_tile_in_the_hand_there_is_no_prospect():
    with pytest.raises(GameError, match="A5"):
        replace(begin().player_view(0), hand=None).prospect((0, 2), 0)


def test_a8_a_laid_blank_beside_two_reds_and_a_purple_gives_red_2_or_purple_1():
    board = {(0, 0): "gbro", (1, 0): "bogr", (0, 1): "opbg"}
    state = position("-obr", board)
    assert earned(state, "place 1 1 0 as red") == {"red": 2}
    assert earned(state, "place 1 1 0 as purple") == {"purple": 1}
    for colour in ("green", "blue", "orange"):
        assert earned(state, f"place 1 1 0 as {colour}") == {}
    assert row(state.play("place 1 1 0 as red")) == (2, 0, 0, 0, 0)


def test_a8_a_colour_is_named_exactly_where_the_blank_meets_a_lying_corner():
    state = position("-gro", LONE)
    # To the right of the lone tile the left corners meet it: 0 and 3, that is with no turn and with three.
    right = [str(move) for move in state.legal if move[1:3] == (1, 0)]
    names = ("blue", "green", "orange", "purple", "red")
    assert right == [
        *(f"place 1 0 0 as {name}" for name in names),
        "place 1 0 1",
        "place 1 0 2",
        *(f"place 1 0 3 as {name}" for name in names),
    ]
    with pytest.raises(IllegalMove, match=r"meets a lying one and needs the name of a colour \(A8\)"):
        state.play("place 1 0 0")
    with pytest.raises(IllegalMove, match=r"meets no lying one, so no colour is named \(A8\)"):
        state.play("place 1 0 1 as red")


def test_a8_a_blank_that_meets_a_blank_alone_names_a_colour_too_and_earns_nothing():
    state = position("-gro", {(0, 0): "r-bo"})
    for colour in COLOURS:
        assert earned(state, f"place 1 0 0 as {colour}") == {}
    with pytest.raises(IllegalMove, match="needs the name of a colour"):
        state.play("place 1 0 0")


def test_a8_a_blank_that_lies_never_counts_even_once_a_colour_was_named_for_it():
    state = position("-gro", LONE, stack=["gbop"]).play("place 1 0 0 as green")
    assert row(state) == (0, 1, 0, 0, 0)
    assert state.board[1, 0].code == "-gro"
    # The circle above the two tiles holds green of the first one and the blank: one green, not two.
    assert state.play("place 0 -1 2").board[0, -1].code == "opgb"
    assert earned(state, "place 0 -1 2") == {"green": 1}


def test_a8_a_named_colour_adds_to_what_the_same_colour_earns_in_another_corner():
    board = {(0, 0): "pgbo"}
    assert earned(position("-rpb", board), "place 1 0 0 as green") == {"green": 1, "blue": 1}
    assert earned(position("-rpb", board), "place 1 0 0 as blue") == {"blue": 1}
    two = {(0, 0): "pgbo", (0, 1): "rgop"}
    # Below the blank lies green again: the corner's own green, and the named one, both earn.
    assert earned(position("-rpg", two), "place 1 0 0 as green") == {"green": 2}


def test_a9_a_stone_stops_at_12_and_points_beyond_are_lost():
    board = {(0, 0): "gbro", (1, 0): "bogr", (0, 1): "orbg"}
    state = position("rpbg", board, stones=((11, 0, 0, 0, 0),))
    assert state.points("place 1 1 0")["red"] == 3
    assert row(state.play("place 1 1 0")) == (12, 0, 0, 0, 0)
    full = replace(state, tracks=((12, 0, 0, 0, 0),)).play("place 1 1 0")
    assert row(full) == (12, 0, 0, 0, 0)
    assert full.bonus == 0


def bonus_for_two_stones(players=1, supply=None):
    """Two stones reach 12 with one tile; the bonus tiles of the supply are known."""
    stones = ((0, 11, 11, 0, 0), *[(0,) * 5] * (players - 1))
    state = position("gopb", LONE, players, stones, supply=["rgbo", "rgbp"], stack=["rpog"])
    return (state if supply is None else replace(state, supply=supply, ply=44 - supply)).play("place 1 0 0")


def test_a10_two_stones_that_reach_12_with_one_tile_give_two_bonus_turns_before_the_own_draw():
    state = bonus_for_two_stones(players=2)
    assert row(state) == (0, 12, 12, 0, 0)
    assert (state.to_move, state.bonus, state.supply) == (0, 2, 31)
    assert state.hand == Tile.from_code("rgbo")
    assert state.stacks == (11, 11)
    assert state.laid == (1, 0)
    state = state.play("place 0 -1 1")
    assert (state.to_move, state.bonus, state.supply) == (0, 1, 30)
    assert state.hand.code == "rgbp"
    assert state.stacks == (11, 11)
    state = state.play("place 0 -2 0")
    assert (state.to_move, state.bonus, state.supply) == (1, 0, 30)
    assert state.stacks == (10, 11)
    assert state.laid == (1, 0)
    assert state.player_view(0).hand.code == "rpog"


def test_a10_a_bonus_tile_is_scored_and_can_earn_another_bonus_turn():
    state = bonus_for_two_stones()
    state = replace(state, tracks=((11, 12, 12, 0, 0),))
    best = max(state.legal, key=lambda move: state.points(move)["red"])
    assert state.points(best)["red"] > 0
    later = state.play(best)
    assert row(later)[0] == 12
    assert later.bonus == 2  # one of the two is played, another one earned
    assert later.supply == state.supply - 1


def test_a10_a_stone_that_is_at_12_already_gives_no_further_bonus_turn():
    state = position("gopb", LONE, stones=((0, 12, 12, 0, 0),)).play("place 1 0 0")
    assert state.bonus == 0
    assert state.supply == 44


def test_a10_four_stones_with_one_tile_give_four_bonus_turns_all_played_before_the_next_player():
    board = {(1, 0): "rbog", (1, 2): "bpro"}
    state = position("gopb", board, players=2, stones=((0, 11, 11, 11, 11), (0,) * 5))
    assert earned(state, "place 1 1 0") == {"green": 1, "orange": 1, "purple": 1, "blue": 1}
    state = state.play("place 1 1 0")
    for left in (4, 3, 2, 1):
        assert (state.to_move, state.bonus, state.supply) == (0, left, 27 + left)
        state = state.play(min(state.legal, key=lambda move, now=state: now.points(move)["red"]))
    assert (state.to_move, state.bonus, state.supply) == (1, 0, 28)
    assert state.laid == (1, 0)


@pytest.mark.parametrize(("supply", "bonus"), [(3, 2), (2, 2), (1, 1), (0, 0)])
def test_a10_what_the_supply_cannot_serve_lapses(supply, bonus):
    state = bonus_for_two_stones(supply=supply)
    assert state.bonus == bonus
    assert state.supply == max(supply - 1, 0)
    for left in range(bonus - 1, -1, -1):
        state = state.play(state.legal[-1])
        assert state.bonus == left
    assert state.laid == (1,)
    assert state.stacks == (10,)
    assert state.outcome is None


@pytest.mark.parametrize("supply", range(6))
def test_a10_no_more_bonus_turns_are_left_than_the_supply_can_serve(supply):
    board = {(1, 0): "rbog", (1, 2): "bpro"}
    state = position("gopb", board, players=2, stones=((0, 11, 11, 11, 11), (0,) * 5))
    state = replace(state, supply=supply, ply=32 - supply).play("place 1 1 0")
    for left in range(min(4, supply), 0, -1):
        assert (state.to_move, state.bonus) == (0, left)
        state = state.play(min(state.legal, key=lambda move, now=state: now.points(move)["red"]))
    assert (state.to_move, state.bonus, state.supply) == (1, 0, max(supply - 4, 0))


def test_a10_the_supply_runs_out_in_a_chain_of_bonus_turns():
    """Four players, stones all but there: whole games, in which the 8 tiles of the supply are soon laid."""
    emptied = 0
    for seed in range(6):
        state = replace(begin(4, seed), tracks=((11, 11, 11, 11, 0),) * 4)
        while state.outcome is None:
            before = state
            state = state.play(max(state.legal, key=lambda move, now=state: sum(now.points(move).values())))
            reached = sum(r.count(12) for r in state.tracks) - sum(r.count(12) for r in before.tracks)
            owed = max(before.bonus - 1, 0) + reached
            if before.supply == 0:
                assert state.bonus == 0
                assert state.outcome or state.to_move == (before.to_move + 1) % 4
                emptied += owed > 0
            elif before.supply == 1 and owed and not state.outcome:
                assert state.bonus == 1
                emptied += owed > 1
    assert emptied


def test_a10_a_bonus_turn_earned_by_the_very_last_tile_is_played_before_the_end():
    state = near_the_end(2, 5)
    mover = state.to_move
    best = max(state.legal, key=lambda move: max(state.points(move).values()))
    colour = max(state.points(best), key=state.points(best).get)
    stones = [[0] * 5, [0] * 5]
    stones[mover][COLOURS.index(colour)] = 11
    stones[1 - mover] = [1] * 5
    state = replace(state, tracks=tuple(map(tuple, stones))).play(best)
    assert state.outcome is None
    assert state.laid == (12, 12)
    assert (state.to_move, state.bonus, state.supply) == (mover, 1, 31)
    assert state.stacks == (0, 0)
    assert state.player_view(1 - mover).hand is None
    quiet = min(state.legal, key=lambda move: sum(state.points(move).values()))
    state = state.play(quiet)
    assert state.outcome.winners == (1 - mover,)
    assert state.to_move == mover


def ended(*stones):
    """Return how a game with these stones ends when its last tile earns nothing."""
    state = near_the_end(len(stones), 3)
    quiet = next(move for move in state.legal if not any(state.points(move).values()))
    return replace(state, tracks=tuple(stones)).play(quiet).outcome


def test_a11_three_with_a_lowest_stone_of_7_and_the_third_wins_by_the_third_lowest():
    result = ended((12, 7, 8, 12, 12), (9, 9, 7, 12, 12), (7, 12, 11, 10, 9))
    assert result == Outcome((2,), "lowest stones 7 9 each, then 10 against 9 (A11)")


def test_a11_a_lowest_stone_of_8_beats_one_of_6_whatever_the_others_are():
    assert ended((8, 8, 8, 8, 8), (12, 12, 6, 12, 12)) == Outcome((0,), "lowest stone 8 against 6 (A11)")


def test_a11_the_colours_of_the_stones_do_not_matter_and_equal_ones_share_the_win():
    assert ended((1, 2, 3, 4, 5), (5, 4, 3, 2, 1)) == Outcome((0, 1), "all five stones equal: 1 2 3 4 5 (A11)")
    assert ended((1, 2, 3, 4, 5), (0, 9, 9, 9, 9), (5, 4, 3, 2, 1), (1, 2, 3, 4, 4)) == Outcome(
        (0, 2), "all five stones equal: 1 2 3 4 5; lowest stones 1 2 3 4 each, then 5 against 4 (A11)"
    )


@given(st.lists(st.tuples(*[st.integers(0, 3)] * 5), min_size=2, max_size=4))
@settings(max_examples=40)
def test_a11_a_tie_goes_to_the_next_lowest_of_those_tied(stones):
    tied = list(range(len(stones)))
    for place in range(5):
        best = max(sorted(stones[seat])[place] for seat in tied)
        tied = [seat for seat in tied if sorted(stones[seat])[place] == best]
    assert ENDS[len(stones)](stones).winners == tuple(tied)


def _ending(players):
    state = near_the_end(players, 3)
    quiet = next(move for move in state.legal if not any(state.points(move).values()))
    return lambda stones: replace(state, tracks=tuple(stones)).play(quiet).outcome


ENDS = {players: _ending(players) for players in (2, 3, 4)}


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_a11_the_game_ends_when_all_have_laid_12_and_lasts_no_longer_than_proven(players):
    state = near_the_end(players)
    assert state.outcome is None
    state = state.play(next(move for move in state.legal if not any(state.points(move).values())))
    assert state.outcome is not None
    assert state.laid == (12,) * players
    assert state.longest == {1: 16, 2: 32, 3: 48, 4: 56}[players]
    assert state.ply <= state.longest


def test_a12_all_five_stones_at_12_win_at_once_and_pending_bonus_turns_are_not_played():
    stones = ((12, 11, 11, 12, 12), (11, 12, 12, 12, 12))
    state = position("gopb", LONE, 2, stones).play("place 1 0 0")
    assert state.outcome == Outcome((0,), "seat 0: all five stones at 12 (A12)")
    assert state.scores == (12, 11)
    assert (state.to_move, state.bonus, state.supply, state.hand, state.legal) == (0, 0, 32, None, ())
    assert state.stacks == (11, 11)
    assert state.laid == (1, 0)


def test_a12_the_sudden_win_comes_in_a_bonus_turn_too():
    state = replace(bonus_for_two_stones(players=2), tracks=((11, 12, 12, 12, 12), (0,) * 5))
    best = max(state.legal, key=lambda move: state.points(move)["red"])
    later = state.play(best)
    assert later.outcome == Outcome((0,), "seat 0: all five stones at 12 (A12)")
    assert later.supply == state.supply


def test_a12_with_the_very_last_tile_it_wins_against_a_tie():
    state = near_the_end(2, 5)
    mover = state.to_move
    best = max(state.legal, key=lambda move: max(state.points(move).values()))
    colour = max(state.points(best), key=state.points(best).get)
    mine = tuple(11 if name == colour else 12 for name in COLOURS)
    stones = (mine, (12, 12, 12, 12, 11)) if mover == 0 else ((12, 12, 12, 12, 11), mine)
    assert replace(state, tracks=stones).play(best).outcome.winners == (mover,)


def test_a12_alone_the_game_ends_at_once_as_well():
    state = position("gopb", LONE, 1, ((12, 11, 11, 12, 12),)).play("place 1 0 0")
    assert state.outcome == Outcome((0,), "alone: all five stones at 12 (A12)")
    assert state.scores == (12,)


def test_a13_alone_the_result_is_the_lowest_stone():
    assert ended((7, 8, 5, 12, 9)) == Outcome((0,), "alone: lowest stone 5 (A13)")
    state = begin(1, 7)
    while state.outcome is None:
        state = state.play(state.legal[len(state.legal) // 2])
    assert state.ply == 12
    assert state.outcome == Outcome((0,), f"alone: lowest stone {state.scores[0]} (A13)")
    assert state.scores == (min(state.stones[0].values()),)


def perft(state, depth):
    if depth == 1:
        return len(state.legal)
    return sum(perft(state.play(move), depth - 1) for move in state.legal)


def perft_by_the_letter(letter, depth):
    moves = list(letter.moves())
    if depth == 1:
        return len(moves)
    total = 0
    for move in moves:
        later = copy.deepcopy(letter)
        later.play(move)
        total += perft_by_the_letter(later, depth - 1)
    return total


PERFT = {
    "full tiles": (position("rgbo", stack=["rgob", "rbgo"]), (32, 1152, 46080)),
    "blanks": (position("-gro", stack=["-ogr", "-rog"]), (96, 10752, 1363968)),
    "two players": (begin(2, 7), (32, 1152, 146432)),
    "four players": (begin(4, 11), (96, 3456, 138240)),
    "bonus turns": (bonus_for_two_stones(players=2), (24, 704, 75776)),
}


@pytest.mark.parametrize("name", PERFT)
def test_the_move_tree_has_as_many_leaves_as_counted(name):
    state, counts = PERFT[name]
    assert tuple(perft(state, depth) for depth in (1, 2, 3)) == counts


@pytest.mark.parametrize("name", ["full tiles", "blanks"])
def test_the_move_tree_has_as_many_leaves_as_by_the_letter(name):
    state, counts = PERFT[name]
    assert perft_by_the_letter(ByTheLetter(state), 2) == counts[1]


def test_states_are_values_and_a_move_leaves_the_one_it_was_played_in_untouched():
    state = begin(2, 1)
    text, moves = state.to_json(), state.legal
    later = [state.play(move) for move in moves]
    assert state.to_json() == text
    # Colours named for a blank corner that earn nothing lead to one and the same state.
    assert len(set(later)) == len({(move[:4], tuple(state.points(move).items())) for move in moves})
    assert [state.play(move) for move in moves] == later
    assert begin(2, 1) == state
    assert hash(begin(2, 1)) == hash(state)
    assert begin(2, 2) != state
    with pytest.raises(TypeError):
        state.board[0, 0] = None
    with pytest.raises(TypeError):
        state.stones[0]["red"] = 12


def test_the_same_grid_laid_in_another_order_is_the_same_state():
    state = begin(2, 4).play("place 2 0 0")
    other = replace(state, _board=dict(reversed(state._board.items())))
    assert list(other.board) != list(state.board)
    assert other == state
    assert hash(other) == hash(state)
    assert other.legal == state.legal


@given(st.integers(1, 4), st.integers(0, 2**63 - 1), st.lists(st.floats(0, 0.999), max_size=60))
@settings(max_examples=60)
def test_states_come_back_from_json_and_pickles_equal_and_legal_is_sorted(players, seed, picks):
    state = AxioRotaSetup(TILES, players).start(Luck(seed))
    for pick in picks:
        if state.outcome:
            break
        assert list(state.legal) == sorted(set(state.legal))
        state = state.play(state.legal[int(pick * len(state.legal))])
    back = again(state)
    assert back == state == pickle.loads(pickle.dumps(state)) == copy.deepcopy(state)
    assert hash(back) == hash(state)
    assert back.legal == state.legal
    assert back.to_json() == state.to_json()
    assert len(str(state)) < 200
    assert "\n" not in str(state)


def test_a_view_is_a_value_that_shares_nothing_with_the_state_which_could_change():
    state = begin(2, 4).play("place 2 0 0")
    view = state.player_view(0)
    same = replace(state, _board=dict(reversed(state._board.items()))).player_view(0)
    assert view == same
    assert hash(view) == hash(same)
    assert view.board == state.board
    assert not [name for name in view.__slots__ if isinstance(getattr(view, name), dict | list | set)]
    state._board.clear()
    assert view == same
    assert len(view.board) == 5
    for mapping in (view.board, view.stones[0]):
        with pytest.raises(TypeError):
            mapping["red"] = 12


def greedy(players, seed):
    """Yield the states of a game in which everybody takes as many points as there are."""
    state = begin(players, seed)
    yield state
    while state.outcome is None:
        state = state.play(max(state.legal, key=lambda move, now=state: sum(now.points(move).values())))
        yield state


GREEDY = [state for players, seed in ((1, 0), (2, 1), (3, 2), (4, 3)) for state in greedy(players, seed)]


def test_states_in_bonus_turns_come_back_from_json_too():
    assert any(state.bonus for state in GREEDY)
    for state in GREEDY:
        assert again(state) == state


def test_a_line_tells_the_position():
    assert str(begin(2, 0)).startswith("4 tiles lie, 32 in the supply, stones 0 0 0 0 0 | 0 0 0 0 0, seat 0 holds ")
    assert str(bonus_for_two_stones()).endswith("seat 0 holds rgbo (bonus turns left: 2)")
    state = near_the_end()
    assert str(state.play(state.legal[0])).endswith(" (A13)")


def hostile():
    state = begin(2, 1, None)
    for _ in range(5):
        state = state.play(state.legal[3])
    content = json.loads(state.to_json())
    board, stones = content["position"]["board"], content["position"]["stones"]
    bonus = json.loads(next(now for now in GREEDY if now.bonus).to_json())
    results = content["luck"]["results"]

    def changed(part, base=content, **values):
        return {**base, part: {**base[part], **values}}

    yield from (changed("position", board=value) for value in (None, {}, [], "x", board[:3], board[:-1], board * 30))
    yield from (changed("position", board=board[::-1]), changed("position", board=[board[0], *board]))
    yield changed("position", board=[*board[:-1], board[-2]])
    for item in (None, [], 5, [0, 0], [0, 0, 5], ["0", 0, "rgbo"], [True, 0, "rgbo"], [9, 0.0, "rgbo"], [9, 9, "rrrr"]):
        yield changed("position", board=[*board[:-1], item])
    x, y, code = board[-1]
    other = "rgbo" if Tile.from_code(code).kind != Tile.from_code("rgbo").kind else "rgob"
    for item in ([x + 1, y + 1, code], [10**9, y, code], [10**5000, y, code], [x, y, other], [x, y, "zzzz"]):
        yield changed("position", board=[*board[:-1], item])
    x, y, code = board[0]
    other = next(tile.code for tile in TILES.tiles if tile.kind != Tile.from_code(code).kind)
    yield changed("position", board=[[x, y, other], *board[1:]])
    yield changed("position", board=[[-6, y, code], *board[1:]])
    at = [item[:2] for item in board].index([1, 1])
    yield changed(
        "position", board=[*board[:at], [1, 1, Tile.from_code(board[at][2]).turned(2).code], *board[at + 1 :]]
    )
    for value in (None, [], [[0] * 5], [[0] * 5] * 3, [[0] * 4] * 2, [0, 0], [[0] * 5, None], [["0"] * 5] * 2):
        yield changed("position", stones=value)
    for stone in (-1, 13, True, 1.0, None, 10**5000):
        yield changed("position", stones=[[stone, 0, 0, 0, 0], stones[1]])
    yield changed("position", stones=[[12] * 5, stones[1]])
    yield changed("position", stones=[stones[0], [12] * 5])
    yield from (changed("position", supply=value) for value in (None, -1, 33, 31, 0, 27, True, "32", 10**5000))
    yield from (changed("position", bonus=value) for value in (None, -1, 1, 2, 5, True, "1"))
    yield from (changed("position", ply=value) for value in (None, -1, 4, 6, 57, True, "5", 5.0, 10**5000))
    yield from (changed("position", to_move=value) for value in (None, -1, 1, 2, False, "0", 0.0, 10**5000))
    yield from (changed("position", over=value) for value in (None, 0, 1, "false", [], True))
    yield changed("position", extra=1)
    yield from (
        {**content, "position": {k: v for k, v in content["position"].items() if k != name}}
        for name in content["position"]
    )
    yield changed("position", bonus, bonus=0)
    yield changed("position", bonus, over=True)
    yield changed("position", bonus, supply=bonus["position"]["supply"] - 1)
    for value in (
        [],
        results[:1],
        results[1:],
        results[::-1],
        [*results, "more"],
        ["x", results[1]],
        [results[0], "first 2"],
    ):
        yield changed("luck", results=value)
    yield from (changed("luck", seed=value) for value in (-1, None, 2**63, 1.5))
    yield changed("luck", results=[begin(2, 99).luck.results[0], results[1]])
    for name, value in (("players", 3), ("players", 0), ("players", None), ("first", 5), ("first", 0), ("tiles", None)):
        yield changed("setup", **{name: value})
    yield changed("setup", tiles={"provenance": "x", "tiles": ["rgbo"] * 59})
    yield changed("setup", tiles={"provenance": "x", "tiles": ["rgbo"] * 60})
    yield changed("setup", extra=0)
    fresh = json.loads(begin(2, 1).to_json())
    yield changed("position", fresh, bonus=1, stones=[[12, 0, 0, 0, 0], [0] * 5])


@pytest.mark.parametrize("content", list(hostile()), ids=lambda _: "")
def test_a_state_that_is_malformed_or_contradicts_itself_is_refused_in_one_line(content):
    with pytest.raises((StateError, GameError, ChanceError)) as refused:
        read(content)
    assert "\n" not in str(refused.value)
    assert len(str(refused.value)) < 200


def test_a_set_up_says_which_game_it_is():
    assert [str(AxioRotaSetup(TILES, players)) for players in (1, 4)] == ["AXIO rota, 1 player", "AXIO rota, 4 players"]


def test_a_set_up_comes_back_from_json():
    for setup in (AxioRotaSetup(TILES), AxioRotaSetup(TILES, 4, 3), AxioRotaSetup(TILES, 1)):
        content = json.loads(json.dumps(setup.to_dict()))
        assert AxioRotaSetup.from_entry(whole_entry(content, "set-up", GameError)) == setup


@pytest.mark.parametrize(("plies", "supply", "bonus"), [(5, 0, 0), (5, 26, 0), (0, 32, 1), (5, 32, 1)])
def test_a10_a_state_with_other_numbers_of_tiles_than_the_rules_give_is_refused(plies, supply, bonus):
    state = begin(2, 1)
    for _ in range(plies):
        state = state.play(state.legal[0])
    content = json.loads(state.to_json())
    content["position"].update(supply=supply, bonus=bonus)
    with pytest.raises(StateError, match=f"ply is {plies}, with {supply} tiles in the supply and {bonus} bonus turns"):
        read(content)


def test_a5_a_state_with_another_to_move_than_the_tiles_laid_say_is_refused():
    for state in GREEDY:
        content = json.loads(state.to_json())
        for seat in {*range(state.setup.players)} - {state.to_move}:
            content["position"]["to_move"] = seat
            with pytest.raises(StateError, match=rf"it is the turn of seat {state.to_move} \(A5\)"):
                read(content)


def test_a11_a_state_is_over_exactly_if_all_tiles_of_the_stacks_are_laid():
    state = near_the_end(2, 3)
    for now, over, told in ((state, True, "goes on"), (state.play(state.legal[0]), False, "is over")):
        content = json.loads(now.to_json())
        assert content["position"]["over"] is not over
        content["position"].update(over=over, to_move=1 - now.to_move)
        with pytest.raises(StateError, match=f"the game {told} with these tiles and stones"):
            read(content)


def test_a12_a_state_is_over_exactly_if_a_seat_has_all_five_stones_at_12():
    content = json.loads(begin(3, 1).play("place 2 0 0 as red").to_json())
    content["position"].update(over=True, to_move=0)
    with pytest.raises(StateError, match="the game goes on with these tiles and stones"):
        read(content)
    content["position"]["stones"] = [[12] * 5, [0] * 5, [0] * 5]
    state = read(content)
    assert state.outcome == Outcome((0,), "seat 0: all five stones at 12 (A12)")
    assert again(state) == state
    content["position"]["stones"] = [[12] * 5, [0] * 5, [12] * 5]
    with pytest.raises(StateError, match=r"more than one seat has all five stones at 12 \(A12\)"):
        read(content)
    content["position"].update(over=False, to_move=1, stones=[[12] * 5, [0] * 5, [0] * 5])
    with pytest.raises(StateError, match="the game is over with these tiles and stones"):
        read(content)


def strange(chance):
    """Return a state as JSON with stones, squares and numbers that no moves may have led to."""
    state = chance.choice(GREEDY)
    content = json.loads(state.to_json())
    top = chance.choice((3, 11, 12))
    stones = [[chance.randint(top // 2, top) for _ in range(5)] for _ in range(state.setup.players)]
    near = range(-state.ply, state.ply + 2)
    moved = iter(chance.sample([(x, y) for x in near for y in near if (x, y) not in SQUARE], state.ply))
    board = [
        [*square, tile.code] if square in SQUARE else [*next(moved), tile.turned(chance.randrange(4)).code]
        for square, tile in state.board.items()
    ]
    content["position"].update(board=sorted(board), stones=stones, bonus=chance.randint(1, 4) if state.bonus else 0)
    if chance.random() < 0.3:
        content["position"][chance.choice(["ply", "to_move", "supply", "bonus"])] = chance.randint(-1, 60)
    if chance.random() < 0.1:
        content["position"]["over"] = state.outcome is None
    return content


def test_any_state_that_is_accepted_can_be_played_to_its_end():
    accepted = Counter()
    for seed in range(150):
        chance = random.Random(seed)
        try:
            state = read(strange(chance))
        except StateError:
            continue
        census = state.census()
        accepted["bonus"] += state.bonus > 0
        while state.outcome is None:
            assert again(state) == state
            seat = chance.randrange(state.setup.players)
            assert state.redealt(seat, chance.random).player_view(seat) == state.player_view(seat)
            state = state.play(chance.choice(state.legal))
            accepted["plies"] += 1
        assert state.census() == census
        assert again(state) == state
        accepted["all"] += 1
    assert accepted["all"] > 80
    assert accepted["bonus"] > 5
    assert accepted["plies"] > 1000
