"""What all tables do alike: players and bots take their turns, moves are kept, shown and taken back."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import pygame

from sim.errors import PolypileError
from sim.view.items import Scene, Sprite, Viewport
from sim.view.screen import Screen
from sim.view.screens.rules import Rules
from sim.view.screens.sheet import Result, Sheet
from sim.view.seats import seat_name
from sim.view.stage import Stage
from sim.view.steps import Picked, Step, move_of
from sim.view.words import _

if TYPE_CHECKING:
    from sim.bots import Advice
    from sim.rules.moves import Move
    from sim.session import Session
    from sim.view.house import Errand

_THINKS = 0.75  # s at least from one move of a bot to the next, so that the eye can follow
_RESTS = 3.0  # s before a bot that has failed is heard again, so that its error does not come with every frame
_LASTS = 0.45  # s for a thing to fly across the table


@dataclass(frozen=True, slots=True)
class Flight:
    """A thing on its way from one place to another."""

    sprite: Sprite
    """The thing as it lies at its goal; that one is not shown before it has arrived."""
    start: Viewport
    begins: float
    ends: float
    hides: str = ""
    """The tag of what is not shown meanwhile."""
    high: float = 0.25
    """How much larger it seems halfway, as if it were lifted; 0: it slides."""


class Table(Screen):
    """A game in progress. What it looks like and what can be chosen is for the tables of each game to say."""

    keeps = True
    """Whether the game is saved, with every move."""
    watched = False
    """Whether nobody plays here: the game is only shown."""
    open = False
    """Whether all may know everything: so it is where a game that is over is watched again."""

    def __init__(self, stage: Stage, session: Session) -> None:
        super().__init__(stage)
        self.session = session
        self.picked: Picked = ()
        self.hint: Advice | None = None
        self._asked: Errand[Advice] | None = None
        self._asked_for_hint = False
        self._bot_may = stage.now + _THINKS
        self._flights: tuple[Flight, ...] = ()
        self._waiting: str | None = None
        self._told_end = session.state.outcome is not None

    # What each game says

    @abstractmethod
    def board(self) -> Scene:
        """Return the scene of the game as it stands."""

    @abstractmethod
    def steps(self) -> Mapping[str, Step]:
        """Return by the tag of each thing that can be chosen what choosing it means; the one to move is human."""

    @abstractmethod
    def target_of(self, move: Move) -> str:
        """Return the tag of what is chosen first to play a move."""

    @abstractmethod
    def tell_hint(self, advice: Advice) -> str:
        """Return a hint in words."""

    def flights(self, before: Scene, after: Scene, move: Move, earlier: Session) -> tuple[Flight, ...]:
        """Return what flies across the table after a move."""
        return ()

    def sound_of(self, move: Move, earlier: Session) -> str:
        """Return the name of the sound that a move makes."""
        return "place"

    def tell_move(self, move: Move, earlier: Session) -> str:
        """Return in words a move that was played."""
        return f"{self.names[earlier.state.to_move]}: {move}"

    @abstractmethod
    def result(self) -> Result:
        """Return how the game ended, as the sheet shows it; it is over."""

    @abstractmethod
    def rules(self) -> Rules:
        """Return the screen that tells the rules in short."""

    @property
    def names(self) -> tuple[str, ...]:
        """What the players are called."""
        seats = self.session.seats
        return tuple(seat_name(seats, seat) for seat in range(len(seats)))

    # The scene

    @property
    def own_turn(self) -> bool:
        """Whether a human has to move."""
        return self.session.state.outcome is None and self.session.to_move.human

    def build(self) -> Scene:
        """Return the scene, without what is still on its way."""
        scene = self.board()
        hidden = {flight.hides for flight in self._flights if flight.hides}
        if not hidden:
            return scene
        return replace(scene, sprites=tuple(sprite for sprite in scene.sprites if sprite.tag not in hidden))

    def live(self) -> tuple[Sprite, ...]:
        """Return what is on its way; what has arrived waits for the others at its goal."""
        now = self.stage.now
        shares = ((now - flight.begins) / (flight.ends - flight.begins) for flight in self._flights)
        return tuple(
            _on_the_way(flight, min(1.0, max(0.0, share))) for flight, share in zip(self._flights, shares, strict=True)
        )

    # Playing

    def choose(self, tag: str) -> None:
        """Play the move that a thing stands for, or go on with one that takes more than one click."""
        if self.stage.house.saving:
            self._waiting = tag  # the next move waits until the last one is kept
            return
        if self.command(tag):
            return
        step = self.steps().get(tag) if self.own_turn else None
        if (move := move_of(step)) is not None:
            self.play(move)
        elif step is not None:
            self.picked = () if step == self.picked else step
            self.stage.sounds.play("press")
            self.changed()

    def command(self, tag: str) -> bool:
        """Do what a button of the table stands for; tell whether it was one."""
        match tag:
            case "undo":
                self.undo()
            case "hint":
                self.ask_for_hint()
            case "rules":
                self.stage.open(self.rules())
            case "menu":
                self.open_menu()
            case "sheet":
                self.stage.open(Sheet(self.stage, self))
            case _:
                return False
        return True

    def play(self, move: Move) -> None:
        """Play a move of whoever is to move."""
        try:
            later = self.session.play(move)
        except PolypileError as wrong:  # a bot that plays what it may not: say so, rather than stop
            self.stage.notify(str(wrong))
            self._bot_may = self.stage.now + _RESTS
            return
        self._keep(later)
        self.show(later, move)
        self._bot_may = self.stage.now + _THINKS * self.stage.pace

    def show(self, session: Session, move: Move | None = None) -> None:
        """Show the game at another moment; with the move that leads there, what it sets in motion is seen."""
        self._end_flights()  # what flies is hidden where it goes: the next flight may begin there
        earlier, before = self.session, self.scene if move is not None else None
        self.session = session
        self.picked, self.hint = (), None
        self._drop_question()
        self.changed()
        if move is None or before is None:
            return
        self.stage.sounds.play(self.sound_of(move, earlier))
        if self.stage.pace:
            self._flights = self.flights(before, self.scene, move, earlier)
            self.changed()

    def _keep(self, session: Session) -> None:
        if self.keeps:
            self.stage.house.keep(session)

    def flight(
        self,
        sprite: Sprite,
        start: Viewport,
        *,
        delay: float = 0.0,
        hides: str = "",
        lasts: float = _LASTS,
        high: float = 0.25,
    ) -> Flight:
        """Return the flight of a sprite from a place to where it lies now."""
        begins = self.stage.now + delay * self.stage.pace
        return Flight(sprite, start, begins, begins + lasts * self.stage.pace, hides, high)

    def undo(self) -> None:
        """Take the last move of the human back, if nothing was revealed since."""
        if self.picked:
            self.picked = ()
            self.changed()
            return
        earlier = self.session.undone
        if earlier is None:
            self.stage.notify(_("This cannot be taken back."))
            self.stage.sounds.play("refuse")
            return
        self.session, self.hint, self._flights = earlier, None, ()
        self._told_end = False
        self._drop_question()
        self._keep(earlier)
        self.stage.sounds.play("slide")
        self.changed()

    def ask_for_hint(self) -> None:
        """Ask the strongest bot what it would play."""
        if self.own_turn and self._asked is None:
            house = self.stage.house
            self._asked = house.advise(self.session, house.strongest(self.session))
            self._asked_for_hint = True
            self.changed()

    @property
    def thinking(self) -> bool:
        """Whether a bot is thinking, for itself or about a hint."""
        return self._asked is not None

    def _drop_question(self) -> None:
        if self._asked is not None:
            self._asked.drop()
            self._asked = None

    # What goes on by itself

    @property
    def pausing(self) -> bool:
        """Whether nobody moves until those at the table have seen how things stand."""
        return False

    def tick(self) -> None:
        """Let bots move, and end flights that have arrived."""
        self.land()
        if self.watched:
            return
        if self._waiting is not None and not self.stage.house.saving:
            tag, self._waiting = self._waiting, None
            if tag in self.scene:
                self.choose(tag)
        if self.pausing:
            return
        if self.session.state.outcome is not None:
            self._tell_end()
        elif self._asked is not None:
            self._listen()
        elif not self.session.to_move.human:
            self._asked = self.stage.house.advise(self.session, self.session.to_move.kind)
            self._asked_for_hint = False

    def land(self) -> None:
        """End the flights once all have arrived."""
        if all(flight.ends <= self.stage.now for flight in self._flights):
            self._end_flights()

    def _end_flights(self) -> None:
        if self._flights:
            self._flights = ()
            self.changed()

    @property
    def turned(self) -> int:
        """How many quarter turns what the player holds is turned."""
        return 0

    @property
    def moving(self) -> bool:
        """Whether something is on its way."""
        return bool(self._flights)

    def _listen(self) -> None:
        """Take the advice that was asked for, as a hint or as a bot's move."""
        assert self._asked is not None
        if not self._asked_for_hint and (self.stage.now < self._bot_may or self._flights or self.stage.house.saving):
            return
        asked = self._asked
        try:
            news = asked.news()
        except PolypileError as wrong:
            self.stage.notify(str(wrong))
            self._asked = None
            self._bot_may = self.stage.now + _RESTS
            return
        if not news:
            return
        self._asked = None
        if self._asked_for_hint:
            self.hint = news[-1]
            self.picked = ()
            self.focus = self.target_of(self.hint.move) or self.focus  # the keys begin there
            self.changed()
        else:
            self.play(news[-1].move)

    def _tell_end(self) -> None:
        if not self._told_end and not self._flights:
            self._told_end = True
            self.stage.sounds.play("end")
            self.stage.open(Sheet(self.stage, self))

    # Keys

    def press(self, event: pygame.event.Event) -> bool:
        """Heed the keys that stand on the buttons."""
        tag = self.shortcuts().get(event.key)
        if tag is None:
            return False
        if tag in self.scene and self.scene[tag].target:
            self.choose(tag)
        return True

    def shortcuts(self) -> Mapping[int, str]:
        """Return by key the tag of the button that it presses."""
        return {
            pygame.K_u: "undo",
            pygame.K_BACKSPACE: "undo",
            pygame.K_h: "hint",
            pygame.K_F1: "rules",
        }

    def cancel(self) -> None:
        """Give up what was picked; else open the menu."""
        if self.picked:
            self.picked = ()
            self.changed()
        else:
            self.open_menu()

    def open_menu(self) -> None:
        """Show what can be done beside playing."""
        from sim.view.screens.pause import Pause

        self.stage.open(Pause(self.stage, self))

    def opened(self) -> None:
        """Keep the game from now on."""
        self._keep(self.session)

    def closed(self) -> None:
        """Forget what bots were asked."""
        self._drop_question()


def _on_the_way(flight: Flight, share: float) -> Sprite:
    """Return a sprite between two places: it starts and ends gently, and is a little larger on the way."""
    ease = share * share * (3.0 - 2.0 * share)
    goal = flight.sprite.at
    assert goal is not None, "only what has a place of its own can fly"
    start = flight.start
    high = 1.0 + flight.high * 4.0 * share * (1.0 - share)
    scale = (start.scale + (goal.scale - start.scale) * ease) * high
    # A few sizes do, so that their pictures can be kept.
    steps = 24.0 / goal.scale
    at = Viewport(
        max(1.0, round(scale * steps)) / steps,
        round(start.x + (goal.x - start.x) * ease),
        round(start.y + (goal.y - start.y) * ease),
        goal.up,
    )
    return replace(flight.sprite, tag=f"flying-{flight.sprite.tag}", at=at, target=False, outline=())
