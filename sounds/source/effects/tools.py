"""What the effects share: their scale, a small orchestra, and how they are finished."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from sounds.source import soundfont, space
from sounds.source.audio import fade, place, samples, silence, trim
from sounds.source.soundfont import Played
from sounds.source.synth import GLASS, struck
from sounds.source.theory import frequency, pitch

# Every effect is tuned to this scale: it lies inside the keys of all four pieces of music.
PENTATONIC = ("C", "D", "E", "G", "A")

MUSIC_BOX, CELESTA, GLOCKENSPIEL, VIBRAPHONE, MARIMBA, TUBULAR = 10, 8, 9, 11, 12, 14
HARP, PIZZICATO, STRINGS, TREMOLO, TIMPANI, CHOIR = 46, 45, 48, 44, 47, 52
TRUMPET, TROMBONE, HORN, FLUTE, KIT = 56, 57, 60, 73, -1


def rung(index: int, octave: int = 5) -> int:
    """The ``index``-th note of the scale, counted from C of ``octave``."""
    return pitch(f"{PENTATONIC[index % 5]}{octave + index // 5}")


def notes(*names: str) -> list[float]:
    """Frequencies of note names."""
    return [frequency(name) for name in names]


def high_glass(octave: int = 7) -> list[float]:
    """Frequencies for sparkles: the scale over an octave and a bit."""
    return [frequency(rung(i, octave)) for i in range(8)]


def orchestra(voices: Sequence[tuple[int, Sequence[Played]]], seconds: float) -> np.ndarray:
    """Plays voices and returns exactly ``seconds`` of them from beat 0 on, faded out at the end."""
    sound = soundfont.play(voices, tail=max(2.0, seconds))[samples(soundfont.LEAD) :]
    result = silence(seconds)
    count = min(len(result), len(sound))
    result[:count] = sound[:count]
    return fade(result, min(0.3, seconds / 3))


def level(sound: np.ndarray, peak: float) -> np.ndarray:
    """Scales a layer to a peak, so layers can be balanced against each other."""
    return sound * (peak / max(1e-9, float(np.abs(sound).max())))


def finish(
    sound: np.ndarray, room: str = "room", wet: float = 0.2, end: float = 0.06, floor: float = -52.0
) -> np.ndarray:
    """Adds the room, trims and fades."""
    return fade(trim(space.reverberate(sound, room, wet), floor), end)


def layers(
    seconds: float, *parts: tuple[np.ndarray, float, float] | tuple[np.ndarray, float, float, float]
) -> np.ndarray:
    """Lays (sound, at seconds, peak[, pan]) over each other."""
    result = silence(seconds)
    for part in parts:
        sound, at, peak = part[:3]
        place(result, level(sound, peak), at, 1.0, part[3] if len(part) > 3 else 0.0)
    return result


def arpeggio(
    pitches: Sequence[int], gap: float, fall: float, partials: tuple[tuple[float, float, float], ...] = GLASS
) -> np.ndarray:
    """Struck notes one after another, spread from left to right."""
    result = silence(gap * len(pitches) + fall * 6)
    for i, note in enumerate(pitches):
        side = -0.45 + 0.9 * i / max(1, len(pitches) - 1)
        place(result, struck(frequency(note), fall, partials), i * gap, 0.5, side)
    return result
