"""An hour at the table, as fast as it goes: `python -m tests.load.hour`.

One window is used all the time, drawn and all, with its real house: the box is shaken and bots think in processes of
their own, and every move is saved. Only its clock goes on by a sixtieth of a second a frame, however long that took.
Somebody plays one game after the other, points here and there, opens what there is to open, and sits and thinks in
between. Every round of games is the same: a later one may take neither more time nor more memory than an earlier one.
"""

from __future__ import annotations

import json
import random
import time
from collections.abc import Callable

import pygame

from sim.house import Home
from sim.settings import Settings
from sim.view.screens.games import GAMES
from sim.view.screens.menu import Menu
from sim.view.screens.replay import Replay
from sim.view.screens.table import Table
from sim.view.window import Window
from tests.load.memory import held, held_by_children
from tests.view.driver import Driver, choices, motion, plans, spot_of

HOUR = 3600.0
ROUNDS = 12
SIZE = 1280, 800
SEED = 7
PATIENCE = 60.0  # s of real time for what the house does
PAUSE = 0.002  # s of real time for a frame in which nothing happens but that the house works
MOST_MOVES = 2_000
THINKING = 0.4, 2.0  # s between two moves
GO_ON = "next", "ready"
"""What is clicked though it is no move."""


class AtHome(Driver):
    """A driver of a window with its real house, which always shakes the same pile."""

    def __init__(self) -> None:
        self.house = Home()
        self.house.new_seed = lambda: SEED  # type: ignore[method-assign]
        self.window = Window(self.house, SIZE)
        self.now = 0.0


class Guest:
    """Somebody at the table who never tires."""

    def __init__(self) -> None:
        self.driver = AtHome()
        self.dice = random.Random()

    def round(self) -> None:
        """Play each game once; each round is the same."""
        self.dice.seed(1)
        for game in GAMES:
            self._play(game)

    def _play(self, game: str) -> None:
        driver = self.driver
        kinds = ("human", "casual") if game == "colour-collect" else ("human", "casual", "human")
        driver.house.change(Settings(language="en", sound=False, animation="normal", plans=plans(kinds, game)))
        driver.click(f"play-{game}")
        self._idle(1.0)
        driver.click("go")
        self._wait(lambda: isinstance(driver.front, Table))
        number = 0
        while isinstance(driver.front, Table) and driver.front.session.state.outcome is None:
            number += 1
            assert number < MOST_MOVES, f"{game} does not end"
            self._wait(lambda: self._tags() or driver.front.session.state.outcome is not None)
            if number % 15 == 0 and driver.front.own_turn:  # a bot's last move brings the score sheet, which Esc closes
                self._look_up(pygame.K_F1 if number % 2 else pygame.K_ESCAPE)
            self._move()
        self._wait(lambda: "watch" in driver.scene)
        driver.click("watch")
        driver.press(pygame.K_SPACE)
        self._idle(20.0)
        assert isinstance(driver.front, Replay)
        for _ in range(20):
            if isinstance(driver.front, Menu):
                return
            self._leave()
        raise AssertionError(f"{type(driver.front).__name__} does not lead back to the menu")

    def _tags(self) -> list[str]:
        """Return what can be clicked to go on."""
        driver, table = self.driver, self.driver.front
        tags = choices(driver) if table.own_turn else [tag for tag in GO_ON if tag in driver.scene]
        return [tag for tag in tags if spot_of(driver, tag)]

    def _move(self) -> None:
        if tags := self._tags():
            spot = spot_of(self.driver, self.dice.choice(tags))
            self.driver.click_at(spot)
            self._idle(self.dice.uniform(*THINKING))

    def _look_up(self, key: int) -> None:
        """Open the rules or the menu, and close them again."""
        before = self.driver.front
        self.driver.press(key)
        self._idle(1.0)
        for _ in range(5):
            if self.driver.front is before:
                return
            self.driver.press(pygame.K_ESCAPE)

    def _leave(self) -> None:
        """Take the way back."""
        tags = [sprite.tag for sprite in self.driver.scene.targets()]
        for tag in ("menu", "leave", "back", "close"):
            if tag in tags:
                self.driver.click(tag)
                self._idle(0.5)
                return
        self.driver.press(pygame.K_ESCAPE)

    def _wait(self, met: Callable[[], object]) -> None:
        """Let frames pass until the house has done what it is asked for."""
        end = time.monotonic() + PATIENCE
        while not met():
            assert time.monotonic() < end, f"nothing happens at {type(self.driver.front).__name__}"
            self.driver.step()
            time.sleep(PAUSE)

    def _idle(self, seconds: float) -> None:
        """Let time go by, with a pointer that is moved now and then."""
        for _ in range(round(60 * seconds)):
            if self.dice.random() < 0.2:
                self.driver.step(motion((self.dice.randrange(SIZE[0]), self.dice.randrange(SIZE[1]))))
            else:
                self.driver.step()


def main() -> None:
    """Use the window for an hour, twelve rounds at least; print for each its length, its CPU time and the memory."""
    guest, rounds = Guest(), 0
    while guest.driver.now < HOUR or rounds < ROUNDS:
        rounds += 1
        begun, then = time.process_time(), guest.driver.now
        guest.round()
        row = {
            "seconds": guest.driver.now - then,
            "cpu": time.process_time() - begun,
            "memory": held() + held_by_children(),
        }
        print(json.dumps(row), flush=True)
    guest.driver.window.close()


if __name__ == "__main__":
    main()
