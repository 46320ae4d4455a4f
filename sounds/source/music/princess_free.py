"""*Princess*, free spins: full flight in C, driving strings and drums under flute and music box."""

from __future__ import annotations

from sounds.source.patterns import bass, breaks, glide, hold, scale_run
from sounds.source.score import Piece, harmony, sing, strike
from sounds.source.theory import pitch, voicings

BAR = 4.0

CHORDS_A = "Cadd9 | Em7 | Fmaj7 | G | Am7 | D7/F# | Fmaj7 | Gsus4 G"
CHORDS_A2 = "Cadd9 | Em7 | Fmaj7 | G | Am7 | Abmaj7 | Bbadd9 | C"
CHORDS_B = "Fmaj7 | G6 | Em7 | Am7 | Dm7 | G7 | Cadd9 | E7"
CHORDS_A3 = "Am7 | Em7 | Fmaj7 | G | Cadd9 | D7/F# | Abmaj7 | Bbadd9"
CHORDS_C = "C | Bbadd9/C | F/C | Gsus4 G"

MELODY_A = """
    G5:.5 C6:1> D6:.5 E6:1.5> D6:.5 | D6:.5 B5:1> G5:.5 B5:2 | A5:.5 C6:1> D6:.5 F6:1.5> E6:.5 |
    D6:2.5 -:.5 C6:.5 D6:.5 | E6:1 C6:.5 E6:1> G6:1 E6:.5 | F#6:1.5> D6:.5 A5:1 D6:1 |
    E6:1.5> C6:.5 A5:1 C6:1 | D6:1.5 C6:.5 B5:.5 A5:.5 B5:.5 D6:.5
"""
MELODY_A2 = """
    G5:.5 C6:1> D6:.5 E6:1> G6:.5 D6:.5 | D6:.5 B5:1> D6:.5 G6:1.5 D6:.5 |
    A5:.5 C6:1> D6:.5 F6:1> G6:.5 E6:.5 | D6:2 -:.5 B5:.5 C6:.5 D6:.5 | E6:.5 G6:1> E6:.5 C6:1 E6:1 |
    Eb6:1.5> C6:.5 Ab5:1 C6:1 | D6:.5 F6:1> D6:.5 F6:1 Bb6:1 | G6:3> -:1
"""
MELODY_B = """
    A5:2 C6:1 E6:1 | D6:3 B5:1 | G5:2 B5:1 D6:1 | C6:3 A5:1 | F5:1 A5:1 C6:1 D6:1 | B5:1.5 D6:.5 G6:2> |
    G6:1.5 E6:.5 D6:1 C6:1 | B5:1 D6:1 E6:1 G#6:1>
"""
MELODY_A3 = """
    A6:1.5> G6:.5 E6:1 C6:1 | G6:1.5> E6:.5 D6:1 B5:1 | F6:1.5> E6:.5 C6:1 A5:1 |
    D6:1.5 G5:.5 A5:.5 B5:.5 C6:.5 D6:.5 | G5:.5 C6:1> D6:.5 E6:1.5> G6:.5 | F#6:1.5> E6:.5 D6:1 A5:1 |
    Eb6:1.5> C6:.5 Ab5:1 Eb6:1 | D6:.5 F6:1> D6:.5 Bb5:1 F6:1
"""
MELODY_C = """
    E6:.5 G6:1> E6:.5 C6:2 | F6:.5 D6:1> F6:.5 Bb5:2 | A5:.5 C6:1> F6:.5 A6:2 | G6:1 C6:1 B5:1 D6:1
"""

HORNS_A2 = "E4:2 G4:2 | G4:4 | A4:2 F4:2 | B4:3 G4:1 | C5:2 A4:2 | C5:4 | D5:2 F4:2 | E4:2 G4:2"
HORNS_B = """
    F4:3 G4:1 | B4:4 | E4:3 F#4:1 | G4:2 E4:2 | F4:2 A4:2 | G4:2 B4:2 | C5:4 | B4:2 D5:1 G#4:1
"""
HORNS_A3 = """
    A4:3 C5:1 | B4:3 G4:1 | A4:3 F4:1 | G4:2 B4:2 | C5:3 E4:1 | D4:2 F#4:2 | Eb4:2 Ab4:2 | F4:2 Bb4:2
"""

KICK, SNARE, CLAP, HAT, OPEN, CRASH, TAMBOURINE, SHAKER = 36, 38, 39, 42, 46, 49, 54, 70


def compose() -> Piece:
    """36 bars of four at 134 beats a minute."""
    piece = Piece("princess/music_free", BAR, 134, 36, seed=202, hall="chamber")
    texts = (CHORDS_A, CHORDS_A2, CHORDS_B, CHORDS_A3, CHORDS_C)
    a, a2, b, a3, c = (harmony(text, BAR, 8 * i) for i, text in enumerate(texts))
    line = a + a2 + b + a3 + c

    flute = piece.part("flute", 73, -22.0, pan=-0.1, send=0.3, low_cut=250, loose=6)
    sing(flute, MELODY_A, BAR, 0, 92)
    sing(flute, MELODY_A2, BAR, 8, 96)
    sing(flute, MELODY_A3, BAR, 24, 100)
    sing(flute, MELODY_C, BAR, 32, 96)

    box = piece.part("music box", 10, -24.0, pan=0.18, send=0.3, low_cut=300, loose=5)
    sing(box, MELODY_A, BAR, 0, 88, legato=1.3)
    sing(box, MELODY_A2, BAR, 8, 92, legato=1.3)
    breaks(box, b, pitch("C5"), (0, 2, 4, 5, 4, 2, 3, 1), 0.5, 70, ring=2)
    sing(box, MELODY_A3, BAR, 24, 94, legato=1.3)
    sing(box, MELODY_C, BAR, 32, 90, legato=1.3)

    violins = piece.part("violins", 49, -22.5, pan=-0.15, send=0.34, low_cut=180, high_cut=10000, width=1.2)
    violins.expression = [
        (0, 0.6),
        (15, 0.7),
        (16, 0.75),
        (20, 0.85),
        (22, 1.0),
        (24, 0.85),
        (31, 1.0),
        (36, 0.7),
    ]
    sing(violins, MELODY_B, BAR, 16, 88, legato=1.0)
    sing(violins, MELODY_B, BAR, 16, 70, legato=1.0, shift=-12)
    sing(violins, MELODY_A3, BAR, 24, 72, legato=1.0, shift=-12)

    pulse = piece.part("string pulse", 48, -25.5, pan=0.22, send=0.25, low_cut=140, high_cut=8500, width=1.2, loose=5)
    for chord, notes in zip(line, voicings(line, pitch("E4"), 3), strict=True):
        accents = (1.0, 0.62, 0.72, 0.92, 0.6, 0.72, 0.9, 0.66)
        for i in range(int(chord.beats * 2)):
            for note in notes:
                pulse.add(chord.start + i * 0.5, 0.36, note, 84 * accents[i % 8])

    horns = piece.part("horns", 60, -25.5, pan=0.3, send=0.36, low_cut=120, high_cut=6000)
    horns.expression = [(8, 0.65), (15, 0.95), (16, 0.7), (23, 0.95), (24, 0.8), (32, 1.0), (36, 0.7)]
    sing(horns, HORNS_A2, BAR, 8, 76, legato=0.98)
    sing(horns, HORNS_B, BAR, 16, 72, legato=0.98)
    sing(horns, HORNS_A3, BAR, 24, 84, legato=0.98)
    hold(horns, c, pitch("G4"), 3, 84)

    harp = piece.part("harp", 46, -26.0, pan=-0.35, send=0.28, low_cut=120, width=1.2, loose=5)
    breaks(harp, a + a2, pitch("C4"), (0, 2, 3, 4, 5, 4, 3, 2), 0.5, 74, ring=3)
    breaks(harp, b, pitch("C4"), (0, 1, 2, 3, 4, 5, 6, 7, 6, 5, 4, 3, 4, 3, 2, 1), 0.25, 66, ring=5)
    breaks(harp, a3 + c, pitch("C4"), (0, 2, 4, 6, 5, 4, 3, 2), 0.5, 78, ring=3)
    glide(harp, 15 * BAR + 2, 2.0, scale_run((0, 2, 4, 5, 7, 9, 11), pitch("C4"), pitch("C7")), 46, 84)
    glide(harp, 35 * BAR + 2, 2.0, scale_run((0, 2, 4, 7, 9), pitch("G3"), pitch("G6")), 46, 84)

    glitter = piece.part("glockenspiel", 9, -29.0, pan=0.4, send=0.34, low_cut=500, loose=5)
    for bar in range(36):
        chord = next(ch for ch in line if ch.start >= bar * BAR - 1e-6)
        if bar % 2 == 1:
            for i, rung in enumerate((0, 1, 2, 3)):
                glitter.add(bar * BAR + 2 + i * 0.5, 0.5, chord.ladder(pitch("G5"), 5)[rung], 66 + 5 * i)
    sing(glitter, MELODY_C, BAR, 32, 70)

    low = piece.part("bass", 33, -22.5, send=0.04, low_cut=35, high_cut=3000, loose=4)
    drive = [(0, 0.45, "r", 1.0), (0.5, 0.4, "r", 0.7), (1, 0.4, "8", 0.8), (1.5, 0.45, "r", 0.85)]
    drive += [(2, 0.4, "r", 0.8), (2.5, 0.45, "r", 0.9), (3, 0.4, "5", 0.8), (3.5, 0.45, "a", 0.8)]
    bass(low, a + a2, pitch("G1"), drive, 88)
    bass(
        low,
        b,
        pitch("G1"),
        [(0, 1.4, "r", 1.0), (1.5, 0.45, "r", 0.8), (2, 1.4, "5", 0.85), (3.5, 0.45, "a", 0.8)],
        84,
    )
    bass(low, a3 + c, pitch("G1"), drive, 92)

    kit = piece.part("drums", -1, -23.0, send=0.12, low_cut=35, width=1.1, loose=4)
    for bar in range(36):
        _drums(kit, bar)
    air = piece.part("shaker", -1, -31.0, pan=0.3, send=0.15, low_cut=1500, loose=4)
    for bar in range(36):
        for i in range(16):
            air.add(bar * BAR + i * 0.25, 0.1, SHAKER, (62, 34, 48, 38)[i % 4])
    return piece


def _drums(kit: object, bar: int) -> None:
    """One bar of the kit: four on the floor, softer in B, a fill before each new section."""
    start = bar * BAR
    soft = 16 <= bar < 22
    pattern: list[tuple[float, int, float]] = []
    if soft:
        pattern += [(0, KICK, 84), (2.5, KICK, 70), (2, 37, 62)]
        pattern += [(i * 0.5, HAT, 44 if i % 2 else 56) for i in range(8)]
    else:
        pattern += [(i, KICK, 96 if i % 2 == 0 else 86) for i in range(4)]
        pattern += [(1, SNARE, 74), (3, SNARE, 78), (1, CLAP, 52), (3, CLAP, 54)]
        pattern += [(i + 0.5, HAT, 62) for i in range(4)] + [(i, HAT, 42) for i in range(4)]
        pattern += [(3.5, TAMBOURINE, 44), (1.5, TAMBOURINE, 40)]
    if bar in (7, 15, 23, 31, 35):
        pattern = [p for p in pattern if p[0] < 2]
        pattern += [(2, KICK, 92), (3, KICK, 92)]
        fill = (SNARE, SNARE, 50, 50, 47, 47, 43, 43)
        pattern += [(2 + i * 0.25, key, 66 + 5 * i) for i, key in enumerate(fill)]
    if bar in (0, 8, 16, 24, 32):
        pattern.append((0, CRASH, 74))
    strike(kit, start, pattern)  # type: ignore[arg-type]
