import os
import signal
import subprocess
import sys

import pygame
import pytest

from sim.view import has_screen, show, window


@pytest.fixture(autouse=True)
def _close_what_was_opened():
    yield
    pygame.display.quit()


@pytest.mark.parametrize("driver", ["dummy", "offscreen"])
def test_a_driver_that_nobody_sees_is_no_screen(monkeypatch, driver):
    monkeypatch.setenv("DISPLAY", ":99")
    monkeypatch.setenv("SDL_VIDEODRIVER", driver)
    assert not has_screen()
    assert not pygame.display.get_init()


def test_linux_without_a_display_has_no_screen(monkeypatch):
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    assert not has_screen()


def test_without_a_screen_the_picture_is_returned(monkeypatch, pile, cover):
    monkeypatch.setattr(window, "has_screen", lambda: False)
    surface = show(pile, cover, "uncovered", (320, 200))
    assert surface.get_size() == (320, 200)


@pytest.mark.parametrize("key", [pygame.K_ESCAPE, pygame.K_q, None])
def test_a_window_shows_the_pile_until_it_is_closed(monkeypatch, pile, cover, key):
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setattr(window, "has_screen", lambda: True)
    pygame.display.init()
    last = pygame.event.Event(pygame.QUIT) if key is None else pygame.event.Event(pygame.KEYDOWN, key=key)
    events = [pygame.event.Event(pygame.MOUSEMOTION), pygame.event.Event(pygame.WINDOWEXPOSED), last]
    titles, flips = [], []
    monkeypatch.setattr("pygame.event.wait", lambda _: titles.append(pygame.display.get_caption()[0]) or events.pop(0))
    monkeypatch.setattr("pygame.display.flip", lambda: flips.append(pygame.display.get_surface().get_at((160, 20))))
    assert show(pile, cover, size=(320, 200)) is None
    assert not events
    assert titles[0] == f"Polypile: pile {pile.code}"
    assert len(flips) == 2
    assert flips[0] != (0, 0, 0, 255)
    assert not pygame.display.get_init()


@pytest.mark.skipif(os.name != "posix", reason="signals")
def test_an_interrupt_closes_the_window(pile, tmp_path):
    path = tmp_path / "pile.json"
    path.write_text(pile.to_json())
    program = (
        "import sys; from pathlib import Path; from sim.pile import Pile; from sim.view import show, window; "
        "window.has_screen = lambda: True; flip = window.pygame.display.flip; "
        "window.pygame.display.flip = lambda: (flip(), print('shown', flush=True)); "
        "show(Pile.from_json(Path(sys.argv[1]).read_text()), size=(320, 200))"
    )
    environment = {**os.environ, "SDL_VIDEODRIVER": "dummy"}
    with subprocess.Popen(
        [sys.executable, "-c", program, str(path)],
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        try:
            assert process.stdout.readline() == "shown\n"
            process.send_signal(signal.SIGINT)
            assert "KeyboardInterrupt" in process.communicate(timeout=30)[1]
        finally:
            process.kill()
