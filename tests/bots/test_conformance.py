"""What every bot must keep, in every game with all its options."""

from dataclasses import dataclass

import pytest

from sim.bots import bot, names
from sim.bots.bot import Advice, Reason
from sim.rules.luck import Luck
from sim.testing import check_bot
from tests.rules.games import PILES, SETUPS, heaped, mixed, surveyed

PILES_KEPT = [surveyed(PILES[0]), heaped(*surveyed(PILES[0]))]
QUICK = {"search": "search:8"}
EVERY = [
    (game, name) for game in ("collexion", "axio-rota", "colour-collect") for name in names(game) if name != "strong"
]
"""All bots; "strong" is the best of them under another name."""


@pytest.mark.parametrize(("game", "name"), EVERY)
def test_every_bot_plays_legal_moves_that_the_view_alone_decides(game, name):
    number = EVERY.index((game, name))
    tried = bot(QUICK.get(name, name), game)
    share = 0.05 if name == "search" else 0.2
    assert check_bot(tried, mixed(game, number, PILES_KEPT).start(Luck(number)), share).outcome is not None


@pytest.mark.parametrize("name", sorted(SETUPS))
def test_greedy_plays_every_option_of_every_game(name):
    setup = SETUPS[name]()
    assert check_bot(bot("greedy", setup.game), setup.start(Luck(len(name))), share=0.02).outcome is not None


@pytest.mark.parametrize("name", ["collexion-it-4-team-expert", "collexion-fr-blue-orange-3", "axio-rota-1"])
def test_search_plays_teams_experts_and_alone(name):
    setup = SETUPS[name]()
    assert check_bot(bot("search:4", setup.game), setup.start(Luck(1)), share=0.02).outcome is not None


@pytest.mark.soak
@pytest.mark.parametrize("name", sorted(SETUPS))
def test_every_bot_plays_every_option_of_every_game(name):
    setup = SETUPS[name]()
    for plain in names(setup.game):
        check_bot(bot(QUICK.get(plain, plain), setup.game), setup.start(Luck(7)), share=0.2)


@dataclass
class Faulty:
    """A bot with one fault."""

    advice: object
    name: str = "faulty"

    def choose(self, view, chance):
        return self.advise(view, chance).move

    def advise(self, view, chance):
        return self.advice(view, chance)


START = SETUPS["axio-rota-2"]().start(Luck(1))
GOOD = Reason("why not")


def first(view, chance):
    return Advice(view.legal[0], GOOD)


def complaint(advice):
    with pytest.raises(AssertionError) as wrong:
        check_bot(Faulty(advice), START)
    return str(wrong.value)


def test_a_sound_bot_is_let_through():
    assert check_bot(Faulty(first), START).outcome is not None


def test_an_illegal_move_is_found():
    told = complaint(lambda view, chance: Advice("place 9 9 0", GOOD))
    assert told == "faulty, axio-rota, seed 1, ply 0: place 9 9 0 is no legal move"


def test_a_bot_that_remembers_is_found():
    calls = []

    def fickle(view, chance):
        calls.append(view)
        return Advice(view.legal[len(calls) % 2], GOOD)

    assert "ply 0: it plays place" in complaint(fickle)


def test_a_reason_in_two_lines_is_found():
    assert "no reason in one line" in complaint(lambda view, chance: Advice(view.legal[0], Reason("a\nb")))


def test_a_seat_that_there_is_not_is_found():
    reason = Reason("helps {seat}", (("seat", 2),))
    assert "there is no seat 2: helps 2" in complaint(lambda view, chance: Advice(view.legal[0], reason))


def test_words_without_a_gap_are_found():
    reason = Reason("helps", (("points", 2),))
    assert "words and gaps differ" in complaint(lambda view, chance: Advice(view.legal[0], reason))
