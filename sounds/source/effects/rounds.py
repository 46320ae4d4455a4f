"""Free spins: the way in, five more, and the summary."""

from __future__ import annotations

import numpy as np

from sounds.source.effects.tools import (
    CELESTA,
    CHOIR,
    FLUTE,
    GLOCKENSPIEL,
    HARP,
    HORN,
    KIT,
    MUSIC_BOX,
    STRINGS,
    TIMPANI,
    TREMOLO,
    TUBULAR,
    arpeggio,
    finish,
    high_glass,
    layers,
    orchestra,
    rung,
)
from sounds.source.synth import BELL, sparkle, thud, whoosh


def intro() -> np.ndarray:
    """Free spins begin: scatters gather light (0.9 s), the scene wipes (0.7 s), a wide chord."""
    gather = sparkle(0.95, 26, [high_glass(5)[i] for i in range(8)] + high_glass(6), 230, fall=0.13, rise=True)
    air = whoosh(1.6, 260, 5200, 27, 2.2, 1.3)
    air *= (np.linspace(0, 1, len(air)) ** 2.2)[:, None]
    chord_1, chord_2, chord_3 = (56, 60, 63, 68), (58, 62, 65, 70), (60, 64, 67, 72, 76)
    voices = [
        (TREMOLO, [(0.0, 0.8, n, 62) for n in chord_1] + [(0.8, 0.8, n, 78) for n in chord_2]),
        (STRINGS, [(1.6, 1.9, n, 98) for n in (*chord_3, 79)]),
        (HORN, [(0.0, 0.78, 56, 66), (0.8, 0.78, 58, 80)] + [(1.6, 1.6, n, 98) for n in (60, 64, 67)]),
        (CHOIR, [(0.8, 0.8, n, 70) for n in chord_2[1:]] + [(1.6, 1.9, n, 88) for n in chord_3]),
        (HARP, [(0.9 + 0.045 * i, 1.2, rung(i - 5, 5), 58 + 3 * i) for i in range(16)]),
        (TIMPANI, [(0.9 + 0.05 * i, 0.1, 43, 36 + 5 * i) for i in range(14)] + [(1.6, 1.0, 36, 116)]),
        (KIT, [(1.6, 1.6, 49, 92)]),
        (TUBULAR, [(1.6, 1.8, 72, 88)]),
        (GLOCKENSPIEL, [(1.6 + 0.11 * i, 0.8, rung(i + 5, 5), 78) for i in range(6)]),
    ]
    sound = layers(
        5.0,
        (gather, 0.0, 0.3),
        (air, 0.0, 0.35),
        (orchestra(voices, 4.2), 0.0, 0.85),
        (thud(60, 120, 0.16, 1.0), 1.6, 0.5),
        (sparkle(1.3, 36, high_glass(6), 231, fall=0.16, bend=1.4), 1.62, 0.2),
    )
    return finish(sound, "chamber", 0.2, 0.35, -40)


def retrigger() -> np.ndarray:
    """Five more (1.6 s on screen): five quick steps up and a bright arrival."""
    steps = [(0.1 * i, 0.6, rung(i + 3, 4), 84 + 4 * i) for i in range(5)]
    voices = [
        (MUSIC_BOX, [(s, d, n + 12, v) for s, d, n, v in steps]),
        (CELESTA, steps),
        (HARP, [(0.03 * i, 0.9, rung(i - 2, 4), 70 + i) for i in range(17)]),
        (STRINGS, [(0.5, 1.0, n, 92) for n in (60, 64, 67, 72, 76)]),
        (HORN, [(0.5, 0.9, n, 90) for n in (60, 64, 67)]),
        (TIMPANI, [(0.5, 0.9, 36, 108), (0.0, 0.4, 43, 84)]),
        (KIT, [(0.5, 1.2, 49, 78)]),
        (GLOCKENSPIEL, [(0.5, 1.0, 84, 88), (0.6, 1.0, 88, 84), (0.7, 1.0, 91, 84), (0.8, 1.0, 96, 88)]),
    ]
    sound = layers(
        3.2,
        (orchestra(voices, 2.6), 0.0, 0.85),
        (arpeggio([rung(i, 6) for i in range(5)], 0.1, 0.2, BELL), 0.0, 0.25),
        (sparkle(0.8, 26, high_glass(6), 232, fall=0.14, bend=1.3), 0.5, 0.2),
    )
    return finish(sound, "plate", 0.2, 0.2, -42)


def summary() -> np.ndarray:
    """Free spins are over: a gracious close, F G C, for harp, strings and music box."""
    beat = 0.5
    line = ((0, (53, 57, 60, 65)), (1, (55, 59, 62, 67)), (2, (48, 55, 60, 64, 67)))
    tune = ((0, "A"), (0.5, "C"), (1, "B"), (1.5, "D"), (2, "E"))
    pitches = (81, 84, 83, 86, 88)
    voices = [
        (MUSIC_BOX, [(at * beat, 1.0, n, 92) for (at, _), n in zip(tune, pitches, strict=True)]),
        (
            FLUTE,
            [(at * beat, 0.5 if at < 2 else 1.8, n - 12, 80) for (at, _), n in zip(tune, pitches, strict=True)],
        ),
        (STRINGS, [(at * beat, 0.52 if at < 2 else 2.0, n, 82) for at, chord in line for n in chord]),
        (HORN, [(at * beat, 0.5 if at < 2 else 1.8, chord[0] + 12, 74) for at, chord in line]),
        (HARP, [(2 * beat + 0.05 * i, 1.4, rung(i - 5, 5), 82 - i) for i in range(14)]),
        (HARP, [(at * beat + 0.03 * i, 0.8, n, 80) for at, chord in line[:2] for i, n in enumerate(chord)]),
        (TIMPANI, [(0, 0.5, 41, 76), (beat, 0.5, 43, 84), (2 * beat, 1.2, 36, 104)]),
        (KIT, [(2 * beat, 1.5, 49, 66)]),
        (
            GLOCKENSPIEL,
            [(2 * beat, 1.2, 88, 74), (2 * beat + 0.25, 1.2, 91, 70), (2 * beat + 0.5, 1.2, 96, 72)],
        ),
    ]
    sound = layers(
        4.6,
        (orchestra(voices, 3.8), 0.0, 0.85),
        (sparkle(1.2, 24, high_glass(6), 233, fall=0.16, bend=1.3), 1.05, 0.14),
    )
    return finish(sound, "chamber", 0.22, 0.35, -40)
