"""The table: puts the parts together. What the shell, the command line and the window call.

Every part is imported when it is first needed, so that asking for one does not wait for the others.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

from sim.errors import GameError, NotSettled, ShakeError
from sim.pile.plain import plain_int
from sim.pile.reading import short
from sim.seeds import check as check_seed

if TYPE_CHECKING:
    from sim.arrays import Trajectory
    from sim.batch import Workers
    from sim.bots.standings import Standings
    from sim.bots.tournament import Meeting, Plan, Played
    from sim.physics.shake import Shake
    from sim.pile import Cover, Frame, Pile, Push
    from sim.record.record import Record
    from sim.record.scores import HighScore
    from sim.rules.edition import Edition
    from sim.rules.game import State
    from sim.view import Scene

T = TypeVar("T")
R = TypeVar("R")
GAMES = 200
"""How many games two bots play against one another unless said."""
_EVENLY = 6  # games, whatever the number of players: so many can be played with seats exchanged
Measured: TypeAlias = tuple[dict[str, float], list[float], dict[str, dict[str, float]]]
"""The figures of a pile, how many pieces are reachable with 0, 1, 2, ... left, and by edition those of a game on it."""


def shake(seed: int, shake: Shake | None = None, trace: Sequence[Push] | None = None, **parameters: Any) -> Pile:
    """Shake the box and return the pile that comes to rest; equal arguments give equal piles.

    Parameters are the fields of `Shake`, or come ready as `shake`: `shake(seed=7, friction=0.4)`. A trace is what a
    hand did: how it accelerated the box, in thousandths of g along x and y, for a sixtieth of a second each. The seed
    then says only how the pieces fall into the box.
    """
    from sim.physics.settle import settle

    return settle(seed, _parameters(shake, parameters), _trace(trace))


_shake = shake  # within `start`, the name is that of its parameter


def watch(
    seed: int, shake: Shake | None = None, trace: Sequence[Push] | None = None, **parameters: Any
) -> Iterator[Frame]:
    """Yield the course of the same shake, 60 frames a second; the last frame brings the pile."""
    from sim.physics.settle import course

    # Checked here: the course itself begins only when its first frame is asked for.
    return course(check_seed(seed), _parameters(shake, parameters), _trace(trace))


def hand(seed: int, pushes: Iterable[Push], shake: Shake | None = None) -> Iterator[Frame]:
    """Yield the course of a shake by hand while its pushes come in; once they end, the box is put down.

    Each push gives one frame, after those of the drop, and only then the next push is asked for. The pile keeps the
    trace: `shake(seed, trace=pile.trace)` gives the same pile.
    """
    from sim.physics.settle import course

    def watched(frames: Iterator[Frame]) -> Iterator[Frame]:
        try:
            yield from frames
        except NotSettled:
            raise NotSettled("what this hand has shaken does not come to rest: shake the box once more") from None

    return watched(course(check_seed(seed), _parameters(shake, {}), pushes))


def trajectory(seed: int, shake: Shake | None = None, rate: int = 60, **parameters: Any) -> Trajectory:
    """Return the whole of the same shake as arrays: poses, velocities, energies and forces, `rate` frames a second."""
    from sim.physics.trajectory import trajectory

    return trajectory(check_seed(seed), _parameters(shake, parameters), rate)


def survey(pile: Pile, hidden: bool = False) -> Cover:
    """Return what lies over, rests on and touches what in a pile; with `hidden`, also what hides what."""
    from sim.reach.survey import survey

    return survey(pile, hidden)


def visible(pile: Pile, taken: Iterable[int] = ()) -> tuple[float, ...]:
    """Return by id which share of each piece can be seen from above once those in `taken` are gone."""
    from sim.reach.survey import visible

    return visible(pile, taken)


def stats(pile: Pile) -> dict[str, float]:
    """Return the figures of a pile that the 3D reference has too, by name."""
    from sim.reach.stats import stats

    return stats(pile)


def start(
    game: str, players: int | None = None, seed: int | None = None, shake: Shake | None = None, **options: Any
) -> State:
    """Return the state of a game before its first move: shaken, surveyed, dealt.

    Collexion has the options edition, variants, first and a ready `pile`; AXIO rota first; Colour Collect variant,
    best_of, next_start, won_discs and first. Equal arguments give equal states; without a seed a new one is drawn.
    """
    from sim.rules.luck import Luck
    from sim.setups import set_up

    if seed is None:
        seed = getattr(options.get("pile"), "seed", None)
    chosen = new_seed() if seed is None else check_seed(seed)
    if shake is not None:
        shake_for(game, shake, options)
    if players is not None:
        options["players"] = players
    return set_up(game, lambda: _shake(chosen, shake), options).start(Luck(chosen))


def shake_for(game: str, shake: Shake, options: Mapping[str, Any]) -> Shake:
    """Return the shake that makes the pile of a game with these options; raise why none does, before it is shaken."""
    from sim.physics.shake import Shake

    if game != "collexion" or "pile" in options:
        raise GameError("a shake makes the pile of Collexion, where none is given: leave it out")
    copies, needed = _parameters(shake, {}).copies, Shake().copies
    if copies != needed:
        raise GameError(f"the shake has copies {copies}: Collexion is played with {needed} of each polygon (C1)")
    return shake


def match(game: str, bots: Sequence[str], seed: int | None = None, **options: Any) -> Record:
    """Return the record of a whole game between bots, named by seat; equal arguments give equal records."""
    from sim.bots import bot
    from sim.bots.match import run

    if not isinstance(bots, list | tuple) or "players" in options:
        raise GameError("a match has as many players as bots: name them by seat, as in ['uniform', 'uniform']")
    sitting = [bot(name, game) for name in bots]
    choosers = [one.choose for one in sitting]
    return run(start(game, len(sitting), seed, **options), choosers, bots, versions())


def read(path: str | Path) -> Record:
    """Return the record of a game in a file; raise an error that names the file if there is none."""
    from sim.record.record import Record

    return Record.read(path)


def keep_high_score(record: Record, name: str, date: str) -> int | None:
    """Keep the result of a solo game of AXIO rota (A13) under a name and a date such as "2031-05-17".

    Return its rank among all that were kept, from 1; None where it is not among the best. The user's data folder
    holds them, or the one that the environment variable POLYPILE_HOME names.
    """
    from sim.record import scores, store
    from sim.rules.axio_rota import AxioRota

    state = record.last()
    if not isinstance(state, AxioRota) or state.setup.players != 1 or state.outcome is None:
        raise GameError("high scores are kept of solo games of AXIO rota that are over, and of no others (A13)")
    stones = tuple(sorted(state.stones[0].values()))
    return scores.add_high_score(store.folder(), scores.HighScore(stones[0], stones, record.seed, name, date))


def high_scores() -> tuple[HighScore, ...]:
    """Return the high scores of the solo game of AXIO rota, best first."""
    from sim.record import scores, store

    return scores.high_scores(store.folder())


def new_seed() -> int:
    """Return a seed that nobody has seen, short enough to be read out."""
    return random.SystemRandom().randrange(1_000_000)


def versions() -> dict[str, str]:
    """Return what a record says that it was made with."""
    from sim import __version__

    return {"polypile": __version__}


def model() -> int:
    """Return the version of the physical model: another one gives other piles."""
    from sim.physics import MODEL

    return MODEL


def show(pile: Pile, mark: str | None = None) -> Any:
    """Show a pile in a window until it is closed; return its picture where there is no screen."""
    from sim.view import show

    return show(pile, survey(pile), mark)


def png(pile: Pile, mark: str | None = None, labels: bool = False) -> bytes:
    """Return a pile's picture as the bytes of a PNG file; what the rule `mark` allows is marked, `labels` are ids."""
    from sim.view import png

    return png(_scene(pile, mark, labels))


def svg(pile: Pile, mark: str | None = None, labels: bool = False) -> str:
    """Return a pile's picture as the text of an SVG file; what the rule `mark` allows is marked, `labels` are ids."""
    from sim.view import svg

    return svg(_scene(pile, mark, labels))


def shake_all(seeds: Iterable[int], shake: Shake, workers: Workers | None = None) -> Iterator[Pile | NotSettled]:
    """Yield the pile of each seed, or why it has none, in the order of the seeds whoever works on them."""
    return _over(partial(_shaken, parameters=shake), seeds, workers)


def measure_all(
    seeds: Iterable[int], shake: Shake, workers: Workers | None = None, bot: str | None = None
) -> Iterator[Measured | NotSettled]:
    """Yield what is measured of each seed's pile, or why it has none, in the order of the seeds.

    Where a bot is named, it plays Collexion against itself on each pile, by each edition.
    """
    return _over(partial(_measured, parameters=shake, bot=bot), seeds, workers)


def tournament(
    game: str,
    bots: Sequence[str],
    games: int | None = None,
    seed: int | None = None,
    jobs: int = 1,
    backend: str = "loky",
    cluster: str | None = None,
    out: str | Path | None = None,
    records: str | Path | None = None,
    **options: Any,
) -> Standings:
    """Let every bot play so many games against every other; equal arguments give equal results whoever works on them.

    There are 200 of them unless said, or as close to that as seats can be exchanged. The seed gives a pile and deals
    on which two bots meet; they play it with seats exchanged, and then the next seed. Options are those of `start`.
    Without a seed a new one is drawn. `jobs` processes share the work, of the backend "loky" here, of "dask" or "ray"
    on the cluster whose address is given, or on a new one here.

    With `out`, results are saved in that file, with `records` the games in that folder; called again, what was
    interrupted goes on where it was. Records are then not kept in memory as well.
    """
    from sim.batch import Workers
    from sim.bots.standings import Standings

    workers = Workers(jobs, backend, cluster)
    plan = plan_tournament(game, bots, games, seed, **options)
    if out is not None or records is not None:
        from sim import ongoing

        return ongoing.tournament(plan, workers, out, records)
    return Standings(plan, tuple(play_all(plan, plan.meetings, workers, keep=True)))


def plan_tournament(
    game: str, bots: Sequence[str], games: int | None = None, seed: int | None = None, **options: Any
) -> Plan:
    """Return what a tournament is to play; raise GameError for what cannot be played, before anything is."""
    from sim.bots.tournament import Plan
    from sim.setups import check

    if not isinstance(bots, list | tuple) or not all(isinstance(name, str) for name in bots):
        raise GameError("the bots of a tournament are named in a list, as in ['uniform', 'greedy']")
    if "pile" in options:
        raise GameError("a tournament shakes piles of its own: leave the pile out")
    shake = options.pop("shake", None)
    plain = check(game, options)
    players = plain.pop("players")
    if shake is not None:
        plain["shake"] = shake_for(game, shake, options)
    planned = partial(Plan, game, tuple(bots), players=players, options=tuple(sorted(plain.items())))
    if games is None:
        each = len(planned(games=_EVENLY, seed=0).seatings)
        games = round(GAMES / each) * each
    number = plain_int(games)
    return planned(games=games if number is None else number, seed=new_seed() if seed is None else check_seed(seed))


def play_all(
    plan: Plan, meetings: Iterable[Meeting], workers: Workers | None = None, keep: bool = False
) -> Iterator[Played]:
    """Yield what comes of each meeting of a tournament, in order; with `keep` also the records of its games.

    Those who meet on the same pile do so one after the other in one process, so that it is shaken once.
    """
    rounds = groupby(meetings, key=lambda meeting: meeting.seed if plan.game == "collexion" else meeting)
    for played in _over(partial(_met, plan=plan, keep=keep), (tuple(group) for _, group in rounds), workers):
        yield from played


def _editions() -> dict[str, Edition]:
    from sim import setups
    from sim.bots.study import editions

    return editions(setups.load_edition, setups.EDITIONS)


def _parameters(shake: Shake | None, parameters: Mapping[str, Any]) -> Shake:
    from sim.physics.shake import Shake

    if shake is not None and parameters:
        raise ShakeError(f"give either a Shake or single parameters ({', '.join(parameters)}), not both")
    if shake is not None and not isinstance(shake, Shake):
        raise ShakeError(f"shake is {short(shake)}, no Shake: use one such as sim.Shake(friction=0.4)")
    try:
        return shake or Shake.from_dict(parameters)
    except OverflowError:  # an integer that no float can hold
        raise ShakeError("a parameter is too large for a number") from None


def _trace(trace: Sequence[Push] | None) -> Sequence[Push] | None:
    from sim.pile.trace import plain_trace

    return None if trace is None else plain_trace(trace, ShakeError)


def _scene(pile: Pile, mark: str | None, labels: bool) -> Scene:
    from sim.view import scene_of_pile

    return scene_of_pile(pile, survey(pile), mark, labels=labels)


def _shaken(seed: int, parameters: Shake) -> Pile | NotSettled:
    try:
        return shake(seed, parameters)
    except NotSettled as wrong:
        return wrong


def _measured(seed: int, parameters: Shake, bot: str | None) -> Measured | NotSettled:
    from sim.bots.study import self_play
    from sim.reach.stats import curve, stats

    pile = _shaken(seed, parameters)
    if isinstance(pile, NotSettled):
        return pile
    cover = survey(pile, hidden=bot is not None)
    games = self_play(pile, cover, _editions(), bot, seed) if bot else {}
    return stats(pile, cover), curve(cover, seed=seed), games


def _met(meetings: tuple[Meeting, ...], plan: Plan, keep: bool) -> tuple[Played, ...]:
    """Return what comes of meetings on the same seed."""
    from sim.bots.tournament import meet

    begin: State | NotSettled
    try:
        begin = start(plan.game, plan.players, meetings[0].seed, **dict(plan.options))
    except NotSettled as wrong:
        begin = wrong
    # CPU time of this thread: what else the machine does is not the bots' doing.
    return tuple(meet(plan, meeting, begin, versions(), time.thread_time, keep) for meeting in meetings)


def _over(work: Callable[[T], R], items: Iterable[T], workers: Workers | None) -> Iterator[R]:
    from sim.batch import HERE, over

    return over(work, items, workers or HERE)
