"""The sheet at the end of a game: who has won, and how that came about."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sim.view.items import Sprite
from sim.view.layout import Rect
from sim.view.screens.games import setup_of
from sim.view.screens.overlay import Overlay
from sim.view.words import _

if TYPE_CHECKING:
    from sim.view.screens.table import Table
    from sim.view.stage import Stage


@dataclass(frozen=True, slots=True)
class Result:
    """How a game ended, as the sheet shows it."""

    title: str
    why: str
    heads: tuple[str, ...]
    """What stands in the columns; the first names the player, the last is what counts."""
    rows: tuple[tuple[str, ...], ...]
    """By seat."""
    winners: tuple[int, ...]
    note: str = ""


class Sheet(Overlay):
    """A card with the result, and what can be done next."""

    def __init__(self, stage: Stage, table: Table) -> None:
        super().__init__(stage)
        self._table = table

    def card(self) -> Rect:
        """Return where the card lies."""
        u = self.stage.unit
        rows = len(self._table.result().rows)
        return Rect(0, 0, *self.stage.size).centred(840 * u, (266 + 56 * rows) * u)

    def content(self, rect: Rect) -> Iterable[Sprite]:
        """Yield who has won, a row for each player, and what can be done next."""
        u, controls, look = self.stage.unit, self.stage.controls, self.stage.look
        result, ink = self._table.result(), look.ink_soft
        inside = rect.inset(32 * u, 24 * u)
        head, body = inside.cut_top(36 * u, 4 * u)
        yield controls.text(
            "title", *head.middle, result.title, 28, anchor="middle", bold=True, ink=look.accent, width=head.width
        )
        why, body = body.cut_top(24 * u, 14 * u)
        yield controls.text("why", *why.middle, result.why, 15, anchor="middle", ink=ink, width=why.width)
        foot, body = body.cut_bottom(44 * u, 12 * u)
        note, body = body.cut_bottom(20 * u, 8 * u)
        yield controls.text("note", *note.middle, result.note, 14, anchor="middle", ink=ink, width=note.width)
        yield from self._rows(result, body)
        entries = (
            ("again", _("Play again")),
            ("watch", _("Watch it again")),
            ("look", _("Look at the table")),
            ("leave", _("Main menu")),
        )
        for (tag, label), place in zip(entries, foot.columns(len(entries), 12 * u), strict=True):
            yield controls.button(tag, place, label, size=17, style="main" if tag == "again" else "plain")

    def _rows(self, result: Result, body: Rect) -> Iterable[Sprite]:
        u, controls, look = self.stage.unit, self.stage.controls, self.stage.look
        head, body = body.cut_top(26 * u, 2 * u)
        last = len(result.heads) - 1
        for k, (label, place) in enumerate(zip(result.heads, _columns(head, last + 1), strict=True)):
            x, anchor = (place.x + 12 * u, "start") if k == 0 else (place.middle[0], "middle")
            ink = look.ink_soft
            yield controls.text(f"head-{k}", x, place.middle[1], label, 14, ink=ink, anchor=anchor, width=place.width)
        for seat, row in enumerate(body.rows(len(result.rows), 8 * u)):
            fill = (*look.accent[:3], 40) if seat in result.winners else look.well
            yield controls.panel(f"row-{seat}", row, fill=fill, radius=10)
            for k, (told, place) in enumerate(zip(result.rows[seat], _columns(row, last + 1), strict=True)):
                x, anchor = (place.x + 12 * u, "start") if k == 0 else (place.middle[0], "middle")
                size = 22 if k == last else 18 if k == 0 else 16
                yield controls.text(
                    f"cell-{seat}-{k}",
                    x,
                    place.middle[1],
                    told,
                    size,
                    anchor=anchor,
                    bold=k in (0, last),
                    width=place.width - 14 * u,
                )

    def choose(self, tag: str) -> None:
        """Go on as the buttons say."""
        from sim.view.screens.menu import Menu

        stage = self.stage
        stage.sounds.play("press")
        match tag:
            case "look":
                stage.back()
            case "watch":
                from sim.view.screens.replay import Replay

                stage.open(Replay(stage, self._table.session))
            case "again":
                stage.change(Menu(stage))
                stage.open(setup_of(stage, self._table.session.state.setup.game))
            case "leave":
                stage.change(Menu(stage))


def _columns(row: Rect, count: int) -> list[Rect]:
    """Return the columns of a row: the first one, with the name, is as wide as two others."""
    each = row.width / (count + 1)
    first = Rect(row.x, row.y, 2 * each, row.height)
    return [first, *(Rect(row.x + (k + 2) * each, row.y, each, row.height) for k in range(count - 1))]
