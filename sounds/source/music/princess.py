"""*Princess*, base game: a dreamy waltz in F for music box, harp, strings and far voices."""

from __future__ import annotations

from sounds.source.patterns import bass, breaks, glide, hold, scale_run
from sounds.source.score import Piece, harmony, sing, strike
from sounds.source.theory import pitch, voicings

BAR = 3.0

CHORDS_A = "Fmaj7 | Am7 | Bbmaj7 | C9sus4 | Am7 | Dm7 | Gm9 | C7sus4:2 C7:1"
CHORDS_A2 = "Fmaj7 | Am7 | Bbmaj7 | Bbm6 | F/A | D7b9 | Gm7:2 C7:1 | F69"
CHORDS_B = "Dm7 | G9 | Cmaj7 | Am7 | Bbmaj7 | Gm7 | Dbmaj7 | C7sus4:2 C7:1"
CHORDS_A3 = "Fmaj7 | Am7 | Bbmaj7 | Bbm6 | Fmaj7/A | Abdim7 | Gm7:2 C7:1 | F69"
CHORDS_C = "Db69 | Ebadd9 | Fadd9 | Dm7 | Db69 | Ebadd9 | C9sus4 | C7"

MELODY_A = """
    A5:1.5 C6:.5 E6:1> | D6:2 C6:1 | F5:1.5 A5:.5 D6:1> | C6:2 G5:1 | E6:1.5 D6:.5 C6:1 | A5:2 F5:1 |
    G5:1 A5:1 Bb5:1 | D6:1> C6:1 Bb5:1
"""
MELODY_A2 = """
    A5:1.5 C6:.5 E6:1> | D6:1 E6:.5 D6:.5 C6:1 | F5:1.5 A5:.5 D6:1> | Db6:2 Bb5:1 | C6:1.5 A5:.5 F6:1> |
    Eb6:1 D6:1 C6:1 | Bb5:1.5 A5:.5 G5:1 | F5:2 -:1
"""
MELODY_B = """
    F5:1 A5:1 E6:1> | D6:2 B5:1 | E5:1 G5:1 D6:1> | C6:2 A5:1 | D5:1 F5:1 C6:1> | Bb5:2 G5:1 |
    F5:1 Ab5:1 C6:1 | F6:1> D6:1 Bb5:1
"""
MELODY_A3 = """
    A5:.5 C6:1 A5:.5 E6:1> | D6:1 E6:.5 D6:.5 C6:.5 A5:.5 | F5:1 A5:.5 C6:.5 D6:1> |
    Db6:1.5 C6:.5 Bb5:1 | C6:.5 A5:.5 C6:.5 E6:.5 G6:1> | F6:1.5 D6:.5 B5:1 | Bb5:1 D6:.5 C6:.5 E5:1 |
    F5:2 C6:1<
"""
MELODY_C = """
    F5:3 | G5:2 Bb5:1 | A5:2 C6:1 | A5:3 | Ab5:2 Bb5:1 | G5:1 Bb5:1 Eb6:1> | D6:1 C6:1 G5:1 |
    E6:1.5< C6:.5< Bb5:1<
"""

COUNTER_A2 = """
    -:1 C5:2 | B4:1 C5:2 | D5:2 A4:1 | Db5:3 | C5:2 A4:1 | F#4:1 A4:1 C5:1 | D5:2 E4:1 | A4:2 -:1
"""
COUNTER_B = "A4:3 | B4:2 D5:1 | G4:3 | E4:2 G4:1 | F4:3 | D4:1 F4:1 Bb4:1 | Ab4:3 | G4:2 E4:1"
COUNTER_A3 = """
    C5:2 E5:1 | C5:1 B4:1 A4:1 | D5:2 F5:1 | F5:1.5 E5:.5 Db5:1 | C5:2 A4:1 | B4:1 D5:1 F5:1 |
    D5:1 Bb4:1 G4:1 | A4:3
"""


def compose() -> Piece:
    """The waltz: 40 bars of three."""
    breath = [(0, 0.98), (1, 1.0), (7, 1.0), (7.8, 0.96), (8.2, 1.0), (14.5, 1.0), (15.8, 0.95), (16.3, 1.01)]
    breath += [
        (23, 1.0),
        (23.8, 0.95),
        (24.3, 1.01),
        (30.5, 1.0),
        (31.8, 0.96),
        (32.5, 1.0),
        (38, 0.99),
        (40, 0.95),
    ]
    piece = Piece("princess/music", BAR, 110, 40, seed=101, breath=breath)
    a, a2, b, a3, c = (
        harmony(text, BAR, 8 * i) for i, text in enumerate((CHORDS_A, CHORDS_A2, CHORDS_B, CHORDS_A3, CHORDS_C))
    )
    line = a + a2 + b + a3 + c

    box = piece.part("music box", 10, -21.5, pan=0.12, send=0.34, low_cut=250)
    sing(box, MELODY_A, BAR, 0, 90, legato=1.4)
    sing(box, MELODY_A2, BAR, 8, 86, legato=1.4)
    sing(box, MELODY_A3, BAR, 24, 89, legato=1.4)
    sing(box, MELODY_A3, BAR, 24, 58, legato=1.4, shift=12)
    sing(box, MELODY_C, BAR, 32, 70, legato=1.2)

    celesta = piece.part("celesta", 8, -26.5, pan=-0.3, send=0.36, low_cut=250)
    sing(celesta, MELODY_B, BAR, 16, 62, legato=1.3, shift=12)
    for chord in (a2[1], a2[3], a2[5], a3[1], a3[3], a3[5]):
        for i, rung in enumerate((2, 3, 4)):
            celesta.add(chord.start + 1.5 + i * 0.5, 1.0, chord.ladder(pitch("A5"), 6)[rung], 54 + 5 * i)
    breaks(celesta, c, pitch("F5"), (0, 2, 1, 3, 2, 4), 0.5, 56, ring=3)

    flute = piece.part("flute", 73, -24.0, pan=-0.12, send=0.34, low_cut=200, high_cut=9000)
    flute.expression = [(16, 0.7), (18, 0.95), (20, 0.75), (22, 1.0), (24, 0.7), (40, 0.7)]
    sing(flute, MELODY_B, BAR, 16, 78, legato=0.98)

    harp = piece.part("harp", 46, -23.0, pan=-0.28, send=0.3, low_cut=70, width=1.2)
    breaks(harp, a, pitch("F3"), (0, 2, 3, 4, 3, 2), 0.5, 66, ring=4)
    breaks(harp, a2, pitch("F3"), (0, 2, 3, 5, 4, 2), 0.5, 66, ring=4)
    breaks(harp, b, pitch("D3"), (0, 2, 4, 5, 4, 3), 0.5, 64, ring=4)
    breaks(harp, a3, pitch("F3"), (0, 2, 4, 6, 5, 3), 0.5, 65, ring=4)
    breaks(harp, c[:6], pitch("Db3"), (0, 1, 2, 3, 4, 5, 6, 7, 6, 5, 4, 2), 0.25, 58, ring=6)
    breaks(harp, c[6:], pitch("C3"), (0, 2, 3, 4, 5, 4), 0.5, 60, ring=4)
    glide(harp, 23 * BAR + 1, 2.0, scale_run((0, 2, 4, 5, 7, 9, 10), pitch("C4"), pitch("E6")), 40, 74)
    glide(harp, 39 * BAR + 1, 2.0, scale_run((0, 2, 4, 7, 10), pitch("C4"), pitch("G6")), 34, 66)

    strings = piece.part("strings", 48, -25.0, pan=0.1, send=0.4, low_cut=120, high_cut=8000, width=1.25)
    strings.expression = [
        (0, 0.6),
        (4, 0.74),
        (8, 0.62),
        (12, 0.78),
        (16, 0.7),
        (22, 0.92),
        (24, 0.72),
        (28, 0.86),
    ]
    strings.expression += [(31, 0.7), (33, 0.75), (38, 0.95), (39.5, 0.6), (40, 0.5)]
    hold(strings, line, pitch("C4"), 4, 62)

    cello = piece.part("counter", 42, -27.0, pan=0.3, send=0.32, low_cut=80, high_cut=6500)
    cello.expression = [
        (8, 0.6),
        (13, 0.9),
        (16, 0.7),
        (22, 0.95),
        (24, 0.7),
        (29, 1.0),
        (32, 0.6),
        (40, 0.6),
    ]
    sing(cello, COUNTER_A2, BAR, 8, 66, legato=1.0)
    sing(cello, COUNTER_B, BAR, 16, 68, legato=1.0)
    sing(cello, COUNTER_A3, BAR, 24, 72, legato=1.0)

    voices = piece.part("voices", 52, -29.5, send=0.55, low_cut=180, high_cut=6000, width=1.4)
    voices.expression = [
        (0, 0.4),
        (16, 0.4),
        (23, 0.85),
        (24, 0.5),
        (32, 0.55),
        (35, 0.9),
        (38, 0.95),
        (40, 0.4),
    ]
    hold(voices, b + a3 + c, pitch("F4"), 3, 56)

    low = piece.part("bass", 32, -24.5, send=0.1, low_cut=35, high_cut=2500)
    bass(low, a, pitch("E1") + 5, [(0, 2.9, "r", 1.0)], 64)
    bass(low, a2, pitch("E1") + 5, [(0, 2.0, "r", 1.0), (2, 0.98, "5", 0.75)], 66)
    bass(low, b, pitch("E1") + 5, [(0, 2.95, "r", 1.0)], 62)
    bass(low, a3, pitch("E1") + 5, [(0, 0.95, "r", 1.0), (1, 0.9, "5", 0.7), (2, 0.9, "a", 0.8)], 70)
    bass(low, c, pitch("E1") + 5, [(0, 2.9, "r", 1.0)], 62)

    plucked = piece.part("pizzicato", 45, -28.0, pan=0.35, send=0.3, low_cut=150)
    for chord, notes in zip(a2 + a3, voicings(a2 + a3, pitch("A4"), 3), strict=True):
        for beat, strength in ((1, 58), (2, 50)):
            if beat < chord.beats:
                for note in notes:
                    plucked.add(chord.start + beat, 0.4, note, strength)

    kit = piece.part("percussion", -1, -33.0, pan=-0.1, send=0.3, low_cut=250, width=1.3)
    for bar in range(40):
        if 8 <= bar < 32:
            strike(kit, bar * BAR, [(1, 70, 40), (1.5, 70, 26), (2, 70, 46), (2.5, 70, 24)])
        if bar % 4 == 0:
            strike(kit, bar * BAR, [(0, 81, 52)], beats=1.0)
        if bar in (15, 31, 39):
            strike(kit, bar * BAR, [(0.5, 84, 44)], beats=2.5)
    return piece
