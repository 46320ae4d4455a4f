"""What sounds otherwise in the *Christmas* skin: the same gestures with snow and sleigh bells in them."""

from __future__ import annotations

import numpy as np

from sounds.source.audio import place
from sounds.source.effects import interface, reels, rounds
from sounds.source.effects.tools import arpeggio, finish, high_glass, layers, rung
from sounds.source.synth import CELESTA, jingle, sparkle, thud, whoosh


def _with_bells(sound: np.ndarray, shakes: tuple[tuple[float, float], ...], seed: int) -> np.ndarray:
    """Adds shakes of sleigh bells, (seconds, peak share)."""
    peak = float(np.abs(sound).max())
    result = np.concatenate([sound, np.zeros((12000, 2))])
    for i, (at, share) in enumerate(shakes):
        shake = jingle(1.0, seed + i)
        place(result, shake / np.abs(shake).max() * peak, at, share)
    return finish(result, wet=0.0, end=0.08, floor=-46)


def spin() -> np.ndarray:
    """A flurry of snow and one shake of the reins."""
    air = whoosh(0.42, 3400, 500, 271, 1.3, 0.7)
    air *= (np.sin(np.pi * np.linspace(0, 1, len(air)) ** 0.5) ** 1.6)[:, None]
    front = arpeggio([rung(5), rung(3), rung(0)], 0.035, 0.07, CELESTA)
    sound = layers(
        0.7,
        (air, 0.0, 0.4),
        (front, 0.0, 0.42),
        (thud(120, 60, 0.05), 0.0, 0.35),
        (jingle(1.0, 272), 0.0, 0.4),
    )
    place(sound, jingle(0.5, 273), 0.16, 0.5)
    return finish(sound, wet=0.14)


def scatter(count: int) -> np.ndarray:
    """The bell of each scatter with the collar of the cat jingling."""
    shakes = tuple((0.02 + 0.11 * i, 0.22 + 0.03 * count - 0.04 * i) for i in range(1 + count // 2))
    return _with_bells(reels.scatter(count), shakes, 280 + 10 * count)


def intro() -> np.ndarray:
    """The sleigh draws up, then the chord."""
    shakes = (
        *((0.2 * i, 0.08 + 0.018 * i) for i in range(8)),
        (1.6, 0.34),
        (1.8, 0.16),
        (2.0, 0.26),
        (2.2, 0.12),
        (2.4, 0.2),
    )
    return _with_bells(rounds.intro(), shakes, 350)


def retrigger() -> np.ndarray:
    """Five more, with five shakes."""
    return _with_bells(rounds.retrigger(), tuple((0.1 * i, 0.14 + 0.03 * i) for i in range(6)), 370)


def theme_switch() -> np.ndarray:
    """The sweep that leads into the snow."""
    sound = interface.theme_switch()
    snow = sparkle(0.8, 24, high_glass(7)[:5], 390, fall=0.1)
    place(sound, snow, 0.4, 0.4 * float(np.abs(sound).max()))
    return _with_bells(sound, ((0.5, 0.3), (0.72, 0.16), (0.94, 0.22)), 391)
