"""The window, at its menu or straight in a game; without a screen, a game between bots that leaves pictures."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sim import setups, table
from sim.commands import files, options
from sim.record import store
from sim.session import HUMAN, Seat, Session, begun

BOT = "casual"
"""Who plays where nobody was named, and in the place of humans where there is no screen."""


@dataclass(frozen=True, slots=True)
class Opening:
    """A game to open the window with."""

    game: str
    seed: int
    seats: tuple[Seat, ...]
    options: Mapping[str, Any]

    def check(self) -> None:
        """Raise GameError for what cannot be played, before a window opens or a box is shaken."""
        from sim.bots import bot

        for seat in self.seats:
            if not seat.human:
                bot(seat.kind, self.game)
        setups.check(self.game, {**self.options, "players": len(self.seats)})


def run(opening: Opening | None = None, folder: str = ".") -> int:
    """Open the window; without a screen say so, let bots play, and keep record and pictures in a folder."""
    from sim import view

    if not view.has_screen():
        return _exhibit(opening, folder)
    from sim.house import Home
    from sim.view.window import Window

    house = Home()  # first: the physics load while the window opens
    window = Window(house)
    if opening is not None:
        window.open_game(opening.game, opening.seed, opening.seats, opening.options)
    window.run()
    return 0


def watch(session: Session) -> bool:
    """Show a game that was played in the window until it is closed; tell whether there is a screen to show it on."""
    from sim import view

    if not view.has_screen():
        return False
    from sim.house import Home
    from sim.view.window import Window

    window = Window(Home())
    window.open_replay(session)
    window.run()
    return True


def _exhibit(opening: Opening | None, folder: str) -> int:
    from sim.commands.play import save
    from sim.house.exhibition import played

    show = opening or Opening("collexion", table.new_seed(), (Seat(HUMAN), Seat(BOT)), {})
    seats = tuple(Seat(BOT) if seat.human else seat for seat in show.seats)
    place = store.make_folder(folder)
    with options.patience():
        state = table.start(show.game, len(seats), show.seed, **show.options)
    sessions = list(played(begun(state, seats)))
    record = sessions[-1].record(table.versions())
    path = save(record, place)
    saved = [str(path)]
    for name, picture in _pictures(sessions[-1]).items():
        saved.append(str(path.with_name(f"{path.stem}-{name}.png")))
        files.write(saved[-1], picture)
    print(f"There is no screen here: {', '.join(seat.kind for seat in seats)} have played instead.")
    print(f"{record.setup}; seed {show.seed}\n{len(record.moves)} moves; {record.outcome}")
    print("\n".join(f"saved {name}" for name in saved))
    return 0


def _pictures(session: Session) -> dict[str, bytes]:
    """Return pictures of a game that is over by name, drawn as the window draws them."""
    from sim.settings import Settings
    from sim.view.exhibit import pictures

    return pictures(session, Settings())
