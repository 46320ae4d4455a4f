"""Measures every committed sound and the worst mixes, prints the table, and says what misses its bar."""

from __future__ import annotations

import json
from typing import Any

import numpy as np

from .audio import decode, samples, silence
from .manifest import MANIFEST, ROOT
from .measure import loudness, momentary, offset, quiet_start, seam_click, true_peak
from .soundfont import RATE

TOTAL_BYTES = 9_000_000
EFFECT_PEAK = -1.5
MUSIC_RANGE = (50.0, 75.0)
SEAM_CORRELATION = 0.98
BIG = ("tier_1", "tier_2", "tier_3", "tier_4", "tier_5", "cap", "intro", "summary")


def check() -> int:
    """Prints the measures; returns how many bars were missed."""
    manifest = json.loads(MANIFEST.read_text(encoding="utf-8"))
    missed: list[str] = []

    def bar(holds: bool, text: str) -> None:
        if not holds:
            missed.append(text)

    heard: dict[str, np.ndarray] = {}
    total = 0
    print(f"{'music':26}{'s':>8}{'LUFS':>8}{'dBTP':>8}{'DC':>10}{'seam r':>9}{'click':>8}{'kB':>7}")
    for name, entry in manifest["music"].items():
        path = ROOT / entry["file"]
        sound, size = decode(path), path.stat().st_size
        total += size
        heard[name] = sound
        level, peak, direct, click = loudness(sound), true_peak(sound), offset(sound), seam_click(sound)
        seconds = len(sound) / RATE
        print(f"{name:26}{seconds:8.2f}{level:8.1f}{peak:8.1f}{direct:10.6f}{entry['seam']:9.4f}{click:8.2f}{size // 1000:7}")
        bar(MUSIC_RANGE[0] <= seconds <= MUSIC_RANGE[1], f"{name}: {seconds:.1f} s")
        bar(len(sound) == entry["samples"], f"{name}: decoded to {len(sound)} samples, the loop has {entry['samples']}")
        bar(abs(level + 18) <= 0.5, f"{name}: {level:.1f} LUFS")
        bar(peak <= EFFECT_PEAK, f"{name}: peak {peak:.2f} dBTP")
        bar(direct < 0.001, f"{name}: offset {direct:.4f}")
        bar(entry["seam"] >= SEAM_CORRELATION, f"{name}: seam correlates at {entry['seam']:.3f}")
        bar(click <= 1.0, f"{name}: a click at the seam ({click:.2f})")

    print(f"\n{'effect':26}{'ms':>8}{'LUFS-M':>8}{'dBTP':>8}{'DC':>10}{'start ms':>9}{'gain':>8}{'kB':>7}")
    entries = [(n, e) for n, e in manifest["effects"].items()]
    entries += [(f"{skin}/{n}", e) for skin, own in manifest["skins"].items() for n, e in own.items()]
    for name, entry in entries:
        path = ROOT / entry["file"]
        sound, size = decode(path), path.stat().st_size
        total += size
        heard[name] = sound
        level, peak, direct, start = momentary(sound), true_peak(sound), offset(sound), quiet_start(sound)
        milliseconds = len(sound) / RATE * 1000
        print(f"{name:26}{milliseconds:8.0f}{level:8.1f}{peak:8.2f}{direct:10.6f}{start:9.2f}{entry['gain']:8.2f}{size / 1000:7.1f}")
        bar(peak <= EFFECT_PEAK, f"{name}: peak {peak:.2f} dBTP")
        bar(direct < 0.002, f"{name}: offset {direct:.4f}")
        bar(start < 5.0, f"{name}: {start:.1f} ms of silence before it")
        bar(0 < entry["gain"] <= 1, f"{name}: gain {entry['gain']}")
        if entry["loop"]:
            bar(seam_click(sound) <= 1.0, f"{name}: a click at the seam ({seam_click(sound):.2f})")

    print()
    for text, peak in worst_mixes(manifest, heard):
        print(f"{text:70}{peak:8.2f} dBTP")
        bar(peak <= -0.3, f"{text}: {peak:.2f} dBTP")
    print(f"\ntotal {total / 1e6:.2f} MB of {TOTAL_BYTES / 1e6:.0f}")
    bar(total <= TOTAL_BYTES, f"{total} bytes in all")
    for text in missed:
        print("MISSED", text)
    return len(missed)


def worst_mixes(manifest: dict[str, Any], heard: dict[str, np.ndarray], draws: int = 400) -> list[tuple[str, float]]:
    """True peaks of mixes of eight effects over the loudest music, at the manifest's gains and without ducking."""
    gains = {name: entry["gain"] for name, entry in manifest["effects"].items()}
    music = _loudest_stretch(manifest, heard)
    scaled = {name: heard[name] * gain for name, gain in gains.items()}

    def mix(names: list[str], starts: list[float]) -> float:
        result = silence(2.0)
        result += music[: len(result)]
        for name, at in zip(names, starts, strict=True):
            first = samples(at)
            piece = scaled[name][: len(result) - first]
            result[first : first + len(piece)] += piece
        return true_peak(result)

    strongest = sorted(scaled, key=lambda n: -float(np.abs(scaled[n][: samples(2)]).max()))
    one_big = [strongest[0], *[n for n in strongest if n not in BIG][:7]]
    drops = [f"drop_{i}" for i in range(6)]
    results = [
        ("six drops at once, an orange heart, the sixth scatter", mix([*drops, "heart_orange", "scatter_6"], [0.0] * 8)),
        ("six drops 110 ms apart, a pink heart, a scatter", mix([*drops, "heart_pink", "scatter_3"], [0.11 * i for i in range(6)] + [0.44, 0.55])),
        ("multiply, count, win, chime, cast, credit, two presses", mix(
            ["multiply", "count_loop", "win_big", "chime_4", "cast", "credit", "button", "button"], [0.0, 0.0, 0.1, 0.1, 0.1, 0.1, 0.1, 0.2])),
        ("the eight strongest together, one of them a fanfare", mix(one_big, [0.0] * 8)),
    ]
    rng = np.random.default_rng(9)
    usual = [n for n in scaled if n not in BIG]
    worst = -99.0
    for _ in range(draws):
        names = [str(n) for n in rng.choice(usual, 7, replace=False)] + [str(rng.choice(BIG))]
        worst = max(worst, mix(names, list(rng.uniform(0, 0.12, 8))))
    results.append((f"the worst of {draws} draws of any seven and a fanfare within 120 ms", worst))
    return results


def _loudest_stretch(manifest: dict[str, Any], heard: dict[str, np.ndarray]) -> np.ndarray:
    """The two seconds of music with the highest peak, at the music's gain, moved so that the peak comes early."""
    best, top = silence(2.0), 0.0
    for name, entry in manifest["music"].items():
        sound = heard[name] * entry["gain"]
        at = int(np.abs(sound).max(axis=1).argmax())
        peak = float(np.abs(sound[at]).max())
        if peak > top:
            best, top = np.roll(sound, samples(0.06) - at, axis=0)[: samples(2.0)], peak
    return best
