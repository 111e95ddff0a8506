"""What it takes to shake a pile: CPU time and wall-clock, where the time goes, how it grows, and MuJoCo beside it."""

from __future__ import annotations

import dataclasses
import math
import statistics
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Any

from sim import assets
from sim.errors import NotSettled, PileError, ShakeError
from sim.physics import settle
from sim.physics.shake import MOST_COPIES, Shake
from sim.pile import Pile
from sim.reach.stats import stats

from . import engine3d, measure, watch

SEEDS, QUICK_SEEDS = range(9), range(3)
GROWTH, QUICK_GROWTH = (1.0, 2.4, 6.2, 12.4, 25.0), (1.0, 2.0, 4.0)  # times the pieces: 80 to 2,000, and 80 to 320
SEEDS_3D, QUICK_SEEDS_3D = range(4), range(1)
REFERENCE = "reference/pile3d.json"
MUST_GROW, AIM_GROW = 1.3, 1.1
MUST_RATIO, AIM_RATIO = 25.0, 60.0


def run(quick: bool, shake: Shake) -> dict[str, Any]:
    """Measure and return figures ready for JSON."""
    _warm_up(shake)
    piles = _piles(QUICK_SEEDS if quick else SEEDS, shake)
    return {
        **measure.setting(quick, shake),
        "piles": piles,
        "growth": _growth(QUICK_GROWTH if quick else GROWTH, shake, [one["seed"] for one in piles["each"]]),
        "engine3d": _beside(QUICK_SEEDS_3D if quick else SEEDS_3D, shake),
    }


def _warm_up(shake: Shake) -> None:
    """Compile the kernels, or load them: a small box needs the same ones."""
    with suppress(NotSettled, ShakeError):
        settle.settle(0, dataclasses.replace(shake, copies=1, duration=0.1))


def _settle(seed: int, shake: Shake) -> measure.Timed[Pile] | str:
    """Time one pile, or return why there is none."""
    try:
        with measure.quiet_memory():
            return measure.Timed(lambda: settle.settle(seed, shake))
    except NotSettled as why:
        return str(why)


def _piles(seeds: Sequence[int], shake: Shake) -> dict[str, Any]:
    """Shake some piles, nobody watching."""
    each: list[dict[str, Any]] = []
    failed = []
    for seed in measure.progress(seeds, len(seeds), "piles"):
        timed = _settle(seed, shake)
        if isinstance(timed, str):
            failed.append({"seed": seed, "why": timed})
            continue
        each.append(
            {
                "seed": seed,
                "cpu": timed.cpu,
                "wall": timed.wall,
                "simulated": settle.drop_time(shake) + shake.duration + timed.value.settle_time,
                "settle_time": timed.value.settle_time,
                "code": timed.value.code,
            }
        )
    if not each:
        raise NotSettled(failed[0]["why"])
    return {
        "seeds": list(seeds),
        "each": each,
        "failed": failed,
        "cpu": measure.spread([one["cpu"] for one in each]),
        "wall": measure.spread([one["wall"] for one in each]),
        "settle_time": measure.spread([one["settle_time"] for one in each]),
        "simulated_per_cpu": statistics.median(one["simulated"] / one["cpu"] for one in each),
    }


def grown(shake: Shake, times: float) -> Shake:
    """Return a box with so many times the pieces, its floor grown alike and in the same form; the shake is the same."""
    copies = max(1, round(shake.copies * times))
    scale = math.sqrt(copies / shake.copies)
    return dataclasses.replace(shake, copies=copies, tray=shake.tray * scale, corner=shake.corner * scale)


def _growth(factors: Sequence[float], shake: Shake, seeds: Sequence[int]) -> dict[str, Any]:
    """Shake ever larger boxes, each watched, the smaller ones with several seeds."""
    tasks = list(_growth_tasks(factors, shake, seeds))
    runs, failed = [], []
    for seed, larger in measure.progress(tasks, len(tasks), "growth"):
        pieces = 16 * larger.copies
        try:
            with measure.quiet_memory():
                runs.append({"pieces": pieces, "tray": larger.tray, "seed": seed, **watch.watched(seed, larger)})
        except NotSettled as why:
            failed.append({"pieces": pieces, "tray": larger.tray, "seed": seed, "why": str(why)})
    sizes = [_size(pieces, runs) for pieces in sorted({one["pieces"] for one in runs})]
    counts = [size["pieces"] for size in sizes]
    look = watch.cost_of_a_look()
    return {
        "runs": runs,
        "failed": failed,
        "sizes": sizes,
        "exponent_pile": measure.exponent(counts, [size["cpu"] for size in sizes]),
        "exponent_step": measure.exponent(counts, [size["cpu_step"] for size in sizes]),
        "exponent_parts": {
            part: measure.exponent(counts, [size["parts"][part] / size["steps"] for size in sizes])
            for part in watch.PARTS
        },
        "cost_of_watching": statistics.median(look * sum(one["calls"].values()) / one["cpu"] for one in runs),
    }


def _growth_tasks(factors: Sequence[float], shake: Shake, seeds: Sequence[int]) -> Iterator[tuple[int, Shake]]:
    for factor in factors:
        if shake.copies * factor > MOST_COPIES:
            return
        larger = grown(shake, factor)
        for seed in seeds[: max(1, round(4 / factor))]:
            yield seed, larger


def _size(pieces: int, runs: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """The medians of one size."""
    same = [one for one in runs if one["pieces"] == pieces]
    middle = {name: statistics.median(one[name] for one in same) for name in ("cpu", "wall", "steps", "settle_time")}
    return {
        "pieces": pieces,
        "tray": same[0]["tray"],
        "seeds": len(same),
        **middle,
        "cpu_step": statistics.median(one["cpu"] / one["steps"] for one in same),
        "parts": {part: statistics.median(one["parts"][part] for one in same) for part in watch.PARTS},
    }


def _beside(seeds: Sequence[int], shake: Shake) -> dict[str, Any] | None:
    """Shake the same boxes here and in MuJoCo, one after the other; None where MuJoCo is missing."""
    if not engine3d.available():
        return None
    each: list[dict[str, Any]] = []
    failed = []
    for seed in measure.progress(seeds, len(seeds), "in 3D"):
        here = _settle(seed, shake)
        if isinstance(here, str):
            failed.append({"seed": seed, "why": here})
            continue
        try:
            with measure.quiet_memory():
                there = engine3d.run(seed, shake)
            figures_3d = stats(there.pile)
        except (NotSettled, PileError, ShakeError) as why:  # pieces that lean on each other in a ring have no figures
            failed.append({"seed": seed, "why": f"3D: {why}"})
            continue
        each.append(
            {
                "seed": seed,
                "cpu": here.cpu,
                "cpu_3d": there.cpu,
                "ratio": there.cpu / here.cpu,
                "settle_time": here.value.settle_time,
                "settle_time_3d": there.pile.settle_time,
                "steps_3d": there.steps,
                "deepest_3d": there.deepest,
                "figures": stats(here.value),
                "figures_3d": figures_3d,
            }
        )
    names = list(each[0]["figures"]) if each else []
    return {
        "seeds": list(seeds),
        "each": each,
        "failed": failed,
        "sd": {name: known["sd"] for name, known in assets.load_json(REFERENCE)["figures"].items()},
        "ratio": statistics.median(one["ratio"] for one in each) if each else None,
        "mean": {name: statistics.fmean(one["figures"][name] for one in each) for name in names},
        "mean_3d": {name: statistics.fmean(one["figures_3d"][name] for one in each) for name in names},
    }


def table(result: dict[str, Any]) -> str:
    """Return the figures as tables to read."""
    parts = [_table_piles(result), _table_growth(result["growth"]), _table_beside(result["engine3d"])]
    return "\n\n".join(parts) + "\n"


def _table_piles(result: dict[str, Any]) -> str:
    piles, smallest = result["piles"], result["growth"]["sizes"][0]
    pieces = 16 * result["parameters"]["copies"]
    lines = [
        f"settle: {pieces} pieces, {len(piles['each'])} seeds, kernels warm",
        measure.grid(
            ("a pile takes", "median", "least", "most"),
            [
                ("CPU time", *_three(piles["cpu"])),
                ("wall-clock", *_three(piles["wall"])),
                ("simulated time to rest", *_three(piles["settle_time"])),
            ],
        ),
        f"{piles['simulated_per_cpu']:.1f} simulated seconds in a second of CPU",
        *(f"not at rest: {one['why']}" for one in piles["failed"]),
        "",
        f"where the CPU time goes ({smallest['seeds']} seeds; the stopwatch itself takes "
        f"{result['growth']['cost_of_watching']:.1%})",
        measure.grid(
            ("part", "a pile", "a step", "share"),
            [
                (
                    watch.PARTS[part],
                    measure.seconds(value),
                    measure.seconds(value / smallest["steps"]),
                    f"{value / sum(smallest['parts'].values()):.0%}",
                )
                for part, value in smallest["parts"].items()
            ],
        ),
    ]
    return "\n".join(lines)


def _three(values: dict[str, float]) -> tuple[str, str, str]:
    return measure.seconds(values["median"]), measure.seconds(values["min"]), measure.seconds(values["max"])


def _table_growth(growth: dict[str, Any]) -> str:
    sizes = growth["sizes"]
    first = sizes[0]
    rows = [
        (
            f"{size['pieces']}",
            f"{size['tray']:.0f} mm",
            measure.seconds(size["cpu"]),
            f"{size['cpu'] / first['cpu'] / (size['pieces'] / first['pieces']):.2f}",
            f"{size['steps']:.0f}",
            measure.seconds(size["cpu_step"]),
            measure.seconds(size["cpu_step"] / size["pieces"]),
            f"{size['settle_time']:.1f} s",
        )
        for size in sizes
    ]
    head = ("pieces", "tray", "CPU a pile", "against n", "steps", "CPU a step", "a step and piece", "to rest")
    last = sizes[-1]
    share = [
        (
            watch.PARTS[part],
            f"{first['parts'][part] / sum(first['parts'].values()):.0%}",
            f"{last['parts'][part] / sum(last['parts'].values()):.0%}",
            measure.power(growth["exponent_parts"][part]),
        )
        for part in first["parts"]
    ]
    lines = [
        "growth: the tray grown alike, the same shake",
        measure.grid(head, rows),
        f"a step grows with {measure.power(growth['exponent_step'])}, a whole pile with "
        f"{measure.power(growth['exponent_pile'])} (must n^{MUST_GROW}, aim n^{AIM_GROW})",
        *(f"not at rest, {one['pieces']} pieces: {one['why']}" for one in growth["failed"]),
        "",
        measure.grid(("part, a step", f"{first['pieces']}", f"{last['pieces']}", "grows with"), share),
    ]
    return "\n".join(lines)


def _table_beside(beside: dict[str, Any] | None) -> str:
    if beside is None:
        return "the same shake in 3D: needs MuJoCo: pip install 'polypile[reference]'"
    lines = ["the same shake in 3D (MuJoCo): same pieces, start, box and drive, steps of 1 ms"]
    if beside["each"]:
        lines.append(
            measure.grid(
                ("seed", "here, CPU", "3D, CPU", "ratio", "to rest", "3D"),
                [
                    (
                        f"{one['seed']}",
                        measure.seconds(one["cpu"]),
                        measure.seconds(one["cpu_3d"]),
                        f"{one['ratio']:.1f}",
                        f"{one['settle_time']:.1f} s",
                        f"{one['settle_time_3d']:.1f} s",
                    )
                    for one in beside["each"]
                ],
            )
        )
        lines.append(f"{beside['ratio']:.1f} times faster in the median (must {MUST_RATIO:.0f}, aim {AIM_RATIO:.0f})")
    lines += [f"seed {one['seed']} left out: {one['why']}" for one in beside["failed"]]
    if beside["each"]:
        lines += ["", _table_figures(beside)]
    return "\n".join(lines)


def _table_figures(beside: dict[str, Any]) -> str:
    """How far apart the means are is told in the standard deviations that piles of the real game have in 3D."""
    rows = []
    for name, here in beside["mean"].items():
        there, sd = beside["mean_3d"][name], beside["sd"][name]
        ratio = f"{here / there:.2f}" if there else "-"
        rows.append((name, f"{here:.4g}", f"{there:.4g}", ratio, f"{(here - there) / sd:+.2f} sd"))
    return measure.grid((f"mean of {len(beside['each'])}", "here", "3D", "ratio", "apart"), rows)
