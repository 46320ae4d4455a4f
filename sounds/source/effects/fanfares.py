"""Fanfares: the five tiers of big win and the cap, each longer and in brighter company than the last."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from sounds.source.audio import place, silence
from sounds.source.effects.tools import (
    CELESTA,
    CHOIR,
    GLOCKENSPIEL,
    HARP,
    HORN,
    KIT,
    MUSIC_BOX,
    STRINGS,
    TIMPANI,
    TREMOLO,
    TROMBONE,
    TRUMPET,
    TUBULAR,
    arpeggio,
    finish,
    high_glass,
    layers,
    level,
    orchestra,
    rung,
)
from sounds.source.score import line
from sounds.source.soundfont import Played
from sounds.source.synth import BELL, jingle, sparkle
from sounds.source.theory import chords

ORGAN = 19
"""The soundfont's church organ: only the highest tier and the cap have it."""
SHIFTS = (0, 1, 2, 3, 5)
"""Semitones each tier stands above its written key, lowest tier first."""


@dataclass(frozen=True)
class Fanfare:
    """A fanfare: beats a minute, chords and top line as text, length in beats, ring in s, how many groups play."""

    tempo: float
    harmony: str
    tune: str
    beats: float
    hold: float
    weight: int
    shift: int = 0
    """Semitones above the key it is written in: each tier stands higher than the last."""


TIERS = (
    Fanfare(138, "C:2 C:2", "G4:.5 C5:.5 D5:.5 E5:.5 G5:2", 4, 0.5, 1),
    Fanfare(138, "C:2 F:1 G:1 C:2", "G4:.5 C5:.5 D5:.5 E5:.5 F5:.75 E5:.25 D5:.5 G5:.5 C6:2", 6, 0.5, 2),
    Fanfare(
        140,
        "C:2 Ab:2 Bb:2 C:2",
        "G4:.5 G4:.25 C5:.25 D5:.5 E5:.5 Eb5:1.5 Ab5:.5 F5:1 Bb5:.5 D6:.5 C6:2",
        8,
        0.8,
        3,
    ),
    Fanfare(
        142,
        "C:2 Fmaj7:2 Ab:2 Bb:2 C:3",
        "G4:.5 G4:.25 C5:.25 E5:.5 G5:.5 A5:1 G5:.5 E5:.5 Eb5:1.5 Ab5:.5 F5:1 Bb5:.5 C6:.25 D6:.25 E6:3",
        11,
        1.0,
        4,
    ),
    Fanfare(
        144,
        "C:2 G:1 Am:1 Fmaj7:2 Ab:2 Bb:2 C:4",
        "G4:.5 G4:.25 C5:.25 E5:.5 G5:.5 B5:1 C6:1 A5:.75 C6:.25 E6:1 Eb6:.75 C6:.25 Ab5:1 "
        "F5:.75 Bb5:.25 D6:.5 Eb6:.25 F6:.25 E6:1 G6:3",
        14,
        1.2,
        5,
    ),
)

CAP = Fanfare(
    100,
    "C:2 Ab:2 Bb:2 Fm:1 G:1 C:4",
    "C5:1 G5:1 Eb5:1.5 Ab5:.5 F5:1.5 Bb5:.5 Ab5:1 B5:.5 D6:.5 E6:4",
    12,
    1.0,
    5,
)


def tier(number: int) -> np.ndarray:
    """The fanfare of big-win tier ``number`` (1-5)."""
    return fanfare(raised(TIERS, number), seed=210 + number)


def raised(tiers: Sequence[Fanfare], number: int) -> Fanfare:
    """Tier ``number`` (1-5) in the key it is played in."""
    return replace(tiers[number - 1], shift=SHIFTS[number - 1])


def cap() -> np.ndarray:
    """The highest win there is: slow, wide, with bells."""
    return fanfare(CAP, seed=220, tolling=True)


def fanfare(plan: Fanfare, seed: int, tolling: bool = False, winter: bool = False) -> np.ndarray:
    """Scores a fanfare: brass under a trumpet line, strings, timpani, bells; more weight, more players.

    In ``winter`` horns lead with the trumpets, a celesta doubles the tune, and sleigh bells keep the beat.
    """
    beat = 60 / plan.tempo
    bass_line = chords(plan.harmony, plan.beats)
    strength = 82 + 6 * plan.weight
    trumpets, horns, trombones, strings, choir, drums, glitter, harp, kit, bells = ([] for _ in range(10))
    for at, beats, note, _ in line(plan.tune, plan.beats):
        if note is None:
            continue
        start, length = at * beat, beats * beat * 0.94
        chord = [c for c in bass_line if c.start <= at + 1e-6][-1]
        below = [n for n in range(note - 9, note - 2) if n % 12 in chord.tones[:3]]
        trumpets.append((start, length, note if note <= 86 else note - 12, strength))
        if plan.weight >= 2:
            trumpets += [(start, length, n if n <= 82 else n - 12, strength - 12) for n in below[-2:]]
        glitter.append((start, 0.6, note + 12, 66 + 4 * plan.weight))
        if winter:
            horns.append((start, length, note - 12, strength - 4))
        strings.append((start, length * 1.05, note, strength - 8))
        strings.append((start, length * 1.05, note - 12, strength - 14))
        if at > 0 and beats >= 1 and plan.weight >= 3:
            drums.append((start, 0.7, 36 + (chord.root + 12 - 36) % 12, strength))
    for chord in bass_line:
        start, length = chord.start * beat, chord.beats * beat
        root = 36 + chord.root % 12 if chord.root < 9 else 24 + chord.root
        horns += [(start, length * 0.97, n, strength - 8) for n in chord.ladder(53, 3, 3)]
        trombones += [
            (start, length * 0.95, root + 12, strength - 6),
            (start, length * 0.95, root + 19, strength - 18),
        ]
        strings += [(start, length, n, strength - 22) for n in chord.ladder(60, 3, 3)]
        choir += [(start, length, n, 60 + 8 * plan.weight) for n in chord.ladder(60, 4, 3)]
        drums.append((start, 0.8, root, strength + 6))
        steps = int(chord.beats * 4)
        ladder = chord.ladder(60, 12, 3)
        harp += [(start + i * beat / 4, 0.8, ladder[i % 10], 66 + 2 * (i % 10)) for i in range(steps)]
        if tolling:
            bells.append((start, length * 1.4, root + 24, 96))
    final = bass_line[-1].start * beat
    kit.append((final, 1.5, 49, 70 + 8 * plan.weight))
    if plan.weight >= 2:
        roll = min(final, beat * plan.weight * 0.7)
        count = int(roll / 0.05)
        drums += [(final - roll + i * roll / count, 0.1, 43, 40 + 50 * i / count) for i in range(count)]
        kit += (
            [(final - roll + i * roll / count, 0.1, 38, 24 + 46 * i / count) for i in range(count)]
            if plan.weight >= 3
            else []
        )
    if plan.weight >= 5:
        bells += [(final, 2.0, 72, 92), (final + beat, 2.0, 79, 84)]
    if plan.weight >= 4:
        kit.append((0.0, 1.5, 57, 84))
    seconds = plan.beats * beat + plan.hold
    brass = [(TRUMPET, trumpets), (HORN, horns)] + [(TROMBONE, trombones)] * (plan.weight >= 2)
    colour = (
        [(HARP, harp)]
        + [(STRINGS, strings)] * (plan.weight >= 2)
        + [(TREMOLO, strings[1::2])] * (plan.weight >= 3)
        + [(CHOIR, choir)] * (plan.weight >= 4)
        + [(ORGAN, choir)] * (plan.weight >= 5)
    )
    rhythm = [(TIMPANI, drums), (KIT, kit)] + [(TUBULAR, bells)] * bool(bells)
    brass, colour, rhythm = (_moved(voices, plan.shift) for voices in (brass, colour, rhythm))
    glitter = _moved([(GLOCKENSPIEL, glitter)], plan.shift)[0][1]
    rain = sparkle(1.0 + 0.35 * plan.weight, 16 + 14 * plan.weight, _moved_glass(plan.shift), seed, fall=0.16, bend=1.2)
    run = [rung(i, 5) + plan.shift for i in range(4, 9 + plan.weight)]
    sound = layers(
        seconds + 2.5,
        (orchestra(brass, seconds + 1.5), 0.0, 0.62),
        (orchestra(colour, seconds + 1.5), 0.0, 0.5),
        (orchestra(rhythm, seconds + 1.5), 0.0, 0.55),
        (orchestra([(GLOCKENSPIEL, glitter)], seconds + 1.0), 0.0, 0.26),
        (arpeggio(run, 0.06, 0.4, BELL), final + 0.05, 0.22),
        (rain, final, 0.12 + 0.02 * plan.weight),
    )
    if winter:
        celesta = orchestra([(CELESTA, glitter), (MUSIC_BOX, glitter[::2])], seconds + 1.0)
        place(sound, level(celesta, 0.3), 0.0)
        place(sound, level(_sleigh(plan, beat, seed), 0.26 + 0.02 * plan.weight), 0.0)
    return finish(sound, "chamber", 0.2, 0.35, -40)


def _moved(voices: Sequence[tuple[int, Sequence[Played]]], shift: int) -> list[tuple[int, list[Played]]]:
    """The voices ``shift`` semitones higher; the drum kit stays where it is."""
    return [
        (program, [(at, length, note + (shift if program != KIT else 0), hit) for at, length, note, hit in notes])
        for program, notes in voices
    ]


def _moved_glass(shift: int) -> list[float]:
    return [hertz * 2 ** (shift / 12) for hertz in high_glass(6)]


def _sleigh(plan: Fanfare, beat: float, seed: int) -> np.ndarray:
    """Sleigh bells on every half beat, the beat itself harder, and a shake that swells over the last chord."""
    arrival = plan.beats - 2
    bells = silence(plan.beats * beat + plan.hold + 1.5)
    for half in range(int(2 * arrival) + 1):
        strength = 0.9 if half % 2 == 0 else 0.45
        place(bells, jingle(strength, seed + half), half * beat / 2, strength * (0.55 + 0.45 * half / (2 * arrival)))
    for shake in range(6 + 3 * plan.weight):
        swell = 1 - shake / (6 + 3 * plan.weight)
        place(bells, jingle(0.8, seed + 60 + shake), arrival * beat + 0.085 * shake, 0.85 * swell)
    return bells
