"""Waiting for errands, as no window does."""

import time
from pathlib import Path

PATIENCE = 120.0


def arrived(errand, patience=PATIENCE):
    """Return all news of an errand once it is done."""
    end, news = time.monotonic() + patience, []
    while not errand.done:
        assert time.monotonic() < end, "nothing more comes"
        news.extend(errand.news())
        time.sleep(0.002)
    return news


def until(said, patience=PATIENCE):
    """Wait until something is so; tell whether it came to be."""
    end = time.monotonic() + patience
    while not (so := said()) and time.monotonic() < end:
        time.sleep(0.001)
    return so


def alive(pid):
    """Tell whether a process runs; one that has ended and that nobody has asked about does not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return False
