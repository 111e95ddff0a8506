"""Driving screens off screen: events in, scenes out; and games of all kinds that were played."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache

import pygame

from sim.rules.luck import Luck
from sim.session import Seat, Session, begun
from sim.view.screens.games import GAMES
from sim.view.sound import Sounds
from sim.view.stage import Stage
from tests.rules.games import SETUPS
from tests.rules.playthroughs import MOVE, path_of, seed_of
from tests.view.house import TestHouse


@dataclass(frozen=True)
class Chosen:
    """Settings under which nothing moves by itself."""

    language: str = "en"
    sound: bool = False
    volume: float = 0.0
    colour_vision: str = "normal"
    animation: str = "off"
    full_screen: bool = False
    patterns: str = "none"
    text_size: float = 1.0
    plans: dict = field(default_factory=dict)


class Driver:
    """A stage without a window: what the window does once a frame, but for drawing."""

    def __init__(self, size=(1280, 800), animation="off", **house):
        self.house = TestHouse(Chosen(animation=animation), **house)
        self.stage = Stage(self.house, Sounds(False, 0.0), size, lambda scene, seconds: True)

    @property
    def front(self):
        return self.stage.screens[-1]

    def open(self, screen):
        self.stage.open(screen)
        return screen

    def run(self, frames=2):
        for _ in range(frames):
            self.stage.now += 1 / 60
            self.front.tick()
            self.front.picture()

    def event(self, type_, **values):
        self.front.handle(pygame.event.Event(type_, **values))
        self.run()

    def click(self, tag):
        self.press(self.front.scene.middle(tag))

    def press(self, pos):
        pos = tuple(map(round, pos))
        self.event(pygame.MOUSEMOTION, pos=pos, rel=(0, 0), buttons=(0, 0, 0))
        self.event(pygame.MOUSEBUTTONDOWN, pos=pos, button=1)
        if self.stage.screens:
            self.event(pygame.MOUSEBUTTONUP, pos=pos, button=1)

    def key(self, key, mod=0):
        self.event(pygame.KEYDOWN, key=key, mod=mod, unicode="")


@cache
def golden(name: str) -> Session:
    """Return a golden game; a human and bots have played it."""
    setup = SETUPS[name]()
    kinds = ("human", "casual", "strong", "beginner")[: setup.players]
    session = begun(setup.start(Luck(seed_of(name))), [Seat(kind) for kind in kinds])
    for line in path_of(name).read_text(encoding="utf-8").splitlines():
        if found := MOVE.match(line):
            session = session.play(found[2])
    assert session.state.outcome is not None
    return session


def cut(session: Session, ply: int, kinds=()) -> Session:
    """Return a game as it stood after so many moves; other players may have sat there."""
    seats = tuple(map(Seat, kinds)) or session.seats
    return Session(seats, session.states[: ply + 1], session.moves[:ply])


WATCHED = [name for name in SETUPS if name.startswith(tuple(GAMES))]
"""Golden games that have a table."""
ONE_OF_EACH = [name for name in ("collexion-fr-3-expert", "axio-rota-2", "colour-collect-2-3-loser") if name in WATCHED]
