"""`make study`: how strong the bots are and what the pile does to the game: sim/bots/README.md and its pictures.

What is in the folder out/study is not measured again, and what was interrupted goes on: remove it to measure anew.
"""

from __future__ import annotations

import argparse
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from sim import bots, cli
from sim.commands import study_table

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "sim" / "bots" / "README.md"
PICTURES = ROOT / "assets" / "pictures"
GAMES = ("collexion", "axio-rota", "colour-collect")
STUDY = ("means", "differences", "shares", "reaching")
PAIRS = 100


def main() -> int:
    """Measure what is missing and write the page; return the exit status of what failed, or 0."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.study", description=__doc__)
    parser.add_argument("--folder", type=Path, default=ROOT / "out" / "study", help="where results are kept")
    parser.add_argument("--jobs", type=int, default=1, help="processes (1)")
    parser.add_argument("--without", default="", help="bots that stay out, with commas between them")
    parser.add_argument("--pairs", type=int, default=PAIRS, help=f"seeds that two bots meet on ({PAIRS})")
    given = parser.parse_args()
    given.folder.mkdir(parents=True, exist_ok=True)
    for name, words in commands(given):
        out = given.folder / f"{name}.json"
        if not out.exists() and (status := cli.main([*words, "--jobs", str(given.jobs), "--out", str(out)])):
            return status
    write(given.folder)
    return 0


def commands(given: argparse.Namespace) -> Iterator[tuple[str, list[str]]]:
    """Yield what is measured: a name for the results, and the command line that gives them."""
    seeds = f"0:{given.pairs}"
    yield "games", ["stats", "--seeds", seeds, "--games", "--plot", str(PICTURES / "study.png")]
    for game in GAMES:
        names = [name for name in bots.names(game) if name not in ("casual", "strong", *given.without.split(","))]
        words = ["tournament", game, "--bots", ",".join(names), "--games", str(2 * given.pairs), "--seed", "1"]
        times = str(given.folder / f"{game}-times.json")
        yield game, [*words, "--times", times, "--plot", str(PICTURES / f"ladder-{game}.png")]


def write(folder: Path) -> None:
    """Put the tables of the results into the page, between the lines that name them."""
    text = PAGE.read_text(encoding="utf-8")
    for name, table in tables(folder).items():
        block = re.compile(rf"(<!-- {name} -->\n).*?(<!-- end -->)", re.DOTALL)
        if not block.search(text):
            raise SystemExit(f"{PAGE} has no place for {name}")
        text = block.sub(rf"\g<1>{table}\n\g<2>", text)  # no table has a backslash
    PAGE.write_text(text, encoding="utf-8")


def tables(folder: Path) -> dict[str, str]:
    """Return the tables of the page by name."""
    made = {}
    for game in GAMES:
        results, times = (load(folder / f"{game}{ending}.json") for ending in ("", "-times"))
        made[f"ladder {game}"] = ladder(results, times)
    found = load(folder / "games.json")
    for name in STUDY:
        made[f"study {name}"] = markdown(*getattr(study_table, name)(found["games"]))
    seeds = found["seeds"]
    made["study means"] = f"{len(seeds)} piles, seeds {seeds[0]} to {seeds[-1]}.\n\n{made['study means']}"
    return made


def ladder(results: dict[str, Any], times: dict[str, Any]) -> str:
    """Return ratings and win rates of a tournament as Markdown."""
    order = [one["bot"] for one in results["ratings"]]
    rates = {(one["bot"], one["against"]): one for one in results["win_rates"]}

    def rate(bot: str, other: str) -> str:
        if bot == other:
            return ""
        if (bot, other) in rates:
            one = rates[bot, other]
            share, low, high = one["win_rate"], one["low"], one["high"]
        else:
            one = rates[other, bot]
            share, low, high = (1.0 - one[name] for name in ("win_rate", "high", "low"))
        return f"{share:.1%} ({low:.0%} to {high:.0%})"

    rows = []
    for one in results["ratings"]:
        pace = times["bots"][one["bot"]]
        rating = f"{one['rating']:.0f} ({one['low']:.0f} to {one['high']:.0f})"
        against = [rate(one["bot"], other) for other in order]
        rows.append((one["bot"], rating, f"{1000 * pace['mean']:.3g}", f"{1000 * pace['slowest']:.3g}", *against))
    seeds = sorted({meeting["seed"] for meeting in results["meetings"]})
    played = f"{results['games']} games for each pair of bots, seeds {seeds[0]} to {seeds[-1]}.\n\n"
    return played + markdown(("bot", "rating", "ms a move", "slowest", *(f"against {name}" for name in order)), rows)


def markdown(head: tuple[str, ...], rows: list[tuple[str, ...]]) -> str:
    """Return a table as Markdown."""
    rule = ("---", *("--:" for _ in head[1:]))
    return "\n".join(f"| {' | '.join(cell.strip() for cell in row)} |" for row in (head, rule, *rows))


def load(path: Path) -> Any:
    """Return what a file of JSON holds."""
    return json.loads(path.read_text(encoding="utf-8"))


if __name__ == "__main__":
    raise SystemExit(main())
