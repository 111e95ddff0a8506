"""The rules of a game in short, in the project's own words."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from sim.view.controls import Controls
from sim.view.items import Sprite
from sim.view.layout import Rect
from sim.view.screens.overlay import Overlay
from sim.view.stage import Stage
from sim.view.words import _


@dataclass(frozen=True, slots=True)
class Part:
    """A part of the rules: what it is about, a text, and a picture where one helps."""

    title: str
    text: str
    picture: Callable[[str, Controls, Rect], Iterable[Sprite]] | None = None
    """Draws in a place, with tags that begin as said."""


class Rules(Overlay):
    """A card with the rules of a game."""

    def __init__(self, stage: Stage, title: str, parts: tuple[Part, ...]) -> None:
        super().__init__(stage)
        self._title, self._parts = title, parts

    def card(self) -> Rect:
        """Return where the card lies."""
        u = self.stage.unit
        return Rect(0, 0, *self.stage.size).centred(880 * u, 640 * u)

    def content(self, rect: Rect) -> Iterable[Sprite]:
        """Yield a paragraph for each part of the rules."""
        u, controls, look = self.stage.unit, self.stage.controls, self.stage.look
        inside = rect.inset(34 * u, 24 * u)
        head, body = inside.cut_top(38 * u, 8 * u)
        title = _("{game} in short").format(game=self._title)
        yield controls.text("title", head.x, head.middle[1], title, 26, bold=True, width=head.width)
        foot, body = body.cut_bottom(42 * u, 8 * u)
        for k, (part, row) in enumerate(zip(self._parts, body.rows(len(self._parts), 6 * u), strict=True)):
            said, told = row.cut_left(176 * u, 14 * u)
            name, picture = said.cut_top(26 * u, 4 * u)
            yield controls.text(
                f"name-{k}", name.x, name.middle[1], _(part.title), 18, bold=True, ink=look.accent, width=name.width
            )
            if part.picture is not None:
                yield from part.picture(f"picture-{k}", controls, picture)
            yield controls.paragraph(f"text-{k}", told, _(part.text), 16)
        done, _rest = foot.cut_right(150 * u)
        yield controls.button("done", done, _("Got it"), key="Esc", style="main", size=17)

    def choose(self, tag: str) -> None:
        """Close the card."""
        self.stage.back()
