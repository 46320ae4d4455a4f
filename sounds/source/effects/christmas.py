"""What sounds otherwise in the *Christmas* skin: the same gestures with snow and sleigh bells in them."""

from __future__ import annotations

import numpy as np

from sounds.source.audio import place
from sounds.source.effects import interface, reels, rounds, tools
from sounds.source.effects.fanfares import Fanfare, fanfare, raised
from sounds.source.effects.tools import arpeggio, finish, high_glass, layers, orchestra, rung
from sounds.source.synth import CELESTA, jingle, sparkle, thud, whoosh

TIERS = (
    Fanfare(126, "G:2 G:2", "D5:.5 G5:.25 A5:.25 B5:.5 D6:.5 G5:2", 4, 0.5, 1),
    Fanfare(
        126,
        "G:2 C:1 D:1 G:2",
        "D5:.5 G5:.25 A5:.25 B5:.75 G5:.25 E5:.5 G5:.25 C6:.25 D6:.5 A5:.5 G5:2",
        6,
        0.5,
        2,
    ),
    Fanfare(
        130,
        "G:2 Eb:2 F:2 G:2",
        "D5:.5 D5:.25 G5:.25 B5:.5 D6:.5 Bb5:1.5 G5:.5 A5:1 C6:.5 F5:.5 B5:2",
        8,
        0.8,
        3,
    ),
    Fanfare(
        132,
        "G:2 Cmaj7:2 Eb:2 F:2 G:3",
        "D5:.5 D5:.25 G5:.25 B5:.5 D6:.5 E6:1 D6:.5 B5:.5 Bb5:1.5 G5:.5 A5:1 C6:.5 F5:.25 A5:.25 B5:3",
        11,
        1.0,
        4,
    ),
    Fanfare(
        134,
        "G:2 D:1 Em:1 Cmaj7:2 Eb:2 F:2 G:4",
        "D5:.5 D5:.25 G5:.25 B5:.5 D6:.5 F#5:.5 A5:.5 G5:.5 B5:.5 E6:.75 D6:.25 B5:1 "
        "Bb5:.75 G5:.25 Eb5:1 F5:.5 A5:.5 C6:.5 D6:.25 C6:.25 B5:1 D6:3",
        14,
        1.2,
        5,
    ),
)
"""The tiers of this skin, in G like its music."""
CAP = Fanfare(
    96,
    "G:2 Eb:2 F:2 Cm:1 D:1 G:4",
    "G5:1 D6:1 Bb5:1.5 G5:.5 A5:1.5 F5:.5 Eb5:.5 G5:.5 F#5:.5 A5:.5 B5:4",
    12,
    1.0,
    5,
)


def _with_bells(sound: np.ndarray, shakes: tuple[tuple[float, float], ...], seed: int) -> np.ndarray:
    """Adds shakes of sleigh bells, (seconds, peak share)."""
    peak = float(np.abs(sound).max())
    result = np.concatenate([sound, np.zeros((12000, 2))])
    for i, (at, share) in enumerate(shakes):
        shake = jingle(1.0, seed + i)
        place(result, shake / np.abs(shake).max() * peak, at, share)
    return finish(result, wet=0.0, end=0.08, floor=-46)


def spin() -> np.ndarray:
    """A flurry of snow and one shake of the reins."""
    air = whoosh(0.42, 3400, 500, 271, 1.3, 0.7)
    air *= (np.sin(np.pi * np.linspace(0, 1, len(air)) ** 0.5) ** 1.6)[:, None]
    front = arpeggio([rung(5), rung(3), rung(0)], 0.035, 0.07, CELESTA)
    sound = layers(
        0.7,
        (air, 0.0, 0.4),
        (front, 0.0, 0.42),
        (thud(120, 60, 0.05), 0.0, 0.35),
        (jingle(1.0, 272), 0.0, 0.4),
    )
    place(sound, jingle(0.5, 273), 0.16, 0.5)
    return finish(sound, wet=0.14)


def scatter(count: int) -> np.ndarray:
    """The bell of each scatter with the collar of the cat jingling."""
    shakes = tuple((0.02 + 0.11 * i, 0.22 + 0.03 * count - 0.04 * i) for i in range(1 + count // 2))
    return _with_bells(reels.scatter(count), shakes, 280 + 10 * count)


def intro() -> np.ndarray:
    """The sleigh draws up, then the chord."""
    shakes = (
        *((0.2 * i, 0.08 + 0.018 * i) for i in range(8)),
        (1.6, 0.34),
        (1.8, 0.16),
        (2.0, 0.26),
        (2.2, 0.12),
        (2.4, 0.2),
    )
    return _with_bells(rounds.intro(), shakes, 350)


def retrigger() -> np.ndarray:
    """Five more, with five shakes."""
    return _with_bells(rounds.retrigger(), tuple((0.1 * i, 0.14 + 0.03 * i) for i in range(6)), 370)


def tier(number: int) -> np.ndarray:
    """The fanfare of big-win tier ``number`` (1-5): brass, celesta and sleigh bells."""
    return fanfare(raised(TIERS, number), seed=410 + 100 * number, winter=True)


def cap() -> np.ndarray:
    """The highest win there is, with all the bells of the town."""
    return fanfare(CAP, seed=1010, tolling=True, winter=True)


def summary() -> np.ndarray:
    """Free spins are over: C D G for celesta, music box and strings, and the sleigh draws away."""
    beat = 0.54
    line = ((0, (48, 55, 60, 64)), (1, (50, 57, 62, 66)), (2, (43, 55, 59, 62, 67)))
    tune = ((0, 76), (0.33, 79), (0.66, 84), (1, 81), (1.5, 78), (2, 83), (2.5, 79), (3, 86))
    voices = [
        (tools.CELESTA, [(at * beat, 1.2, note, 96) for at, note in tune]),
        (tools.MUSIC_BOX, [(at * beat, 1.2, note + 12, 70) for at, note in tune]),
        (tools.STRINGS, [(at * beat, 0.56 if at < 2 else 2.1, n, 82) for at, chord in line for n in chord]),
        (tools.HORN, [(at * beat, 0.52 if at < 2 else 1.9, chord[1], 72) for at, chord in line]),
        (tools.HARP, [(2 * beat + 0.05 * i, 1.4, (55, 59, 62)[i % 3] + 12 * (i // 3), 84 - i) for i in range(12)]),
        (tools.TIMPANI, [(0, 0.5, 48, 70), (beat, 0.5, 50, 80), (2 * beat, 1.2, 43, 100)]),
        (tools.TUBULAR, [(2 * beat, 1.8, 67, 74)]),
        (tools.GLOCKENSPIEL, [(2 * beat + 0.27 * i, 1.2, note, 72) for i, note in enumerate((91, 95, 98))]),
    ]
    sound = layers(
        4.8, (orchestra(voices, 4.0), 0.0, 0.85), (sparkle(1.2, 20, high_glass(6), 433, fall=0.16), 1.1, 0.1)
    )
    away = tuple((0.27 * i, 0.22 - 0.017 * i) for i in range(12))
    return _with_bells(finish(sound, "chamber", 0.22, 0.35, -40), away, 440)


def theme_switch() -> np.ndarray:
    """The sweep that leads into the snow."""
    sound = interface.theme_switch()
    snow = sparkle(0.8, 24, high_glass(7)[:5], 390, fall=0.1)
    place(sound, snow, 0.4, 0.4 * float(np.abs(sound).max()))
    return _with_bells(sound, ((0.5, 0.3), (0.72, 0.16), (0.94, 0.22)), 391)
