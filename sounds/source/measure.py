"""Loudness, true peak and the quality of a loop's seam."""

from __future__ import annotations

import numpy as np
import pyloudnorm
from scipy.signal import resample_poly

from sounds.source.audio import decibels, samples
from sounds.source.soundfont import RATE

_METER = pyloudnorm.Meter(RATE)
_WEIGHTING = tuple(_METER._filters.values())  # noqa: SLF001 - K weighting


def loudness(sound: np.ndarray) -> float:
    """Integrated, gated loudness in LUFS (ITU-R BS.1770)."""
    if len(sound) < samples(0.5):
        return momentary(sound)
    return float(_METER.integrated_loudness(sound))


def momentary(sound: np.ndarray, window: float = 0.4) -> float:
    """The loudest 400 ms in LUFS, ungated; what stands before and after a short sound counts as silence."""
    size = samples(window)
    weighted = np.concatenate([np.zeros((size, 2)), sound, np.zeros((size, 2))])
    for stage in _WEIGHTING:
        weighted = np.stack([stage.apply_filter(weighted[:, c]) for c in (0, 1)], axis=1)
    energy = np.concatenate([[0.0], np.cumsum((weighted**2).sum(axis=1))])
    loudest = (energy[size:] - energy[:-size]).max() / size
    return float(-0.691 + 10 * np.log10(max(loudest, 1e-12)))


def true_peak(sound: np.ndarray) -> float:
    """Peak in dBTP, found at four times the rate."""
    return decibels(float(np.abs(resample_poly(sound, 4, 1, axis=0)).max()))


def offset(sound: np.ndarray) -> float:
    """Largest mean of a channel: the direct-current offset, as a share of full scale."""
    return float(np.abs(sound.mean(axis=0)).max())


def quiet_start(sound: np.ndarray, floor: float = -40.0) -> float:
    """Milliseconds before the sound first comes within ``floor`` dB of its peak."""
    loud = np.abs(sound).max(axis=1)
    return float(np.argmax(loud > loud.max() * 10 ** (floor / 20)) / RATE * 1000)


def seam(decoded: np.ndarray, source: np.ndarray, window: float = 0.05) -> float:
    """Correlation of a coded loop with the uncoded one around the joint (1 = coding left it alone)."""
    n = samples(window)
    ours = np.concatenate([decoded[-n:], decoded[:n]]).ravel()
    theirs = np.concatenate([source[-n:], source[:n]]).ravel()
    return float(np.corrcoef(ours, theirs)[0, 1])


def seam_click(decoded: np.ndarray, window: float = 0.002) -> float:
    """Broadband flux at a loop's joint as a share of the strongest 1 % inside it; above 1 may be a click.

    Flux is the energy of the second difference, which a step or a kink in the wave fills at once.
    """
    size = samples(window)
    around = np.concatenate([decoded[-samples(0.05) :], decoded[: samples(0.05)]])
    joint = _kink(around, size)[samples(0.05) - 2 * size : samples(0.05) + size].max()
    return float(joint / max(np.quantile(_kink(decoded, size), 0.99), 1e-12))


def _kink(sound: np.ndarray, size: int) -> np.ndarray:
    """Energy of the second difference over ``size`` samples."""
    energy = (np.diff(sound, 2, axis=0) ** 2).sum(axis=1)
    sums = np.concatenate([[0.0], np.cumsum(energy)])
    return sums[size:] - sums[:-size]
