"""Editions of Collexion: what the printed rule sheets do differently, as values."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sim.errors import GameError
from sim.pile import RULES
from sim.pile.reading import Entry, short, whole_entry

STACKS = ("any", "smallest")
EXPERT = ("give", "remove", "steal", "swap")


@dataclass(frozen=True, slots=True)
class Edition:
    """What one printed edition of Collexion says where the editions differ."""

    name: str
    """What users type, such as "de"."""
    reachable: str
    """Which polygons can be taken (C5): a rule of the cover."""
    shape_set_pays: str
    """Which stack pays for a shape set (C11): "any" that is not empty, or the "smallest" that is not empty."""
    expert_actions: tuple[str, ...]
    """What a pair of identical polygons allows (C20), in alphabetical order."""
    stacks_face_up: bool
    """Whether the point markers in the corners can be seen."""

    def __post_init__(self) -> None:
        if not isinstance(self.name, str) or not 0 < len(self.name) <= 40 or not self.name.isprintable():
            raise GameError(f"the name of an edition is {short(self.name)}: use a short text in one line")
        told = f"edition {self.name}"
        if self.reachable not in RULES:
            raise GameError(f"{told}: reachable is {short(self.reachable)}, not one of {', '.join(RULES)}")
        if self.shape_set_pays not in STACKS:
            raise GameError(f"{told}: shape_set_pays is {short(self.shape_set_pays)}, not one of {', '.join(STACKS)}")
        actions = tuple(self.expert_actions) if isinstance(self.expert_actions, tuple | list) else ()
        if len(actions) != 3 or actions != tuple(action for action in EXPERT if action in actions):
            raise GameError(f"{told}: expert_actions are not three of {', '.join(EXPERT)}, in alphabetical order")
        if type(self.stacks_face_up) is not bool:
            raise GameError(f"{told}: stacks_face_up is {short(self.stacks_face_up)}, neither true nor false")
        object.__setattr__(self, "expert_actions", actions)

    def __str__(self) -> str:
        return self.name

    def to_dict(self) -> dict[str, Any]:
        """Return the edition ready for JSON."""
        return {
            "name": self.name,
            "reachable": self.reachable,
            "shape_set_pays": self.shape_set_pays,
            "expert_actions": list(self.expert_actions),
            "stacks_face_up": self.stacks_face_up,
        }

    @classmethod
    def from_entry(cls, entry: Entry) -> Edition:
        """Return the edition that `to_dict` gave."""
        entry.only("name", "reachable", "shape_set_pays", "expert_actions", "stacks_face_up")
        return cls(
            name=entry.text("name"),
            reachable=entry.text("reachable"),
            shape_set_pays=entry.text("shape_set_pays"),
            expert_actions=entry.texts("expert_actions"),
            stacks_face_up=entry.flag("stacks_face_up"),
        )

    @classmethod
    def from_dict(cls, content: Any) -> Edition:
        """Return the edition that `to_dict` gave, or raise GameError."""
        return cls.from_entry(whole_entry(content, "edition", GameError))
