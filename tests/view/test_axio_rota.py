"""The table of AXIO rota: whole games by mouse and by keys, what is shown, and what is not."""

import random
from collections import Counter
from dataclasses import replace

import pygame
import pytest

from sim.rules.axio_rota.state import outcome_of
from sim.rules.axio_rota.tiles import COLOURS
from sim.rules.luck import Luck
from sim.session import Seat, begun
from sim.settings import Settings
from sim.setups import set_up
from sim.view.axio_rota.camera import Camera
from sim.view.axio_rota.choices import choices, square_of, square_tag
from sim.view.axio_rota.result import result_of
from sim.view.axio_rota.situation import COLOURS as SHOWN_COLOURS
from sim.view.axio_rota.situation import TOP
from sim.view.axio_rota.tiles import held
from sim.view.items import Text
from sim.view.layout import Rect
from sim.view.screens.axio_rota import AxioRotaTable
from sim.view.screens.games import GAMES, setup_of, table_of
from sim.view.screens.menu import Menu
from sim.view.screens.sheet import Sheet
from sim.view.window import Window
from tests.view.house import TestHouse

QUIET = Settings(language="en", sound=False, animation="off")
ANNA, BEN, BOT = Seat("human", "Anna"), Seat("human", "Ben"), Seat("casual", "")


class Player:
    """Sits before a window that is not drawn unless asked for, and has a mouse and a keyboard."""

    def __init__(self, seats, seed=7, settings=QUIET, level="uniform", size=(1280, 800), drawn=False):
        self.house = TestHouse(settings, level=level)
        self.window = Window(self.house, size)
        if not drawn:
            self.window._draw = lambda: self.window.stage.screens[-1].picture()
        self.now = 0.0
        session = begun(set_up("axio-rota", lambda: None, {"players": len(seats)}).start(Luck(seed)), seats)
        self.window.stage.change(table_of(self.window.stage, session))
        self.table = self.front
        self.frames()

    @property
    def front(self):
        return self.window.stage.screens[-1]

    @property
    def state(self):
        return self.table.state

    @property
    def over(self):
        return self.state.outcome is not None

    def frames(self, *events, count=1):
        for _ in range(count):
            self.now += 1 / 60
            self.window.step(events, self.now)
            events = ()

    def seconds(self, seconds):
        self.frames(count=round(60 * seconds))

    def point(self, tag):
        self.move(self.front.scene.middle(tag))

    def move(self, pos):
        pos = round(pos[0]), round(pos[1])
        self.frames(pygame.event.Event(pygame.MOUSEMOTION, pos=pos, rel=(0, 0), buttons=(0, 0, 0)))
        return pos

    def click(self, tag, button=1):
        self.press_button(self.front.scene.middle(tag), button)

    def press_button(self, pos, button=1):
        pos = self.move(pos)
        self.frames(*(pygame.event.Event(kind, pos=pos, button=button) for kind in (1025, 1026)))

    def wheel(self, lines):
        self.frames(pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=lines))

    def key(self, key, mod=0):
        self.frames(pygame.event.Event(pygame.KEYDOWN, key=key, mod=mod, unicode=""))

    def targets(self, start=""):
        return [sprite.tag for sprite in self.front.scene.targets() if sprite.tag.startswith(start)]

    def lay(self, move):
        """Lay the tile by mouse as a move says."""
        while self.table.hand.turns != move[3]:
            self.wheel(-1)
        self.click(square_tag(move[1:3]))
        if len(move) > 4:
            self.click(f"colour-{move[5]}")

    def hinted(self):
        """Return the move that a hint advises; the hint is shown."""
        self.key(pygame.K_h)
        return self.table.hint.move


@pytest.fixture(autouse=True)
def _headless(monkeypatch):
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    pygame.key.set_mods(0) if pygame.display.get_init() else None
    yield
    pygame.display.quit()


def verified(player):
    """The game was played to its end by the rules, and the sheet lies on the table."""
    assert player.over
    record = player.house.kept[-1].record({})
    record.verify()
    assert isinstance(player.front, Sheet)
    return record


# Whole games


@pytest.mark.parametrize("seats", [(ANNA,), (ANNA, BOT), (ANNA, BEN, BOT), (ANNA, BEN, BOT, Seat("human"))])
def test_whole_games_are_played_by_mouse(seats):
    player, chance = Player(seats, seed=len(seats)), random.Random(len(seats))
    for _ in range(2000):
        if player.over:
            break
        if "ready" in player.targets():
            player.click("ready")
        elif colours := player.targets("colour-"):
            player.click(chance.choice(colours))
        elif squares := player.targets("square-"):
            if chance.random() < 0.3:
                player.wheel(chance.choice((-1, 1)))
            elif chance.random() < 0.3:
                player.press_button(player.table.lens.rect.middle, button=3)
            else:
                player.click(chance.choice(squares))
        else:
            player.frames()
    player.frames(count=2)
    verified(player)


@pytest.mark.parametrize("seats", [(ANNA,), (ANNA, BEN), (ANNA, BOT, BEN, BOT)])
def test_whole_games_are_played_by_keyboard_alone(seats):
    player, chance = Player(seats, seed=10 + len(seats)), random.Random(len(seats))
    ways = pygame.K_TAB, pygame.K_LEFT, pygame.K_RIGHT, pygame.K_UP, pygame.K_DOWN
    for _ in range(4000):
        if player.over:
            break
        if player.table.passing:
            player.key(pygame.K_RETURN)
        elif not player.table.holding:
            player.frames()
        elif player.table.picked and chance.random() < 0.5:
            player.key(pygame.K_1 + chance.randrange(5))
        elif chance.random() < 0.3:
            player.key(pygame.K_r, chance.choice((0, pygame.KMOD_SHIFT)))
        elif player.table.by_keys and (player.table.focus or "").startswith(("square-", "colour-")):
            player.key(pygame.K_RETURN)
        else:
            player.key(chance.choice(ways))
    player.frames(count=2)
    verified(player)


def test_keys_that_are_at_the_grid_find_their_way_back_to_it_with_each_turn():
    player = Player((ANNA, BEN, BOT), seed=3)
    player.key(pygame.K_RETURN)
    player.key(pygame.K_TAB)
    for _ in range(400):
        if player.over:
            break
        if player.table.passing or player.table.holding:
            assert player.table.focus.startswith(("ready", "square-", "colour-"))
            player.key(pygame.K_RETURN)
        else:
            player.frames()
    player.frames(count=2)
    verified(player)


def test_keys_that_went_to_a_button_stay_there():
    player = Player((ANNA, BOT), seed=next(seed for seed in range(9) if Player((ANNA, BOT), seed).state.to_move == 1))
    while player.table.focus != "menu":
        player.key(pygame.K_TAB)
    player.seconds(1)
    assert player.table.holding
    assert player.table.focus == "menu"


def test_a_game_is_set_up_from_the_menu_and_drawn_with_all_that_moves():
    player = Player((ANNA,), settings=replace(QUIET, animation="quick"), drawn=True, size=(960, 600))
    stage = player.window.stage
    stage.change(Menu(stage))
    player.frames(count=2)
    player.key(pygame.key.key_code(GAMES["axio-rota"].key))
    player.frames(count=2)
    for seat in (1, 2):
        player.click(f"kind-{seat}-")
    player.click("kind-1-casual")
    player.click("go")
    player.frames(count=3)
    player.table = player.front
    assert isinstance(player.table, AxioRotaTable)
    assert len(player.table.names) == 2
    for _ in range(600):
        if player.state.ply >= 4:
            break
        if squares := player.targets("square-"):
            player.point(squares[0])
            player.press_button(player.front.scene.middle(squares[0]), button=3)
            player.frames(count=3)
            player.click(squares[0])
        elif colours := player.targets("colour-"):
            player.click(colours[2])
        player.frames(count=3)
    assert player.state.ply >= 4


# What can be chosen


def test_the_targets_are_the_legal_squares_and_every_legal_move_can_be_chosen():
    player, chance = Player((ANNA,), seed=4), random.Random(4)
    while not player.over:
        legal, chosen = player.state.legal, set()
        squares = {move[1:3] for move in legal}
        for turns in range(4):
            assert {square_of(tag) for tag in player.targets("square-")} == squares
            for step in choices(legal, turns).values():
                chosen |= set(choices(legal, turns, step).values()) if type(step) is tuple else {step}
            player.key(pygame.K_r)
        assert chosen == set(legal)
        player.lay(chance.choice(legal))


def test_a_blank_corner_that_meets_another_asks_for_its_colour_at_the_tile():
    player = Player((ANNA,), seed=1)
    while not any(len(move) > 4 for move in player.state.legal):
        player.lay(player.state.legal[0])
    moves = [move for move in player.state.legal if len(move) > 4 and move[3] == 0] or [
        move for move in player.state.legal if len(move) > 4
    ]
    move, ply = moves[0], player.state.ply
    while player.table.hand.turns != move[3]:
        player.key(pygame.K_r)
    player.click(square_tag(move[1:3]))
    assert player.state.ply == ply
    assert player.targets("colour-") == [f"colour-{colour}" for colour in COLOURS]
    assert not player.targets("square-")
    for colour in COLOURS:
        points = player.state.points(f"place {move[1]} {move[2]} {move[3]} as {colour}")
        shown = texts(player.front.scene[f"dot-points-{colour}"])[0]
        without = Counter(points)
        tile = player.state.hand.turned(move[3])
        own = next((k for k, name in enumerate(tile) if name == colour), None)
        prospect = player.table.seen.prospect(move[1:3], move[3])
        without[colour] -= (prospect.corners[own] or 0) if own is not None else 0
        assert shown == (f"+{without[colour]}" if without[colour] else "0")
    for key in (pygame.K_ESCAPE, pygame.K_u):
        player.key(key)
        assert player.targets("square-")
        player.click(square_tag(move[1:3]))
    player.key(pygame.K_1 + COLOURS.index("blue"))
    assert player.state.ply == ply + 1
    assert player.house.kept[-1].moves[-1][4:] == ("as", "blue")


def test_a_click_beside_the_colours_takes_the_tile_up_again():
    player = Player((ANNA,), seed=1)
    while not any(len(move) > 4 for move in player.state.legal):
        player.lay(player.state.legal[0])
    move = next(move for move in player.state.legal if len(move) > 4)
    while player.table.hand.turns != move[3]:
        player.wheel(1)
    player.click(square_tag(move[1:3]))
    rect = player.table.lens.rect
    player.press_button((rect.x + 6, rect.bottom - 6))
    assert player.table.picked == ()
    assert player.targets("square-")


# What is previewed


def texts(sprite):
    return [item.text for item in sprite.items if isinstance(item, Text)]


def previewed(player):
    """Return what the scene says that a spot would bring: by corner, and in all by colour."""
    shown = player.front.picture().live
    corners = {int(s.tag[7:]): int(texts(s)[0]) for s in shown if s.tag.startswith("corner-")}
    totals = [text for s in shown if s.tag == "total" for text in texts(s)]
    colours = [s.tag[6:] for s in shown if s.tag.startswith("total-")]
    return corners, dict(zip(colours, [int(text.split()[0]) for text in totals if text[0] == "+"], strict=True))


@pytest.mark.parametrize("seed", [2, 3])
def test_the_points_previewed_are_those_that_playing_gives(seed):
    player, chance = Player((ANNA,), seed=seed, level="greedy"), random.Random(seed)
    while not player.over:
        for move in chance.sample([move for move in player.state.legal if len(move) == 4], 2):
            while player.table.hand.turns != move[3]:
                player.wheel(1)
            player.point(square_tag(move[1:3]))
            corners, totals = previewed(player)
            old, new = player.state.stones[0], player.state.play(move).stones[0]
            assert totals == {colour: new[colour] - old[colour] for colour in COLOURS if new[colour] > old[colour]}
            by_colour = Counter()
            for k, points in corners.items():
                by_colour[player.state.hand.turned(move[3])[k]] += points
            assert +by_colour == +Counter(player.state.points(move))
        player.lay(player.hinted())
        if max(player.state.tracks[0]) < TOP - 3:  # so that some stones get to the top, where points are lost
            jump = tuple(min(TOP - 1, stone + 1) for stone in player.state.tracks[0])
            session = player.table.session
            lifted = replace(session.state, tracks=(jump,))
            player.table.session = replace(session, states=(*session.states[:-1], lifted))
            player.table.changed()


def test_the_stones_show_where_they_would_come_to():
    player = Player((ANNA,), seed=3, level="greedy")
    for _ in range(3):
        player.lay(player.hinted())
    move = player.hinted()
    player.point(square_tag(move[1:3]))
    ghosts = {s.tag[6:] for s in player.front.picture().live if s.tag.startswith("ghost-")}
    after = player.state.play(move)
    old, new = player.state.stones[0], after.stones[0]
    named = move[5] if len(move) > 4 else None
    assert ghosts - {named} == {colour for colour in COLOURS if new[colour] > old[colour]} - {named}


def test_the_order_of_the_colours_is_that_of_the_rules():
    assert SHOWN_COLOURS == COLOURS
    assert list(Player((ANNA,)).window.stage.look.axio.symbols) == list(COLOURS)


# Hidden hands


def shows_hand(player, tile):
    """Tell whether a tile is in the picture other than on the grid."""
    look = player.window.stage.look
    drawn = {held("", tile.turned(k), None, look, turn).items[1:] for k in range(4) for turn in (0, 90, 180, 270)}
    picture = player.front.picture()
    return any(sprite.items[1:] in drawn for sprite in picture) or any(s.tag == "hand-tile" for s in picture)


def test_a_hand_is_hidden_until_its_player_says_to_be_ready():
    player, chance = Player((ANNA, BEN), seed=5), random.Random(5)
    while not player.over:
        hands = [player.state.player_view(seat).hand for seat in (0, 1)]
        assert player.table.passing
        assert not any(shows_hand(player, hand) for hand in hands if hand is not None)
        assert player.table.sit.view.hand is None
        assert not player.targets("square-")
        player.key(pygame.K_r)
        player.wheel(1)
        player.key(pygame.K_h)
        assert player.table.hint is None
        player.click("ready")
        mover = player.state.to_move
        assert shows_hand(player, player.state.hand)
        while not player.over and player.state.to_move == mover:  # bonus turns are played without passing
            player.lay(chance.choice(player.state.legal))


def test_taking_back_shows_no_hand():
    player, chance = Player((ANNA, BEN), seed=6), random.Random(6)
    while not player.over:
        player.click("ready") if player.table.passing else player.lay(chance.choice(player.state.legal))
        shown = shows_hand(player, player.state.hand) if not player.over else False
        player.key(pygame.K_u)
        assert player.over or shows_hand(player, player.state.hand) == shown
        assert player.table.passing != shown or player.over


def test_alone_among_bots_the_own_tile_is_seen_all_the_time_and_no_other():
    player, chance = Player((ANNA, BOT, BOT), seed=8, settings=replace(QUIET, animation="slow")), random.Random(8)
    own = player.state.player_view(0).hand
    look = player.window.stage.look
    for _ in range(40):
        picture = player.front.picture()
        assert picture["hand-tile"].items[1:] == held("", own, None, look).items[1:]
        if player.table.holding:
            player.lay(chance.choice(player.state.legal))
            break
        player.frames(count=10)
    assert not player.table.passing


def test_bots_alone_show_no_hand():
    player = Player((BOT, BOT), seed=9)
    assert all(sprite.tag != "hand-tile" for sprite in player.front.picture())
    player.seconds(3)
    verified(player)


# What is seen of the grid


@pytest.mark.parametrize("size", [(960, 600), (1280, 800), (2560, 1080)])
def test_at_first_all_tiles_and_the_squares_around_are_in_sight(size):
    player, chance = Player((ANNA,), seed=2, size=size), random.Random(2)
    rect = player.table.lens.rect
    while not player.over:
        for tag in player.targets("square-"):
            x, y = player.front.scene.middle(tag)
            assert rect.x < x < rect.right
            assert rect.y < y < rect.bottom
            assert player.front.scene.hit((x, y)).tag == tag
        player.lay(chance.choice(player.state.legal))


@pytest.mark.parametrize("factor", [0.4, 0.87, 1.15, 2.0])
def test_zooming_keeps_what_lies_under_the_pointer(factor):
    camera, pixel = Camera(77.0, 410.4, 333.3), (512.0, 291.0)
    later = camera.zoomed(pixel, camera.pitch * factor)
    for before, after, place in zip((camera.x, camera.y), (later.x, later.y), pixel, strict=True):
        assert (place - before) / camera.step == pytest.approx((place - after) / later.step)


def test_the_wheel_turns_the_tile_and_with_ctrl_zooms_about_the_pointer():
    player = Player((ANNA,))
    tag = player.targets("square-")[0]
    player.point(tag)
    step = player.table.lens.camera.step
    player.wheel(-1)
    assert player.table.hand.turns == 1
    assert player.table.lens.camera.step == step
    pygame.key.set_mods(pygame.KMOD_CTRL)
    player.wheel(-3)
    assert player.table.hand.turns == 1
    assert player.table.lens.camera.step < step
    assert player.front.scene.hit(tuple(player.table._pointer)).tag == tag
    player.wheel(3)
    pygame.key.set_mods(0)
    assert player.table.lens.camera.step == pytest.approx(step, abs=1)


@pytest.mark.parametrize("button", [1, 2])
def test_a_drag_moves_the_grid_with_the_pointer_and_all_is_shown_again_by_a_key(button):
    player = Player((ANNA,))
    rect = player.table.lens.rect
    before = player.front.scene.middle("square-0,-1")
    start, end = (round(rect.x + 20), round(rect.bottom - 20)), (round(rect.x + 83), round(rect.bottom - 61))
    ply = player.state.ply
    player.frames(
        pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=start, button=button),
        pygame.event.Event(pygame.MOUSEMOTION, pos=end, rel=(0, 0), buttons=(1, 0, 0)),
        pygame.event.Event(pygame.MOUSEBUTTONUP, pos=end, button=button),
    )
    assert player.front.scene.middle("square-0,-1") == (before[0] + 63, before[1] - 41)
    assert player.state.ply == ply
    player.key(pygame.K_0)
    assert player.front.scene.middle("square-0,-1") == before


def test_keys_move_the_grid_and_bring_what_is_in_focus_back_into_sight():
    player = Player((ANNA,))
    before = player.front.scene.middle("square-0,-1")
    player.key(pygame.K_LEFT, pygame.KMOD_CTRL)
    x, y = player.front.scene.middle("square-0,-1")
    assert (x > before[0], y) == (True, before[1])
    for _ in range(30):
        player.key(pygame.K_UP, pygame.KMOD_CTRL)
    player.key(pygame.K_TAB)
    rect = player.table.lens.rect
    square = player.front.scene.middle(player.table.focus)
    assert rect.x < square[0] < rect.right
    assert rect.y < square[1] < rect.bottom
    player.key(pygame.K_PLUS)
    assert player.table.lens.camera.step > 0


def test_a_glide_ends_where_all_is_shown():
    player = Player((ANNA,), settings=replace(QUIET, animation="normal"))
    for _ in range(8):
        move = next(move for move in player.state.legal if len(move) == 4)
        player.lay(move)
        player.seconds(1.0)
    rect = player.table.lens.rect
    xs, ys = zip(*(player.front.scene.middle(tag) for tag in player.targets("square-")), strict=True)
    assert rect.x < min(xs) <= max(xs) < rect.right
    assert rect.y < min(ys) <= max(ys) < rect.bottom


# AXIO!, hints, the end


def test_a_stone_at_the_top_is_celebrated_and_the_bonus_turn_is_announced():
    player = Player((ANNA, BOT), seed=3, level="greedy", settings=replace(QUIET, animation="quick"))
    for _ in range(400):
        if player.state.bonus and player.table.holding:
            break
        if player.table.holding:
            player.lay(player.hinted())
        player.frames(count=5)
    shouts = [s for s in player.front.picture().live if s.tag.startswith("axio-")]
    assert shouts
    assert "AXIO!" in texts(shouts[0])
    assert "Bonus turn" in player.table.sit.headline
    assert any(line.startswith("AXIO! Anna") for line in player.table.sit.log)
    assert any("supply" in text for text in texts(player.front.scene["hand-told"]))


def test_a_hint_shows_the_tile_where_and_how_it_is_to_be_laid():
    player = Player((ANNA,), seed=3, level="greedy")
    move = player.hinted()
    player.frames()
    picture = player.front.picture()
    at = player.table.lens.camera.at(move[1:3])
    assert (picture["hand-tile"].at.x, picture["hand-tile"].at.y) == (at.x, at.y)
    assert player.table.hand.turns == move[3]
    assert "hint-ring" in picture
    assert player.table.sit.detail.startswith("Hint")
    player.lay(move)
    assert player.house.kept[-1].moves == (move,)


def test_alone_the_result_is_kept_once_and_shown_with_its_rank():
    player = Player((ANNA,), seed=3, level="greedy")
    while not player.over:
        player.lay(player.hinted())
    player.frames(count=3)
    verified(player)
    player.click("look")
    player.key(pygame.K_u)
    assert player.over
    player.frames(count=3)
    assert len(player.house.scores) == 1
    result = player.table.result()
    lowest = min(player.state.tracks[0])
    assert result.title.endswith(str(lowest))
    assert result.rows[result.winners[0]][0] == "Anna"
    stage = player.window.stage
    stage.open(setup_of(stage, "axio-rota"))
    player.frames(count=2)
    assert "Anna" in texts(player.front.scene["score-name-0"])
    assert str(lowest) in texts(player.front.scene["score-best-0"])


def test_a_bot_that_plays_alone_gets_no_high_score():
    player = Player((BOT,), seed=3)
    player.seconds(3)
    verified(player)
    assert player.house.scores == []


@pytest.mark.parametrize(
    ("tracks", "why"),
    [
        (((7, 8, 9, 9, 9), (7, 9, 9, 9, 9), (7, 9, 10, 10, 10)), "10 against 9"),
        (((8, 8, 8, 8, 8), (6, 12, 12, 12, 11)), "8 against 6"),
        (((12, 12, 12, 12, 12), (6, 7, 7, 7, 7)), "12 win at once"),
        (((5, 6, 7, 8, 9), (9, 8, 7, 6, 5)), "All five stones are equal"),
    ],
)
def test_the_sheet_says_which_stones_decided(tracks, why):
    seats = (ANNA, BEN, BOT)[: len(tracks)]
    player = Player(seats)
    state = replace(player.state, tracks=tracks, outcome=outcome_of(tracks, all_laid=True))
    result = result_of(state, [f"player {k}" for k in range(len(tracks))])
    assert why in result.why
    assert result.winners == state.outcome.winners
    assert [row[-1] for row in result.rows] == [str(min(track)) for track in tracks]


def test_a_window_of_another_size_shows_the_same_game():
    player = Player((ANNA, BOT), seed=2)
    targets = player.targets()
    player.window.surface = pygame.display.set_mode((960, 600))
    player.frames(pygame.event.Event(pygame.VIDEORESIZE, w=960, h=600, size=(960, 600)))
    assert player.front.scene.size == (960, 600)
    assert player.targets() == targets
    window = Rect(0, 0, 960, 600)
    for tag in targets:
        x, y = player.front.scene.middle(tag)
        assert 0 < x < window.width
        assert 0 < y < window.height
