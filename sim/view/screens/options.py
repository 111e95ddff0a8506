"""Options: what is changed here holds at once and is kept."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from sim.view.items import Sprite
from sim.view.layout import Rect
from sim.view.screens.overlay import Overlay
from sim.view.words import LANGUAGES, N_, _

Choice = tuple[str, tuple[tuple[Any, str], ...]]

_ROWS: tuple[tuple[str, str, tuple[tuple[Any, str], ...]], ...] = (
    ("language", N_("Language"), ()),
    ("sound", N_("Sound"), ((True, N_("On")), (False, N_("Off")))),
    ("volume", N_("Volume"), ((0.3, N_("Soft")), (0.7, N_("Medium")), (1.0, N_("Loud")))),
    (
        "animation",
        N_("Animations"),
        (("off", N_("Off")), ("quick", N_("Quick")), ("normal", N_("Normal")), ("slow", N_("Slow"))),
    ),
    ("colour_vision", N_("Colours"), (("normal", N_("As printed")), ("safe", N_("Easy to tell apart")))),
    ("patterns", N_("Signs for colours"), (("none", N_("Off")), ("letters", N_("On every piece")))),
    ("text_size", N_("Text size"), ((1.0, N_("Plain")), (1.15, N_("Large")), (1.3, N_("Very large")))),
    ("full_screen", N_("Full screen"), ((False, N_("Off")), (True, N_("On")))),
)


class Options(Overlay):
    """The settings of the window, a row for each."""

    def _rows(self) -> list[tuple[str, str, tuple[tuple[Any, str], ...]]]:
        return [(name, label, LANGUAGES if name == "language" else values) for name, label, values in _ROWS]

    def card(self) -> Rect:
        """Return where the card lies."""
        u = self.stage.unit
        return Rect(0, 0, *self.stage.size).centred(700 * u, (134 + 56 * len(_ROWS)) * u)

    def content(self, rect: Rect) -> Iterable[Sprite]:
        """Yield a row for each setting: what it is, and all that it can be."""
        u, controls, settings = self.stage.unit, self.stage.controls, self.stage.house.settings
        inside = rect.inset(30 * u, 22 * u)
        head, body = inside.cut_top(36 * u, 12 * u)
        yield controls.text("title", head.x, head.middle[1], _("Options"), 24, bold=True)
        foot, body = body.cut_bottom(44 * u, 14 * u)
        rows = self._rows()
        for (name, label, values), place in zip(rows, body.rows(len(rows), 14 * u), strict=True):
            said, choices = place.cut_left(150 * u, 10 * u)
            yield controls.text(f"label-{name}", said.x, said.middle[1], _(label), 16, width=said.width)
            for k, spot in enumerate(choices.columns(len(values), 8 * u)):
                value, told = values[k]
                chosen = getattr(settings, name) == value
                label_told = told if name == "language" and value else _(told)
                yield controls.button(f"{name}-{k}", spot, label_told, size=15, chosen=chosen)
        done, _rest = foot.cut_right(150 * u)
        yield controls.button("done", done, _("Done"), key="Esc", style="main", size=17)

    def choose(self, tag: str) -> None:
        """Change a setting, or close the card."""
        self.stage.sounds.play("press")
        if tag == "done":
            self.stage.back()
            return
        name, number = tag.rsplit("-", 1)
        values = next(values for row, _label, values in self._rows() if row == name)
        house = self.stage.house
        house.change(replace(house.settings, **{name: values[int(number)][0]}))
        self.stage.restyled()
