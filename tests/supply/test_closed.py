"""Nothing that is read can run, and nothing is asked of a network."""

import ast
import os
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
SOURCES = sorted((ROOT / "sim").rglob("*.py"))
RUNNING = {"eval", "exec", "compile", "__import__"}
UNPACKING = {"pickle", "cPickle", "marshal", "shelve", "dill", "cloudpickle", "code", "codeop", "runpy", "yaml"}
REACHING = {"asyncio", "ftplib", "http", "requests", "smtplib", "socket", "ssl", "urllib", "urllib3", "webbrowser"}
BETWEEN_OWN_PROCESSES = {"sim/house/box.py", "sim/house/frames.py", "sim/house/house.py"}
"""They hand values to processes that the window has started, by pipes of its own."""


def offences(path):
    """Yield what a source does that none should."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        names = []
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            names = [node.func.id] if node.func.id in RUNNING else []
        elif isinstance(node, ast.Import):
            names = [name.name for name in node.names]
        elif isinstance(node, ast.ImportFrom) and not node.level:
            names = [node.module or ""]
        yield from (name for name in names if name.split(".")[0] in RUNNING | UNPACKING | REACHING)


def test_no_source_runs_or_unpacks_what_it_reads_or_reaches_for_a_network():
    found = {path.relative_to(ROOT).as_posix(): sorted(set(offences(path))) for path in SOURCES}
    assert len(found) > 200
    assert {name: some for name, some in found.items() if some} == {name: ["pickle"] for name in BETWEEN_OWN_PROCESSES}


def offline(*words, folder):
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join((str(HERE / "offline"), str(ROOT)))}
    return subprocess.run(
        [sys.executable, *words], cwd=folder, env=environment, capture_output=True, text=True, check=False
    )


def test_a_program_that_asks_the_network_is_stopped(tmp_path):
    child = "import socket; socket.getaddrinfo('a', 1)"
    for asking in (
        "import socket; socket.create_connection(('127.0.0.1', 9))",
        "import urllib.request; urllib.request.urlopen('http://localhost:9')",
        f"import subprocess, sys; subprocess.run([sys.executable, '-c', {child!r}], check=True)",
    ):
        assert "out of reach" in offline("-c", asking, folder=tmp_path).stderr


def test_everything_works_without_a_network(tmp_path):
    done = offline(str(HERE / "smoke.py"), "plot", "rl", folder=tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
