"""The rules in short, in the project's own words, with pictures of the pieces."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from sim.view.items import Sprite, Viewport
from sim.view.layout import Rect
from sim.view.screens.overlay import Overlay
from sim.view.stage import Stage
from sim.view.token import SPAN, token
from sim.view.words import N_, _

Part = tuple[tuple[str, ...], str, str]
"""Pictures beside it, a title and a text."""

COLLEXION: tuple[Part, ...] = (
    (
        ("octagon-blue", "square-blue", "square-pink"),
        N_("Take"),
        N_(
            "Take one to four polygons that can be reached. Each further one must share its shape or its colour with "
            "the one before."
        ),
    ),
    (
        ("triangle-green", "square-green", "pentagon-green", "octagon-green"),
        N_("Score"),
        N_(
            "Four shapes of one colour are a set and earn the top marker of that colour. Four colours of one shape "
            "are a set too and earn a marker from a stack that the edition names. Sets must be scored; their polygons "
            "go to the lid."
        ),
    ),
    (
        (),
        N_("Act"),
        N_(
            "Once a turn you may use one action: swap a polygon with another player, steal one, or remove one from the "
            "pile. Each works once a game; unused it is worth a point."
        ),
    ),
    (
        (),
        N_("The end"),
        N_(
            "When all markers are won or the pile is empty, the round is finished. Markers count their value, each "
            "polygon left over takes a point away. Most points win; fewer polygons left break a tie."
        ),
    ),
)

GAMES: Mapping[str, tuple[str, tuple[Part, ...]]] = {"collexion": ("Collexion", COLLEXION)}


class Rules(Overlay):
    """A card with the rules of a game."""

    def __init__(self, stage: Stage, game: str) -> None:
        super().__init__(stage)
        self._game = game

    def card(self) -> Rect:
        """Return where the card lies."""
        u = self.stage.unit
        return Rect(0, 0, *self.stage.size).centred(860 * u, 620 * u)

    def content(self, rect: Rect) -> Iterable[Sprite]:
        """Yield a paragraph for each part of the rules."""
        u, controls, look = self.stage.unit, self.stage.controls, self.stage.look
        title, parts = GAMES[self._game]
        inside = rect.inset(34 * u, 24 * u)
        head, body = inside.cut_top(38 * u, 8 * u)
        yield controls.text("title", head.x, head.middle[1], _("{game} in short").format(game=title), 26, bold=True)
        foot, body = body.cut_bottom(42 * u, 8 * u)
        for k, ((kinds, name, text), row) in enumerate(zip(parts, body.rows(len(parts), 6 * u), strict=True)):
            said, told = row.cut_left(176 * u, 14 * u)
            yield controls.text(f"name-{k}", said.x, said.y + 14 * u, _(name), 18, bold=True, ink=look.accent)
            for j, kind in enumerate(kinds):
                scale = 34 * u / SPAN
                at = Viewport(scale, round(said.x + (18 + 40 * j) * u), round(said.y + 52 * u))
                yield token(f"picture-{k}-{j}", kind, at, look)
            yield controls.paragraph(f"text-{k}", told, _(text), 16)
        done, _rest = foot.cut_right(150 * u)
        yield controls.button("done", done, _("Got it"), key="Esc", style="main", size=17)

    def choose(self, tag: str) -> None:
        """Close the card."""
        self.stage.back()
