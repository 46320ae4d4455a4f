"""Wins by size, the count-up and credit."""

from __future__ import annotations

import numpy as np

from sounds.source.audio import place, samples, silence, wrap
from sounds.source.effects.tools import (
    CELESTA,
    HARP,
    HORN,
    MUSIC_BOX,
    STRINGS,
    TIMPANI,
    arpeggio,
    finish,
    high_glass,
    layers,
    orchestra,
    rung,
)
from sounds.source.synth import BELL, GLASS, click, decay, sparkle, struck, thud, times
from sounds.source.theory import frequency


def win(size: int) -> np.ndarray:
    """A win pays: 0 small (a nod), 1 medium (a phrase), 2 big (a flourish)."""
    tune = ((5, 7, 8), (3, 5, 7, 8, 10), (3, 5, 7, 8, 10, 8, 10, 12))[size]
    gap = (0.075, 0.08, 0.085)[size]
    played = [(i * gap, 0.8, rung(step, 4), 82 + 3 * i) for i, step in enumerate(tune)]
    voices = [
        (MUSIC_BOX, [(s, d, n + 12, v) for s, d, n, v in played]),
        (HARP, [(s, d, n, v - 8) for s, d, n, v in played]),
    ]
    last = played[-1][0]
    if size:
        voices.append((CELESTA, [(last, 1.2, n, 84) for n in (72, 76, 79)]))
        voices.append((STRINGS, [(last - 0.06, 0.9 + 0.3 * size, n, 58 + 12 * size) for n in (60, 64, 67, 72)]))
    if size == 2:
        voices.append((HORN, [(last, 1.1, n, 78) for n in (60, 67)]))
        voices.append((TIMPANI, [(last, 0.9, 36, 92)]))
    bells = arpeggio([n + 12 for _, _, n, _ in played], gap, (0.13, 0.2, 0.24)[size], GLASS)
    shine = sparkle(0.4 + 0.3 * size, 6 + 10 * size, high_glass(6), 160 + size, fall=0.13, rise=True)
    sound = layers(3.2, (orchestra(voices, 2.6), 0.0, 0.7), (bells, 0.0, 0.3), (shine, last, 0.14 + 0.05 * size))
    return finish(sound, "plate", (0.14, 0.18, 0.2)[size], 0.25, (-34, -40, -44)[size])


def coin(seed: int, bright: float = 1.0) -> np.ndarray:
    """One small gold coin (mono)."""
    rng = np.random.default_rng(seed)
    base = rng.uniform(3300, 3900) * bright
    time = times(0.3)
    tone = np.zeros_like(time)
    for scale, strength in ((1, 1.0), (1.49, 0.7), (2.13, 0.5), (2.71, 0.35), (3.4, 0.2)):
        if base * scale < 17000:
            tone += strength * np.sin(2 * np.pi * base * scale * time) * decay(time, 0.0006, 0.07 / scale**0.5)
    return tone + 0.5 * np.pad(click(0.002, 3000, 12000, seed), (0, len(time)))[: len(time)]


def count_loop() -> np.ndarray:
    """The count runs (a loop of 0.96 s, twelve ticks): small bells and coins, never the same two in a row."""
    seconds, ticks = 0.96, 12
    loop = silence(seconds + 1.0)
    for i in range(ticks):
        at = i * seconds / ticks
        step = (0, 2, 3, 5, 2, 3, 5, 7, 3, 5, 7, 8)[i]
        side = -0.5 if i % 2 else 0.5
        place(loop, struck(frequency(rung(step, 6)), 0.055, GLASS), at, 0.5 if i % 3 == 0 else 0.36, side * 0.6)
        place(loop, coin(170 + i), at + 0.002, 0.13, -side)
        place(loop, click(0.003, 1500, 6000, 180 + i), at, 0.2, side)
    return wrap(loop, samples(seconds))


def count_end() -> np.ndarray:
    """The count arrives: a closing chord with a last coin."""
    voices = [
        (CELESTA, [(0.0, 0.9, n, 92) for n in (72, 76, 79, 84)]),
        (HARP, [(0.0, 1.0, n, 88) for n in (48, 55, 60, 64)]),
    ]
    bells = arpeggio([rung(5), rung(8), rung(10)], 0.02, 0.3, BELL)
    sound = layers(
        1.8,
        (orchestra(voices, 1.5), 0.0, 0.7),
        (bells, 0.0, 0.45),
        (coin(195), 0.05, 0.2),
        (thud(110, 90, 0.06), 0.0, 0.5),
    )
    return finish(sound, "plate", 0.2, 0.12, -44)


def credit() -> np.ndarray:
    """The win joins the credit: three coins and a glass note."""
    sound = layers(
        0.9,
        (struck(frequency("E6"), 0.14, GLASS), 0.0, 0.4),
        (struck(frequency("A6"), 0.2, GLASS), 0.07, 0.45),
    )
    for i in range(3):
        place(sound, coin(200 + i), 0.01 + 0.055 * i, 0.16, -0.4 + 0.4 * i)
    return finish(sound, wet=0.16)
