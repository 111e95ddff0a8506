"""Numbers of other types than int and float: taken where they are whole or real, kept as plain ones, never booleans."""

import json
from fractions import Fraction

import numpy as np
import pytest

import sim
from sim.batch import Workers
from sim.pile.plain import plain_int, real
from sim.table import plan_tournament
from tests.rules.games import surveyed

TWO = np.int64(2)
FEW = {"copies": 1, "tray": 130.0, "corner": 20.0, "duration": 0.3}
BOTS = ["uniform", "greedy"]

ASKED = {
    "the seed of a shake": lambda n: sim.shake(n, **FEW).seed,
    "the seed of a shake that is watched": lambda n: list(sim.watch(n, **FEW))[-1].pile.seed,
    "the seed of a trajectory": lambda n: sim.trajectory(n, **FEW).pile.seed,
    "the rate of a trajectory": lambda n: len(sim.trajectory(2, rate=n, **FEW)) and 2,
    "the seed of a game": lambda n: sim.start("axio-rota", seed=n).luck.seed,
    "the seed of a match": lambda n: sim.match("colour-collect", BOTS, seed=n).seed,
    "players of Collexion": lambda n: sim.start("collexion", n, seed=1, pile=surveyed(7)[0]).setup.players,
    "players of AXIO rota": lambda n: sim.start("axio-rota", n, seed=1).setup.players,
    "players of Colour Collect": lambda n: sim.start("colour-collect", n, seed=1).setup.players,
    "who starts Collexion": lambda n: sim.start("collexion", 3, seed=1, first=n, pile=surveyed(7)[0]).setup.first,
    "who starts AXIO rota": lambda n: sim.start("axio-rota", 3, seed=1, first=n).setup.first,
    "the variant of Colour Collect": lambda n: sim.start("colour-collect", seed=1, variant=n).setup.variant,
    "a seat": lambda n: sim.start("axio-rota", 3, seed=1).player_view(n).seat,
    "the id in a move": lambda n: sim.Move("take", n)[1],
    "a piece that is gone": lambda n: surveyed(7)[1].reachable(taken=[n]) and 2,
    "a piece that is asked for": lambda n: surveyed(7)[0][n].id,
    "jobs": lambda n: Workers(n).jobs,
    "games of a tournament": lambda n: plan_tournament("axio-rota", BOTS, n, 1).games,
    "the seed of a tournament": lambda n: plan_tournament("axio-rota", BOTS, 2, n).seed,
    "the variant of a tournament": lambda n: dict(plan_tournament("colour-collect", BOTS, 2, 1, variant=n).options)[
        "variant"
    ],
}


@pytest.mark.parametrize("what", ASKED)
def test_a_whole_number_of_numpy_is_taken_and_kept_as_an_int(what):
    found = ASKED[what](TWO)
    assert (found, type(found)) == (2, int)


@pytest.mark.parametrize("what", ASKED)
@pytest.mark.parametrize("wrong", [True, np.True_, 2.0, np.float64(2)], ids=repr)
def test_neither_a_boolean_nor_a_float_is_a_whole_number(what, wrong):
    with pytest.raises((sim.PolypileError, TypeError)) as refused:
        ASKED[what](wrong)
    assert isinstance(refused.value, sim.PolypileError) or what == "a piece that is asked for", "as of any sequence"


def test_equal_seeds_of_two_types_give_equal_piles():
    assert sim.shake(TWO, **FEW).to_json() == sim.shake(2, **FEW).to_json()


def test_a_plan_with_numbers_of_numpy_is_ready_for_json():
    plan = plan_tournament("colour-collect", BOTS, TWO, TWO, variant=np.int8(3), best_of=np.int8(5))
    assert json.loads(json.dumps(plan.to_dict()))["options"] == {"best_of": 5, "variant": 3}


def test_variants_may_come_in_any_collection():
    plans = [plan_tournament("collexion", BOTS, 2, 1, variants=kind(["expert"])) for kind in (list, tuple, set)]
    assert {plan.options for plan in plans} == {(("variants", ("expert",)),)}


@pytest.mark.parametrize("value", [2, 2.5, np.float32(0.1), np.int8(3), Fraction(1, 4)])
def test_real_numbers_are_floats(value):
    found = real(value, "it", sim.GameError)
    assert (found, type(found)) == (float(value), float)


@pytest.mark.parametrize("value", [True, np.True_, "1", None, 1j, np.array([1.0]), 10**400])
def test_what_is_no_real_number_is_refused(value):
    with pytest.raises(sim.GameError, match=r"it is .*number"):
        real(value, "it", sim.GameError)


@pytest.mark.parametrize("value", [True, np.True_, 1.0, "1", None, np.array([1])])
def test_what_is_no_whole_number_is_none(value):
    assert plain_int(value) is None


@pytest.mark.parametrize("wrong", [3, None, "pile.json"])
def test_arrays_are_made_of_a_pile_alone(wrong):
    with pytest.raises(sim.PileError, match="is no Pile"):
        sim.PileArrays.of(wrong)


def test_environments_take_numbers_of_numpy():
    env = sim.env.axio_rota_v0.raw_env(players=np.int64(3), first=np.int8(1), shaping=np.float32(0.5))
    assert len(env.possible_agents) == 3
    assert (env.shaping, type(env.shaping)) == (0.5, float)
    env.reset(seed=np.int64(3))
    action = np.flatnonzero(env.observe(env.agent_selection)["action_mask"])[0]
    env.step(action)
    assert env.record().verify() is None
