"""What can be done beside playing: go on, options, rules, leave."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from sim.view.controls import Style
from sim.view.items import Sprite
from sim.view.layout import Rect
from sim.view.screens.overlay import Overlay
from sim.view.screens.sheet import Sheet
from sim.view.words import _

if TYPE_CHECKING:
    from sim.view.screens.table import Table
    from sim.view.stage import Stage


class Pause(Overlay):
    """The menu of a game in progress."""

    def __init__(self, stage: Stage, table: Table) -> None:
        super().__init__(stage)
        self._table = table

    def _entries(self) -> list[tuple[str, str, str]]:
        over = self._table.session.state.outcome is not None
        entries = [
            ("on", _("Back to the table"), "Esc"),
            ("sheet", _("Score sheet"), ""),
            ("options", _("Options"), ""),
            ("rules", _("Rules in short"), "F1"),
            ("leave", _("To the main menu"), ""),
            ("quit", _("Close the window"), ""),
        ]
        return entries if over else [entry for entry in entries if entry[0] != "sheet"]

    def card(self) -> Rect:
        """Return where the card lies."""
        u = self.stage.unit
        high = 96 + 54 * len(self._entries())
        return Rect(0, 0, *self.stage.size).centred(380 * u, high * u)

    def content(self, rect: Rect) -> Iterable[Sprite]:
        """Yield the title, the entries, and what becomes of the game."""
        u, controls = self.stage.unit, self.stage.controls
        inside = rect.inset(28 * u, 22 * u)
        head, body = inside.cut_top(34 * u, 8 * u)
        yield controls.text("title", *head.middle, _("Paused"), 24, anchor="middle", bold=True)
        foot, body = body.cut_bottom(18 * u, 8 * u)
        entries = self._entries()
        for (tag, label, key), place in zip(entries, body.rows(len(entries), 10 * u), strict=True):
            style: Style = "main" if tag == "on" else "plain"
            yield controls.button(tag, place, label, key=key, style=style, size=17)
        if not self._table.keeps or self._table.session.state.outcome is not None:
            return
        if self.stage.house.unsaved:
            told = _("This game cannot be saved: close the window and it is lost.")
        else:
            told = _("The game is kept: go on with it whenever you like.")
        ink = controls.look.ink_soft
        yield controls.text("kept", *foot.middle, told, 13, ink=ink, anchor="middle", width=foot.width)

    def choose(self, tag: str) -> None:
        """Do what an entry says."""
        self.stage.sounds.play("press")
        match tag:
            case "on":
                self.stage.back()
            case "options":
                from sim.view.screens.options import Options

                self.stage.open(Options(self.stage))
            case "rules":
                self.stage.open(self._table.rules())
            case "sheet":
                self.stage.back()
                self.stage.open(Sheet(self.stage, self._table))
            case "leave":
                from sim.view.screens.menu import Menu

                self.stage.change(Menu(self.stage))
            case "quit":
                self.stage.change()
