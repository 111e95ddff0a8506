"""What the window asks of the rest of the program: shakes, games, bots, saves. The command that opens it hands it over.

The window never waits: what takes longer than a frame is an errand that it looks after once a frame.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from sim.pile import Frame, Pile

if TYPE_CHECKING:
    from sim.bots import Advice
    from sim.bots.colour_collect import Analysis
    from sim.record.scores import HighScore
    from sim.record.shelf import Kept
    from sim.session import Seat, Session
    from sim.settings import Settings

T_co = TypeVar("T_co", covariant=True)


class Errand(Protocol[T_co]):
    """Work that goes on elsewhere."""

    def news(self) -> Sequence[T_co]:
        """Return what has arrived since it was last asked, without waiting; raise a PolypileError if it failed."""

    @property
    def done(self) -> bool:
        """Whether nothing more will come."""

    def drop(self) -> None:
        """Say that nobody waits for it any more."""


class HandShake(Errand[Frame], Protocol):
    """A box that is shaken by hand, a sixtieth of a second at a time."""

    def push(self, x: int, y: int) -> None:
        """Accelerate the box for a sixtieth of a second, in thousandths of g; a frame comes back."""

    def put_down(self) -> None:
        """Put the box down; the pieces settle, and the last frame brings the pile."""


class House(Protocol):
    """The rest of the program."""

    settings: Settings
    levels: tuple[str, ...]
    """How strong bots can be, in words, from the weakest."""
    editions: tuple[str, ...]

    def change(self, settings: Settings) -> None:
        """Use other settings from now on, and keep them."""

    def new_seed(self) -> int:
        """Return a seed that nobody has seen."""

    def read_seed(self, text: str) -> int:
        """Return the seed that a text says, a number or a code that was shared; raise a PolypileError otherwise."""

    def shake(self, seed: int) -> Errand[Frame]:
        """Shake the box; the last frame brings the pile."""

    def shake_again(self, pile: Pile) -> Errand[Frame]:
        """Shake a pile once more, as its seed or the hand did; the last frame brings the pile that it gives now."""

    def hand(self, seed: int) -> HandShake:
        """Give the box to a hand."""

    def begin(
        self, game: str, seed: int, seats: Sequence[Seat], options: Mapping[str, Any], pile: Pile | None
    ) -> Errand[Session]:
        """Set a game up."""

    def seat(self, kind: str, name: str) -> Seat:
        """Return somebody who can sit down: "human", or the level of a bot."""

    def advise(self, session: Session, kind: str) -> Errand[Advice]:
        """Ask a bot what it would play in the place of whoever is to move."""

    def analyse(self, session: Session, first: int, last: int) -> Errand[Analysis]:
        """Ask who could have won the round of Colour Collect that was played from one ply to another."""

    def strongest(self, session: Session) -> str:
        """Return the kind of bot that gives hints in this game."""

    def keep(self, session: Session) -> None:
        """Save a game as it stands; this returns at once."""

    @property
    def saving(self) -> bool:
        """Whether a game is not on disk yet: the next move waits until it is."""

    @property
    def unsaved(self) -> str:
        """Why the game at the table is not on disk as it stands; empty where it is, or is still on its way there."""

    def unfinished(self) -> Errand[Session]:
        """Look for a game that was left; no news where there is none."""

    def games(self) -> Errand[Kept]:
        """Look for games, first those that were left, then those that are over; each is news of its own."""

    def take_up(self, game: Kept) -> Errand[Session]:
        """Go on with a game that was left."""

    def watch(self, game: Kept) -> Errand[Session]:
        """Get a game that is over, with all its moves."""

    def keep_high_score(self, session: Session, name: str) -> Errand[int | None]:
        """Keep the result of a solo game under a name; the news is its rank, None where it is not among the best."""

    def high_scores(self) -> Errand[tuple[HighScore, ...]]:
        """Look for the high scores of the solo game; the news is all of them, best first."""

    def messages(self) -> Sequence[str]:
        """Return what has to be told since it was last asked: files that were damaged, saves that failed."""

    def close(self) -> None:
        """End all work; what has to be saved is saved."""
