import numpy as np
import pygame
import pytest

from sim.view.sound import RATE, SOUNDS, Sounds, samples


@pytest.mark.parametrize("name", SOUNDS)
def test_sounds_are_soft_and_end_in_silence(name):
    wave = samples(name).astype(float) / 32767
    loudness = np.sqrt(np.mean(wave**2))
    assert 0.003 < loudness < 0.2
    assert np.abs(wave).max() < 0.98
    assert 0.05 < len(wave) / RATE < 2.6
    if name != "rattle":
        assert np.abs(wave[-20:]).max() < 0.02


def test_the_rattle_has_no_seam():
    wave = samples("rattle").astype(float)
    steps = np.abs(np.diff(wave))
    assert abs(wave[0] - wave[-1]) <= steps.max()


def test_without_a_device_there_is_silence_and_no_error(monkeypatch):
    def none(*args, **kwargs):
        raise pygame.error("no device")

    monkeypatch.setattr("pygame.mixer.init", none)
    sounds = Sounds()
    sounds.play("take")
    sounds.rattle(1.0)
    sounds.close()


def test_muted_sounds_open_no_device(monkeypatch):
    monkeypatch.setattr("pygame.mixer.init", lambda *a, **k: pytest.fail("the device was opened"))
    sounds = Sounds(on=False)
    sounds.play("take")
    sounds.rattle(0.5)
    sounds.close()
