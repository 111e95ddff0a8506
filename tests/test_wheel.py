"""The wheel: pure, whole, and at work far from the checkout."""

import json
import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from sim.commands import bench

ROOT = Path(__file__).resolve().parent.parent

pytest.importorskip("hatchling")


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    """The wheel of this checkout."""
    folder = tmp_path_factory.mktemp("dist")
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    run = subprocess.run(build, cwd=ROOT, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    (found,) = folder.iterdir()
    return found


@pytest.fixture(scope="module")
def far(wheel, tmp_path_factory):
    """Run Python in an empty folder, with what the wheel installs and nothing of the checkout."""
    site, home = tmp_path_factory.mktemp("site"), tmp_path_factory.mktemp("far")
    zipfile.ZipFile(wheel).extractall(site)

    def python(*arguments, **environment):
        return subprocess.run(
            [sys.executable, *map(str, arguments)],
            cwd=home,
            env={**os.environ, "PYTHONPATH": str(site), **environment},
            capture_output=True,
            text=True,
            check=False,
        )

    assert python("-c", "import sim; print(sim.__file__)").stdout.startswith(str(site))
    return python


def test_the_wheel_is_pure_and_has_all_it_needs(wheel):
    assert wheel.name.endswith("-py3-none-any.whl")
    names = set(zipfile.ZipFile(wheel).namelist())
    for folder, inside in (("sim", "sim"), ("assets", "sim/_assets"), ("benchmarks", "sim/_benchmarks")):
        for path in (ROOT / folder).rglob("*"):
            if path.suffix in (".py", ".typed", ".json", ".mo"):
                assert f"{inside}/{path.relative_to(ROOT / folder).as_posix()}" in names
    assert not [name for name in names if name.split("/")[0] == "tests" or "__pycache__" in name]
    assert not [name for name in names if name.endswith(".png")]  # the README's picture


def test_the_wheel_finds_its_assets_and_benchmarks_far_from_the_checkout(far, small):
    path = Path(far("-c", "import os; print(os.getcwd())").stdout.strip()) / "small.json"
    path.write_text(small.to_json())
    run = far("-m", "sim", "reach", path, "--json")
    assert (run.returncode, run.stderr) == (0, "")
    assert json.loads(run.stdout)["reachable"] == [1, 2]
    program = (
        "import sys; sys.modules['benchmarks'] = None; "  # those of the checkout
        "from sim import assets, table; from sim.commands import bench; from sim.pile import Pile; "
        f"pile = Pile.from_json(open({str(path)!r}).read()); "
        "print(assets.folder().parent.name, table.png(pile)[1:4]); "
        "print(*(bench.find(name).__name__ for name in bench.BENCHMARKS))"
    )
    run = far("-c", program)
    found = " ".join(f"sim._benchmarks.{name}" for name in bench.BENCHMARKS)
    assert (run.stdout, run.stderr) == (f"sim b'PNG'\n{found}\n", "")


@pytest.mark.soak
@pytest.mark.skipif(os.name != "posix", reason="permissions")
def test_a_pile_can_be_shaken_where_no_kernel_can_be_kept(far):
    """Nothing can be made under a device, not even by an administrator."""
    site = Path(far("-c", "import sim; print(sim.__file__)").stdout.strip()).parent
    kept = site / "physics" / "__pycache__"
    if kept.exists():
        kept.rename(kept.with_name("old"))
    kept.write_text("a file where a folder should be")
    run = far("-B", "-m", "sim", "shake", "--seed", 7, HOME="/dev/null", XDG_CACHE_HOME="/dev/null")
    assert (run.returncode, run.stderr) == (0, "")
