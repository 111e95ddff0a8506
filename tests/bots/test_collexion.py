"""Collexion as bots think of it, against the rules."""

import random
from collections import Counter
from dataclasses import replace

import pytest

from sim.bots import bot
from sim.bots.collexion.greedy import Greedy, first_move, score_move
from sim.bots.collexion.kinds import SET_WORDS, SETS, UNIT, count, kind_of, packed, presence, units
from sim.bots.collexion.plan import best_plan, plans, worth_for
from sim.bots.collexion.removal import removed
from sim.bots.collexion.table import Table
from sim.bots.collexion.turns import play
from sim.bots.collexion.worth import Worth, paid
from sim.bots.match import play as play_match
from sim.rules.collexion.sets import COLOUR_SETS, KIND_OF, KINDS, SHAPE_SETS
from sim.rules.collexion.setup import ACTIONS
from sim.rules.luck import Luck, below
from tests.rules.games import PILES, SETUPS, heaped, surveyed

TABLES = ["collexion-de-2", "collexion-fr-3", "collexion-it-4", "collexion-fr-blue-orange-2", "collexion-de-4-team"]


def opened(name, pile=0):
    """Return a set-up with a pile in which nothing is hidden, so that a table is all that there is."""
    pile, cover = surveyed(PILES[pile])
    return replace(SETUPS[name](), pile=pile, cover=replace(cover, hidden_by=tuple(((),) for _ in range(cover.size))))


def agrees(table, state):
    """Say whether a table at the beginning of a turn is the state."""
    assert table.lying == state.lying
    assert table.heap.reachable(table.lying, table.free) == state.reachable_mask
    assert table.collections == list(map(packed, state.collections))
    assert table.heights == state.heights
    assert table.points == list(map(sum, state.markers))
    assert table.actions == list(state.actions)
    assert table.over == (state.outcome is not None)
    if not table.over:
        assert table.seat == state.to_move
    assert [table.score(seat) for seat in range(table.players)] == list(state.scores)
    return True


@pytest.mark.parametrize("name", TABLES)
def test_turns_in_the_mind_go_as_the_rules_say(name):
    chance, acted = random.Random(name).random, Counter()
    for number in range(2):
        state = opened(name, number).start(Luck(number))
        table = Table.of(state.player_view(state.to_move))
        while state.outcome is None:
            assert agrees(table, state)
            worth = worth_for(table)
            ways = plans(table, worth, 6)
            plan = ways[0] if chance() < 0.7 else ways[below(len(ways), chance)]
            for move in (*plan.takes, "give-partner" if plan.handed else "stop"):
                state = state.play(f"take {move}" if isinstance(move, int) else move)
            if plan.action:
                state = state.play(plan.action.move)
                acted[plan.action.move[0]] += 1
            collection = packed(state.collections[state.to_move])
            for step in worth.scored(collection, state.heights, not state.lying).steps:
                state = state.play(score_move(*step))
            state = state.play("end")
            play(table, plan, worth)
        assert agrees(table, state)
    assert acted["swap"] + acted["steal"] > 0


@pytest.mark.parametrize("name", TABLES)
def test_every_plan_can_be_played(name):
    state = opened(name).start(Luck(3))
    chance = random.Random(3).random
    for _ in range(60):
        if state.taking:
            table = Table.of(state.player_view(state.to_move))
            ways = plans(table, worth_for(table))
            for plan in ways[:12]:
                assert first_move(plan) in state.legal
                after = state
                for id in plan.takes:
                    after = after.play(f"take {id}")
                assert (after.lying, after.reachable_mask) == (plan.lying, table.heap.reachable(plan.lying, plan.free))
        state = state.play(state.legal[below(len(state.legal), chance)])


@pytest.mark.parametrize("name", TABLES)
def test_the_best_plan_is_the_first_of_all(name):
    table = Table.of(opened(name).start(Luck(5)).player_view(0))
    while not table.over:
        worth = worth_for(table)
        assert best_plan(table, worth) == plans(table, worth)[0]
        play(table, best_plan(table, worth), worth)


@pytest.mark.parametrize("name", ["collexion-de-2", "collexion-it-4"])
def test_c13_a_removal_in_the_mind_goes_as_the_rules_say(name):
    state = opened(name).start(Luck(2))
    table = Table.of(state.player_view(state.to_move))
    for id in state.reachable:
        after, played = removed(table, id), state.play(f"remove {id}")
        assert agrees(after, played)
        assert {action for action in ACTIONS if after.may_act(action)} == set()
    assert agrees(table, state)


def random_collection(chance, size):
    return [KINDS[below(len(KINDS), chance)] for _ in range(size)]


def test_collections_as_numbers_are_collections():
    chance = random.Random(1).random
    for size in range(40):
        kinds = [kind for kind, many in Counter(random_collection(chance, size)).items() for _ in range(min(many, 5))]
        number = packed(kinds)
        assert count(number) == len(kinds)
        assert {kind_of(unit) for unit in units(number)} == set(kinds)
        assert presence(number) == packed(set(kinds))
    assert sum(UNIT.values()) == packed(KINDS)
    assert count(packed(KIND_OF)) == 80


def test_c9_sets_are_those_of_the_rules():
    wanted = {("colour", name): kinds for name, kinds in COLOUR_SETS.items()}
    wanted |= {("shape", name): kinds for name, kinds in SHAPE_SETS.items()}
    assert {
        words: {kind_of(unit) for unit in units(number)} for words, number in zip(SET_WORDS, SETS, strict=True)
    } == wanted


def every_way(worth, collection, heights):
    """Yield what each order of scoring is worth."""
    present = presence(collection)
    complete = [number for number, wanted in enumerate(SETS) if present & wanted == wanted]
    if not complete:
        yield worth.kept(collection, heights)
    for number in complete:
        for payer in (number,) if number < 4 else worth.payers(heights):
            points, after = paid(heights, payer)
            yield from (points + value for value in every_way(worth, collection - SETS[number], after))


@pytest.mark.parametrize("smallest", [False, True])
def test_c8_sets_are_scored_in_the_best_order(smallest):
    chance = random.Random(2).random
    overlapping = 0
    for _ in range(60):
        heights = tuple(below(4, chance) for _ in range(4))
        worth = Worth(smallest, heights, 30, 2)
        collection = packed(set(random_collection(chance, 20)))
        scored = worth.scored(collection, heights)
        assert scored.value == pytest.approx(max(every_way(worth, collection, heights)))
        assert worth.value(collection, heights) == pytest.approx(scored.value)
        overlapping += len(scored.steps) > 1
    assert overlapping > 5


def test_c10_an_empty_stack_pays_nothing():
    assert paid((0, 3, 1, 2), 0) == (0, (0, 3, 1, 2))
    assert [paid((3, 2, 1, 0), payer)[0] for payer in range(3)] == [2, 3, 4]
    assert Worth(True, (0, 3, 1, 1), 30, 2).payers((0, 3, 1, 1)) == (2, 3)
    assert Worth(False, (0, 3, 1, 1), 30, 2).payers((0, 3, 1, 1)) == (1, 2, 3)
    assert Worth(False, (0,) * 4, 30, 2).payers((0,) * 4) == (-1,)


def test_what_a_collection_is_worth_does_not_depend_on_what_is_remembered():
    chance, shares = random.Random(4).random, {}
    for _ in range(200):
        heights = tuple(below(3, chance) for _ in range(4))
        collection = packed(set(random_collection(chance, below(12, chance))))
        lying = 1 + below(40, chance)
        long, fresh = Worth(False, heights, lying, 2, shares=shares), Worth(False, heights, lying, 2)
        assert long.value(collection, heights) == fresh.value(collection, heights)
        assert long.kept(collection, heights) == fresh.kept(collection, heights)
    assert 10 < len(shares) <= 81


def test_c18_at_the_end_a_polygon_costs_one():
    worth = Worth(False, (0, 0, 0, 0), 30, 2)
    assert worth.kept(packed(["octagon-blue"] * 3), (0, 0, 0, 0)) == -3
    assert Worth(False, (1,) * 4, 30, 2).kept(packed(["octagon-blue"] * 3), (1,) * 4, last=True) == -3


def test_greedy_takes_the_set_that_lies_there_and_says_so():
    state = opened("collexion-de-2").start(Luck(1))
    told = []
    while state.to_move == state.first:
        advice = Greedy().advise(state.player_view(state.to_move), random.random)
        told.append(str(advice.reason))
        state = state.play(advice.move)
    assert sum(state.markers[state.first]) >= 2
    assert any(text.startswith("leads to") for text in told)
    assert any(text.startswith("completes the") and text.endswith("+2") for text in told)


def test_search_beats_greedy_from_both_seats():
    names, margin = ["search:4", "greedy"], 0
    for seat in range(2):
        bots = [bot(name, "collexion") for name in (names if seat == 0 else names[::-1])]
        scores = play_match(opened("collexion-de-2").start(Luck(1)), bots, {}).scores
        margin += scores[seat] - scores[1 - seat]
    assert margin > 4


def test_search_thinks_of_what_it_leaves_to_others():
    state = opened("collexion-de-2", 1).start(Luck(6))
    search, other = bot("search:12", "collexion"), 0
    while state.outcome is None and other == 0:
        view = state.player_view(state.to_move)
        one, known = bot("search:1", "collexion"), search.choose(view, random.Random(1).random)
        # With one turn to try out it plays what looks best by itself.
        other += one.choose(view, random.Random(1).random) != known
        state = state.play(known)
    assert other


def test_what_hidden_polygons_block_is_not_thought_free():
    pile, cover = heaped(*surveyed(PILES[0]))
    setup = replace(SETUPS["collexion-de-2"](), pile=pile, cover=cover)
    state, chance = setup.start(Luck(1)), random.Random(1).random
    while state.outcome is None:
        view = state.player_view(state.to_move)
        table = Table.of(view)
        assert table.heap.reachable(table.lying, table.free) == state.reachable_mask
        if state.ply % 10 == 0:
            imagined = Table.imagined(view, chance)
            assert imagined.lying.bit_count() == state.lying.bit_count()
            assert imagined.heap.reachable(imagined.lying, imagined.free) == state.reachable_mask
        state = state.play(bot("uniform", "collexion").choose(view, chance))
