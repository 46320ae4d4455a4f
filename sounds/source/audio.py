"""Handling of sound arrays, shape (samples, 2) at 44.1 kHz, and their Ogg Vorbis files."""

from __future__ import annotations

import subprocess
from pathlib import Path

import numpy as np
import soundfile

from sounds.source.soundfont import RATE


def samples(seconds: float) -> int:
    """Seconds in samples."""
    return round(seconds * RATE)


def ratio(decibels: float) -> float:
    """Decibels as a factor of amplitude."""
    return float(10.0 ** (decibels / 20))


def decibels(factor: float) -> float:
    """A factor of amplitude in decibels."""
    return float(20 * np.log10(max(factor, 1e-9)))


def silence(seconds: float) -> np.ndarray:
    """A silent buffer."""
    return np.zeros((samples(seconds), 2))


def pan(mono: np.ndarray, where: float = 0.0) -> np.ndarray:
    """Places a mono sound between left (-1) and right (1) at equal power."""
    angle = (where + 1) * np.pi / 4
    return np.stack([mono * np.cos(angle), mono * np.sin(angle)], axis=1)


def balance(stereo: np.ndarray, where: float, width: float = 1.0) -> np.ndarray:
    """Narrows or widens a stereo sound and moves it towards one side."""
    middle, side = stereo.mean(axis=1), (stereo[:, 0] - stereo[:, 1]) / 2 * width
    left, right = np.cos((where + 1) * np.pi / 4), np.sin((where + 1) * np.pi / 4)
    return np.stack([(middle + side) * left, (middle - side) * right], axis=1) * np.sqrt(2)


def place(target: np.ndarray, sound: np.ndarray, at: float, gain: float = 1.0, where: float = 0.0) -> None:
    """Adds a mono or stereo sound to ``target`` at a time in seconds; what runs past the end is dropped."""
    stereo = pan(sound, where) if sound.ndim == 1 else sound
    first = samples(at)
    count = min(len(stereo), len(target) - first)
    if count > 0:
        target[first : first + count] += stereo[:count] * gain


def wrap(sound: np.ndarray, length: int, lead: int = 0) -> np.ndarray:
    """Folds a sound with its tail into a loop of ``length`` samples, as if it had been playing for ever."""
    loop = np.zeros((length, 2))
    for start in range(0, len(sound), length):
        piece = sound[start : start + length]
        loop[: len(piece)] += piece
    return np.roll(loop, -lead, axis=0)


def fade(sound: np.ndarray, end: float = 0.03, start: float = 0.0) -> np.ndarray:
    """Fades the last ``end`` and the first ``start`` seconds."""
    result = sound.copy()
    if end > 0:
        n = min(samples(end), len(result))
        result[-n:] *= (0.5 + 0.5 * np.cos(np.linspace(0, np.pi, n)))[:, None]
    if start > 0:
        n = min(samples(start), len(result))
        result[:n] *= (0.5 - 0.5 * np.cos(np.linspace(0, np.pi, n)))[:, None]
    return result


def trim(sound: np.ndarray, floor: float = -58.0) -> np.ndarray:
    """Cuts silence before the sound and everything after it has died away below ``floor`` dB of its peak."""
    loud = np.abs(sound).max(axis=1)
    alive = np.flatnonzero(loud > loud.max() * ratio(floor))
    early = np.flatnonzero(loud > loud.max() * ratio(-50))
    return sound[max(0, early[0] - 8) : alive[-1] + 1]


def encode(sound: np.ndarray, path: Path, quality: float) -> None:
    """Writes Ogg Vorbis of the given quality; the same array always gives the same bytes."""
    path.parent.mkdir(parents=True, exist_ok=True)
    command = [
        "ffmpeg",
        "-hide_banner",
        "-loglevel",
        "error",
        "-y",
        "-f",
        "f32le",
        "-ar",
        str(RATE),
        "-ac",
        "2",
    ]
    command += ["-i", "-", "-map_metadata", "-1", "-fflags", "+bitexact", "-flags:a", "+bitexact"]
    command += ["-c:a", "libvorbis", "-q:a", str(quality), "-threads", "1", str(path)]
    subprocess.run(command, input=sound.astype("<f4").tobytes(), check=True)


def decode(path: Path) -> np.ndarray:
    """Reads a sound file as (samples, 2)."""
    sound, rate = soundfile.read(path, always_2d=True)
    if rate != RATE:
        raise ValueError(f"{path} runs at {rate} Hz")
    return sound if sound.shape[1] == 2 else np.repeat(sound, 2, axis=1)
