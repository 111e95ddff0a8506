import random

import pygame
import pytest

from sim.record.record import Record
from sim.rules.luck import Luck
from sim.session import Seat, begun
from sim.setups import set_up
from sim.view.screens.colour_collect import ColourCollectTable
from sim.view.screens.look_back import LookBack
from sim.view.screens.sheet import Sheet
from tests.view.house import record_of
from tests.view.playing import Player

ARROWS = {"up": pygame.K_UP, "down": pygame.K_DOWN, "left": pygame.K_LEFT, "right": pygame.K_RIGHT}
HUMANS = (Seat("human", "Anna"), Seat("human", "Ben"))
MATCHES = [
    (variant, best_of, next_start, won)
    for variant, won in ((1, {}), (2, {}), (3, {"won_discs": "keep"}), (3, {"won_discs": "return"}))
    for best_of, next_start in ((3, "loser"), (5, "alternate"))
]


@pytest.fixture(autouse=True)
def unseen(monkeypatch):
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    yield
    pygame.display.quit()


def table(player, seats=HUMANS, seed=7, **options):
    """Show the table of a match before its first move."""
    setup = set_up("colour-collect", lambda: None, {"players": 2, **options})
    player.stage.change(ColourCollectTable(player.stage, begun(setup.start(Luck(seed)), seats)))
    player.wait()
    return player.front


def verified(player):
    record = record_of(player.house)
    record.verify()
    assert Record.from_json(record.to_json()) == record


@pytest.mark.parametrize(("variant", "best_of", "next_start", "won"), MATCHES)
def test_a_match_of_each_variant_is_played_by_mouse(variant, best_of, next_start, won):
    player = Player()
    front = table(player, variant=variant, best_of=best_of, next_start=next_start, **won)
    rounds = clicks = 0
    while front.state.outcome is None or front.pausing:
        if front.pausing:
            assert "wins round" in player.texts()
            player.click("next")
            rounds += 1
        else:
            targets = [sprite.tag for sprite in front.scene.targets() if sprite.tag.startswith("disc-")]
            goals = {f"disc-{x}-{y}" for x, y in map(front.state.target, front.state.legal)}
            assert set(targets) == goals
            player.click(targets[clicks % len(targets)])
            clicks += 1
    player.wait(0.1)
    assert isinstance(player.front, Sheet)
    assert clicks == front.state.ply
    assert rounds >= best_of // 2 or front.state.rounds != (0, 0)
    verified(player)


@pytest.mark.parametrize(("variant", "best_of", "next_start", "won"), MATCHES)
def test_a_match_of_each_variant_is_played_by_keys_alone(variant, best_of, next_start, won):
    player = Player()
    front = table(player, seed=11, variant=variant, best_of=best_of, next_start=next_start, **won)
    presses = 0
    while front.state.outcome is None or front.pausing:
        presses += 1
        assert presses < 500
        if front.pausing or front.state.pawn is None:
            player.key(pygame.K_RETURN)  # the first one shows the focus, where there is a choice
        else:
            ways = [str(move) for move in front.state.legal]
            player.key(ARROWS[ways[presses % len(ways)]])
    player.wait(0.1)
    assert isinstance(player.front, Sheet)
    verified(player)


def test_a_match_against_a_bot_is_set_up_and_played_from_the_menu():
    player = Player()
    player.key(pygame.K_l)
    player.click("option-variant-1")
    player.click("option-best_of-1")
    player.key(pygame.K_RETURN)
    player.wait(0.1)
    front = player.front
    assert isinstance(front, ColourCollectTable)
    assert (front.state.setup.variant, front.state.setup.best_of) == (2, 5)
    for _ in range(2000):
        if front.state.outcome is not None and not front.pausing:
            break
        if front.pausing:
            player.click("next")
        elif front.own_turn:
            player.click(next(tag for tag in front.steps() if tag.startswith("disc-")))
        player.wait()
    player.wait(0.1)
    assert isinstance(player.front, Sheet)
    verified(player)


def test_the_pawn_slides_to_its_disc_and_the_disc_flies_to_who_takes_it():
    player = Player(animation="normal")
    player.window.drawing = True
    front = table(player)
    player.click("disc-2-2")
    player.wait(2.0)
    way = next(move for move in front.state.legal if str(move) == "right")
    goal = front.scene.middle("disc-{}-{}".format(*front.state.target(way)))
    start = front.scene["pawn"].at
    player.key(pygame.K_RIGHT)
    seen = []
    while front.live():
        flying = {sprite.tag: sprite.at for sprite in front.live()}
        if "flying-pawn" in flying:
            seen.append(flying["flying-pawn"])
        player.wait()
        assert player.now < 10
    assert len(seen) > 5
    assert {at.y for at in seen} == {start.y}
    assert [at.x for at in seen] == sorted(at.x for at in seen)
    assert {at.scale for at in seen} == {start.scale}
    assert (front.scene["pawn"].at.x, front.scene["pawn"].at.y) == tuple(map(round, goal))
    owned = [sprite.tag for sprite in front.scene if sprite.tag.startswith("owned-")]
    assert len(owned) == 2


def until_a_round_is_won(player, front):
    while not front.pausing:
        assert front.state.outcome is None
        player.click(next(tag for tag in front.steps() if tag.startswith("disc-")))
        player.wait()


def test_k6_the_end_of_a_round_stays_in_sight_until_somebody_goes_on():
    player = Player()
    front = table(player)
    until_a_round_is_won(player, front)
    end = front.ending
    won = [tag for tag in (sprite.tag for sprite in front.scene) if tag.startswith(f"owned-{end.winner}-{end.colour}")]
    assert len(won) == 3
    lying = {sprite.tag for sprite in front.scene if sprite.tag.startswith("disc-")}
    assert lying == {f"disc-{x}-{y}" for x, y in end.board}
    before = front.session
    player.key(pygame.K_UP)
    player.wait(5.0)
    assert front.session == before
    player.click("next")
    lying = {sprite.tag for sprite in front.scene if sprite.tag.startswith("disc-")}
    assert lying == {f"disc-{x}-{y}" for x, y in front.state.board}
    assert not front.pausing


def test_discs_fly_when_they_are_laid_anew_and_all_of_them_arrive():
    player = Player(animation="quick")
    front = table(player, variant=2)
    until_a_round_is_won(player, front)
    player.wait(1.0)
    player.click("next")
    flying = [sprite for sprite in front.live() if sprite.tag.startswith("flying-disc")]
    assert len(flying) > 10
    player.wait(3.0)
    assert not front.live()
    assert sum(sprite.tag.startswith("disc-") for sprite in front.scene) == len(front.state.board) == 22


def test_bots_wait_until_the_end_of_a_round_was_seen_and_go_on_by_themselves_where_nobody_plays():
    player = Player(level="greedy")
    front = table(player, seats=(Seat("casual"), Seat("casual")))
    for _ in range(3000):
        if player.front is not front:
            break
        player.wait()
    assert isinstance(player.front, Sheet)


def test_what_chance_has_laid_cannot_be_taken_back_but_a_move_can():
    player = Player()
    front = table(player)
    player.click("disc-2-2")
    placed = front.session
    player.key(pygame.K_RIGHT if "right" in map(str, front.state.legal) else pygame.K_LEFT)
    assert front.session != placed
    player.wait()
    assert front.session.undone is None  # it is the other player's turn
    until_a_round_is_won(player, front)
    assert front.session.undone is None
    assert not front.scene["undo"].target
    won = front.session
    player.key(pygame.K_u)
    assert front.session == won


def test_a_move_can_be_taken_back_against_a_bot():
    player = Player(level="greedy")
    front = table(player, seats=(Seat("human"), Seat("casual")), first=0)
    player.click("disc-2-2")
    before = front.session
    player.key(ARROWS[str(front.state.legal[0])])
    player.wait(0.5)
    assert front.own_turn
    player.click("undo")
    assert front.session == before


def test_a_key_that_is_held_down_slides_the_pawn_once():
    player = Player()
    front = table(player)
    player.click("disc-2-2")
    ply = front.state.ply
    for _ in range(5):
        player.wait(0.04, [pygame.event.Event(pygame.KEYDOWN, key=pygame.K_RIGHT, mod=0, unicode="")])
    assert front.state.ply == ply + 1


def test_a_way_without_a_disc_is_refused_in_words():
    player = Player()
    front = table(player)
    player.click("disc-2-2")
    for way in ("right", "right", "down", "down"):
        if way in map(str, front.state.legal):
            player.key(ARROWS[way])
    blocked = next((way for way in ARROWS if way not in map(str, front.state.legal)), None)
    assert blocked is not None
    before = front.session
    player.wait(0.5)
    player.key(ARROWS[blocked])
    assert front.session == before
    assert list(player.stage.notices)[-1] == "No disc lies that way."


@pytest.mark.parametrize("how", ["point", "tap"])
def test_why_a_disc_cannot_be_taken_is_told_by_pointing_and_by_tapping(how):
    player = Player()
    front = table(player)
    assert "cannot start here" not in player.texts()
    getattr(player, how)("disc-0-0")
    assert "The pawn cannot start here." in player.texts()
    player.tap("disc-2-2")
    assert front.state.pawn == (2, 2)
    getattr(player, how)("disc-0-0")
    assert "to the first disc each way" in player.texts()


def test_a_hint_names_the_disc_and_the_reason():
    player = Player(level="greedy")
    table(player)
    player.click("disc-2-2")
    player.key(pygame.K_h)
    player.wait(0.1)
    assert "Hint: slide" in player.texts()
    assert "hint-ring" in player.front.picture()


def test_the_round_can_be_looked_back_on_with_the_mark_at_the_fault():
    player = Player()
    front = table(player, best_of=5)
    until_a_round_is_won(player, front)
    player.click("look-back")
    player.wait()
    card = player.front
    assert isinstance(card, LookBack)
    analysis = card.analysis
    assert analysis is not None
    marked = {sprite.tag for sprite in card.scene if sprite.tag.startswith("fault-")}
    assert marked == {f"fault-{number}" for number in analysis.faults}
    assert analysis.faults
    assert "This gave the win away. Better:" in player.texts()
    assert "better" in card.scene
    assert "played" in card.scene
    player.key(pygame.K_RIGHT)
    assert f"now-{analysis.faults[-1] + 1}" in card.scene or analysis.faults[-1] + 1 == front.state.ply
    player.click(f"move-{front.state.ply}")
    assert "wins round 1" in player.texts()
    player.key(pygame.K_p)
    player.wait(1.5 * front.state.ply)
    assert "wins round 1" in player.texts()
    player.key(pygame.K_ESCAPE)
    assert player.front is front


def test_each_round_of_a_match_that_is_over_can_be_looked_back_on():
    player = Player()
    front = table(player, best_of=3, variant=2)
    while front.state.outcome is None or front.pausing:
        if front.pausing:
            player.key(pygame.K_n)
        else:
            player.click(next(tag for tag in front.steps() if tag.startswith("disc-")))
    player.wait(0.1)
    player.click("look")
    player.key(pygame.K_w)
    player.wait()
    card = player.front
    rounds = sum(front.state.rounds)
    for number in range(rounds):
        player.click(f"round-{number}")
        player.wait()
        assert card.analysis is not None
        states = front.session.states
        for ply in range(len(card.analysis.verdicts) + 1):
            player.click(f"move-{ply}")
            shown = [sprite for sprite in card.scene if sprite.tag.startswith("little-") and sprite.tag[7].isdigit()]
            first = card._round.first
            if ply < len(card.analysis.verdicts):
                assert len(shown) == len(states[first + ply].board)


def test_the_sheet_tells_who_won_each_round_and_with_what():
    player = Player()
    front = table(player, best_of=3)
    while front.state.outcome is None or front.pausing:
        player.click("next" if front.pausing else next(tag for tag in front.steps() if tag.startswith("disc-")))
    result = front.result()
    assert len(result.heads) == len(result.rows[0]) == sum(front.state.rounds) + 2
    for seat, row in enumerate(result.rows):
        assert row[-1] == str(front.state.rounds[seat])
        assert sum(cell != "\u2013" for cell in row[1:-1]) == front.state.rounds[seat]


@pytest.mark.parametrize("size", [(960, 600), (1280, 800), (1920, 1080), (1000, 1000)])
@pytest.mark.parametrize("text_size", [1.0, 1.3])
def test_nothing_that_can_be_chosen_lies_outside_the_window_or_over_something_else(size, text_size):
    player = Player(size, text_size=text_size, patterns="letters")
    front = table(player)
    player.click("disc-2-2")
    for sprite in front.scene.targets():
        points = front.outline(sprite)
        assert all(0 <= x <= size[0] and 0 <= y <= size[1] for x, y in points)
        middle = front.scene.middle(sprite.tag)
        assert front.scene.hit(tuple(map(round, middle))).tag == sprite.tag


def test_no_disc_is_lost_from_sight_while_they_fly():
    player = Player(animation="normal")
    front = table(player, variant=1)
    until_a_round_is_won(player, front)
    player.wait(2.0)
    player.click("next")
    frames = 0
    while front.live():
        shown = [
            sprite.tag.removeprefix("flying-")
            for sprite in front.picture()
            if sprite.tag.removeprefix("flying-").startswith("disc-")
        ]
        assert len(shown) == len({*shown}) == 25
        frames += 1
        player.wait()
    assert frames > 20


def test_the_pawn_of_a_round_that_is_looked_back_on_slides():
    player = Player(animation="normal")
    front = table(player)
    until_a_round_is_won(player, front)
    player.wait(2.0)
    player.key(pygame.K_w)
    player.wait()
    player.click("move-1")
    start = player.front.scene["little-pawn"].at
    player.key(pygame.K_RIGHT)
    goal = player.front.scene["little-pawn"].at
    places = []
    while "sliding-pawn" in (picture := player.front.picture()):
        assert "little-pawn" not in [sprite.tag for sprite in picture.sprites]
        places.append(picture["sliding-pawn"].at)
        player.wait()
    assert len(places) > 10
    assert (start.x == goal.x) != (start.y == goal.y)
    assert all((at.x == goal.x) or (at.y == goal.y) for at in places)
    assert "little-pawn" in player.front.picture()


def random_event(chance, size):
    pixel = chance.randrange(size[0]), chance.randrange(size[1])
    kind = chance.random()
    if kind < 0.45:
        return pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=pixel, button=chance.choice([1, 1, 1, 1, 3]))
    if kind < 0.6:
        return pygame.event.Event(pygame.MOUSEMOTION, pos=pixel, rel=(1, 1), buttons=(0, 0, 0))
    keys = [*ARROWS.values(), pygame.K_RETURN, pygame.K_TAB, pygame.K_u, pygame.K_h, pygame.K_w, pygame.K_n, pygame.K_p]
    return pygame.event.Event(pygame.KEYDOWN, key=chance.choice([*keys, pygame.K_ESCAPE]), mod=0, unicode="")


@pytest.mark.parametrize("animation", ["off", "normal"])
def test_whatever_is_pressed_the_match_goes_by_the_rules(animation):
    chance = random.Random(animation)
    player = Player(animation=animation)
    front = table(player, seats=(Seat("human"), Seat("casual")), variant=3, best_of=5)
    for _ in range(700):
        player.wait(events=[random_event(chance, player.stage.size)])
        if front not in player.stage.screens:
            player.stage.change(front)
    assert front.session.moves
    verified(player)


def played_on(player, front):
    """Play whatever can be played, to the end of the match."""
    while front.state.outcome is None:
        player.click(next(tag for tag in front.steps() if tag.startswith("disc-")) if front.own_turn else "next")


def test_a_match_whose_last_move_was_taken_back_shows_its_end_again():
    player = Player()
    front = table(player)
    for _ in range(2):
        played_on(player, front)
        player.wait(0.1)
        assert isinstance(player.front, Sheet)
        player.click("look")
        player.click("undo")
        assert front.state.outcome is None


def test_the_pawn_can_slide_while_discs_are_still_laid():
    player = Player(animation="slow")
    front = table(player, variant=3)
    while not front.pausing:
        player.click(next(tag for tag in front.steps() if tag.startswith("disc-")))
        player.wait(2.0)
    player.click("next")
    assert front.moving
    played, moves = front.state.ply, [str(move) for move in front.state.legal]
    player.key(ARROWS[moves[0]])
    assert front.state.ply == played + 1


@pytest.mark.parametrize("by_mouse", [True, False])
def test_a_round_that_plays_by_itself_stops_where_another_moment_is_chosen(by_mouse):
    player = Player()
    front = table(player)
    while not front.pausing:
        player.click(next(tag for tag in front.steps() if tag.startswith("disc-")))
    player.click("look-back")
    card = player.front
    player.click("move-2")
    player.click("play")
    if by_mouse:
        player.click("earlier")
    else:
        player.key(pygame.K_LEFT)
    player.wait(3.0)
    assert "now-1" in card.scene
