"""The score sheet at the end of a game: the sum of each player, explained."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from sim.view.items import Sprite
from sim.view.layout import Rect
from sim.view.screens.overlay import Overlay
from sim.view.words import _, plural

if TYPE_CHECKING:
    from sim.view.screens.collexion import CollexionTable
    from sim.view.stage import Stage

_HEADS = 0.34, 0.22, 0.15, 0.15, 0.14


class CollexionSheet(Overlay):
    """How a game of Collexion went: markers, unused action markers, polygons left, and their sum (C18)."""

    def __init__(self, stage: Stage, table: CollexionTable) -> None:
        super().__init__(stage)
        self._table = table

    def card(self) -> Rect:
        """Return where the card lies."""
        u = self.stage.unit
        players = len(self._table.names)
        return Rect(0, 0, *self.stage.size).centred(820 * u, (262 + 56 * players) * u)

    def content(self, rect: Rect) -> Iterable[Sprite]:
        """Yield who has won, a row for each player, and what can be done next."""
        u, controls, look = self.stage.unit, self.stage.controls, self.stage.look
        inside = rect.inset(32 * u, 24 * u)
        head, body = inside.cut_top(36 * u, 4 * u)
        yield controls.text(
            "title", *head.middle, self._table.ending(), 28, anchor="middle", bold=True, ink=look.accent
        )
        why, body = body.cut_top(24 * u, 14 * u)
        ink = look.ink_soft
        yield controls.text("why", *why.middle, self._why(), 15, anchor="middle", ink=ink, width=why.width)
        foot, body = body.cut_bottom(44 * u, 12 * u)
        note, body = body.cut_bottom(20 * u, 8 * u)
        code, count = self._table.state.pile.code, len(self._table.session.moves)
        told = plural("{n} move on pile {code}", "{n} moves on pile {code}", count, code=code)
        yield controls.text("code", *note.middle, told, 14, anchor="middle", ink=ink)
        yield from self._rows(body)
        entries = (("again", _("Play again")), ("look", _("Look at the table")), ("leave", _("Main menu")))
        for (tag, label), place in zip(entries, foot.columns(3, 12 * u), strict=True):
            yield controls.button(tag, place, label, size=17, style="main" if tag == "again" else "plain")

    def _why(self) -> str:
        state = self._table.state
        assert state.outcome is not None
        if len(state.outcome.winners) < len(state.scores) and not state.setup.team:
            best = max(state.scores)
            if sum(score == best for score in state.scores) > len(state.outcome.winners):
                return _("Equal points: fewer polygons left decide.")
        return _("Each marker counts its value, each unused action 1, each polygon left over takes 1 away.")

    def _rows(self, body: Rect) -> Iterable[Sprite]:
        u, controls, look = self.stage.unit, self.stage.controls, self.stage.look
        table = self._table
        state, names = table.state, table.names
        head, body = body.cut_top(26 * u, 2 * u)
        heads = _("Player"), _("Markers"), _("Actions"), _("Left over"), _("Points")
        for k, (label, place) in enumerate(zip(heads, self._columns(head), strict=True)):
            x, anchor = (place.x + 12 * u, "start") if k == 0 else (place.middle[0], "middle")
            ink = look.ink_soft
            yield controls.text(f"head-{k}", x, place.middle[1], label, 14, ink=ink, anchor=anchor, width=place.width)
        for seat, row in enumerate(body.rows(len(names), 8 * u)):
            won = state.outcome is not None and seat in state.outcome.winners
            fill = (*look.accent[:3], 40) if won else look.well
            yield controls.panel(f"row-{seat}", row, fill=fill, radius=10)
            markers = sorted(state.markers[seat], reverse=True)
            unused, left = len(state.actions[seat]), len(state.collections[seat])
            sum_told = f"{' + '.join(map(str, markers))} = {sum(markers)}" if len(markers) > 1 else str(sum(markers))
            cells = (
                names[seat],
                sum_told,
                f"+ {unused}",
                f"\u2013 {left}",
                str(state.scores[seat]),
            )
            for k, (told, place) in enumerate(zip(cells, self._columns(row), strict=True)):
                x, anchor = (place.x + 12 * u, "start") if k == 0 else (place.middle[0], "middle")
                size = 22 if k == len(cells) - 1 else 18 if k == 0 else 16
                bold = k in (0, len(cells) - 1)
                yield controls.text(
                    f"cell-{seat}-{k}",
                    x,
                    place.middle[1],
                    told,
                    size,
                    anchor=anchor,
                    bold=bold,
                    width=place.width - 14 * u,
                )

    def _columns(self, row: Rect) -> list[Rect]:
        columns, x = [], row.x
        for share in _HEADS:
            columns.append(Rect(x, row.y, share * row.width, row.height))
            x += share * row.width
        return columns

    def choose(self, tag: str) -> None:
        """Go on as the buttons say."""
        self.stage.sounds.play("press")
        match tag:
            case "look":
                self.stage.back()
            case "again":
                from sim.view.screens.menu import Menu
                from sim.view.screens.setup import CollexionSetupScreen

                menu = Menu(self.stage)
                self.stage.change(menu)
                self.stage.open(CollexionSetupScreen(self.stage))
            case "leave":
                from sim.view.screens.menu import Menu

                self.stage.change(Menu(self.stage))
