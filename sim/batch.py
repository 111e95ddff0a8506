"""Batches: the same work on many items, in this process, in others beside it, or on the machines of a cluster.

Results come in the order of the items and are the same whoever worked on them: work is a function of its item alone.
"""

from __future__ import annotations

import logging
import os
import signal
import sys
import threading
import time
import warnings
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import BrokenExecutor
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from typing import Any, TypeVar

from sim.errors import BatchError, JobLost, MissingExtra
from sim.pile.plain import plain_int
from sim.pile.reading import listed, short

T = TypeVar("T")
R = TypeVar("R")

BACKENDS = ("loky", "dask", "ray")
"""Who brings the processes: loky those beside this one, the others a cluster, on this machine if none is named."""
MOST_JOBS = 61 if sys.platform == "win32" else 256  # Windows can wait for no more at once
AHEAD = 32
"""For each job so many items may be worked on, or be done and wait, before somebody asks for their results."""
PATIENCE = 5
"""Seconds within which a cluster of dask that is named must answer."""

_NEEDED = {"loky": (), "dask": ("dask", "distributed"), "ray": ("ray",)}
_LOOK = 0.5  # s between looks at whether the parent is there
_HOME = "127.0.0.1"  # what is started on this machine is not to be reached from others


@dataclass(frozen=True, slots=True)
class Workers:
    """Who works on a batch. A wrong value raises BatchError, a library that is not there MissingExtra."""

    jobs: int = 1
    """How many processes; of loky, one is this process itself. A cluster that is named has those that it has."""
    backend: str = "loky"
    cluster: str | None = None
    """The address of a cluster that is running; None: a new one on this machine."""

    def __post_init__(self) -> None:
        jobs = plain_int(self.jobs)
        if jobs is None or not 1 <= jobs <= MOST_JOBS:
            raise BatchError(f"jobs is {short(self.jobs)}: use a whole number from 1 to {MOST_JOBS}")
        object.__setattr__(self, "jobs", jobs)
        if not isinstance(self.backend, str) or self.backend not in BACKENDS:
            raise BatchError(f"there is no backend {short(self.backend)}: use {listed(BACKENDS, 'or')}")
        if self.cluster is not None and (self.backend == "loky" or not isinstance(self.cluster, str)):
            raise BatchError(f"cluster is {short(self.cluster)}: it is the address of a cluster of dask or ray")
        if not all(map(find_spec, _NEEDED[self.backend])):
            raise MissingExtra(f"backend {self.backend} is an extra: pip install 'polypile[{self.backend}]'")

    @property
    def here(self) -> bool:
        """Whether this process does all the work itself."""
        return self.backend == "loky" and self.jobs == 1


HERE = Workers()


def over(work: Callable[[T], R], items: Iterable[T], workers: Workers = HERE) -> Iterator[R]:
    """Yield what `work` gives for each item, in the order of the items; what it raises is raised here.

    Few items are taken ahead of what is asked for, and few results wait. Whoever stops asking, or is interrupted,
    ends the processes at once. Raise JobLost where one of them was ended from outside.

    >>> list(over(abs, [-3, 2, -1]))
    [3, 2, 1]
    """
    if workers.here:
        yield from map(work, items)
        return
    try:
        with _POOLS[workers.backend](workers) as pool:
            yield from _results(pool, work, _Window(iter(items), AHEAD * workers.jobs))
    except Exception as wrong:
        if isinstance(wrong, _losses(workers.backend)):
            raise JobLost(_lost(workers)) from None
        raise


def _results(pool: Any, work: Callable[[T], R], window: _Window[T]) -> Iterator[R]:
    from joblib import delayed

    call = delayed(work)
    while not window.exhausted:
        results = iter(pool(call(item) for item in window.opened()))
        try:
            for result in results:
                window.given += 1
                yield result
        finally:
            _drop(results)


def _drop(results: Iterable[Any]) -> None:
    """Give up what was not asked for yet, and let nobody warn of that."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        getattr(results, "close", list)()


class _Window(Iterator[T]):
    """Items, up to so many ahead of the results that were given.

    joblib takes new items whenever results come in, asked for or not. It must not be made to wait, as that would hold
    up the results too; so a full window ends, and is opened again once all results of its items were given. While
    results are asked for as they come, it is never full.
    """

    def __init__(self, items: Iterator[T], ahead: int) -> None:
        self._items = items
        self._ahead = ahead
        self._taken = 0
        self._full = False
        self.given = 0
        self.exhausted = False

    def opened(self) -> _Window[T]:
        """Return the window itself, open again."""
        self._full = False
        return self

    def __next__(self) -> T:
        self._full = self._full or self._taken - self.given >= self._ahead
        if self._full or self.exhausted:
            raise StopIteration
        try:
            item = next(self._items)
        except StopIteration:
            self.exhausted = True
            raise
        self._taken += 1
        return item


@contextmanager
def _loky(workers: Workers) -> Iterator[Any]:
    from joblib import Parallel

    begun: dict[str, Any] = {"initializer": _follow, "initargs": (os.getpid(),)}
    with ExitStack() as stack:
        with _interrupts_held():
            pool: Any = Parallel(workers.jobs, backend="loky", return_as="generator", max_nbytes=None, **begun)
            stack.enter_context(pool)

        def given(calls: Iterable[Any]) -> Iterable[Any]:
            results: Iterable[Any] = ()
            try:
                with _interrupts_held():  # with the first calls come the processes
                    results = pool(calls)
            except KeyboardInterrupt:
                _drop(results)
                raise
            return results

        yield given


@contextmanager
def _dask(workers: Workers) -> Iterator[Any]:
    from joblib import Parallel, parallel_config

    distributed: Any = import_module("distributed")
    started: dict[str, Any] = {
        "n_workers": workers.jobs,
        "threads_per_worker": 1,
        "host": _HOME,
        "dashboard_address": f"{_HOME}:0",
        "silence_logs": logging.CRITICAL,
    }
    if workers.cluster and not _answers(workers.cluster):
        raise BatchError(_not_there(workers))
    with ExitStack() as stack:
        try:
            with _interrupts_held():
                address: Any = workers.cluster or stack.enter_context(distributed.LocalCluster(**started))
                client = stack.enter_context(distributed.Client(address, set_as_default=False))
        except (OSError, ValueError, RuntimeError):
            raise BatchError(_not_there(workers)) from None
        stack.enter_context(parallel_config(backend=_dask_backend()(client=client)))
        yield stack.enter_context(Parallel(-1, return_as="generator", max_nbytes=None))


def _answers(address: str) -> bool:
    """Tell whether a cluster of dask is there. A client that finds none waits long, and tries to close for a minute."""
    distributed: Any = import_module("distributed")
    connect, runner = import_module("distributed.comm").connect, import_module("distributed.utils").LoopRunner()
    runner.start()
    try:
        secured = distributed.Security().get_connection_args("client")
        distributed.utils.sync(runner.loop, connect, address, callback_timeout=PATIENCE, **secured).abort()
    except Exception:  # whatever is wrong with the address, or with who is found there
        return False
    finally:
        runner.stop()
    return True


def _dask_backend() -> Any:
    from joblib._dask import DaskDistributedBackend

    class Dask(DaskDistributedBackend):  # type: ignore[misc]
        """joblib is not told where dask gives work up, as it does once four workers have died of it: it would wait."""

        def submit(self, func: Any, callback: Any = None) -> Any:
            future = super().submit(func, callback)
            future.add_done_callback(lambda done: done.exception() and callback(done.exception()))
            return future

        async def _to_func_args(self, func: Any) -> tuple[Any, Any]:
            _, calls = await super()._to_func_args(func)
            return _in_turn, calls

        def retrieve_result_callback(self, out: Any) -> Any:
            if isinstance(out, BaseException):
                raise out
            return super().retrieve_result_callback(out)

    return Dask


def _in_turn(tasks: Iterable[Any]) -> list[Any]:
    """Work on some calls. As joblib has it, each process is a client of the cluster too, and complains as it ends."""
    return [function(*values, **named) for function, values, named in tasks]


@contextmanager
def _ray(workers: Workers) -> Iterator[Any]:
    from joblib import Parallel

    ray: Any = import_module("ray")
    started: dict[str, Any] = {"num_cpus": workers.jobs, "include_dashboard": False, "_node_ip_address": _HOME}
    try:
        quiet: dict[str, Any] = {"logging_level": logging.CRITICAL, "log_to_driver": False}
        with _interrupts_held():
            ray.init(workers.cluster or "local", **quiet, **({} if workers.cluster else started))
    except (OSError, ValueError, RuntimeError):
        raise BatchError(_not_there(workers)) from None
    try:
        import_module("ray.util.joblib").register_ray()
        with Parallel(int(ray.cluster_resources().get("CPU", 1)), backend="ray", max_nbytes=None) as pool:
            yield pool  # it gives a whole window's results at once
    finally:
        ray.shutdown()


_POOLS: dict[str, Callable[[Workers], AbstractContextManager[Any]]] = {"loky": _loky, "dask": _dask, "ray": _ray}


def _losses(backend: str) -> tuple[type[Exception], ...]:
    """Return what is raised where a process was ended from outside."""
    if backend == "dask":
        return BrokenExecutor, import_module("distributed").KilledWorker
    if backend == "ray":
        told = import_module("ray.exceptions")
        return BrokenExecutor, told.RayActorError, told.WorkerCrashedError
    return (BrokenExecutor,)


def _lost(workers: Workers) -> str:
    who = "a process of the cluster" if workers.cluster else f"one of {workers.jobs} processes"
    return f"{who} was ended from outside: if memory ran short, use fewer jobs"


def _not_there(workers: Workers) -> str:
    if workers.cluster:
        return f"there is no cluster of {workers.backend} at {short(workers.cluster)}"
    return f"{workers.backend} cannot start its processes here (a script must call this under `if __name__ == ...`)"


@contextmanager
def _interrupts_held() -> Iterator[None]:
    """Let interrupts wait. Processes that are started meanwhile never get any: a terminal sends them to all."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    # What tracks resources is started with the first process, if it is not running, and lets interrupts through again.
    for tracker in ("multiprocessing.resource_tracker", "joblib.externals.loky.backend.resource_tracker"):
        import_module(tracker).ensure_running()
    with _put_off():
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            yield
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextmanager
def _put_off() -> Iterator[None]:
    """Let interrupts come afterwards: where they are blocked, another thread may still take one for all."""
    heard = signal.getsignal(signal.SIGINT)
    if not callable(heard) or threading.current_thread() is not threading.main_thread():
        yield
        return
    came = threading.Event()
    signal.signal(signal.SIGINT, lambda *_: came.set())
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, heard)
        if came.is_set():
            signal.raise_signal(signal.SIGINT)


def _follow(parent: int) -> None:
    """Leave interrupts to the parent, and end when it does, however it was ended."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(_LOOK)
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()
