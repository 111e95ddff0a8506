"""What it takes to look at a pile: the survey against a naive pass, what a take costs, and how the survey grows."""

from __future__ import annotations

import dataclasses
import math
import random
import statistics
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations
from typing import Any

import shapely

from sim.errors import NotSettled
from sim.physics.settle import settle
from sim.physics.shake import Shake
from sim.pile import RULES, Contact, Cover, Piece, Pile
from sim.reach.gap import NEAR
from sim.reach.meet import COVERING, SINK
from sim.reach.survey import rests, survey, visible

from . import measure

SEEDS, QUICK_SEEDS = range(6), range(2)
REPEATS, QUICK_REPEATS = 7, 3
FASTER = 20  # surveys for each naive pass: both are then measured for about as long
GAMES, QUICK_GAMES = 20, 4
GROWTH, QUICK_GROWTH = (1, 4, 16, 50, 125), (1, 4, 16)  # times the pieces: 80 to 10,000, and 80 to 1,280
TIMED = "naive", "naive_covers", "survey", "hidden", "visible"
MUST_RATIO, AIM_RATIO = 5.0, 12.0
MUST_TAKE, AIM_TAKE = 20e-6, 5e-6
MUST_GROW, AIM_GROW = 1.3, 1.1


def run(quick: bool, shake: Shake) -> dict[str, Any]:
    """Measure and return figures ready for JSON."""
    piles = _piles(QUICK_SEEDS if quick else SEEDS, shake)
    with measure.quiet_memory():
        return {
            **measure.setting(quick, shake),
            "survey": _against_naive(piles, QUICK_REPEATS if quick else REPEATS),
            "take": _takes(piles, QUICK_GAMES if quick else GAMES),
            "growth": _growth(piles, QUICK_GROWTH if quick else GROWTH, QUICK_REPEATS if quick else REPEATS),
        }


def _piles(seeds: Sequence[int], shake: Shake) -> list[Pile]:
    """Shake some piles; a seed that does not come to rest is left out, unless none does."""
    piles, why = [], None
    for seed in measure.progress(seeds, len(seeds), "piles"):
        try:
            piles.append(settle(seed, shake))
        except NotSettled as failed:
            why = failed
    if not piles:
        raise why or NotSettled("no seeds, no piles")
    return piles


# The survey against a naive pass


def _against_naive(piles: Sequence[Pile], repeats: int) -> dict[str, Any]:
    """Time both on the same piles in turns, so that both meet the same moods of the machine."""
    each = []
    for pile in measure.progress(piles, len(piles), "survey"):
        found, plain = survey(pile), naive(pile)
        times: dict[str, list[float]] = {name: [] for name in TIMED}
        for _ in range(repeats):
            times["naive"].append(_seconds(naive, pile))
            times["naive_covers"].append(_seconds(naive, pile, False))
            times["survey"].append(_seconds(survey, pile, times=FASTER))
            times["hidden"].append(_seconds(survey, pile, True))
            times["visible"].append(_seconds(visible, pile))
        middle = {name: statistics.median(values) for name, values in times.items()}
        each.append(
            {
                "seed": pile.seed,
                "covers": len(found.covers),
                "rests": len(found.rests),
                "touches": len(found.touches),
                "covers_differ": len(found.covers ^ plain.covers),
                "touches_differ": len(found.touches ^ plain.touches),
                **middle,
                "ratio": middle["naive"] / middle["survey"],
            }
        )
    return {
        "pieces": len(piles[0]),
        "each": each,
        **{name: statistics.median(one[name] for one in each) for name in (*TIMED, "ratio")},
    }


def naive(pile: Pile, touching: bool = True) -> Cover:
    """Return the same relations without any thrift: every pair intersected by shapely, one by one.

    Touching is told more roughly than the survey does: by the gap between faces over what they share, or, of
    pieces side by side, by the distance between their footprints. It can be left out.
    """
    footprints = [shapely.Polygon(piece.outline()) for piece in pile]
    tops = [shapely.Polygon([corner[:2] for corner in piece.top()]) for piece in pile]
    undersides = [shapely.Polygon([corner[:2] for corner in piece.underside()]) for piece in pile]
    covers, touches = set(), set()
    for i, j in combinations(range(len(pile)), 2):
        overlap = footprints[i].intersection(footprints[j])
        if overlap.is_empty and not (touching and footprints[i].distance(footprints[j]) < NEAR):
            continue
        place = overlap.centroid if overlap.area > 0.0 else footprints[i].centroid
        rise = _level(pile[i], place.x, place.y) - _level(pile[j], place.x, place.y)
        sunk = _half(pile[i]) + _half(pile[j]) - abs(rise)
        upper, lower = (i, j) if rise > 0.0 else (j, i)
        over = overlap.area > 0.0 and sunk <= max(SINK, 2.0 * overlap.area / overlap.length)
        if over and overlap.area > COVERING:
            covers.add((upper, lower))
        if not touching:
            continue
        if over:
            shared = shapely.get_coordinates(undersides[upper].intersection(tops[lower]))
            between = [_level(pile[upper], x, y) - _level(pile[lower], x, y) for x, y in shared]
            if between and min(between) - _half(pile[i]) - _half(pile[j]) < NEAR:
                touches.add((i, j))
        elif sunk > -NEAR:
            touches.add((i, j))
    return Cover(len(pile), frozenset(covers), rests(pile), frozenset(touches))


def _level(piece: Piece, x: float, y: float) -> float:
    return piece.z + piece.gradient[0] * (x - piece.x) + piece.gradient[1] * (y - piece.y)


def _half(piece: Piece) -> float:
    return piece.thickness / 2 * math.sqrt(1 + piece.gradient[0] ** 2 + piece.gradient[1] ** 2)


# What a take costs


def _takes(piles: Sequence[Pile], games: int) -> dict[str, Any]:
    """Play through whole piles at random and ask what is reachable after every take."""
    result: dict[str, Any] = {"games": games * len(piles)}
    for rule in RULES:
        times = [
            _seconds(_play, cover, rule, history) / len(history)
            for cover in map(survey, piles)
            for history in (_history(cover, rule, game) for game in range(games))
        ]
        result[rule] = {**measure.spread(times), "first": _first_ask(piles[0], rule)}
    result["median"] = max(result[rule]["median"] for rule in RULES)
    return result


def _play(cover: Cover, rule: str, history: Sequence[frozenset[int]]) -> None:
    for taken in history:
        cover.reachable(rule, taken)


def _history(cover: Cover, rule: str, seed: int) -> list[frozenset[int]]:
    """Return what has been taken after each take of a random game."""
    chance = random.Random(seed)
    taken: set[int] = set()
    history = []
    while len(taken) < cover.size:
        taken.add(chance.choice(cover.reachable(rule, taken)))
        history.append(frozenset(taken))
    return history


def _first_ask(pile: Pile, rule: str) -> float:
    """Return how long the very first question takes, which draws up the masks."""
    return statistics.median(_seconds(cover.reachable, rule) for cover in [survey(pile) for _ in range(5)])


# Growth


def _growth(piles: Sequence[Pile], tiles: Sequence[int], repeats: int) -> dict[str, Any]:
    """Survey ever larger piles: settled ones side by side, on a floor that grows alike."""
    sizes = []
    for count in measure.progress(tiles, len(tiles), "growth"):
        pile = tiled(piles, count)
        calls = max(1, 1000 // len(pile))
        survey(pile)
        times = [_seconds(survey, pile, times=calls) for _ in range(repeats)]
        sizes.append(
            {
                "pieces": len(pile),
                "tray": pile.tray.across,
                "covers": len(survey(pile).covers),
                "survey": statistics.median(times),
            }
        )
    counts = [size["pieces"] for size in sizes]
    return {"sizes": sizes, "exponent": measure.exponent(counts, [size["survey"] for size in sizes])}


def tiled(piles: Sequence[Pile], count: int) -> Pile:
    """Return so many piles laid side by side in one square tray, in turn those given.

    No settled pile is that large: but neighbours are all that a survey looks at, and they are as in a settled one.
    """
    rows = math.ceil(math.sqrt(count))
    pitch = piles[0].tray.across
    pieces: list[Piece] = []
    contacts: list[Contact] = []
    for k in range(count):
        pile, first = piles[k % len(piles)], len(pieces)
        x, y = ((k % rows) - (rows - 1) / 2) * pitch, ((k // rows) - (rows - 1) / 2) * pitch
        pieces += (dataclasses.replace(p, id=first + p.id, x=p.x + x, y=p.y + y) for p in pile)
        contacts += (
            dataclasses.replace(
                c,
                upper=first + c.upper,
                lower=first + c.lower if c.lower >= 0 else c.lower,
                point=(c.point[0] + x, c.point[1] + y, c.point[2]),
            )
            for c in pile.contacts
        )
    shake = {**piles[0].shake, "tray": rows * pitch, "corner": 0.0, "copies": piles[0].shake["copies"] * count}
    return Pile(piles[0].seed, shake, piles[0].model, tuple(pieces), tuple(contacts), piles[0].settle_time)


def _seconds(call: Callable[..., object], *arguments: object, times: int = 1) -> float:
    """Return the CPU time of one call, in the mean of some right after one another."""
    return measure.Timed(lambda: [call(*arguments) for _ in range(times)]).cpu / times


# The tables


def table(result: dict[str, Any]) -> str:
    """Return the figures as tables to read."""
    parts = [_table_survey(result["survey"]), _table_take(result["take"]), _table_growth(result["growth"])]
    return "\n\n".join(parts) + "\n"


def _table_survey(part: dict[str, Any]) -> str:
    def rows() -> Iterator[tuple[str, ...]]:
        for name, key in (
            ("naive pass over all pairs", "naive"),
            ("the same for covers alone", "naive_covers"),
            ("survey", "survey"),
            ("survey with what hides what", "hidden"),
            ("visible shares", "visible"),
        ):
            yield name, measure.seconds(part[key]), f"{part['naive'] / part[key]:.1f}"

    covers, touches = (
        statistics.fmean(one[f"{name}_differ"] for one in part["each"]) for name in ("covers", "touches")
    )
    return "\n".join(
        (
            f"visibility: {part['pieces']} pieces, {len(part['each'])} piles, CPU time, medians",
            measure.grid(("", "time", "times faster"), rows()),
            f"survey against the naive pass: {part['ratio']:.1f} times faster"
            f" (must {MUST_RATIO:.0f}, aim {AIM_RATIO:.0f})",
            f"the naive pass, which is rougher, tells {covers:.1f} covers and {touches:.1f} touches a pile otherwise",
        )
    )


def _table_take(part: dict[str, Any]) -> str:
    rows = [
        (rule, *(measure.seconds(part[rule][name]) for name in ("median", "min", "max", "first"))) for rule in RULES
    ]
    return "\n".join(
        (
            f"reachable after a take, {part['games']} games to the last piece",
            measure.grid(("rule", "median", "least", "most", "first ask"), rows),
            f"slowest rule: {measure.seconds(part['median'])}"
            f" (must {measure.seconds(MUST_TAKE)}, aim {measure.seconds(AIM_TAKE)})",
        )
    )


def _table_growth(part: dict[str, Any]) -> str:
    least = part["sizes"][0]["survey"] / part["sizes"][0]["pieces"]
    rows = [
        (
            f"{size['pieces']:,}",
            f"{size['tray']:,.0f} mm",
            f"{size['covers']:,}",
            measure.seconds(size["survey"]),
            measure.seconds(size["survey"] / size["pieces"]),
            f"{size['survey'] / size['pieces'] / least:.2f}",
        )
        for size in part["sizes"]
    ]
    return "\n".join(
        (
            "growth of the survey, settled piles side by side",
            measure.grid(("pieces", "tray", "covers", "survey", "a piece", "against n"), rows),
            f"the survey grows with {measure.power(part['exponent'])} (must n^{MUST_GROW}, aim n^{AIM_GROW})",
        )
    )
