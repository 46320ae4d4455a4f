"""Wins by size, the count-up, the five tiers of big win, the cap, and credit."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ..audio import place, samples, silence, wrap
from ..synth import BELL, GLASS, click, decay, sparkle, struck, thud, times
from ..theory import chords, frequency, pitch
from .tools import (
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
    orchestra,
    rung,
)


def win(size: int) -> np.ndarray:
    """A win pays: 0 small (a nod), 1 medium (a phrase), 2 big (a flourish)."""
    tune = ((5, 7, 8), (3, 5, 7, 8, 10), (3, 5, 7, 8, 10, 8, 10, 12))[size]
    gap = (0.075, 0.08, 0.085)[size]
    played = [(i * gap, 0.8, rung(step, 4), 82 + 3 * i) for i, step in enumerate(tune)]
    voices = [(MUSIC_BOX, [(s, d, n + 12, v) for s, d, n, v in played]), (HARP, [(s, d, n, v - 8) for s, d, n, v in played])]
    last = played[-1][0]
    if size:
        voices.append((CELESTA, [(last, 1.2, n, 84) for n in (72, 76, 79)]))
        voices.append((STRINGS, [(last - 0.06, 0.9 + 0.3 * size, n, 58 + 12 * size) for n in (60, 64, 67, 72)]))
    if size == 2:
        voices.append((HORN, [(last, 1.1, n, 78) for n in (60, 67)]))
        voices.append((TIMPANI, [(last, 0.9, 36, 92)]))
    bells = arpeggio([n + 12 for _, _, n, _ in played], gap, 0.24, GLASS)
    shine = sparkle(0.4 + 0.3 * size, 6 + 10 * size, high_glass(6), 160 + size, fall=0.13, rise=True)
    sound = layers(3.2, (orchestra(voices, 2.6), 0.0, 0.7), (bells, 0.0, 0.3), (shine, last, 0.14 + 0.05 * size))
    return finish(sound, "plate", 0.2, 0.15, -44)


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
    voices = [(CELESTA, [(0.0, 0.9, n, 92) for n in (72, 76, 79, 84)]), (HARP, [(0.0, 1.0, n, 88) for n in (48, 55, 60, 64)])]
    bells = arpeggio([rung(5), rung(8), rung(10)], 0.02, 0.3, BELL)
    sound = layers(
        1.8, (orchestra(voices, 1.5), 0.0, 0.7), (bells, 0.0, 0.45), (coin(195), 0.05, 0.2), (thud(110, 90, 0.06), 0.0, 0.5)
    )
    return finish(sound, "plate", 0.2, 0.12, -44)


def credit() -> np.ndarray:
    """The win joins the credit: three coins and a glass note."""
    sound = layers(0.9, (struck(frequency("E6"), 0.14, GLASS), 0.0, 0.4), (struck(frequency("A6"), 0.2, GLASS), 0.07, 0.45))
    for i in range(3):
        place(sound, coin(200 + i), 0.01 + 0.055 * i, 0.16, -0.4 + 0.4 * i)
    return finish(sound, wet=0.16)


@dataclass(frozen=True)
class Fanfare:
    """A fanfare: chords of one beat each unless told, the top line as (beat, beats, note), and who plays."""

    tempo: float
    harmony: str
    tune: tuple[tuple[float, float, str], ...]
    beats: float
    hold: float
    weight: int


# Each tier says the opening call again, one sentence longer and in brighter company.
TIERS = (
    Fanfare(138, "C:2 C:2", ((0, 0.5, "G4"), (0.5, 0.5, "C5"), (1, 0.5, "D5"), (1.5, 0.5, "E5"), (2, 2, "G5")), 4, 0.5, 1),
    Fanfare(
        138,
        "C:2 F:1 G:1 C:2",
        ((0, 0.5, "G4"), (0.5, 0.5, "C5"), (1, 0.5, "D5"), (1.5, 0.5, "E5"), (2, 0.67, "F5"), (2.67, 0.33, "E5"), (3, 0.5, "D5"),
         (3.5, 0.5, "G5"), (4, 2, "C6")),
        6, 0.5, 2,
    ),
    Fanfare(
        140,
        "C:2 Ab:2 Bb:2 C:2",
        ((0, 0.33, "G4"), (0.33, 0.33, "G4"), (0.67, 0.33, "C5"), (1, 0.5, "D5"), (1.5, 0.5, "E5"), (2, 1.33, "Eb5"),
         (3.33, 0.67, "Ab5"), (4, 1, "F5"), (5, 0.5, "Bb5"), (5.5, 0.5, "D6"), (6, 2, "C6")),
        8, 0.8, 3,
    ),
    Fanfare(
        142,
        "C:2 Fmaj7:2 Ab:2 Bb:2 C:3",
        ((0, 0.33, "G4"), (0.33, 0.33, "G4"), (0.67, 0.33, "C5"), (1, 0.5, "E5"), (1.5, 0.5, "G5"), (2, 1, "A5"), (3, 0.5, "G5"),
         (3.5, 0.5, "E5"), (4, 1.33, "Eb5"), (5.33, 0.67, "Ab5"), (6, 1, "F5"), (7, 0.33, "Bb5"), (7.33, 0.33, "C6"),
         (7.67, 0.33, "D6"), (8, 3, "E6")),
        11, 1.0, 4,
    ),
    Fanfare(
        144,
        "C:2 G:1 Am:1 Fmaj7:2 Ab:2 Bb:2 C:4",
        ((0, 0.33, "G4"), (0.33, 0.33, "G4"), (0.67, 0.33, "C5"), (1, 0.5, "E5"), (1.5, 0.5, "G5"), (2, 1, "B5"), (3, 1, "C6"),
         (4, 0.67, "A5"), (4.67, 0.33, "C6"), (5, 1, "E6"), (6, 0.67, "Eb6"), (6.67, 0.33, "C6"), (7, 1, "Ab5"), (8, 0.67, "F5"),
         (8.67, 0.33, "Bb5"), (9, 0.33, "D6"), (9.33, 0.33, "Eb6"), (9.67, 0.33, "F6"), (10, 1, "E6"), (11, 3, "G6")),
        14, 1.2, 5,
    ),
)

CAP = Fanfare(
    100,
    "C:2 Ab:2 Bb:2 Fm:1 G:1 C:4",
    ((0, 1, "C5"), (1, 1, "G5"), (2, 1.5, "Eb5"), (3.5, 0.5, "Ab5"), (4, 1.5, "F5"), (5.5, 0.5, "Bb5"), (6, 1, "Ab5"), (7, 0.5, "B5"),
     (7.5, 0.5, "D6"), (8, 4, "E6")),
    12, 1.0, 5,
)


def tier(number: int) -> np.ndarray:
    """The fanfare of big-win tier ``number`` (1-5)."""
    return fanfare(TIERS[number - 1], seed=210 + number)


def cap() -> np.ndarray:
    """The highest win there is: slow, wide, with bells."""
    return fanfare(CAP, seed=220, tolling=True)


def fanfare(plan: Fanfare, seed: int, tolling: bool = False) -> np.ndarray:
    """Scores a fanfare: brass chords under a trumpet line, strings, timpani, harp, bells; more players the more weight."""
    beat = 60 / plan.tempo
    line = chords(plan.harmony, plan.beats)
    strength = 82 + 6 * plan.weight
    trumpets, horns, trombones, strings, choir, drums, glitter, harp, kit, bells = ([] for _ in range(10))
    for at, beats, name in plan.tune:
        note, start, length = pitch(name), at * beat, beats * beat * 0.94
        chord = [c for c in line if c.start <= at + 1e-6][-1]
        below = [n for n in range(note - 9, note - 2) if n % 12 in chord.tones[:3]]
        trumpets.append((start, length, note if note <= 86 else note - 12, strength))
        if plan.weight >= 2:
            trumpets += [(start, length, n if n <= 82 else n - 12, strength - 12) for n in below[-2:]]
        glitter.append((start, 0.6, note + 12, 66 + 4 * plan.weight))
        strings.append((start, length * 1.05, note, strength - 8))
        strings.append((start, length * 1.05, note - 12, strength - 14))
        if at > 0 and beats >= 1 and plan.weight >= 3:
            drums.append((start, 0.7, 36 + (chord.root + 12 - 36) % 12, strength))
    for chord in line:
        start, length = chord.start * beat, chord.beats * beat
        root = 36 + chord.root % 12 if chord.root < 9 else 24 + chord.root
        horns += [(start, length * 0.97, n, strength - 8) for n in chord.ladder(53, 3, 3)]
        trombones += [(start, length * 0.95, root + 12, strength - 6), (start, length * 0.95, root + 19, strength - 18)]
        strings += [(start, length, n, strength - 22) for n in chord.ladder(60, 3, 3)]
        choir += [(start, length, n, 60 + 8 * plan.weight) for n in chord.ladder(60, 4, 3)]
        drums.append((start, 0.8, root, strength + 6))
        steps = int(chord.beats * 4)
        ladder = chord.ladder(60, 12, 3)
        harp += [(start + i * beat / 4, 0.8, ladder[i % 10], 66 + 2 * (i % 10)) for i in range(steps)]
        if tolling:
            bells.append((start, length * 1.4, root + 24, 96))
    final = line[-1].start * beat
    kit.append((final, 1.5, 49, 70 + 8 * plan.weight))
    if plan.weight >= 2:
        roll = min(final, beat * plan.weight * 0.7)
        count = int(roll / 0.05)
        drums += [(final - roll + i * roll / count, 0.1, 43, 40 + 50 * i / count) for i in range(count)]
        kit += [(final - roll + i * roll / count, 0.1, 38, 24 + 46 * i / count) for i in range(count)] if plan.weight >= 3 else []
    if plan.weight >= 4:
        bells += [(final, 2.0, 72, 92), (final + beat, 2.0, 79, 84)]
        kit.append((0.0, 1.5, 57, 84))
    seconds = plan.beats * beat + plan.hold
    brass = [(TRUMPET, trumpets), (HORN, horns)] + [(TROMBONE, trombones)] * (plan.weight >= 2)
    colour = [(STRINGS, strings), (HARP, harp)] + [(CHOIR, choir)] * (plan.weight >= 4) + [(TREMOLO, strings[1::2])] * (plan.weight >= 3)
    rhythm = [(TIMPANI, drums), (KIT, kit)] + [(TUBULAR, bells)] * bool(bells)
    rain = sparkle(1.0 + 0.35 * plan.weight, 16 + 14 * plan.weight, high_glass(6), seed, fall=0.16, bend=1.2)
    run = [rung(i, 5) for i in range(4, 9 + plan.weight)]
    sound = layers(
        seconds + 2.5,
        (orchestra(brass, seconds + 1.5), 0.0, 0.62),
        (orchestra(colour, seconds + 1.5), 0.0, 0.5),
        (orchestra(rhythm, seconds + 1.5), 0.0, 0.55),
        (orchestra([(GLOCKENSPIEL, glitter)], seconds + 1.0), 0.0, 0.26),
        (arpeggio(run, 0.06, 0.4, BELL), final + 0.05, 0.22),
        (rain, final, 0.12 + 0.02 * plan.weight),
    )
    return finish(sound, "chamber", 0.2, 0.35, -40)
