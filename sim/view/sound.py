"""Soft sounds, made here: plastic on cardboard, a chime for a set. Without a sound device all is silent."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from functools import cache
from types import MappingProxyType

import numpy as np
import numpy.typing as npt
import pygame

Wave = npt.NDArray[np.float64]

RATE = 32_000
_CHANNELS = 12
_BUFFER = 512


class Sounds:
    """Plays sounds by name. The device is opened when the first one is heard; if there is none, nothing is."""

    def __init__(self, on: bool = True, volume: float = 0.7) -> None:
        self._on, self._volume = on, volume
        self._open: bool | None = None
        self._known: dict[str, pygame.mixer.Sound] = {}
        self._rattle: pygame.mixer.Channel | None = None

    def set(self, on: bool, volume: float) -> None:
        """Switch sounds on or off and say how loud they are, 0 to 1."""
        self._on, self._volume = on, min(1.0, max(0.0, volume))
        if not on:
            self.rattle(0.0)

    def play(self, name: str) -> None:
        """Play a sound once, beside those that are still heard."""
        if (sound := self._sound(name)) is not None:
            sound.set_volume(self._volume)
            sound.play()

    def rattle(self, strength: float) -> None:
        """Let pieces rattle in the box, as strongly as said from 0 to 1, until told otherwise."""
        if strength <= 0.0:
            if self._rattle is not None:
                self._rattle.fadeout(150)
                self._rattle = None
            return
        if self._rattle is None and (sound := self._sound("rattle")) is not None:
            self._rattle = sound.play(loops=-1)
        if self._rattle is not None:
            self._rattle.set_volume(self._volume * min(1.0, strength))

    def close(self) -> None:
        """Give the sound device back."""
        if self._open:
            pygame.mixer.quit()
        self._open, self._rattle = False, None
        self._known.clear()

    def _sound(self, name: str) -> pygame.mixer.Sound | None:
        if not self._on or self._volume <= 0.0 or not self._opened():
            return None
        if name not in self._known:
            self._known[name] = pygame.mixer.Sound(buffer=samples(name).tobytes())
        return self._known[name]

    def _opened(self) -> bool:
        if self._open is None:
            try:
                pygame.mixer.init(RATE, -16, 1, _BUFFER, allowedchanges=0)
                pygame.mixer.set_num_channels(_CHANNELS)
            except pygame.error:
                self._open = False
            else:
                self._open = True
        return self._open


@cache
def samples(name: str) -> npt.NDArray[np.int16]:
    """Return a sound as it is played: one channel, 16 bits, the same on every run."""
    wave = SOUNDS[name]()
    if name != "rattle":  # that one goes on without an end
        wave = wave * np.minimum(1.0, np.arange(len(wave), 0, -1) / (0.03 * RATE))
    return np.asarray(np.clip(wave, -1.0, 1.0) * 32767, dtype=np.int16)


def _time(seconds: float) -> Wave:
    return np.arange(round(seconds * RATE)) / RATE


def _noise(count: int, seed: int) -> Wave:
    return np.random.Generator(np.random.PCG64(seed)).random(count) * 2.0 - 1.0


def _low(wave: Wave, width: int) -> Wave:
    """Take what is shrill from a wave: a mean over a window."""
    return np.convolve(wave, np.hanning(width + 2)[1:-1] / (width / 2), mode="same")


def _knock(pitch: float, seconds: float, seed: int, hard: float = 0.5) -> Wave:
    """Return a small flat body that meets another: two modes that die away, and the noise of the meeting."""
    t = _time(seconds)
    body = np.sin(math.tau * pitch * t) * np.exp(-t * 70.0) + 0.5 * np.sin(math.tau * 2.76 * pitch * t) * np.exp(
        -t * 120.0
    )
    meeting = _low(_noise(len(t), seed), 9) * np.exp(-t * 260.0)
    return np.asarray(0.35 * body + hard * meeting)


def _bell(pitch: float, seconds: float) -> Wave:
    t = _time(seconds)
    swell = np.minimum(1.0, t / 0.006)
    tone = np.sin(math.tau * pitch * t) + 0.35 * np.sin(math.tau * 2.0 * pitch * t) * np.exp(-t * 5.0)
    return np.asarray(0.22 * swell * tone * np.exp(-t * 5.5))


def _after(*parts: tuple[float, Wave]) -> Wave:
    """Return waves one after the other, each at its second; where they overlap they add up."""
    end = max(round(at * RATE) + len(wave) for at, wave in parts)
    whole = np.zeros(end)
    for at, wave in parts:
        start = round(at * RATE)
        whole[start : start + len(wave)] += wave
    return whole


def _take() -> Wave:
    return _after((0.0, 0.6 * _knock(920.0, 0.12, 1, 0.35)), (0.05, 0.35 * _knock(1240.0, 0.1, 2, 0.2)))


def _place() -> Wave:
    return _after((0.0, 0.9 * _knock(540.0, 0.16, 3)), (0.035, 0.3 * _knock(760.0, 0.1, 4)))


def _chime() -> Wave:
    return _after((0.0, _bell(659.3, 0.7)), (0.09, _bell(830.6, 0.7)), (0.18, _bell(987.8, 0.9)))


def _marker() -> Wave:
    return _after((0.0, 0.7 * _knock(1480.0, 0.1, 5, 0.3)), (0.06, _bell(1318.5, 0.4)))


def _turn() -> Wave:
    return 0.55 * _bell(523.3, 0.5)


def _end() -> Wave:
    chord = ((0.0, 523.3), (0.12, 659.3), (0.24, 784.0), (0.42, 1046.5))
    return _after(*((at, _bell(pitch, 1.4)) for at, pitch in chord))


def _refuse() -> Wave:
    return 0.8 * _knock(190.0, 0.18, 6, 0.25)


def _press() -> Wave:
    return 0.4 * _knock(700.0, 0.07, 7, 0.25)


def _slide() -> Wave:
    t = _time(0.24)
    rush = _low(_noise(len(t), 8), 31) * np.sin(math.pi * t / t[-1]) ** 2
    return _after((0.0, 0.5 * rush), (0.2, 0.7 * _knock(600.0, 0.14, 9)))


def _rattle() -> Wave:
    """Return two seconds of many pieces meeting, which can be repeated without a seam."""
    length, knocks = 2.0, 150
    whole = np.zeros(round(length * RATE))
    draws = np.random.Generator(np.random.PCG64(10)).random((knocks, 3))
    for k, (when, how, loud) in enumerate(draws):
        wave = (0.08 + 0.22 * loud**2) * _knock(480.0 + 900.0 * how, 0.08, 100 + k, 0.8)
        places = (round(when * len(whole)) + np.arange(len(wave))) % len(whole)
        whole[places] += wave
    return whole


SOUNDS: Mapping[str, Callable[[], Wave]] = MappingProxyType(
    {
        "take": _take,
        "place": _place,
        "chime": _chime,
        "marker": _marker,
        "turn": _turn,
        "end": _end,
        "refuse": _refuse,
        "press": _press,
        "slide": _slide,
        "rattle": _rattle,
    }
)
"""All sounds by name."""
