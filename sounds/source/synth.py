"""Instruments made from sine waves and noise: bells, glass, sleigh bells, whooshes, thuds, shimmer."""

from __future__ import annotations

import numpy as np
from scipy.signal import butter, sosfilt

from sounds.source.audio import pan, place, samples, silence, wrap
from sounds.source.soundfont import RATE

# Partial: (ratio to the pitch, strength, share of the decay)
BELL = ((1.0, 1.0, 1.0), (2.0, 0.5, 0.62), (2.76, 0.28, 0.45), (5.4, 0.16, 0.22), (8.93, 0.07, 0.13))
GLASS = ((1.0, 1.0, 1.0), (2.01, 0.22, 0.7), (3.98, 0.3, 0.32), (6.7, 0.12, 0.2), (10.1, 0.05, 0.12))
CELESTA = ((1.0, 1.0, 1.0), (2.0, 0.18, 0.8), (4.0, 0.34, 0.28), (9.2, 0.06, 0.08))
CHIME = (
    (1.0, 0.7, 1.0),
    (1.0035, 0.5, 0.95),
    (2.0, 0.4, 0.7),
    (2.997, 0.22, 0.5),
    (4.21, 0.14, 0.3),
    (5.43, 0.1, 0.22),
)


def times(seconds: float) -> np.ndarray:
    """Sample times from 0."""
    return np.arange(samples(seconds)) / RATE


def decay(time: np.ndarray, attack: float, fall: float) -> np.ndarray:
    """A quick rise over ``attack`` s, then an exponential fall to 1/e every ``fall`` s."""
    return np.minimum(1.0, time / attack) * np.exp(-np.maximum(0.0, time - attack) / fall)


def struck(
    hertz: float,
    fall: float,
    partials: tuple[tuple[float, float, float], ...] = BELL,
    *,
    attack: float = 0.0015,
    bright: float = 1.0,
    vibrato: float = 0.0,
) -> np.ndarray:
    """A struck tone (mono) that falls to 1/e every ``fall`` s; ``bright`` scales its upper partials."""
    time = times(min(fall * 6, 5.0))
    wobble = vibrato * np.sin(2 * np.pi * 5.3 * time) * np.minimum(1, time / 0.25) / 5.3 if vibrato else 0.0
    tone = np.zeros_like(time)
    for index, (scale, strength, share) in enumerate(partials):
        if hertz * scale > RATE * 0.45:
            continue
        gain = strength * (bright if index else 1.0)
        tone += gain * np.sin(2 * np.pi * hertz * scale * (time + wobble)) * decay(time, attack, fall * share)
    return tone


def noise(seconds: float, seed: int) -> np.ndarray:
    """White noise (mono)."""
    return np.random.default_rng(seed).normal(size=samples(seconds))


def band(sound: np.ndarray, low: float, high: float, order: int = 2) -> np.ndarray:
    """Keeps what lies between two frequencies."""
    return sosfilt(butter(order, [low, min(high, RATE * 0.45)], "bandpass", fs=RATE, output="sos"), sound, axis=0)


def whoosh(
    seconds: float, start: float, end: float, seed: int, resonance: float = 3.0, bend: float = 1.0
) -> np.ndarray:
    """Noise whose colour glides from ``start`` to ``end`` hertz, (samples, 2), each side its own."""
    count = samples(seconds)
    share = (np.arange(count) / count) ** bend
    hertz = start * (end / start) ** share
    tuning = 2 * np.sin(np.pi * np.minimum(hertz, 9500) / RATE)
    rng = np.random.default_rng(seed)
    source = rng.normal(size=(count, 2))
    result = np.zeros((count, 2))
    middle, low = np.zeros(2), np.zeros(2)
    for i in range(count):
        high = source[i] - low - middle / resonance
        middle = middle + tuning[i] * high
        low = low + tuning[i] * middle
        result[i] = middle
    return result / np.abs(result).max()


def thud(hertz: float, drop: float, fall: float, seconds: float = 0.4) -> np.ndarray:
    """A soft drum (mono): a sine that falls by ``drop`` hertz in its first moments."""
    time = times(seconds)
    phase = hertz * time + drop * 0.025 * (1 - np.exp(-time / 0.025))
    return np.sin(2 * np.pi * phase) * decay(time, 0.0015, fall)


def click(fall: float, low: float, high: float, seed: int) -> np.ndarray:
    """A tiny knock of coloured noise (mono)."""
    sound = band(noise(fall * 8 + 0.01, seed), low, high)
    sound *= decay(np.arange(len(sound)) / RATE, 0.0005, fall)
    return sound / np.abs(sound).max()


def sparkle(
    seconds: float,
    count: int,
    notes: list[float],
    seed: int,
    *,
    fall: float = 0.16,
    bend: float = 1.0,
    rise: bool = False,
) -> np.ndarray:
    """A spray of small glass bells, (samples, 2), on frequencies ``notes``; ``bend`` > 1 crowds the front."""
    rng = np.random.default_rng(seed)
    result = silence(seconds + fall * 5)
    for i in range(count):
        at = seconds * ((i + rng.uniform(0, 0.7)) / count) ** bend
        index = int(i / count * len(notes)) if rise else int(rng.integers(len(notes)))
        hertz = notes[min(index + int(rng.integers(0, 2)) * rise, len(notes) - 1)]
        strength = rng.uniform(0.35, 1.0)
        tone = struck(hertz, fall * rng.uniform(0.6, 1.2), GLASS, attack=0.001, bright=0.7)
        place(result, tone, at, strength * 0.35, rng.uniform(-0.85, 0.85))
    return result


def jingle(strength: float, seed: int, fall: float = 0.11) -> np.ndarray:
    """One shake of sleigh bells, (samples, 2): many small inharmonic bells, not quite together."""
    rng = np.random.default_rng(seed)
    result = silence(0.55)
    for _ in range(16):
        base = rng.uniform(2900, 5200)
        at = abs(rng.normal(0, 0.009)) if rng.random() < 0.7 else rng.uniform(0.0, 0.06)
        time = times(0.45)
        tone = np.zeros_like(time)
        for scale in (1.0, 1.347, 1.72, 2.31, 2.9):
            if base * scale < 16000:
                phase = rng.uniform(0, 2 * np.pi)
                tone += np.sin(2 * np.pi * base * scale * time + phase) * rng.uniform(0.3, 1) / scale**0.8
        tone *= decay(time, 0.0012, fall * rng.uniform(0.6, 1.3))
        place(result, tone, at, rng.uniform(0.4, 1.0) * 0.06, rng.uniform(-0.7, 0.7))
    air = pan(band(noise(0.2, seed + 1), 5500, 13000))
    air *= decay(np.arange(len(air)) / RATE, 0.002, 0.035)[:, None]
    result[: len(air)] += air * 0.05
    return result * strength


def sleigh_bells(played: list[tuple[float, float, int, float]], length: int) -> np.ndarray:
    """A part of sleigh bells as a loop: the pitch is ignored, the velocity shakes harder and brighter."""
    shakes = [jingle(1.0, seed) for seed in range(300, 308)]
    lead = samples(0.25)
    result = np.zeros((length + lead + samples(1.0), 2))
    for index, (start, _, _, velocity) in enumerate(played):
        power = (velocity / 100) ** 1.6
        place(result, shakes[index * 5 % 8], start + 0.25, power)
    return wrap(result, length, lead)


def shepard(seconds: float, octaves: int, base: float, climb: int) -> np.ndarray:
    """A tone that rises for ever (mono) and loops: in ``seconds`` each voice climbs ``climb`` semitones."""
    time = times(seconds)
    result = np.zeros_like(time)
    phase = 0.0
    for voice in range(octaves * 12 // climb):
        height = (voice + time / seconds) * climb / 12
        hertz = base * 2.0**height
        # Each voice ends where the next one starts, in pitch, strength and phase.
        turns = np.concatenate([[0.0], np.cumsum(hertz)]) / RATE
        result += np.sin(2 * np.pi * (phase + turns[:-1])) * np.sin(np.pi * np.clip(height / octaves, 0, 1)) ** 2
        phase = (phase + turns[-1]) % 1.0
    return result
