"""A game in a real window of an X server, played by the server's own pointer: python -m tests.view.x_game GAME.

Prints the record of the game.
"""

import random
import subprocess
import sys
import time
from dataclasses import replace

import pygame

from sim import table
from tests.view.driver import BESIDES, QUIET, Driver, plans, spot_of

SEATS = {"collexion": ("human", "casual", "", ""), "axio-rota": ("human", "casual", "", "")}


def play(game):
    driver = Driver(replace(QUIET, plans=plans(SEATS.get(game, ("human", "casual")), game)), size=(1280, 800))
    assert pygame.display.get_driver() == "x11"
    click(driver, f"play-{game}")
    click(driver, "go")
    wait(driver, lambda: hasattr(driver.front, "session"))
    over, dice = driver.front, random.Random(1)
    end = time.monotonic() + 240
    while over.session.state.outcome is None and time.monotonic() < end:
        tags = [sprite.tag for sprite in driver.scene.targets() if sprite.tag not in BESIDES]
        if tags:
            click(driver, dice.choice(tags))
        wait(driver, lambda: False, 0.05)
    return over.session.record(table.versions())


def click(driver, tag):
    """Click with the pointer of the X server, and show pictures until that has arrived."""
    place = spot_of(driver, tag)
    if place is None:
        return
    x, y = map(round, place)
    subprocess.run(["xdotool", "mousemove", str(x), str(y), "click", "1"], check=True)
    seen = []

    def arrived():
        return any(event.type == pygame.MOUSEBUTTONUP for event in seen)

    wait(driver, arrived, 2.0, seen)


def wait(driver, met, seconds=10.0, seen=None):
    end = time.monotonic() + seconds
    while not met() and time.monotonic() < end:
        events = pygame.event.get()
        if seen is not None:
            seen += events
        driver.step(*events)
        time.sleep(0.002)


if __name__ == "__main__":
    print(play(sys.argv[1]).to_json())
