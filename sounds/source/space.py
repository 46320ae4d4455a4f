"""Rooms: impulse responses made of decaying noise whose high tones die sooner, and their reverberation."""

from __future__ import annotations

from functools import cache

import numpy as np
from scipy.signal import butter, fftconvolve, sosfilt

from sounds.source.audio import samples
from sounds.source.soundfont import RATE

# Name: (seconds to -60 dB at 500 Hz, delay before the tail in s, brightness 0-1, seed)
ROOMS = {
    "hall": (2.4, 0.028, 0.45, 11),
    "chamber": (1.5, 0.018, 0.55, 12),
    "plate": (1.1, 0.008, 0.85, 13),
    "room": (0.45, 0.004, 0.6, 14),
}
BANDS = (125, 250, 500, 1000, 2000, 4000, 8000)


@cache
def impulse(room: str) -> np.ndarray:
    """The room's answer to a click, (samples, 2), of unit energy a channel."""
    decay, delay, bright, seed = ROOMS[room]
    rng = np.random.default_rng(seed)
    length = samples(decay * 1.15)
    time = np.arange(length) / RATE
    tail = np.zeros((length, 2))
    for centre in BANDS:
        # Low tones last a little longer than 500 Hz, high ones much less.
        span = decay * min(1.2, (500 / centre) ** (0.32 * (1.3 - bright)))
        low, high = centre / np.sqrt(2), min(centre * np.sqrt(2), RATE * 0.45)
        band = butter(2, [low, high], "bandpass", fs=RATE, output="sos")
        noise = sosfilt(band, rng.normal(size=(length, 2)), axis=0)
        weight = (centre / 1000) ** (0.55 * (bright - 0.75))
        tail += noise * weight * np.exp(-6.9 * time / span)[:, None]
    tail *= np.minimum(1.0, time / 0.012)[:, None]
    tail /= np.sqrt((tail**2).sum(axis=0))
    answer = np.zeros((samples(delay) + length, 2))
    answer[samples(delay) :] = tail
    for _ in range(9):
        when = samples(delay * 0.4 + rng.uniform(0.0, 0.045))
        answer[when, rng.integers(2)] += rng.choice([-1, 1]) * rng.uniform(0.06, 0.16)
    return answer / np.sqrt((answer**2).sum(axis=0))


def reverberate(sound: np.ndarray, room: str, amount: float) -> np.ndarray:
    """The sound with the room added, as long as the tail needs."""
    answer = impulse(room)
    wet = np.stack([fftconvolve(sound[:, c], answer[:, c]) for c in (0, 1)], axis=1)
    wet[: len(sound)] = wet[: len(sound)] * amount + sound
    wet[len(sound) :] *= amount
    return wet


def reverberate_loop(sound: np.ndarray, room: str) -> np.ndarray:
    """Only the room's answer to a loop that has been playing for ever: it ends where it began."""
    answer = impulse(room)
    size = len(sound)
    if len(answer) > size:
        raise ValueError("the room's tail is longer than the loop")
    spectrum = np.fft.rfft(sound, axis=0) * np.fft.rfft(answer, size, axis=0)
    return np.fft.irfft(spectrum, size, axis=0)
