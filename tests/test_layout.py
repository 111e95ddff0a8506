"""What the folders promise: who may import whom, names at the top, commands in the README."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

import sim
from sim import cli

ROOT = Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_only_those_import_one_another_who_may():
    check = "import sys; from importlinter.cli import lint_imports; sys.exit(lint_imports(no_cache=True))"
    run = subprocess.run([sys.executable, "-c", check], cwd=ROOT, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout + run.stderr


def test_contracts_name_every_part_of_the_package():
    configuration = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    parts = {path.stem for path in (ROOT / "sim").iterdir() if path.suffix == ".py" or (path / "__init__.py").exists()}
    for part in sorted(parts - {"__init__", "__main__"}):
        assert f'"sim.{part}"' in configuration, f"sim.{part} is in no import contract"


@pytest.mark.parametrize("name", sorted(sim._HOMES))
def test_every_name_of_the_shell_is_there_and_explained(name):
    assert getattr(sim, name).__doc__
    assert name in dir(sim)


def test_a_name_that_is_not_there_is_an_attribute_error():
    with pytest.raises(AttributeError, match="no attribute 'shuffle'"):
        sim.shuffle  # noqa: B018


def test_every_command_line_of_the_readme_is_understood():
    lines = re.findall(r"^ *polypile +([^#\n]+)", "\n".join(re.findall(r"```sh\n(.*?)```", README, re.DOTALL)), re.M)
    assert len(lines) >= 6
    for line in lines:
        cli.parser().parse_args(line.split())


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


def test_the_changelog_tells_of_this_version():
    assert f"## {sim.__version__}" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")


def test_no_file_of_the_package_is_longer_than_it_should_be():
    long = {
        str(path): lines for path in (ROOT / "sim").rglob("*.py") if (lines := len(path.read_text().splitlines())) > 450
    }
    assert not long
