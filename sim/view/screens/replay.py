"""A game watched again: any game of any kind, at the same table that it was played at."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

import pygame

from sim.pile import Pile
from sim.view.controls import fitted
from sim.view.items import Scene, Sprite, Text
from sim.view.replay.bar import SPEEDS, Bar, bar, board_size, knob, parts
from sim.view.replay.film import Film
from sim.view.scene import backdrop
from sim.view.screen import Screen
from sim.view.screens.games import table_of
from sim.view.words import _

if TYPE_CHECKING:
    from sim.session import Session
    from sim.view.stage import Stage

_MOVE_LASTS = 1.05  # s from one move to the next, at the usual speed
_LEAP = 10  # moves
_QUICK = 0.6  # s between moves below which nothing flies: it would not arrive
_MOST_BARE = 4_000  # sprites
_KEYS: Mapping[int, str] = {
    pygame.K_SPACE: "play",
    pygame.K_RIGHT: "step",
    pygame.K_LEFT: "back",
    pygame.K_HOME: "first",
    pygame.K_END: "last",
    pygame.K_PLUS: "speed",
    pygame.K_KP_PLUS: "speed",
    pygame.K_EQUALS: "speed",
    pygame.K_MINUS: "slower",
    pygame.K_KP_MINUS: "slower",
    pygame.K_s: "again",
    pygame.K_F1: "rules",
}


class Replay(Screen):
    """The table of a game that is watched, with a bar below it."""

    def __init__(self, stage: Stage, session: Session, ply: int = 0) -> None:
        super().__init__(stage)
        self.film = Film(session)
        self.ply = min(ply, self.film.last)
        self.playing = False
        self.speed = 1.0
        # The table is laid out for what the bar leaves of the window; what else it asks of the stage is the same.
        self._inner = replace(stage, size=board_size(stage.size))
        self.table = table_of(self._inner, self.film.at(0))
        self.table.watched, self.table.open, self.table.keeps = True, self.film.open, False
        if self.ply:
            self.table.show(self.film.at(self.ply))
        self._below: Scene | None = None
        self._bare: dict[int, tuple[Sprite, Sprite]] = {}
        self._next = 0.0
        self._dragging = False

    # What is shown

    @property
    def scene(self) -> Scene:
        """The scene, built anew when that of the table has changed."""
        self._follow()
        below = self.table.scene
        if below is not self._below:
            self._below = below
            super().changed()
        return super().scene

    def build(self) -> Scene:
        """Return the table as it was, with nothing to choose on it, and the bar."""
        stage, controls = self.stage, self.stage.controls
        board = self.table.scene
        sprites = [*self._still(board.sprites), *bar(controls, stage.size, self._bar())]
        return replace(
            board, size=stage.size, background=backdrop(stage.size, board.view, stage.look), sprites=tuple(sprites)
        )

    def _bar(self) -> Bar:
        return Bar(self.ply, self.film.last, self.playing, self.speed, self._pile is not None)

    def _still(self, sprites: Iterable[Sprite]) -> Iterable[Sprite]:
        headline, detail = self.told()
        # What has no meaning here: buttons of whoever plays, and what the player is asked.
        of_play = {"menu", "sheet", "turn-left", "turn-right", "detail", *self.table.shortcuts().values()}
        for sprite in sprites:
            if sprite.tag in of_play:
                continue
            if sprite.tag == "headline":
                yield self._line(sprite, headline)
                if detail:
                    yield self._line(replace(sprite, tag="detail"), detail, 27, 16)
            elif sprite.outline:
                yield self._bared(sprite)
            else:
                yield sprite

    def _bared(self, sprite: Sprite) -> Sprite:
        """Return a sprite that no pointer meets: the same one each time, so that nothing is drawn or compared anew."""
        known = self._bare.get(id(sprite))
        if known is None or known[0] is not sprite:
            if len(self._bare) > _MOST_BARE:
                self._bare.clear()
            known = self._bare[id(sprite)] = sprite, replace(sprite, outline=(), target=False)
        return known[1]

    def _line(self, sprite: Sprite, told: str, below: float = 0.0, size: float = 0.0) -> Sprite:
        """Return a line of the table with other words; or a smaller one below it."""
        (line,) = sprite.items
        assert isinstance(line, Text)
        u = self._inner.unit
        text, pixels = fitted(told, (size or 24) * u, 0.44 * self.stage.size[0], not size)
        ink = self.stage.look.ink_soft if size else line.fill
        x, y = line.at
        return replace(sprite, items=(Text((x, y + below * u), text, pixels, ink, line.anchor, not size),))

    def told(self) -> tuple[str, str]:
        """Return what has just happened, and where the game stands."""
        film = self.film
        if not self.ply:
            return _("Before the first move"), _("Space plays the game, the arrow keys go from move to move.")
        move = self.table.tell_move(film.move(self.ply), film.at(self.ply - 1))
        if self.ply < film.last:
            return move, ""
        if self.table.session.state.outcome is None:
            return move, _("So far the game has come.")
        return move, self.table.result().title

    def live(self) -> tuple[Sprite, ...]:
        """Return what flies, and the knob of the slider."""
        controls = self.stage.controls
        return (*self.table.live(), *knob(controls, self.stage.size, self._bar()))

    def changed(self) -> None:
        """Say that the scene has to be built anew, and the table's within it."""
        super().changed()
        self.table.changed()

    # Going to and fro

    def go(self, ply: int) -> None:
        """Show another moment; the next one as it comes about."""
        ply = min(max(ply, 0), self.film.last)
        if ply == self.ply:
            return
        on = ply == self.ply + 1 and self._lasts() >= _QUICK and not (self._dragging or self.table.pausing)
        self.ply = ply
        self._follow()
        self.table.show(self.film.at(ply), self.film.move(ply) if on else None)
        self.changed()

    def _lasts(self) -> float:
        return _MOVE_LASTS / self.speed

    def play(self, playing: bool) -> None:
        """Play the game on by itself, from its start if it is at its end; or pause."""
        if playing and self.ply == self.film.last:
            self.go(0)
        self.playing = playing and self.film.last > 0
        self._next = self.stage.now + 0.4 * self._lasts()
        self.changed()

    def choose(self, tag: str) -> None:
        """Do what a button says."""
        match tag:
            case "play":
                self.stage.sounds.play("press")
                self.play(not self.playing)
            case "first" | "back" | "step" | "last":
                self.playing = False
                goal = {"first": 0, "back": self.ply - 1, "step": self.ply + 1, "last": self.film.last}[tag]
                self.go(goal)
                self.changed()
            case "speed" | "slower":
                by = 1 if tag == "speed" else -1
                self.speed = SPEEDS[(SPEEDS.index(self.speed) + by) % len(SPEEDS)]
                self.changed()
            case "again":
                self._shake_again()
            case "rules":
                rules = self.table.rules()
                rules.stage = self.stage  # it lies over the whole window, not over the table alone
                self.stage.open(rules)
            case "leave":
                self.stage.back()

    def _follow(self) -> None:
        """Let the table have the time and the room of this moment."""
        self._inner.now, self._inner.size = self.stage.now, board_size(self.stage.size)

    def tick(self) -> None:
        """End flights that have arrived, and play on."""
        self._follow()
        self.table.tick()
        if self.playing and self.stage.now >= self._next and not self.table.moving:
            self.go(self.ply + 1)
            self._next = self.stage.now + self._lasts()
            if self.ply == self.film.last:
                self.playing = False
                self.changed()

    # Pointer and keys

    def press(self, event: pygame.event.Event) -> bool:
        """Heed the keys of the bar; the arrows go from move to move."""
        if event.key in (pygame.K_PAGEUP, pygame.K_PAGEDOWN):
            self.playing = False
            self.go(self.ply + (_LEAP if event.key == pygame.K_PAGEDOWN else -_LEAP))
            return True
        tag = _KEYS.get(event.key)
        if tag is None:
            return False
        if tag not in self.scene or self.scene[tag].target:
            self.choose(tag)
        return True

    def drag(self, event: pygame.event.Event) -> bool:
        """Let the slider be clicked and dragged."""
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            found = self.scene.hit(event.pos)
            self._dragging = found is not None and found.tag == "slider"
        elif event.type == pygame.MOUSEBUTTONUP:
            self._dragging = False
        if not self._dragging or event.type not in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEMOTION):
            return False
        if self.playing:
            self.playing = False
            self.changed()
        self.go(parts(self.stage.size, self._pile is not None).ply(event.pos, self.film.last))
        return True

    # The shake

    @property
    def _pile(self) -> Pile | None:
        pile = getattr(self.film.start.setup, "pile", None)
        return pile if isinstance(pile, Pile) else None

    def _shake_again(self) -> None:
        from sim.view.screens.reshake import Reshake

        if self._pile is not None:
            self.play(False)
            self.stage.open(Reshake(self.stage, self._pile))

    def closed(self) -> None:
        """Forget the table."""
        self.table.closed()
