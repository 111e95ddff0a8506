"""Actions and moves are one to one, observations tell what a player may know, and nothing else."""

import random
from itertools import product

import numpy as np
import pytest

from sim.env.axio_rota_codec import AxioRotaCodec, most_laid, most_squares
from sim.env.collexion_codec import CollexionCodec
from sim.env.colour_collect_codec import ColourCollectCodec
from sim.errors import GameError
from sim.pile import RULES
from sim.rules.axio_rota import Tile
from sim.rules.axio_rota.placing import MEETS, free_squares
from sim.rules.collexion.sets import KINDS
from sim.rules.luck import Luck
from sim.rules.moves import Move
from tests.rules.games import PILES, SETUPS, heaped, mixed, surveyed

GAMES = ("collexion", "axio-rota", "colour-collect")


def codec_of(setup):
    """Return the codec for a set-up."""
    if setup.game == "collexion":
        return CollexionCodec(setup.players)
    return AxioRotaCodec(setup.players) if setup.game == "axio-rota" else ColourCollectCodec()


def states(setup, seed, every=1):
    """Yield states of a random game, every so many plies, and the last one."""
    state, chance = setup.start(Luck(seed)), random.Random(seed)
    while state.outcome is None:
        if state.ply % every == 0:
            yield state
        state = state.play(chance.choice(state.legal))
    yield state


def fits(codec, observation):
    """Say whether an observation is what the fields say."""
    assert list(observation) == [field.name for field in codec.fields]
    for field in codec.fields:
        array = observation[field.name]
        assert (array.shape, array.dtype) == (field.shape, np.dtype(field.kind)), field.name
        assert array.min() >= field.low, field.name
        assert array.max() <= field.high, field.name
    return True


@pytest.mark.parametrize("name", sorted(SETUPS))
def test_legal_moves_and_unmasked_actions_are_one_to_one_in_every_set_up(name):
    setup = SETUPS[name]()
    codec = codec_of(setup)
    for state in states(setup, len(name), every=25 if name.startswith("collexion") else 5):
        for seat in range(setup.players):
            view = state.player_view(seat)
            mask = codec.mask(view)
            assert (mask.shape, mask.dtype) == ((codec.actions,), np.int8)
            open_actions = np.flatnonzero(mask).tolist()
            assert len(open_actions) == len(view.legal)
            assert {codec.move(view, action) for action in open_actions} == set(view.legal)
            assert all(codec.action(view, move) in open_actions for move in view.legal[::7])
            assert fits(codec, codec.observation(view))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_action_of_collexion_is_a_move_of_its_own_and_can_be_written(players):
    state = SETUPS[f"collexion-de-{players}"]().start(Luck(1))
    codec = CollexionCodec(players)
    assert codec.actions == 187 + 288 * (players - 1)
    for seat in range(players):
        view = state.player_view(seat)
        moves = [codec.move(view, action) for action in range(codec.actions)]
        assert len(set(moves)) == codec.actions
        assert [codec.action(view, move) for move in moves] == list(range(codec.actions))
        others = set(range(players)) - {seat}
        written = state.grammar.moves({"ID": range(80), "SEAT": others})
        assert set(moves) == set(written)


def test_collexions_actions_count_seats_clockwise_from_the_players_left():
    codec = CollexionCodec(3)
    state = SETUPS["collexion-de-3"]().start(Luck(1))
    first, second = 187, 187 + 288
    for seat, (left, right) in enumerate([(1, 2), (2, 0), (0, 1)]):
        view = state.player_view(seat)
        assert codec.move(view, first) == Move("steal", left, KINDS[0])
        assert codec.move(view, second + 16) == Move("give", right, KINDS[0])
        assert codec.move(view, second + 32 + 16 * 2 + 5) == Move("swap", KINDS[2], right, KINDS[5])


def test_collexions_numbers_are_those_of_the_manual():
    codec, view = CollexionCodec(2), SETUPS["collexion-de-2"]().start(Luck(1)).player_view(0)
    told = {
        17: "take 17", 80: "remove 0", 160: "stop", 161: "give-partner", 162: "end", 163: "score colour blue",
        167: "score shape octagon", 170: "score shape triangle", 171: "score shape octagon from blue",
        186: "score shape triangle from yellow", 187: "steal 1 octagon-blue", 203: "give 1 octagon-blue",
        219: "swap octagon-blue 1 octagon-blue", 474: "swap triangle-yellow 1 triangle-yellow",
    }  # fmt: skip
    assert {action: str(codec.move(view, action)) for action in told} == told


def test_colour_collects_numbers_are_those_of_the_manual():
    codec, view = ColourCollectCodec(), SETUPS["colour-collect-1-3-loser"]().start(Luck(1)).player_view(0)
    moves = [str(codec.move(view, action)) for action in range(codec.actions)]
    assert moves[:4] == ["up", "down", "left", "right"]
    assert moves[4:] == [f"pawn {x} {y}" for y, x in product(range(5), range(5))]


def test_axio_rotas_numbers_are_those_of_the_manual():
    codec, view = AxioRotaCodec(2), SETUPS["axio-rota-2"]().start(Luck(1)).player_view(0)
    assert str(codec.move(view, 0)) == "place -1 0 0"
    assert str(codec.move(view, 1)) == "place -1 0 0 as red"
    assert str(codec.move(view, 24 + 6 * 3 + 5)) == "place -1 1 3 as purple"
    with pytest.raises(GameError, match="square 8 of the frontier, which has 8 now"):
        codec.move(view, 8 * 24)


@pytest.mark.parametrize("name", ["axio-rota-2", "collexion-fr-2", "colour-collect-1-3-loser"])
def test_an_action_that_there_is_not_is_refused(name):
    setup = SETUPS[name]()
    codec, view = codec_of(setup), setup.start(Luck(1)).player_view(0)
    for action in (-1, codec.actions):
        with pytest.raises(GameError, match=f"there is no action {action}: they run from 0 to {codec.actions - 1}"):
            codec.move(view, action)


TILE = Tile("red", "green", "blue", "orange")


@pytest.mark.parametrize("laid", range(61))
def test_a_row_that_leads_away_from_the_start_has_the_largest_frontier(laid):
    board = dict.fromkeys([(0, 0), (1, 0), (0, 1), (1, 1), *((2 + k, 0) for k in range(laid))], TILE)
    assert len(free_squares(board)) == (7 + 2 * laid if laid else 8)


@pytest.mark.parametrize("seed", range(8))
def test_no_frontier_is_larger_however_tiles_are_laid(seed):
    """Where most new squares come up, at random among equals: the bound of each number of tiles holds."""
    chance = random.Random(seed)
    board = dict.fromkeys([(0, 0), (1, 0), (0, 1), (1, 1)], TILE)
    for laid in range(1, 57):
        places = free_squares(board)
        sizes = [len(free_squares({**board, place: TILE})) for place in places]
        greedy = [place for place, size in zip(places, sizes, strict=True) if size == max(sizes)]
        board[chance.choice(greedy if seed % 4 else places)] = TILE
        assert len(free_squares(board)) <= 7 + 2 * laid
        if laid > 20 and seed:
            break


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_the_frontier_has_room_in_the_longest_game_laid_in_a_row(players):
    setup = SETUPS[f"axio-rota-{players}"]()
    codec, state = AxioRotaCodec(players), setup.start(Luck(5))
    assert most_laid(players) == state.longest
    assert most_squares(players) == {1: 37, 2: 69, 3: 101, 4: 117}[players]
    while state.outcome is None:
        seen = codec.observation(state.player_view(state.to_move))
        assert seen["open"].sum() == len(free_squares(state.board)) <= codec.squares
        ends = max(x for x, _ in state.board) + 1
        state = state.play(next(move for move in state.legal if move[1:3] == (ends, 0)))
    last = codec.observation(state.player_view(0))
    assert fits(codec, last)
    assert not last["open"].any()
    assert (last["tiles"][:, 2] >= 0).sum() == len(state.board)


def test_what_axio_rotas_corners_meet_is_what_a_tile_would_earn_from():
    setup = SETUPS["axio-rota-2"]()
    codec = AxioRotaCodec(2)
    symbols = ("blank", "red", "green", "blue", "orange", "purple")
    for state in states(setup, 11, every=4):
        seen = codec.observation(state.player_view(0))
        for k, (x, y) in enumerate(free_squares(state.board) if state.outcome is None else []):
            assert seen["frontier"][k].tolist() == [x, y]
            for corner, met in enumerate(MEETS):
                there = [state.board[x + dx, y + dy][c] for dx, dy, c in met if (x + dx, y + dy) in state.board]
                assert seen["meets"][k, corner].tolist() == [there.count(symbol) for symbol in symbols]


@pytest.mark.parametrize("game", GAMES)
def test_what_is_hidden_changes_no_bit_of_an_observation(game):
    """Games that a seat cannot tell apart look the same in arrays, whatever is dealt anew; others do not."""
    chance = random.Random(1).random
    piles = [heaped(*surveyed(PILES[0]))]
    for number in range(4):
        setup = mixed(game, number, piles)
        codec = codec_of(setup)
        seen = []
        for state in states(setup, number, every=20):
            for seat in range(setup.players):
                view = state.player_view(seat)
                here = codec.observation(view), codec.mask(view)
                again = state.redealt(seat, chance).player_view(seat)
                there = codec.observation(again), codec.mask(again)
                assert all((here[0][name] == there[0][name]).all() for name in here[0])
                assert (here[1] == there[1]).all()
                seen.append(b"".join(array.tobytes() for array in here[0].values()))
        assert len(set(seen)) > 0.9 * len(seen)


def test_an_observation_of_collexion_is_what_the_view_says():
    setup = SETUPS["collexion-fr-blue-orange-4-team-expert"]()
    codec = CollexionCodec(4)
    *_, late = states(setup, 3)
    for state in (*states(setup, 3, every=40), late):
        view = state.player_view(2)
        seen = codec.observation(view)
        assert set(np.flatnonzero(seen["known"])) == view.left
        assert set(zip(*map(np.ndarray.tolist, np.nonzero(seen["covers"])), strict=True)) == view.covers
        assert (seen["touches"] == seen["touches"].T).all()
        assert seen["touches"].sum() == 2 * len(view.touches)
        assert tuple(np.flatnonzero(seen["reachable"])) == view.reachable
        assert tuple(sorted(np.flatnonzero(seen["taken"]), key=seen["taken"].item)) == view.taken
        kinds = [kind for kind, count in zip(KINDS, seen["collections"][1], strict=True) for _ in range(count)]
        assert tuple(kinds) == state.collections[3]
        assert seen["markers"] @ [2, 3, 4] == sum(state.markers[2])
        assert seen["marker_counts"].tolist() == [len(state.markers[seat]) for seat in (2, 3, 0, 1)]
        known = [1] * 4 if state.outcome else [1, 0, 0, 0]
        assert seen["scores_known"].tolist() == known
        scores = [state.scores[seat] for seat in (2, 3, 0, 1)]
        assert seen["scores"].tolist() == [score * shown for score, shown in zip(scores, known, strict=True)]
        assert seen["to_move"].argmax() == (state.to_move - 2) % 4
        assert seen["rules"].tolist() == [0, 1, 0, 1, 0, 1, 1, 1, 0, 1, 1]
        assert RULES[seen["rules"][:3].argmax()] == view.edition.reachable


def test_an_observation_of_colour_collect_is_what_the_view_says():
    setup = SETUPS["colour-collect-2-5-alternate"]()
    codec = ColourCollectCodec()
    names = ("yellow", "green", "orange", "red", "blue")
    for state in states(setup, 2):
        seen = codec.observation(state.player_view(1))
        found = {(x, y): names[c] for y, x, c in zip(*np.nonzero(seen["board"]), strict=True)}
        assert found == dict(state.board)
        assert [(x, y) for y, x in zip(*np.nonzero(seen["pawn"]), strict=True)] == [state.pawn] * (
            state.pawn is not None
        )
        assert seen["discs"].tolist() == [[state.discs[seat].count(name) for name in names] for seat in (1, 0)]
        assert seen["out"].tolist() == [[state.out[seat].count(name) for name in names] for seat in (1, 0)]
        assert seen["rounds"].tolist() == [state.rounds[1], state.rounds[0]]
        assert seen["rules"].tolist() == [1, 0, 1, 1, 1]
