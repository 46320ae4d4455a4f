"""The board: spin, drops by reel, slam, tumble, bursts by depth, scatters and the anticipation."""

from __future__ import annotations

import numpy as np

from sounds.source.audio import pan, place, samples, silence, wrap
from sounds.source.effects.tools import (
    HARP,
    TIMPANI,
    TUBULAR,
    arpeggio,
    finish,
    high_glass,
    layers,
    level,
    orchestra,
    rung,
)
from sounds.source.soundfont import RATE
from sounds.source.synth import (
    BELL,
    CELESTA,
    GLASS,
    band,
    click,
    decay,
    noise,
    shepard,
    sparkle,
    struck,
    thud,
    times,
    whoosh,
)
from sounds.source.theory import frequency


def spin() -> np.ndarray:
    """The old board falls away: a soft air stroke downward with a light pluck on its front."""
    air = whoosh(0.42, 2600, 320, 21, 1.6, 0.7)
    air *= (np.sin(np.pi * np.linspace(0, 1, len(air)) ** 0.55) ** 1.5)[:, None]
    front = arpeggio([rung(5), rung(3), rung(0)], 0.035, 0.07, CELESTA)
    return finish(layers(0.6, (air, 0.0, 0.55), (front, 0.0, 0.5), (thud(120, 60, 0.05), 0.0, 0.4)), wet=0.16)


def drop(reel: int) -> np.ndarray:
    """Reel ``reel`` (0-5) lands: a padded knock with some glass, higher and further right each time."""
    side = -0.5 + 0.2 * reel
    body = thud(132 + 9 * reel, 95, 0.055)
    knock = click(0.007, 500, 2600, 40 + reel)
    glass = struck(frequency(rung(reel, 6)), 0.06, GLASS, bright=0.8)
    sound = layers(
        0.4,
        (body, 0.0, 0.85, side * 0.5),
        (thud(310 + 24 * reel, 140, 0.018), 0.0, 0.4, side * 0.8),
        (knock, 0.0, 0.45, side),
        (glass, 0.006, 0.2, side),
        (glass, 0.05, 0.05, side),
    )
    return finish(sound, wet=0.1, end=0.03)


def slam() -> np.ndarray:
    """The whole board lands at once."""
    rng = np.random.default_rng(5)
    sound = layers(0.6, (thud(92, 130, 0.085), 0.0, 1.0), (click(0.012, 300, 2400, 60), 0.0, 0.55))
    for i in range(9):
        glass = struck(frequency(rung(int(rng.integers(0, 7)), 6)), 0.05, GLASS)
        place(sound, glass, 0.004 + 0.007 * i, 0.07, rng.uniform(-0.8, 0.8))
    return finish(sound, wet=0.14, end=0.04)


def tumble() -> np.ndarray:
    """Gems slide down into the gaps: a short run of small knocks over a falling breath."""
    rng = np.random.default_rng(7)
    air = whoosh(0.3, 1500, 380, 22, 1.4)
    air *= (np.sin(np.pi * np.linspace(0, 1, len(air))) ** 1.4)[:, None]
    sound = layers(0.55, (air, 0.0, 0.3))
    for i in range(8):
        at = 0.3 * (i / 8) ** 0.8 + rng.uniform(0, 0.012)
        tone = struck(frequency(rung(8 - i, 5)), 0.045, GLASS, bright=0.6)
        place(sound, tone, at, 0.32 + 0.02 * i, rng.uniform(-0.7, 0.7))
        place(sound, click(0.004, 900, 4000, 70 + i), at, 0.2, rng.uniform(-0.7, 0.7))
    place(sound, thud(150, 70, 0.05), 0.3, 0.45)
    return finish(sound, wet=0.14, end=0.04)


def burst(depth: int) -> np.ndarray:
    """Symbols break into light at tumble ``depth`` (0-5): crackle, glass and a tone that rises with depth."""
    rng = np.random.default_rng(80 + depth)
    root = rung(depth, 5)
    crackle = band(noise(0.16, 81 + depth), 1800, 11000)
    crackle *= decay(times(0.16), 0.001, 0.022) * (rng.random(len(crackle)) ** 6 + 0.25)
    pop = thud(210 + 18 * depth, 260, 0.035)
    tone = arpeggio([root, rung(depth + 2, 5), rung(depth + 5, 5)], 0.03, 0.16 + 0.015 * depth, BELL)
    spray = sparkle(0.28 + 0.04 * depth, 9 + 3 * depth, high_glass(6)[depth // 2 :], 90 + depth, fall=0.08, bend=1.4)
    sound = layers(1.1, (pop, 0.0, 0.75), (crackle, 0.0, 0.5), (tone, 0.006, 0.5), (spray, 0.02, 0.3 + 0.025 * depth))
    return finish(sound, wet=0.16)


def scatter(count: int) -> np.ndarray:
    """The ``count``-th scatter (1-6) lands: a bell over a drum, brighter and fuller each time."""
    index = count - 1
    root = rung(index, 5)
    voices = [(TIMPANI, [(0.0, 0.6, 36 + (0, 2, 4, 7, 9, 12)[index], 74 + 5 * count)])]
    voices.append((TUBULAR, [(0.0, 1.2, root - 12, 58 + 7 * count)]))
    if count >= 3:
        run = [(0.02 + 0.03 * i, 0.8, rung(index + i - 3, 5), 62 + 4 * i) for i in range(2 + count)]
        voices.append((HARP, run))
    bells = arpeggio([root + 12, rung(index + 2, 6)] + [rung(index + 4, 6)] * (count > 2), 0.055, 0.3, BELL)
    shine = sparkle(0.25 + 0.1 * count, 4 + 4 * count, high_glass(6), 110 + count, fall=0.12, rise=True)
    sound = layers(
        1.9,
        (orchestra(voices, 1.6), 0.0, 0.62),
        (thud(88, 90, 0.07), 0.0, 0.5),
        (bells, 0.0, 0.5),
        (shine, 0.08, 0.16 + 0.03 * count),
    )
    return finish(sound, "plate", 0.2 + 0.015 * count, 0.12, -46)


def anticipation() -> np.ndarray:
    """A loop of 1.5 s that seems to rise for ever: endless glissando, quick soft pulses, trembling air."""
    seconds = 1.5
    length = samples(seconds)
    time = np.arange(length) / RATE
    riser = shepard(seconds, 6, 82.41, 12)
    flutter = 0.62 + 0.38 * np.cos(2 * np.pi * 8 / seconds * time) ** 2
    loop = np.stack([riser * flutter, riser * np.roll(flutter, samples(0.04))], axis=1)
    loop = level(loop, 0.5)
    pulses = silence(seconds + 1.0)
    for i in range(12):
        strong = i % 3 == 0
        place(pulses, thud(98 if strong else 131, 60, 0.045), i * seconds / 12, 0.5 if strong else 0.26)
        glass = struck(frequency(rung((0, 2, 3, 5)[i % 4] + i // 4, 5)), 0.09, GLASS)
        place(pulses, glass, i * seconds / 12, 0.13, -0.6 + 0.4 * (i % 4))
    air = pan(band(np.tile(noise(seconds, 31), 3), 3500, 9000))[length : 2 * length]
    air *= (0.02 + 0.03 * (0.5 + 0.5 * np.cos(2 * np.pi * 8 / seconds * time)))[:, None]
    # The joint stands 20 ms before the first pulse, not in its attack.
    return np.roll(loop + wrap(pulses, length) + air, samples(0.02), axis=0)
