"""What is told at the top: all of it, in order, a few at a time, and to be read whole."""

import pytest

from sim.view.controls import Controls, broken
from sim.view.notices import Notices
from sim.view.raster import text_width
from sim.view.theme import theme

SIZE = 960, 600
CONTROLS = Controls(theme("default", False, 1.0), 0.75)
LONG = (
    "/home/someone/Library/Application Support/a-folder-with-a-long-name/polypile/saves/0123456789ab.damaged-1.json is "
    "now the name of a saved game that was damaged: it was changed or cut off after it was written"
)


def shown(notices, now):
    """Return the texts that are shown at a moment, each as one."""
    found = {}
    for sprite in notices.sprites(CONTROLS, SIZE, now):
        if sprite.tag.startswith("notice-text-"):
            found.setdefault(sprite.tag.split("-")[2], []).extend(item.text for item in sprite.items)
    return ["".join(lines).replace(" ", "") for lines in found.values()]


def test_many_things_are_told_one_after_the_other():
    notices, seen = Notices(), []
    for number in range(7):
        notices.add(f"thing {number}", 6.0)
    for second in range(60):
        for text in shown(notices, second):
            if text not in seen:
                seen.append(text)
        assert len(shown(notices, second)) <= 3
    assert seen == [f"thing{number}" for number in range(7)]
    assert list(notices) == []


def test_what_waits_for_its_turn_is_shown_as_long_as_all_others():
    notices = Notices()
    for number in range(4):
        notices.add(f"thing {number}", 6.0)
    assert [len(shown(notices, now)) for now in (0.0, 5.9, 6.1, 12.0, 12.2)] == [3, 3, 1, 1, 0]


def test_a_long_text_is_shown_whole():
    notices = Notices()
    notices.add(LONG, 6.0)
    assert shown(notices, 0.0) == [LONG.replace(" ", "")]
    for sprite in notices.sprites(CONTROLS, SIZE, 0.1):
        assert all(0 <= x <= SIZE[0] and 0 <= y <= SIZE[1] for x, y in sprite.outline or ())


@pytest.mark.parametrize("width", [30.0, 80.0, 300.0])
def test_a_word_that_is_wider_than_a_line_is_broken_and_nothing_of_it_is_lost(width):
    lines = broken(LONG, 16.0, width)
    assert "".join(lines).replace(" ", "") == LONG.replace(" ", "")
    assert all(text_width(line, 16.0, False) <= width for line in lines)


def test_names_of_files_are_broken_between_folders():
    assert broken("/home/someone/polypile", 16.0, text_width("/home/someone/pol", 16.0, False)) == [
        "/home/someone/",
        "polypile",
    ]
