"""Batches: the same results in the same order whoever works on them; and what happens where somebody stops."""

import os
import re
import signal
import socket
import subprocess
import sys
import threading
import time
from itertools import islice
from pathlib import Path

import pytest

from sim import batch
from sim.batch import AHEAD, Workers, over
from sim.errors import BatchError, IllegalMove, JobLost, MissingExtra

ROOT = Path(__file__).resolve().parent.parent
TWO = Workers(2)


def squared(number):
    return number * number, os.getpid()


def squared_slowly(number):
    time.sleep(0.01)  # so that whoever comes late finds something to do
    return squared(number)


def deaf(_):
    return signal.SIGINT in signal.pthread_sigmask(signal.SIG_BLOCK, [])


def refused_at_five(number):
    if number == 5:
        raise IllegalMove("take 17", "covered by 23", "C5")
    return number


def killed_at_five(number):
    if number == 5:
        os.kill(os.getpid(), signal.SIGKILL)
    return number


def told_by_file(path):
    Path(path).touch()
    time.sleep(60)


def test_one_job_works_in_this_process_and_takes_items_as_they_are_asked_for():
    taken = []
    results = over(squared, (taken.append(k) or k for k in range(9)))
    assert next(results) == (0, os.getpid())
    assert taken == [0]


def test_processes_give_what_one_gives_in_the_same_order():
    results = list(over(squared_slowly, range(200), TWO))
    assert [square for square, _ in results] == [k * k for k in range(200)]
    processes = {process for _, process in results}
    assert len(processes) == 2
    assert os.getpid() not in processes
    assert list(over(squared, [], TWO)) == []


def test_an_error_in_a_process_is_raised_as_it_is_and_others_can_work_on():
    results = over(refused_at_five, range(50), TWO)
    with pytest.raises(IllegalMove, match=r"take 17: covered by 23 \(C5\)"):
        list(results)
    assert list(over(refused_at_five, range(5), TWO)) == [0, 1, 2, 3, 4]


@pytest.mark.skipif(os.name != "posix", reason="signals")
def test_a_process_that_is_killed_is_told_in_one_line():
    with pytest.raises(JobLost, match="one of 2 processes was ended from outside: if memory ran short, use fewer jobs"):
        list(over(killed_at_five, range(50), TWO))


def test_few_items_are_taken_ahead_of_a_consumer_that_waits():
    """Of a million results not more than a few may lie about, however slowly they are read."""
    taken = []
    results = over(abs, (taken.append(k) or k for k in range(10**6)), TWO)
    assert list(islice(results, 500)) == list(range(500))
    time.sleep(0.2)
    assert len(taken) <= 500 + 2 * AHEAD
    results.close()


def test_the_window_opens_again_once_all_results_were_given():
    def pool(calls):
        return [function(*arguments) for function, arguments, _ in calls]

    window = batch._Window(iter(range(10)), 3)
    results = batch._results(pool, lambda k: -k, window)
    assert next(results) == 0
    assert window._taken == 3  # whatever joblib asks for
    assert list(results) == [-k for k in range(1, 10)]


@pytest.mark.skipif(os.name != "posix", reason="processes are looked up as POSIX has them")
def test_processes_end_when_their_parent_is_killed(tmp_path):
    marks = [str(tmp_path / name) for name in "ab"]
    program = f"from sim.batch import *; from tests.test_batch import *; list(over(told_by_file, {marks}, TWO))"
    with subprocess.Popen([sys.executable, "-c", program], cwd=ROOT, stderr=subprocess.DEVNULL) as parent:
        until(lambda: all(Path(mark).exists() for mark in marks))
        children = subprocess.run(["ps", "-o", "pid=", "--ppid", str(parent.pid)], capture_output=True, text=True)
        parent.kill()
    assert len(children.stdout.split()) >= 2
    until(lambda: not any(runs(int(child)) for child in children.stdout.split()))


@pytest.mark.skipif(os.name != "posix", reason="signals")
@pytest.mark.parametrize("backend", ["loky", "dask"])
def test_processes_never_hear_an_interrupt_not_even_as_they_begin(backend):
    """A terminal sends it to all of them, and the first thing they do would be to tell of it."""
    pytest.importorskip({"dask": "distributed"}.get(backend, "joblib"))
    assert all(over(deaf, range(20), Workers(2, backend)))


@pytest.mark.skipif(os.name != "posix", reason="signals")
@pytest.mark.parametrize("others", [0, 1])
def test_an_interrupt_that_is_held_comes_afterwards_whichever_thread_takes_it(others):
    leave = threading.Event()
    threads = [threading.Thread(target=leave.wait) for _ in range(others)]
    for thread in threads:
        thread.start()
    done = []

    def interrupted():
        with batch._interrupts_held():
            os.kill(os.getpid(), signal.SIGINT)
            for _ in range(20):
                time.sleep(0.001)
            done.append(True)

    try:
        with pytest.raises(KeyboardInterrupt):
            interrupted()
        assert done
    finally:
        leave.set()
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    assert not deaf(None)


def runs(process):
    try:
        return Path(f"/proc/{process}/stat").read_text().split()[2] != "Z"
    except OSError:
        return False


def until(true, seconds=30):
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, "it takes too long"
        time.sleep(0.02)


def test_a_dask_cluster_of_two_processes_gives_the_same():
    pytest.importorskip("distributed")
    results = list(over(squared_slowly, range(100), Workers(2, "dask")))
    assert [square for square, _ in results] == [k * k for k in range(100)]
    assert len({process for _, process in results} - {os.getpid()}) == 2


def test_a_cluster_that_runs_is_used_and_left_running():
    distributed = pytest.importorskip("distributed")
    quiet = {"dashboard_address": "127.0.0.1:0", "host": "127.0.0.1"}
    with distributed.LocalCluster(n_workers=1, threads_per_worker=2, processes=False, protocol="tcp", **quiet) as found:
        workers = Workers(backend="dask", cluster=found.scheduler_address)
        for _ in range(2):
            assert [square for square, _ in over(squared, range(5), workers)] == [0, 1, 4, 9, 16]
        with pytest.raises(IllegalMove):
            list(over(refused_at_five, range(9), workers))


@pytest.mark.soak
def test_a_dask_cluster_that_loses_one_process_after_the_other_over_the_same_work_gives_up():
    pytest.importorskip("distributed")
    with pytest.raises(JobLost, match="ended from outside"):
        list(over(killed_at_five, range(20), Workers(2, "dask")))


@pytest.mark.soak
def test_a_ray_cluster_gives_the_same():
    pytest.importorskip("ray")
    assert [square for square, _ in over(squared, range(200), Workers(2, "ray"))] == [k * k for k in range(200)]


@pytest.mark.parametrize("address", ["tcp://127.0.0.1:1", "foo bar", "http://x", "tls://a:1", "tcp://", "STRANGER"])
def test_a_cluster_that_is_not_there_is_told_without_a_client_that_would_wait_for_it(monkeypatch, address):
    distributed = pytest.importorskip("distributed")
    monkeypatch.setattr(distributed, "Client", None)
    monkeypatch.setattr(batch, "PATIENCE", 0.3)
    before = threading.enumerate()
    with socket.create_server(("127.0.0.1", 0)) as stranger:  # it listens, and says nothing
        named = address.replace("STRANGER", f"127.0.0.1:{stranger.getsockname()[1]}")
        with pytest.raises(BatchError, match=f"^there is no cluster of dask at {re.escape(repr(named))}$"):
            list(over(squared, [1], Workers(backend="dask", cluster=named)))
    assert [thread.name for thread in threading.enumerate() if thread not in before and "IO" in thread.name] == []


@pytest.mark.parametrize(
    ("values", "told"),
    [
        ({"jobs": 0}, "jobs is 0: use a whole number from 1 to"),
        ({"jobs": True}, "jobs is True"),
        ({"jobs": 1.0}, "jobs is 1.0"),
        ({"backend": "threads"}, "there is no backend 'threads': use loky, dask or ray"),
        ({"backend": None}, "there is no backend None"),
        ({"cluster": "tcp://a:1"}, "it is the address of a cluster of dask or ray"),
    ],
)
def test_workers_that_cannot_be_are_told(values, told):
    with pytest.raises(BatchError, match=told):
        Workers(**values)


@pytest.mark.parametrize("backend", ["dask", "ray"])
def test_an_extra_that_is_missing_is_named_before_the_work(monkeypatch, backend):
    monkeypatch.setattr(batch, "find_spec", lambda name: None)
    with pytest.raises(MissingExtra, match=rf"backend {backend} is an extra: pip install 'polypile\[{backend}\]'"):
        Workers(backend=backend)
