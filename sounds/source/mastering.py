"""Filters, gentle compression and limiting."""

from __future__ import annotations

import numpy as np
from scipy.ndimage import maximum_filter1d, uniform_filter1d
from scipy.signal import butter, resample_poly, sosfilt, sosfiltfilt

from sounds.source.audio import ratio, samples
from sounds.source.measure import loudness, momentary, true_peak
from sounds.source.soundfont import RATE


def low_cut(sound: np.ndarray, hertz: float, order: int = 2) -> np.ndarray:
    """Takes away what lies below ``hertz``."""
    return sosfilt(butter(order, hertz, "highpass", fs=RATE, output="sos"), sound, axis=0)


def high_cut(sound: np.ndarray, hertz: float, order: int = 2) -> np.ndarray:
    """Takes away what lies above ``hertz``."""
    return sosfilt(butter(order, min(hertz, RATE * 0.47), "lowpass", fs=RATE, output="sos"), sound, axis=0)


def equalise_loop(sound: np.ndarray, points: list[tuple[float, float]]) -> np.ndarray:
    """Shapes a loop's spectrum by (hertz, decibels) points; in a circle, so it still loops."""
    size = len(sound)
    hertz = np.fft.rfftfreq(size, 1 / RATE)
    at, gain = zip(*points, strict=True)
    curve = np.interp(np.log2(np.maximum(hertz, 1.0)), np.log2(at), gain)
    return np.fft.irfft(np.fft.rfft(sound, axis=0) * 10 ** (curve / 20)[:, None], size, axis=0)


def equalise(sound: np.ndarray, points: list[tuple[float, float]]) -> np.ndarray:
    """The same for a sound that does not loop."""
    pad = samples(0.25)
    padded = np.concatenate([np.zeros((pad, 2)), sound, np.zeros((pad, 2))])
    return equalise_loop(padded, points)[pad : pad + len(sound)]


def compress_loop(sound: np.ndarray, threshold: float, slope: float, window: float = 0.12) -> np.ndarray:
    """Evens out a loop: above ``threshold`` dB (mean over ``window`` s) a dB counts only ``slope`` dB."""
    power = uniform_filter1d((sound**2).mean(axis=1), samples(window), mode="wrap")
    level = 10 * np.log10(np.maximum(power, 1e-12))
    cut = np.minimum(0.0, (threshold - level) * (1 - slope))
    cut = uniform_filter1d(cut, samples(window), mode="wrap")
    return sound * (10 ** (cut / 20))[:, None]


def limit(sound: np.ndarray, ceiling: float, *, loop: bool = False, hold: float = 0.004) -> np.ndarray:
    """Keeps true peaks under ``ceiling`` dBTP by turning the gain down smoothly around them."""
    mode = "wrap" if loop else "constant"
    peaks = np.abs(resample_poly(sound, 4, 1, axis=0)).max(axis=1)
    peaks = peaks[: len(sound) * 4].reshape(-1, 4).max(axis=1)
    over = np.maximum(1.0, peaks / ratio(ceiling - 0.1))
    size = samples(hold) | 1
    held = maximum_filter1d(over, size * 2 + 1, mode=mode, cval=1.0)
    smooth = uniform_filter1d(held, size, mode="wrap" if loop else "nearest")
    return sound / smooth[:, None]


def remove_offset(sound: np.ndarray) -> np.ndarray:
    """Takes out sub-sonic drift in both directions of time, so attacks stay where they are."""
    pad = samples(0.3)
    padded = np.concatenate([np.zeros((pad, 2)), sound, np.zeros((pad, 2))])
    cut = butter(1, 22, "highpass", fs=RATE, output="sos")
    return sosfiltfilt(cut, padded, axis=0)[pad : pad + len(sound)]


def master_loop(sound: np.ndarray, target: float, ceiling: float) -> np.ndarray:
    """Brings a loop to ``target`` LUFS with true peaks under ``ceiling`` dBTP."""
    result = sound - sound.mean(axis=0)
    for _ in range(3):
        result = limit(result * ratio(target - loudness(result)), ceiling, loop=True)
    return result


def master_effect(sound: np.ndarray, target: float, ceiling: float, squeeze: float = 3.0) -> np.ndarray:
    """Brings an effect's loudest moment to ``target`` LUFS, limiting its peaks by at most ``squeeze`` dB."""
    wanted = target - momentary(sound)
    allowed = ceiling + squeeze - true_peak(sound)
    result = limit(sound * ratio(min(wanted, allowed)), ceiling)
    return result * ratio(min(0.0, ceiling - true_peak(result)))
