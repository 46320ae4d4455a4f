"""Colours of the girl, her two wardrobes and her ornaments."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Tone:
    """One material: highlight, light, base, shade, deep shade and ink."""

    high: str
    light: str
    base: str
    shade: str
    deep: str
    ink: str


SKIN = Tone("#fff6ec", "#ffeee2", "#ffe6d8", "#efb0ab", "#cf7d88", "#8f4150")
HAIR = Tone("#fff0cf", "#ffcb96", "#ff9f75", "#d0507a", "#92357c", "#551a4c")
HAIR_MIDDLE, HAIR_DARK = "#f27c80", "#5f246a"
GOLD = Tone("#fff6c4", "#ffe38e", "#ffcf58", "#d5871c", "#8f4d0c", "#5c2d08")
SILVER = Tone("#ffffff", "#eef6ff", "#cfe0f4", "#8ea6cc", "#566a98", "#2c3760")
GOWN = Tone("#7f98ff", "#6478f4", "#4a5be8", "#2b2fa8", "#1c1c74", "#141250")
GLOVE = Tone("#ffffff", "#faf7ff", "#f4f0ff", "#b3a9ea", "#7f72c8", "#43377f")
PALE = Tone("#ecebff", "#dcdafd", "#c9c6fb", "#8f8ae0", "#5f58bd", "#322b80")
LINING = Tone("#3b4cc0", "#2c389e", "#232a86", "#151448", "#0b0a30", "#0d0a34")
MANTLE = Tone("#d6b8ff", "#b58bf5", "#8a58dc", "#5a349f", "#3c2078", "#251048")

VELVET = Tone("#ff7a80", "#ea3f56", "#d01f3f", "#8d1230", "#5a0a26", "#3c0518")
TEAL = Tone("#6fe0dc", "#2fa9b0", "#1a8290", "#0d5560", "#083842", "#04222c")
FUR = Tone("#ffffff", "#ffffff", "#f6f8ff", "#a9b8e0", "#7484bc", "#3c4680")
WINTER_LINING = Tone("#2f8fae", "#1d6a8c", "#124c6c", "#0a2a48", "#061a30", "#041424")

LASH = "#34103c"
EYE = ("#1c1a6c", "#3446d8", "#3fa8ff", "#b5fff4")
MOON = (0.56, 0.91, 1.0)
EMBER = (1.0, 0.72, 0.45)
