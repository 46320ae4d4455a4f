"""*Christmas*, free spins: a jubilant sleigh ride in twelve-eight for xylophone, brass, bells and strings."""

from __future__ import annotations

from sounds.source.patterns import bass, glide, hold, scale_run
from sounds.source.score import Part, Piece, harmony, sing, strike
from sounds.source.synth import sleigh_bells
from sounds.source.theory import pitch, voicings

BAR = 4.0  # four dotted quarters; melodies are written in eighths, three to the beat
EIGHTH = 1 / 3

CHORDS_A = "F6 | F/A | Bb6 | C9 | F6 | Dm7 | Gm7 | C7sus4 C7"
CHORDS_A2 = "F6 | F7/A | Bb6 | Bbm6 | F/C | D7b9 | Gm7 C9 | F6"
CHORDS_B = "Dm | A7/C# | F/C | G9/B | Bbmaj7 | F/A | G9 | C9sus4 D9"
CHORDS_A3 = "G6 | G7/B | C6 | Cm6 | G/D | E7b9 | Am7 D9 | G6"
CHORDS_C = "Ebmaj7 | F6 | C9sus4 | C9"

MELODY_A = """
    F5:2 A5:1 C6:2> A5:1 D6:3 C6:3 | A5:2 C6:1 F6:3> E6:2 D6:1 C6:3 | D6:2> C6:1 Bb5:2 D6:1 F6:3 D6:3 |
    E6:2> D6:1 C6:2 Bb5:1 G5:3 C6:3 | F5:2 A5:1 C6:2> A5:1 F6:3 C6:3 | D6:2 F6:1 A6:3> F6:2 E6:1 D6:3 |
    G6:2> F6:1 D6:2 Bb5:1 G5:2 A5:1 Bb5:3 | C6:2 D6:1 F6:3 E6:2> D6:1 C6:3
"""
MELODY_A2 = """
    F5:1 G5:1 A5:1 C6:2> A5:1 D6:3 C6:3 | A5:2 C6:1 F6:2> G6:1 Eb6:3 C6:3 |
    D6:2> C6:1 Bb5:2 D6:1 F6:2 G6:1 F6:3 | Db6:3> F6:2 Db6:1 Bb5:3 G5:3 |
    A5:2 C6:1 F6:3> C6:2 A5:1 F5:3 | F#5:2 A5:1 Eb6:3> D6:2 C6:1 A5:3 |
    Bb5:2> D6:1 G6:2 F6:1 E6:2 D6:1 C6:2 E6:1 | F6:3> C6:2 A5:1 F5:3 -:3
"""
MELODY_B = """
    D6:6> A5:3 F5:3 | E6:6> C#6:3 A5:3 | F6:6> C6:3 A5:3 | G6:3 F6:3 D6:3 B5:3 | D6:6> F6:3 A6:3 |
    C6:6> F6:3 A6:3 | B5:3 D6:3 F6:3 A6:3> | G6:3 F6:3 E6:2 F#6:1 A6:3>
"""
MELODY_A3 = """
    G5:1 A5:1 B5:1 D6:2> B5:1 E6:3 D6:3 | B5:2 D6:1 G6:2> A6:1 F6:3 D6:3 |
    E6:2> D6:1 C6:2 E6:1 G6:2 A6:1 G6:3 | Eb6:3> G6:2 Eb6:1 C6:3 A5:3 | B5:2 D6:1 G6:3> D6:2 B5:1 G5:3 |
    G#5:2 B5:1 F6:3> E6:2 D6:1 B5:3 | C6:2> E6:1 A6:2 G6:1 F#6:2 E6:1 D6:2 F#6:1 |
    G6:3> D6:2 B5:1 G5:3 -:3
"""
MELODY_C = """
    G5:2 Bb5:1 D6:2> Bb5:1 G6:6 | A5:2 C6:1 D6:2> C6:1 A6:6 | G6:2> F6:1 D6:2 Bb5:1 G5:2 Bb5:1 D6:3 |
    E6:2> D6:1 C6:2 D6:1 E6:2 D6:1 C6:3
"""
HORNS_A2 = """
    C5:6 A4:6 | Eb5:6 C5:6 | D5:6 Bb4:6 | Db5:12 | C5:6 A4:6 | A4:6 F#4:6 | D5:6 E4:6 | A4:9 -:3
"""
HORNS_B = "F4:6 A4:6 | G4:6 A4:6 | A4:6 C5:6 | B4:6 G4:6 | D5:6 F5:6 | C5:6 A4:6 | B4:6 G4:6 | F4:6 F#4:6"
HORNS_A3 = """
    D5:6 B4:6 | F5:6 D5:6 | E5:6 C5:6 | Eb5:12 | D5:6 B4:6 | B4:6 G#4:6 | E5:6 F#4:6 | B4:9 -:3
"""

KICK, SNARE, RIM, CRASH, TAMBOURINE, TRIANGLE, BLOCK_HIGH, BLOCK_LOW, SLAP = (
    36,
    38,
    37,
    49,
    54,
    81,
    76,
    77,
    39,
)


def compose() -> Piece:
    """36 bars of twelve-eight at 140 dotted quarters a minute."""
    piece = Piece("christmas/music_free", BAR, 138, 36, seed=404, hall="chamber")
    texts = (CHORDS_A, CHORDS_A2, CHORDS_B, CHORDS_A3, CHORDS_C)
    a, a2, b, a3, c = (harmony(text, BAR, 8 * i) for i, text in enumerate(texts))
    line = a + a2 + b + a3 + c

    def tune(part: Part, text: str, first: int, velocity: float, legato: float = 0.9, shift: int = 0) -> None:
        sing(part, text, BAR, first, velocity, scale=EIGHTH, legato=legato, shift=shift)

    xylophone = piece.part("xylophone", 13, -25.0, pan=0.22, send=0.24, low_cut=250, loose=5)
    tune(xylophone, MELODY_A, 0, 88)
    tune(xylophone, MELODY_A2, 8, 90)
    tune(xylophone, MELODY_A3, 24, 94)
    tune(xylophone, MELODY_C, 32, 90)

    glitter = piece.part("glockenspiel", 9, -27.0, pan=0.34, send=0.32, low_cut=500, loose=5)
    tune(glitter, MELODY_A, 0, 68)
    tune(glitter, MELODY_B, 16, 62)
    tune(glitter, MELODY_A3, 24, 76)
    tune(glitter, MELODY_C, 32, 70)

    piccolo = piece.part("flute", 73, -22.5, pan=-0.1, send=0.28, low_cut=250, loose=6)
    tune(piccolo, MELODY_A, 0, 90, 0.85)
    tune(piccolo, MELODY_A2, 8, 94, 0.85)
    tune(piccolo, MELODY_A3, 24, 98, 0.85)
    tune(piccolo, MELODY_C, 32, 94, 0.85)

    violins = piece.part("violins", 48, -22.5, pan=-0.2, send=0.34, low_cut=180, high_cut=10000, width=1.2)
    violins.expression = [(0, 0.7), (8, 0.75), (15, 0.8), (16, 0.85), (23, 1.0), (24, 0.9), (36, 0.8)]
    tune(violins, MELODY_A2, 8, 76, 0.95, -12)
    tune(violins, MELODY_B, 16, 92, 1.0)
    tune(violins, MELODY_B, 16, 76, 1.0, -12)
    tune(violins, MELODY_A3, 24, 84, 0.95, -12)
    tune(violins, MELODY_C, 32, 80, 0.95, -12)

    horns = piece.part("horns", 60, -25.0, pan=0.3, send=0.36, low_cut=120, high_cut=6000)
    horns.expression = [(8, 0.7), (15, 0.9), (16, 0.75), (23, 1.0), (24, 0.85), (32, 1.0), (36, 0.7)]
    tune(horns, HORNS_A2, 8, 78, 0.97)
    tune(horns, HORNS_B, 16, 76, 0.97)
    tune(horns, HORNS_A3, 24, 86, 0.97)
    hold(horns, c, pitch("G4"), 3, 82)

    trumpets = piece.part("trumpets", 56, -26.5, pan=0.08, send=0.34, low_cut=200, high_cut=8000)
    for section, strength in ((a2, 74), (a3, 84), (c, 84)):
        for chord, notes in zip(section, voicings(section, pitch("C5"), 3), strict=True):
            for at, beats in ((1 + 2 * EIGHTH, 0.28), (2, 0.5), (3 + 2 * EIGHTH, 0.28)):
                if at < chord.beats:
                    for note in notes:
                        trumpets.add(chord.start + at, beats, note, strength * (1.0 if beats > 0.4 else 0.88))

    offbeat = piece.part("pizzicato", 45, -25.0, pan=-0.32, send=0.24, low_cut=120, width=1.2, loose=5)
    for chord, notes in zip(line, voicings(line, pitch("C4"), 3), strict=True):
        for i in range(int(chord.beats)):
            for note in notes:
                offbeat.add(chord.start + i + 2 * EIGHTH, 0.25, note, 76)
                if i % 2 == 1:
                    offbeat.add(chord.start + i + EIGHTH, 0.2, note, 56)

    pad = piece.part("strings", 48, -28.5, pan=0.12, send=0.4, low_cut=140, high_cut=7500, width=1.25)
    pad.expression = [(0, 0.6), (15, 0.8), (16, 0.7), (23, 1.0), (24, 0.85), (35, 1.0), (36, 0.65)]
    hold(pad, line, pitch("A3"), 4, 70)

    harp = piece.part("harp", 46, -27.0, pan=0.36, send=0.3, low_cut=150, loose=5)
    glide(harp, 7 * BAR + 2.6, 1.4, scale_run((0, 2, 4, 5, 7, 9, 10), pitch("C4"), pitch("C7")), 50, 84)
    glide(harp, 15 * BAR + 2, 2.0, scale_run((2, 4, 5, 7, 9, 0), pitch("F3"), pitch("C6"))[::-1], 78, 48)
    glide(harp, 23 * BAR + 2, 2.0, scale_run((2, 4, 6, 7, 9, 0), pitch("D3"), pitch("F#6")), 48, 92)
    glide(harp, 35 * BAR + 1, 3.0, scale_run((0, 2, 4, 7, 10), pitch("C3"), pitch("E6")), 46, 86)

    low = piece.part("bass", 32, -23.5, send=0.06, low_cut=38, high_cut=2800, loose=5)
    oom = [
        (0, 0.7, "r", 1.0),
        (1, 0.55, "5", 0.8),
        (2, 0.7, "r", 0.95),
        (3, 0.55, "5", 0.8),
        (3 + 2 * EIGHTH, 0.3, "a", 0.75),
    ]
    bass(low, a + a2, pitch("G1"), oom, 88)
    bass(low, b, pitch("G1"), [(0, 1.8, "r", 1.0), (2, 1.4, "r", 0.85), (3 + 2 * EIGHTH, 0.3, "a", 0.8)], 84)
    bass(low, a3 + c, pitch("G1"), oom, 92)
    tuba = piece.part("tuba", 58, -28.0, pan=0.05, send=0.15, low_cut=40, high_cut=1800)
    bass(tuba, a3 + c, pitch("G1"), [(0, 0.6, "r", 1.0), (2, 0.6, "r", 0.9)], 84)

    bells = piece.part("sleigh bells", 0, -25.0, pan=-0.1, send=0.16, low_cut=1800, synth=sleigh_bells, loose=6)
    for bar in range(36):
        for beat in range(4):
            bells.add(bar * BAR + beat, 0.2, 60, 84 if beat % 2 == 0 else 70)
            bells.add(bar * BAR + beat + 2 * EIGHTH, 0.2, 60, 48)
            if bar >= 24:
                bells.add(bar * BAR + beat + EIGHTH, 0.2, 60, 34)

    hooves = piece.part("hooves", -1, -28.5, pan=0.25, send=0.2, low_cut=250, loose=5)
    kit = piece.part("drums", -1, -24.5, send=0.14, low_cut=38, width=1.1, loose=4)
    for bar in range(36):
        if bar < 16 or bar >= 32:
            for beat in range(4):
                strike(hooves, bar * BAR + beat, [(0, BLOCK_HIGH, 66), (EIGHTH * 2, BLOCK_LOW, 52)])
        _drums(kit, bar)
    return piece


def _drums(kit: Part, bar: int) -> None:
    """One bar: kick and snare in two, rolls before the sections, a whip crack where they start."""
    pattern: list[tuple[float, int, float]] = [(0, KICK, 92), (2, KICK, 88)]
    if 16 <= bar < 22:
        pattern += [(beat + 2 * EIGHTH, TAMBOURINE, 42) for beat in range(4)]
    else:
        pattern += [(1, SNARE, 62), (3, SNARE, 66), (1 + 2 * EIGHTH, SNARE, 34), (3 + 2 * EIGHTH, SNARE, 38)]
        pattern += [(1, TAMBOURINE, 52), (3, TAMBOURINE, 54)]
    if bar in (7, 15, 22, 23, 31, 35):
        pattern += [(2 + i * EIGHTH / 2, SNARE, 34 + 5 * i) for i in range(12)]
    if bar in (0, 8, 16, 24, 32):
        pattern += [(0, CRASH, 72)]
    if bar in (8, 24, 28):
        pattern += [(0, SLAP, 92)]
    strike(kit, bar * BAR, pattern)
