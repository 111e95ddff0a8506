"""Everything once, in an environment that has polypile and nothing else: `python smoke.py [extra ...]`.

Run in an empty folder, far from any checkout. Prints the digest of seed 7 and versions as JSON; whatever is not as it
should be is an error. Extras that are named are used, too.
"""

import importlib.metadata
import json
import os
import subprocess
import sys
from pathlib import Path

WINDOW = """
import time
from sim.house import Home
from sim.view.window import Window
house = Home()
window = Window(house)
window.open_game("axio-rota", 7, [house.seat("casual", ""), house.seat("casual", "")], {})
end = time.monotonic() + 20
while time.monotonic() < end and type(window.stage.screens[-1]).__name__ != "AxioRotaTable":
    window.step([], time.perf_counter())
for _ in range(30):
    window.step([], time.perf_counter())
print(type(window.stage.screens[-1]).__name__)
window.close()
"""
TOURNAMENT = "tournament", "colour-collect", "--bots", "uniform,greedy", "--games", "40", "--seed", "1", "--out", "-"
COMMANDS = {
    "plot": ["stats", "--seeds", "7:8", "--plot", "stats.png"],
    "reference": ["bench", "settle", "--quick", "--copies", "1"],
}
CLUSTERS = "dask", "ray"


def run(*words):
    """Run a command of the program; return what it prints."""
    done = subprocess.run([sys.executable, "-m", "sim", *words], capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"polypile {' '.join(words)}: exit {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout


def main():
    """Use all of it a little."""
    told = run("--version")
    run("shake", "--seed", "7", "--out", "pile.json", "--png", "pile.png", "--svg", "pile.svg", "--mark")
    assert "14 of 80 pieces can be taken" in run("reach", "pile.json")
    run("shake", "--verify", "pile.json")
    for game in ("collexion", "axio-rota", "colour-collect"):
        run("play", game, "--players", "greedy,uniform", "--seed", "7", "--headless")
        run("replay", f"{game}-7.json", "--verify")
    run("stats", "--seeds", "7:9", "--jobs", "2", "--out", "stats.json")
    _find_benchmarks()
    window = subprocess.run(
        [sys.executable, "-c", WINDOW],
        env={**os.environ, "SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy", "POLYPILE_HOME": "home"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert window.stdout.split()[-1:] == ["AxioRotaTable"], window.stdout + window.stderr
    for extra in sys.argv[1:]:
        if extra == "rl":
            _train()
        elif extra in CLUSTERS:
            alone, together = run(*TOURNAMENT), run(*TOURNAMENT, "--backend", extra, "--jobs", "2")
            assert together == alone, "results depend on who worked on them"
        else:
            run(*COMMANDS[extra])
    pile = json.loads(Path("pile.json").read_text(encoding="utf-8"))
    versions = {name: importlib.metadata.version(name) for name in ("numba", "numpy", "pymunk", "shapely", "pygame-ce")}
    print(json.dumps({"digest": pile["digest"], "told": told, "versions": versions}))


def _find_benchmarks():
    from sim.commands import bench

    for name in bench.BENCHMARKS:
        assert bench.find(name).table


def _train():
    import sim

    env = sim.env.colour_collect()
    env.reset(seed=7)
    for agent in env.agent_iter(20):  # a game may be over by then
        observation, _, over, cut, _ = env.last()
        env.step(None if over or cut else env.action_space(agent).sample(observation["action_mask"]))


if __name__ == "__main__":
    main()
