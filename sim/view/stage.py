"""What all screens share, and the stack of those that are open."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from sim.view import words
from sim.view.controls import Controls
from sim.view.layout import unit
from sim.view.notices import Notices
from sim.view.theme import Theme, theme

if TYPE_CHECKING:
    from sim.view.house import House
    from sim.view.items import Scene
    from sim.view.screen import Screen
    from sim.view.sound import Sounds

PACES = {"off": 0.0, "quick": 0.5, "normal": 1.0, "slow": 1.8}
"""How long animations take, by what the options call it."""


@dataclass(eq=False)
class Stage:
    """The window as its screens see it. Time and size are what they were when the frame began."""

    house: House
    sounds: Sounds
    size: tuple[int, int]
    prepare: Callable[[Scene, float], bool]
    """Draws sprites of a scene that is yet to come, for so many seconds; tells whether all of them are ready."""
    now: float = 0.0
    """Seconds on a clock that only goes on."""
    screens: list[Screen] = field(default_factory=list)
    notices: Notices = field(default_factory=Notices)
    """What is told at the top for a while."""

    @property
    def look(self) -> Theme:
        """Colours, metrics and light, as the options ask for them."""
        settings = self.house.settings
        name = "safe" if settings.colour_vision == "safe" else "default"
        return theme(name, settings.patterns == "letters", settings.text_size)

    @property
    def unit(self) -> float:
        """How many pixels a unit has."""
        return unit(self.size)

    @property
    def controls(self) -> Controls:
        """What makes buttons and panels."""
        return Controls(self.look, self.unit)

    @property
    def pace(self) -> float:
        """How long animations take; 0: there are none."""
        return PACES[self.house.settings.animation]

    def prepared(self, scene: Scene) -> bool:
        """Draw ahead for a part of a frame what a scene will need; tell whether all is ready.

        Where nothing moves no frame can be held up: then all is drawn at once.
        """
        return self.prepare(scene, 0.005 if self.pace else 60.0)

    def open(self, screen: Screen) -> None:
        """Show a screen in front of all others."""
        if self.screens:
            self.screens[-1].covered()
        self.screens.append(screen)
        screen.opened()

    def back(self) -> None:
        """Close the screen in front; the one behind it is shown again. With the last one the window closes."""
        self.screens.pop().closed()
        if self.screens:
            self.screens[-1].changed()

    def change(self, *screens: Screen) -> None:
        """Close all screens and show others, the last one in front."""
        for screen in reversed(self.screens):
            screen.closed()
        self.screens[:] = screens
        for screen in screens:
            screen.opened()

    def restyled(self) -> None:
        """Build all open screens anew: language, colours or size of text are others."""
        words.use(self.house.settings.language)
        for screen in self.screens:
            screen.restyled()

    def notify(self, text: str, seconds: float = 6.0) -> None:
        """Tell something for a while."""
        self.notices.add(text, seconds)
