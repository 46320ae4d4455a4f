"""Measures every committed sound and the worst mixes, prints the table, and says what misses its bar."""

from __future__ import annotations

import json
import re
from itertools import pairwise
from typing import Any

import numpy as np

from sounds.source.audio import decibels, decode, samples, silence
from sounds.source.effects.catalogue import TIER_STEP
from sounds.source.manifest import MANIFEST, ROOT
from sounds.source.measure import loudness, momentary, offset, quiet_start, seam_click, true_peak
from sounds.source.soundfont import RATE

TOTAL_BYTES = 9_000_000
PEAK = -1.5
MIX_PEAK = -0.3
MUSIC_SECONDS = (50.0, 75.0)
MUSIC_LOUDNESS = -18.0
SEAM_CORRELATION = 0.98
START_MS = 5.0
# Only one of these sounds at a time: each is a scene of its own.
SCENES = (
    "voice_cap",
    "voice_triumph",
    "title_slam",
    "wave",
    "wave_neutral",
    "intro_neutral",
    "summary_neutral",
    "tier_1",
    "tier_2",
    "tier_3",
    "tier_4",
    "tier_5",
    "cap",
    "intro",
    "summary",
    "retrigger",
)

Sounds = dict[str, np.ndarray]


class Bars:
    """Collects what misses its bar."""

    def __init__(self) -> None:
        self.missed: list[str] = []

    def hold(self, holds: bool, text: str) -> None:
        """Notes ``text`` unless the bar holds."""
        if not holds:
            self.missed.append(text)


def check() -> int:
    """Prints the measures; returns how many bars were missed."""
    manifest = json.loads(MANIFEST.read_text(encoding="utf-8"))
    bars = Bars()
    heard: Sounds = {}
    total = _music(manifest, heard, bars) + _effects(manifest, heard, bars)
    print()
    for folder in ("effects", *manifest["skins"]):
        _tiers_rise(manifest, heard, folder, bars)
    for text, peak in worst_mixes(manifest, heard):
        print(f"{text:72}{peak:8.2f} dBTP")
        bars.hold(peak <= MIX_PEAK, f"{text}: {peak:.2f} dBTP")
    print(f"\ntotal {total / 1e6:.2f} MB of {TOTAL_BYTES / 1e6:.0f}")
    bars.hold(total <= TOTAL_BYTES, f"{total} bytes in all")
    for text in bars.missed:
        print("MISSED", text)
    return len(bars.missed)


def _music(manifest: dict[str, Any], heard: Sounds, bars: Bars) -> int:
    """The loops: prints a row each and returns their bytes."""
    total = 0
    print(f"{'music':26}{'s':>8}{'LUFS':>8}{'dBTP':>8}{'DC':>10}{'seam r':>9}{'click':>8}{'kB':>7}")
    for name, entry in manifest["music"].items():
        path = ROOT / entry["file"]
        sound, size = decode(path), path.stat().st_size
        heard[name] = sound
        total += size
        seconds, related = len(sound) / RATE, entry["seam"]
        level, peak, direct, click = loudness(sound), true_peak(sound), offset(sound), seam_click(sound)
        row = f"{name:26}{seconds:8.2f}{level:8.1f}{peak:8.1f}{direct:10.6f}"
        print(row + f"{related:9.4f}{click:8.2f}{size // 1000:7}")
        bars.hold(MUSIC_SECONDS[0] <= seconds <= MUSIC_SECONDS[1], f"{name}: {seconds:.1f} s")
        bars.hold(len(sound) == entry["samples"], f"{name}: {len(sound)} samples, not {entry['samples']}")
        bars.hold(abs(level - MUSIC_LOUDNESS) <= 0.5, f"{name}: {level:.1f} LUFS")
        bars.hold(peak <= PEAK, f"{name}: peak {peak:.2f} dBTP")
        bars.hold(direct < 0.001, f"{name}: offset {direct:.4f}")
        bars.hold(related >= SEAM_CORRELATION, f"{name}: seam correlates at {related:.3f}")
        bars.hold(click <= 1.0, f"{name}: a click at the seam ({click:.2f})")
    return total


def _effects(manifest: dict[str, Any], heard: Sounds, bars: Bars) -> int:
    """The effects: prints a row each and returns their bytes."""
    total = 0
    print(f"\n{'effect':26}{'ms':>8}{'LUFS-M':>8}{'dBTP':>8}{'DC':>10}{'start ms':>9}{'gain':>8}{'kB':>7}")
    entries = list(manifest["effects"].items())
    entries += [(f"{skin}/{name}", e) for skin, own in manifest["skins"].items() for name, e in own.items()]
    for name, entry in entries:
        path = ROOT / entry["file"]
        sound, size = decode(path), path.stat().st_size
        heard[name] = sound
        total += size
        level, peak, direct, start = momentary(sound), true_peak(sound), offset(sound), quiet_start(sound)
        row = f"{name:26}{len(sound) / RATE * 1000:8.0f}{level:8.1f}{peak:8.2f}{direct:10.6f}"
        print(row + f"{start:9.2f}{entry['gain']:8.2f}{size / 1000:7.1f}")
        bars.hold(peak <= PEAK, f"{name}: peak {peak:.2f} dBTP")
        bars.hold(direct < 0.002, f"{name}: offset {direct:.4f}")
        bars.hold(start < START_MS, f"{name}: {start:.1f} ms of silence before it")
        bars.hold(0 < entry["gain"] <= 1, f"{name}: gain {entry['gain']}")
        if entry["loop"]:
            bars.hold(seam_click(sound) <= 1.0, f"{name}: a click at the seam ({seam_click(sound):.2f})")
    return total


def _tiers_rise(manifest: dict[str, Any], heard: Sounds, folder: str, bars: Bars) -> None:
    """Each tier is heard ``TIER_STEP`` louder than the one before, within half a decibel."""
    entries = manifest["effects"] if folder == "effects" else manifest["skins"][folder]
    names = [name for name in SCENES if name.startswith("tier_") and name in entries]
    if not names:
        return
    prefix = "" if folder == "effects" else f"{folder}/"
    levels = [momentary(heard[prefix + name]) + decibels(entries[name]["gain"]) for name in names]
    steps = [after - before for before, after in pairwise(levels)]
    print(f"tiers, {folder}: " + " ".join(f"{level:.1f}" for level in levels) + " LUFS-M as played")
    for name, step in zip(names[1:], steps, strict=True):
        bars.hold(abs(step - decibels(TIER_STEP)) <= 0.5, f"{prefix}{name}: {step:+.2f} dB on the tier before")


def worst_mixes(manifest: dict[str, Any], heard: Sounds, draws: int = 400) -> list[tuple[str, float]]:
    """True peaks of eight effects over the loudest music, at the manifest's gains and without ducking."""
    gains = {name: entry["gain"] for name, entry in manifest["effects"].items()}
    gains |= {f"{s}/{n}": e["gain"] for s, own in manifest["skins"].items() for n, e in own.items()}
    music = _loudest_stretch(manifest, heard)
    scaled = {name: heard[name] * gain for name, gain in gains.items()}

    def mix(names: list[str], starts: list[float]) -> float:
        result = silence(2.0) + music
        for name, at in zip(names, starts, strict=True):
            first = samples(at)
            piece = scaled[name][: len(result) - first]
            result[first : first + len(piece)] += piece
        return true_peak(result)

    usual = [name for name in scaled if name.split("/")[-1] not in SCENES]
    scenes = [name for name in scaled if name not in usual]
    loudest = sorted(usual, key=lambda n: float(np.abs(scaled[n][: samples(2)]).max()))
    # Of a family that counts up (slams, chimes, scatters) only one sounds at a time.
    strongest = list({re.sub(r"^.*/|_\d$", "", name): name for name in loudest}.values())[::-1]
    drops = [f"drop_{i}" for i in range(6)]
    landing = [*drops, "heart_pink", "scatter_3"]
    stagger = [0.11 * i for i in range(6)]
    paying = ["multiply", "heart_slam_6", "heart_ring", "count_big", "voice_cheer", "total_beat", "credit", "button"]
    results = [
        (
            "six drops at once, an orange heart, the sixth scatter",
            [*drops, "heart_orange", "scatter_6"],
            [0.0] * 8,
        ),
        ("six drops 110 ms apart, a pink heart, a scatter", landing, [*stagger, 0.44, 0.55]),
        (
            "multiply, slam, ring, big count, cheer, beat, credit, a press",
            paying,
            [0, 0, 0.1, 0.1, 0.1, 0.1, 0.1, 0.2],
        ),
        ("the seven strongest and a fanfare, all at once", [*strongest[:7], "tier_5"], [0.0] * 8),
    ]
    peaks = [(text, mix(names, starts)) for text, names, starts in results]
    rng = np.random.default_rng(9)
    worst = -99.0
    for _ in range(draws):
        names = [*(str(n) for n in rng.choice(usual, 7, replace=False)), str(rng.choice(scenes))]
        worst = max(worst, mix(names, list(rng.uniform(0, 0.12, 8))))
    peaks.append((f"the worst of {draws} draws of any seven and a scene within 120 ms", worst))
    return peaks


def _loudest_stretch(manifest: dict[str, Any], heard: Sounds) -> np.ndarray:
    """The two seconds of music with the highest peak, at the music's gain, with the peak early."""
    best, top = silence(2.0), 0.0
    for name, entry in manifest["music"].items():
        sound = heard[name] * entry["gain"]
        at = int(np.abs(sound).max(axis=1).argmax())
        peak = float(np.abs(sound[at]).max())
        if peak > top:
            best, top = np.roll(sound, samples(0.06) - at, axis=0)[: samples(2.0)], peak
    return best
