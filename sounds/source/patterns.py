"""Ways an accompaniment plays its chords: held, broken, plucked, walked."""

from __future__ import annotations

from collections.abc import Sequence

from sounds.source.score import Part
from sounds.source.theory import Chord, voicings


def hold(part: Part, line: Sequence[Chord], centre: float, size: int, velocity: float, overlap: float = 0.08) -> None:
    """Holds each chord in voices that move little; a note common to two chords is tied over."""
    voiced = voicings(list(line), centre, size)
    sounding: dict[int, tuple[float, float]] = {}
    for chord, notes in zip(line, voiced, strict=True):
        for note in list(sounding):
            if note not in notes:
                start, end = sounding.pop(note)
                part.add(start, end - start + overlap, note, velocity)
        for note in notes:
            start = sounding[note][0] if note in sounding else chord.start
            sounding[note] = (start, chord.start + chord.beats)
            # A tie lasts two bars at the most, then the bow turns.
            if sounding[note][1] - start >= 8:
                part.add(start, sounding[note][1] - start + overlap, note, velocity)
                del sounding[note]
    for note, (start, end) in sounding.items():
        part.add(start, end - start, note, velocity)


def breaks(
    part: Part,
    line: Sequence[Chord],
    low: int,
    order: Sequence[int],
    step: float,
    velocity: float,
    *,
    ring: float = 2.0,
    accent: float = 1.12,
    width: int = 5,
) -> None:
    """Breaks each chord into notes ``step`` beats apart; ``order``: its rungs above ``low``, -1 rests."""
    size = max(order) + 1
    for chord in line:
        ladder = chord.ladder(low, size, width)
        count = round(chord.beats / step)
        for i in range(count):
            rung = order[i % len(order)]
            if rung < 0:
                continue
            height = 0.9 + 0.1 * rung / max(1, size - 1)
            weight = accent if i == 0 else 1.0
            part.add(chord.start + i * step, ring * step, ladder[rung], velocity * weight * height)


def glide(part: Part, start: float, beats: float, notes: Sequence[int], first: float, last: float) -> None:
    """A harp's glissando over ``notes``, from one strength to another."""
    for i, note in enumerate(notes):
        share = i / max(1, len(notes) - 1)
        part.add(start + beats * share**0.9, beats * 0.5 + 0.6, note, first + (last - first) * share)


def scale_run(pitch_classes: Sequence[int], low: int, high: int) -> list[int]:
    """All notes of the given pitch classes from ``low`` to ``high``."""
    return [n for n in range(low, high + 1) if n % 12 in pitch_classes]


def bass(
    part: Part,
    line: Sequence[Chord],
    low: int,
    rhythm: Sequence[tuple[float, float, str, float]],
    velocity: float,
) -> None:
    """Plays (beat, length, degree, weight) under each chord.

    The degree is ``r`` bass note, ``3`` third, ``5`` fifth, ``8`` octave, ``a`` a step towards the next bass.
    """
    for index, chord in enumerate(line):
        following = line[(index + 1) % len(line)]
        ground = low + (chord.bass - low) % 12
        target = low + (following.bass - low) % 12
        for beat, beats, degree, weight in rhythm:
            if beat >= chord.beats - 1e-6:
                continue
            note = {
                "r": ground,
                "8": ground + 12,
                "5": low + (chord.tones[2] - low) % 12,
                "3": low + (chord.tones[1] - low) % 12,
                "a": _approach(ground, target, chord, low),
            }[degree]
            length = min(beats, chord.beats - beat)
            part.add(chord.start + beat, length, note, velocity * weight)


def _approach(ground: int, target: int, chord: Chord, low: int) -> int:
    """The note that leads from one bass note to the next: a chord tone next to the target, else the fifth."""
    if ground == target:
        fifth = low + (chord.tones[2] - low) % 12
        return fifth if fifth != ground else ground + 12
    side = 1 if ground > target else -1
    for distance in (2, 1):
        if (target + side * distance) % 12 in chord.tones:
            return target + side * distance
    for distance in (1, 2):
        if (target - side * distance) % 12 in chord.tones:
            return target - side * distance
    # Nothing of the chord is near: its fifth keeps the line on safe ground.
    return low + (chord.tones[2] - low) % 12
