"""The seal of a save: whatever happens to the text is noticed, even what the rules would let pass."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.record.record import Record
from sim.record.seal import LONGEST, number_of, opened, sealed
from sim.record.store import DamagedFile
from tests.record.player import played_on, started

VERSIONS = {"polypile": "test"}


def played(moves):
    session = started(3)
    for _ in range(moves):
        session = played_on(session)
    return session.record(VERSIONS)


TEXT = played(5).to_json()
SEALED = sealed(TEXT, 17)


def test_what_was_sealed_is_opened_as_it_was():
    assert opened(SEALED) == TEXT
    assert number_of(SEALED) == 17
    assert number_of(SEALED[:LONGEST]) == 17
    assert number_of(sealed(TEXT, 10**15 - 1)[:LONGEST]) == 10**15 - 1


def test_what_an_older_version_has_left_bears_no_seal():
    assert opened(TEXT) == TEXT
    assert number_of(TEXT) == 0


def test_a_sealed_record_replays_like_any_other():
    assert Record.from_json(SEALED) == Record.from_json(TEXT) == played(5)


@given(st.integers(0, len(SEALED) - 1), st.characters(codec="utf-8"))
def test_any_other_character_anywhere_breaks_the_seal_or_the_record(place, other):
    changed = SEALED[:place] + other + SEALED[place + 1 :]
    if changed != SEALED:
        refused(changed)


@given(st.integers(0, len(SEALED) - 1))
def test_a_save_that_was_cut_off_is_noticed(end):
    refused(SEALED[:end])


@pytest.mark.parametrize(
    "change",
    [
        lambda text: text.replace(',\n "left"\n]', "\n]", 1),
        lambda text: text.replace('"uniform", "uniform"', '"uniform", "uniform: Eve"', 1),
        lambda text: text.replace('"best_of":5', '"best_of":3', 1),
        lambda text: text.replace("test", "tess", 1),
        lambda text: text.replace("[17, ", "[18, ", 1),
        lambda text: text.replace("\n", "\r\n"),
    ],
    ids=["a move less", "another name", "another option", "another version", "another number", "other ends of lines"],
)
def test_what_the_rules_would_let_pass_breaks_the_seal(change):
    assert change(SEALED) != SEALED
    with pytest.raises(DamagedFile):
        opened(change(SEALED))


def refused(text):
    with pytest.raises(Exception) as caught:  # noqa: PT011
        Record.from_json(opened(text)).verify()
    assert type(caught.value).__module__.startswith("sim.")
