"""A piece of music as data: parts, notes written as text, swing, breath and a human hand."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

import numpy as np

from sounds.source.theory import Chord, chords, pitch

Curve = list[tuple[float, float]]  # (bar counted from 0, value), joined by straight lines


@dataclass(frozen=True)
class Note:
    """One note; ``start`` and ``beats`` count beats, ``velocity`` 1-127."""

    start: float
    beats: float
    pitch: int
    velocity: float


@dataclass
class Part:
    """One instrument of a piece and how it sits in the mix.

    ``program`` is a General MIDI number from 0, or -1 for the drum kit. ``level`` is the loudness in LUFS the
    part is brought to before the mix; ``send`` is how much of it goes into the hall (0-1); ``pan`` -1 left to
    1 right; ``loose`` is how many ms the player strays from the beat.
    """

    name: str
    program: int
    level: float
    pan: float = 0.0
    send: float = 0.25
    low_cut: float = 0.0
    high_cut: float = 0.0
    tilt: float = 0.0
    loose: float = 7.0
    width: float = 1.0
    expression: Curve = field(default_factory=list)
    synth: Callable[[list[tuple[float, float, int, float]], int], np.ndarray] | None = None
    notes: list[Note] = field(default_factory=list)

    def add(self, start: float, beats: float, note: int, velocity: float) -> None:
        """Adds one note."""
        self.notes.append(Note(start, beats, note, velocity))


@dataclass
class Piece:
    """A loop: metre, tempo in beats a minute, bars, parts, and how freely it is played."""

    name: str
    bar: float
    tempo: float
    bars: int
    seed: int
    swing: float = 0.5
    breath: Curve = field(default_factory=list)
    hall: str = "hall"
    parts: list[Part] = field(default_factory=list)

    @property
    def beats(self) -> float:
        """Length of the loop in beats."""
        return self.bar * self.bars

    def part(self, name: str, program: int, level: float, **mix: object) -> Part:
        """Adds a part and returns it."""
        made = Part(name, program, level, **mix)  # type: ignore[arg-type]
        self.parts.append(made)
        return made

    def clock(self) -> Callable[[np.ndarray | float], np.ndarray]:
        """A function from beats (swing applied) to seconds, following the breath of the tempo."""
        grid = np.linspace(0.0, self.beats, int(self.beats * 24) + 1)
        pace = np.ones_like(grid)
        if self.breath:
            bars, factors = zip(*self.breath, strict=True)
            pace = np.interp(grid / self.bar, bars, factors)
        steps = np.diff(grid) * 60.0 / self.tempo / ((pace[1:] + pace[:-1]) / 2)
        seconds = np.concatenate([[0.0], np.cumsum(steps)])
        return lambda beat: np.interp(beat, grid, seconds)

    def swung(self, beat: float) -> float:
        """Moves the second half of each beat later, as ``swing`` says (0.5 is straight)."""
        whole = np.floor(beat + 1e-9)
        rest = beat - whole
        late = rest * 2 * self.swing if rest < 0.5 else self.swing + (rest - 0.5) * 2 * (1 - self.swing)
        return float(whole + late)

    def seconds(self) -> float:
        """Length of the loop in seconds."""
        return float(self.clock()(self.beats))

    def performance(self, part: Part) -> list[tuple[float, float, int, float]]:
        """The part as played: (start s, length s, pitch, velocity), humanised by the piece's seed."""
        rng = np.random.default_rng([self.seed, *part.name.encode()])
        clock = self.clock()
        played = []
        drift = 0.0
        for note in sorted(part.notes, key=lambda n: (n.start, n.pitch)):
            start = float(clock(self.swung(note.start)))
            end_beat = note.start + note.beats
            end = float(clock(self.swung(min(end_beat, self.beats))))
            end += max(0.0, end_beat - self.beats) * 60 / self.tempo
            drift = 0.85 * drift + rng.normal(0.0, 0.5)
            shift = float(np.clip(rng.normal(0.0, 1.0) * 0.7 + drift * 0.5, -2.2, 2.2)) * part.loose / 1000
            velocity = note.velocity * (1 + 0.05 * float(np.clip(rng.normal(), -2, 2)))
            played.append((start + shift, max(0.04, end - start), note.pitch, float(np.clip(velocity, 8, 124))))
        return played


def line(text: str, bar: float, scale: float = 1.0) -> list[tuple[float, float, int | None, float]]:
    """Reads a melody: ``A5:1.5 C6:.5 -:1 | ...`` gives (start, beats, pitch or None, accent).

    Lengths count ``scale`` beats; ``>`` after a note accents it, ``<`` softens it. Every bar must be full.
    """
    found: list[tuple[float, float, int | None, float]] = []
    for index, words in enumerate(part.split() for part in text.split("|")):
        at = index * bar
        for word in words:
            name, _, length = word.partition(":")
            accent = 1.12 if length.endswith(">") else 0.85 if length.endswith("<") else 1.0
            beats = float(length.rstrip("<>")) * scale
            found.append((at, beats, None if name == "-" else pitch(name), accent))
            at += beats
        if abs(at - (index + 1) * bar) > 1e-6:
            raise ValueError(f"bar {index + 1} holds {(at - index * bar) / scale} units: {' '.join(words)}")
    return found


def sing(
    part: Part,
    text: str,
    bar: float,
    first_bar: int,
    velocity: float,
    *,
    scale: float = 1.0,
    legato: float = 0.95,
    shift: int = 0,
    shape: float = 0.12,
) -> None:
    """Writes a melody into a part from ``first_bar`` on; every four bars swell and fade by ``shape``."""
    written = line(text, bar, scale)
    for at, beats, note, accent in written:
        if note is None:
            continue
        phrase = at / bar % 4 / 4
        arch = 1 + shape * (np.sin(np.pi * min(1.0, phrase * 1.15)) - 0.5)
        beat = at % bar
        weight = 1.04 if beat < 1e-6 else 0.94 if abs(beat % 1) > 1e-6 else 1.0
        part.add(first_bar * bar + at, beats * legato, note + shift, velocity * arch * accent * weight)


def harmony(text: str, bar: float, first_bar: int = 0) -> list[Chord]:
    """Chords of a section, moved to where the section starts."""
    return [Chord(c.root, c.bass, c.tones, c.start + first_bar * bar, c.beats) for c in chords(text, bar)]


def strike(part: Part, start: float, pattern: Iterable[tuple[float, int, float]], beats: float = 0.2) -> None:
    """Plays a drum pattern of (beat, key, velocity) from beat ``start`` on."""
    for beat, key, velocity in pattern:
        part.add(start + beat, beats, key, velocity)
