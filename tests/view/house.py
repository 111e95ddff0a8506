"""A house without processes: all errands are done at once, so that tests of screens are quick and repeat themselves."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from sim import table
from sim.bots import Advice, bot
from sim.bots.colour_collect import analyse
from sim.errors import SeedError
from sim.pile import Frame, Pile, Pose
from sim.reach.survey import survey
from sim.record.scores import HighScore
from sim.rules.collexion import CollexionSetup
from sim.rules.luck import Luck
from sim.seeds import stream
from sim.session import Seat, Session, begun
from sim.setups import load_edition, set_up

PILES = Path(__file__).parents[1] / "golden" / "games"


@cache
def pile_of(seed: int) -> Pile:
    """Return a pile that is kept as a golden file: seeds 0, 1 and 7."""
    return Pile.from_json((PILES / f"pile-{seed}.json").read_text())


@cache
def cover_of(seed: int):
    return survey(pile_of(seed), hidden=True)


@dataclass
class Done:
    """An errand whose news are there already."""

    waiting: deque[Any] = field(default_factory=deque)
    at_once: int = 1000

    def news(self) -> Sequence[Any]:
        return [self.waiting.popleft() for _ in range(min(self.at_once, len(self.waiting)))]

    @property
    def done(self) -> bool:
        return not self.waiting

    def drop(self) -> None:
        self.waiting.clear()


def frames_of(pile: Pile, count: int = 12) -> Iterable[Frame]:
    """Yield a short shake that ends in a pile: the pieces fall straight down on it."""
    for k in range(count):
        lift = 3.0 * (count - 1 - k)
        poses = tuple(Pose(p.x, p.y, p.z + lift, p.angle, p.gradient) for p in pile)
        last = k == count - 1
        yield Frame((k + 1) / 60, "rest" if last else "shake", poses, (0.0, 0.0), pile if last else None)


@dataclass
class Hand(Done):
    pile: Pile | None = None
    pushes: list[tuple[int, int]] = field(default_factory=list)

    @property
    def done(self) -> bool:
        return False

    def push(self, x: int, y: int) -> None:
        self.pushes.append((x, y))
        self.waiting.append(next(iter(frames_of(self.pile))))

    def put_down(self) -> None:
        self.waiting.extend(frames_of(self.pile))


class TestHouse:
    """The rest of the program, as far as screens can tell."""

    __test__ = False

    def __init__(self, settings: Any, seeds: Iterable[int] = (7, 1, 0), level: str = "uniform") -> None:
        self.settings = settings
        self.levels = ("beginner", "casual", "strong")
        self.editions = ("de", "fr", "it", "fr-blue-orange")
        self.kept: list[Session] = []
        self.told: list[str] = []
        self.left: Session | None = None
        self.finished: list[Any] = []
        self.closed = False
        self.scores: list[HighScore] = []
        self.saving = False
        self.unsaved = ""
        self._seeds = deque(seeds)
        self._level = level

    def change(self, settings: Any) -> None:
        self.settings = settings

    def new_seed(self) -> int:
        self._seeds.rotate(-1)
        return self._seeds[-1]

    def read_seed(self, text: str) -> int:
        if not (text.isascii() and text.isdigit()):
            raise SeedError(f"{text!r} is no seed")
        return int(text)

    def shake(self, seed: int) -> Done:
        return Done(deque(frames_of(pile_of(seed))))

    def shake_again(self, pile: Pile) -> Done:
        return Done(deque(frames_of(pile)))

    def hand(self, seed: int) -> Hand:
        return Hand(pile=pile_of(seed))

    def begin(self, game: str, seed: int, seats: Sequence[Seat], options: Mapping[str, Any], pile: Pile | None) -> Done:
        options = {"players": len(seats), **options}
        if game == "collexion":
            edition = load_edition(options.pop("edition", "de"))
            state = CollexionSetup(pile_of(seed), cover_of(seed), edition, **options).start(Luck(seed))
        else:
            state = set_up(game, lambda: pile_of(seed), options).start(Luck(seed))
        return Done(deque([begun(state, seats)]))

    def seat(self, kind: str, name: str) -> Seat:
        return Seat(kind, name)

    def advise(self, session: Session, kind: str) -> Done:
        state = session.state
        chance = stream(state.luck.seed, f"bot {state.to_move} {state.ply}").random
        advice = bot(self._level, state.setup.game).advise(state.player_view(state.to_move), chance)
        assert isinstance(advice, Advice)
        return Done(deque([advice]))

    def analyse(self, session: Session, first: int, last: int) -> Done:
        views = [state.player_view(state.to_move) for state in session.states[first:last]]
        return Done(deque([analyse(views, session.moves[first:last])]))

    def strongest(self, session: Session) -> str:
        return "strong"

    def keep(self, session: Session) -> None:
        self.kept.append(session)

    def unfinished(self) -> Done:
        return Done(deque([self.left] if self.left else []))

    def games(self) -> Done:
        return Done(deque(self.finished))

    def take_up(self, game: Any) -> Done:
        return self.watch(game)

    def watch(self, game: Any) -> Done:
        return Done(deque([Session.of(game.read())]))

    def keep_high_score(self, session: Session, name: str) -> Done:
        stones = tuple(sorted(session.state.tracks[0]))
        one = HighScore(stones[0], stones, session.state.luck.seed, name, "2031-05-17")
        self.scores = sorted([*self.scores, one], key=lambda score: score.stones, reverse=True)
        return Done(deque([1 + next(k for k, other in enumerate(self.scores) if other is one)]))

    def high_scores(self) -> Done:
        return Done(deque([tuple(self.scores)]))

    def messages(self) -> Sequence[str]:
        told, self.told = self.told, []
        return told

    def close(self) -> None:
        self.closed = True


def record_of(house: TestHouse):
    return house.kept[-1].record(table.versions())
