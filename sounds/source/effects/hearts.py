"""Multiplier hearts: landing by colour (green to orange as values grow), flight, adding, multiplying."""

from __future__ import annotations

import numpy as np

from sounds.source.audio import place
from sounds.source.effects.tools import (
    HARP,
    STRINGS,
    TIMPANI,
    arpeggio,
    finish,
    high_glass,
    layers,
    orchestra,
    rung,
)
from sounds.source.synth import BELL, CHIME, GLASS, click, sparkle, struck, thud, whoosh
from sounds.source.theory import frequency

COLOURS = ("green", "blue", "pink", "orange")


def landing(colour: str) -> np.ndarray:
    """A heart lands: two soft heartbeats, then a chord, higher, wider and brighter the more it is worth."""
    rank = COLOURS.index(colour)
    chord = [rung(i, 5) for i in ((0, 2, 3), (2, 3, 5), (3, 5, 7, 8), (5, 7, 8, 10, 12))[rank]]
    beat = thud(84 + 4 * rank, 70, 0.07)
    bells = arpeggio(chord, 0.055, 0.24 + 0.06 * rank, CHIME)
    shine = sparkle(0.3 + 0.16 * rank, 5 + 6 * rank, high_glass(6), 120 + rank, fall=0.12, rise=True)
    sound = layers(
        2.2,
        (beat, 0.0, 0.8),
        (beat, 0.13, 0.5),
        (click(0.006, 700, 3000, 130 + rank), 0.0, 0.25),
        (bells, 0.03, 0.5 + 0.05 * rank),
        (shine, 0.1, 0.1 + 0.06 * rank),
    )
    if rank == 3:
        voices = [(HARP, [(0.04 * i, 1.0, rung(i - 3, 5), 76) for i in range(9)])]
        voices.append((TIMPANI, [(0.0, 0.8, 36, 96)]))
        place(sound, orchestra(voices, 1.8), 0.0, 0.9)
    return finish(sound, "plate", 0.2 + 0.03 * rank, 0.12, -46)


def fly() -> np.ndarray:
    """A heart lifts and flies in an arc (0.53 s): rising air and a trail of glass."""
    air = whoosh(0.53, 420, 3800, 25, 2.0)
    air *= ((0.12 + 0.88 * np.linspace(0, 1, len(air)) ** 1.2) * (1 - np.linspace(0, 1, len(air)) ** 9))[:, None]
    trail = sparkle(0.48, 12, [frequency(rung(i, 6)) for i in range(9)], 140, fall=0.07, rise=True)
    return finish(layers(0.75, (air, 0.0, 0.5), (trail, 0.0, 0.4)), wet=0.14)


def add() -> np.ndarray:
    """A heart reaches the sum: a clear ping on a small beat."""
    sound = layers(
        0.9,
        (thud(118, 90, 0.045), 0.0, 0.7),
        (struck(frequency("C6"), 0.2, CHIME), 0.0, 0.42, -0.2),
        (struck(frequency("G6"), 0.22, CHIME), 0.03, 0.36, 0.2),
        (struck(frequency("C7"), 0.12, GLASS), 0.03, 0.16),
    )
    return finish(sound, wet=0.18)


def multiply() -> np.ndarray:
    """The sum strikes the win (0.4 s on screen): a breath, a deep hit, a wide chord, a shower of light."""
    pull = whoosh(0.16, 500, 5200, 26, 2.0)
    pull *= (0.2 + 0.8 * np.linspace(0, 1, len(pull)) ** 2)[:, None]
    hit = [(TIMPANI, [(0.14, 0.9, 36, 116), (0.14, 0.9, 43, 92)])]
    hit.append((STRINGS, [(0.1, 0.9, n, 92) for n in (60, 67, 72, 76)]))
    hit.append((HARP, [(0.14 + 0.016 * i, 1.0, rung(i - 4, 5), 92) for i in range(12)]))
    bells = arpeggio([rung(5), rung(7), rung(8), rung(10)], 0.03, 0.42, BELL)
    shower = sparkle(0.8, 34, high_glass(6), 150, fall=0.12, bend=1.5)
    sound = layers(
        2.4,
        (pull, 0.0, 0.5),
        (orchestra(hit, 2.0), 0.0, 0.8),
        (thud(62, 120, 0.13, 0.9), 0.14, 0.8),
        (bells, 0.14, 0.5),
        (shower, 0.18, 0.3),
    )
    return finish(sound, "plate", 0.22, 0.15, -46)
