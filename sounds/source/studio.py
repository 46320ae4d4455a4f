"""Mixes a piece: parts rendered one by one, levelled, placed in a hall, mastered as a seamless loop."""

from __future__ import annotations

import numpy as np

from sounds.source import mastering, soundfont, space
from sounds.source.audio import balance, ratio, samples, wrap
from sounds.source.measure import loudness
from sounds.source.score import Part, Piece
from sounds.source.soundfont import RATE

MUSIC_LOUDNESS = -18.0
MUSIC_CEILING = -3.0
PICKUP = 0.06  # seconds of the loop's end stand at the file's start: the joint spares the first attack

# The mix as a whole: less mud, a little air; (hertz, decibels).
TONE = [
    (25, -12),
    (38, 0),
    (110, 0),
    (280, -1.8),
    (500, -1.0),
    (1200, -0.8),
    (3000, 1.4),
    (7000, 2.8),
    (14000, 3.2),
]


def render(piece: Piece, tone: list[tuple[float, float]] | None = None) -> np.ndarray:
    """The finished loop of a piece, (samples, 2); its length is a whole number of samples."""
    length = samples(piece.seconds())
    dry, sent = np.zeros((length, 2)), np.zeros((length, 2))
    for part in piece.parts:
        sound = stem(piece, part, length)
        dry += sound
        sent += sound * part.send
    sent = _bands(sent, 180, 9000)
    mix = dry + space.reverberate_loop(sent, piece.hall)
    mix = mastering.equalise_loop(mix, tone or TONE)
    mix *= ratio(MUSIC_LOUDNESS - loudness(mix))
    mix = mastering.compress_loop(mix, threshold=-19.0, slope=0.6)
    mix = np.roll(mix, samples(PICKUP), axis=0)
    return mastering.master_loop(mix, MUSIC_LOUDNESS, MUSIC_CEILING)


def stem(piece: Piece, part: Part, length: int) -> np.ndarray:
    """One part as a loop of ``length`` samples at its own level and place."""
    played = piece.performance(part)
    if part.synth is not None:
        sound = part.synth(played, length)
    else:
        clock = piece.clock()
        swell: list[tuple[float, float]] = []
        if part.expression:
            bars, values = zip(*part.expression, strict=True)
            grid = np.arange(0.0, piece.bars, 1 / 16)
            swell = [(float(clock(b * piece.bar)), float(np.interp(b, bars, values))) for b in grid]
        sound = wrap(soundfont.play([(part.program, played)], expression=swell), length, samples(soundfont.LEAD))
    sound = _bands(sound, part.low_cut, part.high_cut, part.tilt)
    sound = balance(sound, part.pan, part.width)
    return sound * ratio(part.level - loudness(sound))


def _bands(sound: np.ndarray, low: float, high: float, tilt: float = 0.0) -> np.ndarray:
    """Soft cuts below and above, and a tilt in dB an octave about 1 kHz, all in a circle."""
    hertz = np.maximum(np.fft.rfftfreq(len(sound), 1 / RATE), 1.0)
    gain = np.ones_like(hertz)
    if low > 0:
        gain /= np.sqrt(1 + (low / hertz) ** 4)
    if high > 0:
        gain /= np.sqrt(1 + (hertz / high) ** 4)
    if tilt:
        gain *= 10 ** (tilt * np.clip(np.log2(hertz / 1000), -3, 3) / 20)
    return np.fft.irfft(np.fft.rfft(sound, axis=0) * gain[:, None], len(sound), axis=0)
