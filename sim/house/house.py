"""The house: everything that the window asks of the rest of the program, each thing done where it holds nothing up."""

from __future__ import annotations

import pickle
import re
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from sim import bots, table
from sim.bots import Advice
from sim.bots.colour_collect import Analysis
from sim.errors import CodeError, SeedError
from sim.house import choices, seating
from sim.house.channel import Channel
from sim.house.clerk import Clerk
from sim.house.errands import Errand, HandShake, in_background
from sim.house.frames import decoded
from sim.physics import MODEL
from sim.pile import Frame, Pile, parse_code
from sim.pile.reading import short
from sim.record import shelf, store
from sim.record.scores import HighScore
from sim.record.shelf import Kept
from sim.seeds import check as check_seed
from sim.session import Seat, Session
from sim.settings import Settings
from sim.setups import EDITIONS

_GRACE = 0.25  # s for a bot to end what nobody waits for any more; a new process takes about as long to start
_PATIENCE = 10.0  # s for what is still to be saved when the window closes


class Home:
    """The house at home: what `sim.view.house.House` asks for."""

    levels: tuple[str, ...] = bots.LEVELS
    editions: tuple[str, ...] = EDITIONS

    def __init__(self) -> None:
        self._messages: deque[str] = deque()
        self._box = Channel("sim.house.box", "shakes the box")
        self._box.start()
        self._mind = Channel("sim.house.mind", "thinks for the bots", _GRACE)
        folder = store.folder()
        self.settings = choices.read(folder, self._messages.append)
        self._clerk = Clerk(folder, self._messages.append)
        self._made: deque[tuple[Pile, int, int]] = deque(maxlen=3)
        self._promised: tuple[int, str] | None = None

    def change(self, settings: Settings) -> None:
        """Use other settings from now on, and keep them."""
        if settings != self.settings:
            self.settings = settings
            self._clerk.keep_settings(settings)

    # Piles

    def new_seed(self) -> int:
        """Return a seed that nobody has seen."""
        return table.new_seed()

    def read_seed(self, text: str) -> int:
        """Return the seed that a text says, a number or a code that was shared; raise a PolypileError otherwise.

        Should the pile of that seed be another here than its code says, a message tells so once it is shaken.
        """
        plain = text.strip()
        self._promised = None
        if re.fullmatch(r"-?[0-9]{1,20}", plain):
            return check_seed(int(plain))
        if not re.search(r"[0-9]-", plain):
            raise SeedError(f"{short(plain)} is no seed: use a whole number, or a code such as 7-1-3fa9c2")
        code = parse_code(plain)
        if code.model != MODEL:
            raise CodeError(f"{plain} is a pile of model {code.model}, and this is model {MODEL}: it has another pile")
        seed = check_seed(code.seed)
        self._promised = seed, plain
        return seed

    def shake(self, seed: int) -> Errand[Frame]:
        """Shake the box; the last frame brings the pile."""
        return self._box.ask("shake", check_seed(seed), make=partial(self._errand, self._box), decode=self._frame)

    def shake_again(self, pile: Pile) -> Errand[Frame]:
        """Shake a pile once more, as its seed or the hand did; the last frame brings the pile that it gives now."""
        return self._box.ask("again", pile, make=partial(self._errand, self._box), decode=_frame_again)

    def hand(self, seed: int) -> HandShake:
        """Give the box to a hand."""

        def make(number: int) -> HandShake:
            return HandShake(partial(self._box.drop, number), partial(self._box.more, number))

        return self._box.ask("hand", check_seed(seed), make=make, decode=self._frame)

    def _frame(self, number: int, data: bytes) -> Frame:
        frame = decoded(data)
        if frame.pile is not None:
            self._made.append((frame.pile, self._box.generation, number))
            self._check_promise(frame.pile)
        return frame

    def _check_promise(self, pile: Pile) -> None:
        seed, code = self._promised or (-1, "")
        if pile.seed == seed and pile.trace is None and pile.code != code:
            self._promised = None  # it is told once
            self._messages.append(f"This is pile {pile.code}: {code} cannot be shaken by this program")

    # Games

    def begin(
        self, game: str, seed: int, seats: Sequence[Seat], options: Mapping[str, Any], pile: Pile | None
    ) -> Errand[Session]:
        """Set a game up, equal to what `sim.start` gives; a pile is that of a shake that was seen."""
        self._mind.start()  # while the game is set up
        made = tuple(self._made)  # all at once: another thread may be adding one
        told = next(
            (number for one, generation, number in made if one is pile and generation == self._box.generation),
            pile,
        )
        details = game, check_seed(seed), tuple(seats), dict(options), told
        return self._box.ask("begin", *details, make=partial(self._errand, self._box), decode=self._session)

    def _session(self, _number: int, data: tuple[str, bytes]) -> Session:
        text, content = data
        session: Session = pickle.loads(content)
        self._clerk.learn(session.states[0], text)
        pile = getattr(session.state.setup, "pile", None)
        if isinstance(pile, Pile):
            self._check_promise(pile)
        return session

    def _errand(self, channel: Channel, number: int) -> Errand[Any]:
        return Errand(partial(channel.drop, number))

    def seat(self, kind: str, name: str) -> Seat:
        """Return somebody who can sit down: "human", or the level of a bot."""
        return seating.seat(kind, name)

    def advise(self, session: Session, kind: str) -> Errand[Advice]:
        """Ask a bot what it would play in the place of whoever is to move: it sees what that seat may know."""
        state = session.state
        details = state.setup.game, kind, state.player_view(state.to_move), state.luck.seed
        return self._mind.ask("advise", *details, make=partial(self._errand, self._mind), decode=_as_it_is)

    def analyse(self, session: Session, first: int, last: int) -> Errand[Analysis]:
        """Ask who could have won the round of Colour Collect that was played from one ply to another."""
        views = tuple(state.player_view(state.to_move) for state in session.states[first:last])
        details = views, session.moves[first:last]
        return self._mind.ask("analyse", *details, make=partial(self._errand, self._mind), decode=_as_it_is)

    def strongest(self, session: Session) -> str:
        """Return the kind of bot that gives hints in this game."""
        return bots.strongest(session.state.setup.game).name

    # What is kept

    def keep(self, session: Session) -> None:
        """Save a game as it stands; this returns at once."""
        self._clerk.keep(session)

    @property
    def saving(self) -> bool:
        """Whether the last move is still on its way to the disk: until then no other is accepted."""
        return self._clerk.saving

    @property
    def unsaved(self) -> str:
        """Why the game at the table is not on disk as it stands; empty where it is, or is still on its way there."""
        return self._clerk.unsaved

    def unfinished(self) -> Errand[Session]:
        """Look for a game that was left; no news where there is none."""
        return self._clerk.search()

    def games(self) -> Errand[Kept]:
        """Look for games, first those that were left, then those that are over; each is news of its own."""
        return in_background(partial(shelf.games, store.folder(), self._messages.append))

    def take_up(self, game: Kept) -> Errand[Session]:
        """Go on with a game that was left."""
        return self._clerk.take_up(game.path)

    def watch(self, game: Kept) -> Errand[Session]:
        """Get a game that is over, with all its moves."""
        return in_background(partial(_watched, game))

    def keep_high_score(self, session: Session, name: str) -> Errand[int | None]:
        """Keep the result of a solo game under a name; the news is its rank, None where it is not among the best."""
        return self._clerk.keep_high_score(session, name)

    def high_scores(self) -> Errand[tuple[HighScore, ...]]:
        """Look for the high scores of the solo game; the news is all of them, best first."""
        return self._clerk.high_scores()

    def messages(self) -> Sequence[str]:
        """Return what has to be told since it was last asked: files that were damaged, saves that failed."""
        told: list[str] = []
        while self._messages:
            told.append(self._messages.popleft())
        return told

    def close(self) -> None:
        """End all work; what has to be saved is saved."""
        self._box.stop()
        self._mind.stop()
        self._clerk.close(_PATIENCE)


def _frame_again(_number: int, data: bytes) -> Frame:
    return decoded(data)


def _watched(game: Kept) -> Iterator[Session]:
    yield Session.of(game.read())


def _as_it_is(_number: int, value: Any) -> Any:
    return value
