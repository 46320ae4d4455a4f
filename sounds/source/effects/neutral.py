"""The same events while a round has not won more than its stake: no pitch, no rise, nothing that sounds like a win."""

from __future__ import annotations

import numpy as np

from sounds.source.audio import place, silence
from sounds.source.effects.tools import finish, layers
from sounds.source.synth import band, click, decay, noise, thud, times, whoosh


def tick() -> np.ndarray:
    """An amount is paid: one dry tick."""
    return finish(layers(0.2, (click(0.006, 900, 3200, 701), 0.0, 0.6), (thud(150, 40, 0.02), 0.0, 0.4)), wet=0.06)


def burst() -> np.ndarray:
    """Symbols break: dust and a soft knock."""
    dust = band(noise(0.18, 702), 900, 6000) * decay(times(0.18), 0.002, 0.03)
    return finish(layers(0.4, (thud(150, 90, 0.035), 0.0, 0.7), (dust, 0.0, 0.4)), wet=0.1)


def heart() -> np.ndarray:
    """A heart lands: two heartbeats."""
    beat = thud(86, 60, 0.07)
    return finish(layers(0.6, (beat, 0.0, 0.8), (beat, 0.14, 0.5), (click(0.006, 700, 2400, 703), 0.0, 0.2)), wet=0.1)


def heart_slam() -> np.ndarray:
    """A value slams up: a padded blow."""
    sound = layers(0.5, (thud(74, 80, 0.09), 0.0, 0.9), (click(0.01, 400, 2000, 704), 0.0, 0.3))
    return finish(sound, wet=0.12)


def heart_add() -> np.ndarray:
    """A value joins the sum: a small beat."""
    return finish(layers(0.3, (thud(118, 60, 0.04), 0.0, 0.7), (click(0.004, 900, 3000, 705), 0.0, 0.25)), wet=0.08)


def multiply() -> np.ndarray:
    """The sum meets the win: a breath and a blow."""
    pull = whoosh(0.16, 400, 1800, 706, 1.6)
    pull *= (0.1 + 0.9 * np.linspace(0, 1, len(pull)) ** 2)[:, None]
    return finish(layers(0.8, (pull, 0.0, 0.4), (thud(64, 90, 0.11, 0.6), 0.14, 0.9)), wet=0.14)


def scatter() -> np.ndarray:
    """A scatter lands: one drum, the same for the first and the sixth."""
    return finish(layers(0.5, (thud(92, 80, 0.08), 0.0, 0.9), (click(0.007, 600, 2600, 707), 0.0, 0.3)), wet=0.12)


def retrigger() -> np.ndarray:
    """More spins: five even taps."""
    sound = silence(1.0)
    for i in range(5):
        place(sound, thud(130, 50, 0.035), 0.11 * i, 0.7)
        place(sound, click(0.005, 900, 3200, 708 + i), 0.11 * i, 0.25)
    return finish(sound, wet=0.12)


def intro() -> np.ndarray:
    """The free spins begin: air that gathers, and a soft blow."""
    air = whoosh(1.5, 240, 2600, 715, 1.6, 1.2)
    air *= (0.08 + 0.92 * np.linspace(0, 1, len(air)) ** 2)[:, None]
    return finish(layers(2.4, (air, 0.0, 0.45), (thud(62, 90, 0.14, 0.9), 1.5, 0.8)), "chamber", 0.16, 0.3, -42)


def wave() -> np.ndarray:
    """Petals or snow fill the screen and blow off: air."""
    swell = whoosh(0.7, 260, 2400, 717, 1.6, 1.1)
    swell *= (np.linspace(0, 1, len(swell)) ** 1.6)[:, None]
    away = whoosh(1.0, 2600, 500, 718, 1.4, 0.7)
    away *= (np.exp(-2.2 * np.linspace(0, 1, len(away))))[:, None]
    return finish(layers(2.2, (swell, 0.0, 0.6), (away, 0.62, 0.5)), "chamber", 0.16, 0.3, -42)


def fly_to_meter() -> np.ndarray:
    """A number flies to its meter: air, and a soft knock."""
    air = whoosh(0.5, 400, 2000, 719, 2.0, 1.3)
    air *= (0.1 + 0.9 * np.sin(np.pi * np.linspace(0, 1, len(air)) ** 1.5) ** 1.2)[:, None]
    return finish(layers(0.9, (air, 0.0, 0.5), (thud(110, 70, 0.05), 0.5, 0.5)), wet=0.14)


def summary() -> np.ndarray:
    """The free spins are over: a page is turned."""
    page = whoosh(0.5, 1800, 420, 716, 1.3, 0.8)
    page *= (np.sin(np.pi * np.linspace(0, 1, len(page))) ** 1.4)[:, None]
    return finish(layers(1.0, (page, 0.0, 0.5), (thud(96, 60, 0.07), 0.42, 0.6)), wet=0.14)
