"""``python -m sounds.source [music|effects|check] [name ...]``: redraws sounds, or measures them."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from fnmatch import fnmatch

import numpy as np

from sounds.source import mastering, studio
from sounds.source.audio import decode, encode
from sounds.source.check import check
from sounds.source.effects import EFFECTS, Effect
from sounds.source.manifest import ROOT, effect_files, write
from sounds.source.measure import seam
from sounds.source.music import PIECES

MUSIC_QUALITY = 5.0
EFFECT_QUALITY = 3.8
CEILING = -2.4  # before coding; Vorbis may add a few tenths


def draw_effect(effect: Effect, make: Callable[[], np.ndarray]) -> np.ndarray:
    """Makes and masters one effect."""
    sound = make()
    if effect.loop:
        tiled = np.tile(sound - sound.mean(axis=0), (3, 1))
        return mastering.master_effect(tiled, effect.loudness, CEILING)[len(sound) : 2 * len(sound)]
    return mastering.master_effect(mastering.remove_offset(sound), effect.loudness, CEILING)


def chosen(name: str, patterns: list[str]) -> bool:
    """Whether a path such as ``shared/drop_0``, or its last part, fits a pattern; no pattern fits all."""
    return not patterns or any(fnmatch(name, p) or fnmatch(name.rsplit("/", maxsplit=1)[-1], p) for p in patterns)


def main() -> int:
    """Runs the command line; the exit status of ``check`` is 1 if a bar is missed."""
    parser = argparse.ArgumentParser(prog="python -m sounds.source", description=__doc__)
    parser.add_argument("what", nargs="?", default="all", choices=("all", "music", "effects", "manifest", "check"))
    parser.add_argument("names", nargs="*", help="such as princess/music, drop_3 or 'tier_*'")
    given = parser.parse_args()
    if given.what == "check":
        return 1 if check() else 0
    seams: dict[str, tuple[int, float]] = {}
    if given.what in ("all", "music"):
        for name, compose in PIECES.items():
            if chosen(name, given.names):
                loop = studio.render(compose())
                path = ROOT / f"{name}.ogg"
                encode(loop, path, MUSIC_QUALITY)
                seams[name] = (len(loop), seam(decode(path), loop))
                print(name, flush=True)
    if given.what in ("all", "effects"):
        for path_name, (name, folder) in effect_files().items():
            if chosen(path_name, given.names):
                effect = EFFECTS[name]
                make = effect.draw if folder == "shared" else dict(effect.skins)[folder]
                encode(draw_effect(effect, make), ROOT / f"{path_name}.ogg", EFFECT_QUALITY)
                print(path_name, flush=True)
    write(seams)
    return 0


if __name__ == "__main__":
    sys.exit(main())
