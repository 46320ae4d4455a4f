"""*Christmas*, base game: a cosy winter evening in G for celesta, pizzicato, clarinet, sleigh bells."""

from __future__ import annotations

from sounds.source.patterns import bass, breaks, glide, hold, scale_run
from sounds.source.score import Piece, harmony, sing, strike
from sounds.source.synth import sleigh_bells
from sounds.source.theory import pitch, voicings

BAR = 4.0

CHORDS_A = "G6 | E7 | Am7 | D9 | Bm7 | Em7 | Am7 D7 | G6 D9sus4"
CHORDS_A2 = "G6 | E7b9 | Am7 | Cm6 | G/D | E7 | Am7 D9 | G69"
CHORDS_B = "Cmaj7 | C#dim7 | G/D | E7 | Am7 | A7/C# | D9sus4 | D7"
CHORDS_A3 = "Gmaj7 | E7 | Am7 | Cm6 | Bm7 | Bbdim7 | Am7 D7 | G69 D9sus4"

MELODY_A = """
    D5:.5 E5:.5 G5:1 B5:1.5> A5:.5 | G#5:1 B5:1 D6:1.5> B5:.5 | C6:.5 B5:.5 A5:1 E5:1 A5:1 |
    F#5:1.5 A5:.5 C6:2> | B5:.5 A5:.5 F#5:1 D5:1 F#5:1 | G5:1.5> B5:.5 E5:2 |
    A5:.5 C6:.5 E6:1> D6:.5 C6:.5 A5:1 | B5:2 C6:.5 B5:.5 A5:1
"""
MELODY_A2 = """
    D5:.5 E5:.5 G5:1 B5:1.5> A5:.5 | G#5:.5 B5:.5 D6:.5 F6:.5> E6:1 B5:1 |
    C6:.5 B5:.5 A5:1 E6:1.5> D6:.5 | Eb6:1.5> C6:.5 A5:1 G5:1 | D6:1> B5:.5 G5:.5 D5:1 G5:1 |
    G#5:1 B5:.5 G#5:.5 E5:2 | A5:.5 B5:.5 C6:1> B5:.5 A5:.5 F#5:1 | G5:3 -:1
"""
MELODY_B = """
    E5:2 G5:1 B5:1> | Bb5:2 G5:1 E5:1 | D5:1 G5:1 B5:1 D6:1> | D6:1.5 B5:.5 G#5:2 |
    A5:1 B5:.5 C6:.5 E6:2> | C#6:1.5 E6:.5 G5:2 | G5:.5 A5:.5 C6:1 D6:2> | C6:1 A5:1 F#5:1 D5:1
"""
MELODY_A3 = """
    D5:.5 E5:.5 G5:1 B5:1 D6:1> | G#5:.5 B5:.5 E6:1> D6:1.5 B5:.5 | E6:.5 D6:.5 C6:1 A5:1 C6:1 |
    Eb6:1.5> D6:.5 C6:1 A5:1 | B5:.5 D6:.5 F#6:1> E6:.5 D6:.5 B5:1 | Db6:1 E6:1 G5:1 Bb5:1 |
    A5:.5 C6:.5 E6:1> D6:.5 C6:.5 F#5:1 | G5:2 C6:.5 B5:.5 A5:1<
"""
COUNTER_A2 = "B4:3 D5:1 | D5:2 B4:2 | C5:3 A4:1 | G4:2 Eb5:2 | B4:2 D5:2 | D5:2 G#4:2 | C5:2 A4:2 | B4:2 E4:1 -:1"
COUNTER_B = """
    G4:2 E4:2 | E4:2 G4:2 | B4:2 G4:2 | G#4:2 B4:1 D5:1 | C5:2 A4:2 | A4:2 C#5:2 | C5:2 E5:2 |
    F#4:2 A4:1 C5:1
"""
COUNTER_A3 = "B4:2 F#4:2 | B4:2 G#4:2 | C5:2 B4:1 A4:1 | G4:2 A4:2 | F#4:2 A4:2 | G4:2 E4:2 | C5:2 F#4:2 | E4:2 G4:2"

BRUSH, RIM, SHAKER, TRIANGLE, BLOCK_HIGH, BLOCK_LOW = 38, 37, 70, 81, 76, 77


def compose() -> Piece:
    """32 bars of four at 110 beats a minute, swung."""
    breath = [
        (0, 0.99),
        (1, 1.0),
        (15.2, 1.0),
        (15.9, 0.97),
        (16.3, 1.0),
        (23, 1.0),
        (23.9, 0.95),
        (24.4, 1.0),
    ]
    breath += [(31.2, 1.0), (32, 0.96)]
    piece = Piece("christmas/music", BAR, 110, 32, seed=303, swing=0.61, breath=breath, hall="chamber")
    texts = (CHORDS_A, CHORDS_A2, CHORDS_B, CHORDS_A3)
    a, a2, b, a3 = (harmony(text, BAR, 8 * i) for i, text in enumerate(texts))
    line = a + a2 + b + a3

    celesta = piece.part("celesta", 8, -21.5, pan=0.1, send=0.3, low_cut=200)
    sing(celesta, MELODY_A, BAR, 0, 84, legato=1.25)
    sing(celesta, MELODY_A2, BAR, 8, 86, legato=1.25)
    sing(celesta, MELODY_A3, BAR, 24, 90, legato=1.25)
    breaks(celesta, b, pitch("G5"), (-1, 2, -1, 3, -1, 4, -1, 3), 0.5, 58, ring=2)

    twinkle = piece.part("glockenspiel", 9, -29.5, pan=0.35, send=0.36, low_cut=500)
    sing(twinkle, MELODY_A3, BAR, 24, 54)
    for bar in (3, 7, 11, 15, 19, 23):
        chord = [ch for ch in line if ch.start <= bar * BAR + 2][-1]
        for i, rung in enumerate((3, 2, 1, 0) if bar % 8 == 3 else (0, 1, 2, 3)):
            twinkle.add(bar * BAR + 2 + i * 0.5, 0.6, chord.ladder(pitch("D6"), 5)[rung], 52 + 4 * i)

    clarinet = piece.part("clarinet", 71, -23.5, pan=-0.18, send=0.28, low_cut=150, high_cut=7000)
    clarinet.expression = [
        (8, 0.65),
        (12, 0.85),
        (15, 0.7),
        (16, 0.85),
        (20, 1.0),
        (23, 0.8),
        (24, 0.7),
        (28, 0.9),
        (32, 0.6),
    ]
    sing(clarinet, COUNTER_A2, BAR, 8, 66, legato=0.97)
    sing(clarinet, MELODY_B, BAR, 16, 82, legato=0.97)
    sing(clarinet, COUNTER_A3, BAR, 24, 70, legato=0.97)

    plucked = piece.part("pizzicato", 45, -23.5, pan=-0.3, send=0.26, low_cut=110, width=1.2)
    for section, rhythm in (
        (a, ((1, 74), (3, 70))),
        (a2, ((1, 76), (2.5, 58), (3, 70))),
        (a3, ((1, 78), (2.5, 60), (3, 74))),
    ):
        for chord, notes in zip(section, voicings(section, pitch("B3"), 3), strict=True):
            for beat, strength in rhythm:
                at = beat if chord.beats == BAR else beat % 2
                if at < chord.beats:
                    for note in notes:
                        plucked.add(chord.start + at, 0.4, note, strength)
    breaks(plucked, b, pitch("D4"), (0, 1, 2, 3, 4, 3, 2, 1), 0.5, 66, ring=0.8)

    strings = piece.part("strings", 48, -27.0, pan=0.15, send=0.4, low_cut=140, high_cut=7000, width=1.25)
    strings.expression = [
        (0, 0.45),
        (7, 0.6),
        (8, 0.5),
        (11, 0.75),
        (15, 0.6),
        (16, 0.8),
        (22, 1.0),
        (24, 0.65),
        (28, 0.9),
    ]
    strings.expression += [(31, 0.6), (32, 0.45)]
    hold(strings, line, pitch("B3"), 4, 60)

    violins = piece.part("counter strings", 48, -27.0, pan=-0.1, send=0.38, low_cut=200, high_cut=9000)
    violins.expression = [(16, 0.6), (21, 0.95), (24, 0.6)]
    sing(violins, COUNTER_B, BAR, 16, 66, legato=1.0, shift=12)

    harp = piece.part("harp", 46, -28.0, pan=0.3, send=0.32, low_cut=120)
    for chord in a[::2] + a2[::2] + a3[::2]:
        for i, note in enumerate(chord.ladder(pitch("G3"), 5, 5)):
            harp.add(chord.start + i * 0.09, 2.5, note, 58 + 3 * i)
    glide(harp, 15 * BAR + 2, 2.0, scale_run((7, 9, 11, 0, 2, 4, 6), pitch("G3"), pitch("E6")), 40, 70)
    glide(harp, 23 * BAR + 2, 2.0, scale_run((2, 4, 6, 7, 9, 0), pitch("D3"), pitch("D6")), 42, 74)
    glide(harp, 31 * BAR + 2, 1.8, scale_run((2, 4, 7, 9, 0), pitch("D4"), pitch("D6"))[::-1], 52, 38)

    low = piece.part("bass", 32, -23.0, send=0.06, low_cut=35, high_cut=2800)
    two = [(0, 1.9, "r", 1.0), (2, 1.85, "5", 0.88)]
    walk = [(0, 0.95, "r", 1.0), (1, 0.9, "3", 0.8), (2, 0.95, "5", 0.9), (3, 0.9, "a", 0.85)]
    bass(low, a, pitch("G1"), two, 76)
    bass(low, a2, pitch("G1"), [*two, (3.5, 0.4, "a", 0.7)], 78)
    bass(low, b, pitch("G1"), two, 74)
    bass(low, a3, pitch("G1"), walk, 80)

    bells = piece.part("sleigh bells", 0, -29.0, pan=0.2, send=0.2, low_cut=1800, synth=sleigh_bells, loose=9)
    for bar in range(32):
        for beat in range(4):
            strength = 62 if beat in (1, 3) else 44
            if not 16 <= bar < 20:
                bells.add(bar * BAR + beat, 0.2, 60, strength)
            if bar >= 24 or bar % 4 == 3:
                bells.add(bar * BAR + beat + 0.5, 0.2, 60, 30)

    kit = piece.part("percussion", -1, -32.0, pan=-0.15, send=0.2, low_cut=200, width=1.2)
    for bar in range(32):
        if bar >= 8:
            strike(kit, bar * BAR, [(1, RIM, 44), (3, RIM, 48), (0, SHAKER, 30), (2.5, SHAKER, 34)])
        if bar in (0, 8, 16, 24):
            strike(kit, bar * BAR, [(0, TRIANGLE, 56)], beats=1.5)
        if bar % 8 == 7:
            strike(
                kit,
                bar * BAR,
                [(2, BLOCK_HIGH, 46), (2.5, BLOCK_LOW, 40), (3, BLOCK_HIGH, 52), (3.5, BLOCK_LOW, 44)],
            )
    return piece
