"""Buttons, panels and notices: short, dry, quiet."""

from __future__ import annotations

import numpy as np

from sounds.source.effects.tools import HARP, MARIMBA, arpeggio, finish, high_glass, layers, orchestra, rung
from sounds.source.synth import BELL, CELESTA, CHIME, GLASS, click, sparkle, struck, thud, whoosh
from sounds.source.theory import frequency


def button() -> np.ndarray:
    """A press: a felt knock with a glint."""
    sound = layers(
        0.2,
        (thud(240, 160, 0.018), 0.0, 0.6),
        (click(0.004, 1200, 5000, 240), 0.0, 0.5),
        (struck(frequency("G6"), 0.03, GLASS), 0.002, 0.22),
    )
    return finish(sound, wet=0.05, end=0.02)


def button_off() -> np.ndarray:
    """A press on something that cannot be pressed now: the knock without the glint, lower."""
    return finish(
        layers(0.2, (thud(150, 70, 0.022), 0.0, 0.7), (click(0.005, 400, 1500, 241), 0.0, 0.35)),
        wet=0.04,
        end=0.02,
    )


def error() -> np.ndarray:
    """Not possible: two low wooden notes, down a step, without reproach."""
    voices = [(MARIMBA, [(0.0, 0.2, 55, 96), (0.0, 0.2, 58, 70), (0.13, 0.3, 53, 92), (0.13, 0.3, 56, 66)])]
    return finish(layers(0.6, (orchestra(voices, 0.55), 0.0, 0.8), (thud(110, 40, 0.03), 0.0, 0.3)), wet=0.1)


def toggle() -> np.ndarray:
    """A switch flips: two tiny knocks, the second higher."""
    sound = layers(
        0.25,
        (click(0.004, 900, 3600, 242), 0.0, 0.5),
        (thud(210, 120, 0.014), 0.0, 0.4),
        (click(0.004, 1500, 6000, 243), 0.045, 0.5),
        (struck(frequency("C7"), 0.035, GLASS), 0.045, 0.3),
    )
    return finish(sound, wet=0.06, end=0.02)


def panel(opens: bool) -> np.ndarray:
    """A panel opens (air and two notes up) or closes (down)."""
    air = whoosh(0.26, 500, 2600, 244, 1.6) if opens else whoosh(0.22, 2400, 420, 245, 1.6)
    air *= (np.sin(np.pi * np.linspace(0, 1, len(air))) ** 1.3)[:, None]
    pair = [rung(3, 5), rung(5, 5)] if opens else [rung(5, 5), rung(2, 5)]
    return finish(
        layers(
            0.5,
            (air, 0.0, 0.4),
            (arpeggio(pair, 0.06, 0.09, CELESTA), 0.01, 0.4),
            (click(0.003, 900, 4000, 246), 0.0, 0.2),
        ),
        wet=0.14,
    )


def theme_switch() -> np.ndarray:
    """One world turns into the other: a harp sweeps up through rising air."""
    air = whoosh(0.7, 380, 4600, 247, 2.0)
    air *= (np.sin(np.pi * np.linspace(0, 1, len(air)) ** 1.2) ** 1.2)[:, None]
    voices = [(HARP, [(0.03 * i, 1.0, rung(i - 5, 5), 66 + 2 * i) for i in range(19)])]
    sound = layers(
        2.0,
        (air, 0.0, 0.36),
        (orchestra(voices, 1.7), 0.0, 0.75),
        (arpeggio([rung(5), rung(8), rung(10)], 0.05, 0.36, BELL), 0.56, 0.4),
        (sparkle(0.7, 22, high_glass(6), 248, fall=0.13, bend=1.2), 0.5, 0.22),
    )
    return finish(sound, "plate", 0.2, 0.15, -44)


def reality_check() -> np.ndarray:
    """Time to look up: two calm bowls, neither glad nor sad."""
    sound = layers(
        3.2,
        (struck(frequency("G4"), 0.7, CHIME, attack=0.006, bright=0.5), 0.0, 0.5, -0.2),
        (struck(frequency("D5"), 0.7, CHIME, attack=0.006, bright=0.5), 0.42, 0.5, 0.2),
    )
    return finish(sound, "plate", 0.25, 0.3, -42)
