"""Wheel and sdist in empty environments, with the oldest and the newest libraries that are allowed: all work alike."""

import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from functools import cache
from pathlib import Path

import pytest

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
SUPPORTED = re.findall(r"Python :: (3\.\d+)", "\n".join(PROJECT["classifiers"]))
EXTRAS = "plot", "rl", "dask", "ray", "reference"
HEAVY = "ray", "reference"
"""Extras that take longer to install than all the rest: they are tried with one Python only."""

pytest.importorskip("hatchling")


@cache
def found(version):
    """Return the interpreter of a version of Python that this machine has; None where it has none."""
    kept_apart = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")) / "versions"
    places = [shutil.which(f"python{version}"), *sorted(kept_apart.glob(f"{version}.*/bin/python{version}"))]
    works = "import ensurepip, sys, venv; print(sys.executable)"
    for place in filter(None, places):
        told = subprocess.run([place, "-c", works], capture_output=True, text=True, check=False)
        if told.returncode == 0:
            return told.stdout.strip()
    return None


PYTHONS = [version for version in SUPPORTED if found(version)]


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """Return the files that are given away, by their kind."""
    folder = tmp_path_factory.mktemp("dist")
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-t", "sdist", "-d", str(folder)]
    done = subprocess.run(build, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return {"wheel": next(folder.glob("*.whl")), "sdist": next(folder.glob("*.tar.gz"))}


def bounds():
    """Yield each library that is needed, with the oldest version of it that is allowed."""
    needed = [*PROJECT["dependencies"], *(one for extra in EXTRAS for one in PROJECT["optional-dependencies"][extra])]
    for requirement in needed:
        name, oldest = re.fullmatch(r"([\w-]+)>=([\d.]+)(?:,<[\d.]+)?", requirement).groups()
        yield name, oldest


def installed(python, what, extras, folder, constraints=()):
    """Install into an empty environment; return its Python."""
    subprocess.run([found(python), "-m", "venv", str(folder / "env")], check=True)
    (folder / "oldest.txt").write_text("".join(f"{name}=={oldest}\n" for name, oldest in constraints))
    pip = [folder / "env" / "bin" / "python", "-m", "pip", "--disable-pip-version-check", "install", "--quiet"]
    asked = f"{what}[{','.join(extras)}]" if extras else what
    words = ["--only-binary", ":all:", "--no-binary", "polypile", "-c", folder / "oldest.txt", asked]
    done = subprocess.run([*pip, *words], capture_output=True, text=True, check=False)
    told = [line for line in done.stderr.splitlines() if not line.startswith("WARNING")]
    assert done.returncode == 0, "\n".join(told[-10:])
    return pip[0]


def smoked(python, folder, extras=(), offline=True):
    """Use everything once in an environment; return what it says."""
    place = folder / "far"
    place.mkdir()
    program = shutil.copy(HERE / "smoke.py", folder)
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "NUMBA"))}
    if offline:
        environment["PYTHONPATH"] = str(HERE / "offline")
    run = [python, program, *extras]
    done = subprocess.run(run, cwd=place, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return json.loads(done.stdout.splitlines()[-1])


def golden(seed):
    piles = json.loads((ROOT / "tests" / "golden" / "physics" / "seeds.json").read_text())["piles"]
    return next(one["digest"] for one in piles if one["seed"] == seed)


def test_every_library_has_a_lower_bound_and_one_bound_only():
    oldest = dict(bounds())
    assert all(oldest[name] == version for name, version in bounds())
    assert {"numba", "numpy", "pymunk", "shapely", "pygame-ce", "joblib", "dask", "ray", "mujoco"} <= oldest.keys()


@pytest.mark.skipif(os.name != "posix", reason="environments are laid out as POSIX has them")
def test_this_machine_has_a_python_to_try_it_with():
    assert PYTHONS


@pytest.mark.soak
@pytest.mark.skipif(os.name != "posix", reason="environments are laid out as POSIX has them")
@pytest.mark.parametrize("python", PYTHONS)
@pytest.mark.parametrize("what", ["wheel", "sdist"])
def test_it_installs_into_an_empty_environment_and_works_there(python, what, built, tmp_path, tally):
    """The wheel with the newest libraries, the sdist with the oldest: the same piles, and no network is asked for."""
    with tally(f"{what} in an empty environment, {'newest' if what == 'wheel' else 'oldest'} libraries", 1):
        oldest = dict(bounds()) if what == "sdist" else {}
        inside = installed(python, built[what], (), tmp_path, oldest.items())
        told = smoked(inside, tmp_path)
        assert told["digest"] == golden(7)
        assert f"Python {python}." in told["told"]
        for name, version in told["versions"].items():
            assert not oldest or (version + ".0").startswith(oldest[name] + ".")


@pytest.mark.soak
@pytest.mark.skipif(os.name != "posix", reason="environments are laid out as POSIX has them")
@pytest.mark.parametrize("age", ["oldest", "newest"])
def test_all_extras_work_with_their_oldest_and_newest_libraries(age, built, tmp_path, tally):
    """With the oldest and the newest Python of those that there are; clusters talk to themselves by way of loopback."""
    with tally(f"all extras, {age} libraries", 1):
        python = PYTHONS[0 if age == "oldest" else -1]
        oldest = dict(bounds()) if age == "oldest" else {}
        inside = installed(python, built["wheel"], EXTRAS, tmp_path, oldest.items())
        assert smoked(inside, tmp_path, EXTRAS, offline=False)["digest"] == golden(7)
