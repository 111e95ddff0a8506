"""Batches that go on where they were interrupted: what tells one from another, and how a tournament is kept."""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any, TypeAlias

from sim import assets, table
from sim.batch import Workers
from sim.bots.standings import Standings
from sim.bots.tournament import Plan, Played
from sim.pile.reading import Entry
from sim.record import store
from sim.record.journal import Journal, beside, resumed

Kept: TypeAlias = tuple[Played, dict[str, str]]
"""What came of a meeting, and the files of its records by name, each with a digest of what it holds."""

_CODE = ("bots", "physics", "pile", "reach", "rules")
_DATA = ("editions", "tiles")


def tournament(plan: Plan, workers: Workers, out: str | Path | None, records: str | Path | None) -> Standings:
    """Play a tournament, or go on with it, and save its results, the records of its games, or both."""
    folder = None if records is None else store.make_folder(records)
    with journal(plan, out, folder) as kept:
        standings = Standings(plan, tuple(played(plan, workers, kept, folder)))
        if out is not None:
            store.write(out, standings.to_json().encode("utf-8"))
        kept.remove()
    return standings


def journal(plan: Plan, out: str | Path | None, folder: Path | None) -> Journal:
    """Return the journal of a tournament: beside its results, or in the folder of its records where there are none."""
    if out is None and folder is not None:
        out = folder / "tournament"
    return beside(out, batch(plan.to_dict()))


def batch(what: Mapping[str, Any]) -> dict[str, Any]:
    """Return what tells a batch from others: what is to be done, and all that decides what comes of it."""
    return {**what, "versions": table.versions(), "model": table.model(), "code": code()}


@cache
def code() -> str:
    """Return a digest of the code and data that results rest on: with others, others may come of the same batch."""
    home = Path(__file__).resolve().parent
    files = [sorted((home / part).rglob("*.py")) for part in _CODE]
    files += [sorted((assets.folder() / part).rglob("*.json")) for part in _DATA]
    digest = hashlib.sha256()
    for path in (path for some in files for path in some):
        digest.update(path.read_bytes())
    return digest.hexdigest()[:12]


def played(plan: Plan, workers: Workers, kept: Journal, folder: Path | None) -> Iterator[Played]:
    """Yield what comes of each meeting of a tournament, in order: what the journal holds, and all else as it is played.

    Where there is a folder, it gets the record of every game; a meeting whose records are not there is played again.
    """
    meetings = list(plan.meetings)
    if folder is not None:
        for name in [name for name, entry in kept.done.items() if not _all_there(entry, folder)]:
            del kept.done[name]

    def run(numbers: Iterable[int]) -> Iterator[Kept]:
        results = table.play_all(plan, (meetings[k] for k in numbers), workers, keep=folder is not None)
        return (_saved(plan, result, folder) for result in results)

    names = [f"{meeting.seed} {' '.join(meeting.bots)}" for meeting in meetings]
    return (result for result, _ in resumed(kept, names, run, _read, _told))


def _saved(plan: Plan, result: Played, folder: Path | None) -> Kept:
    """Save the games of a meeting, and return it without them: many thousand take more memory than there may be."""
    files = {}
    if folder is not None:
        for game, text in zip(result.games, result.records, strict=True):
            stem = "-".join((plan.game, str(result.meeting.seed), *game.seats)).replace(":", "_")
            record = zlib.decompress(text)
            files[store.add(folder, stem, record).name] = _digest(record)
    return replace(result, records=()), files


def _told(result: Kept) -> dict[str, Any]:
    return {"played": result[0].to_dict(timed=True), "records": result[1]}


def _read(entry: Entry) -> Kept:
    return Played.from_entry(entry.entry("played")), {}


def _all_there(entry: Entry, folder: Path) -> bool:
    """Tell whether the records of all games of a meeting lie in a folder, as they were written."""
    files = entry.entry("records")
    there = all(_holds(folder / name, files.text(name)) for name in files.values)
    return there and len(files.values) == len(entry.entry("played").items("games"))


def _holds(path: Path, digest: str) -> bool:
    try:
        return _digest(path.read_bytes()) == digest
    except (OSError, ValueError):
        return False


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:16]
