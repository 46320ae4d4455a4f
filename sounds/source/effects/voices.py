"""A wordless voice: the character sighs, laughs and cheers, and a choir stands behind her greatest moments."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from sounds.source.audio import place
from sounds.source.effects.tools import CHOIR, finish, high_glass, layers, level, orchestra
from sounds.source.mastering import high_cut, low_cut
from sounds.source.soundfont import Played
from sounds.source.synth import CHIME, sparkle, struck
from sounds.source.theory import frequency, pitch

OOH = 53
"""The soundfont's solo voice; ``CHOIR`` sings "aah"."""


def _sung(phrase: Sequence[tuple[float, float, str, float]], seconds: float, *, choir: float = 0.0) -> np.ndarray:
    """A phrase of (at s, length s, note, strength); ``choir`` is the share of "aah" behind the "ooh"."""
    played: list[Played] = [(at, length, pitch(note), strength) for at, length, note, strength in phrase]
    voices: list[tuple[int, Sequence[Played]]] = [(OOH, played)]
    voice = level(orchestra(voices, seconds), 0.8)
    if choir:
        place(voice, level(orchestra([(CHOIR, played)], seconds), choir), 0.0)
    return high_cut(low_cut(voice, 180), 7500)


def _glint(at: float, *names: str) -> tuple[tuple[np.ndarray, float, float], ...]:
    return tuple((struck(frequency(name), 0.22, CHIME), at + 0.04 * i, 0.12) for i, name in enumerate(names))


def cast() -> np.ndarray:
    """She casts: a breath of two notes, up a fifth."""
    phrase = ((0.0, 0.16, "G4", 84), (0.17, 0.5, "D5", 108))
    return finish(layers(1.4, (_sung(phrase, 1.2), 0.0, 0.7), *_glint(0.2, "D6", "G6")), "plate", 0.28, 0.2, -42)


def gasp() -> np.ndarray:
    """She leans in: one held breath that does not resolve."""
    phrase = ((0.0, 0.12, "C5", 62), (0.1, 0.9, "D5", 84))
    return finish(layers(1.6, (_sung(phrase, 1.4), 0.0, 0.6)), "plate", 0.3, 0.3, -40)


def laugh() -> np.ndarray:
    """The scatters laugh: four light notes, down and up."""
    phrase = ((0.0, 0.1, "G5", 100), (0.12, 0.1, "E5", 88), (0.24, 0.1, "G5", 98), (0.37, 0.3, "C6", 112))
    return finish(layers(1.3, (_sung(phrase, 1.1), 0.0, 0.7), *_glint(0.37, "C7", "E7")), "plate", 0.24, 0.15, -42)


def cheer() -> np.ndarray:
    """She cheers: a leap, held."""
    phrase = ((0.0, 0.14, "C5", 96), (0.15, 0.14, "E5", 102), (0.3, 0.7, "A5", 120))
    shine = sparkle(0.5, 12, high_glass(6), 601, fall=0.12, rise=True)
    sound = layers(1.9, (_sung(phrase, 1.6, choir=0.35), 0.0, 0.7), (shine, 0.3, 0.14))
    return finish(sound, "plate", 0.28, 0.25, -42)


def triumph() -> np.ndarray:
    """Both arms up: the voice rides on a choir that opens from the octave to the full chord."""
    lead = ((0.0, 0.2, "G4", 96), (0.2, 0.2, "C5", 104), (0.4, 0.2, "E5", 110), (0.6, 1.5, "G5", 124))
    choir: list[Played] = [(0.0, 0.62, pitch(n), 78) for n in ("C4", "G4", "C5")]
    choir += [(0.6, 1.7, pitch(n), 104) for n in ("C4", "G4", "C5", "E5", "G5")]
    sound = layers(
        3.2,
        (_sung(lead, 2.8, choir=0.3), 0.0, 0.6),
        (orchestra([(CHOIR, choir)], 2.8), 0.0, 0.6),
        (sparkle(1.0, 26, high_glass(6), 602, fall=0.14), 0.6, 0.12),
    )
    return finish(sound, "chamber", 0.26, 0.4, -40)


def cap() -> np.ndarray:
    """The cap: the whole choir over two and a half octaves, the voice above it, slow to fade."""
    chords = ((0.0, 1.1, ("F3", "C4", "F4", "A4")), (1.1, 1.1, ("G3", "D4", "G4", "B4")))
    choir: list[Played] = [(at, length, pitch(n), 92) for at, length, chord in chords for n in chord]
    choir += [(2.2, 2.6, pitch(n), 116) for n in ("C3", "G3", "C4", "E4", "G4", "C5", "E5")]
    lead = ((0.0, 1.1, "C5", 96), (1.1, 1.1, "D5", 104), (2.2, 2.6, "G5", 126))
    sound = layers(
        6.0,
        (orchestra([(CHOIR, choir)], 5.6), 0.0, 0.75),
        (_sung(lead, 5.4, choir=0.3), 0.0, 0.5),
        (sparkle(2.0, 40, high_glass(6), 603, fall=0.2, bend=1.2), 2.2, 0.12),
    )
    return finish(sound, "chamber", 0.3, 0.6, -40)
