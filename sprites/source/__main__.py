"""Draws the game's sheets: python -m sprites.source [part ...] [--skin SKIN] [--only NAME] [--draft]."""

from __future__ import annotations

import argparse
import importlib
import time

PARTS = ("symbols", "princess", "places", "kit")
SKINS = ("princess", "christmas")


def main() -> None:
    """Draws the parts asked for (all, if none), for one skin or both."""
    parser = argparse.ArgumentParser(prog="python -m sprites.source", description=__doc__)
    parser.add_argument("part", nargs="*", help=f"one or more of: {', '.join(PARTS)} (default: all)")
    parser.add_argument("--skin", choices=SKINS, help="only this skin (default: both)")
    parser.add_argument("--only", action="append", metavar="NAME", help="only this piece; may be repeated")
    parser.add_argument("--draft", action="store_true", help="draw coarsely and several times as fast")
    asked = parser.parse_args()
    unknown = set(asked.part) - set(PARTS)
    if unknown:
        parser.error(f"no such part: {', '.join(sorted(unknown))}")
    for part in asked.part or PARTS:
        module = importlib.import_module(f"sprites.source.{part}")
        for skin in (asked.skin,) if asked.skin else SKINS:
            start = time.perf_counter()
            module.draw(skin, asked.only, draft=asked.draft)
            print(f"{part} / {skin}: {time.perf_counter() - start:.1f} s", flush=True)


if __name__ == "__main__":
    main()
