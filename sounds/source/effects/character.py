"""The character: she casts with light and speaks in chimes."""

from __future__ import annotations

import numpy as np

from sounds.source.audio import place, silence
from sounds.source.effects.tools import arpeggio, finish, high_glass, layers, rung
from sounds.source.soundfont import RATE
from sounds.source.synth import BELL, CHIME, decay, sparkle, struck, times, whoosh
from sounds.source.theory import frequency

# Each saying is (at s, length s, from, to, strength): one syllable a row, a glide from pitch to pitch.
SAYINGS = {
    1: ((0.0, 0.16, "E5", "G5", 0.8), (0.17, 0.42, "C6", "C6", 1.0)),
    2: ((0.0, 0.11, "C6", "D6", 0.8), (0.12, 0.11, "D6", "E6", 0.85), (0.24, 0.4, "G6", "G6", 1.0)),
    3: ((0.0, 0.34, "D5", "A5", 0.9), (0.36, 0.46, "A5", "G5", 0.8)),
    4: (
        (0.0, 0.1, "G5", "G5", 0.8),
        (0.11, 0.1, "C6", "C6", 0.85),
        (0.22, 0.1, "E6", "E6", 0.9),
        (0.33, 0.55, "A6", "G6", 1.0),
    ),
}


def chime(saying: int) -> np.ndarray:
    """Saying 1 greets, 2 delights, 3 wonders, 4 cheers: each syllable a bell around a small sung glide."""
    sound = silence(2.2)
    for i, (at, length, first, last, strength) in enumerate(SAYINGS[saying]):
        side = -0.2 + 0.4 * i / max(1, len(SAYINGS[saying]) - 1)
        place(sound, _syllable(length, frequency(first), frequency(last)), at, 0.42 * strength, side)
        bell = struck(frequency(last), 0.16 + length * 0.5, CHIME, bright=0.9)
        place(sound, bell, at + length * 0.12, 0.3 * strength, side)
    end = SAYINGS[saying][-1][0]
    glint = sparkle(0.35, 7, high_glass(6), 260 + saying, fall=0.1, rise=True)
    place(sound, glint, end + 0.05, 0.35)
    return finish(sound, "plate", 0.2, 0.12, -44)


def _syllable(length: float, first: float, last: float) -> np.ndarray:
    """A soft glassy voice that glides between two pitches and trembles as it fades (mono)."""
    time = times(length + 0.25)
    share = np.clip(time / (length * 0.55), 0, 1)
    hertz = first * (last / first) ** (share**2 * (3 - 2 * share))
    hertz = hertz * (1 + 0.006 * np.sin(2 * np.pi * 5.6 * time) * np.clip((time - 0.12) / 0.2, 0, 1))
    phase = 2 * np.pi * np.cumsum(hertz) / RATE
    tone = np.sin(phase) + 0.22 * np.sin(2 * phase) + 0.1 * np.sin(3 * phase)
    release = np.clip((time[-1] - time) / 0.12, 0, 1)
    return tone * decay(time, 0.018, length * 0.5) * release**2


def cast() -> np.ndarray:
    """She casts (0.81 s): a turn of air, a rising thread of bells, light released at 0.5 s."""
    air = whoosh(0.6, 500, 4400, 261, 2.6, 1.2)
    air *= (np.linspace(0, 1, len(air)) ** 1.4 * (1 - np.linspace(0, 1, len(air)) ** 10))[:, None]
    thread = arpeggio([rung(i, 5) for i in range(3, 12)], 0.05, 0.12, CHIME)
    light = arpeggio([rung(10, 5), rung(12, 5), rung(13, 5)], 0.018, 0.34, BELL)
    shower = sparkle(0.6, 22, high_glass(6), 262, fall=0.12, bend=1.4)
    sound = layers(1.9, (air, 0.0, 0.42), (thread, 0.03, 0.3), (light, 0.5, 0.42), (shower, 0.5, 0.3))
    return finish(sound, "plate", 0.2, 0.14, -44)
