"""What the folders promise: who may import whom, names at the top, commands in the README."""

import ast
import re
import shlex
import subprocess
import sys
import tomllib
from pathlib import Path

import numpy as np
import pygame
import pytest

import sim
from sim import cli
from sim.commands import bench
from sim.physics.shake import Shake
from tests.golden.__main__ import PICTURE, scene_of_readme

ROOT = Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_only_those_import_one_another_who_may():
    check = "import sys; from importlinter.cli import lint_imports; sys.exit(lint_imports(no_cache=True))"
    run = subprocess.run([sys.executable, "-c", check], cwd=ROOT, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout + run.stderr


CONTRACTS = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"]["contracts"]
ONLY = [contract for contract in CONTRACTS if contract["name"].startswith("Only ")]


def parts():
    """Return the names of all parts of the package."""
    names = {path.stem for path in (ROOT / "sim").iterdir() if path.suffix == ".py" or (path / "__init__.py").exists()}
    return {f"sim.{name}" for name in names - {"__init__", "__main__"}}


@pytest.mark.parametrize("contract", ONLY, ids=lambda contract: contract["name"])
def test_a_contract_for_only_one_part_binds_all_others(contract):
    only = contract["name"].split()[1]
    assert set(contract["source_modules"]) == parts() - {f"sim.{only}"}


def test_each_large_or_worldly_library_has_one_part_that_imports_it():
    bound = {name for contract in ONLY for name in contract["forbidden_modules"]}
    worldly = {"gymnasium", "joblib", "numba", "pettingzoo", "platformdirs", "pygame", "pymunk", "shapely"}
    assert bound == worldly


def imported(path):
    """Yield the full names of all that a file imports."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield "." * node.level + (node.module or "")


PURE = [path for part in ("pile", "rules") for path in sorted((ROOT / "sim" / part).rglob("*.py"))]
WORLDLY = {
    "datetime",
    "io",
    "os",
    "pathlib",
    "secrets",
    "shutil",
    "socket",
    "subprocess",
    "tempfile",
    "threading",
    "time",
}


@pytest.mark.parametrize("path", PURE, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_vocabulary_and_rules_stand_on_the_standard_library_alone(path):
    part = path.relative_to(ROOT / "sim").parts[0]
    for name in imported(path):
        ours = re.fullmatch(rf"sim\.errors|sim\.pile(\..*)?|sim\.{part}(\..*)?", name)
        assert ours or name.split(".")[0] in sys.stdlib_module_names, name


@pytest.mark.parametrize("path", PURE, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_vocabulary_and_rules_know_no_file_no_clock_and_no_global_chance(path):
    assert not WORLDLY & {name.split(".")[0] for name in imported(path)}
    text = path.read_text(encoding="utf-8")
    assert not re.search(r"\bopen\(|\bprint\(|\binput\(", text)
    assert set(re.findall(r"\brandom\.\w+", text)) <= {"random.Random"}


@pytest.mark.parametrize("name", sorted(sim._HOMES))
def test_every_name_of_the_shell_is_there_and_explained(name):
    assert getattr(sim, name).__doc__
    assert name in dir(sim)


def test_a_name_that_is_not_there_is_an_attribute_error():
    with pytest.raises(AttributeError, match="no attribute 'shuffle'"):
        sim.shuffle  # noqa: B018


def blocks(language):
    """Return what stands in the README as examples in a language."""
    return "\n".join(re.findall(rf"```{language}\n(.*?)```", README, re.DOTALL))


COMMANDS = re.findall(r"^polypile *([^#\n]*)", blocks("sh"), re.MULTILINE)


def test_every_command_is_shown_in_the_readme():
    assert len(COMMANDS) >= 10
    for name in cli.COMMANDS:
        assert any(line.startswith(name) for line in COMMANDS), name


@pytest.fixture
def once(monkeypatch, shaken):
    """Let equal arguments be shaken once, as equal piles come of them; two processes gain nothing then."""
    monkeypatch.setattr("sim.physics.settle.settle", lambda seed, shake, trace=None: shaken(seed, **differing(shake)))


def differing(shake):
    """Return the parameters that are not the defaults."""
    default = Shake().to_dict()
    return {name: value for name, value in shake.to_dict().items() if value != default[name]}


def test_the_readmes_command_lines_do_what_they_say(tmp_path, monkeypatch, capsys, once):
    """All in one folder and in order, as a reader would type them.

    Only with fewer seeds and in one process, and benchmarks unmeasured.
    """
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sim.view.has_screen", lambda: False)
    monkeypatch.setattr(bench, "run", lambda arguments: 0)
    for line in COMMANDS:
        words = shlex.split(re.sub(r"--jobs \d+", "--jobs 1", re.sub(r"\b0:\d+", "0:2", line)))
        assert cli.main(words) == 0, (line, capsys.readouterr().err)
        saved = [words[k + 1] for k, word in enumerate(words) if word in ("--out", "--png", "--svg", "--plot")]
        assert all((tmp_path / name).exists() for name in saved if name != "-"), line


def test_the_readmes_python_runs(monkeypatch, tmp_path, once):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sim.view.has_screen", lambda: False)
    names = {}
    exec(blocks("python"), names)
    assert len(names["pile"]) == 80
    assert names["cover"].size == 80
    assert names["frame"].pile == names["pile"]


def test_every_make_target_of_the_readme_exists():
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    targets = set(re.findall(r"\bmake ([a-z]+)\b(?=[^a-z]*(?:#|`|\n))", README))
    assert {"play", "test"} <= targets
    assert all(re.search(rf"^{target}:", makefile, re.M) for target in targets)


def test_every_file_that_the_readme_shows_or_links_exists():
    links = re.findall(r"\]\(([^)#:]+)\)", README)
    assert links
    for link in links:
        assert (ROOT / link).exists(), link


def test_the_readmes_picture_is_that_of_the_pile_it_names(pile):
    """Written anew by `make golden`."""
    from sim.view import picture

    now, then = (pygame.surfarray.array3d(s).astype(int) for s in (picture(scene_of_readme(pile)), load(PICTURE)))
    assert now.shape == then.shape
    apart = np.abs(now - then).max(axis=2)
    # Fonts and rounding differ a little from machine to machine; another pile differs a lot.
    assert apart.mean() < 1.0, "the picture is stale: make golden"


def load(path):
    return pygame.image.load(str(path))


def test_the_command_is_the_one_that_loads_nothing_before_it_can_be_interrupted():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["scripts"] == {"polypile": "sim.__main__:main"}


def test_the_changelog_tells_of_this_version():
    assert f"## {sim.__version__}" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")


def test_no_file_of_the_package_is_longer_than_it_should_be():
    long = {
        str(path): lines for path in (ROOT / "sim").rglob("*.py") if (lines := len(path.read_text().splitlines())) > 450
    }
    assert not long
