"""A tour of all screens of the window, in any language, size and dress: what each of them shows, as plain scenes."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

import pygame

from sim.record.shelf import Kept
from sim.session import Seat, Session
from sim.view import words
from sim.view.items import Scene
from sim.view.screens.games import GAMES, setup_of, table_of
from sim.view.screens.lesson import Lesson, guide_of
from sim.view.screens.look_back import LookBack
from sim.view.screens.menu import Menu
from sim.view.screens.opening import Opening
from sim.view.screens.options import Options
from sim.view.screens.pause import Pause
from sim.view.screens.replay import Replay
from sim.view.screens.reshake import Reshake
from sim.view.screens.shaking import Shaking
from sim.view.screens.sheet import Sheet
from sim.view.screens.shelf import Shelf
from tests.view.house import Done, pile_of
from tests.view.watching import Chosen, Driver, cut, golden

LEAST = 960, 600
ANNA, BEN, CARA, DINO = (Seat("human", name) for name in ("Anna", "Ben", "Cara", "Dino"))
# As names are before somebody has typed others.
UNNAMED, BOT, WEAK = Seat("human"), Seat("casual"), Seat("beginner")


class Sight(NamedTuple):
    """A screen at a moment."""

    name: str
    scene: Scene


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """Use a language for a while."""
    words.use(language)
    try:
        yield
    finally:
        words.use("en")


def stands(language: str, size: tuple[int, int] = LEAST, **settings: Any) -> Driver:
    """Return a driver without screens."""
    driver = Driver(size)
    driver.house.settings = Chosen(language=language, **settings)
    driver.house._level = "greedy"
    return driver


def sights(language: str, size: tuple[int, int] = LEAST, **settings: Any) -> Iterator[Sight]:
    """Yield all screens in a language, one after the other."""
    with speaking(language):
        for part in (entrance, setting_up, shaking, collexion, axio_rota, colour_collect, replays, guides):
            yield from part(stands(language, size, **settings))


def _seen(driver: Driver, name: str) -> Sight:
    driver.front.changed()
    return Sight(name, driver.front.picture())


def entrance(driver: Driver) -> Iterator[Sight]:
    """Yield what lies before a game."""
    session = golden("collexion-de-2")
    menu = driver.open(Menu(driver.stage))
    driver.house.left = cut(session, 5)
    menu._looked_for = driver.house.unfinished()
    driver.run()
    yield _seen(driver, "menu")
    driver.open(Options(driver.stage))
    yield _seen(driver, "options")
    for games in ((), _kept()):
        driver.house.finished = list(games)
        driver.open(Shelf(driver.stage))
        if not games:
            yield _seen(driver, "shelf-looking")
        driver.run()
        yield _seen(driver, f"shelf-{'full' if games else 'empty'}")


def _kept() -> Iterator[Kept]:
    for k in range(12):
        game, name = [("collexion", "collexion-de-4-team"), ("axio-rota", "axio-rota-3")][k % 2]
        state = golden(name).state
        seats = (ANNA, UNNAMED, BOT, WEAK)[: len(state.scores)]
        ended = datetime(2031, 5, 17, 20, k, tzinfo=UTC)
        winners = state.outcome.winners if k else ()
        yield Kept(Path("game.json"), game, 7, seats, 90, state.scores, winners, ended)


def setting_up(driver: Driver) -> Iterator[Sight]:
    """Yield how games are set up, with each of their options."""
    for game in GAMES:
        screen = driver.open(setup_of(driver.stage, game))
        yield _seen(driver, f"setup-{game}")
        for tag in [sprite.tag for sprite in driver.front.scene.targets() if sprite.tag.startswith("option-")]:
            if tag in driver.front.scene and driver.front.scene[tag].target:
                driver.click(tag)
                yield _seen(driver, f"setup-{game}-{tag}")
        screen.plan = replace(screen.plan, kinds=("human", *[""] * (len(screen.plan.kinds) - 1)))
        yield _seen(driver, f"setup-{game}-alone")


def shaking(driver: Driver) -> Iterator[Sight]:
    """Yield the shakes, by seed and by hand."""
    driver.house.settings = replace(driver.house.settings, animation="normal")
    driver.house.shake = lambda seed: Done()
    seats = ANNA, BEN
    driver.open(Shaking(driver.stage, "collexion", 7, seats, {}, False))
    yield _seen(driver, "shaking")
    driver.open(Shaking(driver.stage, "collexion", 7, seats, {}, True))
    yield _seen(driver, "shaking-by-hand")
    driver.open(Opening(driver.stage, Done()))
    yield _seen(driver, "opening")
    screen = driver.open(Reshake(driver.stage, pile_of(7)))
    yield _seen(driver, "reshake")
    for _ in range(300):
        driver.stage.now += 1 / 60
        screen.tick()
    yield _seen(driver, "reshake-ended")


# Tables


def _table(driver: Driver, session: Session, seats: tuple[Seat, ...]) -> Any:
    driver.stage.screens.clear()
    return driver.open(table_of(driver.stage, replace(session, seats=seats)))


def _cards(driver: Driver, name: str) -> Iterator[Sight]:
    """Yield the cards that lie in front of a table, and leave it as it was."""
    table = driver.front
    for card, screen in (("pause", Pause(driver.stage, table)), ("rules", table.rules())):
        driver.open(screen)
        yield _seen(driver, f"{name}-{card}")
        driver.stage.back()


def _ended(driver: Driver, session: Session, seats: tuple[Seat, ...], name: str) -> Iterator[Sight]:
    table = _table(driver, session, seats)
    yield _seen(driver, f"{name}-over")
    driver.open(Sheet(driver.stage, table))
    yield _seen(driver, f"{name}-sheet")


def _hints(driver: Driver, session: Session, seats: tuple[Seat, ...], name: str, every: int) -> Iterator[Sight]:
    """Yield hints at several moments."""
    for ply in range(0, len(session.moves), every):
        table = _table(driver, cut(session, ply), seats)
        if not table.own_turn:
            continue
        table.ask_for_hint()
        driver.run(1)
        yield _seen(driver, f"{name}-hint-{ply}")


def collexion(driver: Driver) -> Iterator[Sight]:
    """Yield the table of Collexion: each choice, each reason, each end."""
    seats = UNNAMED, UNNAMED, BOT, WEAK
    all_human = (UNNAMED,) * 4
    for name in ("collexion-de-2", "collexion-de-4", "collexion-fr-4-team-expert"):
        session = golden(name)
        count = len(session.seats)
        for ply in range(0, len(session.moves), 22):
            table = _table(driver, cut(session, ply), all_human[:count])
            yield _seen(driver, f"{name}-{ply}")
            yield from _picking(driver, table, f"{name}-{ply}")
        yield from _hints(driver, session, all_human[:count], name, 24)
        yield from _ended(driver, session, seats[:count], name)
    for name in ("collexion-de-2", "collexion-fr-2", "collexion-it-2"):
        table = _table(driver, cut(golden(name), 1), (UNNAMED, UNNAMED))
        for tag in islice((tag for tag in _pieces(table)), 0, None, 9):
            table.hover = tag
            yield Sight(f"{name}-{tag}", table.picture())
    yield from _cards(driver, "collexion")
    table = _table(driver, cut(golden("collexion-de-4"), 40), (BOT, BOT, WEAK, UNNAMED))
    yield _seen(driver, "collexion-thinking")


def _pieces(table: Any) -> list[str]:
    return [sprite.tag for sprite in table.scene if sprite.tag.startswith("piece-") and sprite.outline]


def _picking(driver: Driver, table: Any, name: str) -> Iterator[Sight]:
    """Yield what is asked while a move of several choices is made."""
    for tag in [sprite.tag for sprite in table.scene.targets() if sprite.tag.startswith(("action-", "set-"))]:
        table.choose(tag)
        for step in ("first", "second"):
            if not table.picked:
                break
            yield _seen(driver, f"{name}-{tag}-{step}")
            further = [sprite.tag for sprite in table.scene.targets() if sprite.tag.startswith(("cell-", "player-"))]
            if not further:
                break
            table.choose(further[0])
        if table.session.state.ply != driver.front.session.state.ply:
            return
        table.cancel()
        table.cancel() if table.picked else None
        if driver.front is not table:
            driver.stage.back()


def axio_rota(driver: Driver) -> Iterator[Sight]:
    """Yield the table of AXIO rota: laying, naming, passing on, a bonus turn, each end."""
    for name, seats in (
        ("axio-rota-1", (UNNAMED,)),
        ("axio-rota-2", (UNNAMED, UNNAMED)),
        ("axio-rota-4", (UNNAMED, BOT, WEAK, UNNAMED)),
    ):
        session = golden(name)
        bonus = [k for k, state in enumerate(session.states[:-1]) if state.bonus]
        plies = sorted({0, 1, *bonus[:2], len(session.moves) // 2, len(session.moves) - 1})
        for ply in plies:
            table = _table(driver, cut(session, ply), seats)
            yield _seen(driver, f"{name}-{ply}")
            if table.passing:
                table.choose("ready")
                yield _seen(driver, f"{name}-{ply}-ready")
            targets = [sprite.tag for sprite in table.scene.targets() if sprite.tag.startswith("square-")]
            for tag in targets[:2]:
                table.hover = tag
                table.changed()
                yield Sight(f"{name}-{ply}-{tag}", table.picture())
        yield from _ended(driver, session, seats, name)
    session = golden("axio-rota-1")
    yield from _hints(driver, session, (UNNAMED,), "axio-rota", 5)
    yield from _naming(driver, session)
    _table(driver, cut(session, 3), (UNNAMED,))
    yield from _cards(driver, "axio-rota")


def _naming(driver: Driver, session: Session) -> Iterator[Sight]:
    """Yield what is asked once a tile is laid whose blank corner meets another."""
    blank = next(ply for ply, move in enumerate(session.moves) if len(move) > 4)
    table = _table(driver, cut(session, blank), (UNNAMED,))
    for _turn in range(4):
        for tag in [sprite.tag for sprite in table.scene.targets() if sprite.tag.startswith("square-")]:
            table.choose(tag)
            if table.picked:
                yield _seen(driver, "axio-rota-naming")
                return
        table.turn(1)
    raise AssertionError("no corner was asked for")


def colour_collect(driver: Driver) -> Iterator[Sight]:
    """Yield the table of Colour Collect: placing, sliding, each end, and looking back."""
    seats = UNNAMED, UNNAMED
    for name in ("colour-collect-1-5-alternate", "colour-collect-2-3-loser", "colour-collect-3-keep-3-loser"):
        session = golden(name)
        for ply in range(0, len(session.moves), 5):
            _table(driver, cut(session, ply), seats)
            yield _seen(driver, f"{name}-{ply}")
        yield from _hints(driver, session, seats, name, 9)
        yield from _ended(driver, session, (UNNAMED, BOT), name)
        if name == "colour-collect-2-3-loser":
            yield from _looking_back(driver, session, name)
    _table(driver, cut(golden("colour-collect-1-5-alternate"), 3), seats)
    yield from _cards(driver, "colour-collect")


def _looking_back(driver: Driver, session: Session, name: str) -> Iterator[Sight]:
    look = driver.open(LookBack(driver.stage, _table(driver, session, (UNNAMED, UNNAMED))))
    yield _seen(driver, f"{name}-look-back-asked")
    driver.run()
    for _ in range(5):
        yield _seen(driver, f"{name}-look-back-{look._at}")
        driver.key(pygame.K_RIGHT)


def replays(driver: Driver) -> Iterator[Sight]:
    """Yield games that are watched again."""
    for name in ("collexion-de-4", "axio-rota-4", "colour-collect-1-5-alternate"):
        session = golden(name)
        replay = driver.open(Replay(driver.stage, session))
        for ply in (0, 1, len(session.moves) // 2, len(session.moves)):
            replay.go(ply)
            yield _seen(driver, f"replay-{name}-{ply}")


def guides(driver: Driver) -> Iterator[Sight]:
    """Yield all that the guides tell."""
    for game in GAMES:
        guide = guide_of(game)
        seats = (UNNAMED, Seat("beginner"))
        (session,) = driver.house.begin(game, guide.seed, seats, dict(guide.options), None).news()
        driver.stage.screens.clear()
        lesson = driver.open(Lesson(driver.stage, session, guide))
        for number in range(len(guide.steps)):
            lesson.number = number
            yield _seen(driver, f"guide-{game}-{number}")
