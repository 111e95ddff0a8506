"""The shelf: games that were left, to go on with, and games that are over, to be watched again."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pygame

from sim.errors import PolypileError
from sim.view.collexion.phrases import winners_told
from sim.view.items import SCREEN, Scene, Sprite
from sim.view.layout import Rect
from sim.view.scene import backdrop
from sim.view.screen import Screen
from sim.view.screens.games import GAMES, table_of
from sim.view.screens.replay import Replay
from sim.view.seats import seat_name
from sim.view.words import _, plural

if TYPE_CHECKING:
    from sim.record.shelf import Kept
    from sim.session import Session
    from sim.view.house import Errand
    from sim.view.stage import Stage

ROWS = 8
"""As many games stand on the screen at once."""


class Shelf(Screen):
    """A list of games: first those that were left, then those that are over, the newest first."""

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage)
        self._looked_for = stage.house.games()
        self._games: list[Kept] = []
        self._from = 0
        self._asked: Errand[Session] | None = None
        self._opening: int | None = None

    # What is shown

    def build(self) -> Scene:
        """Return the list, with what leads back above it and on below it."""
        size, look, u, controls = self.stage.size, self.stage.look, self.stage.unit, self.stage.controls
        whole = Rect(0, 0, *size).centred(min(size[0] - 80 * u, 1080 * u), min(size[1] - 56 * u, 760 * u))
        head, body = whole.cut_top(48 * u, 12 * u)
        back, head = head.cut_left(110 * u, 20 * u)
        foot, body = body.cut_bottom(44 * u, 12 * u)
        sprites = [
            controls.button("back", back, _("Back"), key="Esc", size=15),
            controls.text("title", head.x, head.middle[1], _("Your games"), 32, bold=True, width=head.width),
            *self._rows(body),
            *self._pages(foot),
        ]
        return Scene(size, SCREEN, backdrop(size, SCREEN, look), tuple(sprites))

    def _rows(self, rect: Rect) -> Iterator[Sprite]:
        controls, u = self.stage.controls, self.stage.unit
        if not self._games:
            told = _("No game has been played yet.") if self._looked_for.done else _("Looking for games")
            yield controls.text("none", *rect.middle, told, 20, ink=controls.look.ink_soft, anchor="middle")
            return
        shown = self._games[self._from : self._from + ROWS]
        for k, row in zip(range(len(shown)), rect.rows(ROWS, 8 * u), strict=False):
            yield from self._row(row, self._from + k, shown[k])

    def _row(self, row: Rect, number: int, game: Kept) -> Iterator[Sprite]:
        controls, u, look = self.stage.controls, self.stage.unit, self.stage.look
        tag, soft = f"game-{number}", look.ink_soft
        fill = (*look.accent[:3], 60) if self._opening == number else look.panel
        panel = controls.panel(tag, row, fill=fill, radius=10)
        yield Sprite(tag, panel.layer, panel.items, row.corners, _title(game), SCREEN, game.game in GAMES)
        inside = row.inset(18 * u, 8 * u)
        what, rest = inside.cut_left(0.22 * inside.width, 16 * u)
        when, who = rest.cut_right(0.24 * inside.width, 16 * u)
        low, high = row.middle[1] + 13 * u, row.middle[1] - 12 * u
        told = plural("{n} move", "{n} moves", game.moves)
        yield controls.text(f"what-{number}", what.x, high, _title(game), 19, bold=True, width=what.width)
        yield controls.text(f"moves-{number}", what.x, low, told, 14, ink=soft, width=what.width)
        yield controls.text(f"who-{number}", who.x, high, _players(game), 17, width=who.width)
        how = _won(game) if game.over else _("Not over yet: go on with it")
        yield controls.text(
            f"won-{number}", who.x, low, how, 14, ink=look.accent if game.over else look.ink, width=who.width
        )
        ended = f"{game.ended:%Y-%m-%d   %H:%M}"
        yield controls.text(
            f"when-{number}", when.right, row.middle[1], ended, 15, ink=soft, anchor="end", width=when.width
        )

    def _pages(self, rect: Rect) -> Iterator[Sprite]:
        controls, u = self.stage.controls, self.stage.unit
        if len(self._games) <= ROWS:
            return
        first, last = self._from + 1, min(self._from + ROWS, len(self._games))
        told = _("{first} to {last} of {all}").format(first=first, last=last, all=len(self._games))
        x, y = rect.middle
        yield controls.text("page", x, y, told, 15, anchor="middle", ink=controls.look.ink_soft, width=200 * u)
        newer, rest = rect.cut_left(170 * u)
        older, _rest = rest.cut_right(170 * u)
        yield controls.button("newer", newer, _("Newer"), size=16, key="PgUp", enabled=self._from > 0)
        yield controls.button("older", older, _("Older"), size=16, key="PgDn", enabled=last < len(self._games))

    # What goes on

    def tick(self) -> None:
        """Take what has been found, and open the game that was asked for once it is there."""
        try:
            found = self._looked_for.news()
            if found:
                self._games += found
                self.changed()
            elif not self._games and self._looked_for.done and "none" in self.scene:
                self._told_none()
            if self._asked is not None:
                for session in self._asked.news():
                    self._asked = self._opening = None
                    self._show(session)
                    return
        except PolypileError as wrong:
            self.stage.notify(str(wrong))
            self._asked = self._opening = None
            self.changed()

    def _show(self, session: Session) -> None:
        if session.state.outcome is None:
            self.stage.change(table_of(self.stage, session))
        else:
            self.stage.open(Replay(self.stage, session))

    _none_told = False

    def _told_none(self) -> None:
        if not self._none_told:
            self._none_told = True
            self.changed()

    def choose(self, tag: str) -> None:
        """Open a game, or show others."""
        self.stage.sounds.play("press")
        match tag.split("-"):
            case ["back"]:
                self.stage.back()
            case ["newer"]:
                self.scroll(ROWS)
            case ["older"]:
                self.scroll(-ROWS)
            case ["game", number]:
                if self._asked is not None:
                    self._asked.drop()
                self._opening = int(number)
                game, house = self._games[self._opening], self.stage.house
                self._asked = house.watch(game) if game.over else house.take_up(game)
                self.changed()

    def scroll(self, lines: int) -> None:
        """Show newer or older games."""
        most = max(0, len(self._games) - ROWS)
        self._from = min(max(self._from - lines, 0), most)
        self.changed()

    def press(self, event: pygame.event.Event) -> bool:
        """Heed the keys that turn pages."""
        if event.key in (pygame.K_PAGEUP, pygame.K_PAGEDOWN):
            self.scroll(ROWS if event.key == pygame.K_PAGEUP else -ROWS)
            return True
        return False

    def closed(self) -> None:
        """Nobody waits for games any more."""
        self._looked_for.drop()
        if self._asked is not None:
            self._asked.drop()


def _title(game: Kept) -> str:
    return GAMES[game.game].title if game.game in GAMES else game.game


def _names(game: Kept) -> list[str]:
    return [seat_name(game.seats, seat) for seat in range(len(game.seats))]


def _players(game: Kept) -> str:
    """Return who played, and what for: of a game that goes on nobody knows all points."""
    told = (f"{name} {score}" if game.over else name for name, score in zip(_names(game), game.scores, strict=True))
    return "  \u00b7  ".join(told)


def _won(game: Kept) -> str:
    names = _names(game)
    return winners_told([names[seat] for seat in game.winners])
