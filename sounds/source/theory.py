"""Names of notes and chords, and how one chord leads smoothly to the next."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import pairwise, product

STEPS = {"C": 0, "D": 2, "E": 4, "F": 5, "G": 7, "A": 9, "B": 11}

# Semitones above the root, lowest first.
QUALITIES: dict[str, tuple[int, ...]] = {
    "": (0, 4, 7),
    "m": (0, 3, 7),
    "6": (0, 4, 7, 9),
    "m6": (0, 3, 7, 9),
    "7": (0, 4, 7, 10),
    "m7": (0, 3, 7, 10),
    "maj7": (0, 4, 7, 11),
    "add9": (0, 4, 7, 14),
    "madd9": (0, 3, 7, 14),
    "69": (0, 4, 7, 9, 14),
    "9": (0, 4, 7, 10, 14),
    "m9": (0, 3, 7, 10, 14),
    "maj9": (0, 4, 7, 11, 14),
    "7b9": (0, 4, 7, 10, 13),
    "sus4": (0, 5, 7),
    "sus2": (0, 2, 7),
    "7sus4": (0, 5, 7, 10),
    "9sus4": (0, 5, 7, 10, 14),
    "dim7": (0, 3, 6, 9),
    "m7b5": (0, 3, 6, 10),
}


def step(name: str) -> int:
    """Pitch class 0-11 of a note name such as ``F#`` or ``Bb``."""
    return (STEPS[name[0]] + name.count("#") - name[1:].count("b")) % 12


def pitch(name: str) -> int:
    """MIDI number of a note name with its octave: ``C4`` is 60."""
    found = re.fullmatch(r"([A-G][#b]*)(-?\d)", name)
    if found is None:
        raise ValueError(f"not a note: {name!r}")
    letter, octave = found.groups()
    return STEPS[letter[0]] + letter.count("#") - letter[1:].count("b") + 12 * (int(octave) + 1)


def frequency(note: float | str) -> float:
    """Hertz of a MIDI number or a note name, A4 = 440."""
    number = pitch(note) if isinstance(note, str) else note
    return 440.0 * 2.0 ** ((number - 69) / 12)


@dataclass(frozen=True)
class Chord:
    """A chord that sounds for some beats; ``tones`` are pitch classes, root first."""

    root: int
    bass: int
    tones: tuple[int, ...]
    start: float
    beats: float

    def near(self, centre: float, tone: int) -> int:
        """The MIDI number of the chord's tone (by index) that lies nearest to ``centre``."""
        wanted = self.tones[tone % len(self.tones)]
        return wanted + 12 * round((centre - wanted) / 12)

    def ladder(self, low: int, count: int, width: int = 4) -> list[int]:
        """``count`` rising chord tones from the first one at or above ``low``."""
        allowed = set(self.tones[:width])
        found = [n for n in range(low, low + 12 * count) if n % 12 in allowed]
        return found[:count]


def chords(text: str, bar: float) -> list[Chord]:
    """Reads ``Fmaj7 | Gm7:2 C7:1 | F/A``: chords share a bar of ``bar`` beats evenly or by ``:beats``."""
    found: list[Chord] = []
    for index, words in enumerate(part.split() for part in text.split("|")):
        start = index * bar
        lengths = [float(word.split(":")[1]) if ":" in word else bar / len(words) for word in words]
        if abs(sum(lengths) - bar) > 1e-6:
            raise ValueError(f"bar {index + 1} of the chords holds {sum(lengths)} beats: {words}")
        for word, beats in zip(words, lengths, strict=True):
            found.append(_chord(word.split(":")[0], start, beats))
            start += beats
    return found


def _chord(symbol: str, start: float, beats: float) -> Chord:
    name, _, under = symbol.partition("/")
    parts = re.fullmatch(r"([A-G][#b]?)(.*)", name)
    if parts is None or parts[2] not in QUALITIES:
        raise ValueError(f"not a chord: {symbol!r}")
    root = step(parts[1])
    tones = tuple((root + interval) % 12 for interval in QUALITIES[parts[2]])
    return Chord(root, step(under) if under else root, tones, start, beats)


def voicings(line: list[Chord], centre: float, size: int, spread: int = 9) -> list[list[int]]:
    """One voicing of at most ``size`` notes for each chord, moving as little as it can from chord to chord."""
    result: list[list[int]] = []
    before: list[int] | None = None
    for chord in line:
        # The root of a four- or five-note chord is left to the bass, clear of the seventh.
        tones = chord.tones[1:] if len(chord.tones) > 3 else chord.tones
        tones = tones[:size]
        options = [[n for n in range(int(centre) - spread, int(centre) + spread + 1) if n % 12 == t] for t in tones]
        best: list[int] = []
        least = float("inf")
        for choice in product(*options):
            notes = sorted(choice)
            if min((b - a for a, b in pairwise(notes)), default=3) < 1:
                continue
            cost = abs(sum(notes) / len(notes) - centre) * 0.6
            cost += 5.0 * sum(b - a < 2 for a, b in pairwise(notes))
            cost += (notes[-1] - notes[0]) * 0.05
            if before is not None:
                cost += sum(min(abs(n - m) for m in before) for n in notes)
            if cost < least:
                best, least = notes, cost
        result.append(best)
        before = best
    return result
