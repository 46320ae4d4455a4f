"""``sounds/sounds.json``: what the game must know of each file."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from sounds.source.audio import decode
from sounds.source.effects import EFFECTS
from sounds.source.music import PIECES
from sounds.source.soundfont import RATE

ROOT = Path(__file__).resolve().parent.parent
MANIFEST = ROOT / "sounds.json"
HEADROOM = 0.66  # on every gain, so that eight effects over the music stay below full scale
MUSIC_GAIN = 0.5
MUSIC_PRIORITY = 100


def effect_files() -> dict[str, tuple[str, str]]:
    """Path below ``sounds/``, without ending, to (effect, folder): shared ones, then each skin's own."""
    files = {f"shared/{name}": (name, "shared") for name in EFFECTS}
    for name, effect in EFFECTS.items():
        files.update({f"{skin}/{name}": (name, skin) for skin, _ in effect.skins})
    return files


def write(seams: dict[str, tuple[int, float]]) -> dict[str, Any]:
    """Measures the files that are there and writes the manifest.

    ``seams`` holds for each piece drawn now its length in samples and how its coded joint correlates with
    the uncoded; for the others what the manifest already says is kept.
    """
    before = json.loads(MANIFEST.read_text(encoding="utf-8"))["music"] if MANIFEST.exists() else {}
    music = {}
    for name, compose in PIECES.items():
        path = ROOT / f"{name}.ogg"
        if path.exists():
            known = (before.get(name, {}).get("samples", 0), before.get(name, {}).get("seam", 0.0))
            length, seam = seams.get(name, known)
            music[name] = {
                "file": f"{name}.ogg",
                "gain": round(MUSIC_GAIN * HEADROOM, 3),
                "priority": MUSIC_PRIORITY,
                "loop": True,
                "length_ms": round(length / RATE * 1000),
                "samples": length,
                "seam": round(seam, 4),
                "bpm": compose().tempo,
            }
    effects: dict[str, Any] = {}
    skins: dict[str, dict[str, Any]] = {}
    for path_name, (name, folder) in effect_files().items():
        path = ROOT / f"{path_name}.ogg"
        if not path.exists():
            continue
        effect = EFFECTS[name]
        entry = {
            "file": f"{path_name}.ogg",
            "gain": round(effect.gain * HEADROOM, 3),
            "priority": effect.priority,
            "duck": effect.duck,
            "loop": effect.loop,
            "length_ms": round(len(decode(path)) / RATE * 1000),
        }
        target = effects if folder == "shared" else skins.setdefault(folder, {})
        target[name] = entry
    content = {"rate": RATE, "music": music, "effects": effects, "skins": skins}
    MANIFEST.write_text(json.dumps(content, indent=1) + "\n", encoding="utf-8")
    return content
