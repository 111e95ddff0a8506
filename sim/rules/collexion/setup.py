"""How a game of Collexion is set up: pile, edition, players, variants (C1 to C3, C19 to C21)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Final

from sim.errors import CoverError, GameError, PileError
from sim.pile import Cover, Pile
from sim.pile.reading import Entry, short
from sim.rules.collexion.sets import POLYGONS
from sim.rules.edition import Edition
from sim.rules.game import whole_number

if TYPE_CHECKING:
    from sim.rules.collexion.state import Collexion
    from sim.rules.luck import Luck

ACTIONS: Final = frozenset({"swap", "steal", "remove"})
"""The action markers of each player (C1)."""
MOST_TAKES: Final = 4
"""In one turn (C6)."""
VARIANTS: Final = ("team", "expert")


@dataclass(frozen=True, slots=True)
class CollexionSetup:
    """Everything that is decided before a game of Collexion starts."""

    game: ClassVar[str] = "collexion"
    title: ClassVar[str] = "Collexion"

    pile: Pile
    cover: Cover
    """What a survey of the pile found out; players see what is hidden only if it looked for that too."""
    edition: Edition
    players: int = 2
    variants: tuple[str, ...] = ()
    """Of "team" and "expert", either or both."""
    first: int | None = None
    """The start player's seat; None: luck draws it (C3)."""

    def __post_init__(self) -> None:
        plain = check_options(self.players, self.variants, self.first)
        for name, value in zip(("players", "variants", "first"), plain, strict=True):
            object.__setattr__(self, name, value)
        if not isinstance(self.edition, Edition):
            raise GameError(f"edition is {short(self.edition)}, not an Edition")
        if not isinstance(self.pile, Pile) or not isinstance(self.cover, Cover):
            raise GameError("Collexion is played with a Pile and the Cover that a survey of it gives")
        if tuple((piece.shape, piece.colour) for piece in self.pile) != POLYGONS:
            raise GameError(f"this pile has not the {len(POLYGONS)} polygons of the game: shake 5 copies of each (C1)")
        if self.cover.size != len(POLYGONS):
            raise GameError(
                f"this cover is of {self.cover.size} polygons, not of {len(POLYGONS)}: survey the pile (C1)"
            )

    @property
    def team(self) -> bool:
        """Whether seats 0 and 2 play against 1 and 3 (C19)."""
        return "team" in self.variants

    @property
    def expert(self) -> bool:
        """Whether pairs allow actions instead of markers (C20)."""
        return "expert" in self.variants

    def __str__(self) -> str:
        return ", ".join((self.title, f"edition {self.edition}", *self.variants, f"{self.players} players"))

    def start(self, luck: Luck) -> Collexion:
        """Return the state before the first move."""
        from sim.rules.collexion.state import start

        return start(self, luck)

    def to_dict(self) -> dict[str, Any]:
        """Return the set-up ready for JSON, the pile and its cover with their digests."""
        return {
            "players": self.players,
            "variants": list(self.variants),
            "first": self.first,
            "edition": self.edition.to_dict(),
            "cover_digest": self.cover.digest,
            "cover": self.cover.to_dict(),
            "pile": self.pile.to_dict(),
        }

    @classmethod
    def from_entry(cls, entry: Entry) -> CollexionSetup:
        """Return the set-up that `to_dict` gave."""
        entry.only("players", "variants", "first", "edition", "cover_digest", "cover", "pile")
        try:
            pile = Pile.from_dict(entry.entry("pile").values)
            cover = Cover.from_dict(entry.entry("cover").values)
            if entry.text("cover_digest") != cover.digest:
                entry.refuse("the digest of the cover does not match: the file was altered after it was written")
            return cls(
                pile=pile,
                cover=cover,
                edition=Edition.from_entry(entry.entry("edition")),
                players=entry.get("players"),
                variants=entry.texts("variants"),
                first=entry.get("first"),
            )
        except (PileError, CoverError, GameError) as wrong:
            entry.refuse(str(wrong))


def check_options(players: Any = 2, variants: Any = (), first: Any = None) -> tuple[int, tuple[str, ...], int | None]:
    """Return the options as plain values, the variants in their order; raise GameError for what no game can have."""
    seats = whole_number(players, "players", range(2, 5))
    starts = None if first is None else whole_number(first, "first", range(seats))
    chosen = _variants(variants)
    if "team" in chosen and seats != 4:
        raise GameError(f"the team variant is for 4 players, not {seats} (C19)")
    return seats, chosen, starts


def _variants(given: Any) -> tuple[str, ...]:
    names = tuple(given) if isinstance(given, tuple | list | set | frozenset) else (given,)
    for name in names:
        if name not in VARIANTS:
            raise GameError(f"there is no variant {short(name)}: use team, expert or both (C19, C20)")
    if len(set(names)) < len(names):
        raise GameError("a variant is named twice")
    return tuple(name for name in VARIANTS if name in names)
