"""The great moments between wins and fanfares: the hearts' climax, the wave, plates that break, the big count."""

from __future__ import annotations

import numpy as np

from sounds.source.audio import pan, place, samples, silence, wrap
from sounds.source.effects.tools import (
    CELESTA,
    GLOCKENSPIEL,
    HARP,
    KIT,
    MUSIC_BOX,
    STRINGS,
    TIMPANI,
    arpeggio,
    finish,
    high_glass,
    layers,
    level,
    orchestra,
    rung,
)
from sounds.source.effects.wins import coin
from sounds.source.synth import (
    BELL,
    CHIME,
    GLASS,
    band,
    click,
    decay,
    jingle,
    noise,
    sparkle,
    struck,
    thud,
    times,
    whoosh,
)
from sounds.source.theory import frequency, pitch

FIFTHS = ("C3", "G3", "D4", "A4", "E5", "E5")
"""Pitches of the slams, each a fifth above the one before; the sixth adds the octave instead."""
BEATS_A_MINUTE = 140
"""Of the loop under a big count."""


def tumble(number: int) -> np.ndarray:
    """The ``number``-th tumble that wins (1-8): a chime one step further up the scale each time."""
    note = rung(number - 1, 5)
    voices = [(CELESTA, [(0.0, 0.8, note, 92 + 2 * number)]), (MUSIC_BOX, [(0.02, 0.8, note + 12, 70 + 3 * number)])]
    shine = sparkle(0.2 + 0.05 * number, 3 + 2 * number, high_glass(6), 800 + number, fall=0.1, rise=True)
    sound = layers(
        1.6,
        (orchestra(voices, 1.3), 0.0, 0.6),
        (arpeggio([note, note + 12], 0.03, 0.24 + 0.02 * number, CHIME), 0.0, 0.42),
        (shine, 0.05, 0.08 + 0.02 * number),
    )
    return finish(sound, "plate", 0.2, 0.12, -46)


def heart_tear() -> np.ndarray:
    """A heart shakes and tears off its cell: a flutter, a snap, rising air."""
    flutter = band(noise(0.16, 811), 500, 2600) * (0.5 + 0.5 * np.sin(2 * np.pi * 34 * times(0.16)))
    air = whoosh(0.34, 500, 3600, 812, 2.0)
    air *= (np.sin(np.pi * np.linspace(0, 1, len(air)) ** 0.7) ** 1.3)[:, None]
    sound = layers(0.7, (flutter, 0.0, 0.3), (click(0.008, 800, 5000, 813), 0.15, 0.6), (air, 0.15, 0.45))
    return finish(sound, wet=0.14)


def heart_slam(number: int) -> np.ndarray:
    """The ``number``-th value (1-6) slams up: drum, brass-like bell and glass on its fifth."""
    note = pitch(FIFTHS[number - 1])
    octave = 12 if number == len(FIFTHS) else 0
    drums = orchestra([(TIMPANI, [(0.0, 0.7, 36 + (note - 48) % 12, 100 + 4 * number)])], 1.2)
    bells = arpeggio([note, note + 12, note + 19 + octave], 0.012, 0.34, BELL)
    voices = [(HARP, [(0.0, 0.9, note + 12, 104), (0.02, 0.9, note + 24, 92)])]
    shine = sparkle(0.3, 6 + 3 * number, high_glass(6), 820 + number, fall=0.11, bend=1.4)
    sound = layers(
        1.6,
        (drums, 0.0, 0.62),
        (thud(70 + 6 * number, 140, 0.1), 0.0, 0.75),
        (click(0.01, 500, 4000, 830 + number), 0.0, 0.4),
        (bells, 0.0, 0.55),
        (orchestra(voices, 1.2), 0.0, 0.4),
        (shine, 0.02, 0.14),
    )
    return finish(sound, "plate", 0.2, 0.14, -46)


def heart_ring() -> np.ndarray:
    """The ring of light: a wide bell that opens outward."""
    voices = [
        (STRINGS, [(0.0, 0.9, n, 84) for n in (60, 67, 72, 76)]),
        (GLOCKENSPIEL, [(0.05 * i, 0.9, rung(i + 3, 5), 84) for i in range(6)]),
    ]
    air = whoosh(0.9, 900, 6500, 841, 1.8, 0.6)
    air *= (np.exp(-3.2 * np.linspace(0, 1, len(air))))[:, None]
    sound = layers(
        2.2,
        (orchestra(voices, 1.8), 0.0, 0.6),
        (air, 0.0, 0.35),
        (arpeggio([rung(5), rung(8), rung(10)], 0.02, 0.5, BELL), 0.0, 0.45),
        (sparkle(0.9, 30, high_glass(6), 842, fall=0.14, bend=1.3), 0.02, 0.2),
    )
    return finish(sound, "chamber", 0.24, 0.25, -44)


def total_beat() -> np.ndarray:
    """The total multiplier beats: two heartbeats with a warm bell."""
    sound = layers(
        1.0,
        (thud(82, 80, 0.08), 0.0, 0.9),
        (thud(92, 80, 0.07), 0.15, 0.7),
        (struck(frequency("C5"), 0.3, CHIME), 0.15, 0.4),
        (struck(frequency("G5"), 0.3, CHIME), 0.17, 0.3),
    )
    return finish(sound, "plate", 0.18, 0.1, -46)


def spark_tick() -> np.ndarray:
    """A spark reaches the meter."""
    sound = layers(0.3, (struck(frequency("A6"), 0.05, GLASS), 0.0, 0.5), (click(0.003, 2500, 9000, 851), 0.0, 0.3))
    return finish(sound, wet=0.1, end=0.03)


def land_heavy() -> np.ndarray:
    """A heavy symbol lands: the frame answers."""
    sound = layers(
        0.6,
        (thud(58, 70, 0.12, 0.5), 0.0, 1.0),
        (thud(140, 90, 0.03), 0.0, 0.4),
        (click(0.01, 250, 1400, 852), 0.0, 0.3),
    )
    return finish(sound, wet=0.12, end=0.06)


def wave(winter: bool = False) -> np.ndarray:
    """Petals (in ``winter`` snow) fill the screen in 0.6 s and blow off in 0.8 s."""
    swell = whoosh(0.7, 260, 4200, 861, 1.6, 1.1)
    swell *= (np.linspace(0, 1, len(swell)) ** 1.6)[:, None]
    away = whoosh(1.0, 4600, 700, 862, 1.4, 0.7)
    away *= (np.exp(-2.2 * np.linspace(0, 1, len(away))))[:, None]
    run = [(0.05 + 0.035 * i, 0.9, rung(i - 5, 5), 60 + 3 * i) for i in range(17)]
    sound = layers(
        2.6,
        (swell, 0.0, 0.6),
        (away, 0.62, 0.5),
        (orchestra([(HARP, run)], 2.2), 0.0, 0.5),
        (sparkle(1.2, 40, high_glass(6), 863, fall=0.13), 0.3, 0.2),
    )
    if winter:
        flakes = sparkle(1.6, 60, high_glass(7)[:5], 864, fall=0.06)
        place(sound, level(flakes, 0.2), 0.2)
        for i in range(7):
            place(sound, level(jingle(0.8, 865 + i), 0.3), 0.1 + 0.16 * i, 1 - 0.1 * i)
    return finish(sound, "chamber", 0.2, 0.3, -42)


def shatter() -> np.ndarray:
    """A plate breaks into shards."""
    rng = np.random.default_rng(871)
    crack = band(noise(0.12, 872), 1500, 12000) * decay(times(0.12), 0.001, 0.025)
    sound = layers(1.2, (thud(120, 160, 0.06), 0.0, 0.7), (crack, 0.0, 0.6))
    for i in range(26):
        shard = struck(float(rng.uniform(2200, 6800)), float(rng.uniform(0.03, 0.09)), GLASS)
        place(sound, shard, 0.01 + 0.5 * (i / 26) ** 1.6, 0.16 * (1 - i / 34), float(rng.uniform(-0.8, 0.8)))
    return finish(sound, "plate", 0.16, 0.12, -46)


def title_slam() -> np.ndarray:
    """A title slams down: the deepest drum there is, and dust."""
    drums = orchestra([(TIMPANI, [(0.0, 1.0, 36, 120), (0.0, 1.0, 43, 100)]), (KIT, [(0.0, 0.8, 36, 118)])], 1.5)
    dust = pan(band(noise(0.5, 881), 300, 3000) * decay(times(0.5), 0.004, 0.1))
    sound = layers(1.6, (drums, 0.0, 0.8), (thud(54, 110, 0.16, 0.8), 0.0, 0.8), (dust, 0.01, 0.25))
    return finish(sound, "chamber", 0.16, 0.2, -44)


def fly_to_meter() -> np.ndarray:
    """A number flies to its meter and arrives."""
    air = whoosh(0.5, 600, 4200, 891, 2.0, 1.3)
    air *= (0.1 + 0.9 * np.sin(np.pi * np.linspace(0, 1, len(air)) ** 1.5) ** 1.2)[:, None]
    arrival = arpeggio([rung(5), rung(7), rung(10)], 0.03, 0.26, CHIME)
    return finish(layers(1.4, (air, 0.0, 0.5), (arrival, 0.5, 0.5), (thud(110, 70, 0.05), 0.5, 0.5)), "plate", 0.18)


def count_big(winter: bool = False) -> np.ndarray:
    """Two bars under a big count, a loop without pitch, so that it fits every fanfare's key."""
    beat = 60 / BEATS_A_MINUTE
    seconds = 8 * beat
    loop = silence(seconds + 1.5)
    for eighth in range(16):
        at, strong = eighth * beat / 2, eighth % 4 == 0
        place(loop, thud(66 if strong else 84, 90, 0.11 if strong else 0.06), at, 0.7 if strong else 0.28)
        if eighth % 8 in (3, 6):
            place(loop, thud(104, 90, 0.06), at, 0.42)
        place(loop, coin(892 + eighth), at + beat / 4, 0.12, -0.6 if eighth % 2 else 0.6)
    for sixteenth in range(32):
        shake = band(noise(0.06, 910 + sixteenth), 5000, 13000) * decay(times(0.06), 0.004, 0.014)
        place(loop, level(shake, 0.2 if sixteenth % 4 == 2 else 0.1), sixteenth * beat / 4, 1.0, 0.35)
        if winter and sixteenth % 2 == 0:
            place(loop, level(jingle(0.8, 950 + sixteenth), 0.2 if sixteenth % 4 == 0 else 0.1), sixteenth * beat / 4)
    for step in range(8):  # a snare that grows over the two bars and so pulls them forward
        place(loop, click(0.03, 900, 7000, 990 + step), (12 + step * 0.5) * beat / 2, 0.08 + 0.03 * step, -0.2)
    # The joint stands 20 ms before the first beat, not in its attack.
    return np.roll(wrap(loop, samples(seconds)), samples(0.02), axis=0)
